"""Drawings of answers: those of large boards from their packed rows, never as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.puzzle import Puzzle
    from lo_exact.solution import Solution


def presses_lines(puzzle: AnyPuzzle, presses: Sequence[int], *, colour: bool) -> Iterator[str]:
    """Yield presses as `draw_presses` draws them, large ones a packed row at a time."""
    from lo_exact.algebra.packed import Packed
    from lo_exact.commands.shared.render import draw_presses, drawn_rows, is_drawn_by_rows

    if isinstance(presses, Packed) and is_drawn_by_rows(presses):
        yield from drawn_rows(presses)
    else:
        yield draw_presses(puzzle, presses, colour=colour)


def write_bitmap(solution: Solution, path: str) -> None:
    """Write the presses of an answer as a P4 bitmap; nothing where there are none.

    Raises:
        UsageError: When they are not those of a full grid of two colours.
    """
    import numpy as np

    from lo_exact.algebra.packed import BitRows
    from lo_exact.errors import InputError, UsageError
    from lo_exact.formats.files import write_bytes_atomically
    from lo_exact.formats.pbm import write_pbm

    puzzle, presses = solution.puzzle, solution.presses
    if presses is None:
        return
    rows, columns = puzzle.layout.shape
    if puzzle.colours != 2 or not puzzle.layout.is_grid or puzzle.buttons != rows * columns:
        raise UsageError("--pbm writes presses of a full grid of two colours, and this is none")
    packed: object = presses
    if isinstance(packed, BitRows):
        bits = packed
    else:
        bits = BitRows.of(np.array(presses, dtype=np.uint8).reshape(rows, columns))
    try:
        write_bytes_atomically(path, lambda file: write_pbm(bits, file))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--pbm {path}: cannot be written: {reason}") from None


def lights_lines(puzzle: AnyPuzzle, lights: Sequence[int], *, colour: bool) -> Iterator[str]:
    """Yield lights as `draw_lights` draws them, large ones a packed row at a time."""
    from lo_exact.algebra.packed import Packed
    from lo_exact.commands.shared.render import draw_lights, drawn_rows, is_drawn_by_rows

    if isinstance(lights, Packed) and is_drawn_by_rows(lights):
        yield from drawn_rows(lights)
    else:
        yield draw_lights(puzzle, lights, colour=colour)


def witness_lines(puzzle: Puzzle, witness: Sequence[int], *, colour: bool) -> Iterator[str]:
    """Yield why nothing solves the puzzle, as `witness_words` says it."""
    from lo_exact.algebra.packed import BitRows
    from lo_exact.commands.shared.render import drawn_rows, packed_witness_words, witness_words

    if isinstance(witness, BitRows):
        yield from [packed_witness_words(witness), ""]
        yield from drawn_rows(witness)
    else:
        yield witness_words(puzzle, witness, colour=colour)
