"""A matrix made ready for any number of syndromes: `lo_exact.compiled.moats` with its arrays.

Every number of a search is a price times `F`, a sum of such prices, or a sum of heights.  A height
is at most the dearest price, and there are fewer than two sets for each light; so 64 bits hold all
of them where `size_refusal` finds nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix, from_columns
from lo_exact.compiled import has_numba
from lo_exact.engines.moats.duals import Cuts, ParityDuals, takes

if TYPE_CHECKING:
    from lo_exact.compiled.moats import Matrix, Room

GIVEN_UP, FOUND, PROVED, UNSOLVABLE = 0, 1, 2, 3
"""The compiled file's."""

SCALE = 720
"""`F` of the compiled file, which is not imported to refuse a system."""

MAX_PRESSES = 256
"""The compiled file's."""

DUALS_AFTER = 200
"""A search with more nodes begins again under the inequalities of a linear program."""

NEVER = 2**62

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
    fixed = 6 * lights + 12 * buttons + 10 * (2 * lights + 2) + 3 * links
    items = matrix.reach()[1] + 2
    return fixed + (4 + width) * (MAX_PRESSES + 2) + items + 9, links, width


@dataclass(frozen=True, eq=False)
class MoatSearch:
    """The answer for one syndrome."""

    status: int
    """0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution."""
    weight: int
    """Of the best presses, -1 where there are none."""
    bound: int
    """Proved."""
    nodes: int
    """That were visited."""
    count: int
    """Minima that were met."""
    minima: list[IntArray]
    """The buttons of as many of them as were to be kept."""
    alone: IntArray
    """The lights of a set with an odd number wrong that no button is odd on; empty where nothing,
    or the search, proves that there is no solution.
    """


@dataclass(frozen=True, eq=False)
class ShotAnswers:
    """The answers for many syndromes."""

    status: NDArray[np.uint8]
    """(shots,) uint8: 0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution."""
    weights: IntArray
    """(shots,) int64, -1 where there are no presses."""
    bounds: IntArray
    """(shots,) int64, -1 where there is no solution."""
    presses: NDArray[np.uint8]
    """(shots, ceil(buttons / 8)) uint8, bit j in byte j // 8 at place j % 8; or (shots, 0)."""
    flipped: NDArray[np.uint8]
    """(shots, things) uint8, what the presses of a minimum flip."""


class MoatTables:
    """A matrix mod 2 with prices, its arrays and its room; one thread at a time.

    Args:
        matrix: mod 2, not refused.
        prices: (buttons,) int64 >= 0.
        flips: (things, buttons) mod 2, what else a button flips; by default nothing.
        duals_after: after so many nodes a search begins again under inequalities; without numba,
            where they would take seconds, never.
    """

    def __init__(
        self,
        matrix: SparseMatrix,
        prices: IntArray,
        flips: SparseMatrix | None = None,
        *,
        duals_after: int = DUALS_AFTER,
    ):
        self.shape: tuple[int, int] = matrix.shape
        self.sparse: SparseMatrix = matrix
        self.prices: IntArray = prices
        self.things: int = 0 if flips is None else flips.shape[0]
        self._flips = flips
        pays = has_numba() and takes(prices, SCALE)
        self._first: int = duals_after if pays else NEVER

    @cached_property
    def numbers(self) -> IntArray:
        """The matrix and the room of a search in one array, as the loops take them apart."""
        from lo_exact.compiled.moats import HEAD, F, fresh

        columns, rows = self.sparse, self.sparse.transpose()
        size, links, width = _room(columns)
        flip_starts = np.zeros(columns.shape[1] + 1, dtype=np.int64)
        flips: NDArray[Any] = np.zeros(0, dtype=np.int64)
        if self._flips is not None:
            flip_starts, flips = self._flips.starts, self._flips.rows
        prices = self.prices * F
        head = [
            *self.shape, columns.entries, flips.size, links, width, 0, int(prices.sum()),
            *_steps(columns, self.prices),
        ]  # fmt: skip
        parts = [
            np.array(head), rows.starts, columns.starts, prices, flip_starts,
            *(_in_pairs(part) for part in (rows.rows, columns.rows, flips)),
        ]  # fmt: skip
        assert len(head) == HEAD
        head_size = sum(part.size for part in parts)
        numbers = np.concatenate([*parts, np.zeros(size, dtype=np.int64)]).astype(np.int64)
        numbers[6] = head_size
        fresh(numbers)
        return numbers

    @cached_property
    def arrays(self) -> Matrix:
        """The matrix for the loops."""
        from lo_exact.compiled.loop import plain
        from lo_exact.compiled.moats import matrix_in

        return plain(matrix_in)(self.numbers)

    @cached_property
    def room(self) -> Room:
        """The parts of the room."""
        from lo_exact.compiled.loop import plain
        from lo_exact.compiled.moats import room_in

        return plain(room_in)(self.numbers)

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
        most, step, odd = self.numbers[7:10].tolist()
        alone = moats.solve_moats(
            wrong.size, most, step, odd, min(nodes, self._first), int(ties),
            self.arrays, self.room, found, lengths,
        )  # fmt: skip
        totals = self.room.totals.tolist()
        status, weight, count = (totals[k] for k in (moats.STATUS, moats.WEIGHT, moats.COUNT))
        for cuts, more in self._stages(status, wrong, nodes):
            moats.search_cuts(
                wrong.size, totals[moats.BOUND], more, int(ties), cuts, self.numbers, found, lengths
            )
            visited, totals = totals[moats.NODES], self.room.totals.tolist()
            totals[moats.NODES] += visited
            if totals[moats.STATUS] != GIVEN_UP:  # else the first search's presses still stand
                status, weight, count = (
                    totals[k] for k in (moats.STATUS, moats.WEIGHT, moats.COUNT)
                )
            if status >= PROVED:
                break
        return MoatSearch(
            status, weight, totals[moats.BOUND], totals[moats.NODES],
            count, [found[k, : lengths[k]].copy() for k in range(min(count, minima))],
            self.room.lights[: max(alone, 0), moats.WRONG].copy(),
        )  # fmt: skip

    @cached_property
    def _duals(self) -> ParityDuals:
        return ParityDuals(self.arrays, self.shape)

    def no_cuts(self) -> Cuts:
        """Compile the search for inequalities, and return none of them."""
        return next(iter(self._duals.stages(np.zeros(0, dtype=np.int64), NEVER)))[0]

    def _stages(self, status: int, wrong: IntArray, nodes: int) -> Iterable[tuple[Cuts, int]]:
        """Return what inequalities are tried, and for how many nodes, after a first search."""
        if not 0 <= status < PROVED or nodes <= self._first:
            return ()
        return self._duals.stages(wrong, nodes - self._first)

    @cached_property
    def _loops(self) -> tuple[Callable[..., int], Callable[..., int]]:
        from lo_exact.compiled.moats import solve_shot, solve_shot_again

        return solve_shot, solve_shot_again

    def shot(self, syndrome: NDArray[np.uint8], nodes: int, flipped: NDArray[np.uint8]) -> int:
        """Answer for one syndrome at least cost; `last` and `weight_and_bound` have the rest.

        Args:
            syndrome: (lights,) uint8, contiguous and writeable, as the loops are compiled for.
            nodes: after so many the search is given up.
            flipped: (things,) uint8 likewise; what the presses of a minimum flip is added mod 2.

        Returns:
            0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution; -2 where the syndrome is
            not of 0 and 1.
        """
        first, again = self._loops
        status = first(syndrome, min(nodes, self._first), self.numbers, flipped)
        if 0 <= status < PROVED and nodes > self._first:
            for cuts, more in self._stages(status, np.flatnonzero(syndrome), nodes):
                bound = self.weight_and_bound()[1]
                status = again(syndrome, bound, more, cuts, self.numbers, flipped)
                if not 0 <= status < PROVED:
                    break
        assert status != -1, "presses do not explain their shot; please report this"
        return status

    def last(self) -> IntArray:
        """Return the buttons pressed for the last syndrome."""
        room = self.room
        return room.pressed[0, : room.lengths[0]].copy()

    def weight_and_bound(self) -> tuple[int, int]:
        """Return the weight for the last syndrome, -1 where there are no presses, and the bound."""
        from lo_exact.compiled.moats import BOUND, WEIGHT

        totals = self.room.totals
        return int(totals[WEIGHT]), int(totals[BOUND])

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
        first = min(nodes, self._first)
        for low in range(0, count, BLOCK_SHOTS):
            pause()
            part = slice(low, low + BLOCK_SHOTS)
            wrong = solve_shots(
                np.require(shots[part], np.uint8, ["C", "W"]), first, self.numbers,
                answers.status[part], answers.weights[part], answers.bounds[part],
                answers.presses[part], answers.flipped[part],
            )  # fmt: skip
            assert wrong < 0, f"shot {low + wrong}: presses do not explain it; please report this"
            if nodes > first:
                for k in (low + np.flatnonzero(answers.status[part] < PROVED)).tolist():
                    pause()
                    shot = np.require(shots[k], np.uint8, ["C", "W"])
                    wrong_lights = np.flatnonzero(shot)
                    for cuts, more in self._stages(int(answers.status[k]), wrong_lights, nodes):
                        self._again(shot, cuts, more, answers, k)
                        if answers.status[k] >= PROVED:
                            break
        return answers

    def _again(
        self, shot: NDArray[np.uint8], cuts: Cuts, nodes: int, answers: ShotAnswers, k: int
    ) -> None:
        """Answer shot k, which was left open, under inequalities."""
        status = self._loops[1](
            shot, int(answers.bounds[k]), nodes, cuts, self.numbers, answers.flipped[k]
        )
        assert status != -1, f"shot {k}: presses do not explain it; please report this"
        weight, answers.bounds[k] = self.weight_and_bound()
        if status == GIVEN_UP or (status == FOUND and 0 <= answers.weights[k] <= weight):
            return  # what was found before still stands
        answers.status[k], answers.weights[k] = status, weight
        if answers.presses.shape[1] and status != UNSOLVABLE:
            pressed = np.zeros(8 * answers.presses.shape[1], dtype=np.uint8)
            pressed[self.last()] = 1
            answers.presses[k] = np.packbits(pressed, bitorder="little")


@cache
def compile_shots() -> None:
    """Compile all loops for shots, of any matrix: none compiles in the middle of a batch later."""
    from lo_exact.compiled.loop import compile_for, is_kept
    from lo_exact.compiled.moats import solve_shot, solve_shot_again, solve_shots

    if not is_kept(solve_shot_again):
        logging.getLogger("lo_exact").warning(
            "compiling the search for shots once, some 20 s; later runs reuse the result"
        )
    tables = MoatTables(from_columns(1, 2, [{0: 1}]), np.ones(1, dtype=np.int64))
    numbers, shots, weights = tables.numbers, np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    compile_for(solve_shot, shots[0], 1, numbers, shots[0])
    compile_for(solve_shots, shots, 1, numbers, shots[0], weights, weights, shots, shots)
    compile_for(solve_shot_again, shots[0], 0, 1, tables.no_cuts(), numbers, shots[0])


def _steps(matrix: SparseMatrix, prices: IntArray) -> tuple[int, int]:
    """Return how far apart weights are, and what they are beside that for an odd number of lights.

    The theorem stands in `lo_exact.compiled.moats`.
    """
    common = gcd(*prices.tolist()) or 1
    sizes = np.diff(matrix.starts)
    if np.array_equal(sizes % 2, prices // common % 2):
        return 2 * common, common
    return common, 0


def _in_pairs(numbers: NDArray[Any]) -> IntArray:
    """Return numbers below 2^32 as uint32, two in each int64."""
    halves = np.zeros((numbers.size + 1) // 2 * 2, dtype=np.uint32)
    halves[: numbers.size] = numbers
    return halves.view(np.int64)
