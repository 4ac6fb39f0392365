"""The score of the game: presses made count, undone ones and hints too; a day tells nothing."""

import numpy as np
import pytest

import lo_exact
from tests.service.page.conftest import playwright
from tests.service.page.test_page_game import CORNER, LEVELS, lamp, lit
from tests.service.page.test_page_solver import puzzle
from tests.service.page.test_page_why import DAYS, by_chasing

expect = playwright.expect
DAY = "2026-11-23"


def shortest(board: str) -> list[int]:
    presses = min(by_chasing(board), key=sum)
    return [place for place, times in enumerate(presses) if times]


def test_a_day_tells_nothing_and_looking_and_undoing_is_not_perfect(open_page):
    page = open_page(f"/#day={DAY}")
    expect(page.locator("#number")).to_have_text("10")
    good, bad = shortest(DAYS[DAY])[0], 0
    seen = set()
    for place in (good, bad):
        lamp(page, place).click()
        expect(page.locator("#unit")).to_contain_text("10 are needed")
        seen.add(page.text_content("#sentence"))
        page.click("#undo")
    assert len(seen) == 1  # good or bad, the words are the same
    expect(page.locator("#number")).to_have_text("2")
    for place in shortest(DAYS[DAY]):
        lamp(page, place).click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#sentence")).to_contain_text("12 presses. 10 are enough: proved. 2 of")
    expect(page.locator("#result")).to_contain_text("↩️↩️" + 10 * "🟡")
    expect(page.locator("#result")).to_contain_text("12, least 10")


def test_a_day_without_help_is_perfect(open_page):
    page = open_page(f"/#day={DAY}")
    for place in shortest(DAYS[DAY]):
        lamp(page, place).click()
    expect(page.locator("#number")).to_have_text("Perfect")


def test_asking_for_the_number_of_a_day_is_a_hint_that_is_marked(open_page):
    page = open_page(f"/#day={DAY}")
    first, *others = shortest(DAYS[DAY])
    lamp(page, first).click()
    page.click("#left")
    expect(page.locator("#number")).to_have_text("9")
    said = "Good press. A second hint ends the streak."
    expect(page.locator("#sentence")).to_have_text(said)
    for place in others:
        lamp(page, place).click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#result")).to_contain_text("10, least 10 💡")


@pytest.mark.parametrize("view", ["why", "hand"])
def test_a_view_that_solves_a_day_asks_first_and_counts_as_help(open_page, view):
    page = open_page(f"/#day={DAY}")
    page.click(f"nav [data-view={view}]")
    expect(page.locator("#number")).to_have_text("This would solve it")
    page.click("nav [data-view=play]")
    expect(page.locator("#number")).to_have_text("10")
    page.click(f"nav [data-view={view}]")
    page.get_by_text("Show it all the same").click()
    page.click("nav [data-view=play]")
    for place in shortest(DAYS[DAY]):
        lamp(page, place).click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#result")).to_contain_text("📖")


def test_undone_presses_count_after_restart_and_reload(open_page):
    page = open_page(f"/#{CORNER}")
    lamp(page, 24).click()
    page.click("#undo")
    page.click("#redo")
    page.click("#restart")
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#sentence")).to_contain_text("2 presses. 1 is enough: proved. 1 of them")


def test_a_level_that_a_view_solved_has_one_star(open_page):
    page = open_page("/#level=1")
    page.click("nav [data-view=why]")
    expect(page.locator("#number")).to_have_text("This would solve it")
    page.get_by_text("Show it all the same").click()
    expect(page.locator("#number")).to_have_text("Why 1 is the least")
    place = page.locator(".lamp.pressed").get_attribute("data-place")
    page.click("nav [data-view=play]")
    lamp(page, place).click()
    expect(page.locator("#unit")).to_have_text("★")


@pytest.mark.parametrize("view", ["why", "hand", "solve"])
def test_a_board_of_the_rush_that_a_view_solved_does_not_count(open_page, view):
    page = open_page("/#rush")
    page.click("#start-rush")
    expect(page.locator("#unit")).to_have_text("0 perfect")
    for key in ("h", "l"):  # neither hints nor the number are offered
        page.keyboard.press(key)
    assert page.locator(".lamp.hint").count() == 0
    expect(page.locator(f"nav [data-view={view}]")).to_be_disabled()
    page.evaluate(f"location.hash = '{view}/run'")
    expect(page.locator("#number")).to_have_text("This would solve it")
    page.get_by_text("Show it all the same").click()
    page.click("nav [data-view=play]")
    on = "".join("1" if k in lit(page) else "0" for k in range(9))
    for place in np.flatnonzero(lo_exact.minimum(puzzle(f"3,3,2,plus,plane,{on}")).presses):
        lamp(page, place).click()
    expect(page.locator("#number")).not_to_have_text("Solved")  # the next board
    expect(page.locator("#unit")).to_have_text("0 perfect ✕1")
    assert page.evaluate("JSON.parse(localStorage['game.run']).list") == [False]


def test_a_day_that_was_solved_before_counts_its_runs_and_not_the_streak(open_page):
    page = open_page(f"/#day={DAY}", now=f"{DAY}T12:00:00Z", timezone_id="UTC")
    presses = shortest(DAYS[DAY])
    for place in [0, 0, *presses]:
        lamp(page, place).click()
    expect(page.locator("#sentence")).to_contain_text("12 presses. 10 are enough: proved.")
    page.keyboard.press("Control+z")  # the same run, whose last press is made again
    page.keyboard.press("y")
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#sentence")).not_to_contain_text("Run")
    page.click("#restart")
    for place in presses:
        lamp(page, place).click()
    said = "Run 2; solved before with 12. This run does not change the streak."
    expect(page.locator("#sentence")).to_contain_text(said)
    expect(page.locator("#result")).to_contain_text("🔁2")
    kept = page.evaluate("JSON.parse(localStorage['game.days'])")[DAY]["5"]
    assert (kept["n"], kept["runs"]) == (12, 2)


def test_a_level_that_was_solved_before_says_so_and_keeps_its_best(open_page):
    page = open_page("/#level=1")
    on = [glyph == "1" for glyph in LEVELS[0][0].split(",")[-1]]
    (best,) = np.flatnonzero(lo_exact.minimum(puzzle(LEVELS[0][0])).presses)
    assert sum(on) == len(lit(page))
    for run, presses in enumerate(([4, 4, best], [best]), start=1):
        for place in presses:
            lamp(page, place).click()
        expect(page.locator("#unit")).to_have_text("★★" if run == 1 else "★★★")
        for _ in range(100):  # the page's policy forbids to poll inside
            if page.evaluate("(localStorage['game.rungs'] ?? '').includes('runs')"):
                break
            page.wait_for_timeout(50)
        if run == 1:
            page.click("#restart")
    expect(page.locator("#sentence")).to_contain_text("Run 2; solved before with 3.")
    assert page.evaluate("localStorage['game.rungs']") == '{"0":{"n":1,"runs":2}}'


def test_the_answer_of_today_is_not_shown_for_a_mere_copy_of_its_board(open_page):
    page = open_page("/#solve/", now="2026-11-24T12:00:00Z", timezone_id="UTC")
    board = DAYS["2026-11-24"]
    page.fill("textarea", "\n".join(board[k : k + 5] for k in range(0, 25, 5)))
    page.click("#solve")
    expect(page.locator("#number")).to_have_text("This would solve it")
    assert page.url.endswith("#solve/day=2026-11-24")


def test_who_looked_at_the_answer_is_not_perfect(open_page):
    page = open_page(f"/#{CORNER}")
    page.click("nav [data-view=why]")
    expect(page.locator("#number")).to_have_text("Why 1 is the least")
    page.click("nav [data-view=play]")
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Solved")
    expect(page.locator("#result")).to_contain_text("📖")


def test_the_solver_answers_what_stands_in_its_field(open_page):
    page = open_page(f"/#solve/{CORNER}", expected=("422",))
    page.fill("textarea", "###\n#.#\n###\n")
    page.click("#solve")
    expect(page.locator("#number")).to_have_text("8 presses")
    page.fill("textarea", "no board at all")
    page.click("#solve")
    expect(page.locator("#number")).to_have_text("Not understood")
    expect(page.locator("#steps > *")).to_have_count(0)


def test_presses_in_another_tab_count_for_a_day(open_page):
    page = open_page("/#day=2026-11-24", now="2026-11-24T12:00:00Z", timezone_id="UTC")
    other = page.context.new_page()
    other.clock.set_fixed_time("2026-11-24T12:00:00Z")
    other.goto(page.url)
    lamp(other, 0).click()
    lamp(other, 1).click()
    expect(page.locator("#unit")).to_contain_text("made")
    expect(page.locator("#number")).to_have_text("2")


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("day=2026-12-25", "That day has not come yet."),
        ("level=61", "There are 60 levels."),
        ("nonsense", "This link holds no board."),
    ],
)
def test_a_link_without_a_puzzle_says_so_wherever_it_is_followed(open_page, link, said):
    page = open_page("/#days/", now="2026-11-24T12:00:00Z", timezone_id="UTC")
    page.evaluate(f"location.hash = '{link}'")
    expect(page.locator("#sentence")).to_contain_text(said)


def test_a_link_to_the_rush_opens_it(open_page):
    page = open_page("/#run")
    expect(page.locator("#start-rush")).to_be_visible()


def test_a_board_that_can_no_longer_count_says_so(open_page):
    page = open_page("/#rush")
    page.click("#start-rush")
    expect(page.locator("#unit")).to_have_text("0 perfect")
    lamp(page, 0).click()
    page.click("#undo")
    lamp(page, 1).click()
    expect(page.locator("#sentence")).to_contain_text("no longer counts")
