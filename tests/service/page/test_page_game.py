"""The game: played, won, helped and kept in the system's Chromium."""

import contextlib
import functools
import http.server
import json
import re
import threading

import pytest

from tests.service.page.conftest import playwright
from tests.service.serving import ROOT

expect = playwright.expect
GAME = ROOT / "lo_exact/service/page/game"
LEVELS = json.loads((GAME / "levels.json").read_text(encoding="utf-8"))
CORNER = "5,5,2,plus,plane,1100010000000000000000000"  # one press in the corner
FAR = "5,5,2,plus,plane,1111111111111111111111111"


def lamp(page, place: int):
    return page.locator(f'[data-place="{place}"]')


def lit(page) -> list[int]:
    return page.locator("#board .lamp").evaluate_all(
        "all => all.map((b, k) => b.classList.contains('lit') ? k : -1).filter((k) => k >= 0)"
    )


def test_the_game_is_the_front_page_and_old_addresses_lead_to_it(open_page, served):
    page = open_page(f"/play/#{CORNER}")  # where the game once stood
    assert page.url == f"{served.home}/#{CORNER}"
    expect(page.locator("#number")).to_have_text("1")


def test_one_press_wins_what_one_press_made(open_page):
    page = open_page(f"/#{CORNER}")
    expect(page.locator("#number")).to_have_text("1")
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Perfect")
    expect(page.locator("#sentence")).to_contain_text("Nobody can do it in fewer: proved.")
    expect(page.locator("#result")).to_contain_text("1 of 1, perfect")
    assert lit(page) == []


def test_hints_alone_win_all_on_in_the_published_15(open_page):
    page = open_page(f"/#{FAR}")
    for left in range(15, 0, -1):
        expect(page.locator("#number")).to_have_text(str(left))
        page.keyboard.press("h")
        page.locator(".lamp.hint").click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#sentence")).to_contain_text("With 15 hints.")


def test_presses_are_judged_undone_made_again_and_kept_over_a_reload(open_page):
    page = open_page(f"/#{CORNER}")
    lamp(page, 24).click()
    expect(page.locator("#sentence")).to_contain_text("That set you back by 1.")
    expect(page.locator("#number")).to_have_text("2")
    expect(page.locator("#spoken")).to_contain_text("2 to go. 6 lights are on.")
    page.click("#undo")
    expect(page.locator("#number")).to_have_text("1")
    assert lit(page) == [0, 1, 5]
    page.click("#redo")
    expect(page.locator("#number")).to_have_text("2")
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#number")).to_have_text("2")
    assert lit(page) == [0, 1, 5, 19, 23, 24]
    page.click("#restart")
    expect(page.locator("#number")).to_have_text("1")


@pytest.mark.parametrize(("level", "least"), [(0, 4), (2, 10), (3, 15)])
def test_a_level_is_its_proved_minimum(open_page, level, least):
    page = open_page(f"/#{CORNER}")
    page.click(f"[data-level='{level}']")
    expect(page.locator("#number")).to_have_text(str(least))


def test_a_board_that_nothing_turns_off_says_why(open_page):
    page = open_page("/#5,5,2,plus,plane,1" + "0" * 24)
    expect(page.locator("#number")).to_have_text("Impossible")
    assert page.locator(".diamond").count() == 12  # the corner lies in a quiet pattern of 12
    expect(page.locator("#sentence")).to_contain_text("No presses turn this board off.")
    page.click("[data-view=why]")
    expect(page.locator(".reasons dt")).to_have_text(["12", "even", "1"])
    page.get_by_text("make it possible").click()
    expect(page.locator("#number")).to_have_text(re.compile("^[1-9]"))


def test_the_puzzle_of_a_day_is_the_same_for_everybody(open_page):
    boards = []
    for _ in range(2):
        page = open_page("/#day=2026-11-23")
        expect(page.locator("#number")).to_have_text("10")
        boards.append(lit(page))
    assert boards[0] == boards[1]


def test_keys_and_japanese(open_page):
    page = open_page(f"/#{CORNER}", locale="ja-JP")
    expect(page.locator("#undo")).to_have_text("戻す")
    lamp(page, 24).focus()
    for key in ("Home", *["ArrowUp"] * 4):
        page.keyboard.press(key)
    page.keyboard.press("?")
    expect(page.locator("#spoken")).to_contain_text("1 行 1 列, 点灯")
    page.keyboard.press("Space")
    expect(page.locator("#number")).to_have_text("完璧")


def test_both_languages_have_the_same_sentences_with_the_same_gaps():
    tables = []
    for name in ("en", "ja"):
        found = json.loads((GAME / f"words/{name}.json").read_text(encoding="utf-8"))
        tables.append({key: set(re.findall(r"\{(\w+)\}", said)) for key, said in found.items()})
    assert tables[0] == tables[1] != {}
    code = [path.read_text(encoding="utf-8") for path in GAME.rglob("*.js")]
    used = set(re.findall(r'(?:word|group)\("([\w.]+)"', "".join(code)))
    html = (GAME / "index.html").read_text(encoding="utf-8")
    used |= set(re.findall(r'data-(?:word|label)="([^"]+)"', html))
    assert used <= set(tables[0])


@contextlib.contextmanager
def plainly_served(folder):
    """Yield the address of a web server that knows nothing of ours."""
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *a: None})
    kinds = functools.partial(quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), kinds) as plain:
        threading.Thread(target=plain.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{plain.server_port}"
        plain.shutdown()


def test_the_game_needs_no_server_of_ours_and_is_small(browser):
    with plainly_served(GAME.parent) as address:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        sizes = {}
        page.on("response", lambda answer: sizes.setdefault(answer.url, len(answer.body())))
        page.goto(f"{address}/game/#{CORNER}")
        expect(page.locator("#number")).to_have_text("1")
        page.wait_for_selector("body[data-ready=yes]")
        # the code for paper comes 0.8 seconds later, which a slow machine sees before
        first = sum(size for url, size in sizes.items() if not url.endswith("qr.js"))
        for view in ("why", "hand", "days", "ladder", "rush", "set", "solve", "play"):
            page.click(f"nav [data-view={view}]")
            expect(page.locator(f"[data-panel={view}] > *").first).to_be_attached()
        lamp(page, 0).click()
        expect(page.locator("#number")).to_have_text(re.compile("Solved|解けました"))
        context.close()
    # what a visit loads before it opens another view; what opens every view but frozen levels
    assert 100_000 < first < 150_000
    assert sum(size for url, size in sizes.items() if not url.endswith("levels.json")) < 236_000
