"""Proved minima of many boards that differ only in their state, as `Solution` objects.

The boards are answered as arrays by `lo_exact.solver.batch`; each answer is multiplied out once
more on its way into a `Solution`.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.whole import whole
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import Solution, refuted, solved
from lo_exact.solver.batch.answers import CODES
from lo_exact.solver.batch.batch import LARGEST, Batch, heaviest, syndromes_of
from lo_exact.solver.questions import minimum

MANY = 4096
"""Boards that are answered together."""


def solve_many(puzzle: Puzzle, states: Iterable[Any]) -> Iterator[Solution]:
    """Yield the proved minimum of each board, in order.

    Args:
        puzzle: the lights, buttons, target and objective.
        states: (lights,) vectors of 0..c-1, integers of any dtype.

    Yields:
        A `Solution` for each board.

    Raises:
        PuzzleError: When a state does not fit the puzzle.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> [answer.weight for answer in lo_exact.solve_many(puzzle, [[1, 1, 1, 1], [1, 0, 0, 0]])]
        [4, 3]
    """
    # copied, since a caller may reuse one array for all states
    boards = (replace(puzzle, state=whole("state", state).copy()) for state in states)
    system = puzzle.system
    if heaviest(system) >= LARGEST:
        yield from map(minimum, boards)
        return
    batch: Batch | None = None
    while listed := list(islice(boards, MANY)):
        started = time.monotonic()
        batch = batch or Batch(system, len(listed))
        syndromes = syndromes_of(puzzle, np.array([board.state for board in listed]))
        answers = batch.minima(syndromes)
        pressed = answers.pressed()
        none = np.flatnonzero(answers.status == CODES.index(Status.INFEASIBLE))
        refutations = iter(system.elimination.solve_batch(syndromes[none].astype(np.int64)))
        seconds = (time.monotonic() - started) / len(listed)
        for k, board in enumerate(listed):
            status = CODES[answers.status[k]]
            if status is Status.OPTIMAL:
                weight = int(answers.weights[k])
                yield Solution(
                    board, status, weight, weight,
                    solved(board, tuple(pressed[k].tolist()), weight),
                    engine="batch", seconds=seconds, canonical=bool(answers.canonical[k]),
                )  # fmt: skip
            elif status is Status.INFEASIBLE:
                found = next(refutations)
                assert isinstance(found, Unsolvable)
                witness = refuted(board, tuple(np.asarray(found.witness).tolist()))
                yield Solution(board, status, engine="batch", seconds=seconds, witness=witness)
            else:
                yield minimum(board)
