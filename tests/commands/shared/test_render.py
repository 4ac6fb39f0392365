"""Drawings and sentences, compared with what a person drew or worked out by hand."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.commands.shared.render import (
    cost,
    draw_lights,
    draw_solution,
    kernel_sentence,
    minima_sentence,
    progress_sentence,
    puzzle_sentences,
    status_sentence,
    witness_words,
)
from lo_exact.outcome import Progress, Status
from lo_exact.puzzle import Layout, Objective, Puzzle
from lo_exact.solution import Solution
from lo_exact.solver import kernel, prove
from lo_exact.topology import HOLE, grid_puzzle


def matrix(rows: list[list[int]], state: list[int], colours: int = 2, **more) -> Puzzle:
    target = np.zeros(len(state), dtype=np.int64)
    return Puzzle(from_dense(rows, colours), np.array(state, dtype=np.int64), target, **more)


HOLED = grid_puzzle([[HOLE, 1], [0, 1], [1, HOLE]])


def test_two_colours_are_signs_and_holes_are_blank():
    assert draw_solution(HOLED, (1, 0, 1, 0)) == " #\n.#\n."
    assert draw_lights(HOLED, (1, 0, 1, 1)) == " #\n.#\n#"


def test_more_colours_are_digits_and_many_are_columns():
    assert draw_solution(grid_puzzle([[1, 2, 0]], colours=3), (2, 0, 1)) == "201"
    wide = grid_puzzle([[1, 10], [HOLE, 3]], colours=12)
    assert draw_solution(wide, (11, 0, 4)) == "11  0\n    4"


def test_on_a_terminal_pressed_places_are_reversed():
    assert draw_solution(HOLED, (1, 0, 0, 0), colour=True) == " \x1b[7m#\x1b[0m\n..\n."
    wide = grid_puzzle([[1, 10]], colours=12)
    assert draw_solution(wide, (0, 11), colour=True) == " 0 \x1b[7m11\x1b[0m"


def test_a_light_that_does_not_matter_is_a_question_mark():
    assert draw_lights(HOLED, (-1, 0, 1, -1)) == " ?\n.#\n?"


def test_what_is_no_grid_is_listed():
    plain = matrix([[1, 1, 0]], [1], 5)
    assert draw_solution(plain, (0, 1, 3)) == "press buttons 1, 2 x3 (counted from 0)"
    assert draw_solution(plain, (1, 0, 0)) == "press button 0 (counted from 0)"
    assert draw_solution(plain, (0, 0, 0)) == "press nothing"
    assert draw_lights(plain, (4,)) == "light 0 x4 (counted from 0)"
    named = matrix([[1, 0], [1, 1]], [1, 0], layout=Layout(names=("anna", "b\x1b[31m")))
    assert draw_solution(named, (1, 1)) == "press anna, b\\x1b[31m"
    own = Layout(names=("l", "m"), button_names=("left", "right"))
    assert draw_solution(matrix([[1, 0], [1, 1]], [1, 0], layout=own), (0, 1)) == "press right"


@pytest.mark.parametrize(
    ("objective", "weight", "said"),
    [
        (Objective.PRESSES, 0, "0 presses"),
        (Objective.PRESSES, 1, "1 press"),
        (Objective.BUTTONS, 1, "1 button"),
        (Objective.BUTTONS, 2, "2 buttons"),
        (Objective.PRICES, 12, "a price of 12"),
    ],
)
def test_costs_in_words(objective, weight, said):
    assert cost(objective, weight) == said


def test_only_a_proved_minimum_is_called_optimal():
    known = {"weight": 5, "presses": (1, 1, 1, 1), "lower_bound": 3}
    optimal = Solution(HOLED, Status.OPTIMAL, **known)
    assert status_sentence(optimal) == "optimal: 5 presses, proved to be the minimum"
    stopped = "time limit reached after 3.0 s"
    for solution in (
        Solution(HOLED, Status.FEASIBLE, **known),
        Solution(HOLED, Status.FEASIBLE, **known, stopped=stopped),
        Solution(HOLED, Status.UNKNOWN, lower_bound=3, stopped=stopped),
        Solution(HOLED, Status.INFEASIBLE, witness=(1, 0, 0, 0)),
    ):
        said = status_sentence(solution)
        word = "unsolvable" if solution.status is Status.INFEASIBLE else solution.status.value
        assert said.startswith(word)
        assert "optimal" not in said
        assert (stopped in said) == bool(solution.stopped)
        assert ("at least 3 presses" in said) == bool(solution.stopped)


def test_numbers_of_minima():
    assert minima_sentence(Solution(HOLED, Status.OPTIMAL, minimum_solutions=1)) == (
        "1 minimum solution"
    )
    assert minima_sentence(Solution(HOLED, Status.OPTIMAL, minimum_solutions=7)).startswith("7 ")


def test_a_witness_of_two_colours():
    # both buttons change both lights, and one of them is on
    puzzle = matrix([[1, 1], [1, 1]], [1, 0])
    assert witness_words(puzzle, prove(puzzle).witness) == (
        "An odd number of the 2 lights marked below are wrong. Every press changes an even "
        "number of the marked lights. So the number of wrong ones stays odd, and is never 0.\n\n"
        "lights 0, 1 (counted from 0)"
    )


def test_a_witness_of_a_composite_number_of_colours_is_told_in_its_simplest_form():
    # the button adds 2 of 6 colours: an odd light stays odd.  3 * 2 = 0 mod 6, 3 * 5 = 3
    puzzle = matrix([[2]], [1], 6)
    assert witness_words(puzzle, (3,)) == (
        "Multiply each of these lights by its number (1 where none is shown) and add up, mod 2. No "
        "press changes the sum, but it has to change by 1:\n\nlight 0 (counted from 0)"
    )
    # c = 9, the button adds 3 and 6: weights 1 and 1 make 9
    puzzle = matrix([[3], [6]], [1, 1], 9)
    said = witness_words(puzzle, (1, 1))
    assert "add up, mod 9. No press changes the sum, but it has to change by 7:" in said
    # weights 2 and 1 with 1 and 1: 3, which is 0 mod 3
    puzzle = matrix([[1], [1]], [1, 2], 3)
    said = witness_words(puzzle, (2, 1))
    assert "mod 3. No press changes the sum, but it has to change by 2:" in said
    assert "lights 0 x2, 1" in said


def test_a_witness_of_a_light_without_buttons_and_of_a_shifted_target():
    puzzle = matrix([[0]], [1])
    assert "No button changes this light, and it has to change:" in witness_words(puzzle, (1,))
    puzzle = matrix([[1], [1]], [1, 0], uniform=True)
    assert "(the same for every other colour of the target)" in witness_words(puzzle, (1, 1))


def test_a_large_witness_sum_does_not_overflow():
    c = 2**31
    puzzle = matrix([[0], [0], [0]], [1, 1, 1], c)
    assert f"mod {c}." in witness_words(puzzle, (c - 1, c - 1, 1))


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (grid_puzzle(np.zeros((3, 3), dtype=np.int64)), "nullity 0: no quiet patterns"),
        (grid_puzzle(np.zeros((5, 5), dtype=np.int64)), "nullity 2: 2 independent quiet"),
        (
            matrix([[2]], [0], 4),
            "1 quiet pattern of order 2, so every solvable board has exactly 2",
        ),
    ],
)
def test_quiet_patterns_in_words(puzzle, said):
    assert kernel_sentence(kernel(puzzle)).startswith(said)


def test_what_was_understood_names_size_rule_and_target():
    lines = puzzle_sentences(HOLED)
    assert lines[0] == "3 x 2 grid: 4 lights, 4 buttons, 2 colours"
    assert lines[2] == "target: colour 0 everywhere"
    puzzle = grid_puzzle([[1, 0]], target=[[1, -1]], neighbourhood="king", topology="torus")
    lines = puzzle_sentences(puzzle)
    assert lines[1].endswith("(king, torus)")
    assert lines[2] == "target: colour 1 everywhere, 1 light does not matter"
    assert "lights that no button changes: 1" in puzzle_sentences(matrix([[0]], [1]))
    assert puzzle_sentences(matrix([[1]], [1], uniform=True))[2].startswith("target: any one")


def test_progress_names_time_work_best_and_bound():
    said = progress_sentence(Progress(12.4, 1000, 4000, 23, 20), Objective.PRESSES)
    assert said == "12 s, 1,000 of 4,000 (25.0 %), best 23 presses, at least 20 presses"
    assert progress_sentence(Progress(1.0, 0, 0, None, 0), Objective.PRESSES) == "1 s"
    assert progress_sentence(Progress(1.0, 7, 0, None, 0), Objective.PRESSES) == "1 s, 7 done"
