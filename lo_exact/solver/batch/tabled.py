"""Minimum solutions by look-up in a table of all kernel words or of all syndromes.

*All kernel words*: where the kernel is small, every solution of every board is weighed.
*All syndromes*: where the rank is small, the least presses of each syndrome are found once, button
after button (Bellman 1957), and looked up.

What a table answers is proved, and multiplied out.
"""

from collections.abc import Callable

import numpy as np

from lo_exact.algebra.gf2 import pack, reduced_rows
from lo_exact.solver.batch.linear import BatchFrame, Bits, Words, all_bytes


def packed_images(frame: BatchFrame) -> Bits:
    """Return the syndrome of each single button, packed into bytes."""
    images, lights = frame.image.images, frame.system.lights
    unit = [images[j // 8, 1 << j % 8] for j in range(frame.system.unknowns)]
    flat = np.array(unit, dtype=np.uint64).reshape(frame.system.unknowns, images.shape[2])
    return all_bytes(flat)[:, : max(-(-lights // 8), 1)]


KERNEL_WORDS = "kernel words"
MAX_KERNEL_WORDS = 2**12
"""Kernel words with which all solutions of each board are weighed."""

FEW_WORDS = 2**6
"""Most kernel words to compare without a table of syndromes; with prices each counts 64."""

MAX_RANK = 20
"""Rank of a matrix whose syndromes are all put into a table of 2^20 rows."""

MAX_BYTES = 2**29
"""Bytes of that table and its solutions."""

BLOCK = 2**14
"""Number of boards weighed together."""

Table = Callable[[Bits, Words], Words]
"""Function of packed solvable syndromes and one solution each; returns minimum presses."""


def best_table(frame: BatchFrame) -> tuple[str, Table] | None:
    """Return the name and the function of a small enough table, or None if all are too large."""
    nullity, words = frame.kernel.shape
    equal = bool((frame.system.prices == frame.system.prices[:1]).all())
    if 2**nullity * (1 if equal else 64) <= FEW_WORDS:
        return KERNEL_WORDS, kernel_words(frame)
    if frame.rank <= MAX_RANK and 2**frame.rank * 8 * (words + 2) <= MAX_BYTES:
        return "all syndromes", all_syndromes(frame)
    if 2**nullity <= MAX_KERNEL_WORDS:
        return KERNEL_WORDS, kernel_words(frame)
    return None


def kernel_words(frame: BatchFrame) -> Table:
    """Return a function that finds the lightest solution by trying all kernel words.

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

    def find(_: Bits, solutions: Words) -> Words:
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
        return best

    return find


def all_syndromes(frame: BatchFrame) -> Table:
    """Compute a minimum solution of each syndrome; return a function that looks solutions up."""
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
        # all old costs are read before any new cost is written
        cost[better], least[better] = cost[there] + price, moved

    def find(syndromes: Bits, _: Words) -> Words:
        return least[frame.coordinates(syndromes)[:, 0].astype(np.int64)]

    return find
