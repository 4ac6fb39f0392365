"""One side of a code: its checks, nontrivial words and symmetries.

Proves: that a word satisfies every check and is no sum of trivial words; that a permutation takes
the lightest words of a side to lightest words of the same or of another side.
Does not prove: how light such a word is at least; that is the part "code_search".
Trusts: Python's integers, as rows of bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lo_exact.certificate.checker_parts.reading import items, number
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_COLUMNS = 20_000
"""Bits or qubits."""

MAX_ONES = 2**20
"""Ones of all rows of a side."""

MAX_ROWS = 2**19
"""Rows of a kind, empty ones too."""

MAX_STEPS = 10**10
"""Entries read or changed in total, at about 50 ns each: ten minutes."""

DIGITS = 2**10
"""Bits of a row that cost as much as one entry."""


class Work:
    """Counter of the steps that checking a certificate takes."""

    def __init__(self) -> None:
        self.steps: int = 0

    def spend(self, steps: int) -> None:
        """Count steps before they are taken; refuse the certificate if they exceed the limit."""
        self.steps += steps
        bounded(self.steps <= MAX_STEPS, f"judging this takes more than {MAX_STEPS} steps")


def columns_of(value: Any, name: str, size: int) -> list[int]:
    """Parse a list of different columns below ``size``, ascending."""
    found = [number(column, name, 0, size - 1) for column in items(value, name)]
    require(found == sorted(set(found)), f"{name} must be different columns, ascending")
    return found


def rows_of(value: Any, name: str, size: int) -> list[list[int]]:
    """Parse rows, each a list of columns."""
    bounded(len(items(value, name)) <= MAX_ROWS, f"{name} has more than {MAX_ROWS} rows")
    rows = [columns_of(row, f"a row of {name}", size) for row in value]
    bounded(sum(map(len, rows)) <= MAX_ONES, f"{name} has more than {MAX_ONES} ones")
    return rows


def row_bits(columns: Iterable[int]) -> int:
    """Return the integer with the given bits set."""
    return sum(1 << column for column in columns)


class Span:
    """Span of rows of bits over GF(2), in echelon form."""

    def __init__(self, work: Work, rows: Iterable[int] = ()):
        self.rows: dict[int, int] = {}
        self.work: Work = work
        for row in rows:
            self.add(row)

    def rest(self, row: int) -> int:
        """Return a row reduced by the span; 0 if the row is in the span."""
        while row and row.bit_length() in self.rows:
            self.work.spend(8 + row.bit_length() // DIGITS)
            row ^= self.rows[row.bit_length()]
        return row

    def add(self, row: int) -> bool:
        """Add a row; return whether it was outside the span."""
        rest = self.rest(row)
        if rest:
            self.rows[rest.bit_length()] = rest
        return bool(rest)

    def orthogonal(self, size: int) -> Iterator[int]:
        """Yield a basis of the rows orthogonal to the span."""
        pivots, row_steps = dict(self.rows), 4 + size // DIGITS
        for top in sorted(pivots):  # reduce: clear each pivot bit in all other rows
            self.work.spend(2 * len(pivots) * row_steps)
            for other in pivots:
                if other != top and pivots[other] >> (top - 1) & 1:
                    pivots[other] ^= pivots[top]
        for column in range(size):
            if column + 1 not in pivots:
                self.work.spend((len(pivots) + size) * row_steps)
                yield (1 << column) | row_bits(
                    top - 1 for top, row in pivots.items() if row >> column & 1
                )


class CodeSide:
    """One side of a code: its checks, the words that satisfy them, and its trivial words.

    With observables a word matters when it is odd on one of them; otherwise when it is no sum of
    trivial words, which without trivial words means that it is not empty.
    """

    def __init__(
        self,
        work: Work,
        size: int,
        checks: list[list[int]],
        trivial: list[list[int]],
        observables: list[list[int]] | None = None,
    ):
        self.work: Work = work
        self.size: int = size
        self.row_steps: int = 4 + size // DIGITS  # steps counted for an operation on a row of bits
        ones = sum(map(len, checks)) + sum(map(len, trivial))
        work.spend(ones * self.row_steps)
        self.checks_of = [[] for _ in range(size)]  # type: list[list[int]]
        for name, row in enumerate(checks):
            for column in row:
                self.checks_of[column].append(name)
        self.checks: list[list[int]] = checks
        self.trivial: list[list[int]] = trivial
        self.observables = observables
        self.span: Span = Span(work, map(row_bits, checks))
        self.trivial_span: Span = Span(work, map(row_bits, self.trivial))
        for row in self.trivial:
            require(self.is_even(row), "a trivial word is odd on a check")
        if observables is None:
            self.labels: list[int] = self._labels()
            return
        self.labels = [0] * size
        for number_of, row in enumerate(observables):
            work.spend(len(row) * (1 + len(observables) // DIGITS))
            for column in row:
                self.labels[column] |= 1 << number_of
        for row in self.trivial:
            work.spend(len(row) * (1 + len(observables) // DIGITS))
            require(not self.label_of(row), "a trivial word is odd on an observable")

    def is_even(self, word: list[int]) -> bool:
        """Return whether a word shares an even number of columns with every check."""
        odd = set[int]()
        for column in word:
            self.work.spend(1 + len(self.checks_of[column]))
            odd.symmetric_difference_update(self.checks_of[column])
        return not odd

    def label_of(self, word: list[int]) -> int:
        """Return the values of all functionals on a word, one bit each."""
        label = 0
        for column in word:
            label ^= self.labels[column]
        return label

    def _labels(self) -> list[int]:
        """Return for each column the values of all functionals on it, one bit each.

        The functionals are all words that are even on the trivial ones, modulo sums of checks: a
        word that is even on every check is a sum of trivial words just if all are even on it.
        """
        labels = [0] * self.size
        if not self.trivial:  # each column is a functional: all nonempty words are nontrivial
            return [1 << column for column in range(self.size)]
        known = Span(self.work, self.span.rows.values())
        number_of = 0
        for word in self.trivial_span.orthogonal(self.size):
            if known.add(word):
                for place in range(self.size):
                    if word >> place & 1:
                        labels[place] |= 1 << number_of
                number_of += 1
        return labels

    def step(self) -> int:
        """Return 1, 2 or 4, a divisor of the weight of every word.

        It is 2 if a sum of checks has all columns.  It is 4 if besides each word of a basis is a
        sum of checks, so that two words share an even number of columns, and has a number that 4
        divides: the sum of two has what both have, less twice what they share.
        """
        if self.span.rest((1 << self.size) - 1):
            return 1
        words = self.span.orthogonal(self.size)
        return 2 if any(word.bit_count() % 4 or self.span.rest(word) for word in words) else 4

    def judge_word(self, word: list[int]) -> None:
        """Reject a word that violates a check or is trivial."""
        require(self.is_even(word), "the word is odd on a check")
        require(bool(self.label_of(word)), "the word does not matter")

    def judge_symmetry(self, permutation: list[int], other: CodeSide) -> None:
        """Reject a permutation that does not map this side's words to the other side's."""
        require(self.observables is None, "symmetries are not for codes with observables")
        require(sorted(permutation) == list(range(self.size)), "a symmetry is no permutation")
        pairs = ((self.checks, other.span), (self.trivial, other.trivial_span))
        for rows, span in pairs:
            moved = Span(self.work)
            for row in rows:
                self.work.spend((1 + len(row)) * self.row_steps)
                image = row_bits(permutation[column] for column in row)
                require(not span.rest(image), "a symmetry takes a row to no sum of rows")
                moved.add(image)
            require(len(moved.rows) == len(span.rows), "a symmetry does not fill the other side")

    def orbits(self, permutations: list[list[int]]) -> list[list[int]]:
        """Return the orbits of columns under permutations, sorted by least column.

        Images are enough: a column that goes to another comes back after some steps.
        """
        seen = set[int]()
        orbits = []
        for first in range(self.size):
            if first in seen:
                continue
            orbit = {first: None}
            for column in (reached := [first]):  # the list grows during the loop
                new = dict.fromkeys(p[column] for p in permutations if p[column] not in orbit)
                orbit |= new
                reached += new
            seen.update(orbit)  # `seen |= orbit.keys()` would copy all of seen each time
            orbits.append(sorted(orbit))
        return orbits
