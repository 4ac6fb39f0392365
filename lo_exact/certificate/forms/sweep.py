"""Evidence by a sweep: an order of the unknowns that keeps the table of sums small.

The work of the engine `syndrome` is short to describe and short to repeat.  The checker makes the
same table, a dictionary of the sums so far, so the evidence is the order alone.  It is written
where the checker's table stays small, whatever the number of solutions.
"""

from lo_exact.algebra import Coset
from lo_exact.certificate.checker import MAX_STATES, MAX_SWEEP
from lo_exact.certificate.draft import Draft, Json
from lo_exact.engines.syndrome.engine import ordered_coset
from lo_exact.puzzle import System

CHEAP_SWEEP_STEPS = 2**25
"""Checker steps up to which a sweep is written by default: half a minute."""


def why_no_sweep(system: System, coset: Coset, most: int = CHEAP_SWEEP_STEPS) -> str:
    """Return the reason why a sweep is too much work for the checker, or ``""``."""
    widths = ordered_coset(system, coset).spans.widths()
    if max(widths, default=1) > MAX_STATES:
        return f"{max(widths)} sums at once are more than {MAX_STATES}"
    # mean number of lights (or sums of lights) that an unknown changes, plus a margin of 2
    touched = system.matrix.entries / max(system.unknowns, 1) + 2
    steps = int(sum(widths) * system.colours * touched)
    if steps > most:
        return f"a sweep of {steps} steps is longer than {most}"
    return ""


def refusal(draft: Draft) -> str:
    """Return the reason why a sweep is too much work for the checker, or ``""``."""
    reason = why_no_sweep(draft.system, draft.coset, MAX_SWEEP)
    return f"there is no evidence by a sweep: {reason}" if reason else ""


def too_dear(draft: Draft) -> str:
    """Return the reason why checking a sweep would take more than about 30 s, or ``""``."""
    return why_no_sweep(draft.system, draft.coset)


def write(draft: Draft) -> dict[str, Json]:
    """Return sweep evidence: an order of the unknowns with a small table of sums."""
    order = ordered_coset(draft.system, draft.coset).order
    given = range(draft.system.unknowns)
    return {"by": "sweep", "order": list(given) if order is None else order.tolist()}
