"""The linear program of a matrix with its arrays: `lo_exact.compiled.parity_duals`.

Heights of inequalities are below 2^43.  So a button's price, changed by at most 256 of them, times
1024 lights is below 2^62, as sums of them are.  `takes` refuses prices for which the heights would
be cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray

if TYPE_CHECKING:
    from lo_exact.compiled.moats import Matrix

MAX_PRICE = 2**43
"""Prices times `SCALE` are below this."""

STEPS_TO_NODES = 8
"""After this part of the square of a simplex's steps as nodes the search costs as much as sums."""

Cuts = tuple[int, IntArray, IntArray, IntArray, NDArray[np.float64]]
"""Arguments of `lo_exact.compiled.moats.link_cuts`."""


class ParityDuals:
    """Arrays of `find_duals` for one matrix; 1.1 MB, 169 bytes a button and 48 a light."""

    def __init__(self, matrix: Matrix, shape: tuple[int, int]):
        from lo_exact.compiled.parity_duals import (
            COUNT,
            MAX_CUTS,
            MAX_FLIPPED,
            MAX_PARTS,
            MAX_ROWS,
            MAX_SUM_BUTTONS,
            MAX_SUMS,
            WORDS,
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
            whole(cuts, 2), whole(cuts, MAX_FLIPPED + 1), floats(5, cuts), floats(cuts, cuts),
            whole(buttons, 3), floats(buttons, 2), whole(lights, 4), floats(lights, 2),
            whole(cuts, MAX_PARTS + 1), whole(MAX_SUMS, 3), whole(MAX_SUMS, MAX_PARTS),
            whole(MAX_SUMS, MAX_SUM_BUTTONS), np.zeros((MAX_SUMS + 1, buttons), dtype=np.uint8),
            np.zeros((MAX_ROWS, 2 * WORDS + 1), dtype=np.uint64), whole(cuts),
            whole(2),
        )  # fmt: skip
        self._program.lights[:, COUNT] = -1

    def stages(self, wrong: IntArray, nodes: int) -> Iterator[tuple[Cuts, int]]:
        """Yield inequalities for a syndrome, and the nodes to search under them.

        First those of lights alone; then, for what is still open, those of sums too.  Finding
        these costs some four times the first simplex, which the search has cost by then.
        Nothing else may be asked of the program in between.
        """
        from lo_exact.compiled.parity_duals import ROUNDS, STEPS, find_duals

        program = self._program
        count = find_duals(wrong, 0, 0, self._rows, program)
        first = min(nodes, int(program.totals[STEPS]) ** 2 // STEPS_TO_NODES)
        yield self._cuts(count), first
        if nodes > first:
            count = find_duals(wrong, count, ROUNDS, self._rows, program)
            yield self._cuts(count), nodes - first

    def _cuts(self, count: int) -> Cuts:
        program = self._program
        return count, program.parts, program.cuts, program.flipped, program.values


def takes(prices: IntArray, scale: int) -> bool:
    """Say whether prices, multiplied by a scale, are small enough."""
    return scale * int(prices.max(initial=0)) < MAX_PRICE
