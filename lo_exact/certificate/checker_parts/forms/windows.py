"""Evidence by windows: sets of unknowns on which all patterns of small weight are visited.

Proves: the least weight of all solutions up to the claim, and how many have it.  Let each unknown
be in at most u windows, and let all solutions be visited that weigh t_j or less on window j, for
each j.  A solution that was not visited weighs t_j + 1 or more on window j, for each j, and these
weights add up to u times its whole weight at most.  So where the sum of all t_j + 1 is more than u
times the weight of the claim, all solutions up to the claim were visited.
Trusts: A, s and the prices, from the part "puzzle", and the part "cheap_patterns".
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from lo_exact.certificate.checker_parts.cheap_patterns import CheapPatterns
from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import fields, items, number
from lo_exact.certificate.checker_parts.verdict import require


@form("windows", MINIMA)
def judge_windows(certificate: Certificate, piece: Any) -> str:
    """Check windows evidence: visit all cheap patterns; compare the least weight with the claim."""
    given = fields(piece, "windows", "by windows levels")
    unknowns, limit = len(certificate.system.columns), certificate.limit
    windows = [
        [number(j, "windows", 0, unknowns - 1) for j in items(window, "windows")]
        for window in items(given["windows"], "windows")
    ]
    levels = [number(level, "levels", 0) for level in items(given["levels"], "levels")]
    require(len(levels) == len(windows), "levels do not fit windows")
    require(all(len(set(w)) == len(w) for w in windows), "an unknown stands twice in a window")
    most = max(Counter(j for window in windows for j in window).values(), default=0)
    proved = limit < 0 or sum(levels) + len(levels) > most * limit
    require(proved, f"what was not visited may weigh {limit}")
    least, count = visited(certificate.system, limit, windows, levels)
    certificate.compare(certificate.bound if least is None else least, count)
    return f"{len(windows)} windows, all cheap patterns on each, and the bound for all others"


def visited(
    system: System, limit: int, windows: list[list[int]], levels: list[int]
) -> tuple[int | None, int]:
    """Return the least weight of a solution, None if above ``limit``, and the number of minima."""
    solutions = CheapPatterns(
        system.colours, system.columns, system.need, system.prices, per_button=system.per_button
    )
    scales = [solutions.scales(window) for window in [*windows, list(range(len(system.columns)))]]
    least, count = limit + 1, 0
    for k, level in enumerate(levels):
        for x in solutions.met(windows[k], level):
            weight = solutions.weight(x, scales[-1])
            # skip a solution that is cheap enough on an earlier window: it was visited there
            if weight <= min(least, limit) and all(
                solutions.weight(x, scales[i]) > levels[i] for i in range(k)
            ):
                least, count = weight, 1 + count * (weight == least)
    return (least, count) if count else (None, 0)
