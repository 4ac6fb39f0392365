"""Comments that say which variables of a formula are which button."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lo_exact.errors import printable
from lo_exact.formula import Formula
from lo_exact.puzzle import Puzzle


def notes_of(puzzle: Puzzle, formula: Formula, encoding: str, variable: str = "v") -> Iterator[str]:
    """Yield lines that explain a formula of a puzzle.

    Args:
        puzzle: The puzzle.
        formula: Its formula; ``readout`` says how many times each button is pressed.
        encoding: The encoding's name.
        variable: What a variable's number stands behind, as the format writes it.
    """
    yield f"lo-exact, encoding {encoding}, puzzle SHA-256 {puzzle.sha256}"
    yield f"{puzzle.lights} lights, {puzzle.buttons} buttons, {puzzle.colours} colours"
    yield f"objective: {puzzle.objective.value}"
    for unknown, (name, terms) in enumerate(zip(_names(puzzle), formula.readout, strict=True)):
        spelt = " ".join(f"{c:+d} {variable}{v}" for c, v in terms) or "0"
        if len(terms) == 1 and terms[0][0] == 1:
            spelt = f"{variable}{terms[0][1]}"
        yield f"unknown {unknown}, {name}, is {spelt}"


def _names(puzzle: Puzzle) -> Iterator[str]:
    layout = puzzle.layout
    places = np.full((puzzle.buttons, 2), -1, dtype=np.int64)
    if layout.is_grid:
        drawn = np.argwhere(layout.button_at >= 0)
        places[layout.button_at[drawn[:, 0], drawn[:, 1]]] = drawn + 1
    names = layout.button_names or layout.names
    for button, (row, column) in enumerate(places.tolist()):
        if row > 0:
            yield f"row {row} column {column}"
        elif len(names) == puzzle.buttons:
            yield f"button {printable(names[button])}"
        else:
            yield f"button {button}"
    if puzzle.system.unknowns > puzzle.buttons:
        yield "the shift of the target"
