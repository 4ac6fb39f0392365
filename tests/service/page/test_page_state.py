"""Views and boards as addresses, games that are kept, and browsers that keep nothing."""

import functools
import http.server
import re
import threading
import time

import numpy as np
import pytest

import lo_exact
from tests.service.page.conftest import playwright, wait_for_worker
from tests.service.page.test_page_game import CORNER, FAR, GAME, lamp, lit
from tests.service.page.test_page_solver import puzzle

expect = playwright.expect
BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(
    window, name, {get() { throw new DOMException("blocked", "SecurityError"); }});"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


def test_back_and_forward_lead_through_views_and_boards(open_page):
    page = open_page(f"/#{CORNER}")
    page.click("nav [data-view=why]")
    page.reload()  # a view is an address
    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#number")).to_have_text("Why 1 is the least")
    page.evaluate(f"location.hash = '{FAR}'")
    expect(page.locator("#number")).to_have_text("15")
    page.go_back()
    expect(page.locator("#number")).to_have_text("Why 1 is the least")
    page.go_back()
    expect(page.locator("#number")).to_have_text("1")
    page.go_forward()
    page.go_forward()
    expect(page.locator("#number")).to_have_text("15")


def test_the_previous_puzzle_comes_back_as_it_was_left(open_page):
    page = open_page(f"/#{CORNER}")
    expect(page.locator("#previous")).to_be_disabled()
    lamp(page, 24).click()
    page.click("#new")
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#previous")
    expect(page.locator("#number")).to_have_text("2")
    assert lit(page) == [0, 1, 5, 19, 23, 24]


def test_two_tabs_keep_to_themselves(open_page):
    page = open_page(f"/#{CORNER}")
    lamp(page, 24).click()
    other = page.context.new_page()
    other.goto(page.url.replace(CORNER, FAR))
    other.wait_for_selector("body[data-ready=yes]")
    other.locator('[data-place="0"]').click()
    lamp(page, 12).click()
    for tab, count in ((page, 2), (other, 1)):
        tab.reload()
        tab.wait_for_selector("body[data-ready=yes]")
        for _ in range(count):
            expect(tab.locator("#undo")).to_be_enabled()
            tab.click("#undo")
        expect(tab.locator("#undo")).to_be_disabled()


def test_blocked_and_full_storage_take_nothing_but_the_memory(open_page):
    for script in (BLOCKED, FULL):
        page = open_page(f"/#{CORNER}", script=script)
        for view in ("why", "hand", "days", "set", "solve", "play"):
            page.click(f"nav [data-view={view}]")
            expect(page.locator(f"[data-panel={view}] > *").first).to_be_visible()
        page.click("#theme")
        page.select_option("#language", "ja")
        expect(page.locator("#undo")).to_have_text("戻す")
        lamp(page, 0).click()
        expect(page.locator("#number")).to_have_text("解けました")


class Slow(http.server.SimpleHTTPRequestHandler):
    """A web server that takes its time once it is told to."""

    seconds = 0.0

    def log_message(self, *_):
        pass

    def do_GET(self):
        time.sleep(self.seconds)
        super().do_GET()


def test_a_second_visit_on_a_slow_network_opens_at_once(browser):
    handler = functools.partial(Slow, directory=GAME)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as plain:
        threading.Thread(target=plain.serve_forever, daemon=True).start()
        page = browser.new_context().new_page()
        try:
            page.goto(f"http://127.0.0.1:{plain.server_port}/#{CORNER}")
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            wait_for_worker(page)
            Slow.seconds = 2.0
            began = time.monotonic()
            page.reload()
            page.wait_for_selector("body[data-ready=yes]")
            assert time.monotonic() - began < 2
        finally:
            Slow.seconds = 0.0
            page.context.close()
            plain.shutdown()


def test_after_the_third_win_the_browsers_offer_to_install_is_passed_on(open_page):
    page = open_page(f"/#{CORNER}")
    page.evaluate(
        """() => {
            const offer = new Event("beforeinstallprompt", {cancelable: true});
            offer.prompt = () => { document.title = "offered"; };
            window.dispatchEvent(offer);
        }"""
    )
    for wins in (1, 2, 3):
        lamp(page, 0).click()
        expect(page.locator("#install")).to_be_visible(visible=wins == 3)
        page.click("#restart")
    page.click("#install")
    assert page.title() == "offered"
    expect(page.locator("#install")).to_be_hidden()


def test_sound_is_off_until_it_is_wanted(open_page):
    counting = """window.tones = 0; window.AudioContext = class extends AudioContext {
        createOscillator() { window.tones += 1; return super.createOscillator(); } };"""
    page = open_page(f"/#{FAR}", script=counting)
    lamp(page, 0).click()
    assert page.evaluate("window.tones") == 0
    page.check("#sound")
    lamp(page, 1).click()
    assert page.evaluate("window.tones") == 2  # of the switch and of the press
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#sound")).to_be_checked()


def test_lights_can_be_swapped_as_in_a_picture_of_a_light_theme(open_page):
    page = open_page(f"/#set/{CORNER}")
    page.get_by_role("button", name="Swap on and off").click()
    assert lit(page) == [k for k in range(25) if k not in (0, 1, 5)]


def opened(page, view: str, button: str) -> None:
    page.click(f"nav [data-view={view}]")
    page.locator(button).first.click()


@pytest.mark.parametrize(
    ("view", "button", "there"),
    [
        ("days", ".day", "#day="),
        ("ladder", ".rungs button", "#level=1"),
        ("rush", "#start-rush", "#run"),
        ("set", ".gallery a", f"/#{FAR}$"),
    ],
)
def test_what_a_view_opens_is_one_step_back_and_one_forward(open_page, view, button, there):
    page = open_page(f"/#{CORNER}", now="2026-12-01T12:00:00Z")
    opened(page, view, button)
    expect(page).to_have_url(re.compile(there))
    expect(page.locator("#board .lamp.lit").first).to_be_visible()
    before = lit(page)
    page.go_back()
    expect(page).to_have_url(re.compile(f"#{view}/{CORNER}$"))
    expect(page.locator("body")).to_have_attribute("data-view", view)
    page.go_back()
    expect(page).to_have_url(re.compile(f"/#{CORNER}$"))
    page.go_forward()
    expect(page).to_have_url(re.compile(f"#{view}/{CORNER}$"))
    page.go_forward()
    expect(page).to_have_url(re.compile(there))
    expect(page.locator("#board .lamp.lit")).to_have_count(len(before))
    assert lit(page) == before


def test_a_board_that_the_solver_or_a_picture_opens_is_one_step_back(open_page):
    page = open_page(f"/#solve/{CORNER}")
    page.fill("[data-panel=solve] textarea", "###\n#.#\n###\n")
    page.click("#take")
    expect(page).to_have_url(re.compile("#solve/3,3,2"))
    page.go_back()
    expect(page).to_have_url(re.compile(f"#solve/{CORNER}$"))
    page.evaluate("""() => {
        const data = new DataTransfer();
        data.setData("text", "###\\n#.#\\n###\\n");
        document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data}));
    }""")
    expect(page).to_have_url(re.compile("#3,3,2"))
    page.go_back()
    expect(page).to_have_url(re.compile(f"#solve/{CORNER}$"))


@pytest.mark.parametrize(
    ("view", "button"),
    [("days", ".day"), ("ladder", ".rungs button"), ("rush", "#start-rush"),
     ("set", ".gallery a")],
)  # fmt: skip
def test_the_keyboard_keeps_its_focus_in_what_is_opened(open_page, view, button):
    page = open_page(f"/#{CORNER}")
    page.locator(f"nav [data-view={view}]").focus()
    page.keyboard.press("Enter")
    page.locator(button).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-place="0"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator('[data-place="1"]')).to_be_focused()


def test_a_day_of_the_calendar_keeps_the_focus(open_page):
    page = open_page("/#days/", now="2026-12-05T12:00:00Z")
    day = page.get_by_role("button", name="December 2", exact=True)
    day.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".day").first).to_contain_text("Wednesday")
    expect(day).to_be_focused()


def put_out(page, *, perfect: bool = True) -> None:
    """Press a 3 x 3 board off, each of which has one answer; badly with a press made twice more."""
    on = "".join("1" if k in lit(page) else "0" for k in range(9))
    presses = np.array(lo_exact.minimum(puzzle(f"3,3,2,plus,plane,{on}")).presses)
    for place in [*([] if perfect else [4, 4]), *np.flatnonzero(presses.reshape(-1))]:
        page.click(f'[data-place="{place}"]')
    expect(page.locator("#new")).not_to_have_text("Skip (a miss)")  # the page has seen the win
    page.clock.run_for(700)


def test_a_rush_goes_on_after_a_reload_by_the_clock_on_the_wall(open_page):
    page = open_page("/#days/", clock="2026-12-01T12:00:00Z")
    opened(page, "rush", "#start-rush")
    expect(page.locator("#hint")).to_be_disabled()
    expect(page.locator("#unit")).to_have_text("0 perfect")
    put_out(page)
    expect(page.locator("#unit")).to_have_text("1 perfect")
    page.click('[data-place="8"]')
    page.click("#undo")
    board = lit(page)
    page.clock.run_for(60_000)
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#unit")).to_have_text("1 perfect")
    assert lit(page) == board
    minutes, seconds = map(int, page.text_content("#number").split(":"))
    assert 100 < 60 * minutes + seconds < 120  # a minute of three is gone
    expect(page.locator("#redo")).to_be_enabled()  # and the press taken back is not forgotten
    put_out(page)
    expect(page.locator("#unit")).to_have_text("1 perfect ✕1")
    page.get_by_role("button", name="Skip (a miss)").click()
    page.clock.run_for(180_000)
    expect(page.locator("#number")).to_have_text("1 perfect board")
    expect(page.locator("[data-panel=rush]")).to_contain_text("🟡⚪⚪")
    expect(page).to_have_url(re.compile("#rush/day=2026-12-01$"))
    page.go_back()
    expect(page).to_have_url(re.compile("#rush/day=2026-12-01$"))


def test_a_rush_that_ended_while_the_page_was_closed_counts(open_page):
    page = open_page("/#days/", clock="2026-12-01T12:00:00Z")
    opened(page, "rush", "#start-rush")
    expect(page.locator("#unit")).to_have_text("0 perfect")
    put_out(page)
    expect(page.locator("#unit")).to_have_text("1 perfect")
    page.goto("about:blank")
    page.clock.run_for(200_000)
    page.go_back()
    page.wait_for_selector("body[data-ready=yes]")
    expect(page.locator("#number")).to_have_text("1 perfect board")
    expect(page.locator("body")).to_have_attribute("data-view", "rush")


@pytest.mark.parametrize("size", [(740, 360), (720, 450), (360, 740), (1440, 900)])
@pytest.mark.parametrize("board", ["level=60", "20,20,2,plus,plane," + "10" * 200])
def test_nothing_lies_on_the_board(open_page, size, board):
    page = open_page(f"/#{board}", viewport=dict(zip(("width", "height"), size, strict=True)))
    page.wait_for_selector("#board .lamp")
    covered = page.locator("#board .lamp").evaluate_all(
        """all => all.filter((lamp) => {
            lamp.scrollIntoView({block: "center", inline: "center"});
            const {left, top, width, height} = lamp.getBoundingClientRect();
            const seen = document.elementFromPoint(left + width / 2, top + height / 2);
            return seen?.closest(".lamp") !== lamp;
        }).length"""
    )
    assert covered == 0
    # the sign that a board goes on stands below it, outside its frame
    sign = "getComputedStyle(document.querySelector('.case'), '::after').content"
    assert page.evaluate(sign) == "none"
