"""Writer of board text with the shortest header that `read_board` parses to the same puzzle.

Also boards as programs write arrays (two colours, the plus rule, to be off, no holes), and as one
hexadecimal number, which does not say its size: it is the state below a header.
"""

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.puzzle import ANY, Objective, Puzzle
from lo_exact.topology import HOLE
from lo_exact.topology.recognition import recognise_rule

DEFAULTS = ("colours: 2", "neighbourhood: plus", "topology: plane")
"""Lines of a header that say what a text without them means."""


def write_board(puzzle: Puzzle) -> str:
    """Return a puzzle as board text.

    Raises:
        UsageError: When it is not a grid with a rule; other formats can write it.
    """
    header = board_header(puzzle)
    board = _rows(puzzle, puzzle.layout.light_at, puzzle.state)
    return "\n".join([*header, *([""] if header else []), *board]) + "\n"


def board_header(puzzle: Puzzle) -> list[str]:
    """Return the header lines of a puzzle, with everything except its state.

    Raises:
        UsageError: When it is not a grid with a rule.
    """
    if not puzzle.layout.is_grid or puzzle.lights == 0:
        raise UsageError("board text draws grids, and this puzzle is none: write json instead")
    rule = recognise_rule(puzzle) if not puzzle.layout.rules else None
    if rule is None:
        raise UsageError(
            "board text is written with one rule for all buttons, and this grid has none: write "
            "json instead"
        )
    neighbourhood, topology = rule
    said = [
        f"colours: {puzzle.colours}",
        f"neighbourhood: {neighbourhood}",
        f"topology: {topology}",
    ]
    layout, header = puzzle.layout, [line for line in said if line not in DEFAULTS]
    if not np.array_equal(layout.light_at >= 0, layout.button_at >= 0):
        glyphs = np.where(layout.button_at >= 0, "+", ".")
        header += ["buttons:", *("  " + "".join(row) for row in glyphs.tolist())]
    header += _target(puzzle)
    if puzzle.objective is Objective.PRICES:
        header += _prices(puzzle)
    elif puzzle.objective is not Objective.PRESSES:
        header.append(f"objective: {puzzle.objective.value}")
    return header


def _target(puzzle: Puzzle) -> list[str]:
    first = int(puzzle.target[0])
    if first == ANY or (puzzle.target != first).any():
        rows = _rows(puzzle, puzzle.layout.light_at, puzzle.target)
        drawn = ["target:", *("  " + row for row in rows)]
        return [*drawn, "uniform: yes"] if puzzle.uniform else drawn
    said = ["target: any"] if puzzle.uniform and not first else [f"target: {first}"] * bool(first)
    return [*said, "uniform: yes"] if puzzle.uniform and first else said


def _prices(puzzle: Puzzle) -> list[str]:
    if puzzle.buttons == 0 or (puzzle.prices == puzzle.prices[0]).all():
        return [f"prices: {int(puzzle.prices[0]) if puzzle.buttons else 1}"]
    at = puzzle.layout.button_at
    text = [*map(str, puzzle.prices.tolist()), "~"]  # index -1 selects the last item: no button
    return ["prices:", *("  " + " ".join(text[j] for j in row) for row in at.tolist())]


def _rows(puzzle: Puzzle, at: IntArray, values: IntArray) -> list[str]:
    """Return values on a grid as text rows, with ``?`` for `ANY`."""
    return draw_places(at, values, spaced=puzzle.colours > 10).split("\n")


def draw_places(number_at: IntArray, values: IntArray, *, spaced: bool = False) -> str:
    """Draw values on a grid as digits, ``?`` for `ANY` and ``~`` for empty cells.

    Args:
        number_at: (rows, columns) index of the value in each cell, -1 for none.
        values: (values,) integers >= 0, or `ANY`.
        spaced: Whether blanks part the values; they do if a value is above 9.
    """
    drawn = np.full(number_at.shape, HOLE, dtype=np.int64)
    drawn[number_at >= 0] = values[number_at[number_at >= 0]]
    if spaced or drawn.max(initial=0) > 9:
        glyph = {value: str(value) for value in np.unique(drawn).tolist()}
        glyph |= {HOLE: "~", ANY: "?"}
        width = max(map(len, glyph.values()))
        rows: list[list[int]] = [row.tolist() for row in drawn]
        return "\n".join(" ".join(glyph[value].rjust(width) for value in row) for row in rows)
    glyphs = np.frombuffer(b"0123456789~?", dtype=np.uint8)[drawn]  # HOLE is -2, ANY is -1
    ends = np.full((glyphs.shape[0], 1), ord("\n"), dtype=np.uint8)
    return np.concatenate([glyphs, ends], axis=1).tobytes()[:-1].decode("ascii")
