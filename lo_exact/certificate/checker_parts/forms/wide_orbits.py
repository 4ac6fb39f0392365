"""Evidence by orbits with numpy, for more solutions than plain Python looks at.

Proves: what the part "orbits" proves, in the same way; sums of a group are made 2^16 at a time.
Does not prove: anything where more than 2^36 sums are to be made.
Trusts: the parts "orbits" and "wide_halves", for the sums of a group.
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.forms.orbits import by_orbits
from lo_exact.certificate.checker_parts.forms.wide_halves import WideGroup

MAX_WIDE_VISITED = 2**36  # sums, of all prefixes that are looked at (an hour)


@form("orbits", MINIMA, part="wide_orbits")
def judge_wide_orbits(certificate: Certificate, piece: Any) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    return by_orbits(certificate, piece, wide_largest_sum, MAX_WIDE_VISITED)


def wide_largest_sum(members: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the largest sum of (column, amount) pairs, how many forms have it, and the rank."""
    group = WideGroup(members)
    top, ways = -group.size - 1, 0
    for _, sums in group.blocks():
        here = int(sums.max())
        if here >= top:
            ways = ways if here == top else 0
            top, ways = here, ways + int((sums == here).sum())
    return top, ways, group.rank
