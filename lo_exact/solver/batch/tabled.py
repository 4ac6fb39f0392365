"""Minima by tables: all kernel words, all syndromes, or light errors (`light`).

*All kernel words*: where the kernel is small, every solution of every board is weighed.
*All syndromes*: where the rank is small, the least presses of each syndrome are found once, button
after button (Bellman 1957), and looked up.
*Light errors*: with equal prices, all presses of at most t buttons stand in a table, and boards
that are some steps away from one are answered as well; heavier ones are somebody else's.

Each table answers with proof or not at all, and what it answers is multiplied out.

Minima of light errors: a table of all presses of few buttons, and a few steps more.

All presses of at most t buttons stand in a table by a linear 64-bit mark of their syndrome, the
lightest first: what is met there is answered.  What is not weighs more than t, and in any solution
some button of the lowest wrong light is pressed.  So each button of that light is tried, then each
of the lowest light that is wrong then, and after d steps all that is left is looked up again: where
that is met first, t + d is the minimum.  The proof is that all ways of fewer steps were gone.

Lights of few buttons count as the lowest.  Costs a look-up a way, of which there are at most as
many as buttons at a light to the power d, for all boards at once; boards heavier than that are left
to somebody else, and so is a clash of marks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import pack, reduced_rows
from lo_exact.solver.batch.frame import BatchFrame
from lo_exact.solver.batch.linear import Bits, Tables, Words, all_bytes, tables, weights

MAX_LIGHT = 2**21
"""Errors in the table."""

MAX_WAYS = 2**16
"""Of one board: a look-up takes about 0.1 us, and an engine milliseconds."""

ROWS = 2**18
"""Ways that are gone together."""

SEED = 1
"""Of the marks."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: spreads marks over the filter."""

Found = tuple[NDArray[np.bool_], Words]
"""Which boards are answered, and the presses, (boards, words)."""


@dataclass(frozen=True, eq=False)
class _Errors:
    """All presses of at most t buttons."""

    heaviest: int
    """t."""
    marks: NDArray[np.uint64]
    """(errors,) uint64 ascending; of equal ones the lightest first."""
    pressed: NDArray[np.int32]
    """(errors, t) int32, the buttons; -1 where there are fewer."""
    filter: NDArray[np.bool_]
    """(2^k,) whether a mark is met that is spread to this place."""
    shift: np.uint64
    """64 - k."""

    def meet(self, marks: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return which of some marks stand in the table, and where."""
        likely = np.flatnonzero(self.filter[(marks * _MIX) >> self.shift])
        wanted = marks[likely]
        at = np.minimum(np.searchsorted(self.marks, wanted), len(self.marks) - 1)
        met = self.marks[at] == wanted
        return likely[met], at[met]


@dataclass(frozen=True, eq=False)
class _LightSteps:
    """The changes of a step; lights are numbered anew, those of few buttons first."""

    numbered: Tables
    """Syndrome -> wrong lights, numbered anew."""
    buttons: NDArray[np.int32]
    """(lights, most) int32, the buttons of a light; -1 where there are fewer."""
    lights: Words
    """(buttons, words) what a button changes."""
    marks: NDArray[np.uint64]
    """(buttons,) uint64."""
    widest: int
    """Lights that a button touches at most."""


@dataclass(frozen=True, eq=False)
class _Front:
    """Ways that boards are on."""

    board: NDArray[np.int64]
    """(ways,) whose."""
    wrong: Words
    """(ways, words) lights that are wrong still."""
    mark: NDArray[np.uint64]
    """(ways,) of these."""
    pressed: NDArray[np.int32]
    """(ways, steps) int32."""


def light_errors(frame: BatchFrame) -> Callable[[Bits, Words], Found]:
    """Return a table that answers boards of light errors; all prices are equal."""
    n = frame.system.unknowns
    marks = _marks(frame)
    images = packed_images(frame)
    single = marks(images)[:, 0]
    errors = _errors(single)
    ways = _ways(frame, single)
    most = max(ways.buttons.shape[1], 2)
    steps = next(d for d in range(64) if most ** (d + 1) > MAX_WAYS)
    steps = min(steps, n - errors.heaviest)

    def find(syndromes: Bits, solutions: Words) -> Found:
        mark = marks(syndromes)[:, 0]
        presses = np.zeros_like(solutions)
        board, at = errors.meet(mark)
        _press(presses, board, errors.pressed[at])
        met = np.zeros(len(presses), dtype=bool)
        met[board] = True
        wrong = ways.numbered(syndromes)
        for depth in range(1, steps + 1):
            _go(errors, ways, depth, mark, wrong, met, presses)
        return met, presses

    return find


def _go(
    errors: _Errors,
    ways: _LightSteps,
    depth: int,
    mark: NDArray[np.uint64],
    wrong: Words,
    met: NDArray[np.bool_],
    presses: Words,
) -> None:
    """Answer the boards that are met after so many steps and not before.

    Args:
        errors: the table.
        ways: what a step changes.
        depth: how many steps.
        mark: (boards,) of all boards.
        wrong: (boards, words) their wrong lights.
        met: (boards,) which are answered; changed.
        presses: (boards, words); changed.
    """
    few = weights(wrong) <= ways.widest * (errors.heaviest + depth)
    left = np.flatnonzero(~met & few)
    together = max(1, ROWS // ways.buttons.shape[1] ** depth) if ways.buttons.size else 1
    for low in range(0, left.size, together):
        boards = left[low : low + together]
        none = np.zeros((boards.size, 0), dtype=np.int32)
        front = _Front(boards, wrong[boards], mark[boards], none)
        for step in range(1, depth + 1):
            front = _stepped(ways, front, ways.widest * (errors.heaviest + depth - step))
        way, at = errors.meet(front.mark)
        board, first = np.unique(front.board[way], return_index=True)
        _press(presses, board, front.pressed[way[first]])
        _press(presses, board, errors.pressed[at[first]])
        met[board] = True


def _stepped(ways: _LightSteps, front: _Front, most: int) -> _Front:
    """Press each button of the lowest wrong light; leave out where more lights than most stay."""
    rows = np.arange(len(front.wrong))
    word = (front.wrong != 0).argmax(axis=1)
    bits = front.wrong[rows, word]
    below = (bits & (~bits + np.uint64(1))) - np.uint64(1)
    light = 64 * word + weights(below[:, None])
    buttons = ways.buttons[light]
    row, place = np.nonzero(buttons >= 0)
    button = buttons[row, place]
    wrong = front.wrong[row] ^ ways.lights[button]
    kept = np.flatnonzero(weights(wrong) <= most)
    row, button = row[kept], button[kept]
    return _Front(
        front.board[row],
        wrong[kept],
        front.mark[row] ^ ways.marks[button],
        np.concatenate([front.pressed[row], button[:, None]], axis=1),
    )


def _press(presses: Words, boards: NDArray[np.int64], pressed: NDArray[np.int32]) -> None:
    """Press buttons, (boards, some), -1 for none, on boards that differ."""
    for button in pressed.T:
        has = np.flatnonzero(button >= 0)
        bit = np.uint64(1) << (button[has] % 64).astype(np.uint64)
        presses[boards[has], button[has] // 64] ^= bit


def _errors(single: NDArray[np.uint64]) -> _Errors:
    """Tabulate all presses of at most t buttons, t as large as `MAX_LIGHT` allows.

    Args:
        single: (buttons,) the mark of each button.
    """
    n, heaviest = single.size, 0
    while heaviest < n and sum(comb(n, t) for t in range(heaviest + 2)) <= MAX_LIGHT:
        heaviest += 1
    last, marks = np.full(1, -1, dtype=np.int64), np.zeros(1, dtype=np.uint64)
    pressed = np.full((1, heaviest), -1, dtype=np.int32)
    every = [(marks, pressed)]
    for t in range(heaviest):
        more = n - 1 - last
        row = np.repeat(np.arange(last.size), more)
        # the first one after the last button, the second one, and so on
        button = np.arange(row.size) - np.repeat(np.cumsum(more) - more - last - 1, more)
        marks, pressed = marks[row] ^ single[button], pressed[row]
        pressed[:, t], last = button, button
        every.append((marks, pressed))
    marks = np.concatenate([found for found, _ in every])
    pressed = np.concatenate([found for _, found in every])
    order = np.argsort(marks, kind="stable")
    marks, pressed = marks[order], pressed[order]
    bits = (16 * marks.size).bit_length()
    shift = np.uint64(64 - bits)
    there = np.zeros(2**bits, dtype=bool)
    there[(marks * _MIX) >> shift] = True
    return _Errors(heaviest, marks, pressed, there, shift)


def _ways(frame: BatchFrame, single: NDArray[np.uint64]) -> _LightSteps:
    matrix = frame.system.matrix
    by_light = matrix.transpose()
    sizes = np.diff(by_light.starts)
    order = np.argsort(sizes, kind="stable")
    buttons = np.full((order.size, int(sizes.max(initial=0))), -1, dtype=np.int32)
    for new, old in enumerate(order.tolist()):
        buttons[new, : sizes[old]] = by_light.column(old)[0]
    words = -(-max(order.size, 1) // 64)
    unit = np.zeros((order.size, words), dtype=np.uint64)
    number = np.arange(order.size)
    unit[order, number // 64] = np.uint64(1) << (number % 64).astype(np.uint64)
    numbered = tables(unit)
    widest = int(np.diff(matrix.starts).max(initial=0))
    return _LightSteps(numbered, buttons, numbered(packed_images(frame)), single, widest)


def _marks(frame: BatchFrame) -> Tables:
    """Return a linear map of syndromes to 64 bits: the coordinates themselves where they fit."""
    if frame.rank <= 64:
        return frame.coordinates
    rng = np.random.default_rng(SEED)
    lights = frame.system.lights
    return tables(rng.integers(0, 2**64, (lights, 1), dtype=np.uint64))


def packed_images(frame: BatchFrame) -> Bits:
    """Return the syndrome of each button, packed, off the tables of the image."""
    images, lights = frame.image.images, frame.system.lights
    unit = [images[j // 8, 1 << j % 8] for j in range(frame.system.unknowns)]
    flat = np.array(unit, dtype=np.uint64).reshape(frame.system.unknowns, images.shape[2])
    return all_bytes(flat)[:, : max(-(-lights // 8), 1)]


KERNEL_WORDS = "kernel words"
MAX_KERNEL_WORDS = 2**12
FEW_WORDS = 2**6
"""So few are weighed rather than a table of syndromes made; one with prices counts 64."""

MAX_RANK = 20
MAX_BYTES = 2**29
BLOCK = 2**14
"""Boards that are weighed together."""

Table = Callable[[Bits, Words], Found]
"""Takes solvable syndromes, packed, and one solution of each."""


def best_table(frame: BatchFrame) -> tuple[str, Table] | None:
    """Return the table that answers every board, and its name; None where all are too large."""
    nullity, words = frame.kernel.shape
    equal = _equal(frame.system.prices)
    if 2**nullity * (1 if equal else 64) <= FEW_WORDS:
        return KERNEL_WORDS, kernel_words(frame)
    if frame.rank <= MAX_RANK and 2**frame.rank * 8 * (words + 2) <= MAX_BYTES:
        return "all syndromes", all_syndromes(frame)
    if 2**nullity <= MAX_KERNEL_WORDS:
        return KERNEL_WORDS, kernel_words(frame)
    return None


def light_table(frame: BatchFrame) -> tuple[str, Table] | None:
    """Return a table of light errors, and its name; None where prices differ."""
    if not _equal(frame.system.prices) or not frame.system.unknowns:
        return None
    return "light errors", light_errors(frame)


def kernel_words(frame: BatchFrame) -> Table:
    """Weigh every solution of a board; of the lightest the lexicographically least is taken.

    With a reduced basis, and a solution that is 0 at its leading bits, solutions are in ascending
    order where the first leading bit counts most: so the first of the lightest is the least.
    """
    bits = np.unpackbits(
        all_bytes(frame.kernel), axis=-1, count=frame.system.unknowns, bitorder="little"
    )
    basis, leads = reduced_rows(bits)
    reduced = pack(basis)
    every = np.zeros((1, frame.kernel.shape[1]), dtype=np.uint64)
    for word in reduced[::-1]:
        every = np.concatenate([every, every ^ word])

    def find(_: Bits, solutions: Words) -> Found:
        best = np.empty_like(solutions)
        step = max(1, 2**18 // len(every))
        for low in range(0, len(solutions), step):
            part = solutions[low : low + step].copy()
            for word, lead in zip(reduced, leads, strict=True):
                set_there = part[:, lead // 64] >> np.uint64(lead % 64) & np.uint64(1)
                part[set_there.astype(bool)] ^= word
            tried = part[:, None, :] ^ every
            least = frame.weights(tried).argmin(axis=1)
            best[low : low + step] = tried[np.arange(len(part)), least]
        return np.ones(len(solutions), dtype=bool), best

    return find


def all_syndromes(frame: BatchFrame) -> Table:
    """Find the least presses of every syndrome once, and look them up."""
    rank, system = frame.rank, frame.system
    size = 2**rank
    columns = frame.coordinates(packed_images(frame))
    far = np.int64(2**62)
    cost = np.full(size, far)
    cost[0] = 0
    least = np.zeros((size, frame.kernel.shape[1]), dtype=np.uint64)
    number = np.arange(size)
    for j, price in enumerate(system.prices.tolist()):
        before = number ^ int(columns[j, 0])
        better = cost[before] + price < cost
        there = before[better]
        moved = least[there]
        moved[:, j // 64] ^= np.uint64(1 << j % 64)
        # both sides are read before either is written
        cost[better], least[better] = cost[there] + price, moved

    def find(syndromes: Bits, _: Words) -> Found:
        at = frame.coordinates(syndromes)[:, 0].astype(np.int64)
        return np.ones(len(at), dtype=bool), least[at]

    return find


def _equal(prices: NDArray[np.int64]) -> bool:
    return bool((prices == prices[:1]).all())
