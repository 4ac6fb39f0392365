"""What a search finds out, told to whoever asked: of the whole puzzle, in the puzzle's own presses.

An engine searches a part, over the unknowns that presolve left.  Its watch tells that of the
system, a few times a second since there may be thousands of parts, and that one tells whoever asked
at once.  So presses that reach a page or a notebook always solve the puzzle it shows.
"""

from __future__ import annotations

import time

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import listed
from lo_exact.outcome import Known, Outcome, Presses, Watch
from lo_exact.puzzle import Puzzle
from lo_exact.solution import solved
from lo_exact.solver.presolve import Presolved

_TELLING_SECONDS = 0.2
"""A part tells the whole no more often."""


class PuzzleWatch(Watch):
    """The watch of a puzzle's system: what it learns is told of the puzzle, and it ends with it.

    Args:
        puzzle: whose presses are told, multiplied out.
        asker: the watch of whoever asked.
    """

    def __init__(self, puzzle: Puzzle, asker: Watch):
        super().__init__(asker.remaining())
        self.started = asker.started
        self._puzzle, self._asker = puzzle, asker

    def improved(self, presses: Presses, weight: int) -> None:
        """Take note, and tell who asked when it is better."""
        better = self.best_weight is None or weight < self.best_weight
        super().improved(presses, weight)
        if better:
            self._asker.improved(solved(self._puzzle, presses, weight), weight)

    def bound(self, lower_bound: int) -> None:
        """Take note, and tell who asked when it is larger."""
        larger = lower_bound > self.lower_bound
        super().bound(lower_bound)
        if larger:
            self._asker.bound(lower_bound)

    def asking(self, name: str) -> None:
        """Take note, and tell who asked."""
        super().asking(name)
        self._asker.asking(name)

    def remaining(self) -> float:
        """Return the seconds that who asked has left."""
        return self._asker.remaining()

    def check(self, done: int = 0, total: int = 0) -> None:
        """Report and stop as who asked does."""
        self._asker.check(done, total)


class PartWatch(Watch):
    """The watch of one part: what it learns is told of the whole now and then, and at its end.

    Args:
        settled: what presolve left of the whole.
        finished: the minima of the parts that are done, in order; the caller adds to it.  The
            next part is the one that is searched.
        whole: the watch of the whole.
    """

    def __init__(self, settled: Presolved, finished: list[Outcome], whole: Watch):
        super().__init__(whole.remaining())
        self.started = whole.started
        self._settled, self._finished, self._whole = settled, finished, whole
        self._told: tuple[int, int | None] = (0, None)
        self._next_telling = time.monotonic() + _TELLING_SECONDS

    def asking(self, name: str) -> None:
        """Take note, and tell the whole."""
        super().asking(name)
        self._whole.asking(name)

    def remaining(self) -> float:
        """Return the seconds that the whole has left."""
        return self._whole.remaining()

    def check(self, done: int = 0, total: int = 0) -> None:
        """Tell what is new; report and stop as the whole does."""
        now = (self.lower_bound, self.best_weight)
        if now != self._told and time.monotonic() >= self._next_telling:
            self.tell()
        self._whole.check(done, total)

    def tell(self) -> None:
        """Tell the whole what is known of it by now: bounds add up, solutions too."""
        self._next_telling = time.monotonic() + _TELLING_SECONDS
        self._told = (self.lower_bound, self.best_weight)
        known = [Known(one.weight, one.minima[0], one.weight) for one in self._finished]
        known.append(self.known)
        for part in self._settled.parts[len(known) :]:
            first = part.system.__dict__.get("first")  # only if it was computed already
            if first is None or isinstance(first, Unsolvable):
                known.append(Known())
            else:
                known.append(Known(0, listed(first), part.system.weight(first)))
        whole = self._settled.lift_known(known)
        self._whole.bound(whole.lower_bound)
        if whole.presses is not None and whole.weight is not None:
            self._whole.improved(whole.presses, whole.weight)
