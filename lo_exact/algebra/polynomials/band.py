"""Uniform boards as recurrences over rows of buttons, with division of rows by a unit.

`Band` is the recurrence.  The lights of row i depend on the rows i - b .. i + a of buttons, on row
i + j by a short polynomial C_j in the step to the side.  Where C_a is a unit, light row i
determines button row i + a.  So the first rows of buttons are the only unknowns, and the last rows
of lights the only conditions.  There are a of them with open ends, and a + b where the ends are
joined.

`Divide` divides rows by such a unit of the ring.  A unit of a single term is a factor and a
rotation.  With open sides a + b T is a band of three places, and its equation a power series
division.  There 1 / f is f(t) f(t^2) f(t^4) ... (Frobenius), one shift and sum a factor.  Otherwise
rows are multiplied by the inverse, n digits each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.polynomials.bit_ring import BitRing, Terms, from_terms, gcd, half_gcd
from lo_exact.algebra.uniform_matrix import Uniform


class Divide:
    """Division of rows by a unit of the ring; created by `Divide.by`."""

    def __init__(self, ring: BitRing, terms: Terms):
        self.ring = ring
        self.terms = terms

    @classmethod
    def by(cls, ring: BitRing, terms: Terms) -> Divide | None:
        """Return the division by a sparse polynomial, or None if the polynomial is not a unit."""
        if not terms:
            return None
        made = cls(ring, terms)
        if made.is_term:
            return made
        return made if gcd(ring.modulus, ring.mod(from_terms(terms))) == 1 else None

    @property
    def is_term(self) -> bool:
        """Return whether the unit and its inverse are both single terms."""
        return len(self.terms) == 1 and (self.ring.joined or 0 in self.terms)

    @cached_property
    def inverse(self) -> Terms:
        """Sparse inverse of the unit; read it only if `is_term` is true."""
        (power,) = self.terms
        return {-power % self.ring.width if self.ring.joined else 0}

    @cached_property
    def element(self) -> int:
        """The inverse of the unit, as a polynomial mod P."""
        ring = self.ring
        divisor, factor = half_gcd(ring.mod(from_terms(self.terms)), ring.modulus)
        assert divisor == 1
        return ring.mod(factor)

    def power(self, exponent: int) -> int:
        """Return a power of the unit's inverse, as a polynomial mod P."""
        return self.ring.power(self.element, exponent)

    def __call__(self, row: int) -> int:
        """Return the row divided by the unit."""
        ring = self.ring
        if self.is_term:
            return row if self.terms == {0} else ring.act(row, self.inverse)
        if ring.joined:
            return ring.row(ring.mul(ring.element(row), self.element))
        return self._by_bits(row)

    def _by_bits(self, row: int) -> int:
        """Return x with x[i-1] + u x[i] + x[i+1] = row[i]; u is the unit's constant term.

        The factor of T is 1, or a single term would have been given.
        """
        size = self.ring.width + 1
        found = self._bits_over_f(row << 1, size)
        if found >> (size - 1):
            found ^= self._ones
        return found & ((1 << (size - 1)) - 1)

    @cached_property
    def _ones(self) -> int:
        return self._bits_over_f(1, self.ring.width + 1)

    def _bits_over_f(self, row: int, size: int) -> int:
        mask = (1 << size) - 1
        step = 1
        while step < size:
            shifted = row ^ row << 2 * step
            row = (shifted ^ row << step if 0 in self.terms else shifted) & mask
            step *= 2
        return row


MAX_UNKNOWN_ROWS = 4
"""Rows of unknowns that are eliminated in the ring; boards with more take another way."""


@dataclass(frozen=True, eq=False)
class Band:
    """Recurrence that computes each row of buttons of a uniform board from earlier rows."""

    ring: BitRing
    """Ring that acts on rows."""
    rows: int
    """Number of rows m."""
    closed: bool
    """Whether the first and the last row are joined."""
    ahead: int
    """Largest step a of a press to later rows."""
    behind: int
    """Largest step b of a press to earlier rows."""
    coefficients: Mapping[int, Terms]
    """Coefficients {j: C_j} of the recurrence, -b <= j <= a."""

    @cached_property
    def small(self) -> bool:
        """Return whether the board is so small that every row of buttons is an unknown."""
        return self.rows <= (self.ahead + self.behind if self.closed else self.ahead)

    @cached_property
    def unknown(self) -> int:
        """Number of unknown rows of buttons, equal to the number of conditions."""
        if self.small:
            return self.rows
        return self.ahead + self.behind if self.closed else self.ahead

    @cached_property
    def settling(self) -> range:
        """Rows of lights whose equations each determine one further row of buttons."""
        if self.small:
            return range(0)
        return range(self.behind if self.closed else 0, self.rows - self.ahead)

    @cached_property
    def left(self) -> list[int]:
        """Rows of lights whose equations remain as conditions on the unknown rows of buttons."""
        if self.small:
            return list(range(self.rows))
        wrapped = range(self.behind if self.closed else 0)
        return [*range(self.rows - self.ahead, self.rows), *wrapped]

    def rows_acting_on(self, light_row: int) -> list[tuple[int, Terms]]:
        """Return (row of buttons, polynomial) pairs for all rows that act on one row of lights."""
        out = []
        for j, terms in self.coefficients.items():
            row = light_row + j
            if self.closed:
                out.append((row % self.rows, terms))
            elif 0 <= row < self.rows:
                out.append((row, terms))
        return out

    @cached_property
    def divide(self) -> Divide | None:
        """Division of rows by the leading coefficient C_a, or None if it is not a unit."""
        return Divide.by(self.ring, self.coefficients.get(self.ahead, set()))

    @cached_property
    def transposed(self) -> Band:
        """Recurrence for y with y A = 0; its row i is row left[-1] - i of y, mod the row count."""
        turned = {j: self.ring.transposed(terms) for j, terms in self.coefficients.items()}
        return Band(self.ring, self.rows, self.closed, self.ahead, self.behind, turned)

    def chase(self, first: Sequence[int], syndrome: Sequence[int] | None) -> list[int]:
        """Return all rows of buttons, computed from the unknown first rows.

        Args:
            first: the unknown rows.
            syndrome: the wanted rows of lights; None for zeros.
        """
        return list(self.chased(first, syndrome))

    def chased(self, first: Sequence[int], syndrome: Sequence[int] | None) -> Iterator[int]:
        """Yield all rows of buttons, computed from the first ones; store only the last few rows.

        Args:
            first: the unknown rows.
            syndrome: the wanted rows of lights, read once from the first to the last;
                None for zeros.
        """
        lower = [(j, terms) for j, terms in self.coefficients.items() if j < self.ahead]
        act = self.ring.act
        size = self.ahead + self.behind + 1
        held = [0] * size  # row r is stored at index r mod size
        for row, value in enumerate(first):
            held[row % size] = value
            yield value
        for i in self.settling:
            total = 0 if syndrome is None else syndrome[i]
            for j, terms in lower:
                if i + j >= 0:
                    total ^= act(held[(i + j) % size], terms)
            assert self.divide is not None
            value = held[(i + self.ahead) % size] = self.divide(total)
            yield value
            if not i & 255:
                tick()

    def residual(self, first: Sequence[int], syndrome: Sequence[int] | None) -> list[int]:
        """Return, in the rows `left`, the syndrome minus the lights that the chased presses change.

        Args:
            first: the unknown rows.
            syndrome: the wanted rows of lights; None for zeros.
        """
        ring = self.ring
        last = deque(enumerate(self.chased(first, syndrome)), maxlen=self.ahead + self.behind)
        rows = dict(enumerate(first)) | dict(last)
        out = []
        for i in self.left:
            total = 0 if syndrome is None else syndrome[i]
            for row, terms in self.rows_acting_on(i):
                total ^= ring.act(rows[row], terms)
            out.append(total)
        return out

    def conditions(self) -> list[list[int]]:
        """Return the matrix M over the ring that maps the unknown rows to the rows `left`.

        Where C_a is no single term, rows are kept multiplied by its powers, so that all factors
        stay short until the last rows are divided.
        """
        columns = [self._condition_column(q) for q in range(self.unknown)]
        return [list(row) for row in zip(*columns, strict=True)]

    def _condition_column(self, unknown: int) -> list[int]:
        ring, a = self.ring, self.ahead
        lower = {j: terms for j, terms in self.coefficients.items() if j < a}
        scaled = self.divide is not None and not self.divide.is_term
        rows = [0] * self.unknown
        rows[unknown] = 1
        if scaled:
            unit: Terms = self.coefficients[a]
            powers: list[Terms] = [{0}]
            for _ in range(a + self.behind):
                powers.append(ring.product(powers[-1], unit))
            lower = {j: ring.product(terms, powers[a - 1 - j]) for j, terms in lower.items()}
            rows[unknown] = ring.times(1, powers[unknown])
        elif self.divide is not None:
            lower = {j: ring.product(terms, self.divide.inverse) for j, terms in lower.items()}
        # The recurrence computes each row from the last few, and only those are kept in memory,
        # even on a board of 10^5 rows.
        for i in self.settling:
            total = 0
            for j, terms in lower.items():
                if i + j >= 0:
                    total ^= ring.times(rows[i + j], terms)
            rows.append(total)
            done = i - self.behind - 1
            if done >= self.unknown:
                rows[done] = 0
            if not i & 255:
                tick()
        column = []
        for i in self.left:
            total = 0
            for row, terms in self.rows_acting_on(i):
                value = rows[row]
                if scaled:
                    assert self.divide is not None
                    value = ring.mul(value, self.divide.power(row))
                total ^= ring.times(value, terms)
            column.append(total)
        return column


def make_band(board: Uniform) -> Band | None:
    """Return the recurrence of a uniform board mod 2, or None if it has none."""
    ring = BitRing(board.columns, joined=board.columns_joined)
    short: dict[int, Terms] = {}
    for down, line in _row_amounts(board).items():
        terms = _terms(line, ring)
        if terms is None:
            return None
        short[-down] = terms
    if not short:
        return None
    ahead, behind = max(0, *short), max(0, *(-j for j in short))
    band = Band(ring, board.rows, board.rows_joined, ahead, behind, short)
    if band.small and board.rows_joined:
        short = {}
        for down, line in board.amounts.items():
            terms = _terms(line, ring)
            assert terms is not None
            short[-down % board.rows] = terms
        band = Band(ring, board.rows, True, ahead, behind, short)
    if band.unknown > MAX_UNKNOWN_ROWS or (not band.small and band.divide is None):
        return None
    return band


def _row_amounts(board: Uniform) -> dict[int, dict[int, int]]:
    """Return a board's stencil as {row step: {column step: amount}}, with row steps as given."""
    if not board.rows_joined:
        return board.amounts
    found: dict[int, dict[int, int]] = {}
    for down in {row for row, _, _ in board.steps}:
        part = tuple((0, c, amount) for r, c, amount in board.steps if r == down)
        line = Uniform(1, board.columns, board.modulus, part, False, board.columns_joined)
        if amounts := line.amounts:
            found[down] = amounts[0]
    return found


def _terms(line: Mapping[int, int], ring: BitRing) -> Terms | None:
    """Return a stencil row as a polynomial; None if that is impossible on open sides."""
    if ring.joined:
        return {-step % ring.width for step in line}
    # on open sides, a row must be a + b T, where T is the sum of the steps to the left and right
    if any(abs(step) > 1 for step in line) or line.get(1, 0) != line.get(-1, 0):
        return None
    return {power for power in (0, 1) if power in line}
