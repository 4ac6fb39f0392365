"""The boards among the groups of a text, with what stands beside them.

    levels = [ { name: "First", board: [[1, 0], [0, 1]], best: 2 }, ... ]

A board is a group of rows that are equally long, or of strings that draw them.  The text is left
alone (and refused as ever) where something may make it another puzzle: a row that is shorter, a
name or a word that speaks of a target, a rule, holes or colours, a statement that changes the
array, two boards where one wins over the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lo_exact.errors import InputError
from lo_exact.formats.among.brackets import Atom, Bracketed, brackets_of
from lo_exact.formats.among.rewritten import rewritten
from lo_exact.formats.among.said import (
    CHANGED_BY,
    Spoken,
    is_answer,
    is_board_name,
    is_state,
    may_be_called,
    spoken,
)  # fmt: skip
from lo_exact.formats.board.places import Line
from lo_exact.formats.literals.tokens import check_name

LONGEST = 2**18
"""Characters of a text; longer ones are left alone."""

BESIDE = 1000
"""Characters in front of a board that are looked at for what changes it."""

MOST_FLAT = 3
"""Numbers of a list without rows that may stand beside a board and say nothing of it."""

_GLYPHS = re.compile(r"[0-9.#*xXoO_~ -]+|[TF]+|[YN]+|[^\x00-\x7f]+")


@dataclass(frozen=True)
class FoundBoard:
    """A board of a text.

    Attributes:
        text: the board as a nested list or as rows, which the other readers read.
        line: where it begins, from 1.
        title: its name in the text, ``""`` if none.
        claimed: the minimum that the text claims for it.
        flat: how many numbers stand in one list without rows; 0: it has rows.
    """

    text: str
    line: int
    title: str = ""
    claimed: int | None = None
    flat: int = 0


class _MayBeMoreError(Exception):
    """The text may say more than its boards."""


@dataclass(frozen=True)
class _Board:
    """A board's group, its rows, its name, and the object it stands in."""

    rows: list[list[str]]
    name: str
    called: bool
    start: int
    end: int
    around: Bracketed
    flat: bool = False


def boards_among(text: str) -> list[FoundBoard]:
    """Return the boards of a text in order; none where it may say more than them."""
    if len(text) > LONGEST:
        return []
    plain = rewritten(text)
    whole = brackets_of(plain)
    if whole is None:
        return []
    try:
        boards = list(_boards(whole, whole, ""))
        _refuse_changes(plain, boards)
        said = spoken(plain, [(board.start, board.end, board.around) for board in boards])
        return [
            _found(plain, board, about, len(boards))
            for board, about in zip(boards, said, strict=True)
        ]
    except _MayBeMoreError:
        return []


def _found(text: str, board: _Board, about: Spoken, boards: int) -> FoundBoard:
    height, width = len(board.rows), len(board.rows[0])
    if any(said != height for said in about.heights) or any(said != width for said in about.widths):
        raise _MayBeMoreError
    if any(said not in (height, width) or height != width for said in about.sides):
        raise _MayBeMoreError
    title = about.title or (board.name if boards > 1 and not board.called else "")
    line, flat = text.count("\n", 0, board.start) + 1, len(board.rows[0])
    flat = flat if board.flat and _written(board.rows).startswith("[") else 0
    return FoundBoard(_written(board.rows), line, title, about.claimed, flat)


def _written(rows: list[list[str]]) -> str:
    """Return rows as the other readers read them: numbers as a list, signs as a drawing."""
    cells = {cell for row in rows for cell in row}
    if all(re.fullmatch(r"[0-9]+", cell) for cell in cells):
        return json.dumps([[int(cell) for cell in row] for row in rows])
    return "\n".join("".join(row) for row in rows)


def _boards(group: Bracketed, around: Bracketed, name: str) -> Iterator[_Board]:
    """Yield the boards in a group, in order, none inside another.

    Args:
        group: the group.
        around: the object that it stands in.
        name: the name of what it stands in, for a group without one.

    Raises:
        _MayBeMoreError: Where a group is nearly a board, or a list is named like one.
    """
    named = group.name or name
    rows = _rows(group)
    if rows is not None:
        if is_answer(named):
            return
        flat = len(rows) == 1 and group.mark not in ("[", "{")
        board = _Board(rows, named, group.called, group.start, group.end, around, flat)
        _check(board, group)
        yield board
        return
    if group.mark == "{" or group.mixed:
        around = group
    atoms = [item for item in group.items if isinstance(item, Atom)]
    numbers = [atom for atom in atoms if atom.kind != "string"]
    flat = not group.mixed and (len(numbers) > MOST_FLAT or (len(numbers) > 1 and is_state(named)))
    if flat and not is_answer(named):
        raise _MayBeMoreError
    drawn = list(_drawings(group, atoms))
    if drawn and not is_answer(named):
        for rows, start, end in drawn:
            board = _Board(rows, named, False, start, end, around)
            _check(board, None)
            yield board
    for inner in group.groups():
        yield from _boards(inner, around, named)


def _rows(group: Bracketed) -> list[list[str]] | None:
    """Return the cells of a group that is a board, row by row; None where it is none.

    Raises:
        _MayBeMoreError: Where its rows differ in length.
    """
    if group.mixed or not group.items:
        return None
    inner = [item for item in group.items if isinstance(item, Bracketed)]
    if len(inner) == len(group.items):
        rows = [_row(item) for item in inner]
        found = [row for row in rows if row is not None]
        if not found:
            return None
        if len(found) < len(rows) or len({len(row) for row in found}) > 1:
            if all(_rows(item) is None for item in inner):
                raise _MayBeMoreError
            return None
        return found if len(found[0]) > 1 else None
    if all(isinstance(item, Atom) and item.kind == "string" for item in group.items):
        return _signs([item.text for item in group.items if isinstance(item, Atom)])
    return None


def _row(group: Bracketed) -> list[str] | None:
    """Return the cells of a group that is a row."""
    if group.mixed or not all(isinstance(item, Atom) for item in group.items):
        return None
    atoms = [item for item in group.items if isinstance(item, Atom)]
    if len(atoms) == 1 and atoms[0].kind == "string" and len(atoms[0].text) > 1:
        return list(atoms[0].text) if _GLYPHS.fullmatch(atoms[0].text) else None
    cells = [_cell(atom) for atom in atoms]
    return [cell for cell in cells if cell] if cells and all(cells) else None


def _cell(atom: Atom) -> str:
    """Return a cell as a number or a sign, ``""`` where it is none."""
    if atom.kind == "number":
        digits = atom.text.split(".")[0]
        return str(int(digits)) if len(digits) < 10 else ""
    if atom.kind == "word":
        return {"t": "1", "f": "0"}.get(atom.text[0].lower(), "~")
    return atom.text if len(atom.text) == 1 and _GLYPHS.fullmatch(atom.text) else ""


def _signs(texts: list[str]) -> list[list[str]] | None:
    """Return the cells of strings that draw a row each.

    Raises:
        _MayBeMoreError: Where they differ in length.
    """
    if len(texts) < 2 or not all(_GLYPHS.fullmatch(text) for text in texts):
        return None
    if any(text != text.strip() for text in texts):
        raise _MayBeMoreError  # blanks are holes, or lights that are off
    if len({len(text) for text in texts}) > 1:
        raise _MayBeMoreError
    return [list(text) for text in texts] if len(texts[0]) > 1 else None


def _drawings(group: Bracketed, atoms: list[Atom]) -> Iterator[tuple[list[list[str]], int, int]]:
    """Yield boards that one string of several lines draws, or strings one behind the other."""
    for atom in atoms:
        if atom.kind == "string" and ("\n" in atom.text or "\\n" in atom.text):
            lines = [line.strip() for line in atom.text.replace("\\n", "\n").split("\n")]
            rows = _signs([line for line in lines if line])
            if rows is not None:
                yield rows, atom.start, atom.end
    strings = [atom for atom in atoms if atom.kind == "string"]
    if group.mixed and 1 < len(strings) == len(atoms) and not list(group.groups()):
        rows = _signs([atom.text for atom in strings])
        if rows is not None:
            yield rows, strings[0].start, strings[-1].end


def _check(board: _Board, group: Bracketed | None) -> None:
    """Refuse a board whose name, call or declared size says something else.

    Raises:
        _MayBeMoreError: When it does.
    """
    try:
        check_name(board.name, Line(board.name, 1))
    except InputError:
        raise _MayBeMoreError from None
    if board.called and not may_be_called(board.name):
        raise _MayBeMoreError
    if len(board.rows[0]) == 2 and not is_board_name(board.name):
        raise _MayBeMoreError  # places, (row, column) each
    if group is not None and group.mark == "{" and any(g.mark == "(" for g in group.groups()):
        raise _MayBeMoreError  # a set of places
    if group is not None and group.sizes:
        declared = (len(board.rows), len(board.rows[0]))[-len(group.sizes) :]
        if group.sizes != declared:
            raise _MayBeMoreError


def _refuse_changes(text: str, boards: list[_Board]) -> None:
    """Refuse a text that speaks of another rule, or changes an array.

    Raises:
        _MayBeMoreError: When it may.
    """
    outside, last = [], 0
    for board in boards:
        outside.append(text[last : board.start])
        last = board.end
    outside.append(text[last:])
    if any(CHANGED_BY.search(part) for part in outside):
        raise _MayBeMoreError
    for all_before, board, after in zip(outside, boards, outside[1:], strict=False):
        before = all_before[-BESIDE:]
        if re.search(r"\[\s*[A-Za-z_]\w*[^\]]*\]\s*=\s*(?:new[^{]*)?\Z", before):
            raise _MayBeMoreError  # how many rows and columns it has is said elsewhere
        if re.search(r"(?:(?<!<)-|[+~^*/%])[ \t]*(?:[\w.]+[ \t]*\([ \t]*)?\Z", before):
            raise _MayBeMoreError
        line = re.match(r"[)\]}; \t]*([^\n]*)", after)
        if line and re.match(r"[-+*/^%@|&]", line[1]) and line[1][:2] not in ("//", "--", "|]"):
            raise _MayBeMoreError
        if re.search(r"\][ \t]*[-+*^|&]?=(?!=)[ \t]*(?!new\b)[^\s\[{(]", after):
            raise _MayBeMoreError
        chained = re.match(r"[)\]} \t\n]*\.[ \t]*(\w+)", after)
        if chained and chained[1] not in _KEEPS:
            raise _MayBeMoreError
        name = re.escape(board.name)
        if board.name and not board.called and (
            re.search(rf"(?<![\w.]){name}[ \t]*[-+*^|&]?=(?!=)", after)
            or any(did not in _KEEPS for did in re.findall(rf"(?<![\w.]){name}\.(\w+)", after))
        ):  # fmt: skip
            named = [other for other in boards if other.name == board.name]
            if len(named) < 2:
                raise _MayBeMoreError


_KEEPS = frozenset(
    (
        *("freeze", "to_string", "to_owned", "map", "split", "copy", "tolist", "strip", "trim"),
        *("lines", "dedent", "trimIndent", "astype", "length", "shape", "size", "len", "count"),
        *("forEach", "iter", "clone", "reshape", "ToString"),
    )
)
"""What is done with an array or a string that leaves its cells and their places as they are."""
