"""Drawing of a walk in text characters for the terminal.

Every cell is one character, and so is every edge between two cells.  Edges walked once are single
lines, edges walked twice are double lines, more often is written as the digit; ``S`` and ``E`` are
start and end (``@`` when they are one), ``*`` a painted cell left alone, ``#`` a wall.
"""

from collections.abc import Sequence

from lo_exact.parity_walks.ground import Ground, ground_of
from lo_exact.parity_walks.level import STEPS, WalkLevel
from lo_exact.parity_walks.trails import LETTERS, multiplicities_of

JUNCTIONS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Signs by the sum of arms: up 1, right 2, down 4, left 8."""

ACROSS, DOWN = " ─═3456789+", " │║3456789+"
"""Signs of an edge by its multiplicity; the last is for larger ones."""

DRAWN = JUNCTIONS + "═║"
"""All signs of a drawing outside ASCII."""

_ASCII = str.maketrans(DRAWN, "..." + "+" + ".|" + "++" + ".+-" + "+++++" + "=H")

_BOLD, _PLAIN = "\x1b[1;7m", "\x1b[0m"


def draw_walk(
    level: WalkLevel, walk: str, *, colour: bool = False, only_ascii: bool = False
) -> str:
    """Draw a legal walk in text characters.

    Args:
        level: The level.
        walk: Letters U, R, D, L; every step is legal.
        colour: Set start and end in reverse video (for a terminal).
        only_ascii: Use ``+ - |`` for single lines and ``= H`` for double ones.
    """
    ground = ground_of(level)
    counts, end = multiplicities_of(ground, walk)
    canvas = _walls(level)
    for cell, place in enumerate(level.cells):
        canvas[2 * place[0]][2 * place[1]] = "*" if level.painted[cell] else "."
    for edge, (u, v) in enumerate(ground.edges):
        if counts[edge]:
            (row, column), (other_row, other_column) = ground.places[u], ground.places[v]
            glyphs = ACROSS if row == other_row else DOWN
            canvas[row + other_row][column + other_column] = glyphs[min(counts[edge], 10)]
    for cell in range(ground.cells):
        arms = _arms(ground, counts, cell)
        if arms:
            row, column = ground.places[cell]
            canvas[2 * row][2 * column] = JUNCTIONS[arms]
    marks = {ground.places[end]: "E", ground.places[ground.start]: "S"}
    if end == ground.start:
        marks = {ground.places[end]: "@"}
    for (row, column), letter in marks.items():
        canvas[2 * row][2 * column] = f"{_BOLD}{letter}{_PLAIN}" if colour else letter
    text = "\n".join("".join(row).rstrip() for row in canvas)
    return text.translate(_ASCII) if only_ascii else text


def _walls(level: WalkLevel) -> list[list[str]]:
    """Return a canvas of characters at double resolution with the walls filled in."""
    canvas = [[" "] * (2 * level.columns - 1) for _ in range(2 * level.rows - 1)]
    free = level.number
    for row, line in enumerate(canvas):
        for column in range(len(line)):
            # the one, two or four cells that a character of the canvas touches
            rows, columns = {row // 2, (row + 1) // 2}, {column // 2, (column + 1) // 2}
            around = [(r, c) for r in rows for c in columns]
            if not any(place in free for place in around):
                line[column] = "#"
    return canvas


def _arms(ground: Ground, counts: Sequence[int], cell: int) -> int:
    row, column = ground.places[cell]
    arms = 0
    for edge, there in ground.incident[cell]:
        if counts[edge]:
            to_row, to_column = ground.places[there]
            step = (to_row - row, to_column - column)
            letter = next(letter for letter, change in STEPS.items() if change == step)
            arms |= 1 << LETTERS.index(letter)
    return arms
