"""Evidence by windows: sets of unknowns, and up to which weight patterns on each are visited.

The engine `windows` plans for compiled loops, this plans for the checker, which takes a
microsecond for what those do in a nanosecond: wider windows, each with the kernel's full rank.
Whoever found the minimum, the evidence is made anew, from the claim.
"""

from fractions import Fraction
from functools import lru_cache
from math import floor

from lo_exact.certificate.checker import MAX_PATTERNS, MAX_TRIED
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.engines.windows.engine import refusal as system_refusal
from lo_exact.engines.windows.plan import Planner
from lo_exact.engines.windows.problem import WindowProblem
from lo_exact.errors import LimitReached

CHEAP_STEPS = 2**25
"""Up to so many steps it is written unasked: some seconds of checking."""


WAITING = 256
"""Bytes of a part of a pattern that waits, as plans count them."""


@lru_cache(maxsize=1)
def planned(draft: Draft) -> tuple[dict[str, Json], float]:
    """Return the evidence that takes the checker the least, and its steps, about.

    Raises:
        LimitReached: When the checker would list too many parts of patterns.
    """
    problem = WindowProblem(draft.system)
    planner = Planner(problem, MAX_PATTERNS * WAITING, checked=True)
    limit = Fraction(draft.limit, problem.unit)
    plan, windows = planner.chosen(limit, draft.watch.check, ties=True)
    unknowns = draft.system.unknowns
    inside = [window.inside.tolist() for window in windows]
    if plan.fold == plan.windows:
        inside = [list(range(unknowns))]
    costs, number = max(floor(plan.fold * limit) + 1, 0), len(inside)
    levels = [(costs + number - 1 - place) // number * problem.unit - 1 for place in range(number)]
    used = sum(level >= 0 for level in levels)
    steps = plan.pairs + plan.sets * plan.size * draft.system.colours
    steps *= 1 + (unknowns + draft.system.lights) * draft.system.colours.bit_length() // 2048
    return {"by": "windows", "windows": inside[:used], "levels": levels[:used]}, steps


def why_no_windows(draft: Draft, most: int) -> str:
    """Say why the checker would not visit windows, or ``""``."""
    if reason := system_refusal(draft.system):
        return reason
    try:
        _, steps = planned(draft)
    except LimitReached as error:
        return str(error)
    return f"windows of about {steps:.0f} steps are longer than {most}" if steps > most else ""


def refusal(draft: Draft) -> str:
    """Say why the checker would not visit windows, or ``""``."""
    return why_no_windows(draft, MAX_TRIED)


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked, or ``""``."""
    return why_no_windows(draft, CHEAP_STEPS)


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    return planned(draft)[0]
