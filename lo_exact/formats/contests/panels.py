"""Panels of UVa 10318: a size, and what a button changes around it; all lights are off and go on.

A panel has a line with its rows and columns, and three rows of three below it: ``*`` is a light
that the button in the middle changes, ``.`` one that it does not.  ``0 0`` ends a file.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import UsageError
from lo_exact.formats.asked import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, located, natural, quoted, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Puzzle
from lo_exact.topology import grid_puzzle
from lo_exact.topology.grid import MAX_PLACES, check_grid_size
from lo_exact.topology.recognition import recognise_rule
from lo_exact.topology.rules import find_stencil, is_stencil
from lo_exact.topology.stencil import Stencil

_SIZE = re.compile(r"[0-9]+[ \t]+[0-9]+", re.ASCII)
_ROW = re.compile(r"[*.]{3}")
_HEIGHT = 4
"""Lines of a panel: its size and its stencil."""


def looks_like(text: str) -> bool:
    """Return whether a text has panels and their end."""
    lines = [line for line in text.splitlines() if line.strip()]
    end, panels = lines[-1:], lines[:-1]
    if not panels or len(panels) % _HEIGHT or end[0].split() != ["0", "0"]:
        return False
    shapes = (_SIZE, _ROW, _ROW, _ROW)
    return all(shapes[k % _HEIGHT].fullmatch(line.strip()) for k, line in enumerate(panels))


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the panels of a text.

    Raises:
        InputError: With its place.
    """
    lines = [line.stripped() for line in split_lines(text) if line.text.strip()]
    if lines and lines[-1].text.split() == ["0", "0"]:
        lines.pop()
    cases = [lines[low : low + _HEIGHT] for low in range(0, len(lines), _HEIGHT)]
    if cases and len(cases[-1]) != _HEIGHT:
        raise cases[-1][-1].error("a panel has its size and three rows of * and . below it")
    return [PuzzlePart(case[0].number, partial(_read, case, options)) for case in cases]


def write(puzzle: AnyPuzzle) -> str:
    """Return a panel.

    Raises:
        UsageError: When it is no full rectangle of two colours on the plane, all off, that shall
            be on, with a rule that reaches no further than a king's step.
    """
    rule = recognise_rule(puzzle) if isinstance(puzzle, Puzzle) and puzzle.colours == 2 else None
    if isinstance(puzzle, Puzzle) and rule is not None and is_stencil(rule[0]):
        steps = [(row, column) for row, column, _ in find_stencil(rule[0]).steps]
        rows, columns = puzzle.layout.shape
        near = all(max(abs(row), abs(column)) <= 1 for row, column in steps)
        if near and _panel(rows, columns, steps).sha256 == puzzle.sha256:
            drawn = [["." for _ in range(3)] for _ in range(3)]
            for row, column in steps:
                drawn[row + 1][column + 1] = "*"
            return "\n".join([f"{rows} {columns}", *map("".join, drawn), "0 0"]) + "\n"
    raise UsageError(
        "a panel is a full rectangle of two colours on the plane, all off, that shall be on, and "
        "a button changes lights at most a king's step away: write board or json instead"
    )


def _read(case: list[Line], options: ReadOptions) -> AnyPuzzle:
    size, *drawn = case
    words = size.words()
    if len(words) != 2:
        raise size.error(f"a panel's size is two numbers, got {quoted(size.text)}")
    rows, columns = (
        natural(word, what, 1, MAX_PLACES)
        for word, what in zip(words, ("rows", "columns"), strict=True)
    )
    for row in drawn:
        if not _ROW.fullmatch(row.text):
            raise row.error(f"a stencil's row is three of * and ., got {quoted(row.text)}")
    steps = [(r - 1, c - 1) for r in range(3) for c in range(3) if drawn[r].text[c] == "*"]
    with located(size.number, size.column):
        return apply_options(_panel(rows, columns, steps), options)


def _panel(rows: int, columns: int, steps: list[tuple[int, int]]) -> Puzzle:
    stencil = Stencil(tuple((row, column, 1) for row, column in sorted(steps)))
    check_grid_size(rows, columns)
    state = np.zeros((rows, columns), dtype=np.int64)
    return grid_puzzle(state, neighbourhood=stencil.drawn(), target=1)
