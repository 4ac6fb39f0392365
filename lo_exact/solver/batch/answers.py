"""Results of a batch of boards, stored as arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.outcome import Status
from lo_exact.solver.batch.linear import Bits, unpacked

Syndromes = NDArray[np.uint8] | NDArray[np.int64]
"""Wanted changes of the lights, (boards, lights that matter); bytes for two colours."""

CODES = (Status.UNKNOWN, Status.FEASIBLE, Status.OPTIMAL, Status.INFEASIBLE)
"""Meaning of the numbers 0, 1, 2, 3 in ``status``."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Results of a batch: arrays with the status, weight, bound and presses of each board."""

    colours: int
    """Number of colours c."""
    buttons: int
    """Number of buttons."""
    status: NDArray[np.uint8]
    """(boards,) uint8, an index into `CODES`."""
    weights: NDArray[np.int64]
    """(boards,) int64, weight of the presses; -1 without presses."""
    bounds: NDArray[np.int64]
    """(boards,) int64: proved lower bound on the weight; -1 if unsolvable."""
    presses: NDArray[np.uint8] | NDArray[np.int64]
    """(boards, ceil(buttons / 8)) uint8 with bit j in byte j // 8 at place j % 8 for two colours,
    (boards, buttons) int64 otherwise; zeros without presses.
    """
    canonical: NDArray[np.bool_]
    """(boards,) whether the presses are the lexicographically least minimum."""
    methods: dict[str, int]
    """Number of boards that each method answered."""

    def __len__(self) -> int:
        return int(self.status.size)

    @property
    def proved(self) -> int:
        """Number of boards whose result is proved: a minimum, or unsolvable."""
        return int(np.count_nonzero(self.status >= CODES.index(Status.OPTIMAL)))

    def pressed(self) -> NDArray[np.int64]:
        """Return the presses as an array (boards, buttons) of residues 0..c-1."""
        if self.colours > 2:
            return self.presses.astype(np.int64)
        bits: Bits = self.presses.astype(np.uint8)
        return unpacked(bits, self.buttons).astype(np.int64)


def empty_answers(boards: int, colours: int, buttons: int) -> Answers:
    """Return results for the given number of boards, all with status unknown."""
    size = -(-buttons // 8) if colours == 2 else buttons
    presses: NDArray[np.uint8] | NDArray[np.int64] = np.zeros((boards, size), dtype=np.uint8)
    if colours > 2:
        presses = np.zeros((boards, size), dtype=np.int64)
    return Answers(
        colours,
        buttons,
        np.zeros(boards, dtype=np.uint8),
        np.full(boards, -1, dtype=np.int64),
        np.zeros(boards, dtype=np.int64),
        presses,
        np.zeros(boards, dtype=bool),
        {},
    )
