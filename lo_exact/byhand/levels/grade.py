"""Difficulty of a level for a person, measured by proved quantities.

- the minimum, and how many solutions have it;
- the nullity: how many independent quiet patterns there are;
- light chasing: whether a first chase with nothing pressed in the first row ends dark, and how many
  presses more than the minimum the whole chase takes, with the best first row;
- forced presses: those of the minimum whose button no quiet pattern changes, so that every solution
  makes them.

Costs the minimum with its count, and one chase.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from lo_exact.byhand.chasing.chase import chase
from lo_exact.counters import of_colours
from lo_exact.errors import LimitReached, UsageError
from lo_exact.formats import write_puzzle
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import Solution, presses_rows
from lo_exact.solver import minimum
from lo_exact.solver.questions import asked_puzzle


@dataclass(frozen=True, eq=False)
class LevelGrade:
    """Measured properties of a level: minimum cost, nullity, result of a chase, forced presses."""

    solution: Solution
    """The minimum, with its presses and the number of such solutions."""
    nullity: int
    """Number of independent quiet patterns."""
    chased_at_once: bool | None
    """Whether the first chase ends dark, or None if the board cannot be chased."""
    chase_extra: int | None
    """Number of presses of the chase beyond the minimum, or None if unknown."""
    forced: int | None
    """Number of presses common to all solutions, or None without proved presses."""

    @property
    def difficulty(self) -> tuple[bool, int]:
        """Sort key: levels with a proved minimum first, then by the weight of the solution."""
        return self.solution.status is not Status.OPTIMAL, self.solution.weight or 0

    def to_json(self) -> dict[str, Any]:
        """Return the grade as a JSON object."""
        found = self.solution
        presses = found.presses
        return {
            "status": found.status.value,
            "weight": found.weight,
            "minimum_solutions": found.minimum_solutions,
            "nullity": self.nullity,
            "chased_at_once": self.chased_at_once,
            "chase_extra": self.chase_extra,
            "forced": self.forced,
            "presses": None if presses is None else presses_rows(found.puzzle.layout, presses),
            "puzzle": json.loads(write_puzzle(found.puzzle, "json")),
            "puzzle_sha256": found.puzzle.sha256,
        }


def levels(puzzles: Iterable[Puzzle], *, time_limit: float = inf) -> list[LevelGrade]:
    """Grade levels, and sort them by their minimum cost.

    Args:
        puzzles: the levels.
        time_limit: seconds for each.

    Returns:
        The grades, easiest first; those without a proved minimum last.

    Raises:
        UsageError: When a level is not a puzzle, or has counters.

    Example:
        >>> import lo_exact
        >>> boards = [lo_exact.grid_puzzle([[1, 1], [1, 1]]), lo_exact.grid_puzzle([[1, 1]])]
        >>> [grade.solution.weight for grade in lo_exact.levels(boards)]
        [1, 4]
    """
    asked = [of_colours(asked_puzzle(puzzle), "a level") for puzzle in puzzles]
    grades = [grade_level(puzzle, time_limit=time_limit) for puzzle in asked]
    return sorted(grades, key=lambda grade: grade.difficulty)


def grade_level(puzzle: Puzzle, *, time_limit: float = inf) -> LevelGrade:
    """Return the grade of a level: minimum cost, nullity, result of a chase, forced presses.

    Args:
        puzzle: the level.
        time_limit: seconds for its minimum; the status of the solution says what was proved.
    """
    solution = minimum(puzzle, count=True, time_limit=time_limit)
    kernel = puzzle.system.elimination.kernel
    nullity = len(kernel.orders)
    if solution.presses is None or solution.status is not Status.OPTIMAL:
        return LevelGrade(solution, nullity, None, None, None)
    presses = np.array(solution.presses, dtype=np.int64)
    moved = np.zeros(puzzle.buttons, dtype=bool)
    if nullity:
        moved = np.asarray(kernel.generators.astype(np.int64).any(axis=0))[: puzzle.buttons]
    forced = int(presses[~moved].sum())
    at_once, extra = _chased(puzzle, solution)
    return LevelGrade(solution, nullity, at_once, extra, forced)


def _chased(puzzle: Puzzle, solution: Solution) -> tuple[bool | None, int | None]:
    """Return whether the first chase solves a board, and a chase's extra cost over the minimum."""
    try:
        found = chase(puzzle)
    except (UsageError, LimitReached):
        return None, None
    first = found.first_row_for(found.shown)
    assert first is not None
    presses = np.array(found.all_presses(first), dtype=np.int64)
    assert puzzle.system.solves(presses)
    extra = puzzle.system.weight(presses) - (solution.weight or 0)
    return not found.shown.any(), extra
