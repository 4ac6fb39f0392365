"""Board and answer as SVG: the pictures of the command line, for what a job knows so far."""

from __future__ import annotations

from typing import Any

from lo_exact.puzzle import Layout, Puzzle


def svg(puzzle: Puzzle, known: dict[str, Any]) -> str:
    """Return a picture.

    Args:
        puzzle: the board.
        known: ``presses`` or ``witness`` of a result, rows for a grid and else flat; or neither.
    """
    from lo_exact.byhand.figures import board_figure, witness_figure
    from lo_exact.pictures import to_svg

    layout = puzzle.layout
    if witness := known.get("witness"):
        return to_svg(witness_figure(puzzle, _flat(layout, layout.light_at, witness)))
    presses = known.get("presses")
    return to_svg(board_figure(puzzle, presses and _flat(layout, layout.button_at, presses)))


def _flat(layout: Layout, places: Any, values: list[Any]) -> list[int]:
    """Return one number for each light or button, from the rows that a result has."""
    if not layout.is_grid:
        return values
    found = {
        place: value
        for row, line in zip(places.tolist(), values, strict=True)
        for place, value in zip(row, line, strict=True)
        if place >= 0
    }
    return [found[place] for place in sorted(found)]
