"""Exclusive-or sums of selected integers, and bits in and out of integers.

Over GF(2) a set of indices is an integer (a *mask*), and so are values of many right-hand sides at
once (a bit, or *lane*, for each).  Everything the elimination does to them is `combine` and
`reduce_rows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def reduce_rows(sums: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """Bring sums to reduced echelon form.

    Args:
        sums: integers.

    Returns:
        Rows by their pivot (the highest column), ascending, each ``sum << size | tag`` with no
        other row's pivot in it; and the tags of the sums that vanished.
    """
    size = len(sums)
    basis: dict[int, int] = {}
    vanished = []
    for i, value in enumerate(sums):
        row = value << size | 1 << i
        while (top := row.bit_length()) > size:
            other = basis.get(top)
            if other is None:
                basis[top] = row
                break
            row ^= other
        else:
            vanished.append(row)
    # from the lowest pivot up, so that a row meets only rows that are done
    done: dict[int, int] = {}
    lower = 0
    for top in sorted(basis):
        row = basis[top]
        while hits := row & lower:
            row ^= basis[hits.bit_length()]
        basis[top] = row
        lower |= 1 << (top - 1)
        done[top - 1 - size] = row
    return done, vanished


def pack_lanes(bits: NDArray[Any]) -> list[int]:
    """Return for each column of (lanes, columns) zeros and ones its bits as one integer."""
    if bits.shape[0] == 1:
        listed: list[int] = bits[0].tolist()
        return listed
    packed = np.packbits(bits.astype(np.uint8).T, axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


def unpack_lanes(values: Sequence[int], lanes: int) -> NDArray[np.uint8]:
    """Return (lanes, values) zeros and ones."""
    if lanes == 1:
        return np.frombuffer(bytes(values), dtype=np.uint8)[None, :]
    out: NDArray[np.uint8] = _bits(values, (lanes + 7) // 8)[:, :lanes].T
    return out


def extract(sums: Sequence[int], columns: Sequence[int]) -> list[int]:
    """Return for each integer the set of indices k such that it has bit ``columns[k]``."""
    if len(sums) * len(columns) <= 4096:
        return [_gather(value, columns) for value in sums]
    top = max([*(value.bit_length() for value in sums), max(columns) + 1])
    bits = _bits(sums, (top + 7) // 8)
    packed = np.packbits(bits[:, columns], axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


def _gather(value: int, columns: Sequence[int]) -> int:
    out = 0
    for index, column in enumerate(columns):
        if value >> column & 1:
            out |= 1 << index
    return out


def _bits(values: Sequence[int], size: int) -> NDArray[np.uint8]:
    raw = np.frombuffer(b"".join([value.to_bytes(size, "little") for value in values]), np.uint8)
    return np.unpackbits(raw.reshape(len(values), size), axis=1, bitorder="little")
