"""The matrix: every engine of the table x random puzzles, against plain enumeration."""

import numpy as np
import pytest

from lo_exact.engines.engine_table import OWN_ENGINES, all_engines, find_engine
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.formats import parse_puzzle
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import all_minima, count_solutions, minimum
from lo_exact.topology import grid_puzzle
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.boards.puzzles import as_text
from tests.truth.enumeration import Truth

NAMES = ["auto", *(engine.name for engine in all_engines() if not engine.whole)]
OURS = {"auto", *(engine.name for engine in OWN_ENGINES)}
LONG = {*NAMES} - OURS | {"windows"}
MATRIX = [
    *((name, 8 if name in LONG else 3) for name in NAMES),
    *(pytest.param(name, 1, marks=pytest.mark.large) for name in NAMES),
]
"""Each engine, and which puzzles it is asked: every third, or every eighth where all take seconds;
all of them are asked among the large tests."""

ONE_MINIMUM = {engine.name for engine in all_engines() if engine.floating}
"""Integer programs: they neither count nor list."""


@pytest.fixture(scope="module")
def judged() -> list[tuple[Puzzle, Truth]]:
    rng = np.random.default_rng(20_260_101)
    puzzles = [
        puzzle
        for _, puzzle in zip(range(320), random_matrix_puzzles(rng, max_vectors=2000), strict=False)
    ]
    puzzles += boards(rng)
    return [(puzzle, Truth(puzzle)) for puzzle in puzzles]


def boards(rng: np.random.Generator) -> list[Puzzle]:
    """Small boards with quiet patterns: some engines take nothing but boards."""
    kinds = (
        ("plus", "plane", 2, 3), ("plus", "cylinder", 2, 4), ("plus", "moebius", 2, 4),
        ("x", "plane", 2, 5), ("king", "plane", 2, 4), ("king", "cylinder", 5, 2),
        ("king", "moebius", 2, 4), ("cross", "plane", 3, 3), ("cross", "torus", 2, 4),
        ("cross", "klein", 4, 2),
    )  # fmt: skip
    return [
        grid_puzzle(rng.integers(0, 2, shape), colours=2, neighbourhood=rule, topology=surface)
        for rule, surface, *shape in kinds
        for _ in range(6)
    ]


@pytest.mark.parametrize(("name", "every"), MATRIX)
def test_an_engine_agrees_with_enumeration(name, every, judged):
    answered, counts = 0, name not in ONE_MINIMUM
    for puzzle, truth in judged[::every]:
        if name != "auto" and find_engine(name).refusal(puzzle.system):
            continue
        try:
            solution = minimum(puzzle, engine=name, count=counts, confirm=False)
        except MissingPackageError as missing:
            pytest.skip(str(missing))  # pycryptosat has no wheels for newer Pythons
        except UsageError:
            continue  # refused for a part
        answered += 1
        if not truth.solutions:
            assert solution.status is Status.INFEASIBLE, as_text(puzzle)
            continue
        assert solution.status is Status.OPTIMAL, as_text(puzzle)
        assert solution.weight == solution.lower_bound == truth.weight, as_text(puzzle)
        assert solution.presses in truth.minima, as_text(puzzle)
        if counts:
            assert solution.minimum_solutions == len(truth.minima), as_text(puzzle)
        if solution.canonical:
            assert solution.presses == truth.minima[0], as_text(puzzle)
    assert answered >= (15 if every == 1 else 6), f"{name} took only {answered} puzzles"


@pytest.mark.parametrize(
    ("name", "every"), [row for row in MATRIX if not ONE_MINIMUM & {*getattr(row, "values", row)}]
)
def test_an_engine_lists_every_minimum_and_finds_the_least(name, every, judged):
    answered, enough = 0, {1: 48, 3: 16}.get(every, 6)
    for puzzle, truth in judged:
        if not truth.solutions or (name != "auto" and find_engine(name).refusal(puzzle.system)):
            continue
        try:
            listed = all_minima(puzzle, engine=name)
            least = minimum(puzzle, engine=name, canonical=True)
        except MissingPackageError as missing:
            pytest.skip(str(missing))  # pycryptosat has no wheels for newer Pythons
        except UsageError:
            continue
        assert list(listed.solutions) == truth.minima, as_text(puzzle)
        assert least.canonical
        assert least.presses == truth.minima[0], as_text(puzzle)
        answered += 1
        if answered == enough:
            break
    assert answered >= 6, f"{name} listed only {answered} puzzles"


def test_a_puzzle_in_a_message_is_a_file_that_is_read(judged):
    for puzzle, _ in [*judged[:60], *judged[-20:]]:
        assert parse_puzzle(as_text(puzzle)).sha256 == puzzle.sha256


def test_counts_of_all_solutions(judged):
    for puzzle, truth in judged:
        assert count_solutions(puzzle) == len(truth.solutions), as_text(puzzle)
