"""The Walsh-Hadamard transform of long vectors, in place.

Costs k 2^k additions for 2^k numbers, a cache-sized piece at a time: the vector is laid out as a
matrix, its columns are transformed by whole rows, and the matrix is turned so that the other half
of the bits comes next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def transformed(values: NDArray[Any], pause: Callable[[], object] = lambda: None) -> NDArray[Any]:
    """Return the sums over u of values[u] (-1)^<u, z> for all z.

    Args:
        values: (2^k,) signed integers; no partial sum may leave their dtype.
        pause: called k times on the way; it stops the work by raising.

    Returns:
        (2^k,) of the same dtype; ``values`` may be overwritten.
    """
    bits = values.size.bit_length() - 1
    low = bits // 2
    table = values.reshape(1 << (bits - low), 1 << low)
    _by_rows(table, pause)
    table = np.ascontiguousarray(table.T)
    _by_rows(table, pause)
    return np.ascontiguousarray(table.T).reshape(-1)


def _by_rows(table: NDArray[Any], pause: Callable[[], object]) -> None:
    """Transform every column of a (2^r, columns) table in place."""
    rows, columns = table.shape
    step = 1
    while step < rows:
        pause()
        pairs = table.reshape(rows // (2 * step), 2, step * columns)
        first, second = pairs[:, 0], pairs[:, 1]
        difference = first - second
        np.add(first, second, out=first)
        second[...] = difference
        step *= 2
