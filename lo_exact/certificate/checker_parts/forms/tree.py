"""Evidence by a tree: a branch and cut search, checked in integers.

Proves: for two colours, that no solution weighs less than claimed, or none as little but those
listed.  All solutions lie in boxes; each box ends by a sum of cuts that shows it holds nothing.
Does not prove: a number of minima that are not all listed.
Trusts: A, s and the prices, from the part "puzzle"; no kernel and no fraction is needed.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import Vector, fields, items, number, size
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_TIMES = 2**128
"""Largest multiplier, and largest scale."""

MAX_PLACES_HELD = 5 * 10**7
"""Unknowns of all cuts, and those of all open boxes (0.4 GB each)."""


@form("tree", MINIMA)
def judge_tree(certificate: Certificate, piece: Any) -> str:
    """Check search-tree evidence: no box contains a lighter solution or an unlisted minimum."""
    tree = Tree(certificate.system, piece)
    unit = gcd(*certificate.system.prices) or 1  # common divisor of all weights
    if not certificate.counted:
        tree.judge((certificate.bound - 1) // unit * unit, [])
    else:
        all_listed = certificate.count == len(certificate.minima)
        require(all_listed, "a tree proves a count only if all are listed")
        tree.judge(certificate.bound, certificate.minima)
    return f"a tree of {len(tree.nodes)} nodes and {len(tree.cuts)} cuts"


def pair_of(value: Any, name: str) -> list[Any]:
    """Return a value as a list, or reject it unless it is a JSON list of two."""
    require(len(items(value, name)) == 2, f"{name} must be a list of two")
    return list(value)


class Tree:
    """Search tree over a two-colour system; each open node is a box, with some unknowns fixed.

    A sum of equations says that the unknowns in an odd number of them are odd or even together.  A
    choice S of these, of the other parity, cannot be pressed with the rest left alone:
    sum of x_j over the rest >= 1 - sum of (1 - x_j) over S.  That is a cut, a x >= b.
    With multipliers y >= 0 and a scale D > 0, every solution has
    D p x >= D p x - sum y (a x - b) = sum y b + sum r_j x_j, with r = D p - sum y a: at least the
    least value of the right side in a box.
    """

    def __init__(self, system: System, document: Any):
        given = fields(document, "tree", "by scale cuts nodes")
        require(system.colours == 2, "a tree is for two colours")
        self.system: System = system
        self.scale: int = size(given["scale"], "scale", 1, MAX_TIMES)
        self.rows: dict[int, set[int]] = {light: set() for light in system.need}
        for j, column in enumerate(system.columns):
            for light, _ in column:
                self.rows[light].add(j)
        self.held: int = 0
        self.cuts: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            self._cut(*pair_of(cut, "a cut")) for cut in items(given["cuts"], "cuts")
        ]
        self.nodes: list[Any] = items(given["nodes"], "nodes")

    def _cut(self, summed: Any, chosen: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Parse a parity cut; return the chosen unknowns S of its equation, and the others."""
        support: set[int] = set()
        parity = 0
        for light in items(summed, "the lights of a cut"):
            require(type(light) is int and light in self.rows, "a cut names a light that is none")
            self.system.spend(len(self.rows[light]) + 1)
            support ^= self.rows[light]
            parity += self.system.need[light]
        last = len(self.system.columns) - 1
        pressed = {number(j, "S", 0, last) for j in items(chosen, "S")}
        require(pressed <= support, "S is no part of its cut")
        require((len(pressed) + parity) % 2 == 1, "S has the parity of its cut")
        self.held += len(support)
        fits = self.held <= MAX_PLACES_HELD
        bounded(fits, f"more than {MAX_PLACES_HELD} unknowns in cuts")
        return tuple(pressed), tuple(support - pressed)

    def _right_side(self, value: Any, scale: int) -> tuple[int, Vector]:
        """Return (constant, r) with scale * weight(x) >= constant + r x for every solution x."""
        listed = items(value, "multipliers")
        require(len(listed) % 2 == 0, "each cut has a multiplier")
        constant, r = 0, [scale * price for price in self.system.prices]
        for k, times in zip(listed[::2], listed[1::2], strict=True):
            pressed, rest = self.cuts[number(k, "cut", 0, len(self.cuts) - 1)]
            size(times, "multiplier", 0, MAX_TIMES)
            self.system.spend(len(pressed) + len(rest) + 1)
            constant += times * (1 - len(pressed))
            for j in pressed:
                r[j] += times
            for j in rest:
                r[j] -= times
        self.system.spend(2 * len(r))
        return constant, r

    @staticmethod
    def _least(constant: int, r: Vector, box: Vector) -> int:
        """Return the minimum of constant + r x over a box; -1 in the box marks a free unknown."""
        return constant + sum(v for v, x in zip(r, box, strict=True) if x == 1 or (x and v < 0))

    def judge(self, limit: int, listed: list[Vector]) -> None:
        """Reject unless every solution of weight ``limit`` or less is listed."""
        waiting = [[-1] * len(self.system.columns)]
        for node in self.nodes:
            require(bool(waiting), "there are nodes behind the last")
            box = waiting.pop()
            require(type(node) is list and len(node) == 3, "a node is a list of three")
            settling, kind, what = node
            for multipliers in items(settling, "settling"):
                self._settle(*self._right_side(multipliers, self.scale), box, limit)
            if kind == "branch":
                j = number(what, "branch", 0, len(box) - 1)
                require(box[j] == -1, "a settled unknown is branched on")
                self.system.spend(2 * len(box))
                fits = (len(waiting) + 2) * len(box) <= MAX_PLACES_HELD
                bounded(fits, f"more than {MAX_PLACES_HELD} unknowns in open boxes")
                waiting += [[*box[:j], value, *box[j + 1 :]] for value in (1, 0)]
            elif kind == "bound":
                least = self._least(*self._right_side(what, self.scale), box)
                require(least > self.scale * limit, "a node may hold a solution of little weight")
            elif kind == "empty":
                least = self._least(*self._right_side(what, 0), box)
                require(least > 0, "a node may hold a solution")
            else:
                require(kind == "point", "a node ends by branch, bound, empty or point")
                require(box in listed, "a node holds something that is not listed")
        require(not waiting, "the tree ends early")

    def _settle(self, constant: int, r: Vector, box: Vector, limit: int) -> None:
        """Fix each free unknown if only one of its values allows a weight up to the limit."""
        room = max(self.scale * limit - self._least(constant, r, box), 0)
        for j, value in enumerate(r):
            if box[j] == -1 and abs(value) > room:
                box[j] = int(value < 0)
