"""Views and boards as addresses, games that are kept, and browsers that keep nothing."""

import functools
import http.server
import threading
import time

from tests.service.page.conftest import playwright, wait_for_worker
from tests.service.page.test_page_game import CORNER, FAR, GAME, lamp, lit

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
        expect(page.locator("#number")).to_have_text("完璧")


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
