"""Exclusive-or sums of selected integers.

Over GF(2) a set of indices is an integer (a *mask*), and so are values of many right-hand sides at
once (a bit, or *lane*, for each).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import bits_of, integers

FEW = 32
"""Below so many masks, tables do not pay."""


def combine(masks: Sequence[int], values: Sequence[int], lanes: int) -> list[int]:
    """Return for each mask the exclusive or of the values it selects.

    Costs one population count a mask for one lane; for more, eight values at a time go into a table
    of their 256 sums, so a mask costs a look-up for every eight values (Arlazarov et al., 1970).

    Args:
        masks: sets of indices.
        values: integers below 2**lanes.
        lanes: their width.
    """
    if not masks:
        return []
    if lanes == 1:
        packed = int("".join(map(str, reversed(values))), 2) if values else 0
        return [(mask & packed).bit_count() & 1 for mask in masks]
    if len(masks) < FEW:
        return [_pick(mask, values) for mask in masks]
    size = (len(values) + 7) // 8
    tables = []
    for group in range(size):
        table = [0]
        for value in values[8 * group : 8 * group + 8]:
            table += [entry ^ value for entry in table]
        tables.append(table)
    out = []
    for mask in masks:
        total = 0
        for table, byte in zip(tables, mask.to_bytes(size, "little"), strict=True):
            if byte:
                total ^= table[byte]
        out.append(total)
    return out


def _pick(mask: int, values: Sequence[int]) -> int:
    total = 0
    while mask:
        index = mask.bit_length() - 1
        mask ^= 1 << index
        total ^= values[index]
    return total


def pack_lanes(bits: NDArray[Any]) -> list[int]:
    """Return for each column of (lanes, columns) zeros and ones its bits as one integer."""
    return integers(bits.T, "little")


def unpack_lanes(values: Sequence[int], lanes: int) -> NDArray[np.uint8]:
    """Return (lanes, values) zeros and ones."""
    return bits_of(values, lanes, "little").T


def extract(sums: Sequence[int], columns: Sequence[int]) -> list[int]:
    """Return for each integer the set of indices k such that it has bit ``columns[k]``."""
    if len(sums) * len(columns) <= 4096:
        return [_gather(value, columns) for value in sums]
    top = max([*(value.bit_length() for value in sums), max(columns) + 1])
    return integers(bits_of(sums, top, "little")[:, columns], "little")


def _gather(value: int, columns: Sequence[int]) -> int:
    out = 0
    for index, column in enumerate(columns):
        if value >> column & 1:
            out |= 1 << index
    return out
