"""Two maps on the board, against every answer found by light chasing."""

from tests.service.page.conftest import playwright
from tests.service.page.test_page_why import DAYS, PLUS, SHAPE, by_chasing

expect = playwright.expect
BOARD = DAYS["2027-01-01"]


def labels(page) -> list[str]:
    return page.locator("#board .lamp").all_text_contents()


def least(board: str) -> int | None:
    return min(map(sum, by_chasing(board)), default=None)


def test_a_map_says_how_many_shortest_answers_press_each_light(open_page):
    board = "0000011001100000"  # four shortest answers
    page = open_page(f"/#4,4,2,plus,plane,{board}")
    page.click("[data-view=why]")
    page.get_by_role("button", name="Where shortest answers press").click()
    expect(page.locator("#sentence")).to_contain_text("of the 4 shortest answers press there")
    answers = []
    for presses in range(2**16):
        lights = 0
        for k in range(16):
            if presses >> k & 1:
                r, c = divmod(k, 4)
                for down, right in PLUS:
                    if 0 <= r + down < 4 and 0 <= c + right < 4:
                        lights ^= 1 << 4 * (r + down) + c + right
        if lights == int(board[::-1], 2):
            answers.append(presses)
    weight = min(map(int.bit_count, answers))
    shortest = [presses for presses in answers if presses.bit_count() == weight]
    expected = [sum(presses >> k & 1 for presses in shortest) for k in range(16)]
    assert labels(page) == [str(count or "") for count in expected]
    assert {1, 2} == set(expected)


def test_a_map_says_what_one_light_would_change(open_page):
    page = open_page(f"/#{SHAPE},{BOARD}")
    page.click("[data-view=why]")
    page.get_by_role("button", name="If one light were different").click()
    expect(page.locator("#sentence")).to_contain_text("if that light alone were one step on")
    now = least(BOARD)
    expected = []
    for k, value in enumerate(BOARD):
        after = least(f"{BOARD[:k]}{1 - int(value)}{BOARD[k + 1 :]}")
        more = None if after is None else after - now
        expected.append("" if more is None else "=" if not more else f"{more:+d}".replace("-", "−"))
    assert labels(page) == expected
    assert any(text for text in expected)
    page.locator(".answer").first.click()  # an answer is laid over it again
    expect(page.locator("#board .lamp.map")).to_have_count(0)


def test_a_map_that_is_too_much_work_is_refused_in_a_sentence(open_page):
    page = open_page("/#19,19,2,plus,plane," + "1" * 361)
    page.click("[data-view=why]")
    page.get_by_role("button", name="If one light were different").click(timeout=60_000)
    expect(page.locator("#sentence")).to_have_text("That is too much for this page.")
