"""What once went wrong on the page: files with a token, games without an end, folders."""

import re

from tests.service.page.conftest import playwright
from tests.service.page.test_page import PAGE, lights, proof_and_picture, solve, take
from tests.service.page.test_page_game import CORNER, lamp, lit
from tests.service.serving import start

expect = playwright.expect


def test_random_games_can_be_won_whatever_was_on_the_board(open_page, served):
    """From the goal, not from what was drawn: one light of a 4 x 4 made it impossible."""
    page = open_page()
    take(page, "#...\n....\n....\n....\n")
    for _ in range(6):
        before = page.url
        page.get_by_role("button", name="Random").click()
        expect(page).not_to_have_url(before)
        rows = lights(page).split("/")
        answer = served.post("\n".join(rows) + "\n", size="4x4")
        assert answer.json["result"]["status"] == "optimal"


def test_with_a_token_certificate_and_picture_still_work(open_page, tmp_path):
    """Files are fetched with the token, which is asked for when it is first wanted."""
    token = "a-token-of-twenty-letters"
    running = start(tmp_path / "jobs.sqlite3", "--workers", "1", LO_EXACT_TOKEN=token)
    try:
        page = open_page(server=running, expected=("401",))
        page.fill("[data-panel=solve] textarea", "p edge 3 2\ne 1 2\ne 2 3\n")
        page.click("#take")
        page.fill("#token-value", token)
        page.keyboard.press("Enter")
        expect(page.locator("#sentence")).to_contain_text("a DIMACS graph")
        page.go_back()
        expect(page.locator("#board .lamp")).to_have_count(25)
        proof_and_picture(page)
    finally:
        running.end()


def test_a_step_of_an_old_answer_is_not_taken_for_the_board(open_page):
    page = open_page()
    page.click("#solve")
    expect(page.locator("#number")).to_have_text("15 presses")
    before = "/".join(["#####"] * 5)
    page.get_by_label("Step on").click()
    assert lights(page) != before
    page.click("#quiet")
    expect(page.locator("#sentence")).to_contain_text("when pressed: 2.")
    assert lights(page) == before


def test_the_page_names_no_place_from_the_servers_root():
    """Behind a proxy the page may live in a folder: files are named from each other."""
    for path in sorted(PAGE.rglob("*.js")) + sorted(PAGE.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        rooted = re.findall(r"""(?:from|href=|src=|fetch\(|Worker\(|URL:)\s*["'`]/[^"'`]*""", text)
        assert not rooted, (path.name, rooted)


def test_a_board_that_was_won_is_changed_and_asked_about_as_it_began(open_page):
    page = open_page(f"/#{CORNER}")
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Perfect")
    for view in ("set", "solve"):
        page.click(f"nav [data-view={view}]")
        expect(page.locator(".lamp.lit")).to_have_count(3)
    page.click("#solve")
    expect(page.locator("#number")).to_have_text("1 press")
    page.click("nav [data-view=set]")
    page.get_by_role("button", name="Draws").click()
    lamp(page, 24).click()
    assert lit(page) == [0, 1, 5, 24]


def test_the_theme_comes_back_to_the_systems(open_page):
    page = open_page(f"/#{CORNER}", color_scheme="dark")
    for wanted in ("light", ""):
        page.click("#theme")
        assert page.evaluate("document.documentElement.style.colorScheme") == wanted


def test_a_page_that_is_still_loading_is_grey_and_has_room_for_its_board(browser, served):
    page = browser.new_page(locale="ja-JP", viewport={"width": 1000, "height": 900})
    held, asked = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/main.js", lambda route: held.append(route))
    page.goto(served.home, wait_until="commit")
    page.wait_for_selector("body[inert] footer", state="attached")
    page.wait_for_timeout(300)
    assert page.locator("#hint").evaluate("(hint) => getComputedStyle(hint).opacity") == "0.4"
    before = page.locator(".case").bounding_box()
    for route in held:
        route.continue_()
    page.wait_for_selector("body[data-ready=yes]:not([inert])")
    assert page.locator(".case").bounding_box() == before
    assert not [url for url in asked if url.endswith("en.json")]
    page.close()


def test_a_first_visit_opens_on_todays_puzzle_and_the_next_has_a_level(open_page):
    page = open_page("/", now="2026-12-01T12:00:00Z")
    expect(page).to_have_url(re.compile("#day=2026-12-01$"))
    said = "Daily, Dec 1. Press a light: it and its neighbours switch. Turn them all off."
    expect(page.locator("#sentence")).to_have_text(said)
    for _ in range(8):
        page.click("#hint")
        page.click(".lamp.hint")
    page.click("#new")
    expect(page.locator("[data-level='1']")).to_have_attribute("aria-pressed", "true")
    page.click("[data-level='0']")
    page.evaluate("location.hash = 'day=2026-11-23'")
    expect(page.locator("#levels")).to_be_hidden()
    page.click("#new")
    expect(page.locator("[data-level='0']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#number")).to_have_text("4")
    page.evaluate("location.hash = 'solve/day=2026-11-23'")
    page.locator("[data-panel=solve]").get_by_role("button", name="New puzzle").click()
    solve(page, "4 presses")
