"""Rows of a P4 bitmap that stay in their file: read by blocks when asked for, and written so.

A row of a P4 file is the row of a board as a number: high bit first, filled up to whole bytes.  A
megabyte is read or written at a time, in whichever direction rows are asked for, so a board of n
columns takes O(n) bits of memory whatever its height.  http://netpbm.sourceforge.net/doc/pbm.html
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, overload

import numpy as np

from lo_exact.errors import InputError

BLOCK_BYTES = 2**20
HELD_BLOCKS = 3
"""Blocks kept: the one that is read, and two for rows that lie apart where the ends are joined."""
HELD_ROWS = 8
"""Rows kept as numbers: multiplying out looks at each row once for every row of the rule."""


class BitmapRows(Sequence[int]):
    """The rows of a bitmap on disk, each 0..2^columns - 1.

    Args:
        file: the bitmap, open for reading; it must stay open, and nobody else may move in it.
        begin: where its bits begin, in bytes.
        shape: (rows, columns).
        mask: added to each row (mod 2).
        turned: whether rows are counted from the last one.
        on_read: called with the number of bytes each time that some are read.
        block_bytes: how many are read at a time, whole rows and at least one.
    """

    def __init__(
        self,
        file: BinaryIO,
        begin: int,
        shape: tuple[int, int],
        *,
        mask: int = 0,
        turned: bool = False,
        on_read: Callable[[int], object] = int,
        block_bytes: int = BLOCK_BYTES,
    ):
        self.file = file
        self.begin = begin
        self.shape = shape
        self.mask = mask
        self.turned = turned
        self.on_read = on_read
        self.block_bytes = block_bytes
        self._length, self._spare = row_bytes(shape[1]), -shape[1] % 8
        self._height = max(1, block_bytes // self._length)
        self._whole: BitmapRows | None = None
        self._blocks: dict[int, memoryview] = {}
        self._rows: dict[int, int] = {}

    def __len__(self) -> int:
        return self.shape[0]

    @overload
    def __getitem__(self, row: int) -> int: ...

    @overload
    def __getitem__(self, row: slice) -> list[int]: ...

    def __getitem__(self, row: int | slice) -> int | list[int]:
        if isinstance(row, slice):
            return [self[number] for number in range(*row.indices(len(self)))]
        number = row + len(self) if row < 0 else row
        found = self._rows.get(number)
        if found is not None:
            return found
        if not 0 <= number < len(self):
            raise IndexError(row)
        line = len(self) - 1 - number if self.turned else number
        block, place = divmod(line, self._height)
        data = self._block(block)[place * self._length : (place + 1) * self._length]
        found = int.from_bytes(data, "big")
        found = (found >> self._spare if self._spare else found) ^ self.mask
        _keep(self._rows, number, found, HELD_ROWS)
        return found

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(len(self)))

    def read_as(self, **how: Any) -> BitmapRows:
        """Return the rows of the same file, read another way.

        Args:
            how: options of the class; those that are left out have their defaults.
        """
        how = {"block_bytes": self.block_bytes} | how
        found = BitmapRows(self.file, self.begin, self.shape, **how)
        found._whole = self  # the file may be closed when nobody has these any more
        return found

    def _block(self, block: int) -> memoryview:
        found = self._blocks.get(block)
        if found is None:
            low = block * self._height
            wanted = (min(low + self._height, len(self)) - low) * self._length
            try:
                self.file.seek(self.begin + low * self._length)
                data = self.file.read(wanted)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise InputError(f"the bitmap cannot be read: {reason}") from None
            if len(data) < wanted:
                raise InputError(f"the bitmap ends in row {low + len(data) // self._length + 1}")
            self.on_read(len(data))
            found = memoryview(data)
            _keep(self._blocks, block, found, HELD_BLOCKS)
        return found


def row_bytes(columns: int) -> int:
    """Return the bytes of a row."""
    return (columns + 7) // 8


def bitmap_head(shape: tuple[int, int]) -> bytes:
    """Return what a P4 bitmap of (rows, columns) begins with."""
    return b"P4\n%d %d\n" % shape[::-1]


def write_numbered_rows(
    file: BinaryIO,
    shape: tuple[int, int],
    rows: Iterable[tuple[int, int]],
    block_bytes: int = BLOCK_BYTES,
) -> int:
    """Write a bitmap whose rows come in any order, runs of neighbours together.

    Args:
        file: empty, open for writing.
        shape: (rows, columns).
        rows: each row once, as (its number, its bits).
        block_bytes: how many are written at a time, whole rows and at least one.

    Returns:
        How many bits are 1.
    """
    head, spare, length = bitmap_head(shape), -shape[1] % 8, row_bytes(shape[1])
    file.write(head)
    waiting: list[bytes] = []
    first = last = step = weight = 0

    def flush() -> int:
        if not waiting:
            return 0
        block = b"".join(waiting if step >= 0 else waiting[::-1])
        waiting.clear()
        file.seek(len(head) + min(first, last) * length)
        file.write(block)
        return int(np.bitwise_count(np.frombuffer(block, dtype=np.uint8)).sum(dtype=np.int64))

    most = max(1, block_bytes // length)
    for number, row in rows:
        direction = number - last
        if len(waiting) >= most or abs(direction) != 1 or (step and direction != step):
            weight += flush()
        step = direction if waiting else 0
        first = first if waiting else number
        last = number
        waiting.append((row << spare if spare else row).to_bytes(length, "big"))
    return weight + flush()


def size_of(file: BinaryIO) -> int | None:
    """Return the bytes of an open file that can be read at any place, None of any other."""
    try:
        if not file.seekable():
            return None
        here = file.tell()
        size = file.seek(0, os.SEEK_END)
        file.seek(here)
    except (OSError, ValueError):
        return None
    return size


def _keep(held: dict[int, Any], number: int, found: Any, most: int) -> None:
    """Hold one thing more, and drop the oldest of too many."""
    held[number] = found
    if len(held) > most:
        del held[next(iter(held))]
