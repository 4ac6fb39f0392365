"""A board that the page cannot weigh: its server proves the minimum, and the game goes on."""

import lo_exact
from lo_exact.formats import parse_puzzle
from tests.service.page.conftest import playwright
from tests.service.page.test_page_game import lamp

expect = playwright.expect
BOARD = "/#why/12,12,3,plus,torus," + "12" * 72  # 3^17 answers
TEXT = "colours: 3\ntopology: torus\n\n" + ("12" * 6 + "\n") * 12


def asked(page) -> None:
    page.get_by_role("button", name="Prove the least in the Solver").click()
    page.click("#solve")


def test_the_server_proves_what_the_page_cannot_and_hints_lead_to_the_end(open_page):
    least = lo_exact.minimum(parse_puzzle(TEXT)).weight
    page = open_page(BOARD)
    asked(page)
    expect(page.locator("#number")).to_have_text(f"{least} presses")
    page.click("nav [data-view=why]")
    expect(page.locator("#number")).to_have_text(f"Why {least} is the least")
    expect(page.locator("#sentence")).to_contain_text("Proved by the server")
    page.click("nav [data-view=play]")
    expect(page.locator("#number")).to_have_text(str(least))
    for left in (least - 1, least - 2):
        page.click("#hint")
        expect(page.locator("#sentence")).to_contain_text("part of a shortest answer")
        lamp(page, int(page.locator(".lamp.hint").get_attribute("data-place"))).click()
        expect(page.locator("#number")).to_have_text(str(left))
        expect(page.locator("#sentence")).to_have_text("Good press.")
    page.click("#undo")
    expect(page.locator("#number")).to_have_text(str(least - 1))


def test_a_server_that_does_not_answer_is_said(open_page):
    page = open_page(BOARD, expected=("ERR_FAILED", "503"))
    page.route("**/v1/jobs", lambda route: route.fulfill(status=503, body="{}"))
    asked(page)
    expect(page.locator("#sentence")).to_have_text("The server did not answer.")
    expect(page.locator("#solve")).to_be_visible()
