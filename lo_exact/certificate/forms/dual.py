"""Evidence by the dual: nothing is written; the checker goes through all sums of rows.

It is written where the rank is small, however many solutions there are and however heavy.
"""

from __future__ import annotations

from lo_exact.certificate.checker import MAX_ROW_SUM_BITS, MAX_ROW_SUMS
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft

CHEAP_SUMS = 2**24
"""Up to so many it is written unasked: some seconds of checking."""


def why_no_dual(draft: Draft, most: int) -> str:
    """Say why the checker would not go through all sums of rows, or ``""``."""
    system = draft.system
    prices = set(system.prices.tolist()) or {1}
    if system.colours != 2 or len(prices) > 1 or 0 in prices:
        return "sums of rows are weighed for two colours and one price"
    rank = system.unknowns - len(system.elimination.orders)
    if rank >= most.bit_length() or system.unknowns << rank > MAX_ROW_SUM_BITS:
        return f"2^{rank} sums of rows are more than the checker goes through"
    return ""


def refusal(draft: Draft) -> str:
    """Say why the checker would not do it, or ``""``."""
    return why_no_dual(draft, MAX_ROW_SUMS)


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked, or ``""``."""
    return why_no_dual(draft, CHEAP_SUMS)


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    return {"by": "dual"}
