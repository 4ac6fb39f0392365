"""Reference engine that tries every press vector, against which all other engines are tested.

Costs c^unknowns multiplications, done in blocks; refuses beyond `MAX_VECTORS`.  Shares no idea with
the other engines: no kernel, no presolve, no solver.
"""

import numpy as np

from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

MAX_VECTORS = 2**24
"""Press vectors that are tried; up to here all sums fit into int64, see below."""

_BLOCK = 2**14
"""Press vectors verified together."""


def refusal(system: System) -> str:
    """Return the reason why the system has too many press vectors, or ``""``."""
    if system.unknowns * np.log2(system.colours) > np.log2(MAX_VECTORS):
        return f"{system.colours}^{system.unknowns} press vectors are more than {MAX_VECTORS}"
    return ""


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions by trying all press vectors in lexicographic order."""
    matrix = system.matrix.to_dense()
    c, n = system.colours, system.unknowns
    total = c**n
    place = np.array([c ** (n - 1 - j) for j in range(n)], dtype=np.int64)
    counted = (np.arange(c) != 0).astype(np.int64) if system.per_button else np.arange(c)
    best, count = -1, 0
    minima: list[Presses] = []
    for low in range(0, total, _BLOCK):
        number = np.arange(low, min(low + _BLOCK, total), dtype=np.int64)
        presses = number[:, None] // place % c
        # c^n <= 2**24 keeps every entry of the product below 2**63: c * c * n <= 2**48 * 24
        solves = ((presses @ matrix.T) % c == system.syndrome).all(axis=1)
        found = presses[solves]
        weights = counted[found] @ system.prices
        for x, weight in zip(found, weights, strict=True):
            if best < 0 or weight < best:
                best, count, minima = int(weight), 0, []
                watch.improved(tuple(x.tolist()), best)
            if weight == best:
                count += 1
                if len(minima) < max(wanted.minima, 1):
                    minima.append(tuple(x.tolist()))
        watch.check(low, total)
    if best < 0:
        return Outcome(Status.INFEASIBLE)
    return Outcome(Status.OPTIMAL, best, tuple(minima), count, canonical=True)
