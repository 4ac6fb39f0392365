"""Counters as a bare program of whole numbers: min p x, A x = b, x >= 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.counters import WholeSystem


@dataclass(frozen=True)
class Program:
    """Fewest presses over whole numbers: min p x, A x = b, x >= 0."""

    columns: tuple[tuple[int, ...], ...]
    """A's columns, each (lights,) >= 0, none of them 0."""
    wanted: tuple[int, ...]
    """(lights,) b."""
    prices: tuple[int, ...]
    """(buttons,) p >= 0."""

    def weight(self, presses: Sequence[int]) -> int:
        """Return p x."""
        return sum(p * x for p, x in zip(self.prices, presses, strict=True))


def program_of(system: WholeSystem) -> tuple[Program, list[int]]:
    """Return the bare program, and the numbers of the buttons in it: those that add to something.

    Other buttons are pressed in no minimum, or make no difference to its cost.
    """
    columns, used = [], []
    for j in range(system.unknowns):
        lights, amounts = system.matrix.column(j)
        column = [0] * system.lights
        for light, amount in zip(lights.tolist(), amounts.tolist(), strict=True):
            column[light] = amount
        if any(column):
            columns.append(tuple(column))
            used.append(j)
    prices = system.prices[used].tolist()
    return Program(tuple(columns), tuple(system.syndrome.tolist()), tuple(prices)), used
