"""Echelon form of a kernel, with integer keys that number the solutions in lexicographic order.

Howell's echelon form over Z/c: row i starts at button ``pivots[i]`` with the value ``steps[i]``, a
divisor of c, and the pivots ascend.  Every element of the kernel is ``sum z_i row_i`` with ``0 <=
z_i < orders[i] = c / steps[i]`` in exactly one way.  For prime c it is the reduced row echelon
form.

Why this makes the lexicographic order cheap.  Let x and x' be two solutions that differ, and i the
first pivot where they differ.  x - x' is in the kernel, so its first button that is not 0 is a
pivot, hence pivots[i]: whichever solution has less there comes first.  Therefore solutions are
ordered as their *keys*, the vectors (x at pivots[i]) // steps[i]: solutions that agree at all
earlier pivots agree there mod steps[i], so dividing loses nothing.  For prime c, with the
particular solution reduced to 0 at every pivot, the key is z itself.

Costs generators^2 x buttons steps.  Howell (1986); Storjohann (2000).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import gcd, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.algebra.gf2 import reduced_rows


@dataclass(frozen=True, eq=False)
class Basis:
    """Basis of a kernel over Z/c in Howell's echelon form."""

    modulus: int
    """Modulus c."""
    rows: NDArray[Any]
    """(generators, buttons) residues; row i is 0 before pivots[i]."""
    pivots: tuple[int, ...]
    """Button of each row's pivot, ascending."""
    steps: tuple[int, ...]
    """Value of row i at its pivot, a divisor of c below c."""
    orders: tuple[int, ...]
    """c // steps[i]; their product is the number of kernel elements."""

    @property
    def size(self) -> int:
        """Number of kernel elements."""
        return int(prod(self.orders))

    def reduced(self, particular: NDArray[Any]) -> IntArray:
        """Return the lexicographically least solution of the coset, an int64 array (buttons,)."""
        x = np.array(particular, dtype=np.int64)
        for row, pivot, step in zip(self.rows, self.pivots, self.steps, strict=True):
            times = int(x[pivot]) // step
            if times:
                x = (x - row.astype(np.int64) * times) % self.modulus
        return x

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Place value of each digit of a solution's key, a mixed-radix integer below `size`."""
        places = [1]
        for order in reversed(self.orders[1:]):
            places.append(places[-1] * order)
        return tuple(reversed(places[: len(self.orders)]))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Row indices by connected component; rows are joined if both are nonzero in a column."""
        return joined_rows(self.rows)

    def solution(self, least: IntArray, key: int) -> IntArray:
        """Return the solution with the given key, an int64 array (buttons,).

        Args:
            least: the lexicographically least solution, from `reduced`.
            key: 0..size-1; keys are ordered as solutions are lexicographically.
        """
        x = least
        for i, (pivot, step) in enumerate(zip(self.pivots, self.steps, strict=True)):
            digit, key = divmod(key, self.places[i])
            times = (digit - int(x[pivot]) // step) % self.orders[i]
            if times:
                x = (x + self.rows[i].astype(np.int64) * times) % self.modulus
        return x

    def keys(self, solutions: NDArray[Any]) -> NDArray[np.uint64]:
        """Return the uint64 keys of an array of solutions, one per row; needs `size` < 2^63."""
        keys = np.zeros(solutions.shape[0], dtype=np.uint64)
        for pivot, step, place in zip(self.pivots, self.steps, self.places, strict=True):
            keys += (solutions[:, pivot] // step).astype(np.uint64) * np.uint64(place)
        return keys


def echelon(kernel: Kernel) -> Basis:
    """Return the kernel's basis in echelon form."""
    basis = _binary(kernel) if kernel.modulus == 2 else _howell(kernel)
    assert basis.size == kernel.size
    return basis


def joined(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected components of the graph on 0..size-1 with the given edges."""
    parent = list(range(size))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for one, other in pairs:
        parent[root(other)] = root(one)
    groups: dict[int, list[int]] = {}
    for i in range(size):
        groups.setdefault(root(i), []).append(i)
    return list(groups.values())


def joined_rows(rows: NDArray[Any]) -> tuple[tuple[int, ...], ...]:
    """Return row indices by connected component; rows nonzero in the same column are joined."""
    owner, pairs = np.full(rows.shape[1], -1, dtype=np.int64), list[tuple[int, int]]()
    for i, row in enumerate(rows):
        here = np.flatnonzero(row)
        pairs += [(i, other) for other in set(owner[here].tolist()) if other >= 0]
        owner[here] = i
    return tuple(map(tuple, joined(rows.shape[0], pairs)))


def _binary(kernel: Kernel) -> Basis:
    rows, pivots = reduced_rows(kernel.generators)
    return Basis(2, rows, pivots, (1,) * len(pivots), (2,) * len(pivots))


def _howell(kernel: Kernel) -> Basis:
    c = kernel.modulus
    rest: IntArray = kernel.generators.astype(np.int64)
    heads: list[IntArray] = []
    pivots: list[int] = []
    steps: list[int] = []
    # each pass takes the first column with a leading entry, and clears it in all remaining rows
    while (rest := rest[rest.any(axis=1)]).size:
        starts = (rest != 0).argmax(axis=1)
        pivot = int(starts.min())
        here = np.flatnonzero(starts == pivot)
        divisors = np.gcd(rest[here, pivot], c)
        head, step = int(here[divisors.argmin()]), int(divisors.min())
        if (divisors % step).any():  # no entry divides all others, for example 2 and 3 mod 6
            head = int(here[0])
            for row in here[1:]:
                rest[head], rest[row] = _combine(rest[head], rest[row], pivot, c)
            step = gcd(int(rest[head, pivot]), c)
        rest[head] = rest[head] * unit_towards(int(rest[head, pivot]), step, c) % c
        below = here[here != head]
        # no overflow: every product is below 2**62, since factors are reduced mod c <= 2**31
        times = rest[below, pivot, None] // step
        rest[below] = (rest[below] - times * rest[head] % c) % c
        heads.append(rest[head].copy())
        pivots.append(pivot)
        steps.append(step)
        rest[head] = rest[head] * (c // step) % c
    rows: IntArray = np.array(heads, dtype=np.int64).reshape(len(heads), kernel.generators.shape[1])
    for i, (pivot, step) in enumerate(zip(pivots, steps, strict=True)):
        times = rows[:i, pivot, None] // step
        rows[:i] = (rows[:i] - times * rows[i] % c) % c
    return Basis(
        c,
        rows.astype(kernel.generators.dtype),
        tuple(pivots),
        tuple(steps),
        tuple(c // step for step in steps),
    )


def _combine(a: IntArray, b: IntArray, at: int, c: int) -> tuple[IntArray, IntArray]:
    """Return rows r, s with the same span as a and b: r[at] = gcd(a[at], b[at]) and s[at] = 0."""
    p, q = int(a[at]), int(b[at])
    g, s, t = _extended_gcd(p, q)
    # no overflow: every product is below 2**62, since factors are reduced mod c <= 2**31
    first = (a * (s % c) % c + b * (t % c) % c) % c
    second = (b * (p // g % c) % c - a * (q // g % c) % c) % c
    return first, second


def _extended_gcd(p: int, q: int) -> tuple[int, int, int]:
    """Return (g, s, t) with g = gcd(p, q) = s p + t q."""
    s, t, s_next, t_next = 1, 0, 0, 1
    while q:
        k = p // q
        p, q = q, p - k * q
        s, s_next = s_next, s - k * s_next
        t, t_next = t_next, t - k * t_next
    return p, s, t


def unit_towards(value: int, step: int, c: int) -> int:
    """Return a unit w of Z/c such that w * value = step (mod c), where step is gcd(value, c)."""
    order = c // step
    w = pow(value // step, -1, order) if order > 1 else 1
    while gcd(w, c) != 1:
        w += order
    return w
