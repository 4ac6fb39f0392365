"""Boards that stay on disk: from a bitmap to a bitmap in O(n) bits of memory for n columns.

A board with one rule everywhere is a recurrence over rows (`algebra/polynomials/band.py`): the
first rows of presses settle all others, and the last rows of lights settle the first rows.  So two
passes over rows are enough, and neither holds more of them than the rule is high:

1. chase from empty first rows, which leaves something missing in the last rows of lights;
   polynomials of n digits turn that into the right first rows, or prove that there are none;
2. chase again from those, and write each row of presses as it comes.  On the way the rows are
   multiplied out with the rule's own matrix (`RowSums`, which knows no recurrence) and compared
   with the board.

The file gets its name when the last row of lights is right.  A witness of an unsolvable board is
multiplied out in the same way and not kept.  Costs n^2 / 64 steps for the polynomials and some
twenty sums of n bits for each row; docs/scale.md has the measured figures.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeGuard

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.polynomials.choose import upright_part
from lo_exact.algebra.polynomials.part import Failure, UniformPart
from lo_exact.algebra.uniform_matrix import RowSums, UniformMatrix
from lo_exact.errors import (
    InputError,
    LimitReached,
    LoExactError,
    SolverError,
    UsageError,
)
from lo_exact.formats.bitmap_rows import BitmapRows, bitmap_head, row_bytes, write_numbered_rows
from lo_exact.formats.files import write_bytes_atomically
from lo_exact.outcome import Status
from lo_exact.puzzle import PackedPuzzle
from lo_exact.topology.packed_board import check_packed_size

WIDEST = 2**22
"""Columns of a board on disk: polynomials of so many digits take 0.5 GiB, and hours."""

PASSES = 2
"""Times that the board is read."""


@dataclass(frozen=True)
class StreamedAnswer:
    """What is known of a board that stayed on disk; presses and witness were multiplied out.

    Attributes:
        puzzle: the board.
        status: ``OPTIMAL`` where it has one solution, ``FEASIBLE`` where more, or ``INFEASIBLE``.
        solutions_total: exact number of solutions; 0 when infeasible.
        weight: presses of the solution that was written; None when infeasible.
        lit: lights of the witness; None unless infeasible.
        seconds: wall-clock time taken.
    """

    puzzle: PackedPuzzle
    status: Status
    solutions_total: int
    weight: int | None = None
    lit: int | None = None
    seconds: float = 0.0


def is_on_disk(puzzle: object) -> TypeGuard[PackedPuzzle]:
    """Say whether a puzzle is a board that stayed on disk."""
    return (
        isinstance(puzzle, PackedPuzzle)
        and isinstance(puzzle.packed_state, BitRows)
        and isinstance(puzzle.packed_state.rows, BitmapRows)
    )


def rows_on_disk(puzzle: PackedPuzzle) -> BitmapRows:
    """Return the rows of a board that stayed on disk."""
    assert isinstance(puzzle.packed_state, BitRows)
    rows = puzzle.packed_state.rows
    assert isinstance(rows, BitmapRows)
    return rows


def held(puzzle: PackedPuzzle) -> PackedPuzzle:
    """Return a board that stayed on disk in memory.

    Raises:
        PuzzleError: When memory has no room for it.
    """
    rows = rows_on_disk(puzzle)
    check_packed_size(*rows.shape)
    return PackedPuzzle(
        puzzle.activation, BitRows(rows.shape[1], list(rows)), puzzle.one_target,
        objective=puzzle.objective, layout=puzzle.layout,
    )  # fmt: skip


def solve_on_disk(
    puzzle: PackedPuzzle, path: str, *, report: Callable[[int, int], object] | None = None
) -> StreamedAnswer | None:
    """Write the presses of any solution as a bitmap; nothing where there is no solution.

    Args:
        puzzle: a board that stayed on disk.
        path: where the presses are written; the board itself may not be there.
        report: called with the bytes read so far and the bytes that will be read, at each megabyte.

    Returns:
        The answer; None where its rows do not settle each other, or are too long: then memory has
        to hold the board.

    Raises:
        UsageError: When the presses would replace the board.
        LimitReached: When the disk has no room for them, or at a time limit.
        InputError: When the board ends or changes on the way.
        SolverError: When the presses do not solve it.
        OSError: When they cannot be written; nothing is left behind then.
    """
    started = time.monotonic()
    rows, matrix = rows_on_disk(puzzle), puzzle.activation
    assert isinstance(matrix, UniformMatrix)
    if os.path.exists(path) and os.path.samestat(os.stat(path), os.fstat(rows.file.fileno())):
        raise UsageError("the presses would replace the board: give --pbm another file")
    if rows.shape[1] > WIDEST or (found := upright_part(matrix.board)) is None:
        return None
    _check_disk(path, rows.shape)
    part, turned = found
    size, done = rows.shape[0] * row_bytes(rows.shape[1]), 0

    def read(count: int) -> None:
        nonlocal done
        done += count
        tick()
        if report is not None:
            report(min(done, PASSES * size), PASSES * size)

    wanted = rows.read_as(mask=_mask(puzzle), turned=turned, on_read=read)
    stream = _Stream(matrix, part, wanted, turned, _state_of(rows.file))
    first = part.first_rows(wanted)
    total = 2**part.nullity
    if isinstance(first, Failure):
        lit = stream.refute(first)
        status, known = Status.INFEASIBLE, {"solutions_total": 0, "lit": lit}
    else:
        weight = stream.press(first, path)
        status = Status.OPTIMAL if total == 1 else Status.FEASIBLE
        known = {"solutions_total": total, "weight": weight}
    return StreamedAnswer(puzzle, status, **known, seconds=time.monotonic() - started)


@dataclass(frozen=True, eq=False)
class _Stream:
    """A board on disk with its recurrence.

    Attributes:
        matrix: what presses do, for multiplying out.
        part: the recurrence, of the board upside down if ``turned``.
        wanted: what the rows of lights are to become, in the order of the recurrence.
        turned: whether the recurrence runs upwards.
        before: `_state_of` the board's file before it was read.
    """

    matrix: UniformMatrix
    part: UniformPart
    wanted: BitmapRows
    turned: bool
    before: tuple[int, int]

    def press(self, first: list[int], path: str) -> int:
        """Write the presses that follow from the first rows; return their number."""
        wanted = self.wanted
        presses = self._placed(enumerate(self.part.band.chased(first, wanted)))
        weight = 0

        def write(file: BinaryIO) -> None:
            nonlocal weight
            checked = self._checked(presses, self._light, RowSums(self.matrix))
            weight = write_numbered_rows(file, wanted.shape, checked, wanted.block_bytes)

        write_bytes_atomically(path, write)
        return weight

    def refute(self, failure: Failure) -> int:
        """Multiply a witness out; return its lights."""
        lit = odd = 0
        witness = self._placed(self.part.numbered_witness_rows(failure))
        sums = RowSums(self.matrix, backwards=True)
        for number, row in self._checked(witness, lambda _: 0, sums):
            lit += row.bit_count()
            odd += (row & self._light(number)).bit_count()
        if not odd % 2:
            raise self._wrong()
        return lit

    def _light(self, number: int) -> int:
        """Return what a row of lights is to become."""
        return self.wanted[self._own(number)]

    def _own(self, number: int) -> int:
        """Return the recurrence's number of a row, or the board's number of one of its rows."""
        return self.wanted.shape[0] - 1 - number if self.turned else number

    def _placed(self, rows: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield rows with their numbers on the board."""
        for number, row in rows:
            yield self._own(number), row

    def _checked(
        self, rows: Iterable[tuple[int, int]], wanted: Callable[[int], int], sums: RowSums
    ) -> Iterator[tuple[int, int]]:
        """Yield all rows as they come; the product's rows are held against what is wanted.

        Raises:
            SolverError: When one differs; at the end too, so it must be gone through.
            InputError: When the board was changed meanwhile.
        """
        done = 0
        for number, row in rows:
            for reached, bits in sums.add(number, row):
                done += 1
                if bits != wanted(reached):
                    raise self._wrong()
            yield number, row
        if done < self.wanted.shape[0]:
            for unheard in sums.unheard():
                done += 1
                if wanted(unheard):
                    raise self._wrong()
        if done != self.wanted.shape[0] or self._is_changed():
            raise self._wrong()

    def _is_changed(self) -> bool:
        return _state_of(self.wanted.file) != self.before

    def _wrong(self) -> LoExactError:
        if self._is_changed():
            return InputError("the board was changed while it was read")
        return SolverError("presses or a witness do not fit the board: please report this")


def _mask(puzzle: PackedPuzzle) -> int:
    """Return what is added to each row of lights: target - state."""
    return ((1 << puzzle.packed_state.shape[1]) - 1) * puzzle.one_target


def _check_disk(path: str, shape: tuple[int, int]) -> None:
    """Refuse presses that the disk has no room for, before any are sought."""
    needed = len(bitmap_head(shape)) + shape[0] * row_bytes(shape[1])
    free = shutil.disk_usage(Path(path).absolute().parent).free
    if needed > free:
        raise LimitReached(
            f"the presses of {shape[0]} x {shape[1]} buttons take {needed} bytes, and the disk has "
            f"{free} free"
        )


def _state_of(file: BinaryIO) -> tuple[int, int]:
    about = os.fstat(file.fileno())
    return about.st_size, about.st_mtime_ns
