"""A lower bound for every puzzle: few presses cannot make many boards.

If every board had a minimum of at most R, the ways of pressing with weight at most R would have to
reach all boards; where they are too few, some board needs more.  The sphere-covering bound.
"""

from __future__ import annotations

from lo_exact.hardest.census import Census
from lo_exact.hardest.enumerator import press_weights


def sphere_covering_bound(census: Census) -> int:
    """Return a weight that some board certainly needs."""
    system = census.system
    reached = 0
    terms = press_weights(system.prices.tolist(), system.colours, system.per_button)
    for weight in sorted(terms):
        reached += terms[weight]
        if reached >= census.boards:
            return weight
    raise AssertionError("all presses together reach every board")
