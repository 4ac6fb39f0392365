"""Presses and states as plain text, and presses read back.

A grid is drawn as rows of digits (of numbers in columns when one is above 9), ``~`` where there is
nothing; a graph or a plain matrix as ``name: count`` lines.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.lists import read_list
from lo_exact.formats.board.places import Line, in_source, natural, quoted, split_lines
from lo_exact.formats.board.rows import board_lines, read_rows
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.topology import HOLE


def draw_presses(layout: Layout, presses: IntArray) -> str:
    r"""Draw how often each button is pressed.

    Args:
        layout: Where the buttons are, or their names.
        presses: (buttons,) integers >= 0.

    Returns:
        Lines separated by newlines, none at the end.  Without a grid only pressed buttons stand
        there, so the text is empty when nothing is pressed.

    >>> draw_presses(Layout(names=("a", "b", "c")), np.array([0, 2, 1]))
    'b: 2\nc: 1'
    """
    if layout.is_grid:
        return draw_places(layout.button_at, presses)
    names = button_names(layout, presses.size)
    return "\n".join(f"{names[j]}: {int(presses[j])}" for j in np.flatnonzero(presses))


def draw_state(layout: Layout, state: IntArray) -> str:
    """Draw the colour of each light.

    Args:
        layout: Where the lights are, or their names.
        state: (lights,) integers >= 0.
    """
    if layout.is_grid:
        return draw_places(layout.light_at, state)
    names = light_names(layout, state.size)
    return "\n".join(f"{name}: {int(value)}" for name, value in zip(names, state, strict=True))


def draw_places(number_at: IntArray, values: IntArray) -> str:
    """Draw values on a grid.

    Args:
        number_at: (rows, columns) which value stands on each place, -1 for none.
        values: (values,) integers >= 0.
    """
    drawn = np.full(number_at.shape, -1, dtype=np.int64)
    drawn[number_at >= 0] = values[number_at[number_at >= 0]]
    largest = int(drawn.max(initial=0))
    if largest > 9:
        width = len(str(largest))
        rows: list[list[int]] = [row.tolist() for row in drawn]
        glyph = {value: str(value).rjust(width) for row in rows for value in set(row)}
        glyph[-1] = "~".rjust(width)
        return "\n".join(" ".join(glyph[value] for value in row) for row in rows)
    glyphs = np.frombuffer(b"0123456789~", dtype=np.uint8)[drawn]
    lines = np.concatenate(
        [glyphs, np.full((glyphs.shape[0], 1), ord("\n"), dtype=np.uint8)], axis=1
    )
    return lines.tobytes()[:-1].decode("ascii")


def read_presses(text: str, puzzle: Puzzle, *, source: str = "") -> IntArray:
    """Read presses as `draw_presses` writes them, or as a list of numbers.

    Args:
        text: Rows of a grid, ``name: count`` lines, or a nested or flat list.
        puzzle: What is pressed.
        source: File name for errors.

    Returns:
        (buttons,) int64 in 0..c-1.

    Raises:
        InputError: With its place.
    """
    with in_source(source):
        lines = board_lines(split_lines(text))
        grid = puzzle.layout.is_grid
        if not lines:
            if grid or puzzle.buttons == 0:
                raise InputError("there are no presses", line=1)
            return np.zeros(puzzle.buttons, dtype=np.int64)
        if lines[0].text.lstrip().startswith("["):
            size = puzzle.layout.button_at.shape if grid else (1, puzzle.buttons)
            drawn = read_list(lines, puzzle.colours, (size[0], size[1]))
        elif grid:
            width = puzzle.layout.button_at.shape[1]
            compact = width > 1 and all(len(line.text.split()) == 1 for line in lines)
            drawn = read_rows(lines, min(puzzle.colours, 10) if compact else puzzle.colours, {})
        else:
            return _read_named(lines, puzzle)
        at = puzzle.layout.button_at if grid else np.arange(puzzle.buttons)[None, :]
        if drawn.shape != at.shape:
            raise lines[0].error(
                f"the presses have {drawn.shape[0]} x {drawn.shape[1]} places, the puzzle has "
                f"{at.shape[0]} x {at.shape[1]}"
            )
        wrong = np.where(at >= 0, drawn.values < 0, drawn.values > 0)
        if wrong.any():
            row, column = (int(i) for i in np.argwhere(wrong)[0])
            problem = "a button's presses are missing" if at[row, column] >= 0 else "no button"
            raise drawn.error(f"{problem} in row {row + 1}, column {column + 1}", row, column)
        presses = np.zeros(puzzle.buttons, dtype=np.int64)
        presses[at[at >= 0]] = drawn.values[at >= 0]
        return presses


def button_names(layout: Layout, buttons: int) -> tuple[str, ...]:
    """Return the names of all buttons, their numbers where they have none."""
    for names in (layout.button_names, layout.names):
        if len(names) == buttons:
            return names
    return tuple(map(str, range(buttons)))


def light_names(layout: Layout, lights: int) -> tuple[str, ...]:
    """Return the names of all lights, their numbers where they have none."""
    return layout.names if len(layout.names) == lights else tuple(map(str, range(lights)))


def _read_named(lines: list[Line], puzzle: Puzzle) -> IntArray:
    names = button_names(puzzle.layout, puzzle.buttons)
    number = {name: j for j, name in enumerate(names)}
    presses = np.full(puzzle.buttons, HOLE, dtype=np.int64)
    for line in lines:
        name, colon, _ = line.text.rpartition(":")
        if not colon:
            raise line.error(f"presses are written name: count, got {quoted(line.text)}")
        button = number.get(name.strip())
        if button is None:
            raise line.error(f"no button is called {quoted(name.strip())}")
        if presses[button] != HOLE:
            raise line.error(f"the button {quoted(name.strip())} is named twice")
        count = Line(line.text[len(name) + 1 :], line.number, line.column + len(name) + 1)
        presses[button] = natural(count.stripped(), "a count", 0, puzzle.colours - 1)
    presses[presses == HOLE] = 0
    return presses
