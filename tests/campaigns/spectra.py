"""Spectra, what is near the minimum, samples and counts against enumeration and MacWilliams.

    python -m tests.campaigns.spectra --count 20000

Small puzzles of every kind are enumerated.  Every hundredth case is a larger one of two colours
(up to 48 buttons, rank up to 13): all sums of its rows are enumerated, each with its sign over one
solution, and MacWilliams' identity turns their weights into those of the solutions.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from math import comb

import numpy as np

import lo_exact
from lo_exact.spectra.spectrum import sample_minima, solutions_within, spectrum
from lo_exact.topology import matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.campaigns.frame import main
from tests.truth.enumeration import Truth, cost


def small(rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Compare one small puzzle with enumeration."""
    draw = random.Random(int(rng.integers(2**62)))
    puzzle = random_puzzle(draw, 400, binary=draw.random() < 0.3)
    truth = Truth(puzzle)
    weights = Counter(cost(puzzle, x) for x in truth.solutions)
    yield "spectrum", differs(spectrum(puzzle).counts, weights, puzzle)
    excess = draw.choice([0, 1, 2, 5])
    near = sorted((cost(puzzle, x), x) for x in truth.solutions)
    wanted = [one for one in near if one[0] <= truth.weight + excess]
    yield "within", differs(list(solutions_within(puzzle, excess).solutions), wanted, puzzle)
    chosen = [x for _, x in sample_minima(puzzle, 3, seed=draw.randrange(99)).solutions]
    right = len(chosen) == (3 if truth.solutions else 0) and set(chosen) <= set(truth.minima)
    yield "sample", "" if right else f"{chosen} of {puzzle.sha256}"
    listed = lo_exact.all_minima(puzzle)
    yield "all", differs(list(listed.solutions), truth.minima, puzzle)


def large(rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Compare the spectrum of one larger puzzle with MacWilliams' identity."""
    lights, buttons = int(rng.integers(1, 14)), int(rng.integers(14, 49))
    rows = (rng.random((lights, buttons)) < rng.choice([0.1, 0.3, 0.5])).astype(np.int64)
    x = rng.integers(0, 2, buttons)
    sums = np.zeros((1, buttons), dtype=np.int64)
    for row in rows:
        sums = np.vstack([sums, sums ^ row])
    signs = 1 - 2 * (sums @ x % 2)
    signed: Counter[int] = Counter()
    for weight, sign in zip(sums.sum(axis=1).tolist(), signs.tolist(), strict=True):
        signed[weight] += sign
    wanted = {}
    for w in range(buttons + 1):
        total = sum(times * krawtchouk(buttons, w, v) for v, times in signed.items())
        if total:
            wanted[w] = total // len(sums)
            if total % len(sums):
                yield "MacWilliams", "the identity itself gave no whole number"
    puzzle = matrix_puzzle(rows, rows @ x % 2)
    yield "MacWilliams", differs(spectrum(puzzle).counts, wanted, puzzle)


def krawtchouk(n: int, w: int, v: int) -> int:
    """Return the coefficient of z^w in (1 - z)^v (1 + z)^(n - v)."""
    return sum((-1) ** i * comb(v, i) * comb(n - v, w - i) for i in range(w + 1))


def differs(found: object, wanted: object, puzzle: lo_exact.Puzzle) -> str:
    """Say what is wrong, or nothing."""
    return "" if found == wanted else f"{found}, not {wanted}: {puzzle.sha256}"


def judge(rng: np.random.Generator, _: object) -> Iterator[tuple[str, str]]:
    """Judge one puzzle."""
    return large(rng) if rng.random() < 0.01 else small(rng)


if __name__ == "__main__":
    sys.exit(main(judge, __doc__, count=20_000))
