"""Game IDs of Flip from Simon Tatham's puzzle collection: ``WxH:MATRIX,GRID``.

With N = W H places, MATRIX is ceil(N N / 4) hexadecimal digits and GRID is ceil(N / 4); the most
significant bit of a digit comes first, and the last digit is filled with zeros.  Bit k = i N + j of
MATRIX is 1 if button i changes light j; a 1 in GRID is a light that must be flipped.  ``W:`` alone
is a square; the game's type, ``c`` (crosses) or ``r`` (random), may follow the size and changes
nothing.  ``5x5c#12345`` is a seed and no board.
"""

import re
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import from_entries
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.files import PuzzlePart, check_written
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.topology import grid_layout, matrix_puzzle
from lo_exact.topology.grid import Grid

MAX_PLACES = 2**12
"""Largest N: its matrix has 2**24 bits, 4 MB of digits."""

_ID = re.compile(r"([0-9]+)(?:x([0-9]+))?[cr]?:([^,]*),(.*)", re.ASCII)


def read_ids(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Parse game IDs, one in each line.

    Raises:
        InputError: When an ID does not parse, with line and column.
    """
    return [
        PuzzlePart(line.number, partial(_read, line.stripped(), options))
        for line in split_lines(text)
        if line.text.strip()
    ]


def _read(line: Line, options: ReadOptions) -> Puzzle:
    found = _ID.fullmatch(line.text)
    if found is None:
        raise line.error(
            f"a Flip game ID is WxH:MATRIX,GRID, and no random seed; got {quoted(line.text)}"
        )
    width = natural(line.group(found, 1), "the width", 1, MAX_PLACES)
    height = natural(line.group(found, 2), "the height", 1, MAX_PLACES) if found[2] else width
    places = width * height
    line.reject(
        places > MAX_PLACES, f"a Flip game has at most {MAX_PLACES} lights, got {width}x{height}"
    )
    matrix = _bits(line.group(found, 3), "MATRIX", places * places)
    lit = _bits(line.group(found, 4), "GRID", places)
    buttons, lights = np.divmod(np.flatnonzero(matrix), places)
    full = np.ones((height, width), dtype=np.bool_)
    puzzle = matrix_puzzle(
        from_entries((places, places), 2, lights, buttons, np.ones_like(lights)),
        lit.astype(np.int64),
        layout=grid_layout(Grid(full, full)),
    )
    return apply_options(puzzle, options)


def write_id(puzzle: Puzzle) -> str:
    """Return the game ID of a puzzle.

    Raises:
        UsageError: When Flip cannot represent the puzzle.
    """
    lights, buttons = puzzle.layout.light_at, puzzle.layout.button_at
    full = (
        np.array_equal(lights.ravel(), np.arange(puzzle.lights))
        and np.array_equal(buttons.ravel(), np.arange(puzzle.buttons))
        and lights.shape == buttons.shape
        and puzzle.layout.is_grid
    )
    check_written(
        "a Flip game",
        (
            (puzzle.colours == 2, f"has 2 colours, this puzzle {puzzle.colours}"),
            (
                full,
                "is a full grid with a light and a button on every place, this puzzle is not",
            ),
            (
                not (puzzle.target.any() or puzzle.uniform),
                "wants all lights off, this puzzle does not",
            ),
            (
                puzzle.objective is Objective.PRESSES,
                f"counts presses, this puzzle {puzzle.objective.value}",
            ),
            (
                puzzle.lights <= MAX_PLACES,
                f"has at most {MAX_PLACES} lights, this puzzle {puzzle.lights}",
            ),
        ),
    )
    height, width = lights.shape
    bits = np.zeros(puzzle.lights**2, dtype=np.uint8)
    bits[puzzle.activation.columns_of_entries() * puzzle.lights + puzzle.activation.rows] = 1
    return f"{width}x{height}:{_digits(bits)},{_digits(puzzle.state.astype(np.uint8))}\n"


def _bits(piece: Line, what: str, wanted: int) -> NDArray[np.uint8]:
    digits = -(-wanted // 4)
    bad = re.search("[^0-9a-fA-F]", piece.text)
    if bad is not None:
        raise piece.error(f"{what} is hexadecimal digits, got {quoted(bad[0])}", bad.start())
    piece.reject(
        len(piece.text) != digits,
        f"{what} must have {digits} hexadecimal digits, got {len(piece.text)}",
        min(digits, len(piece.text)),
    )
    bits = np.unpackbits(
        np.frombuffer(bytes.fromhex(piece.text + "0" * (digits % 2)), dtype=np.uint8)
    )
    piece.reject(bits[wanted:].any(), f"{what} must be filled up with zero bits", digits - 1)
    return bits[:wanted]


def _digits(bits: NDArray[np.uint8]) -> str:
    return np.packbits(bits).tobytes().hex()[: -(-bits.size // 4)]
