"""Verify OEIS A079873: how many 5 x 5 Lights Out positions need n presses.

    python verify.py

It needs Python 3.11 or newer and b079873.txt, nothing else; exit code 0: all terms verified.

There are 2^25 ways to press.  Two of them give the same position exactly when they differ by a
quiet pattern, one that changes no light; elimination finds that there are four quiet patterns, so
each position is made in four ways and there are 2^23 positions.  What a position needs is the least
of its four ways.  Sort the buttons by which quiet patterns press them.  With t of m buttons of a
class pressed, a quiet pattern that presses the class leaves m - t.  So the weights of the four ways
depend on the numbers t alone, and each choice of them is counted with its binomials; a position is
counted four times, once for each way.
"""

import sys
import time
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path

SIDE = 5
TERMS = Path(__file__).resolve().parent / "b079873.txt"


def changes():
    """Return what each button changes, as bits."""
    every = range(SIDE * SIDE)
    return [
        sum(1 << v for v in every if abs(u // SIDE - v // SIDE) + abs(u % SIDE - v % SIDE) <= 1)
        for u in every
    ]


def quiet_patterns(columns):
    """Return all ways to press that change no light."""
    reduced, basis = {}, []
    for button, lights in enumerate(columns):
        presses = 1 << button
        while lights and lights.bit_length() in reduced:
            other, its_presses = reduced[lights.bit_length()]
            lights, presses = lights ^ other, presses ^ its_presses
        if lights:
            reduced[lights.bit_length()] = lights, presses
        else:
            basis.append(presses)
    patterns = [0]
    for presses in basis:
        patterns += [presses ^ other for other in patterns]
    return patterns


def histogram(columns):
    """Return the number of positions by the presses they need."""
    patterns = quiet_patterns(columns)
    kinds = Counter(tuple(p >> u & 1 for p in patterns) for u in range(len(columns)))
    found = Counter()
    for pressed in product(*(range(size + 1) for size in kinds.values())):
        ways = 1
        weights = [0] * len(patterns)
        for t, (kind, size) in zip(pressed, kinds.items(), strict=True):
            ways *= comb(size, t)
            weights = [w + (size - t if flip else t) for w, flip in zip(weights, kind, strict=True)]
        found[min(weights)] += ways
    return {weight: count // len(patterns) for weight, count in sorted(found.items())}


def main():
    """Compare the terms with the histogram."""
    started = time.process_time()
    found = histogram(changes())
    lines = [line.split() for line in TERMS.read_text(encoding="ascii").splitlines()]
    terms = {int(n): int(value) for n, value in lines}
    for n in sorted(terms | found):
        same = terms.get(n) == found.get(n)
        print(f"a({n}) = {found.get(n)} {'verified' if same else f'REFUTED: {terms.get(n)}'}")
    print(f"sum {sum(found.values())} = 2^23; {time.process_time() - started:.2f} s of CPU")
    return terms != found


if __name__ == "__main__":
    sys.exit(main())
