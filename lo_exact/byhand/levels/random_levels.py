"""Random levels: fewest presses in a given range and, if requested, one shortest solution.

A board is made by pressing a number of different buttons within the range, and then solved with
proof; boards that do not fit are dropped.  Boards that are harder than nearly all others cannot be
made in this way.  A range that nothing fits ends after `MAX_MISSES` boards in a row.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Presses, whole_option
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.registers import done_by_slices
from lo_exact.solver.questions import count, minimum
from lo_exact.topology import pressed, random_residues, seeded

MAX_MISSES = 2000
"""Random boards in a row that do not fit before the command gives up."""

PATIENCE = 50
"""Boards to try for one minimum before any minimum in the range is accepted."""

MOST_LEVELS = 10_000
"""Largest number of levels in one run."""


@dataclass(frozen=True, eq=False)
class AnsweredLevel:
    """Level with its fewest presses, proved, and a shortest solution."""

    puzzle: Puzzle
    """The board."""
    weight: int
    """Proved minimum."""
    presses: Presses
    """(buttons,) a minimum solution."""
    minima: int | None
    """Number of minimum solutions, or None if not requested."""


def make_levels(
    rules: Puzzle,
    count: int,
    *,
    presses: tuple[int, int] | None = None,
    seed: int = 0,
    unique: bool = False,
) -> list[AnsweredLevel]:
    """Make different random levels, sorted by their proved minimum number of presses.

    The minima are spread evenly over the range, as far as boards of each are soon found.

    Args:
        rules: puzzle with the rule; its state is ignored.
        count: number of levels.
        presses: least and greatest minimum; None: any above 0.
        seed: equal seeds give equal levels.
        unique: whether each minimum solution must be unique.

    Returns:
        The levels, easiest first.

    Raises:
        UsageError: When the range is empty or impossible.

    Example:
        >>> import lo_exact
        >>> rules = lo_exact.grid_puzzle([[0] * 5] * 5)
        >>> [level.weight for level in lo_exact.make_levels(rules, 3, presses=(3, 5))]
        [3, 4, 5]
    """
    count = whole_option("count", count, 1, MOST_LEVELS)
    generator = seeded(whole_option("seed", seed, 0))
    if rules.objective is not Objective.PRESSES:
        raise UsageError("levels are chosen by their presses: objective must be presses")
    most = rules.buttons * (rules.colours - 1)
    low, high = (whole_option("presses", one, 0) for one in presses or (min(1, most), most))
    if high * 2 > most:  # a smaller `high` needs no check: the upper bound is at least most / 2
        most = done_by_slices("bound the minima")(rules).upper_bound
    high = most if presses is None else high
    if not low <= high <= most:
        raise UsageError(
            f"--presses is 0..{most} on this board, which never needs more; got {low}..{high}"
        )
    found: list[AnsweredLevel] = []
    seen: set[str] = set()
    tries = 0
    while len(found) < count:
        tries += 1
        if tries > MAX_MISSES:
            kind = " and one minimum" if unique else ""
            raise UsageError(
                f"none of {MAX_MISSES} boards in a row needs {low}..{high} presses{kind} and is a "
                f"new one; {len(found)} of {count} were found"
            )
        wanted = low + (2 * len(found) + 1) * (high - low + 1) // (2 * count)
        weight = wanted if tries <= PATIENCE else low + _below(generator, high - low + 1)
        puzzle = pressed(rules, _random_presses(rules, weight, generator))
        if puzzle.sha256 in seen:
            continue
        level = _answered(puzzle, unique=unique)
        fits = level.weight == wanted or (tries > PATIENCE and low <= level.weight <= high)
        if fits and level.minima in (None, 1):
            seen.add(puzzle.sha256)
            found.append(level)
            tries = 0
    return sorted(found, key=lambda level: level.weight)


def _below(generator: np.random.Generator, most: int) -> int:
    return int(random_residues(generator, 1, most)[0])


def _random_presses(
    rules: Puzzle, weight: int, generator: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return random presses with the given total number of presses."""
    x = np.zeros(rules.buttons, dtype=np.int64)
    for _ in range(weight):
        free = np.flatnonzero(x < rules.colours - 1)
        x[free[_below(generator, free.size)]] += 1
    return x


def _answered(puzzle: Puzzle, *, unique: bool) -> AnsweredLevel:
    answer = count(puzzle) if unique else minimum(puzzle)
    if answer.stopped:  # the caller's time limit was reached
        raise LimitReached(answer.stopped)
    assert answer.weight is not None
    assert answer.presses is not None
    return AnsweredLevel(
        puzzle, answer.weight, answer.presses, answer.minimum_solutions if unique else None
    )
