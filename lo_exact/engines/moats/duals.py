"""The linear program of a matrix with its arrays: `lo_exact.compiled.parity_duals`.

Heights of inequalities are below 2^43.  So a button's price, changed by at most 256 of them, times
1024 lights is below 2^62, as sums of them are.  `takes` refuses prices for which the heights would
be cut off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray

if TYPE_CHECKING:
    from lo_exact.compiled.moats import Matrix

MAX_PRICE = 2**43
"""Prices times `SCALE` are below this."""

Cuts = tuple[int, IntArray, IntArray, NDArray[np.float64]]
"""Arguments of `lo_exact.compiled.moats.link_cuts`."""


class ParityDuals:
    """Arrays of `find_duals` for one matrix; 0.6 MB and 17 numbers a button and a light."""

    def __init__(self, matrix: Matrix, shape: tuple[int, int]):
        from lo_exact.compiled.parity_duals import (
            COUNT,
            MAX_CUTS,
            MAX_FLIPPED,
            DualProgram,
            PricedRows,
        )

        lights, buttons = shape
        cuts = MAX_CUTS + 1

        def whole(*size: int) -> IntArray:
            return np.zeros(size, dtype=np.int64)

        def floats(*size: int) -> NDArray[np.float64]:
            return np.zeros(size, dtype=np.float64)

        self._rows: Any = PricedRows(
            matrix.light_starts, matrix.buttons, matrix.button_starts, matrix.lights, matrix.prices
        )
        self._program: Any = DualProgram(
            whole(cuts, 2), whole(cuts, MAX_FLIPPED + 1), floats(cuts, 5), floats(cuts, cuts),
            whole(buttons, 3), floats(buttons, 2), whole(lights, 4), floats(lights, 2),
        )  # fmt: skip
        self._program.lights[:, COUNT] = -1

    def cuts(self, wrong: IntArray) -> Cuts:
        """Return inequalities with heights for wrong lights; the next call overwrites them."""
        from lo_exact.compiled.parity_duals import find_duals

        program = self._program
        count = find_duals(wrong, self._rows, program)
        return count, program.cuts, program.flipped, program.values


def takes(prices: IntArray, scale: int) -> bool:
    """Say whether prices, multiplied by a scale, are small enough."""
    return scale * int(prices.max(initial=0)) < MAX_PRICE
