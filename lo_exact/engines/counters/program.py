"""Counters as a bare program of whole numbers: min p x, A x = b, x >= 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.counters import Counters


@dataclass(frozen=True)
class Program:
    """Fewest presses over whole numbers: min p x, A x = b, x >= 0.

    Attributes:
        columns: A's columns, each (lights,) >= 0, none of them 0.
        wanted: (lights,) b.
        prices: (buttons,) p >= 0.
    """

    columns: tuple[tuple[int, ...], ...]
    wanted: tuple[int, ...]
    prices: tuple[int, ...]

    def weight(self, presses: Sequence[int]) -> int:
        """Return p x."""
        return sum(p * x for p, x in zip(self.prices, presses, strict=True))


def program_of(puzzle: Counters) -> tuple[Program, list[int]]:
    """Return the bare program, and the numbers of the buttons in it: those that add to something.

    Other buttons are pressed in no minimum, or make no difference to its cost.
    """
    rows = puzzle.matters.tolist()
    at = {light: i for i, light in enumerate(rows)}
    columns, used = [], []
    for j in range(puzzle.buttons):
        lights, amounts = puzzle.activation.column(j)
        column = [0] * len(rows)
        for light, amount in zip(lights.tolist(), amounts.tolist(), strict=True):
            if light in at:
                column[at[light]] = amount
        if any(column):
            columns.append(tuple(column))
            used.append(j)
    prices = puzzle.each_price.tolist()
    return Program(
        tuple(columns), tuple(puzzle.needs.tolist()), tuple(prices[j] for j in used)
    ), used
