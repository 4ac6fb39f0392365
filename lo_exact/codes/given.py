"""Codes as users give them: polynomials, JSON of public boards, matrices, error models, puzzles."""

from __future__ import annotations

import json
from typing import Any

from lo_exact.algebra import SparseMatrix
from lo_exact.codes.bicycle import PREFIX, bicycle_code
from lo_exact.codes.code import Code, Rows, classical_code, css_code, model_code
from lo_exact.errors import InputError, PuzzleError, UsageError
from lo_exact.formats.codes.dem import read_model
from lo_exact.puzzle import Puzzle

MAX_ENTRIES = 2**20
"""Ones of a code's checks; sparse codes of 10,000 qubits have 10^5."""


def code_of_text(text: str, source: str = "") -> Code | None:
    """Return the code that a text describes by itself; None where it is anything else.

    ``bb:L,M:A:B`` or a JSON object ``{"n": ..., "checks": {"X": [[...]], "Z": [[...]]}}`` with the
    columns of each row, counted from 0.

    Raises:
        InputError: When it is one of these and does not parse.
    """
    if text.lstrip().startswith(PREFIX):
        return bicycle_code(text.strip())
    if not text.lstrip().startswith("{") or '"checks"' not in text:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        raise InputError(
            f"this is not JSON: {getattr(error, 'msg', 'it is nested too deep')}",
            source=source, line=line, column=column,
        ) from None  # fmt: skip
    if not isinstance(value.get("checks"), dict):
        return None
    return _code_of_json(value, source)


def _code_of_json(value: dict[str, Any], source: str) -> Code:
    size, checks = value.get("n"), value["checks"]
    if type(size) is not int or not 0 < size <= MAX_ENTRIES:
        raise InputError(f'"n" is the number of qubits, 1 to {MAX_ENTRIES}', source=source)
    if set(checks) != {"X", "Z"}:
        raise InputError('"checks" holds "X" and "Z", lists of rows', source=source)
    rows = {kind: _rows_of_json(checks[kind], kind, size, source) for kind in ("X", "Z")}
    name = value.get("name", "")
    return css_code(rows["X"], rows["Z"], size, name=name if isinstance(name, str) else "")


def _rows_of_json(value: Any, kind: str, size: int, source: str) -> Rows:
    if not isinstance(value, list):
        raise InputError(f'"{kind}" is a list of rows, each a list of columns', source=source)
    rows, entries = [], 0
    for number, row in enumerate(value, 1):
        right = isinstance(row, list) and all(type(v) is int and 0 <= v < size for v in row)
        if not right or len(set(row)) < len(row):
            raise InputError(
                f'row {number} of "{kind}" is a list of different columns, 0 to {size - 1}',
                source=source,
            )
        entries += len(row)
        if entries > MAX_ENTRIES:
            raise InputError(f"a code has at most {MAX_ENTRIES} ones here", source=source)
        rows.append(tuple(sorted(row)))
    return tuple(rows)


def code_of_model(text: str, name: str = "") -> Code:
    """Return the code of a detector error model: fewest errors that no detector sees and matter.

    Raises:
        InputError: With its place, or when no observable is flipped.
    """
    model = read_model(text)
    return model_code(model.detectors, model.observables, name=name)


def code_of_matrices(x: Puzzle, z: Puzzle, names: tuple[str, str] = ("HX", "HZ")) -> Code:
    """Return the CSS code of two check matrices; rows are checks, columns are qubits.

    Raises:
        PuzzleError: When their numbers of columns differ, or rows do not commute.
    """
    rows_x, rows_z = (_rows_of(given, name) for given, name in zip((x, z), names, strict=True))
    if x.buttons != z.buttons:
        raise PuzzleError(
            f"{names[0]} has {x.buttons} columns and {names[1]} has {z.buttons}: "
            "both have one for each qubit"
        )
    return css_code(rows_x, rows_z, x.buttons)


def code_of_puzzle(puzzle: Puzzle, name: str = "") -> Code:
    """Return the code whose words are a puzzle's quiet patterns, or of a check matrix.

    Raises:
        UsageError: When it has more than two colours, or prices.
    """
    return classical_code(_rows_of(puzzle, "the puzzle"), puzzle.buttons, name=name)


def _rows_of(puzzle: Puzzle, name: str) -> Rows:
    if puzzle.colours != 2:
        raise UsageError(f"distances are for 2 colours; {name} has {puzzle.colours}")
    matrix = puzzle.activation
    if matrix.entries > MAX_ENTRIES:
        raise UsageError(f"{name} has {matrix.entries} ones; a code has at most {MAX_ENTRIES} here")
    return check_rows(matrix)


def check_rows(matrix: SparseMatrix) -> Rows:
    """Return the columns of each row of a matrix mod 2."""
    rows: list[list[int]] = [[] for _ in range(matrix.shape[0])]
    columns = matrix.columns_of_entries().tolist()
    for row, column in zip(matrix.rows.tolist(), columns, strict=True):
        rows[row].append(column)
    return tuple(map(tuple, rows))
