"""Board and answer as SVG: squares in the colours of the lights, dots where to press."""

from __future__ import annotations

from typing import Any

from lo_exact.puzzle import Puzzle

COLOURS = (
    "#20242b", "#f0e442", "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2",
)  # fmt: skip
"""Off, and Okabe and Ito's colours, which colour-blind people can tell apart."""

SIDE = 24


def svg(puzzle: Puzzle, presses: list[Any] | None) -> str:
    """Return a picture; colours beyond the eighth are told apart by their numbers alone.

    Args:
        puzzle: the board; without a grid its lights are drawn in one row.
        presses: rows as in a result, a flat list without a grid; None when none are known.
    """
    state, c = puzzle.state.tolist(), puzzle.colours
    grid = puzzle.layout.is_grid
    places = puzzle.layout.light_at.tolist() if grid else [list(range(puzzle.lights))]
    pressed = presses if grid or presses is None else [presses]
    rows, columns = len(places), len(places[0]) if places else 0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * SIDE} {rows * SIDE}" '
        f'width="{columns * SIDE}" height="{rows * SIDE}" role="img" '
        f'font-family="sans-serif" text-anchor="middle">'
        f"<title>{puzzle.lights} lights, {c} colours</title>"
    ]
    for r, row in enumerate(places):
        for k, light in enumerate(row):
            times = pressed[r][k] if pressed and r < len(pressed) and k < len(pressed[r]) else None
            parts.append(_place(r, k, None if light < 0 else state[light], times, c))
    return "".join([*parts, "</svg>\n"])


def _place(row: int, column: int, colour: int | None, times: int | None, c: int) -> str:
    """Return one square: its colour, and how often to press it."""
    x, y, parts = column * SIDE, row * SIDE, []
    if colour is not None:
        fill = COLOURS[colour % len(COLOURS)]
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{SIDE - 2}" height="{SIDE - 2}" rx="3" '
            f'fill="{fill}" stroke="#888"/>'
        )
        if c > 2:
            ink = "#fff" if colour == 0 else "#000"
            parts.append(
                f'<text x="{x + 5}" y="{y + 9}" font-size="7" fill="{ink}">{colour}</text>'
            )
    if times:
        at = f'cx="{x + SIDE // 2}" cy="{y + SIDE // 2}"'
        parts.append(f'<circle {at} r="7" fill="#fff" stroke="#000" stroke-width="2"/>')
        if c > 2:
            parts.append(
                f'<text x="{x + SIDE // 2}" y="{y + SIDE // 2 + 3}" font-size="9">{times}</text>'
            )
    return "".join(parts)
