"""Evidence by windows: sets of unknowns, each with the largest weight of patterns to visit.

The engine `windows` plans for compiled loops.  This file plans for the checker, which takes a
microsecond where those take a nanosecond: wider windows, each with the kernel's full rank.  The
evidence is computed again from the claim, whichever engine found the minimum.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor

from lo_exact.certificate.checker import MAX_PATTERNS, MAX_TRIED
from lo_exact.certificate.draft import Draft, Json
from lo_exact.engines.windows.engine import refusal as system_refusal
from lo_exact.engines.windows.plan import Planner, WindowProblem
from lo_exact.errors import LimitReached

CHEAP_WINDOW_STEPS = 2**25
"""Checker steps up to which windows are written by default: some seconds."""


WAITING = 256
"""Estimated bytes of a stored part of a pattern."""


def windows_for(
    problem: WindowProblem,
    limit: Fraction,
    pause: Callable[[], object],
    orbits: Sequence[Sequence[int]] = (),
) -> tuple[list[list[int]], list[int], float]:
    """Return the windows cheapest to check, a strict cost limit for each, and the number of steps.

    Args:
        problem: the problem.
        limit: largest cost, in units, of the solutions to visit.
        pause: called often.
        orbits: orbits of buttons under symmetries of the system; then one window.

    Raises:
        LimitReached: When the checker would list too many parts of patterns.
    """
    planner = Planner(problem, MAX_PATTERNS * WAITING, orbits=orbits, checked=True)
    plan, windows = planner.chosen(limit, pause, ties=True)
    colours, unknowns = problem.prices.colours, problem.prices.units.size
    inside = [  # a window of all buttons includes those of price 0, which `window.inside` lacks
        list(range(unknowns)) if plan.fold == plan.windows else window.inside.tolist()
        for window in windows
    ]
    cover = Counter(button for window in inside for button in window)
    shares = (Fraction(sum(cover[b] for b in orbit), len(orbit)) for orbit in planner.orbits)
    costs, number = max(floor(max(shares, default=Fraction(1)) * limit) + 1, 0), len(inside)
    # costs never increase from window to window, so windows of cost 0 are the last: drop them
    levels = [c for place in range(number) if (c := (costs + number - 1 - place) // number)]
    steps = plan.pairs + plan.sets * plan.size * colours
    steps *= 1 + (unknowns + problem.system.lights) * colours.bit_length() // 2048
    return inside[: len(levels)], levels, steps


@lru_cache(maxsize=1)
def planned(draft: Draft) -> tuple[dict[str, Json], float]:
    """Return the windows evidence that is cheapest to check, and the expected number of steps.

    Raises:
        LimitReached: When the checker would list too many parts of patterns.
    """
    problem = WindowProblem(draft.system)
    limit = Fraction(draft.limit, problem.unit)
    inside, costs, steps = windows_for(problem, limit, draft.watch.check)
    levels = [cost * problem.unit - 1 for cost in costs]
    return {"by": "windows", "windows": inside, "levels": levels}, steps


def why_no_windows(draft: Draft, most: int) -> str:
    """Return the reason why windows would take the checker more than ``most`` steps, or ``""``."""
    if reason := system_refusal(draft.system):
        return reason
    try:
        _, steps = planned(draft)
    except LimitReached as error:
        return str(error)
    return f"windows of about {steps:.0f} steps are longer than {most}" if steps > most else ""


def refusal(draft: Draft) -> str:
    """Return the reason why windows are too much work for the checker, or ``""``."""
    return why_no_windows(draft, MAX_TRIED)


def too_dear(draft: Draft) -> str:
    """Return the reason why windows are not written by default, or ``""``."""
    return why_no_windows(draft, CHEAP_WINDOW_STEPS)


def write(draft: Draft) -> dict[str, Json]:
    """Return windows evidence: sets of unknowns, and for each the largest weight to visit."""
    return planned(draft)[0]
