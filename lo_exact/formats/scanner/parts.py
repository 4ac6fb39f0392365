"""The readings of a scanned text as parts, each a puzzle that is read when it is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.format_table import find_format
from lo_exact.formats.scanner.arrays import FoundBoard
from lo_exact.formats.scanner.readings import ScannedReading, ScannedText, board_of, scan


@dataclass(frozen=True)
class ScannedWay:
    """One way to read a text: its format, the option that chooses it, its puzzles."""

    form: str
    about: str
    parts: Sequence[PuzzlePart]
    wants: str = ""


def ways_of(text: str, options: ReadOptions, *, matrix: bool = False) -> list[ScannedWay]:
    """Return the readings of a text that are possible beside the options; at least one.

    Args:
        text: the text.
        options: what the caller says beside it.
        matrix: whether a check matrix is wanted.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, matrix=matrix)
    ways = [way for reading in whole.readings if (way := _way_of(whole, reading, text, options))]
    if len(ways) == 1 or options.size is None:
        return ways
    possible = [way for way in ways if _is_possible(way)]
    return possible or ways[:1]


def read_literal(text: str, options: ReadOptions) -> Sequence[PuzzlePart]:
    """Return the boards of a text whose arrays go row by row."""
    return _chosen(text, options, "literal")


def read_matlab(text: str, options: ReadOptions) -> Sequence[PuzzlePart]:
    """Return the boards of a text whose flat arrays go column by column."""
    return _chosen(text, options, "matlab")


def read_dzn(text: str, options: ReadOptions) -> Sequence[PuzzlePart]:
    """Return the boards of a text in MiniZinc."""
    return _chosen(text, options, "dzn")


def read_words(text: str, options: ReadOptions) -> Sequence[PuzzlePart]:
    """Return the boards of a text whose cells are words or boxes."""
    return _chosen(text, options, "words")


def _chosen(text: str, options: ReadOptions, form: str) -> Sequence[PuzzlePart]:
    """Return the puzzles of the reading in a format.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, form)
    for reading in whole.readings:
        if reading.form == form:
            way = _way_of(whole, reading, text, options)
            assert way is not None
            return way.parts
    known = ", ".join(dict.fromkeys(one.form or one.wants for one in whole.readings))
    raise InputError(f"this is not {form}, it reads as {known}", line=1)


def _way_of(
    whole: ScannedText, reading: ScannedReading, text: str, options: ReadOptions
) -> ScannedWay | None:
    """Return a reading with its parts; None where its format refuses the text."""
    if not reading.boards:
        forms = ("places0", "places1") if reading.form == "places" else (reading.form,)
        if reading.form == "places" and options.size is None:
            return ScannedWay("places", reading.about, (), "--size ROWSxCOLUMNS")
        for form in forms:
            asked = replace(options, size=None) if form == "checks" else options
            try:
                puzzle = find_format(form).read(text, asked)
            except (InputError, UsageError):
                continue
            return ScannedWay(form, reading.about, (PuzzlePart(1, lambda puzzle=puzzle: puzzle),))  # type: ignore[misc]
        return None
    many = len(reading.boards)
    parts = []
    for number, board in enumerate(reading.boards, start=1):
        which = f", {number} of {many}" if many > 1 else ""
        note = f"read as {whole.note}{which}" if whole.note else ""
        parts.append(
            PuzzlePart(whole.place(board.start)[0], partial(_read, board, whole, options, note))
        )
    return ScannedWay(reading.form, reading.about, parts, reading.wants)


def _read(board: FoundBoard, whole: ScannedText, options: ReadOptions, note: str) -> AnyPuzzle:
    puzzle = board_of(board, whole.text, options)
    return replace(puzzle, layout=replace(puzzle.layout, note=note))


def _is_possible(way: ScannedWay) -> bool:
    try:
        return bool([part.read() for part in way.parts])
    except InputError:
        return False
