"""Bivariate bicycle codes from their two polynomials: ``bb:12,6:x^3+y+y^2:y^3+x+x^2``.

Qubits are two blocks of l m places (i, j); x and y are the cyclic shifts of the two coordinates.
With matrices A = a(x, y) and B = b(x, y): HX = [A | B], HZ = [B^T | A^T], which commute because A
and B do.  Both shifts are symmetries, so two roots are enough for a search; and taking (i, j) of
one block to (-i, -j) of the other swaps the sides.
Bravyi, Cross, Gambetta, Maslov, Rall, Yoder, "High-threshold and low-overhead fault-tolerant
quantum memory", Nature 627 (2024).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from lo_exact.codes.code import Code, Rows, css_code
from lo_exact.errors import PuzzleError

PREFIX = "bb:"
MAX_QUBITS = 20_000

_TERM = re.compile(r"(?:1|(?:x(?:\^?(?P<x>\d{1,6}))?)?\*?(?:y(?:\^?(?P<y>\d{1,6}))?)?)", re.ASCII)

Terms = tuple[tuple[int, int], ...]


def bicycle_code(text: str) -> Code:
    """Return the code of ``bb:L,M:A:B``.

    Raises:
        PuzzleError: When the text does not parse: which part, and what was wanted.
    """
    parts = text.removeprefix(PREFIX).replace(" ", "").split(":")
    if len(parts) != 3:
        raise PuzzleError(
            f"a bicycle code is bb:L,M:A:B, like bb:12,6:x^3+y+y^2:y^3+x+x^2; got {text[:60]!r}"
        )
    sizes = re.fullmatch(r"(\d{1,5}),(\d{1,5})", parts[0], re.ASCII)
    if sizes is None or not int(sizes[1]) or not int(sizes[2]):
        raise PuzzleError(
            f"the sizes of a bicycle code are L,M, two numbers; got {parts[0][:40]!r}"
        )
    length, width = int(sizes[1]), int(sizes[2])
    if 2 * length * width > MAX_QUBITS:
        raise PuzzleError(
            f"a bicycle code has at most {MAX_QUBITS} qubits here, got {2 * length * width}"
        )
    a = _terms(parts[1], "A", length, width)
    b = _terms(parts[2], "B", length, width)
    half = length * width

    def place(i: int, j: int, block: int) -> int:
        return block * half + i % length * width + j % width

    def rows(first: Terms, second: Terms, sign: int) -> Rows:
        return tuple(
            tuple(
                sorted(
                    [place(i + sign * p, j + sign * q, 0) for p, q in first]
                    + [place(i + sign * p, j + sign * q, 1) for p, q in second]
                )
            )
            for i, j in product(range(length), range(width))
        )

    places = list(product(range(2), range(length), range(width)))
    shifts = (
        tuple(place(i + 1, j, block) for block, i, j in places),
        tuple(place(i, j + 1, block) for block, i, j in places),
    )
    swap = tuple(place(-i, -j, 1 - block) for block, i, j in places)
    return css_code(
        rows(a, b, 1), rows(b, a, -1), 2 * half, name=text, symmetries=shifts, swap=swap
    )


def _terms(text: str, name: str, length: int, width: int) -> Terms:
    """Return the exponents of a polynomial; equal terms cancel in pairs."""
    counted: Counter[tuple[int, int]] = Counter()
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if not term or match is None:
            raise PuzzleError(
                f"polynomial {name}: a term is 1, x^3, y^2 or x*y^2, got {term[:40]!r}"
            )
        x = 0 if "x" not in term else int(match["x"] or 1)
        y = 0 if "y" not in term else int(match["y"] or 1)
        counted[x % length, y % width] += 1
    return tuple(sorted(term for term, times in counted.items() if times % 2))
