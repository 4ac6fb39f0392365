"""Published values, each with its source in data/published.json, reproduced."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.boards import Board
from lo_exact.algebra import IntArray, eliminate
from lo_exact.puzzle import Puzzle
from lo_exact.solver import all_minima, count_solutions, kernel, minimum
from lo_exact.topology import grid_puzzle

DATA = json.loads((Path(__file__).parents[2] / "data" / "published.json").read_text())


def board(state: IntArray, colours: int, **options: str) -> Puzzle:
    return grid_puzzle(state, colours=colours, **options)


def full(n: int, colour: int, colours: int, **options: str) -> Puzzle:
    return board(np.full((n, n), colour, dtype=np.int64), colours, **options)


def rows(lines: list[str], on: str = "1") -> IntArray:
    return np.array([[int(glyph == on) for glyph in line] for line in lines], dtype=np.int64)


def test_the_four_minima_of_the_5x5_all_on_board():
    entry = DATA["all_on_5x5_c2"]
    found = all_minima(full(5, 1, 2))
    assert found.weight == entry["weight"]
    listed = {
        "\n".join("".join(map(str, x[i : i + 5])) for i in range(0, 25, 5)) for x in found.solutions
    }
    assert listed == {"\n".join(grid) for grid in entry["minimum_solutions"]}


def test_all_buttons_pressed_on_5x5():
    puzzle = full(5, 0, 2)
    state = puzzle.activation.dot(np.ones(25, np.int64)).reshape(5, 5)
    assert minimum(board(state, 2)).weight == DATA["all_pressed_5x5_c2"]["weight"]


@pytest.mark.parametrize("side", range(3, 9))
def test_number_of_solutions_of_the_board_of_highest_colour(side):
    published = DATA["solutions_all_c_minus_1"]["square_side"][str(side)]
    assert [count_solutions(full(side, c - 1, c)) for c in range(2, 22)] == published


@pytest.mark.parametrize("side", range(3, 10))
def test_nullity_for_prime_colours(side):
    entry = DATA["nullity_prime"]
    found = [len(kernel(full(side, 0, p)).orders) for p in entry["primes"]]
    assert found == entry["square_side"][str(side)]


@pytest.mark.parametrize("k", range(8))
def test_minimum_of_the_5x5_board_of_highest_colour(k):
    entry = DATA["minimum_all_c_minus_1_5x5"]
    c = entry["colours"][k]
    found = minimum(full(5, c - 1, c), count=True)
    assert found.weight == entry["weight"][k]
    assert found.minimum_solutions == entry["minimum_solutions"][k]
    assert count_solutions(full(5, c - 1, c)) == entry["solutions"][k]


def test_the_seven_weights_of_the_3x3_board_of_seven_colours():
    entry = DATA["board_3x3_c7"]
    puzzle = board(np.array(entry["state"]), 7)
    solutions = puzzle.system.solutions
    quiet = solutions.kernel.generators.astype(np.int64)
    assert solutions.kernel.orders == (7,)
    weights = [int(((solutions.particular + z * quiet[0]) % 7).sum()) for z in range(7)]
    assert sorted(weights) == sorted(entry["weights"])
    assert minimum(puzzle).weight == min(entry["weights"])


def test_quiet_patterns_of_5x5():
    entry = DATA["quiet_patterns_5x5_c2"]
    found = kernel(full(5, 0, 2))
    assert found.size - 1 == entry["nonzero"]
    assert 2**25 // found.size == entry["solvable_boards"]


def test_only_seven_last_rows_can_be_left_by_chasing():
    """A last row is left by chasing exactly when the board with that last row alone is solvable."""
    lines = []
    for number in range(1, 32):
        last = [int(bit) for bit in f"{number:05b}"]
        if count_solutions(board(np.array([[0] * 5] * 4 + [last]), 2)):
            lines.append(f"{number:05b}")
    assert lines == DATA["chase_table_5x5_c2"]["solvable_last_rows"]


def test_boards_solved_by_their_own_lights():
    matrix = full(5, 0, 2).activation.to_dense() + np.eye(25, dtype=np.int64)
    from lo_exact.algebra import from_dense

    found = eliminate(from_dense(matrix, 2)).kernel
    assert len(found.orders) == DATA["eigenpatterns_5x5_c2"]["dimension"]


@pytest.mark.parametrize("k", [0, 1])
def test_boards_of_the_genetic_algorithm_article(k):
    entry = DATA["ga_examples_5x5_c2"]["boards"][k]
    assert minimum(board(rows(entry["rows"], "#"), 2)).weight == entry["weight"]


def test_fliptile_sample():
    entry = DATA["poj_3279_sample"]
    found = minimum(board(rows(entry["rows"]), 2), canonical=True)
    assert found.weight == entry["weight"]
    assert (
        np.array(found.presses).reshape(4, 4).tolist()
        == rows(entry["lexicographically_least"]).tolist()
    )


def test_nullity_of_squares_to_100():
    values = DATA["A159257_nullity_n1_100"]["values"]
    assert [len(kernel(full(n, 0, 2)).orders) for n in range(1, 101)] == values


def test_nullity_of_tori_to_30():
    values = DATA["A165738_torus_nullity_n1_30"]["values"]
    found = [len(kernel(full(n, 0, 2, topology="torus")).orders) for n in range(1, 31)]
    assert found == values


@pytest.mark.parametrize("n", range(1, 39))
def test_all_on_minimum_of_squares_to_38(n):
    values = DATA["A075464_all_on_minimum_n1_54"]["values"]
    assert minimum(full(n, 1, 2)).weight == values[n - 1]


@pytest.mark.parametrize(("side", "weight"), DATA["enlight_one_corner_on"]["sides"].items())
def test_the_boards_of_miplib(side, weight):
    state = np.zeros((int(side), int(side)), dtype=np.int64)
    state[0, 0] = 1
    assert minimum(board(state, 2)).weight == weight
    assert Board("enlight", int(side), 2, 1).puzzle().state.tolist() == state.ravel().tolist()
