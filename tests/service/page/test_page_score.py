"""The score of the game: presses made count, undone ones and hints too; a day tells nothing."""

import pytest

from tests.service.page.conftest import playwright
from tests.service.page.test_page_game import CORNER, lamp
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
        expect(page.locator("#unit")).to_contain_text("least 10")
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
    expect(page.locator("#sentence")).to_have_text("Good press.")
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
