"""Large boards over GF(2) held packed: the search over their classes, formed row by row.

As `binary_classes`, from a basis whose words stay packed: nothing as long as the board but bits.
Prices are all alike, so no word is idle for lying on buttons without one.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.echelon import Basis
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.packed_kernel import PackedBasis
from lo_exact.engines.coset.binary_classes import parts_of
from lo_exact.engines.coset.search import Search


def packed_search(basis: PackedBasis, particular: BitRows) -> Search:
    """Return the search over all solutions; its presses are packed.

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
    # what is pressed alike in all solutions: the rest of all buttons
    fixed = rows * columns - 2 * least.weight() - int(amounts.sum())
    return Search(
        basis=cast(Basis, basis),
        least=cast(IntArray, least),
        parts=parts_of(there[worth], amounts[worth], list(range(k))[::-1], basis.places),
        offset=rows * columns - fixed,
        divisor=2,
        scale=1,
        idle=np.zeros((0, 0), dtype=np.uint8),
        idle_orders=(),
    )
