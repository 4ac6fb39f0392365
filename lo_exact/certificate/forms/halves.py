"""Halves evidence for two colours: four groups of buttons and two thresholds.

The theorem and its proof are in docs/certificate-forms.md.  The groups are those of the engine
`quarters`; the thresholds are the pair that leaves the checker the fewest pairs of sums.  The
evidence is computed again whichever engine found the minimum, at the cost of the groups'
transforms: no pair is visited here.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.certificate.checker import MAX_PAIRS, Group
from lo_exact.certificate.draft import Draft, Json, vector_document
from lo_exact.engines.quarters.engine import QuartersPlan, plan_of
from lo_exact.engines.quarters.pairs import cheapest, halves_of
from lo_exact.errors import refuse_use
from lo_exact.puzzle import System


@dataclass(frozen=True)
class Thresholds:
    """Threshold of each half (two groups), and the number of pairs of sums that reach it."""

    values: tuple[int, int]
    """Thresholds t and t' for sums of the first two groups and of the last two."""
    pairs: tuple[float, float]
    """Approximate number of pairs of sums that reach them."""


def why_no_halves(system: System) -> str:
    """Return the reason why there is no halves evidence that the checker accepts, or ``""``."""
    plan = plan_of(system)
    if plan.refusal or plan.groups is None:
        return plan.refusal or "there are too few solutions for halves"
    if max(plan.groups.ranks) > Group.max_rank:
        return f"a group has rank {max(plan.groups.ranks)}, more than {Group.max_rank}"
    return ""


def refusal(draft: Draft) -> str:
    """Return the reason why there is no halves evidence that the checker accepts, or ``""``."""
    reason = why_no_halves(draft.system)
    return f"there is no halves evidence: {reason}" if reason else ""


def too_dear(draft: Draft) -> str:
    """Return the reason why halves evidence is not written by default, or ``""``."""
    return why_no_halves(draft.system)


def write(draft: Draft) -> dict[str, Json]:
    """Return halves evidence about all solutions of weight up to the claim's limit.

    Raises:
        UsageError: When there are too many pairs.
    """
    plan = plan_of(draft.system)
    assert plan.groups is not None
    found = thresholds(draft.system, plan, draft.coset.particular, draft.limit)
    refuse_use(
        max(found.pairs) > MAX_PAIRS,
        f"halves evidence would take {max(found.pairs):.1e} pairs to check",
    )
    return evidence_of(draft.system, plan, found)


def evidence_of(system: System, plan: QuartersPlan, found: Thresholds) -> dict[str, Json]:
    """Return halves evidence with the groups of a plan and the given thresholds."""
    assert plan.groups is not None
    groups = []
    for buttons in plan.groups.buttons:
        inside = np.zeros(system.unknowns, dtype=np.int64)
        inside[buttons] = 1
        groups.append(vector_document(inside, 2))
    return {"by": "halves", "groups": groups, "thresholds": list(found.values)}


def thresholds(system: System, plan: QuartersPlan, particular: IntArray, limit: int) -> Thresholds:
    """Return the two thresholds for which the checker visits the fewest pairs of sums.

    Sums are multiples of ``unit``.  "At least t units" is "at least (t - 1) unit + 1": so the two
    add up to no more than the theorem allows.
    """
    assert plan.basis is not None
    assert plan.groups is not None
    amounts = system.prices * (1 - 2 * particular.astype(np.int64))
    made = halves_of(
        len(plan.basis.pivots), plan.columns, amounts, plan.groups.buttons, lambda: None
    )
    unit, fixed, halves = made.unit, made.fixed, made.halves
    aim = -(-(sum(system.prices.tolist()) - 2 * limit - fixed) // unit)
    above = [half.top + 1 for half in halves]
    easy = sum(above) <= aim + 1  # no sum reaches these thresholds, so there are no pairs
    both = (above[0], above[1]) if easy else cheapest(halves, above, aim + 1)
    pairs = [float(half.pairs(t)) for half, t in zip(halves, both, strict=True)]
    return Thresholds(((both[0] - 1) * unit + 1, (both[1] - 1) * unit + 1), (pairs[0], pairs[1]))
