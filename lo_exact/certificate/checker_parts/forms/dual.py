"""Evidence by the dual: the sizes of all sums of rows tell how many solutions have each weight.

For two colours and one price.  A sum of rows is a set of unknowns; its sign is -1 where the lights
that it sums have to change an odd number of times together, else 1.  Every solution presses the set
evenly or oddly as the sign says.  Let R be the number of sums of rows, n that of unknowns.

Proves: the number N_w of solutions of each weight w, from the least on, by MacWilliams' identity
(1963):  R * sum of N_w t^w = sum over all sums of rows u of sign(u) (1 - t)^|u| (1 + t)^(n - |u|).
Multiply out what stands on the right: t^|y| comes, for each set y of unknowns, sign(u) (-1)^(number
of unknowns in y and u) times.  Over all u that adds up to R if y is a solution, and to 0 if not.
Does not prove: anything where sums of rows are too many (MAX_ROW_SUMS).
Trusts: A, s and the prices, from the part "puzzle"; the elimination, from "bits".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.linear.bits import rows_of_bits
from lo_exact.certificate.checker_parts.puzzle import MAX_STEPS, System
from lo_exact.certificate.checker_parts.reading import fields
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_ROW_SUMS = 2**26  # sums of rows (half a minute)
MAX_ROW_SUM_BITS = 2**40  # bits of all these sums


@form("dual", MINIMA)
def judge_dual(certificate: Certificate, piece: Any) -> str:
    """Weigh all sums of rows, and compare the least weight that any solution has."""
    fields(piece, "dual", "by")
    system = certificate.system
    require(system.colours == 2, "evidence by the dual is about two colours")
    price = min(system.prices, default=1)
    require({*system.prices} <= {price} and price > 0, "evidence by the dual is about one price")
    found = by_rows(system, certificate.limit // price)
    least = certificate.bound if found is None else found[0] * price
    certificate.compare(least, 0 if found is None else found[1])
    return "the sizes of all sums of rows, by MacWilliams' identity"


def by_rows(system: System, limit: int) -> tuple[int, int] | None:
    """Return the least number of presses up to a limit, and how many solutions have it, or None."""
    size = len(system.columns)
    steps = (sum(map(len, system.columns)) + len(system.need)) * (1 + size // 2048)
    bounded(steps <= MAX_STEPS, "rows are beyond this checker's bound")
    changed: dict[int, list[int]] = {light: [] for light in system.need}
    for j, column in enumerate(system.columns):
        for light, _ in column:
            changed[light].append(j)
    # the sign is the highest bit, so that at most one row has it
    basis = rows_of_bits(
        sum((1 << j for j in changed[light]), amount << size)
        for light, amount in system.need.items()
    )
    fits = 1 << len(basis) <= MAX_ROW_SUMS and size << len(basis) <= MAX_ROW_SUM_BITS
    bounded(fits, f"more than {MAX_ROW_SUMS} sums of rows, or they have too many bits")
    signed = [row ^ 1 << size for row in basis if row >> size]
    plain = [row for row in basis if not row >> size]
    sizes = Counter(map(int.bit_count, _sums(0, plain)))
    for row in signed:
        sizes.subtract(map(int.bit_count, _sums(row, plain)))
    # for each size u the coefficient of t^w in (1 - t)^u (1 + t)^(size - u), from w to w + 1
    before, here = dict.fromkeys(sizes, 0), dict.fromkeys(sizes, 1)
    for w in range(min(limit, size) + 1):
        total = sum(number * here[u] for u, number in sizes.items())
        if total:
            return w, total >> len(basis)
        steps += len(sizes) * (1 + size // 64)
        bounded(steps <= MAX_STEPS, "the identity is beyond this checker's bound")
        after = {
            u: ((size - 2 * u) * here[u] - (size - w + 1) * before[u]) // (w + 1) for u in sizes
        }
        before, here = here, after
    return None


def _sums(start: int, rows: list[int]) -> Iterator[int]:
    """Yield start + each sum of independent rows, once, one row more or less at a time."""
    yield start
    for step in range(1, 1 << len(rows)):
        start ^= rows[(step & -step).bit_length() - 1]
        yield start
