"""Minima by tables: all kernel words, all syndromes, or all light errors.

*All kernel words*: where the kernel is small, every solution of every board is weighed.
*All syndromes*: where the rank is small, the least presses of each syndrome are found once, button
after button (Bellman 1957), and looked up.
*Light errors*: with equal prices, all presses of at most t buttons stand in a table by a linear
64-bit mark of their syndrome, the lightest first.  A board whose syndrome is met there is answered
with proof; on a clash of marks, and where nothing is met, somebody else is asked.

Each table answers with proof or not at all, and what it answers is multiplied out.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from lo_exact.solver.batch.frame import Frame
from lo_exact.solver.batch.linear import Bits, Tables, Words, all_bytes, tables

MAX_KERNEL_WORDS = 2**12
FEW_WORDS = 2**6
"""So few are weighed rather than a table of syndromes made; one with prices counts 64."""

MAX_RANK = 20
MAX_BYTES = 2**29
MAX_LIGHT = 2**21
BLOCK = 2**14
"""Boards that are weighed together."""

SEED = 1
"""Of the marks."""

Found = tuple[NDArray[np.bool_], Words]
"""Which boards are answered, and the presses, (boards, words)."""

Table = Callable[[Bits, Words], Found]
"""Takes solvable syndromes, packed, and one solution of each."""


def best_table(frame: Frame) -> tuple[str, Table] | None:
    """Return the table that answers every board, and its name; None where all are too large."""
    nullity, words = frame.kernel.shape
    equal = _equal(frame.system.prices)
    if 2**nullity * (1 if equal else 64) <= FEW_WORDS:
        return "kernel words", kernel_words(frame)
    if frame.rank <= MAX_RANK and 2**frame.rank * 8 * (words + 2) <= MAX_BYTES:
        return "all syndromes", all_syndromes(frame)
    if 2**nullity <= MAX_KERNEL_WORDS:
        return "kernel words", kernel_words(frame)
    return None


def light_table(frame: Frame) -> tuple[str, Table] | None:
    """Return a table of light errors, and its name; None where prices differ."""
    if not _equal(frame.system.prices) or not frame.system.unknowns:
        return None
    return "light errors", light_errors(frame)


def kernel_words(frame: Frame) -> Table:
    """Weigh every solution of a board."""
    every = np.zeros((1, frame.kernel.shape[1]), dtype=np.uint64)
    for word in frame.kernel:
        every = np.concatenate([every, every ^ word])

    def find(_: Bits, solutions: Words) -> Found:
        best = np.empty_like(solutions)
        step = max(1, 2**18 // len(every))
        for low in range(0, len(solutions), step):
            part = solutions[low : low + step]
            tried = part[:, None, :] ^ every
            least = frame.weights(tried).argmin(axis=1)
            best[low : low + step] = tried[np.arange(len(part)), least]
        return np.ones(len(solutions), dtype=bool), best

    return find


def all_syndromes(frame: Frame) -> Table:
    """Find the least presses of every syndrome once, and look them up."""
    rank, system = frame.rank, frame.system
    size = 2**rank
    columns = frame.coordinates(_packed_words(frame.image.images, system.unknowns, system.lights))
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


def light_errors(frame: Frame) -> Table:
    """Tabulate all presses of at most t buttons, t as large as `MAX_LIGHT` allows."""
    system = frame.system
    n = system.unknowns
    marks = _marks(frame)
    images = _packed_words(frame.image.images, n, system.lights)
    single = marks(images)[:, 0]
    heaviest = 0
    while heaviest < n and sum(comb(n, t) for t in range(heaviest + 2)) <= MAX_LIGHT:
        heaviest += 1
    chosen = [np.full((1, heaviest), -1, dtype=np.int32)]
    mark = [np.zeros(1, dtype=np.uint64)]
    for t in range(1, heaviest + 1):
        listed = np.array(list(combinations(range(n), t)), dtype=np.int32)
        wide = np.full((len(listed), heaviest), -1, dtype=np.int32)
        wide[:, :t] = listed
        chosen.append(wide)
        mark.append(np.bitwise_xor.reduce(single[listed], axis=1))
    marked, pressed = np.concatenate(mark), np.concatenate(chosen)
    order = np.argsort(marked, kind="stable")  # the lightest of a mark first
    marked, pressed = marked[order], pressed[order]

    def find(syndromes: Bits, solutions: Words) -> Found:
        wanted = marks(syndromes)[:, 0]
        at = np.minimum(np.searchsorted(marked, wanted), len(marked) - 1)
        met = marked[at] == wanted
        presses = np.zeros_like(solutions)
        rows = pressed[at]
        for t in range(heaviest):
            button = rows[:, t]
            has = np.flatnonzero(met & (button >= 0))
            where = button[has] // 64
            presses[has, where] ^= np.uint64(1) << (button[has] % 64).astype(np.uint64)
        return met, presses

    return find


def _marks(frame: Frame) -> Tables:
    """Return a linear map of syndromes to 64 bits: the coordinates themselves where they fit."""
    if frame.rank <= 64:
        return frame.coordinates
    rng = np.random.default_rng(SEED)
    lights = frame.system.lights
    return tables(rng.integers(0, 2**64, (lights, 1), dtype=np.uint64))


def _packed_words(images: Words, buttons: int, lights: int) -> Bits:
    """Return the syndrome of each button, packed, off the tables of the image."""
    unit = np.array([images[j // 8, 1 << j % 8] for j in range(buttons)], dtype=np.uint64)
    unit = unit.reshape(buttons, images.shape[2])
    return all_bytes(unit)[:, : max(-(-lights // 8), 1)]


def _equal(prices: NDArray[np.int64]) -> bool:
    return bool((prices == prices[:1]).all())
