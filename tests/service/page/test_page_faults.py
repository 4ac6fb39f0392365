"""What once went wrong on the page: files with a token, games without an end, paper, folders."""

import re

from tests.service.page.conftest import playwright
from tests.service.page.test_page import PAGE, lights, proof_and_picture, status, take
from tests.service.serving import start

expect = playwright.expect


def test_random_games_can_be_won_whatever_was_on_the_board(open_page, served):
    """From the goal, not from what was drawn: one light of a 4 x 4 made it impossible."""
    page = open_page()
    take(page, "#...\n....\n....\n....\n")
    for _ in range(6):
        page.click("#random")
        rows = lights(page).split("/")
        answer = served.post("\n".join(rows) + "\n", size="4x4")
        assert answer.json["result"]["status"] == "optimal"


def test_with_a_token_certificate_picture_and_check_still_work(open_page, tmp_path):
    """Files are fetched with the token, and the page that checks asks for it by itself."""
    token = "a-token-of-twenty-letters"
    running = start(tmp_path / "jobs.sqlite3", "--workers", "1", LO_EXACT_TOKEN=token)
    try:
        page = open_page(server=running, ready="body", expected=("401",))
        page.fill("#token-value", token)
        page.keyboard.press("Enter")
        expect(page.locator("body[data-ready=yes]")).to_be_attached()
        proof_and_picture(page)
    finally:
        running.end()


def test_lit_lights_are_dark_on_paper(open_page):
    page = open_page()
    page.emulate_media(media="print")
    kept = page.locator("#grid .light").first.evaluate(
        "(b) => getComputedStyle(b).printColorAdjust"
    )
    assert kept == "exact"


def test_quiet_patterns_are_shown_beside_the_board_as_it_is(open_page):
    """After steps of an answer the board was left at one of them."""
    page = open_page()
    page.click("#solve")
    status(page, "15 presses")
    before = "/".join(["#####"] * 5)
    page.click("#next")
    assert lights(page) != before
    page.click("#kernel")
    status(page, "2 independent patterns")
    assert lights(page) == before


def test_the_page_names_no_place_from_the_servers_root():
    """Behind a proxy the page may live in a folder: files are named from each other."""
    for path in sorted(PAGE.glob("*.js")) + sorted(PAGE.glob("*.html")):
        text = path.read_text(encoding="utf-8")
        rooted = re.findall(r"""(?:from|href=|src=|fetch\(|Worker\(|URL:)\s*["'`]/[^"'`]*""", text)
        assert not rooted, (path.name, rooted)
