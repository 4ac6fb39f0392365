r"""Tables: boards between bars, rules, labels and LaTeX's marks, as cells alone.

         [,1] [,2]      | A | B |        0  1       \begin{pmatrix}     param b: 1 2 :=
    [1,]    1    0      |---|---|     0  1  0        1 & 0 \\ 0 & 1     1 1 0
    [2,]    0    1      | 1 | 0 |     1  0  1       \end{pmatrix}       2 0 1 ;

Each function returns the rows of cells, or None where a text is no such table.  Labels are taken
off where they count the places, from 0 or 1 on; a cell with nothing in it is not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from lo_exact.formats.among.said import CHANGED_BY

_R_HEAD = re.compile(r"\s*(?:\[,[0-9]+\]\s*)+")
_R_ROW = re.compile(r"\s*\[(?P<number>[0-9]+),\](?P<rest>.*)")
_RULE = re.compile(r"(?=[^-=─━═]*+[-=─━═])[|+:\s=─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬-]*+")
_FRAME = re.compile(r"\s*[|│┃║](?P<inside>.*)[|│┃║]\s*")

_LATEX = re.compile(
    r"\\begin\{([pbvBV]?matrix|smallmatrix|array|tabular)\}(?:\{[clr|@{}\s]*\})?(.*?)\\end\{\1\}",
    re.DOTALL,
)
_AMPL = re.compile(r"\s*param\s+(\w+)\s*:([\s0-9]+):=\s*\n(.*?);?\s*", re.DOTALL)
_SIGN = re.compile(r"[0-9]{1,4}|[#.*xXoO]")


def without_r_labels(lines: list[str]) -> list[str] | None:
    """Return the cells of a matrix as R prints it, in one part."""
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


def without_frames(lines: list[str]) -> list[str] | None:
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


def without_commas(lines: list[str]) -> list[str] | None:
    """Return the rows of values parted by commas or semicolons, three and more a row."""
    kept = [line.strip() for line in lines if line.strip()]
    for mark in ",;":
        cells = [[cell.strip().strip("\"'") for cell in line.split(mark)] for line in kept]
        if len(kept) < 2 or len({len(row) for row in cells}) != 1 or len(cells[0]) < 3:
            continue
        if len(cells) > 2 and _labels(cells[0]):
            cells = cells[1:]
        elif len(cells) > 2 and not cells[0][0] and _counts([row[0] for row in cells[1:]]):
            if not (_labels(cells[0][1:]) or _counts(cells[0][1:])):
                return None
            cells = [row[1:] for row in cells[1:]]
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


def without_labels(lines: list[str]) -> list[str] | None:
    """Return rows below letters that count the columns, numbers that count the rows taken off."""
    kept = [line.split() for line in lines if line.strip()]
    if len(kept) < 3 or not _labels(kept[0]):
        return None
    width = len(kept[0])
    if {len(row) for row in kept[1:]} == {width + 1} and _counts([row[0] for row in kept[1:]]):
        return [" ".join(row[1:]) for row in kept[1:]]
    return None


def without_counts(lines: list[str]) -> list[str] | None:
    """Return the cells of a table whose columns and rows are counted or named, as pandas prints."""
    kept = [line.split() for line in lines if line.strip()]
    ampl = _AMPL.fullmatch("\n".join(lines))
    if ampl and not CHANGED_BY.search(ampl[1]):
        kept = [ampl[2].split(), *(line.split() for line in ampl[3].split("\n") if line.strip())]
    if len(kept) < 3 or {len(row) for row in kept[1:]} != {len(kept[0]) + 1}:
        return None
    head = kept[0]
    named = len(set(head)) == len(head) and all(re.fullmatch(r"[^\W\d]\w*", cell) for cell in head)
    if not (_counts(head) or (named and not all(_SIGN.fullmatch(cell) for cell in head))):
        return None
    if not _counts([row[0] for row in kept[1:]]) or CHANGED_BY.search(" ".join(head)):
        return None
    return [" ".join(row[1:]) for row in kept[1:]]


def without_latex(lines: list[str]) -> list[str] | None:
    """Return the cells of LaTeX's only matrix or table; little else stands beside it."""
    text = "\n".join(lines)
    found = _LATEX.findall(text)
    if len(found) != 1:
        return None
    beside = re.sub(
        r"[\s$\[\]=,.]|\\(?:left|right|quad|,|;|centering)|[A-Za-z]\b|[()\\]",
        "",
        _LATEX.sub("", text),
    )
    rows = [
        row.strip()
        for row in re.sub(r"\\[ht]line|\\c?line\{[^}]*\}", "", found[0][1]).split("\\\\")
    ]
    cells = [[cell.strip().strip("$") for cell in row.split("&")] for row in rows if row]
    if beside or len({len(row) for row in cells}) != 1 or len(cells[0]) < 2:
        return None
    if not all(_SIGN.fullmatch(cell) for row in cells for cell in row):
        return None
    return [" ".join(row) for row in cells]


def _labels(cells: Sequence[str]) -> bool:
    """Return whether cells are the letters from A or a on, two or more."""
    return len(cells) > 1 and any(
        list(cells) == [chr(first + k) for k in range(len(cells))] for first in (65, 97)
    )


def _counts(cells: Sequence[str]) -> bool:
    """Return whether cells are the numbers from 0 or from 1 on."""
    return any(list(cells) == [str(k + first) for k in range(len(cells))] for first in (0, 1))
