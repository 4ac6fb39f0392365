"""The readings of a scanned text as parts, each a puzzle that is read when it is wanted."""

from dataclasses import dataclass, replace
from functools import partial

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.codes.matrices import read_checks
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.layouts import read_places, with_note
from lo_exact.formats.scanner.arrays import FoundBoard
from lo_exact.formats.scanner.readings import ScannedReading, ScannedText, board_of, scan


@dataclass(frozen=True)
class ScannedWay:
    """One way to read a text: its format, the option that chooses it, its puzzles."""

    form: str
    about: str
    parts: list[PuzzlePart]
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
    readings = [
        one
        for one in whole.readings
        if not one.boards or options.size in (None, "{}x{}".format(*one.boards[0].shape))
    ]
    found = [_way_of(whole, one, text, options) for one in readings or whole.readings[:1]]
    return [way for way in found if way is not None]


def read_scanned(text: str, options: ReadOptions, form: str) -> list[PuzzlePart]:
    """Return the puzzles of the reading in a format.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, form)
    for reading in whole.readings:
        way = _way_of(whole, reading, text, options) if reading.form == form else None
        if way is not None:
            return way.parts
    known = ", ".join(dict.fromkeys(one.form or one.wants for one in whole.readings))
    raise InputError(f"this is not {form}, it reads as {known}", line=1)


def _way_of(
    whole: ScannedText, reading: ScannedReading, text: str, options: ReadOptions
) -> ScannedWay | None:
    """Return a reading with its parts; None where its format refuses the text."""
    if not reading.boards:
        if reading.form == "places" and options.size is None:
            return ScannedWay("places", reading.about, [], "--size ROWSxCOLUMNS")
        checks = reading.form == "checks"
        try:
            puzzle = (
                read_checks(text, replace(options, size=None))
                if checks
                else read_places(text, options)
            )
        except (InputError, UsageError):
            return None
        return ScannedWay(reading.form, reading.about, [PuzzlePart(1, lambda: puzzle)])
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
    return with_note(board_of(board, whole, options), note)
