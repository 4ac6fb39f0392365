"""Arrays that some languages write without brackets or column by column, as nested lists.

board:                    matrix(c(1, 0, 0, 1), nrow = 2)      %w[10 01]
  - [1, 0]
  - [0, 1]                [1 0; 0 1]       Z(2)^0, 0*Z(2)
"""

from __future__ import annotations

import json
import re

_R_MATRIX = re.compile(
    r"matrix\(\s*(?:data\s*=\s*)?c\((?P<cells>[\s0-9TRUEFALS,]*)\)(?P<more>(?:\s*,\s*(?:nrow|ncol|byrow)?"
    r"\s*=?\s*(?:[0-9]{1,4}|TRUE|FALSE|T|F))+)\s*\)"
)
_R_SAID = re.compile(r"(nrow|ncol|byrow)\s*=\s*(\w+)")
_WORDS = re.compile(r"%[wi]\[([^\]\[]*)\]")
_BLOCK = re.compile(
    r"^([ \t]*(?:-[ \t]+)?)(\w+):[ \t]*[|>][-+]?[ \t]*\n((?:\1[ \t]+\S+[ \t]*(?:\n|\Z))+)", re.M
)
_NUMBERS = r"[0-9]+(?:[ \t,]+[0-9]+)*"
_SEMICOLONS = re.compile(
    rf"(?:\b(?:Bool|U?Int(?:8|16|32|64)?))?\[\s*({_NUMBERS}(?:[ \t]*;\s*{_NUMBERS})+)\s*;?\s*\]"
)
_ROW = r"""(?:\[[^\[\]\n]*\]|"[^"\n]*"|'[^'\n]*'|[01]{2,})"""
_ROWS = re.compile(rf"^([ \t]*)-[ \t]+{_ROW}[ \t]*\n(?:\1-[ \t]+{_ROW}[ \t]*(?:\n|\Z))+", re.M)
_CELL = r"(?:[0-9]{1,4}|true|false)"
_CELLS = re.compile(
    rf"^([ \t]*)-[ \t]+-[ \t]+{_CELL}[ \t]*\n"
    rf"(?:\1(?:-[ \t]+|[ \t][ \t]+)-[ \t]+{_CELL}[ \t]*(?:\n|\Z))+",
    re.M,
)


def rewritten(text: str) -> str:
    """Return a text in which every board of these kinds is a nested list."""
    if re.search(r"\bZ\(2\)", text):
        text = re.sub(r"\b0\*Z\(2\)", "0", re.sub(r"\bZ\(2\)\^0", "1", text))
    text = _WORDS.sub(lambda found: json.dumps(found[1].split()), text)
    text = _R_MATRIX.sub(_from_r, text)
    text = _BLOCK.sub(lambda found: f"{found[1]}{found[2]}: {json.dumps(found[3].split())}\n", text)
    text = _SEMICOLONS.sub(_from_semicolons, text)
    text = _CELLS.sub(_from_cells, text)
    return _ROWS.sub(_from_rows, text)


def _from_r(found: re.Match[str]) -> str:
    """Return R's matrix as rows; R fills it column by column unless it is told ``byrow``."""
    said = dict(_R_SAID.findall(found["more"]))
    cells = [cell.strip() for cell in found["cells"].split(",")]
    if not all(cells) or found["more"].count(",") != len(said):
        return found[0]
    many = len(cells)
    rows = int(said.get("nrow", 0)) or many // max(1, int(said.get("ncol", 1)))
    columns = int(said.get("ncol", 0)) or many // max(1, rows)
    if rows * columns != many:
        return found[0]
    if said.get("byrow", "F") in ("T", "TRUE"):
        drawn = [cells[r * columns : (r + 1) * columns] for r in range(rows)]
    else:
        drawn = [cells[r::rows] for r in range(rows)]
    values = {"T": "TRUE", "F": "FALSE"}
    return "[" + ", ".join(f"[{', '.join(values.get(x, x) for x in row)}]" for row in drawn) + "]"


def _from_semicolons(found: re.Match[str]) -> str:
    """Return a matrix of Julia or MATLAB as rows; one column is left as it is."""
    rows = [re.split(r"[\s,]+", row.strip()) for row in found[1].split(";")]
    if max(map(len, rows)) < 2:
        return found[0]
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


def _from_rows(found: re.Match[str]) -> str:
    """Return a sequence of YAML whose items are rows."""
    rows = [line.strip()[1:].strip() for line in found[0].splitlines()]
    quoted = [row if row[0] in "[\"'" else json.dumps(row) for row in rows]
    return f"{found[1]}[{', '.join(quoted)}]\n"


def _from_cells(found: re.Match[str]) -> str:
    """Return a sequence of YAML whose items are sequences, a line each cell."""
    rows: list[list[str]] = []
    for line in found[0].splitlines():
        marks, cell = line.rsplit("-", 1)
        if "-" in marks:
            rows.append([])
        rows[-1].append(cell.strip())
    drawn = ", ".join(f"[{', '.join(row)}]" for row in rows)
    return f"{found[1]}[{drawn}]\n"
