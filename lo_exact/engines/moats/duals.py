"""Linear program over a matrix's parity cuts: arrays for `lo_exact.compiled.parity_duals`.

Heights of inequalities are below 2^43.  So a button's price, changed by at most 256 of them, times
1024 lights is below 2^62, as sums of them are.  `takes` refuses prices for which the heights would
be cut off.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.compiled import inequalities
from lo_exact.compiled.parity_cuts import (
    ADDED,
    CHECK,
    COUNT,
    MAX_CUTS,
    MAX_FLIPPED,
    MAX_PARTS,
    MAX_ROWS,
    MAX_SUM_BUTTONS,
    MAX_SUMS,
    PARTS,
    PLACE,
    PLACES,
    ROW,
    SHADE,
    SHADED,
    SUM_WORDS,
    TIGHT,
    WORDS,
    WORK,
    DualProgram,
)
from lo_exact.compiled.parity_duals import find_duals

PRICES_BELOW = 2**43
"""Bound on prices times `SCALE`."""

Cuts = tuple[int, IntArray, IntArray, IntArray, NDArray[np.float64]]
"""Arguments of `lo_exact.compiled.inequalities.link_cuts`."""

NO_SUMS = np.zeros((0, 65), dtype=np.int64)


class ParityDuals:
    """Linear program over parity cuts; takes 2 MB, plus 88 bytes per button and 48 per light.

    Args:
        numbers: the matrix and its working arrays, or an array of that size for `shrink` to fill.
        lights: number of lights.
        prices: prices of a search, for at most all buttons of the matrix.

    Attributes:
        names: numbers of the buttons in the original matrix.
        numbers: as in the arguments.
        cuts: the inequalities last found.
        worked: cost of finding them, in matrix entries read.
        worth: approximate value of their bound.
        added: number of sums of lights found in the last round.
    """

    def __init__(self, numbers: IntArray, lights: int, prices: IntArray):
        cuts, buttons = MAX_CUTS + 1, prices.size

        def zeros(*size: int, of: Any = np.int64) -> Any:
            return np.zeros(size, dtype=of)

        self.names: IntArray = np.arange(buttons)
        self.numbers: IntArray = numbers
        self.worked: int = 0
        self.worth: float = 0.0
        self.added: int = 0
        self._kept, self._places = zeros(buttons), zeros(buttons)
        self._program: Any = DualProgram(
            zeros(cuts, 2), zeros(cuts, MAX_FLIPPED + 1), zeros(5, cuts, of=np.float64),
            zeros(cuts, cuts, of=np.float64), zeros(buttons, 3), zeros(buttons, 3, of=np.float64),
            zeros(lights + MAX_SUMS, 4), zeros(lights + MAX_SUMS, 2, of=np.float64),
            zeros(cuts, MAX_PARTS + 1), zeros(MAX_SUMS, 2), zeros(MAX_SUMS, MAX_PARTS),
            zeros(MAX_SUMS, MAX_SUM_BUTTONS), zeros(buttons, SUM_WORDS, of=np.uint64),
            zeros(MAX_ROWS, 2 * WORDS + 1, of=np.uint64), zeros(cuts), zeros(3),
        )  # fmt: skip
        program = self._program
        self._source: ParityDuals | None = None
        program.lights[:, COUNT] = -1
        shades = np.arange(buttons) * 7919 % 1009 / 1009
        program.slacks[:, SHADED] = prices * (1 - SHADE * shades)
        self.cuts: Cuts = 0, program.parts, program.cuts, program.flipped, program.values

    def sums(self) -> IntArray:
        """Return the sums of two or more lights in the LP basis, as lists of lights ended by -1."""
        count, parts = self.cuts[:2]
        return parts[:count][parts[:count, 1] >= 0]

    def find(
        self, wrong: IntArray, begun: int, rounds: int, work: int, most: float, more: IntArray
    ) -> None:
        """Find inequalities that prove a lower bound; see `find_duals` for the arguments."""
        begun = min(begun, 1) * self.cuts[0]
        if self._source:
            more = np.concatenate([self._carry_over(self._source), more])
            self._source = None
        count = find_duals(wrong, begun, rounds, work, most, more, self.numbers, self._program)
        self.cuts = count, *self.cuts[1:]
        self.worth = float(self.cuts[4][0, :count] @ self.cuts[4][2, :count])
        self.worked, self.added = self._program.totals[[WORK, ADDED]].tolist()

    def shrink(self, lights: int, cap: int, most: int, target: ParityDuals) -> int:
        """Copy the program into ``target``, with only the buttons that matter for weights <= cap.

        Returns:
            The number of buttons kept, or -1 if nothing is written.
        """
        some: int = inequalities.shrink(
            lights, cap, most, self.cuts, self.numbers, target.numbers, self._kept, self._places
        )
        if some >= 0:
            target.names, target._source = self.names[self._kept[:some]], self
            count, source, program = self.cuts[0], self._program, target._program
            program.parts[:count] = source.parts[:count]
            program.values[:ROW, :count] = source.values[:ROW, :count]
            flipped = self._places.take(source.flipped[:count], mode="clip")
            program.flipped[:count] = np.where(source.flipped[:count] < 0, -1, flipped)
            program.cuts[:count, TIGHT] = self._places.take(source.cuts[:count, TIGHT])
            target.cuts = count, *target.cuts[1:]
        return some

    def _carry_over(self, larger: ParityDuals) -> IntArray:
        """Copy what the inequalities of `shrink` leave out: the LP basis and the slacks.

        Most searches end before they need it.  All tight buttons and those in an F are kept.  The
        sums in the basis get the first places, in their order, once they are written there.

        Returns:
            These sums, for `find_duals` to write.
        """
        kept, count = larger._kept[: self.names.size], self.cuts[0]
        source, program = larger._program, self._program
        source.slacks.take(kept, axis=0, out=program.slacks[: kept.size], mode="clip")
        program.buttons[: kept.size] = 0, -1, 0
        program.members[: kept.size] = 0
        program.sums[:, PARTS] = program.totals[PLACES] = 0
        program.inverse[:count, :count] = source.inverse[:count, :count]
        program.buttons[program.cuts[:count, TIGHT], PLACE] = np.arange(count)
        rows, lights = source.cuts[:count, CHECK].tolist(), int(self.numbers[0])
        sums = list(dict.fromkeys(row for row in rows if row >= lights))
        place = {row: lights + extra for extra, row in enumerate(sums)}
        program.cuts[:count, CHECK] = [place.get(row, row) for row in rows]
        return self.cuts[1].take([rows.index(row) for row in sums], axis=0, mode="clip")


def takes(prices: IntArray, scale: int) -> bool:
    """Return whether all prices multiplied by a scale are below `PRICES_BELOW`."""
    return scale * int(prices.max(initial=0)) < PRICES_BELOW
