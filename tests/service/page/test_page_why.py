"""The game's reasons, its days, its drawing without a network, and axe-core's judgement."""

import datetime
import itertools
import json
import re
from collections import Counter
from importlib import resources

import pytest

from tests.service.page.conftest import playwright, wait_for_worker
from tests.service.page.test_page_game import CORNER, GAME, lamp, lit

expect = playwright.expect
PLUS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
SHAPE = "5,5,2,plus,plane"
VIEWS = {"why": ".answer", "hand": ".stages", "days": ".day", "set": ".gallery",
         "solve": "#solve", "play": "#new"}  # fmt: skip
DAYS = {
    "2026-11-23": "1110010100110011110011110",
    "2026-11-24": "1001101011101001011110110",
    "2026-12-31": "1001101011100100011000010",
    "2027-01-01": "0011111000000110011100100",
    "2028-02-29": "1000100000111110010011000",
    "2030-06-15": "0100011010000001101001000",
}
"""Recorded on the first day.  A failure here means that the archive has changed: mend the code."""
LEAST = dict(zip(DAYS, (10, 10, 11, 13, 8, 15), strict=True))
LATER = "2031-01-01T12:00:00Z"


def by_chasing(board: str) -> list[tuple[int, ...]]:
    """Return every set of presses that turns a 5 x 5 off: a first row decides the rest."""
    found = []
    for first in itertools.product((0, 1), repeat=5):
        lights = [[int(board[5 * r + c]) for c in range(5)] for r in range(5)]
        presses: list[int] = []
        for r in range(5):
            row = first if r == 0 else tuple(lights[r - 1])
            for c in range(5):
                for down, right in PLUS if row[c] else ():
                    if 0 <= r + down < 5 and 0 <= c + right < 5:
                        lights[r + down][c + right] ^= 1
            presses += row
        if not any(map(any, lights)):
            found.append(tuple(presses))
    return found


def drawn(page) -> list[list[int]]:
    return page.locator(".answer").evaluate_all(
        "all => all.map((f) => [...f.querySelectorAll('rect')].map("
        "(r) => +(r.nextElementSibling?.localName === 'circle')))"
    )


def test_every_answer_is_shown_with_its_count_and_laid_on_the_board(open_page):
    board = DAYS["2026-11-23"]
    page = open_page(f"/#{SHAPE},{board}")
    page.click("[data-view=why]")
    expect(page.locator(".answer")).to_have_count(4)
    expected = by_chasing(board)
    assert sorted(map(tuple, drawn(page))) == sorted(expected)
    assert page.locator(".answer b").all_text_contents() == [
        str(count) for count in sorted(map(sum, expected))
    ]
    expect(page.locator(".answer.least")).to_have_count(1)
    expect(page.locator("#number")).to_have_text("Why 10 is the least")
    page.locator(".answer").nth(3).click()
    shown = page.locator("#board .lamp").evaluate_all(
        "all => all.map((l) => +l.classList.contains('pressed'))"
    )
    assert shown == drawn(page)[3]
    page.click("nav [data-view=play]")
    expect(page.locator("#undo")).to_be_disabled()


def test_many_answers_are_counted_by_their_presses(open_page):
    # a press on a 3 x 3 torus with the king's rule adds 1 to every light: two more are missing
    page = open_page("/#3,3,3,king,torus,111111111")
    page.click("[data-view=why]")
    expect(page.locator(".histogram li").first).to_contain_text("2 presses")
    counts = Counter(sum(presses) for presses in itertools.product(range(3), repeat=9))
    shown = [
        [int(number) for number in re.findall(r"\d+", said.replace(",", ""))]
        for said in page.locator(".histogram li").all_text_contents()
    ]
    assert shown == [[n, many] for n, many in sorted(counts.items()) if n % 3 == 2]


def test_a_day_keeps_its_board_for_ever(open_page):
    page = open_page("/#day=2026-11-23", now=LATER)
    for day, board in DAYS.items():
        page.evaluate(f"location.hash = 'day={day}'")
        named = datetime.date.fromisoformat(day)
        expect(page.locator("#sentence")).to_contain_text(f"Daily, {named:%b} {named.day}.")
        expect(page.locator("#number")).to_have_text(str(LEAST[day]))
        assert lit(page) == [k for k, value in enumerate(board) if value == "1"]
        assert min(map(sum, by_chasing(board))) == LEAST[day]


def test_the_game_opens_again_without_a_network(open_page):
    page = open_page(f"/#{CORNER}", expected=("ERR_INTERNET_DISCONNECTED",))
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    wait_for_worker(page)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    for view in VIEWS:
        page.click(f"nav [data-view={view}]")
        expect(page.locator(f"[data-panel={view}] > *").first).to_be_attached()
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Solved")


PROOFS = {f"proofs/{level}.json" for level in range(51, 61) if level != 56}


def test_every_file_of_the_game_is_kept_for_days_without_a_network():
    listed = set(json.loads((GAME / "files.json").read_text(encoding="utf-8")))
    files = {path.relative_to(GAME).as_posix() for path in GAME.rglob("*.*")}
    # the page itself is "./"; a picture is for those who preview links, a proof for a checker
    assert listed == {"./"} | files - {"index.html", "picture.png", "files.json", "sw.js"} - PROOFS


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_game(open_page, scheme):
    core = pytest.importorskip(
        "axe_playwright_python", reason="axe-core comes with pip install axe-playwright-python"
    )
    page = open_page(f"/#{SHAPE},{DAYS['2026-11-23']}", color_scheme=scheme)
    page.evaluate((resources.files(core) / "axe.min.js").read_text())
    for view, there in VIEWS.items():
        page.click(f"nav [data-view={view}]")
        expect(page.locator(there).first).to_be_visible()
        found = page.evaluate("axe.run()")["violations"]
        assert [(view, v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found] == []
