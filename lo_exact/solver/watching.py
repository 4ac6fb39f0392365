"""What a search finds out, told to whoever asked: of the whole puzzle, in the puzzle's own presses.

An engine searches a part, over the unknowns that presolve left.  Its watch tells that of the
system, a few times a second since there may be thousands of parts, and that one tells whoever asked
at once.  So presses that reach a page or a notebook always solve the puzzle it shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import listed
from lo_exact.outcome import Known, Outcome, Watch
from lo_exact.puzzle import Puzzle
from lo_exact.solution import solved
from lo_exact.solver.presolve import Presolved

_TELLING_SECONDS = 0.2
"""A part tells the whole no more often."""


def puzzle_watch(puzzle: Puzzle, asker: Watch) -> Watch:
    """Return the watch of a puzzle's system: who asked is told of the puzzle, and ends it.

    Args:
        puzzle: whose presses are told, multiplied out.
        asker: the watch of whoever asked.
    """
    return asker.child(
        on_improved=lambda presses, weight: asker.improved(solved(puzzle, presses, weight), weight)
    )


def part_watch(
    settled: Presolved, finished: list[Outcome], whole: Watch
) -> tuple[Watch, Callable[[], None]]:
    """Return the watch of one part, and what tells the whole at once all that is known by now.

    Bounds of parts add up, and so do solutions; a part's own say nothing of the whole.  So the
    whole is told now and then while the part is searched, of all parts together.

    Args:
        settled: what presolve left of the whole.
        finished: the minima of the parts that are done, in order; the caller adds to it.  The
            next part is the one that is searched.
        whole: the watch of the whole.
    """
    told: tuple[int, int | None] = (0, None)
    due = time.monotonic() + _TELLING_SECONDS

    def tell() -> None:
        nonlocal told, due
        told, due = news(), time.monotonic() + _TELLING_SECONDS
        known = [Known(one.weight, one.minima[0], one.weight) for one in finished]
        known.append(inner.known)
        for part in settled.parts[len(known) :]:
            first = part.system.__dict__.get("first")  # only if it was computed already
            if first is None or isinstance(first, Unsolvable):
                known.append(Known())
            else:
                known.append(Known(0, listed(first), part.system.weight(first)))
        lifted = settled.lift_known(known)
        whole.bound(lifted.lower_bound)
        if lifted.presses is not None and lifted.weight is not None:
            whole.improved(lifted.presses, lifted.weight)

    def news() -> tuple[int, int | None]:
        return inner.lower_bound, inner.best_weight

    def tell_now_and_then(done: int, total: int) -> None:
        if news() != told and time.monotonic() >= due:
            tell()

    def later(*_: object) -> None:
        """Tell nothing at once."""

    inner = whole.child(on_improved=later, on_bound=later, stop=tell_now_and_then)
    return inner, tell
