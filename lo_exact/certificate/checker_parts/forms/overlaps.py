"""Evidence by overlaps: what each quiet pattern covers.

Proves: a minimum and its number.  A quiet pattern that covers as much unpressed as pressed, or
more, saves nothing.
Does not prove: anything with more than 6 generators.
Trusts: the part "kernel".
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import Certificate, form
from lo_exact.certificate.checker_parts.kernel import kernel_of
from lo_exact.certificate.checker_parts.reading import fields, items, number
from lo_exact.certificate.checker_parts.verdict import require


@form("overlaps", "minimum")
def judge_overlaps(certificate: Certificate, piece: Any) -> str:
    """Count for each sum of generators the price of what it covers."""
    given, system = fields(piece, "overlaps", "by counts"), certificate.system
    kernel = kernel_of(certificate)
    few = system.colours == 2 and len(kernel.orders) <= 6
    require(few, "overlaps are for two colours and up to 64 patterns")
    listed, ties, x = items(given["counts"], "counts"), 1, certificate.minima[0]
    require(len(listed) == kernel.size - 1, f"counts must have {kernel.size - 1} pairs")
    for z, pair in enumerate(listed, start=1):
        chosen = [g for i, g in enumerate(kernel.generators) if z >> i & 1]
        quiet = [j for j in range(len(x)) if sum(g[j] for g in chosen) % 2]
        pressed = sum(system.prices[j] for j in quiet if x[j])
        covered = sum(system.prices[j] for j in quiet)
        given_pair = [number(v, "count", 0) for v in items(pair, "counts")]
        truly = given_pair == [pressed, covered - pressed]
        require(truly, f"pattern {z} covers something else")
        require(2 * pressed <= covered, f"pattern {z} would save something")
        ties += 2 * pressed == covered
    certificate.compare(certificate.bound, ties)
    return f"what each of {kernel.size - 1} quiet patterns covers"
