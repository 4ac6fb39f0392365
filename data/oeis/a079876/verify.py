"""Verify the last term of OEIS A079876: 2985984 positions of the Lights Out cube need 30 presses.

    python verify.py

It needs Python 3.11 or newer and b079876.txt, nothing else; exit code 0: verified.

The cube has 54 buttons; a button changes its light and the four next to it, also over the cube's
edges.  Two ways to press give the same position exactly when they differ by a quiet pattern, one
that changes no light; elimination finds 2^6 of them, so there are 2^48 positions.

Sort the buttons by which quiet patterns press them.  6 buttons are pressed by none; the others fall
into classes of 2 and of 4.  A class that some quiet patterns press is pressed by half of them, so
on average over the 64 ways to make a position half of each class is pressed:

    the mean is at most 6 + 48 / 2 = 30, so no position needs more than 30.

A position needs 30 only if the 6 are pressed and all its 64 ways have 30 presses.  It is so if each
class has exactly half of its buttons pressed.  It is so only then: write y for a quiet pattern and
d_u for the buttons of class u that are not pressed minus those that are.  The ways have
6 + (48 - S(y)) / 2 presses with S(y) the sum of d_u (-1)^(y at u) over the classes; these signs are
different characters of the group of quiet patterns, none of them constant, so they are independent,
and S = 0 everywhere only if all d_u = 0.  There are C(2,1)^12 C(4,2)^6 such ways, 64 a position.
"""

import sys
from collections import Counter
from math import comb, prod
from pathlib import Path

TERMS = Path(__file__).resolve().parent / "b079876.txt"


def changes():
    """Return what each button changes, as bits.

    A light is (x, y, z) with two of -2, 0, 2 and one of -3, 3, which says on which face it is.
    """
    lights = []
    for axis in range(3):
        for side in (-3, 3):
            for first in (-2, 0, 2):
                for second in (-2, 0, 2):
                    light = [first, second]
                    light.insert(axis, side)
                    lights.append(tuple(light))

    def beside(a, b):
        apart = sorted(abs(p - q) for p, q in zip(a, b, strict=True))
        return apart in ([0, 0, 2], [0, 1, 1])  # on one face; over an edge

    return [sum(1 << v for v, b in enumerate(lights) if a == b or beside(a, b)) for a in lights]


def quiet_basis(columns):
    """Return a basis of the ways to press that change no light."""
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
    return basis


def main():
    """Find the quiet patterns, sort the buttons, and count."""
    columns = changes()
    assert all(column.bit_count() == 5 for column in columns)
    basis = quiet_basis(columns)
    classes = Counter(tuple(p >> u & 1 for p in basis) for u in range(len(columns)))
    free = classes.pop((0,) * len(basis), 0)
    sizes = sorted(classes.values())
    assert all(size % 2 == 0 for size in sizes)
    most = free + sum(sizes) // 2
    count = prod(comb(size, size // 2) for size in sizes) >> len(basis)
    lines = [line.split() for line in TERMS.read_text(encoding="ascii").splitlines()]
    terms = {int(n): int(value) for n, value in lines}
    whole = 2 ** (len(columns) - len(basis))
    print(f"{len(columns)} buttons, 2^{len(basis)} quiet patterns, {whole} positions")
    print(f"{free} buttons in none; classes of {sizes}")
    print(f"no position needs more than {most}; {count} need as many")
    held = max(terms) == most and terms[most] == count and sum(terms.values()) == whole
    print(f"a({most}) = {count} and the sum of all terms: {'verified' if held else 'REFUTED'}")
    return not held


if __name__ == "__main__":
    sys.exit(main())
