"""Drawings of answers: those of large boards from their packed rows, never as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.puzzle import Puzzle
    from lo_exact.solution import Solution


def presses_text(puzzle: AnyPuzzle, presses: Sequence[int], *, colour: bool) -> str:
    """Return presses as `draw_presses` draws them, large ones by their packed rows."""
    from lo_exact.algebra.packed import Packed
    from lo_exact.commands.shared.render import draw_presses, drawn_rows, is_drawn_by_rows

    if isinstance(presses, Packed) and is_drawn_by_rows(presses):
        return "\n".join(drawn_rows(presses))
    return draw_presses(puzzle, presses, colour=colour)


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


def lights_text(puzzle: AnyPuzzle, lights: Sequence[int], *, colour: bool) -> str:
    """Return lights as `draw_lights` draws them, large ones by their packed rows."""
    from lo_exact.algebra.packed import Packed
    from lo_exact.commands.shared.render import draw_lights, drawn_rows, is_drawn_by_rows

    if isinstance(lights, Packed) and is_drawn_by_rows(lights):
        return "\n".join(drawn_rows(lights))
    return draw_lights(puzzle, lights, colour=colour)


def witness_text(puzzle: Puzzle, witness: Sequence[int], *, colour: bool) -> str:
    """Return why nothing solves the puzzle, as `witness_words` says it."""
    from lo_exact.algebra.packed import BitRows
    from lo_exact.commands.shared.render import drawn_rows, packed_witness_words, witness_words

    if isinstance(witness, BitRows):
        rows = "\n".join(drawn_rows(witness))
        return f"{packed_witness_words(witness)}\n\n{rows}"
    return witness_words(puzzle, witness, colour=colour)
