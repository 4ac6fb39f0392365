"""Exact numbers of solutions by weight, and uniform random minimum solutions.

Everything is exact: numbers of any size, uniform samples.  The solutions are cut
into pieces that share no button, and each piece is counted as suits it
(`lo_exact.engines.weights.pieces`).  What is listed is multiplied out.
"""

import random
import time
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.counters import Counters, of_colours
from lo_exact.engines.weights.near import MAX_NUMBERS
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Presses, Watch, whole_option
from lo_exact.puzzle import Puzzle
from lo_exact.solution import solved
from lo_exact.solver.questions import (
    Asked,
    ListedSolutions,
    Report,
    all_minima,
    asked_puzzle,
    solutions_in_pieces,
    witness_of_none,
)
from lo_exact.spectra.sampling import sampled_minima

SAID_SECONDS = 30.0
"""Forecast seconds of a count above which a note is printed when it begins."""

LISTED_MINIMA = 10_000
"""Number of minima up to which all are listed to draw some at random, if they are not counted."""


@dataclass(frozen=True)
class WeightSpectrum:
    """The number of solutions of each weight."""

    puzzle: Puzzle
    """The puzzle."""
    counts: dict[int, int]
    """Weight to number of solutions, ascending; empty if unsolvable."""
    witness: Presses | None = None
    """(lights,) proof that the puzzle is unsolvable, or None."""
    seconds: float = 0.0
    """Wall-clock seconds."""

    @property
    def solutions(self) -> int:
        """The number of all solutions."""
        return sum(self.counts.values())

    def to_json(self) -> dict[str, Any]:
        """Return the spectrum as JSON values."""
        found: dict[str, Any] = {
            "status": "optimal" if self.counts else "infeasible",
            "solutions_total": self.solutions,
            "histogram": {str(weight): many for weight, many in self.counts.items()},
        }
        if self.counts:
            found["weight"] = next(iter(self.counts))
            found["minimum_solutions"] = self.counts[found["weight"]]
        if self.witness is not None:
            found["witness"] = list(self.witness)
        return found | {
            "seconds": round(self.seconds, 6),
            "colours": self.puzzle.colours,
            "lights": self.puzzle.lights,
            "buttons": self.puzzle.buttons,
            "puzzle_sha256": self.puzzle.sha256,
        }


def spectrum(
    puzzle: Asked | Counters,
    *,
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> WeightSpectrum:
    """Return the exact number of solutions of each weight.

    Args:
        puzzle: The puzzle; an array of rows and columns is a board of two colours.
        time_limit: wall-clock seconds.
        memory: approximate memory limit in bytes.
        report: called about once a second with the progress of a long count.
        watch: a new watch instead of ``time_limit`` and ``report``.

    Returns:
        The number of solutions of each weight.

    Raises:
        LimitReached: At the time limit, or before counting when the forecast is too large.
        UsageError: When the puzzle has counters.

    Example:
        >>> import lo_exact
        >>> lo_exact.spectrum(lo_exact.matrix_puzzle([[1, 1, 1]], [1])).counts
        {1: 3, 3: 1}
    """
    started = time.monotonic()
    asked = of_colours(asked_puzzle(puzzle), "a spectrum")
    watch = Watch(time_limit, report) if watch is None else watch
    found = solutions_in_pieces(asked, memory, watch)
    if isinstance(found, Unsolvable):
        return WeightSpectrum(asked, {}, witness_of_none(asked, found), time.monotonic() - started)
    if SAID_SECONDS < found.seconds < inf:
        watch.note(f"the count will take about {found.seconds:,.0f} s of CPU time")
    counts = found.histogram(watch)
    return WeightSpectrum(asked, counts, seconds=time.monotonic() - started)


def sample_minima(
    puzzle: Asked | Counters,
    count: int,
    *,
    seed: int = 0,
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> ListedSolutions:
    """Return random minimum solutions, drawn uniformly with repetition.

    Args:
        puzzle: The puzzle.
        count: number of samples.
        seed: equal seeds give equal samples.
        time_limit: as for `spectrum`.
        memory: as for `spectrum`.
        report: as for `spectrum`.
        watch: as for `spectrum`.

    Returns:
        The solutions, with their weight; none, and a witness, if unsolvable.

    Raises:
        LimitReached: At the time or memory limit.
        UsageError: When the puzzle has counters.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.matrix_puzzle([[1, 1]], [1])
        >>> len(lo_exact.sample_minima(puzzle, 5, seed=1).solutions)
        5
    """
    started = time.monotonic()
    asked = of_colours(asked_puzzle(puzzle), "a sample of minima")
    count = whole_option("count", count, 0, MAX_NUMBERS // max(asked.buttons, 1))
    seed = whole_option("seed", seed, 0)
    watch = Watch(time_limit, report) if watch is None else watch
    below = random.Random(seed).randrange
    found = solutions_in_pieces(asked, memory, watch)
    if isinstance(found, Unsolvable):
        return ListedSolutions(
            asked, (), witness_of_none(asked, found), seconds=time.monotonic() - started
        )
    try:
        # draw at least one sample, since the minimum weight is computed from the samples
        chosen = sampled_minima(found, max(count, 1), below, watch)
    except LimitReached as reason:
        watch.check()
        listed = all_minima(asked, limit=LISTED_MINIMA, memory=memory, time_limit=watch.remaining())
        if listed.minimum_solutions is None or listed.minimum_solutions > len(listed.solutions):
            raise LimitReached(f"the minima are too many to choose among: {reason}") from None
        weight = listed.weight or 0
        picked = [listed.solutions[below(len(listed.solutions))] for _ in range(count)]
        return ListedSolutions(
            asked, tuple((weight, x) for x in picked), None, weight, time.monotonic() - started
        )
    system = asked.system
    weights = [system.weight(np.array(x, dtype=np.int64)) for x in chosen]
    solutions = tuple((w, solved(asked, x, w)) for w, x in zip(weights, chosen, strict=True))
    least = min(weights)
    return ListedSolutions(asked, solutions[:count], None, least, time.monotonic() - started)
