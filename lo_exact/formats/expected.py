r"""Reader for inputs that must be check matrices: numbers in any format are matrix entries.

    # 3 checks          1,1,0,1    [[1 1 0 1]    H = [[1, 1, 0, 1],    \begin{pmatrix}
    1.000e+00 0.000e+00 1,0,1,1     [1 0 1 1]]        [1, 0, 1, 1]]    1 & 1 & 0 & 1 \\ ...

Rows of numbers are read here.  Any other text is read in its own format.  A grid of numbers is then
the matrix that it draws; matrices, graphs and error models have one already.  Some texts are
certainly boards: those with a header, signs like # and ., levels of games.  They are read as boards
where boards are permitted, and refused where a matrix alone is wanted.
"""

import re
from dataclasses import replace
from pathlib import Path

from lo_exact.algebra.sparse import IntArray, from_dense
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.arrays import BOARDS, named_arrays
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import in_source, reject
from lo_exact.formats.files import opened, read_text, start_of
from lo_exact.formats.format_table import NUMPY, find_format, format_of_bytes, sniffed
from lo_exact.formats.matrices import plain_rows, without_comments
from lo_exact.formats.reading import (
    TextReading,
    has_header,
    is_scanned,
    only_puzzle,
    only_way,
    parse_parts,
    read_parts,
    several_ways,
)
from lo_exact.formats.refused_formats import refuse_stranger
from lo_exact.puzzle import Puzzle
from lo_exact.topology import matrix_puzzle

PUZZLES = ("json", "flip", "levels", "map", "aoc", "dials")
"""Formats of puzzles that include rules, and so are not matrices."""

DRAWINGS = ("words", "mask", "png", "pbm")
"""Formats of drawn lights, read as matrices only if a matrix is expected."""

OF_BOARDS = ("neighbourhood", "topology", "toy")
"""Options for boards, not for matrices."""

_DIGITS = re.compile(r"[0-9\s,.+-]+", re.ASCII)
_BOARD_NAME = re.compile(
    r"\A[^=\[({]*\b\w*(?:board|grid|lights|puzzle|level|state|cells)\w*[^=({]*(?::?=|<-)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"(?i)(?:\s*(?:\[[ x]\]|(?:on|off|true|false|yes|no|[TF]+)(?![^\s])))+\s*")
"""Pattern of words for on and off, and of boxes."""
_BOARD_KEY = re.compile(r'"(?:state|boards?|grid|lights|cells|initialState|target|levels)"\s*:')
"""Pattern of a JSON key of a board."""
_SIGNS = re.compile(
    r"""(?m)(?:^[ \t]*|["'])(?=[^"'\n]{0,4096}[#*.OXx□■○●☆★])[-#.*_~OXx□■○●☆★· \t]++(?:["']|$)"""
)
"""Pattern of a row, or a string, of signs."""
_NUMBERS = re.compile(r"(?m)^[ \t\[\](){},;&|]*+[0-9][0-9 \t\[\](){},;&|.e+-]*+\\*[ \t]*$")
"""Pattern of a row of numbers."""


def read_expected(
    file: str | Path, options: ReadOptions, form: str | None = None, *, boards: bool = True
) -> Puzzle:
    """Read a check matrix from a file, or ``-`` for standard input.

    Args:
        file: the file.
        options: reading options; ``target`` and ``colours`` apply to the checks.
        form: the name of a format; ``board`` for a board.
        boards: whether a text that identifies itself as a board is accepted.

    Returns:
        The puzzle of a matrix, with all lights 0, or of a board.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option does not fit.
    """
    name = str(file)
    kind = format_of_bytes(start_of(name)) if "\n" not in name else None
    if kind is None:
        text = name if "\n" in name else read_text(name)
        return parse_expected(
            text, options, form, boards=boards, source="" if text is name else name
        )
    with in_source(name):
        _check_options(options, form, boards)
        if kind.begins is NUMPY:
            return _of_arrays(name, options, form, boards)
        return only_puzzle(read_parts(name, options=options)) if (
            boards and form in (None, "board")
        ) else _of_grid(
            only_puzzle(read_parts(name, options=_beside_entries(options), format=form)), options
        )  # fmt: skip


def parse_expected(
    text: str,
    options: ReadOptions,
    form: str | None = None,
    *,
    boards: bool = True,
    source: str = "",
) -> Puzzle:
    """Parse a check matrix; for the arguments see `read_expected`."""
    with in_source(source):
        rules = _check_options(options, form, boards)
        if form == "board" and boards:
            return _entries_of(text, options, "board")
        if not (rules or options.legend or options.bits) and form in (None, "checks"):
            dense = plain_rows(text, options.colours or 2)
            if dense is not None and options.size in (None, "{}x{}".format(*dense.shape)):
                return _of_dense(dense, options)
        said = form in (*PUZZLES, *DRAWINGS) or (form is None and _is_board(text))
        return (
            only_puzzle(parse_parts(text, options=options, format=form))
            if boards and (rules or said)
            else _of_entries(text, options, None if form == "checks" else form)
        )


def what_was_read(puzzle: AnyPuzzle) -> str:
    """Describe how a text was interpreted: as a board with its size, or as a check matrix.

    >>> what_was_read(matrix_puzzle([[1, 1, 0], [0, 1, 1]], 0))
    '2 x 3 check matrix'
    """
    return (
        "{} x {} board".format(*puzzle.layout.shape)
        if puzzle.layout.is_grid
        else f"{puzzle.lights} x {puzzle.buttons} check matrix"
    )


def _check_options(options: ReadOptions, form: str | None, boards: bool) -> bool:
    """Return whether the options imply that a text is a board.

    Raises:
        UsageError: When only a matrix is accepted, or counters are requested.
    """
    if form is not None:
        find_format(form)
    if options.counters:
        raise UsageError("--colours none is for boards of counters; a check matrix is wanted here")
    rules = [name for name in OF_BOARDS if getattr(options, name) is not None]
    if not boards and (rules or form == "board"):
        what = f"--{rules[0]}" if rules else "--as board"
        raise UsageError(f"{what} is for boards; a check matrix alone is wanted here")
    return bool(rules)


def _is_board(text: str) -> bool:
    """Return whether a text identifies itself as a board or puzzle."""
    if has_header(text) or _BOARD_NAME.match(text) or _WORDS.fullmatch(text):
        return True
    known = {row.name for row in sniffed(text)}
    if "json" in known and is_scanned(text):
        return _BOARD_KEY.search(text) is not None
    drawn = _SIGNS.search(text) is not None and not _NUMBERS.search(without_comments(text))
    return drawn or bool(known & {*PUZZLES, *DRAWINGS})


def _of_dense(dense: IntArray, options: ReadOptions) -> Puzzle:
    puzzle = matrix_puzzle(from_dense(dense, options.colours or 2), 0)
    return apply_options(puzzle, replace(options, size=None, legend=None, bits=None))


def _beside_entries(options: ReadOptions) -> ReadOptions:
    return ReadOptions(
        colours=options.colours, size=options.size, legend=options.legend, bits=options.bits
    )


def _of_entries(text: str, options: ReadOptions, form: str | None) -> Puzzle:
    """Return the matrix of a text, parsed in its own format."""
    asked = _beside_entries(options)
    try:
        found = _entries_of(text, asked) if form is None else only_puzzle(
            parse_parts(text, options=asked, format=form)
        )  # fmt: skip
    except InputError as refusal:
        marked = text.lstrip()[:2] == "%%"  # MatrixMarket errors name the line already
        if not (refusal.readings or marked) and _DIGITS.fullmatch(without_comments(text)):
            find_format("checks").read(text, options)  # raises an error with the entry's position
        refuse_stranger(text)
        return _chosen(refusal, options)
    known = {form} if form else {row.name for row in sniffed(text)}
    rules = known & {*PUZZLES} and not (form is None and is_scanned(text))
    reject(
        found.layout.is_grid and (rules or has_header(text)),
        "this is a puzzle that says its own rules, and a check matrix alone is wanted here: "
        "write its rows of 0 and 1 alone",
        line=1,
    )
    return _of_grid(found, options)


def _entries_of(text: str, options: ReadOptions, form: str | None = None) -> Puzzle:
    """Parse a text as a puzzle, reading a rectangle of numbers as the entries of a matrix.

    A plain drawing is read in the format that is named.

    Raises:
        InputError: When there are several interpretations, listing them.
    """
    return (
        only_puzzle(parse_parts(text, options=options, format=form))
        if not is_scanned(text)
        else only_puzzle(only_way(text, options, matrix=True).parts)
    )


def _chosen(refusal: InputError, options: ReadOptions) -> Puzzle:
    """Return the matrix that all interpretations of the rows agree on, otherwise raise.

    Raises:
        InputError: When they differ, with the matrices; or the original error.
    """
    grids = [
        reading
        for reading in refusal.readings
        if len(reading.puzzles) == 1
        and reading.puzzles[0].layout.is_grid
        and reading.puzzles[0].layout.light_at.min() >= 0
        and not reading.form.startswith("places")
    ]
    if not grids:
        raise refusal
    found: dict[str, TextReading] = {}
    for reading in grids:
        matrix = _of_grid(reading.puzzles[0], options)
        about = f"{what_was_read(matrix)}: {reading.about}"
        found.setdefault(matrix.sha256, TextReading(reading.form, about, (matrix,), reading.wants))
    if len(found) > 1:
        raise several_ways(list(found.values()))
    return matrix


def _of_grid(puzzle: Puzzle, options: ReadOptions) -> Puzzle:
    """Convert a grid's cells to a matrix; for a puzzle without a grid, only apply the options."""
    if not puzzle.layout.is_grid:
        return apply_options(puzzle, replace(
            options, size=None, legend=None, bits=None, neighbourhood=None, topology=None, toy=None
        ))  # fmt: skip
    at = puzzle.layout.light_at
    reject(at.min() < 0, "a check matrix has a number on each place, and here are holes", line=1)
    return _of_dense(puzzle.state[at], options)


def _of_arrays(name: str, options: ReadOptions, form: str | None, boards: bool) -> Puzzle:
    """Return the matrix in a numpy file, or its board if an array has the name of a board."""
    if boards and name != "-" and form is None:
        with opened(name) as file:
            form = "npz" if set(BOARDS) & set(named_arrays(file)) else None
    return only_puzzle(read_parts(name, options=options, format=form or "checks"))
