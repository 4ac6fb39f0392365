"""Evidence by orbits: solutions up to symmetries of the puzzle; two colours.

A symmetry is a permutation of the unknowns that maps solutions to solutions and keeps prices.  A
form is a set of unknowns; its value at a solution is whether an odd number of them is pressed.  The
values of all forms are the solution's prefix.  The symmetries map solutions with equal prefixes to
solutions with equal prefixes, so they permute prefixes, and solutions whose prefixes are in one
orbit come in equal numbers of each weight.  So one prefix of each orbit is looked at.

Proves: the least weight of all solutions and how many have it.  The solutions with one prefix are
weighed by the sums of one group of unknowns, as in "halves": weight = (P - S) / 2.
Does not prove: anything where prefixes are too many (MAX_PREFIXES), or the solutions that are left
(MAX_VISITED).
Trusts: the part "solutions", for "these are all solutions"; "group", for the sums of a group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.linear.group import Group
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import Vector, bits_of, fields, items, number
from lo_exact.certificate.checker_parts.solutions import Kernel, kernel_of
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_PREFIXES = 2**26  # prefixes, and their images by each symmetry (a minute)
MAX_VISITED = 2**26  # sums, of all prefixes that are looked at, and 4 for each unknown (20 s)

Map = tuple[int, Vector, Vector]  # bits of the lower table; tables of the lower and higher bits
Weigh = Callable[[list[tuple[int, int]]], tuple[int, int, int]]


@form("orbits", MINIMA)
def judge_orbits(certificate: Certificate, piece: Any) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    return by_orbits(certificate, piece, largest_sum, MAX_VISITED)


def largest_sum(members: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the largest sum of (column, amount) pairs, how many forms have it, and the rank."""
    group = Group(members)
    group.tabulate()
    return group.top, group.sums.count(group.top), group.rank


def by_orbits(certificate: Certificate, piece: Any, weigh: Weigh, most: int) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    given, system = fields(piece, "orbits", "by symmetries forms"), certificate.system
    require(system.colours == 2, "evidence by orbits is about two colours")
    kernel = kernel_of(certificate)
    forms = [bits_of(system.presses(f, "form")) for f in items(given["forms"], "forms")]
    symmetries = items(given["symmetries"], "symmetries")
    fits = 1 + len(symmetries) << len(forms) <= MAX_PREFIXES
    bounded(fits, f"more than {MAX_PREFIXES} prefixes and images of prefixes")
    cosets = _Cosets(kernel, forms)
    maps = [cosets.mapped(symmetry_of(system, kernel, listed)) for listed in symmetries]
    places: dict[int, int] = {}  # unknown -> which of the vectors that change no form press it
    for i, vector in enumerate(cosets.rest):
        while vector:
            low = vector & -vector
            places[low.bit_length() - 1] = places.get(low.bit_length() - 1, 0) | 1 << i
            vector ^= low
    least, count, visited, looked = -1, 0, 0, 0
    for prefix, size in orbits(len(forms), maps):
        looked += 1
        visited += (1 << len(cosets.rest)) + 4 * len(system.prices)
        bounded(visited <= most, f"more than {most} solutions are to be looked at")
        x = cosets.member(prefix)
        amounts = [-p if x >> j & 1 else p for j, p in enumerate(system.prices)]
        top, ways, rank = weigh([(place, amounts[j]) for j, place in places.items()])
        fixed = sum(amount for j, amount in enumerate(amounts) if j not in places)
        weight = (sum(system.prices) - fixed - top) // 2
        if least < 0 or weight <= least:
            count = count if weight == least else 0
            least, count = weight, count + size * (ways << len(cosets.rest) - rank)
    certificate.compare(least, count)
    return f"{looked} orbits of {1 << len(forms)} prefixes, the solutions of one prefix of each"


def symmetry_of(system: System, kernel: Kernel, listed: Any) -> Vector:
    """Return where unknowns go: solutions become solutions of the same weight."""
    size = len(system.prices)
    found = [number(j, "symmetry", 0, size - 1) for j in items(listed, "symmetry")]
    require(sorted(found) == list(range(size)), "a symmetry must have every unknown once")
    kept = all(system.prices[j] == price for j, price in zip(found, system.prices, strict=True))
    require(kept, "a symmetry does not keep prices")
    back = sorted(range(size), key=found.__getitem__)
    image = system.image([kernel.particular[j] for j in back])
    require(image == system.need, "a symmetry maps a solution to none")
    for generator in kernel.generators:
        image = system.image([generator[j] for j in back])
        require(not any(image.values()), "a symmetry maps a solution to none")
    return found


class _Cosets:
    """All solutions, by the values that forms have at them.

    Attributes:
        rest: a basis of what changes no form, as bits.
    """

    def __init__(self, kernel: Kernel, forms: Vector):
        self._forms = forms
        self._start = bits_of(kernel.particular)
        self._pivots: dict[int, tuple[int, int]] = {}  # leading value -> (values, vector)
        self.rest: Vector = []
        for vector in map(bits_of, kernel.generators):
            values, vector = self._reduced(self.values(vector), vector)
            if values:
                self._pivots[values.bit_length()] = values, vector
            else:
                self.rest.append(vector)
        require(len(self._pivots) == len(forms), "the forms are not independent")

    def values(self, x: int) -> int:
        """Return the values of all forms, as bits."""
        return sum((x & f).bit_count() % 2 << i for i, f in enumerate(self._forms))

    def _reduced(self, values: int, vector: int) -> tuple[int, int]:
        while values.bit_length() in self._pivots:
            other, added = self._pivots[values.bit_length()]
            values, vector = values ^ other, vector ^ added
        return values, vector

    def member(self, prefix: int) -> int:
        """Return one solution with a prefix."""
        return self._reduced(prefix ^ self.values(self._start), self._start)[1]

    def mapped(self, symmetry: Vector) -> Map:
        """Return what a symmetry does to prefixes."""

        def image(x: int) -> int:
            moved = 0
            while x:
                low = x & -x
                moved |= 1 << symmetry[low.bit_length() - 1]
                x ^= low
            return self.values(moved)

        require(not any(map(image, self.rest)), "a symmetry does not keep the forms")
        zero, first = self.member(0), image(self.member(0))
        added = [image(self.member(1 << i) ^ zero) for i in range(len(self._forms))]
        half = len(added) // 2
        return half, _table(first, added[:half]), _table(0, added[half:])


def _table(first: int, added: Vector) -> Vector:
    """Return first + each sum of what is added."""
    found = [first]
    for one in added:
        found += [one ^ other for other in found]
    return found


def orbits(bits: int, maps: list[Map]) -> Iterator[tuple[int, int]]:
    """Yield one prefix of each orbit, and how many the orbit has."""
    seen = bytearray(1 << bits)
    for prefix in range(1 << bits):
        if seen[prefix]:
            continue
        seen[prefix], waiting, size = 1, [prefix], 0
        while waiting:
            here = waiting.pop()
            size += 1
            for half, low, high in maps:
                image = low[here & (1 << half) - 1] ^ high[here >> half]
                if not seen[image]:
                    seen[image] = 1
                    waiting.append(image)
        yield prefix, size
