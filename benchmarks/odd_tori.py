"""All lights of an odd torus on: the minimum by `orbits`, and a second way.

    python -m benchmarks.odd_tori 31 33 93 99

The second way counts the solutions of every weight.  On an odd torus pressing every button solves
the board, so the complements of the solutions are the quiet patterns, a linear code, and
MacWilliams' identity (1963) turns their weights into those of the words orthogonal to them.  These
must be whole numbers of words, up to 40 buttons looked at, at least one of 5 buttons for each
light, and those of 0 to 4 buttons are counted apart: sets of so many buttons whose columns in the
quiet patterns add up to nothing.  A weight counted wrongly anywhere would break all of
them.  What agrees is written to data/results/all-on-tori.json.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from math import comb
from typing import Any

import numpy as np

from benchmarks.all_on import ABOUT_TORI, TORI, write
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.gf2 import pack
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Wanted, Watch
from lo_exact.solver.spectrum import spectrum
from lo_exact.topology import grid_puzzle

WORDS = 40
"""Words of up to so many buttons must be whole numbers."""


def entry(side: int) -> dict[str, Any]:
    """Return the entry of one torus, both ways, and print what they took."""
    puzzle = grid_puzzle(np.ones((side, side), dtype=np.int64), topology="torus")
    system, started = puzzle.system, time.process_time()
    found = find_engine("orbits").minimise(system, Wanted(count=True), Watch())
    first = time.process_time() - started
    counts = spectrum(puzzle).counts
    second = time.process_time() - started - first
    assert (found.weight, found.count) == (min(counts), counts[min(counts)])
    agreed(side * side, counts, echelon(system.solutions.kernel).rows)
    bits = int("".join(map(str, found.minima[0])), 2)
    nullity = len(system.solutions.kernel.orders)
    print(
        f"{side:3} 2^{nullity} {found.weight} {found.count} {first:.1f} s, {second:.1f} s",
        flush=True,
    )
    return {
        "n": side, "nullity": nullity, "weight": found.weight, "minimum_solutions": found.count,
        "presses": f"{bits:x}", "by": "orbits",
    }  # fmt: skip


def agreed(buttons: int, counts: dict[int, int], rows: Any) -> None:
    """Hold the numbers of solutions of each weight against the words orthogonal to the kernel."""
    bits = len(rows)
    assert sum(counts.values()) == 1 << bits
    by_identity = [
        sum(many * krawtchouk(buttons, buttons - weight, size) for weight, many in counts.items())
        for size in range(WORDS + 1)
    ]
    assert not any(total % (1 << bits) for total in by_identity)
    words = [total >> bits for total in by_identity]
    assert min(words) >= 0
    assert words[5] >= buttons, "each light's row is a word"
    counted = small_words(pack(rows.T)[:, 0])
    assert words[: len(counted)] == counted, counted
    print(f"words of 0 to 5 buttons orthogonal to the quiet patterns: {words[:6]}")


def krawtchouk(n: int, v: int, w: int) -> int:
    """Return the coefficient of z^w in (1 - z)^v (1 + z)^(n - v)."""
    return sum((-1) ** i * comb(v, i) * comb(n - v, w - i) for i in range(w + 1))


def small_words(columns: Any) -> list[int]:
    """Return how many sets of 0 to 4 columns add up to nothing.

    Columns that are equal are taken together: ``many[u]`` of them are u.
    """
    different, many = np.unique(columns, return_counts=True)
    times = dict(zip(different.tolist(), many.tolist(), strict=True))
    zeros = times.get(0, 0)
    total = len(columns)
    # ordered choices of j columns, with repetition, that add up to 0: powers of a transform
    pairs: Counter[int] = Counter()
    values = np.array(list(times.values()), dtype=np.int64)
    for u, often in times.items():
        for word, size in zip(
            (different ^ np.uint64(u)).tolist(), (values * often).tolist(), strict=True
        ):
            pairs[word] += size
    two = pairs[0]
    three = sum(often * times.get(word, 0) for word, often in pairs.items())
    four = sum(often * often for often in pairs.values())
    # from choices with repetition to sets (MacWilliams and Sloane 1977, chapter 5)
    sets = [1, zeros, (two - total) // 2, (three - (3 * total - 2) * zeros) // 6]
    return [*sets, (four - (6 * total - 8) * two + 3 * total * total - 6 * total) // 24]


def main() -> None:
    """Solve the tori whose sides are asked for."""
    known = {e["n"]: e for e in json.loads(TORI.read_text(encoding="utf-8"))["boards"]}
    for side in map(int, sys.argv[1:]):
        known[side] = entry(side)
        write(TORI, ABOUT_TORI, known)


if __name__ == "__main__":
    main()
