"""Text around a board in a page, a program or a printout, taken off it.

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
from collections.abc import Callable
from typing import Any

from lo_exact.errors import InputError
from lo_exact.formats.among.said import CHANGED_BY
from lo_exact.formats.board.places import Line
from lo_exact.formats.literals.tokens import check_name
from lo_exact.formats.tables import (
    without_commas,
    without_counts,
    without_frames,
    without_labels,
    without_latex,
    without_r_labels,
)

LONGEST = 2**16
"""Characters of a text; longer ones are left alone."""

_SPEAKS = re.compile(r"[^\W\d_xXoOtTfF]")
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
        ("quote marks", _without_mail),
        ("a heading", _without_heading),
        ("numbers of rows", _without_numbers),
        ("R's labels", without_r_labels),
        ("LaTeX", without_latex),
        ("pandas' labels", without_counts),
        ("the lines of a table", without_frames),
        ("quotes", _without_quotes),
        ("commas", without_commas),
        ("labels", without_labels),
        ("yes and no", _without_words),
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
    text = "\n".join(lines)
    ended = text.rfind("*/") + 2  # behind it nobody looks for an end that is not there
    if ended >= 2:
        blocks = _BLOCK.sub(
            lambda block: block[0] if CHANGED_BY.search(block[0]) else "\n" * block[0].count("\n"),
            text[:ended],
        )
        text = blocks + text[ended:]
    kept = []
    for line in text.split("\n"):
        whole, behind = _LINE_COMMENT.fullmatch(line), _TRAILING.fullmatch(line)
        said = whole or behind
        if said and CHANGED_BY.search(said["said"]):
            kept.append(line)
        elif whole and _SPEAKS.search(whole["said"]):
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


def _without_quotes(lines: list[str]) -> list[str] | None:
    kept = [line.strip() for line in lines if line.strip()]
    if not kept or not all(re.fullmatch(r"""(["'])[^"'\\,]+\1,?""", line) for line in kept):
        return None
    return [line.rstrip(",")[1:-1] for line in kept]


def _without_mail(lines: list[str]) -> list[str] | None:
    """Return the lines of a quoted message."""
    kept = [line for line in lines if line.strip()]
    if len(kept) < 2 or not all(re.match(r"[ \t]*>", line) for line in kept):
        return None
    return [re.sub(r"\A[ \t]*>[ ]?", "", line) for line in kept]


def _without_numbers(lines: list[str]) -> list[str] | None:
    """Return rows behind their numbers: ``1: 101``, ``2) 010``."""
    kept = [line for line in lines if line.strip()]
    rows = [re.fullmatch(r"[ \t]*([0-9]+)[:.)][ \t]+(\S.*)", line) for line in kept]
    found = [row for row in rows if row]
    counted = [int(row[1]) for row in found]
    if len(found) < max(2, len(rows)) or counted != list(range(counted[0], counted[0] + len(rows))):
        return None
    return [row[2] for row in found] if counted[0] in (0, 1) else None


def _without_words(lines: list[str]) -> list[str] | None:
    """Return rows of Y and N, or of yes and no, as 1 and 0."""
    text = "\n".join(lines)
    signs = set(re.findall(r"[^\W\d_]+", text.lower()))
    whole = "".join(signs)
    if not (signs == {"yes", "no"} or set(whole) == {"y", "n"}) or re.search(r"[^\w\s]|\d", text):
        return None
    text = re.sub("yes|y", "1", re.sub("no|n", "0", text.lower()))
    return text.split("\n")


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
    if set(held) - set(_ABOUT_KEYS) == {"matrix", "state"}:
        return _from_matrix(held["matrix"], held["state"])
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


def _from_matrix(matrix: Any, state: Any) -> str | None:
    """Return an activation matrix and a state as a puzzle of ours; None where it reads two ways.

    A row is a light where there are as many rows as numbers in the state, a button where there are
    as many columns; a square matrix must be symmetric.
    """
    if not (isinstance(matrix, list) and matrix and isinstance(state, list) and state):
        return None
    if not all(isinstance(row, list) and len(row) == len(matrix[0]) for row in matrix):
        return None
    if not all(type(x) in (int, bool) and 0 <= x < 2 for row in [*matrix, state] for x in row):
        return None
    rows = [[int(x) for x in row] for row in matrix]
    across = [list(column) for column in zip(*rows, strict=True)]
    if len(rows) == len(across) and rows != across:
        return None
    if len(state) == len(across) != len(rows):
        rows = across
    if len(state) != len(rows):
        return None
    return json.dumps({"activation": rows, "state": [int(x) for x in state]})
