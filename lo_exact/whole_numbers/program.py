"""Integer program of counters: min p x with A x = b, x >= 0."""

from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.counters import WholeSystem


@dataclass(frozen=True)
class Program:
    """Integer program for the fewest presses: min p x with A x = b, x >= 0."""

    columns: tuple[tuple[int, ...], ...]
    """A's columns, each (lights,) >= 0, none of them 0."""
    wanted: tuple[int, ...]
    """(lights,) b."""
    prices: tuple[int, ...]
    """(buttons,) p >= 0."""

    def weight(self, presses: Sequence[int]) -> int:
        """Return the cost p x of presses."""
        return sum(p * x for p, x in zip(self.prices, presses, strict=True))


def program_of(system: WholeSystem) -> tuple[Program, list[int]]:
    """Return the integer program of a system, and the indices of the buttons it uses.

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
