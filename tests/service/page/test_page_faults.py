"""What once went wrong on the page: files with a token, games without an end, folders."""

import json
import re

import pytest

from lo_exact.errors import InputError
from lo_exact.formats import parse_puzzle
from tests.service.page.conftest import CHROMIUM, playwright
from tests.service.page.test_page import PAGE, lights, proof_and_picture, solve, take
from tests.service.page.test_page_game import CORNER, GAME, lamp, lit, plainly_served
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
    for wanted, said in (("light", "Light"), ("", "Light or dark: as the system")):
        page.click("#theme")
        assert page.evaluate("document.documentElement.style.colorScheme") == wanted
        expect(page.locator("#theme")).to_have_attribute("aria-label", said)


def test_a_page_that_is_still_loading_is_grey_and_has_room_for_its_board(browser, served):
    page = browser.new_page(locale="ja-JP", viewport={"width": 1000, "height": 900})
    held, asked = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/main.js", lambda route: held.insert(0, route))
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
    for _ in range(7):
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


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ("1 0 1\n0 1 0\n1 0 9\n", "a colour must be", 3),
        ("101\n1011\n", "equally long", 2),
        ("hello world", "no board", 1),
        ("⬜⬛⬜\n⬛⬜⬛", "read several ways", 1),
        ("mode: cross\nX.X\n.X.\n", "beside the board stands", 1),
        ("X.X hi\n.X.\nX.X\n", "words stand beside", 2),
        ("0x1ff", "needs a size", 1),
        ("p edge 3 2\ne 1 9\n", "", 2),
    ],
)
def test_a_fault_of_a_text_has_a_sentence_of_its_kind(text, kind, line):
    with pytest.raises(InputError, match=f"{line}:.*{kind}"):
        parse_puzzle(text)
    for name in ("en", "ja"):
        words = json.loads((PAGE / f"game/words/{name}.json").read_text(encoding="utf-8"))
        kinds = [key for key in words if key.startswith("bad.")]
        assert f"bad.{kind}" in kinds
        assert kinds[-1] == "bad."  # it fits every fault


def test_what_is_wrong_is_said_in_the_readers_language_without_options(open_page):
    page = open_page(locale="ja-JP", expected=("422",))
    take(page, "1 0 1\n0 1 0\n1 0 9\n", re.compile("^3 行目に、色ではない数があります。"))
    take(page, "p edge 3 2\ne 1 9\n", "2 行目を読めませんでした")


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("4,4,2,plus,cylinder,1111000000000000", "A press switches itself and the four beside. "
         "The left and right edges are joined. Turn them all off."),
        ("4,4,3,knight,plane,1111000000000000", "A press makes itself and knight’s steps one step "
         "hotter; after the hottest they are off. Turn them all off."),
    ],
)  # fmt: skip
def test_a_rule_is_said_in_words_and_seen_under_a_finger(open_page, board, said):
    page = open_page(f"/#{board}", has_touch=True, is_mobile=True)
    expect(page.locator("#sentence")).to_have_text(said)
    box = lamp(page, 0).bounding_box()
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 9, "y": box["y"] + 9}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".touched")).to_have_count(4 if "plus" in board else 3)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".touched")).to_have_count(0)


def test_a_press_in_why_changes_nothing_and_a_new_view_says_nothing_old(open_page):
    page = open_page(f"/#{CORNER}", service_workers="block")
    before, held = lit(page), {}
    page.route("**/views/why.js", lambda route: held.update(why=route))
    page.click("nav [data-view=why]")
    lamp(page, 12).click()  # before the view is there
    assert lit(page) == before
    held["why"].continue_()
    expect(page.locator("[data-panel=why] .maps")).to_be_visible()
    lamp(page, 12).click()
    expect(page.locator("#sentence")).to_have_text("A press is made in Play.")
    assert lit(page) == before
    expect(page.locator("body")).to_have_attribute("data-view", "why")
    page.click("nav [data-view=days]")
    expect(page.locator("#spoken")).to_be_empty()


def test_the_first_month_has_none_before_and_no_figures_are_earned_by_nothing(open_page):
    page = open_page("/#days/", now="2026-11-28T12:00:00Z")
    expect(page.get_by_label("Month before")).to_be_disabled()
    expect(page.locator("[data-panel=days]")).to_contain_text(
        "The first puzzle was that of November 23, 2026."
    )
    expect(page.locator(".extra")).to_have_count(0)


def test_the_days_turn_over_at_midnight(open_page):
    page = open_page("/#days/", clock="2026-12-04T23:59:50Z", timezone_id="UTC")
    expect(page.locator(".day").first).to_contain_text("Friday")
    page.clock.run_for(20_000)
    expect(page.locator(".day").first).to_contain_text("Saturday")
    page.get_by_role("button", name="December 2", exact=True).click()
    page.get_by_role("button", name="Today", exact=True).click()
    expect(page.locator(".day").first).to_contain_text("Saturday")


def test_fields_say_their_limits_and_a_change_is_undone(open_page):
    page = open_page(f"/#set/{CORNER}")
    expect(page.locator(".fields")).to_contain_text("Rows 1–50")
    page.fill("#colours", "1")
    page.locator("#colours").press("Tab")
    expect(page.locator("#colours")).to_have_value("2")
    page.fill("#rows", "999")
    page.locator("#rows").press("Tab")
    expect(page.locator("#rows")).to_have_value("50")
    expect(page.locator("#board .lamp")).to_have_count(250)
    assert page.locator(".case").bounding_box()["height"] < 720
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#board .lamp")).to_have_count(25)
    assert lit(page) == [0, 1, 5]


def test_without_a_network_what_needs_it_is_grey_and_says_so(open_page):
    page = open_page(ready="body[data-paper=yes]", expected=("ERR_INTERNET_DISCONNECTED",))
    solve(page, "15 presses")
    proof = page.locator(".asks")
    expect(proof).to_be_enabled()
    page.context.set_offline(True)
    expect(proof).to_be_disabled()
    shown = proof.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert "title" in shown or "needs the network" in shown
    take(page, "graph { a -- b }\n", "You are offline: only the server")
    page.context.set_offline(False)
    expect(proof).to_be_enabled()


def test_a_square_board_has_no_sign_that_it_goes_on_and_a_tall_one_has(open_page):
    page = open_page("/#day=2026-11-24,9", viewport={"width": 360, "height": 740})
    assert "tall" not in page.get_attribute(".case", "class")
    hint = page.locator("#hint").bounding_box()
    assert hint["x"] + hint["width"] <= 344
    page.evaluate("location.hash = '40,5,2,plus,plane," + "10" * 100 + "'")
    expect(page.locator(".case")).to_have_class(re.compile("tall"))
    assert page.locator("#undo").bounding_box()["y"] < 740


def test_a_rule_stays_to_be_read_and_the_board_stays_where_it_is(open_page):
    page = open_page("/#level=30", viewport={"width": 360, "height": 740})
    rule = "A press switches itself and the four beside. Opposite edges are joined, left and right"
    for board in ("level=30", "day=2026-11-24"):
        page.evaluate(f"location.hash = '{board}'")
        expect(page.locator("#count")).to_have_text(re.compile("needed|to go"))
        expect(page.locator("#how")).to_be_hidden()
        top = page.locator(".case").bounding_box()["y"]
        lamp(page, 3).click()
        expect(page.locator("#how")).to_be_visible()
        assert page.locator(".case").bounding_box()["y"] == top
        page.click("#hint")
        expect(page.locator("#sentence")).to_contain_text("row")
        assert page.locator(".case").bounding_box()["y"] == top
        if board == "level=30":
            expect(page.locator("#how")).to_contain_text(rule)


def test_texts_grow_with_the_readers_own_size(browser, served):
    larger = browser.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    )
    # twice as large; on a phone as far as there is room
    for width, factor in ((360, 1.224), (800, 2), (1440, 2)):
        for one, wanted in ((larger, factor), (browser, 1)):
            view = {"width": width, "height": 900}
            page = one.new_page(viewport=view, ignore_https_errors=True)
            page.goto(f"{served.home}/#{CORNER}")
            page.wait_for_selector("body[data-ready=yes]")
            for text, pixels in (("#new", 15), ("footer p", 13)):
                size = page.locator(text).evaluate("(one) => getComputedStyle(one).fontSize")
                assert float(size.removesuffix("px")) == pytest.approx(wanted * pixels)
            over = "document.documentElement.scrollWidth - innerWidth"
            assert page.evaluate(over) <= 0, width
            page.close()
    larger.close()


def test_on_a_phone_what_is_pasted_or_a_picture_comes_before_the_tools_that_draw(open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    picture = page.get_by_text("Read a picture")
    tools = page.get_by_role("button", name="Takes lights away")
    parts = [page.locator("#solve"), page.locator("#take"), picture, tools]
    places = [part.bounding_box()["y"] for part in parts]
    assert places == sorted(places)
    assert places[1] < 2 * 740
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_link_to_the_solver_opens_it_before_its_board_is_weighed(browser):
    with plainly_served(GAME.parent) as address:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.route("**/worker.js", lambda route: None)  # what weighs boards never comes
        page.goto(f"{address}/game/#solve/8,8,2,plus,plane,{'1' * 64}")
        expect(page.locator("#solve")).to_be_visible()
        page.wait_for_selector("body[data-ready=yes]")
        context.close()
