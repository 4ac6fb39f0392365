"""What stands around a board in a page, a program or a printout, taken off it.

    ```            // level 3        | A | B |       3x2 Matrix{Bool}:    {"name": "one",
    101            101               |---|---|        1  0                 "board": [[1, 0],
    010            010               | 1 | 0 |        0  1                           [0, 1]]}
    ```                              | 0 | 1 |        1  1

Only a text that no format reads is peeled; what is left is read like any text, so whatever reads
two ways afterwards is refused as ever.  Nothing is taken off that a board may consist of: comments
have a word in them, rules no sign of a light, labels count from the first place on.  A cell with
nothing in it may be off or a hole, so a table with one is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from lo_exact.errors import InputError
from lo_exact.formats.board.places import Line
from lo_exact.formats.literals.tokens import check_name

LONGEST = 2**16
"""Characters of a text; longer ones are left alone."""

_SPEAKS = re.compile(r"[^\W\d_xXoOtTfF]\w*|\w+[^\W\d_xXoOtTfF]")
"""A word that no signs of lights make."""

_FENCE = re.compile(r"[ \t]*```[\w+-]*[ \t]*")
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(r"[ \t]*(?://|%+|--|#+|;+)[ \t]+(?P<said>.*)")
_TRAILING = re.compile(r"(?P<before>.*?\S)[ \t]+(?://|#|%|--)[ \t]+(?P<said>.*)")
_HEADING = re.compile(
    r"\s*(?:(?P<rows>[0-9]{1,4})[x×](?P<columns>[0-9]{1,4})\s+(?:Bit)?Matrix(?:\{\w+\})?:?"
    r"|(?P<name>[A-Za-z]\w*)\s*=)\s*"
)
"""How Julia and MATLAB head a matrix that they print."""

_R_HEAD = re.compile(r"\s*(?:\[,[0-9]+\]\s*)+")
_R_ROW = re.compile(r"\s*\[(?P<number>[0-9]+),\](?P<rest>.*)")
_RULE = re.compile(
    r"\s*[|+:\s=─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬-]*(?:[-=─━═]{1,})[|+:\s=─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬-]*"
)
_FRAME = re.compile(r"\s*[|│┃║](?P<inside>.*)[|│┃║]\s*")

_BOARD_KEYS = ("board", "grid", "lights", "cells")
_ABOUT_KEYS = ("name", "title", "id", "level", "author", "description", "difficulty")
_HEIGHT_KEYS, _WIDTH_KEYS = ("rows", "height"), ("cols", "columns", "width")


def peel(text: str) -> tuple[str, str] | None:
    """Return a text without what stands around it, and what that was; None where nothing does."""
    if len(text) > LONGEST:
        return None
    found: list[str] = []
    if text.lstrip()[:1] == "{":
        inside = _from_json(text)
        return None if inside is None else (inside, "the board of a JSON object")
    steps: tuple[tuple[str, Callable[[list[str]], list[str] | None]], ...] = (
        ("a code fence", _without_fence),
        ("comments", _without_comments),
        ("a heading", _without_heading),
        ("R's labels", _without_r_labels),
        ("the lines of a table", _without_frames),
        ("quotes", _without_quotes),
        ("commas", _without_commas),
        ("labels", _without_labels),
    )
    lines = text.splitlines()
    for name, step in steps:
        rest = step(lines)
        if rest is not None and rest != lines:
            lines = rest
            found.append(name)
    return ("\n".join(lines), f"a board without {', '.join(found)}") if found else None


def _without_fence(lines: list[str]) -> list[str] | None:
    fences = [k for k, line in enumerate(lines) if _FENCE.fullmatch(line)]
    if len(fences) != 2 or any(
        line.strip() for line in lines[: fences[0]] + lines[fences[1] + 1 :]
    ):
        return None
    return lines[fences[0] + 1 : fences[1]]


def _without_comments(lines: list[str]) -> list[str]:
    text = _BLOCK.sub(lambda block: "\n" * block[0].count("\n"), "\n".join(lines))
    kept = []
    for line in text.split("\n"):
        whole, behind = _LINE_COMMENT.fullmatch(line), _TRAILING.fullmatch(line)
        if whole and _SPEAKS.search(whole["said"]):
            kept.append("")
        elif behind and _SPEAKS.search(behind["said"]) and not _SPEAKS.search(behind["before"]):
            kept.append(behind["before"])
        else:
            kept.append(line)
    return kept


def _without_heading(lines: list[str]) -> list[str] | None:
    first = next((k for k, line in enumerate(lines) if line.strip()), 0)
    head = _HEADING.fullmatch(lines[first]) if lines else None
    if head is None:
        return None
    if head["name"]:
        try:
            check_name(head["name"], Line(head["name"], 1))
        except InputError:
            return None
    rest = [line.strip() for line in lines[first + 1 :] if line.strip()]
    size = [f"size: {int(head['rows'])}x{int(head['columns'])}"] if head["rows"] else []
    return [*size, *(re.sub(r"\s+", " ", line) for line in rest)]


def _without_r_labels(lines: list[str]) -> list[str] | None:
    kept = [line for line in lines if line.strip()]
    rows = [_R_ROW.fullmatch(line) for line in kept[1:]]
    if not rows or not _R_HEAD.fullmatch(kept[0]) or not all(rows):
        return None
    found = [row for row in rows if row]
    counted = [int(number) for number in re.findall("[0-9]+", kept[0])]
    cells = [row["rest"].split() for row in found]
    in_order = counted == list(range(1, len(counted) + 1))
    in_order &= [int(row["number"]) for row in found] == list(range(1, len(found) + 1))
    if not in_order or {len(row) for row in cells} != {len(counted)}:
        return None  # a printout in several parts
    return [" ".join(row) for row in cells]


def _without_frames(lines: list[str]) -> list[str] | None:
    """Return the cells of a table with bars, or the rows of a frame."""
    kept = [line for line in lines if line.strip()]
    framed = [_FRAME.fullmatch(line) for line in kept if not _RULE.fullmatch(line)]
    if len(framed) < 2 or not all(framed) or len(framed) == len(kept):
        return None
    table = [re.split("[|│┃║]", row["inside"]) for row in framed if row]
    if {len(row) for row in table} == {1}:
        return [row[0] for row in table]
    cells = [[cell.strip() for cell in row] for row in table]
    headed = [[cell.replace("*", "") if not cell.strip("*").strip(".") else cell for cell in row]
              for row in cells[:1]]  # fmt: skip
    if _labels(headed[0][1:]) and not headed[0][0]:
        cells = [row[1:] for row in cells] if _counts([row[0] for row in cells[1:]]) else []
    if cells and _labels(cells[0]):
        cells = cells[1:]
    if not cells or not all(cell and " " not in cell for row in cells for cell in row):
        return None
    return [" ".join(row) for row in cells]


def _without_quotes(lines: list[str]) -> list[str] | None:
    kept = [line.strip() for line in lines if line.strip()]
    if not kept or not all(re.fullmatch(r"""(["'])[^"'\\,]+\1,?""", line) for line in kept):
        return None
    return [line.rstrip(",")[1:-1] for line in kept]


def _without_commas(lines: list[str]) -> list[str] | None:
    """Return the rows of values parted by commas or semicolons, three and more a row."""
    kept = [line.strip() for line in lines if line.strip()]
    for mark in ",;":
        cells = [[cell.strip().strip("\"'") for cell in line.split(mark)] for line in kept]
        if len(kept) < 2 or len({len(row) for row in cells}) != 1 or len(cells[0]) < 3:
            continue
        if len(cells) > 2 and _labels(cells[0]):
            cells = cells[1:]
        if _lists_places(cells):
            return None
        if all(re.fullmatch(r"[0-9]{1,4}|[#.*xXoO]", cell) for row in cells for cell in row):
            return [" ".join(row) for row in cells]
    return None


def _lists_places(cells: Sequence[Sequence[str]]) -> bool:
    """Return whether rows may be row, column and colour of every place of a board."""
    if {len(row) for row in cells} != {3} or not all(cell.isdecimal() for r in cells for cell in r):
        return False
    places = sorted((int(row), int(column)) for row, column, _ in cells)
    rows, columns = ({place[axis] for place in places} for axis in (0, 1))
    return len(cells) > 2 and places == sorted(product(rows, columns))


def _without_labels(lines: list[str]) -> list[str] | None:
    """Return rows below letters that count the columns, numbers that count the rows taken off."""
    kept = [line.split() for line in lines if line.strip()]
    if len(kept) < 3 or not _labels(kept[0]):
        return None
    width = len(kept[0])
    if {len(row) for row in kept[1:]} == {width + 1} and _counts([row[0] for row in kept[1:]]):
        return [" ".join(row[1:]) for row in kept[1:]]
    return None


def _labels(cells: Sequence[str]) -> bool:
    """Return whether cells are the letters from A or a on, two or more."""
    return len(cells) > 1 and any(
        list(cells) == [chr(first + k) for k in range(len(cells))] for first in (65, 97)
    )


def _counts(cells: Sequence[str]) -> bool:
    """Return whether cells are the numbers from 1 on."""
    return list(cells) == [str(k) for k in range(1, len(cells) + 1)]


def _from_json(text: str) -> str | None:
    """Return the board of somebody's JSON object; None where it may say more than that."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        held = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None
    boards = [key for key in _BOARD_KEYS if isinstance(held.get(key), list)]
    known = (*_BOARD_KEYS, *_ABOUT_KEYS, *_HEIGHT_KEYS, *_WIDTH_KEYS)
    if len(boards) != 1 or not set(held) <= set(known):
        return None
    if any(isinstance(held.get(key), list | dict) for key in _ABOUT_KEYS):
        return None
    rows = held[boards[0]]
    height = [held[key] for key in _HEIGHT_KEYS if key in held]
    width = [held[key] for key in _WIDTH_KEYS if key in held]
    if rows and all(type(cell) in (int, bool) for cell in rows) and len(height) == len(width) == 1:
        wide = width[0]
        if type(wide) is not int or wide < 1 or len(rows) % wide:
            return None
        rows = [rows[low : low + wide] for low in range(0, len(rows), wide)]
    if any(said != len(rows) for said in height):
        return None
    if not rows or any(
        said != len(row) for said in width for row in rows if hasattr(row, "__len__")
    ):
        return None
    if all(isinstance(row, str) and row.strip() for row in rows):
        return "\n".join(rows)
    if not all(isinstance(row, list) and row for row in rows):
        return None
    if not all(type(cell) in (int, bool) for row in rows for cell in row):
        return None
    return json.dumps([[int(cell) for cell in row] for row in rows])
