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


def test_merlin_needs_as_many_presses_as_enumeration_says():
    puzzle = find_toy("merlin").puzzle()
    dense = puzzle.activation.to_dense()
    least = min(
        sum(x)
        for x in itertools.product((0, 1), repeat=9)
        if np.array_equal(dense @ np.array(x) % 2, puzzle.target)
    )
    assert solver.minimum(puzzle).weight == least
