"""Levels: random boards whose minimum lies in a range, with one minimum alone where wanted.

A board is made by pressing as many different buttons as the range says, then answered with proof;
what does not fit is thrown away.  Boards that are harder than nearly all cannot be made so, and a
range that nothing fits ends after `TRIES` boards in a row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_exact.errors import UsageError
from lo_exact.outcome import Presses, Status
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solver.questions import count, minimum
from lo_exact.topology import pressed, random_residues
from lo_exact.topology.symmetric import random_symmetric

TRIES = 2000


@dataclass(frozen=True, eq=False)
class AnsweredLevel:
    """A board that was answered."""

    puzzle: Puzzle
    """The board."""
    weight: int
    """Its minimum, proved."""
    presses: Presses
    """(buttons,) a minimum solution."""
    minima: int | None
    """How many solutions have it; None where that was not asked."""


def levels(
    rules: Puzzle,
    generator: np.random.Generator,
    *,
    wanted: int,
    presses: tuple[int, int],
    unique: bool = False,
    symmetric: str | None = None,
) -> list[AnsweredLevel]:
    """Make levels, all different.

    Args:
        rules: whose state is ignored; it counts presses.
        generator: of `lo_exact.topology.seeded`.
        wanted: how many.
        presses: least and greatest minimum.
        unique: whether the minimum is to be the only one.
        symmetric: a kind of `lo_exact.topology.symmetric`; None: any boards.

    Raises:
        UsageError: When the range cannot be, nothing fits it, or the rule is not symmetric so.
    """
    low, high = presses
    most = rules.buttons * (rules.colours - 1)
    if rules.objective is not Objective.PRESSES:
        raise UsageError("levels are chosen by their presses: objective must be presses")
    if not 0 <= low <= high <= most:
        raise UsageError(f"--presses is 0..{most} on this board, got {low}..{high}")
    found: list[AnsweredLevel] = []
    seen: set[str] = set()
    tries = 0
    while len(found) < wanted:
        tries += 1
        if tries > TRIES:
            kind = " and one minimum" if unique else ""
            raise UsageError(
                f"{TRIES} boards in a row had not {low}..{high} presses{kind}, or were there "
                f"already; {len(found)} of {wanted} were found"
            )
        weight = low + int(random_residues(generator, 1, high - low + 1)[0])
        if symmetric is None:
            puzzle = pressed(rules, _random_presses(rules, weight, generator))
        else:
            puzzle = random_symmetric(rules, symmetric, generator, weight)
        if puzzle.sha256 in seen:
            continue
        level = _answered(puzzle, unique=unique)
        if low <= level.weight <= high and level.minima in (None, 1):
            seen.add(puzzle.sha256)
            found.append(level)
            tries = 0
    return found


def _random_presses(
    rules: Puzzle, weight: int, generator: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return presses of this weight: units put on random buttons that are not full yet."""
    x = np.zeros(rules.buttons, dtype=np.int64)
    for _ in range(weight):
        free = np.flatnonzero(x < rules.colours - 1)
        x[free[int(random_residues(generator, 1, free.size)[0])]] += 1
    return x


def _answered(puzzle: Puzzle, *, unique: bool) -> AnsweredLevel:
    answer = count(puzzle) if unique else minimum(puzzle)
    assert answer.status is Status.OPTIMAL
    assert answer.weight is not None
    assert answer.presses is not None
    return AnsweredLevel(
        puzzle, answer.weight, answer.presses, answer.minimum_solutions if unique else None
    )
