"""Evidence by a covering: dual variables (shares), one per light, that prove a lower bound.

Proves: a lower bound.  Light i has to change by s_i at least, so s_i times its share is paid by the
presses that change it, and all pay the sum of the shares at least.  Where a button costs once,
however often it is pressed, amounts and s_i count as 1.
Does not prove: how many minima there are; often the bound is far below the minimum.
Trusts: A, s and the prices, from the part "puzzle".
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.reading import fields, items, number
from lo_exact.certificate.checker_parts.verdict import require


@form("covering", MINIMA)
def judge_covering(certificate: Certificate, piece: Any) -> str:
    """Check that shares add up to the bound, those of a button's lights to its price at most."""
    given, system = fields(piece, "covering", "by scale shares"), certificate.system
    require(not certificate.counted, "a covering proves no count")
    scale = number(given["scale"], "scale", 1)
    shares = [number(v, "share", 0) for v in items(given["shares"], "shares")]
    require(len(shares) == system.lights, f"there must be {system.lights} shares")
    once = system.per_button
    for column, price in zip(system.columns, system.prices, strict=True):
        paid = sum(shares[light] * (1 if once else amount) for light, amount in column)
        require(paid <= scale * price, "the shares of a button exceed its price")
    total = sum(shares[light] * (min(s, 1) if once else s) for light, s in system.need.items())
    least = -(-total // scale)
    require(least >= certificate.bound, f"the shares show {least} only")
    return f"a covering: the lights' shares add up to {total} / {scale}"
