"""Halves evidence: solutions of small weight, found by pairs of partial sums over button groups.

Proves: for two colours, the number of solutions of each weight up to the claimed one, without
visiting all: four groups of unknowns, and pairs of the groups' best sums.
Does not prove: anything for more colours, or where the groups' ranks are above 24.
Trusts: the part "solutions", for "these are all solutions, each once".  Nothing is believed about
the groups and thresholds: what the theorem asks of them is checked.

The theorem.  Adding z, a sum of generators, to the particular solution x changes the weight.  Let
column u say which generators press unknown u, a_u = price_u (1 - 2 x_u), P the sum of all prices:

    weight(x + z) = (P - S(z)) / 2    with    S(z) = sum_u a_u (-1)^<u, z>.

Four groups A, B, C, D hold all unknowns whose price is not 0 and that some generator presses; the
others add a constant, which is taken away from s before.  A and B together tell
all z apart, and so do C and D.  Let t + t' <= s + 1.  Then every z with S(z) >= s has
A(z) + B(z) >= t or C(z) + D(z) >= t': otherwise S(z) <= t - 1 + t' - 1 < s.  So all such z are
found by listing the pairs of sums of A and B that reach t, and those of C and D that reach t'.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain, islice
from operator import xor
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.linear.group import Group
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import Vector, bits_of, fields, items, number
from lo_exact.certificate.checker_parts.solutions import Kernel, kernel_of
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_PAIRS = 2**28
"""Pairs of sums visited for each half (about 30 s)."""

MAX_WEIGHTS = 2**20
"""Different weights of the solutions that are found."""


@form("halves", MINIMA)
def judge_halves(certificate: Certificate, piece: Any) -> str:
    """Check halves evidence: count solutions up to the claimed weight by pairs of group sums."""
    given = fields(piece, "halves", "by groups thresholds")
    kernel, system = kernel_of(certificate), certificate.system
    require(system.colours == 2, "halves are for two colours")
    groups = items(given["groups"], "groups")
    require(len(groups) == 4, "there must be four groups")
    two = items(given["thresholds"], "thresholds")
    require(len(two) == 2, "there must be two thresholds")
    thresholds = [number(t, "threshold", -(2**40), 2**40) for t in two]
    found = light(system, kernel, groups, thresholds, certificate.limit)
    counted = found[certificate.bound] if certificate.counted else -1
    certificate.compare(min(found, default=certificate.bound), counted)
    return "pairs of sums of four groups of unknowns"


def joint(pivots: Vector, width: int) -> tuple[Vector, Vector]:
    """Solve the linear equations <pivot, z> = bit over GF(2) for z.

    Returns:
        The vector that each bit adds to z, and the amount that it adds to a tag.  Bits belong to
        some z when their tag is 0.
    """
    reduced: dict[int, tuple[int, int]] = {}  # leading bit -> (sum of pivots, their bit mask)
    relations: Vector = []
    for i, pivot in enumerate(pivots):
        row, which = pivot, 1 << i
        while row.bit_length() in reduced:
            other, others = reduced[row.bit_length()]
            row, which = row ^ other, which ^ others
        if row:
            reduced[row.bit_length()] = row, which
        else:
            relations.append(which)
    require(len(reduced) == width, "two groups do not tell all solutions apart")
    parities: Vector = []  # bit b of z is the parity of (given bits & parities[b])
    for _, (row, which) in sorted(reduced.items()):
        for b, lower in enumerate(parities):
            which ^= lower if row >> b & 1 else 0
        parities.append(which)
    images = [sum((p >> i & 1) << b for b, p in enumerate(parities)) for i in range(len(pivots))]
    tags = [sum((r >> i & 1) << b for b, r in enumerate(relations)) for i in range(len(pivots))]
    return images, tags


def mapped(images: Vector, forms: Iterable[int]) -> Iterator[int]:
    """Yield for each bit mask in ``forms`` the XOR of ``images[i]`` over its 1 bits i."""
    tables = []
    for start in range(0, len(images), 8):
        table = [0]
        for image in images[start : start + 8]:
            table += [image ^ other for other in table]
        tables.append((start, table))
    for bits in forms:
        yield reduce(xor, (table[bits >> start & len(table) - 1] for start, table in tables), 0)


def pairs(
    own: list[Group], others: list[Group], width: int, low: int, aim: int
) -> Iterator[tuple[int, int]]:
    """Yield (own, other) sums of all kernel elements with own >= low and own + other >= aim.

    Each z that is such is met once.  What a form of its own adds to z's forms in the others and to
    the tag stands in one number, one behind the other.
    """
    (a, b), (c, d) = own, others
    behind, in_c, in_d = c.rank + d.rank, len(c.sums) - 1, len(d.sums) - 1
    images = [
        tag << behind | d.form(z) << c.rank | c.form(z)
        for z, tag in zip(*joint(a.pivots + b.pivots, width), strict=True)
    ]
    partners: dict[int, list[tuple[int, int]]] = {}
    listed = sorted(b.above(low - a.top), reverse=True)
    reached = mapped(images[a.rank :], (form for _, form in listed))
    for (value, _), y in zip(listed, reached, strict=True):
        partners.setdefault(y >> behind, []).append((value, y))
    del listed, reached  # frees half of the memory used here
    falling = {tag: [-value for value, _ in found] for tag, found in partners.items()}
    visited = 0
    listed = a.above(low - b.top)
    reached = mapped(images[: a.rank], (form for _, form in listed))
    for (value, _), x in zip(listed, reached, strict=True):
        number = bisect_right(falling.get(x >> behind, []), value - low)
        visited += number
        bounded(visited <= MAX_PAIRS, f"more than {MAX_PAIRS} pairs of sums are to be looked at")
        some, need = partners.get(x >> behind, [])[:number], aim - value - d.top
        for v, y in [(v, y) for v, y in some if v + c.sums[(x ^ y) & in_c] >= need]:
            other = c.sums[(x ^ y) & in_c] + d.sums[(x ^ y) >> c.rank & in_d]
            if value + v + other >= aim:
                yield value + v, other


def light(
    system: System,
    kernel: Kernel,
    vectors: list[Any],
    thresholds: Vector,
    limit: int,
) -> Counter[int]:
    """Return the number of solutions of each weight up to ``limit``.

    The four ``vectors`` are the groups, the ``thresholds`` t and t'.
    """
    width, prices = len(kernel.generators), system.prices
    columns = list(map(bits_of, zip(*kernel.generators, strict=True))) or [0] * len(prices)
    amounts = [p * (1 - 2 * x) for p, x in zip(prices, kernel.particular, strict=True)]
    left, groups = set(range(len(prices))), list[Group]()
    for given in vectors:
        members = [j for j, inside in enumerate(system.presses(given, "group")) if inside]
        require(left.issuperset(members), "an unknown is in two groups")
        left.difference_update(members)
        groups.append(Group([(columns[j], amounts[j]) for j in members]))
    require(not any(columns[j] and prices[j] for j in left), "an unknown is in no group")
    most = Group.max_sums
    bounded(sum(2**group.rank for group in groups) <= most, f"more than {most} sums")
    for group in groups:
        group.tabulate()
    free = sum(amounts[j] for j in left)
    aim, (low, other_low) = sum(prices) - 2 * limit - free, thresholds
    require(low + other_low <= aim + 1, "the thresholds leave out some pairs")
    first, second = groups[:2], groups[2:]
    totals = map(sum, pairs(first, second, width, low, aim))
    again = pairs(second, first, width, other_low, aim)
    met = (own + other for own, other in again if other < low)  # the other pairs are in `totals`
    found, whole = Counter[int](), sum(prices) - free
    every = ((whole - total) // 2 for total in chain(totals, met))
    while some := Counter(islice(every, 2**16)):  # in blocks, to save memory
        found += some
        bounded(len(found) <= MAX_WEIGHTS, f"more than {MAX_WEIGHTS} different weights are found")
    return found
