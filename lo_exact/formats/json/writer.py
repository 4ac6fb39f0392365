"""Writer of JSON puzzles: a grid with its rule if possible, otherwise the explicit matrix."""

import json
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.formats.json.reader import FORMAT
from lo_exact.puzzle import ANY, Objective, Puzzle
from lo_exact.topology.recognition import recognise_rule


def write_json(puzzle: AnyPuzzle) -> str:
    """Return a puzzle as JSON, one line for each row; colours are null for counters."""
    parts = {"format": json.dumps(FORMAT), "colours": json.dumps(puzzle.colours)}
    if isinstance(puzzle, Counters):
        puzzle = puzzle.as_residues
    rule = recognise_rule(puzzle) if puzzle.lights else None
    parts |= _matrix(puzzle) if rule is None else _grid(puzzle, *rule)
    if puzzle.uniform:
        parts["uniform"] = "true"
    parts["objective"] = json.dumps(puzzle.objective.value)
    return "{\n" + ",\n".join(f'  "{key}": {text}' for key, text in parts.items()) + "\n}\n"


def _grid(puzzle: Puzzle, neighbourhood: str, topology: str) -> dict[str, str]:
    layout = puzzle.layout
    parts = {
        "neighbourhood": json.dumps(neighbourhood),
        "topology": json.dumps(topology),
        "state": _drawn(layout.light_at, puzzle.state),
        "target": _one(puzzle.target) or _drawn(layout.light_at, puzzle.target),
    }
    if not np.array_equal(layout.light_at >= 0, layout.button_at >= 0):
        parts["buttons"] = _lines((layout.button_at >= 0).astype(np.int64).tolist())
    if puzzle.objective is Objective.PRICES:
        parts["prices"] = _one(puzzle.prices) or _drawn(layout.button_at, puzzle.prices)
    return parts


def _matrix(puzzle: Puzzle) -> dict[str, str]:
    matrix, layout = puzzle.activation, puzzle.layout
    entries = np.stack([matrix.rows, matrix.columns_of_entries(), matrix.values], axis=1)
    parts = {
        "activation": (
            f'{{"lights": {puzzle.lights}, "buttons": {puzzle.buttons}, '
            f'"entries": {_lines(entries.astype(np.int64).tolist())}}}'
        ),
        "state": json.dumps(puzzle.state.tolist()),
        "target": _one(puzzle.target) or json.dumps(_shown(puzzle.target)),
    }
    if puzzle.objective is Objective.PRICES:
        parts["prices"] = json.dumps(puzzle.prices.tolist())
    if layout.is_grid:
        parts["layout"] = (
            f'{{"lights": {_drawn(layout.light_at, np.arange(puzzle.lights))}, '
            f'"buttons": {_drawn(layout.button_at, np.arange(puzzle.buttons))}}}'
        )
    if layout.names:
        parts["names"] = json.dumps(layout.names, ensure_ascii=False)
    if layout.button_names:
        parts["button_names"] = json.dumps(layout.button_names, ensure_ascii=False)
    return parts


def _one(values: IntArray) -> str:
    """Return the value that all entries of an array share, as text; ``""`` if they differ."""
    return (
        ""
        if values.size == 0 or values[0] == ANY or not bool((values == values[0]).all())
        else str(int(values[0]))
    )


def _shown(values: IntArray) -> list[Any]:
    return ["?" if value == ANY else value for value in values.tolist()]


def _drawn(at: IntArray, values: IntArray) -> str:
    shown = [*_shown(values), None]  # index -1 means an empty cell
    return _lines([[shown[i] for i in row] for row in at.tolist()])


def _lines(table: list[list[Any]]) -> str:
    return (
        "[]"
        if not table
        else "[\n    " + ",\n    ".join(json.dumps(row) for row in table) + "\n  ]"
    )
