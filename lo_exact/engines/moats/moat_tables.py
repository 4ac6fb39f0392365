"""A matrix made ready for any number of syndromes: `lo_exact.compiled.moats` with its arrays.

Every number of a search is a price times `F`, a sum of such prices, or a sum of heights.  A height
is at most the dearest price, and there are fewer than two sets for each light; so 64 bits hold all
of them where `size_refusal` finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix

if TYPE_CHECKING:
    from lo_exact.compiled.moats import Matrix, Room

SCALE = 720
"""`F` of the compiled file, which is not imported to refuse a system."""

MAX_PRESSES = 256
"""The compiled file's."""

MAX_PRICES = 2**49
"""All prices times `SCALE` are below this."""

MAX_HEIGHTS = 2**61
"""Four heights for each light are below this, times `SCALE`."""

MAX_ENTRIES = 2**22
MAX_LIGHTS_OF_BUTTON = 1024
MAX_NUMBERS = 2**25
"""Of the room: 256 MiB."""

LINKS_AN_ENTRY = 16
"""Pairs of a moat and a button; moats beyond are dropped, and the bound is lower."""

MIN_LINKS = 4096

BLOCK_SHOTS = 2**12
"""Syndromes of one compiled call; between two the clock is looked at."""


def size_refusal(matrix: SparseMatrix, prices: IntArray) -> str:
    """Say why numbers might not fit into 64 bits or arrays into memory, or ``""``."""
    if matrix.entries > MAX_ENTRIES:
        return f"{matrix.entries} entries are more than {MAX_ENTRIES}"
    total, dearest = sum(prices.tolist()), int(prices.max(initial=0))
    if SCALE * total >= MAX_PRICES:
        return f"prices of {total} in all do not fit: {SCALE} times them is 2^49 or more"
    if 4 * (matrix.shape[0] + 1) * SCALE * dearest >= MAX_HEIGHTS:
        return f"a price of {dearest} for {matrix.shape[0]} lights does not fit into 64 bits"
    if (reach := matrix.reach()[1]) > MAX_LIGHTS_OF_BUTTON:
        return f"a button touches {reach} lights, more than {MAX_LIGHTS_OF_BUTTON}"
    if (numbers := _room(matrix)[0]) > MAX_NUMBERS:
        return f"{numbers} numbers to work in are more than {MAX_NUMBERS}"
    return ""


def _room(matrix: SparseMatrix) -> tuple[int, int, int]:
    """Return the size of the room, its links, and the buttons of the fullest light."""
    lights, buttons = matrix.shape
    links = min(LINKS_AN_ENTRY * matrix.entries + MIN_LINKS, (2 * lights + 1) * buttons)
    width = int(np.bincount(matrix.rows, minlength=1).max(initial=0))
    fixed = 6 * lights + 10 * buttons + 9 * (2 * lights + 2) + 3 * links
    return fixed + (3 + width) * (MAX_PRESSES + 2) + matrix.reach()[1] + 10, links, width


@dataclass(frozen=True, eq=False)
class MoatSearch:
    """What was found out about one syndrome.

    Attributes:
        status: 0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution.
        weight: of the best presses, -1 where there are none.
        bound: proved.
        nodes: that were visited.
        count: minima that were met.
        minima: the buttons of as many of them as were to be kept.
        alone: the lights of a set with an odd number wrong that no button is odd on; empty where
            nothing, or the search, proves that there is no solution.
    """

    status: int
    weight: int
    bound: int
    nodes: int
    count: int
    minima: list[IntArray]
    alone: IntArray


@dataclass(frozen=True, eq=False)
class ShotAnswers:
    """What was found out about many syndromes.

    Attributes:
        status: (shots,) uint8: 0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution.
        weights: (shots,) int64, -1 where there are no presses.
        bounds: (shots,) int64, -1 where there is no solution.
        presses: (shots, ceil(buttons / 8)) uint8, bit j in byte j // 8 at place j % 8; or
            (shots, 0).
        flipped: (shots, things) uint8, what the presses flip.
    """

    status: NDArray[np.uint8]
    weights: IntArray
    bounds: IntArray
    presses: NDArray[np.uint8]
    flipped: NDArray[np.uint8]


class MoatTables:
    """A matrix mod 2 with prices, its arrays and its room; one thread at a time.

    Args:
        matrix: mod 2, not refused.
        prices: (buttons,) int64 >= 0.
        flips: (things, buttons) mod 2, what else a button flips; by default nothing.
    """

    def __init__(self, matrix: SparseMatrix, prices: IntArray, flips: SparseMatrix | None = None):
        self.shape: tuple[int, int] = matrix.shape
        self._sparse, self._prices = matrix, prices
        self.things: int = 0 if flips is None else flips.shape[0]
        self._flip_starts = np.zeros(matrix.shape[1] + 1, dtype=np.int64)
        self._flips = np.zeros(0, dtype=np.int64)
        if flips is not None:
            self._flip_starts, self._flips = flips.starts, flips.rows.astype(np.int64)
        self._found = np.zeros((1, MAX_PRESSES), dtype=np.int64)
        self._size, self._links, self._width = _room(matrix)

    @cached_property
    def arrays(self) -> Matrix:
        """The matrix for the loops, by lights and by buttons."""
        from lo_exact.compiled.moats import F, Matrix, loop_integers

        columns, rows = self._sparse, self._sparse.transpose()
        return Matrix(
            loop_integers(rows.starts), loop_integers(rows.rows),
            loop_integers(columns.starts), loop_integers(columns.rows),
            loop_integers(self._prices) * F,
        )  # fmt: skip

    @cached_property
    def numbers(self) -> IntArray:
        """The room of a search, ready."""
        from lo_exact.compiled.moats import fresh

        numbers = np.zeros(self._size, dtype=np.int64)
        fresh(self._parted(numbers), self.arrays)
        return numbers

    @cached_property
    def room(self) -> Room:
        """The parts of the room."""
        return self._parted(self.numbers)

    def _parted(self, numbers: IntArray) -> Room:
        from lo_exact.compiled.moats import room_in

        lights, buttons = self.shape
        return room_in(numbers, lights, buttons, self._links, self._width)

    def solve(
        self, wrong: IntArray, nodes: int, minima: int = 1, *, ties: bool = False
    ) -> MoatSearch:
        """Answer for one syndrome.

        Args:
            wrong: the lights to change.
            nodes: after so many the search is given up.
            minima: as many are kept.
            ties: whether every minimum is to be found; prices must then be above 0.

        """
        from lo_exact.compiled import moats

        found = np.zeros((minima, MAX_PRESSES), dtype=np.int64)
        lengths = np.zeros(minima, dtype=np.int64)
        self.room.lights[: wrong.size, moats.GIVEN] = wrong
        most = int(self.arrays.prices.sum())
        alone = moats.solve_moats(
            wrong.size, most, nodes, int(ties), self.arrays, self.room, found, lengths
        )
        totals = self.room.totals.tolist()
        count = totals[moats.COUNT]
        return MoatSearch(
            totals[moats.STATUS], totals[moats.WEIGHT], totals[moats.BOUND], totals[moats.NODES],
            count, [found[k, : lengths[k]].copy() for k in range(min(count, minima))],
            self.room.lights[: max(alone, 0), moats.WRONG].copy(),
        )  # fmt: skip

    def shots(
        self,
        shots: NDArray[np.uint8],
        nodes: int,
        *,
        with_presses: bool,
        pause: Callable[[], object] = lambda: None,
    ) -> ShotAnswers:
        """Answer for many syndromes; every answer is multiplied out.

        Args:
            shots: (shots, lights) of 0 and 1.
            nodes: after so many the search for one is given up.
            with_presses: whether presses are wanted.
            pause: called between blocks; it may raise.
        """
        from lo_exact.compiled.moats import solve_shots

        count, width = len(shots), -(-self.shape[1] // 8) if with_presses else 0
        answers = ShotAnswers(
            np.zeros(count, dtype=np.uint8),
            np.zeros(count, dtype=np.int64),
            np.zeros(count, dtype=np.int64),
            np.zeros((count, width), dtype=np.uint8),
            np.zeros((count, self.things), dtype=np.uint8),
        )
        sizes = (self._links, self._width, nodes)
        for low in range(0, count, BLOCK_SHOTS):
            pause()
            part = slice(low, low + BLOCK_SHOTS)
            wrong = solve_shots(
                np.ascontiguousarray(shots[part], dtype=np.uint8), self.arrays, self.numbers,
                sizes, self._flip_starts, self._flips, answers.status[part],
                answers.weights[part], answers.bounds[part], answers.presses[part],
                answers.flipped[part], self._found,
            )  # fmt: skip
            assert wrong < 0, f"shot {low + wrong}: presses do not explain it; please report this"
        return answers
