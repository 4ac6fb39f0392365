"""Toys: how many lights, how hard they are by published values and by plain enumeration."""

import itertools

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.formats import read_puzzle
from lo_exact.registers import TOYS as NAMES
from lo_exact.topology.toys import TOYS, find_toy

LIGHTS = {
    "classic": 25, "mini": 16, "deluxe": 36, "2000": 25, "cube": 54, "merlin": 9, "xl-25": 25,
    "xl-25-knight": 25, "alien-tiles": 49, "alien-tiles-small": 16,
}  # fmt: skip
"""As https://www.jaapsch.net/puzzles/lights.htm and CSPLib 27 describe them."""

SOLUTIONS = {"classic": 2**2, "mini": 1, "deluxe": 1, "2000": 3**3, "merlin": 1}
"""Of a board that has some: OEIS A159257 and A165738, and Hiroi (2018) for three colours."""

FILES = {
    "2000": "lights-out-2000", "cube": "lights-out-cube", "deluxe": "lights-out-deluxe",
    "merlin": "merlins-magic-square", "mini": "mini-lights-out", "xl-25-knight": "xl-25-knight",
    "alien-tiles": "alien-tiles", "classic": "all-on-5x5",
}  # fmt: skip


def test_every_toy_has_a_name_in_the_register_and_a_count_here():
    assert tuple(toy.name for toy in TOYS) == NAMES
    assert {toy.name: toy.puzzle().lights for toy in TOYS} == LIGHTS


@pytest.mark.parametrize(("name", "file"), FILES.items())
def test_the_toy_is_the_board_of_the_data(name, file):
    assert find_toy(name).puzzle().sha256 == read_puzzle(file).sha256


@pytest.mark.parametrize(("name", "solutions"), SOLUTIONS.items())
def test_solutions_as_published(name, solutions):
    assert solver.kernel(find_toy(name).puzzle()).size == solutions


def hardest(puzzle):
    """Press every combination and keep the least number of presses of every board."""
    columns = [
        sum(1 << int(i) for i in puzzle.activation.column(j)[0]) for j in range(puzzle.buttons)
    ]
    best = np.full(2**puzzle.lights, 99, dtype=np.int8)
    boards = np.zeros(1, dtype=np.int64)
    presses = np.zeros(1, dtype=np.int8)
    for column in columns:
        boards = np.concatenate([boards, boards ^ column])
        presses = np.concatenate([presses, presses + 1])
    np.minimum.at(best, boards, presses)
    return int(best[best < 99].max())


def test_the_hardest_boards_of_small_toys_by_enumeration_and_by_us():
    """Merlin: each board has one solution, so pressing all nine is the hardest (Pelletier 1987)."""
    from lo_exact.hardest_boards.find import hardest as ours

    assert hardest(find_toy("merlin").puzzle()) == 9
    mini = find_toy("mini").puzzle()
    assert ours(mini).weight == hardest(mini)


def test_the_hardest_boards_of_three_larger_toys_as_published():
    """Classic: 15 (Hiroi 2022, histogram of all boards); Deluxe: one solution each, so 36.

    2000: OEIS A079875 has 25 terms, for 0 to 24 presses.
    """
    from lo_exact.hardest_boards.find import hardest as ours

    assert ours(find_toy("classic").puzzle()).weight == 15
    assert ours(find_toy("deluxe").puzzle()).weight == 36
    assert ours(find_toy("2000").puzzle()).weight == 24


def test_merlin_needs_as_many_presses_as_enumeration_says():
    puzzle = find_toy("merlin").puzzle()
    dense = puzzle.activation.to_dense()
    least = min(
        sum(x)
        for x in itertools.product((0, 1), repeat=9)
        if np.array_equal(dense @ np.array(x) % 2, puzzle.target)
    )
    assert solver.minimum(puzzle).weight == least
