"""What presses do on a board with one rule everywhere, multiplied out by whole shifted boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.polynomials.uniform import Uniform
from lo_exact.algebra.sparse import IntArray


def act_on(board: Uniform, presses: NDArray[Any]) -> IntArray:
    """Return A x mod c.

    Args:
        board: The board.
        presses: (count, rows, columns) integers 0..c-1.

    Returns:
        (count, rows, columns) int64, 0..c-1; every product is reduced before it is added.
    """
    out = np.zeros(presses.shape, dtype=np.int64)
    amounts = board.amounts()
    for down, line in amounts.items():
        for right, amount in line.items():
            part = presses if amount == 1 else presses.astype(np.int64) * amount % board.modulus
            for there, here in shifted(board.rows, down, joined=board.rows_joined):
                for across, own in shifted(board.columns, right, joined=board.columns_joined):
                    out[:, there, across] += part[:, here, own]
    out %= board.modulus
    return out


def shifted(size: int, step: int, *, joined: bool) -> Iterator[tuple[slice, slice]]:
    """Yield (where to, where from) of places moved by a step, 0 <= step < size if joined.

    >>> list(shifted(5, 2, joined=True))
    [(slice(2, 5, None), slice(0, 3, None)), (slice(0, 2, None), slice(3, 5, None))]
    """
    if step >= 0:
        yield slice(step, size), slice(0, size - step)
        if joined and step:
            yield slice(0, step), slice(size - step, size)
    else:
        yield slice(0, size + step), slice(-step, size)
