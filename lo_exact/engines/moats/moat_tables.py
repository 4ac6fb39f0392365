"""Tables of one matrix, with which the compiled loops solve any number of syndromes.

Every number of a search is a price times `F`, a sum of such prices, or a sum of heights.  A height
is at most the highest price, and there are fewer than two sets for each light.  So all numbers fit
64 bits unless `size_refusal` returns a reason.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, SparseMatrix, from_columns
from lo_exact.compiled import LINKS_AN_ENTRY, MIN_LINKS, growth, has_numba, inequalities, moats
from lo_exact.compiled.moats import (
    FOUND,
    GIVEN_UP,
    MAX_PRESSES,
    NOT_EXPLAINED,
    PROVED,
    TOTALS,
    UNSOLVABLE,
    Room,
)
from lo_exact.compiled.shots import solve_shots
from lo_exact.engines.moats.duals import NO_SUMS, ParityDuals, takes
from lo_exact.machine import at_fork

SCALE = moats.F
"""Factor of all prices."""

SUM_ROUNDS = 3
"""Searches for sums of lights between two tree searches."""

DUALS_AFTER = 400
"""Nodes after which a search restarts with the inequalities of a linear program."""

FIRST_WORK = 3_000_000
"""Matrix entries that a first search reads, divided by the number of wrong lights."""

GAP_SHARE = 64
"""The first cap exceeds the bound of the inequalities by 1/GAP_SHARE of it, or by the cheapest
price if more, since the gap grows more slowly than the bound.
"""

MORE_GAP = 2
"""The excess grows by 1/MORE_GAP of it, rounded up, if there is no solution.  Doubling it left so
many buttons that each node cost twice as much.
"""

MORE_WORK = 2_000
"""Matrix entries that a search reads besides the cost of its inequalities, or three times the cost
if the next ones, in the smaller matrix, are not cheaper.
"""

ENDLESS_WORK = 2**62
"""Above every price, and above the work of any search, which then never ends early."""

MAX_PRICES = 2**49
"""Bound on the sum of all prices times `SCALE`."""

MAX_HEIGHTS = 2**61
"""Bound on the sum of four heights for each light, times `SCALE`."""

MAX_ENTRIES = 2**22
"""Entries of a matrix whose working arrays may fit into `MAX_NUMBERS`."""

MAX_LIGHTS_OF_BUTTON = 1024
"""Lights that one button touches."""

MAX_NUMBERS = 2**25
"""Size of the working arrays in 64-bit words: 256 MiB."""

PLAIN_NODES = 2**11
"""Nodes of a search without numba: 0.3 to 0.5 s."""

PLAIN_ENTRIES, PLAIN_SHOTS, PLAIN_LIGHTS, LIGHT_NODES = 20_000, 8, 12, 16
"""Entries of a matrix, shots of a call, wrong lights of each, and nodes of its search, up to which
plain loops answer while the compiled ones are loaded: 1 to 50 ms a shot.
"""

BLOCK_SHOTS = 2**12
"""Syndromes solved in one compiled call; the time limit is checked between calls."""


def size_refusal(matrix: SparseMatrix, prices: IntArray) -> str:
    """Return the reason why numbers or arrays could be too large, or ``""``."""
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
    """Return the sizes of working arrays and links, and the largest button count of a light."""
    lights, buttons = matrix.shape
    links = min(LINKS_AN_ENTRY * matrix.entries + MIN_LINKS, (2 * lights + 1) * buttons)
    width = int(np.bincount(matrix.rows, minlength=1).max(initial=0))
    fixed = 6 * lights + 12 * buttons + 10 * (2 * lights + 2) + 3 * links
    items = matrix.reach()[1] + 2
    return fixed + (4 + width) * (MAX_PRESSES + 2) + items + TOTALS, links, width


@dataclass(frozen=True, eq=False)
class MoatSearch:
    """The result of a search for one syndrome."""

    status: int
    """0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution."""
    weight: int
    """Weight of the best presses, or -1."""
    bound: int
    """Proved lower bound on the weight."""
    nodes: int
    """Number of visited nodes."""
    count: int
    """Number of minima found."""
    minima: list[IntArray]
    """The buttons of the stored minima."""
    alone: IntArray
    """Lights of a set on which no button is odd, an odd number of them wrong; empty if nothing,
    or the search, proves that there is no solution.
    """


@dataclass(frozen=True, eq=False)
class ShotAnswers:
    """The results for many syndromes, as arrays."""

    status: NDArray[np.uint8]
    """(shots,) uint8: 0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution."""
    weights: IntArray
    """(shots,) int64, -1 without presses."""
    bounds: IntArray
    """(shots,) int64, -1 if unsolvable."""
    presses: NDArray[np.uint8]
    """(shots, ceil(buttons / 8)) uint8, bit j in byte j // 8 at place j % 8; or (shots, 0)."""
    flipped: NDArray[np.uint8]
    """(shots, things) uint8, what the minimum's presses flip."""

    @classmethod
    def zeros(cls, shots: int, width: int, things: int) -> ShotAnswers:
        """Allocate results for the given number of shots, filled with zeros."""
        return cls(
            np.zeros(shots, dtype=np.uint8),
            np.zeros(shots, dtype=np.int64),
            np.zeros(shots, dtype=np.int64),
            np.zeros((shots, width), dtype=np.uint8),
            np.zeros((shots, things), dtype=np.uint8),
        )

    def __getitem__(self, part: slice) -> ShotAnswers:
        """Return a view of the results for a slice of the shots."""
        return ShotAnswers(
            self.status[part], self.weights[part], self.bounds[part],
            self.presses[part], self.flipped[part],
        )  # fmt: skip


class MoatTables:
    """A matrix mod 2 with prices and the working arrays of its searches; not thread-safe.

    Args:
        matrix: mod 2, not refused.
        prices: (buttons,) int64 >= 0.
        flips: (things, buttons) mod 2, other things that a button flips; by default none.
        duals_after: nodes after which a search restarts with inequalities; without numba,
            where they take seconds, never.
        gap: see `GAP_SHARE`.
    """

    def __init__(
        self,
        matrix: SparseMatrix,
        prices: IntArray,
        flips: SparseMatrix | None = None,
        *,
        duals_after: int = DUALS_AFTER,
        gap: int = GAP_SHARE,
    ):
        self.shape: tuple[int, int] = matrix.shape
        self.sparse: SparseMatrix = matrix
        self.prices: IntArray = prices
        self.things: int = 0 if flips is None else flips.shape[0]
        self._flips = flips
        self._found = np.zeros((1, MAX_PRESSES), dtype=np.int64)
        self._lengths = np.zeros(1, dtype=np.int64)
        self._one = ShotAnswers.zeros(1, 0, self.things)
        pays = has_numba() and takes(prices, SCALE)
        self._first: int = duals_after if pays else ENDLESS_WORK
        self._gap: int = gap

    @cached_property
    def numbers(self) -> IntArray:
        """The matrix and the working arrays in one array, in the layout of the compiled loops."""
        columns, rows = self.sparse, self.sparse.transpose()
        size, links, width = _room(columns)
        flip_starts = np.zeros(columns.shape[1] + 1, dtype=np.int64)
        flips: NDArray[Any] = np.zeros(0, dtype=np.int64)
        if self._flips is not None:
            flip_starts, flips = self._flips.starts, self._flips.rows
        prices = self.prices * SCALE
        head = [
            *self.shape, columns.entries, flips.size, links, width, 0, int(prices.sum()),
            *_steps(columns, self.prices),
            ENDLESS_WORK if self._first == ENDLESS_WORK else FIRST_WORK,
            int(prices.min(initial=ENDLESS_WORK)),
        ]  # fmt: skip
        parts = [
            np.array(head), rows.starts, columns.starts, prices, flip_starts,
            *(_in_pairs(part) for part in (rows.rows, columns.rows, flips)),
        ]  # fmt: skip
        assert len(head) == moats.HEAD
        head_size = sum(part.size for part in parts)
        numbers = np.concatenate([*parts, np.zeros(size, dtype=np.int64)]).astype(np.int64)
        numbers[moats.BEGINS] = head_size
        return numbers

    @cached_property
    def room(self) -> Room:
        """The working arrays as a tuple for the compiled loops."""
        return moats.room_in(self.numbers)

    def solve(
        self, wrong: IntArray, nodes: int, minima: int = 1, *, ties: bool = False
    ) -> MoatSearch:
        """Find the lightest presses for one syndrome, given as wrong lights.

        Args:
            wrong: the lights to change.
            nodes: largest number of nodes.
            minima: number of minima to store.
            ties: whether to find every minimum; all prices must then be positive.
        """
        found = np.zeros((minima, MAX_PRESSES), dtype=np.int64)
        lengths = np.zeros(minima, dtype=np.int64)
        shot, answers = np.zeros((1, self.shape[0]), np.uint8), ShotAnswers.zeros(1, 0, self.things)
        shot[0, wrong] = 1
        self._answer(shot, nodes, int(ties), found, lengths, answers)
        totals = self.room.totals
        status, weight, bound, visited, count = totals[moats.STATUS : moats.WORK].tolist()
        return MoatSearch(
            status, weight, bound, visited,
            count, [found[k, : lengths[k]].copy() for k in range(min(count, minima))],
            self.room.lights[: totals[moats.ALONE], moats.WRONG].copy(),
        )  # fmt: skip

    def _answer(
        self,
        shots: NDArray[np.uint8],
        nodes: int,
        ties: int,
        found: IntArray,
        lengths: IntArray,
        answers: ShotAnswers,
        pause: Callable[[], object] = lambda: None,
    ) -> None:
        """Solve shots and write the results into ``answers``; see `shots` for other arguments."""
        first, shot, again = min(nodes, self._first), 0, 0
        loading = still_loading(0)
        plain = (
            loading and self.sparse.entries <= PLAIN_ENTRIES and len(shots) <= PLAIN_SHOTS
            and shots.sum(axis=1).max(initial=0) <= PLAIN_LIGHTS
        )  # fmt: skip
        while True:
            if loading and not plain:
                loading.join()
            shot = (solve_shots.plain if plain else solve_shots)(
                shots, shot, again, min(LIGHT_NODES, first) if plain else first, ties, self.numbers,
                found, lengths, answers.status, answers.weights, answers.bounds, answers.presses,
                answers.flipped,
            )  # fmt: skip
            if shot < 0 or answers.status[shot] > UNSOLVABLE:
                break
            if plain:  # too much work for plain Python: the compiled loops solve the rest
                plain = False
                continue
            again = int(nodes > first)
            if again:
                pause()
                self._go_on(np.flatnonzero(shots[shot]), nodes, ties, found, lengths)
            else:
                shot += 1
        assert shot < 0 or answers.status[shot] != NOT_EXPLAINED, (
            f"shot {shot}: presses do not explain it; please report this"
        )

    @cached_property
    def _duals(self) -> tuple[ParityDuals, ParityDuals, ParityDuals]:
        """Linear programs over parity cuts: for the matrix and two copies with fewer buttons."""
        lights, prices = self.shape[0], self.prices * SCALE
        rooms = self.numbers, np.empty_like(self.numbers), np.empty_like(self.numbers)
        whole, first, second = (ParityDuals(room, lights, prices) for room in rooms)
        return whole, first, second

    def _go_on(
        self, wrong: IntArray, nodes: int, ties: int, found: IntArray, lengths: IntArray
    ) -> None:
        """Continue an unfinished search with inequalities and restricted matrices.

        Each round searches for a solution up to a cap.  Only the buttons that such a solution can
        press matter; they are determined again when the inequalities get better.  Where there is no
        solution, the cap rises.

        Args:
            wrong: the lights to change.
            nodes: total limit, including the nodes visited before.
            ties: 1 to find every minimum.
            found: as for `search_moats`; filled if presses are known.
            lengths: as for `search_moats`.
        """
        if loading := still_loading(1):
            loading.join()
        whole, *parts = self._duals
        totals = self.room.totals[moats.STATUS : moats.WORK]
        status, best, floor, visited, count = totals.tolist()
        most, step, odd, _, cheapest = self.numbers[moats.ALL_PRICES : moats.HEAD].tolist()
        rest = odd * (wrong.size % 2)
        most = most // SCALE - (most // SCALE - rest) % step
        if status == FOUND:
            most = best - step * (1 - ties)
        lists = np.empty((128, 65), dtype=np.int64)
        more = lists[: growth.list_sets(self.numbers, lists)]
        whole.find(wrong, 0, 0, ENDLESS_WORK, SCALE * (most + 1.0), more)
        worth = int(max(0.0, min(whole.worth, 2.0**60))) // SCALE  # nan becomes 0
        above = max(worth, GAP_SHARE * cheapest // SCALE) // self._gap
        gap, first, ended = max(above, step), floor, UNSOLVABLE
        while ended == UNSOLVABLE and floor <= most:
            cap = min(max(worth + gap, floor), most)
            cap -= (cap - rest) % step
            some = whole.shrink(wrong.size, cap, ENDLESS_WORK, parts[0])
            if some < 0:
                ended = GIVEN_UP
                break
            if floor > first:
                parts[0].find(wrong, 1, 0, 4 * whole.worked, SCALE * (cap + 1.0), more)
            work = whole.worked + 2 * whole.worked * some // self.shape[1] + MORE_WORK
            while True:
                part = parts[0]
                inequalities.search_cuts(
                    wrong.size, floor, (cap, nodes - visited, work), ties, part.cuts,
                    part.numbers, found, lengths,
                )  # fmt: skip
                ended, weight, bound, some, met = part.numbers[
                    moats.STATUS - moats.TOTALS : moats.WORK - moats.TOTALS
                ].tolist()
                visited, floor = visited + some, max(floor, min(bound, cap + step))
                if ended in (FOUND, PROVED):
                    for k in range(min(met, len(found))):
                        found[k, : lengths[k]] = part.names[found[k, : lengths[k]]]
                    status, best, count = FOUND, weight, met
                    most = cap = weight - step * (1 - ties)
                if ended >= PROVED or work == ENDLESS_WORK or visited >= nodes:
                    break
                part.find(
                    wrong, 1, SUM_ROUNDS, 2 * (work + whole.worked), SCALE * (cap + 1.0), NO_SUMS
                )
                work = 3 * part.worked // 2 + MORE_WORK if part.added else ENDLESS_WORK
                if part.shrink(wrong.size, cap, 3 * part.names.size // 4, parts[1]) >= 0:
                    parts.reverse()
            if ended == UNSOLVABLE:
                more, floor, gap = parts[0].sums(), cap + step, gap - -gap // MORE_GAP
                parts.reverse()
        if ended >= PROVED:
            status, floor = (PROVED, best) if status == FOUND else (UNSOLVABLE, floor)
        totals[:] = status, best, floor, visited, count

    def shot(self, syndrome: NDArray[np.uint8], nodes: int, flipped: NDArray[np.uint8]) -> int:
        """Solve one syndrome with little overhead; see `last` and `weight_and_bound` for details.

        Args:
            syndrome: (lights,) uint8, contiguous and writeable, as the loops are compiled for.
            nodes: largest number of nodes.
            flipped: (things,) uint8 likewise; the minimum's flips are added mod 2.

        Returns:
            0 a bound, 1 presses and a bound, 2 a minimum, 3 no solution; `NOT_BITS` where the
            syndrome is not of 0 and 1.
        """
        answers = self._one
        answers.flipped[0] = flipped
        self._answer(syndrome[None], nodes, 0, self._found, self._lengths, answers)
        flipped[:] = answers.flipped[0]
        return int(answers.status[0])

    def last(self) -> IntArray:
        """Return the buttons pressed in the solution that `shot` found last."""
        return self._found[0, : self._lengths[0]].copy()

    def weight_and_bound(self) -> tuple[int, int]:
        """Return weight (-1 if none is known) and lower bound of the syndrome solved last."""
        return int(self.room.totals[moats.WEIGHT]), int(self.room.totals[moats.BOUND])

    def shots(
        self,
        shots: NDArray[np.uint8],
        nodes: int,
        *,
        with_presses: bool,
        pause: Callable[[], object] = lambda: None,
    ) -> ShotAnswers:
        """Solve many syndromes, and verify every answer.

        Args:
            shots: (shots, lights) of 0 and 1.
            nodes: largest number of nodes for each shot.
            with_presses: whether to return presses.
            pause: called between blocks; may raise.
        """
        count, width = len(shots), -(-self.shape[1] // 8) if with_presses else 0
        answers = ShotAnswers.zeros(count, width, self.things)
        for low in range(0, count, BLOCK_SHOTS):
            pause()
            part = slice(low, low + BLOCK_SHOTS)
            block = np.require(shots[part], np.uint8, ["C", "W"])
            self._answer(block, nodes, 0, self._found, self._lengths, answers[part], pause)
        return answers


@cache
def compile_shots() -> tuple[threading.Thread, threading.Thread]:
    """Start two threads that load the loops for shots, or compile them if no run has done so.

    So no batch waits for compilation later.  Few light shots are answered by the plain loops
    meanwhile; others wait, and so does a fork.

    Returns:
        The thread for first searches, and one that continues with long searches.
    """
    first = threading.Thread(target=_compile_first)
    rest = threading.Thread(target=_compile_for, args=[0, first])
    at_fork(before=rest.join)  # a fork during compilation would leave numba's lock locked
    first.start()
    rest.start()
    return first, rest


def still_loading(stage: int) -> threading.Thread | None:
    """Return another thread that still runs this stage (0 or 1) of `compile_shots`, or None."""
    current = threading.current_thread()
    thread = compile_shots()[stage] if compile_shots.cache_info().currsize else current
    return thread if thread != current and thread.is_alive() else None


def _compile_first() -> None:
    if not inequalities.search_cuts.is_kept():
        logging.getLogger("lo_exact").warning(
            "compiling the search for shots once, some 10 s; later runs reuse the result"
        )
    _compile_for(ENDLESS_WORK)


def _compile_for(duals_after: int, *earlier: threading.Thread) -> None:
    """Compile the loops by solving a small puzzle with this setting of ``duals_after``."""
    for thread in earlier:
        thread.join()
    matrix, prices = from_columns(1, 2, [{0: 1}]), np.ones(1, dtype=np.int64)
    tables = MoatTables(matrix, prices, duals_after=duals_after)
    tables.shots(np.ones((1, 1), dtype=np.uint8), 2, with_presses=False)


def _steps(matrix: SparseMatrix, prices: IntArray) -> tuple[int, int]:
    """Return (s, r): weights are multiples of s, plus r if the number of wrong lights is odd.

    The theorem is in `lo_exact.compiled.shots`.
    """
    common = gcd(*prices.tolist()) or 1
    sizes = np.diff(matrix.starts)
    if np.array_equal(sizes % 2, prices // common % 2):
        return 2 * common, common
    return common, 0


def _in_pairs(numbers: NDArray[Any]) -> IntArray:
    """Pack numbers below 2^32 as uint32, two in each int64."""
    halves = np.zeros((numbers.size + 1) // 2 * 2, dtype=np.uint32)
    halves[: numbers.size] = numbers
    return halves.view(np.int64)
