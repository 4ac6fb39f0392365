"""From presses to a board, and its minimum proved among all its solutions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine as quarters
from lo_exact.errors import DisagreementError
from lo_exact.hardest_boards.census import Census
from lo_exact.outcome import Presses, Status, Wanted, Watch
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.solution import solved

MAX_WORDS = 2**26
"""Larger cosets are not enumerated for an example (at 2^26 it takes a second)."""

QUARTERS_SECONDS = 60.0
"""Examples are not proved by `quarters` beyond so many expected seconds."""


@dataclass(frozen=True)
class Proved:
    """A board whose minimum is proved."""

    state: Presses
    """(lights,) its colours."""
    presses: Presses
    """(buttons,) the minimum."""
    weight: int
    """Its weight."""


def board_of_unknowns(puzzle: Puzzle, unknowns: IntArray) -> Puzzle:
    """Return the puzzle with the state that these unknowns bring to the target.

    Args:
        puzzle: the puzzle.
        unknowns: (unknowns,) presses, and the shift of a uniform target.
    """
    rows = puzzle.matters
    state = np.where(puzzle.target == ANY, puzzle.state, 0)
    made = puzzle.system.matrix.dot(unknowns)
    state[rows] = (puzzle.target[rows] - made) % puzzle.colours
    return replace(puzzle, state=state)


def has_provable_examples(census: Census) -> bool:
    """Return whether the minimum of a board is proved here: by enumeration, or by `quarters`."""
    return _enumerable(census) or by_quarters(census)


def by_quarters(census: Census) -> bool:
    """Return whether `quarters` takes such a board, and is expected to be done soon."""
    if quarters.refusal(census.system):
        return False
    return quarters.offer(census.system, Wanted()).seconds <= QUARTERS_SECONDS


def _enumerable(census: Census) -> bool:
    return census.words <= MAX_WORDS and not coset.refusal(census.system)


def proved_example(census: Census, unknowns: IntArray, watch: Watch) -> Proved:
    """Return the board of these presses with its minimum, found among all its solutions.

    Args:
        census: the puzzle, `has_provable_examples`.
        unknowns: (unknowns,) presses, and the shift of a uniform target.
        watch: the clock.

    Raises:
        LimitReached: When the time is over.
    """
    board = board_of_unknowns(census.puzzle, unknowns)
    engine = coset if _enumerable(census) else quarters
    outcome = engine.minimise(board.system, Wanted(canonical=True), watch)
    if outcome.status is not Status.OPTIMAL:
        raise DisagreementError("a board made by pressing was called unsolvable: please report")
    presses = solved(board, outcome.minima[0], outcome.weight)
    return Proved(tuple(board.state.tolist()), presses, outcome.weight)


def constant_example(census: Census, unknowns: IntArray) -> Proved:
    """Return the board of presses whose coset has one weight only: they are a minimum."""
    board = board_of_unknowns(census.puzzle, unknowns)
    weight = census.system.weight(unknowns)
    presses = solved(board, tuple(unknowns.tolist()), weight)
    return Proved(tuple(board.state.tolist()), presses, weight)
