"""The action of permutations of buttons on solutions, named by their keys (two colours).

A solution is ``least + sum z_i row_i``, the rows in reduced echelon form, so its key z is what it
presses at the pivots.  A permutation p (button j goes to p[j]) that maps the set of all solutions
to itself maps keys by an affine map: bit i of the image is what the solution presses at the button
that p takes to pivot i,

    z'_i = least_b + <u_b, z>,  b = p^-1(pivot_i), u_b the column of button b in the rows.

Nothing is taken on trust: the map is used only if the image presses every button as the permuted
solution does, for all z, and if p keeps prices.  Costs a few operations a button to make, eight
look-ups to map a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.algebra.gf2 import pack
from lo_exact.engines.coset.signed_sum import parity
from lo_exact.engines.symmetry import Permutation

Words = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class AffineMap:
    """z -> rows z + shift over words of ``width`` bits.

    Attributes:
        width: bits, at most 62.
        rows: bit i of the image, i from 0 (the lowest), is the parity of ``rows[i] & z``.
        shift: the image of 0.
    """

    width: int
    rows: tuple[int, ...]
    shift: int

    @property
    def is_identity(self) -> bool:
        """Whether it changes nothing."""
        return not self.shift and all(row == 1 << i for i, row in enumerate(self.rows))

    def form(self, form: int) -> int:
        """Return the form ``f`` followed by this map, without its constant: rows^T f."""
        found = 0
        while form:
            low = form & -form
            found ^= self.rows[low.bit_length() - 1]
            form ^= low
        return found

    def image(self, words: Words) -> Words:
        """Return the images of words."""
        found = np.full_like(words, self.shift)
        for at, table in enumerate(self._tables):
            found ^= table[(words >> np.uint64(8 * at)) & np.uint64(255)]
        return found

    @cached_property
    def _tables(self) -> list[Words]:
        """For each byte of a word, what it adds to the image."""
        columns = [
            sum(1 << i for i, row in enumerate(self.rows) if row >> bit & 1)
            for bit in range(self.width)
        ]
        tables = []
        for low in range(0, self.width, 8):
            table = np.zeros(1, dtype=np.uint64)
            for column in columns[low : low + 8]:
                table = np.concatenate([table, table ^ np.uint64(column)])
            tables.append(np.resize(table, 256))
        return tables


def column_words(basis: Basis) -> Words:
    """Return each button's column of the rows as a word, row 0 the highest bit."""
    return pack(basis.rows[::-1].T)[:, 0]


def key_map(
    basis: Basis, least: IntArray, prices: IntArray, permutation: Permutation
) -> AffineMap | None:
    """Return what a permutation does to keys; None where it does not keep solutions and prices.

    Args:
        basis: the kernel over GF(2), at most 62 rows.
        least: (buttons,) the solution of key 0.
        prices: (buttons,) int64.
        permutation: button j goes to ``permutation[j]``.
    """
    if not np.array_equal(np.sort(permutation), np.arange(prices.size)):
        return None
    if not np.array_equal(prices[permutation], prices):
        return None
    back = np.argsort(permutation)
    columns, pivots = column_words(basis), np.array(basis.pivots, dtype=np.intp)
    rows = columns[back[pivots]][::-1].tolist()  # pivot 0 is the highest bit
    shift = sum(1 << i for i, bit in enumerate(least[back[pivots]][::-1].tolist()) if bit)
    found = AffineMap(len(rows), tuple(rows), shift)
    # the image presses button j as ``least_j + <u_j, rows z + shift>``; it must be what the
    # solution presses at ``back[j]``
    forms: dict[int, int] = {}
    seen = np.array([forms.setdefault(u, found.form(u)) for u in columns.tolist()], dtype=np.uint64)
    constant = least ^ parity(columns & np.uint64(shift)).astype(np.int64)
    right = np.array_equal(seen, columns[back]) and np.array_equal(constant, least[back])
    return found if right else None


def orbit(words: Words, maps: Sequence[AffineMap], most: int) -> Words:
    """Return all images of words under maps, again and again, ascending.

    Stops early, with some of them, where there are more than ``most``.
    """
    seen = fresh = np.unique(words)
    while fresh.size and seen.size <= most:
        images = np.unique(np.concatenate([one.image(fresh) for one in maps]))
        fresh = np.setdiff1d(images, seen, assume_unique=True)
        seen = np.union1d(seen, fresh)
    return seen


def few_maps(maps: Sequence[AffineMap], most: int, *, number: int = 6) -> list[AffineMap]:
    """Return few maps that generate what many do, with orbits of keys of at most ``most``.

    Of a list of strong generators the first ones are a subgroup; where all of them make too many
    images, fewer are taken.  Products of a random half each generate the group almost always, and
    a subgroup is as right.
    """
    chosen = list(maps)
    word = 0x1B873593CC9E2D51 & ((1 << chosen[0].width) - 1) if chosen else 0
    start = np.array([word], dtype=np.uint64)
    while chosen and orbit(start, chosen, most).size > most:
        chosen = chosen[: len(chosen) // 2]
    if len(chosen) <= number:
        return chosen
    draw = np.random.default_rng(number)
    found = []
    for _ in range(number):
        product = chosen[int(draw.integers(len(chosen)))]
        for one in chosen:
            if draw.random() < 0.5:
                product = composed(one, product)
        found.append(product)
    return found


def composed(second: AffineMap, first: AffineMap) -> AffineMap:
    """Return the first map followed by the second."""
    rows = tuple(first.form(row) for row in second.rows)
    shift = second.shift ^ sum(
        1 << i for i, row in enumerate(second.rows) if (row & first.shift).bit_count() & 1
    )
    return AffineMap(first.width, rows, shift)
