"""Writer of board text with the shortest header that `read_board` parses to the same puzzle.

Also boards as programs write arrays (two colours, the plus rule, to be off, no holes), and as one
hexadecimal number, which does not say its size: it is the state below a header.
"""

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.puzzle import ANY, Objective, Puzzle
from lo_exact.topology.recognition import recognise_rule


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
    layout, header = puzzle.layout, []
    if puzzle.colours != 2:
        header.append(f"colours: {puzzle.colours}")
    if neighbourhood != "plus":
        header.append(f"neighbourhood: {neighbourhood}")
    if topology != "plane":
        header.append(f"topology: {topology}")
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
    if puzzle.colours > 10:
        text = [*("?" if value == ANY else str(value) for value in values.tolist()), "~"]
        return [" ".join(text[i] for i in row) for row in at.tolist()]
    shown = np.where(values == ANY, 8, values) if ANY in values else values
    rows = draw_places(at, shown).split("\n")
    if ANY not in values:
        return rows
    unknown = (at >= 0) & (values[at] == ANY)
    return [
        "".join("?" if hidden else glyph for glyph, hidden in zip(row, mask, strict=True))
        for row, mask in zip(rows, unknown.tolist(), strict=True)
    ]


def draw_places(number_at: IntArray, values: IntArray) -> str:
    """Draw values on a grid as digits, or as numbers if any is above 9; ``~`` marks empty cells.

    Args:
        number_at: (rows, columns) index of the value in each cell, -1 for none.
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
