"""Reduction of a coset over GF(2) to signed sums over classes of buttons with equal columns.

With the kernel in reduced echelon form a solution is ``least + sum z_i row_i``, and button j is
pressed when ``least_j + <u_j, z>`` is odd, u_j being its column in the rows.  Buttons with equal
columns are one class, worth the sum of price (1 - 2 least_j): the cost is (all prices - S(z)) / 2,
S(z) the signed sum over the classes.  Classes worth 0 drop out.

*Idle words.* Let N be the z with <u, z> = 0 for every class left: adding them changes no cost (a
word that lives on buttons with price 0 is one).  Take N in reduced echelon form with leading bits
P.  In every x + N exactly one z has zeros at P, and it is the lexicographically least (any other
differs from it first at a bit of P, where it has 1).  So only z with zeros at P are searched, the
count is multiplied by 2^|P|, and the least minimum is not lost.

*Parts.*  Bits that no class joins, even over others, are searched apart.

*Large boards* are held packed, and so are the words of their basis: classes are formed row by row,
nothing is as long as the board but bits.  Prices are all alike there, so no word is idle for lying
on buttons without one.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.algebra.gf2 import kernel_of_bits, pack
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.packed_kernel import PackedBasis
from lo_exact.engines.coset.binary_levels import SignedSum
from lo_exact.engines.coset.binary_visit import SIZES, BinarySearchPart, BinaryVisitSizes
from lo_exact.engines.coset.search import CosetSearch, Words


def binary_search(
    basis: Basis, least: IntArray, prices: IntArray, sizes: BinaryVisitSizes = SIZES
) -> CosetSearch:
    """Return the search for the lightest elements of a coset modulo 2.

    Args:
        basis: the kernel in echelon form, at most 62 rows in a group.
        least: (buttons,) its lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        sizes: block and job sizes.
    """
    scale = max(int(np.gcd.reduce(prices)), 1) if prices.size else 1
    worth = prices // scale
    signed = worth * (1 - 2 * least)
    fixed = int(signed[~basis.rows.any(axis=0)].sum())
    parts: list[BinarySearchPart] = []
    idle = [np.zeros((0, least.size), dtype=np.uint8)]
    for group in basis.groups:
        rows = basis.rows[list(group)]
        k = len(group)
        columns, amounts = classes(rows, signed * rows.any(axis=0))
        kept = (columns != 0) & (amounts != 0)
        columns, amounts = columns[kept], amounts[kept]
        quiet = kernel_of_bits(columns.tolist(), k)
        leads = sum(1 << (word.bit_length() - 1) for word in quiet)
        idle.append(_words(quiet, rows))
        bits = [i for i in reversed(range(k)) if not leads >> i & 1]
        parts += parts_of(columns, amounts, bits, [basis.places[i] for i in group], sizes)
    words = np.concatenate(idle)
    return CosetSearch(
        basis=basis,
        least=least,
        parts=tuple(parts),
        offset=int(worth.sum()) - fixed,
        divisor=2,
        scale=scale,
        idle=words,
        idle_orders=(2,) * words.shape[0],
    )


def parts_of(
    columns: Words,
    amounts: IntArray,
    bits: list[int],
    places: Sequence[int],
    sizes: BinaryVisitSizes = SIZES,
) -> tuple[BinarySearchPart, ...]:
    """Split a signed sum into independent searches; bits that share a column stay in one search.

    Args:
        columns: (classes,) of k bits, none of them 0.
        amounts: (classes,) int64, none of them 0.
        bits: the bits to search, highest first.
        places: place value of each of the k bits in the whole key, highest first.
        sizes: block and job sizes.
    """
    parts = []
    for mask in _joined(columns.tolist(), bits):
        here = [i for i in bits if mask >> i & 1]
        chosen = (columns & np.uint64(mask)) != 0
        shrunk = _shrink(columns[chosen], here)
        order = np.argsort(shrunk)
        worth = tuple(places[len(places) - 1 - i] for i in here)
        target = SignedSum(worth, shrunk[order], amounts[chosen][order])
        parts.append(BinarySearchPart(target, sizes))
    return tuple(parts)


def classes(rows: NDArray[np.uint8], amounts: IntArray) -> tuple[Words, IntArray]:
    """Return the distinct columns, ascending, and for each the total amount of its buttons."""
    words = pack(rows[::-1].T)[:, 0]
    order = np.argsort(words, kind="stable")
    ordered = words[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))[: ordered.size]
    if not starts.size:
        return ordered, np.zeros(0, dtype=np.int64)
    return ordered[starts], np.add.reduceat(amounts[order], starts)


def _joined(columns: list[int], bits: list[int]) -> list[int]:
    """Return the connected sets of bits, as masks; bits in the same column are connected."""
    allowed = sum(1 << i for i in bits)
    groups = [1 << i for i in bits]
    for column in columns:
        if len(groups) == 1:
            break
        mask = column & allowed
        groups = [group for group in groups if not group & mask] + [
            sum(group for group in groups if group & mask)
        ]
    return groups


def _shrink(words: Words, bits: list[int]) -> Words:
    """Extract the given bits of each word into a shorter word, the first bit highest."""
    out = np.zeros_like(words)
    for i in bits:
        out = (out << np.uint64(1)) | ((words >> np.uint64(i)) & np.uint64(1))
    return out


def _words(idle: list[int], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the kernel words with the given coefficients (bits), of shape (words, buttons)."""
    k = rows.shape[0]
    chosen = np.array([[z >> (k - 1 - i) & 1 for i in range(k)] for z in idle], dtype=np.int64)
    return (chosen.reshape(len(idle), k) @ rows.astype(np.int64) % 2).astype(np.uint8)


def packed_search(basis: PackedBasis, particular: BitRows) -> CosetSearch:
    """Return the search over all solutions of a large board, whose presses are packed bits.

    Args:
        basis: the kernel, at most 62 words.
        particular: a solution.
    """
    rows, columns = basis.shape
    least = basis.reduced(particular)
    one_set = np.zeros(rows, dtype=np.intp), np.zeros(columns, dtype=np.intp)
    ((there, amounts),) = basis.classes(least, *one_set)
    k = len(basis.pivots)
    worth = amounts != 0
    # buttons with one value in all solutions: number unpressed minus number pressed
    fixed = rows * columns - 2 * least.weight() - int(amounts.sum())
    return CosetSearch(
        basis=cast(Basis, basis),
        least=cast(IntArray, least),
        parts=parts_of(there[worth], amounts[worth], list(range(k))[::-1], basis.places),
        offset=rows * columns - fixed,
        divisor=2,
        scale=1,
        idle=np.zeros((0, 0), dtype=np.uint8),
        idle_orders=(),
    )
