"""The equations of a system, light by light, as plain Python integers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_exact.puzzle import System


@dataclass(frozen=True)
class Row:
    """sum coefficient * unknown = residue (mod c).

    Attributes:
        terms: (coefficient 1..c-1, number of the unknown) pairs, each unknown at most once.
        residue: 0..c-1.
    """

    terms: tuple[tuple[int, int], ...]
    residue: int


def rows_of(system: System) -> list[Row]:
    """Return one `Row` for each light; a light without buttons has no terms."""
    by_light = system.matrix.transpose()
    starts = by_light.starts.tolist()
    buttons, amounts = by_light.rows.tolist(), by_light.values.tolist()
    return [
        Row(
            tuple(zip(amounts[low:high], buttons[low:high], strict=True)),
            residue,
        )
        for low, high, residue in zip(
            starts[:-1], starts[1:], system.syndrome.tolist(), strict=True
        )
    ]


def degrees(system: System) -> list[int]:
    """Return how many buttons each light has."""
    counts: list[int] = np.bincount(system.matrix.rows, minlength=system.lights).tolist()
    return counts
