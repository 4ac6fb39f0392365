"""Cheap patterns: all solutions of small weight on a window, which is a set of unknowns.

Proves: that all solutions of A x = s which weigh at most t on a window were met, each once.
A window is visited so: the unknowns outside are eliminated, which must determine all of them; the
equations that are left are the checks of the window.  The first unknowns of a pattern of weight p,
until they weigh p - t // 2 or more, are L, the others, U, weigh t // 2 at most; all U are listed by
their sum in the checks, all that may be L are gone through.  So each pattern is met once.
Does not prove: anything where such patterns are too many (MAX_TRIED, MAX_PATTERNS).
Trusts: A, s and the prices that it is given; no kernel is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_TRIED = 2**28
"""Pairs and set insertions, times 1 + bits / 2048 (a minute)."""

MAX_PATTERNS = 2**20
"""Parts of patterns listed or waiting (0.5 GB)."""

MAX_PATTERN_BITS = 2**32
"""Bits of the sums of these parts (0.5 GB)."""


class CheapPatterns:
    """Enumerator of the solutions with small weight on a window; vectors are packed into integers.

    Args:
        c: number of colours.
        columns: (light, amount) pairs that each unknown adds.
        need: s, {light: amount}.
        prices: weight of one press of each unknown.
        per_button: whether a pressed unknown weighs its price once.
    """

    def __init__(
        self,
        c: int,
        columns: list[list[tuple[int, int]]],
        need: dict[int, int],
        prices: list[int],
        *,
        per_button: bool,
    ):
        self._colours, self._columns, self._need = c, columns, need
        self._prices, self._per_button, self._size = prices, per_button, len(columns)
        # a field holds the sum of two numbers below c without a carry
        self._width = 1 if c == 2 else (c - 1).bit_length() + 1
        bits = self._width * (self._size + len(need) + 1)
        presses = self._size * (c - 1)
        fits = presses <= MAX_PATTERNS and presses * bits <= MAX_PATTERN_BITS
        bounded(fits, "the sums of presses are beyond this checker's bound")
        self._steps, self._each = 0, 1 + bits // 2048
        self._most = min(MAX_PATTERNS, MAX_PATTERN_BITS // bits)
        ones = ((1 << bits) - 1) // ((1 << self._width) - 1)
        half = 1 << self._width - 1  # the highest bit: 1 after adding to_c if the field was >= c
        self._high, self._to_c = ones * half, ones * (half - c)

    def _spend(self, steps: int, listed: int = 0) -> None:
        self._steps += steps * self._each
        fits = self._steps <= MAX_TRIED and listed <= self._most
        bounded(fits, "the patterns of the windows are beyond this checker's bound")

    def _added(self, x: int, y: int) -> int:
        """Return the sum of two packed vectors, mod c in each field."""
        if self._colours == 2:
            return x ^ y
        x += y
        return x - ((x + self._to_c & self._high) >> self._width - 1) * self._colours

    def _times(self, x: int) -> list[int]:
        """Return the multiples 0, x, 2 x, .., (c - 1) x of a packed vector."""
        found = [0]
        while len(found) < self._colours:
            found.append(self._added(found[-1], x))
        return found

    def scales(self, unknowns: list[int]) -> list[tuple[int, int]]:
        """Return (amount, bit mask) pairs; `weight` adds an amount for each 1 within its mask."""
        digits = 1 if self._per_button else (self._colours - 1).bit_length()
        bits = [
            (1 << bit + digit, 1 << j * self._width + digit)
            for j in unknowns
            for bit in range(self._prices[j].bit_length())
            for digit in range(digits)
            if self._prices[j] >> bit & 1
        ]
        return [(weight, sum(b for w, b in bits if w == weight)) for weight in {w for w, _ in bits}]

    def weight(self, x: int, scales: list[tuple[int, int]]) -> int:
        """Return the weight of a packed solution on the unknowns for which ``scales`` was made."""
        marks = x
        for shift in range(1, self._width if self._per_button else 1):
            marks |= x >> shift  # the lowest bit of a field becomes 1 if the field is not 0
        return sum(weight * (marks & bits).bit_count() for weight, bits in scales)

    def _eliminated(self, window: list[int]) -> list[int]:
        """Express outer unknowns and checks by window unknowns; return constants and factors."""
        c, size = self._colours, self._size
        rows = {light: [0] * size + [amount] for light, amount in self._need.items()}
        for j, column in enumerate(self._columns):
            for light, amount in column:
                rows[light][j] = amount
        checks, settled = list(rows.values()), list[tuple[int, list[int]]]()
        for j in sorted(set(range(size)) - set(window)):
            self._spend(1 + len(rows) * size // 8)
            pivot = next((row for row in checks if gcd(row[j], c) == 1), None)
            require(pivot is not None, "a window does not determine the other unknowns")
            unit = [pow((pivot or [])[j], -1, c) * v % c for v in pivot or []]
            settled += [(-1, row) for row in checks if row is not pivot]
            settled = [
                (i, [(a - row[j] * b) % c for a, b in zip(row, unit, strict=True)])
                for i, row in settled
            ]
            checks = [row for i, row in settled if i < 0]
            settled = [(i, row) for i, row in settled if i >= 0] + [(j, unit)]
        # outer unknown: right side - window terms; check: window terms - right side, must be 0
        placed = [(i, 1, row) for i, row in settled]
        placed += [(size + i, -1, row) for i, row in enumerate(checks)]
        return [
            sum(
                (sign * (row[j] if j == size else -row[j]) % c) << i * self._width
                for i, sign, row in placed
            )
            + (0 if j == size else 1 << j * self._width)
            for j in [size, *window]
        ]

    def met(self, window: list[int], level: int) -> Iterator[int]:
        """Yield every solution of weight at most ``level`` on the window, each exactly once."""
        start, *adds = self._eliminated(window)
        size, listed, c = len(window), level // 2, self._colours
        checks = -1 << self._size * self._width
        moves = [
            [
                (self._prices[j] * (1 if self._per_button else v), word)
                for v, word in enumerate(self._times(x))
                if v
            ]
            for j, x in zip(window, adds, strict=True)
        ]
        # check sum needed from the lower half -> upper halves (first unknown, weight, sum)
        upper: dict[int, list[tuple[int, int, int]]] = {}
        waiting, held = [(size, 0, 0)], 0
        while waiting:
            first, weight, word = waiting.pop()
            missing = self._times(word)[-1] & checks
            upper.setdefault(missing, []).append((first, weight, word))
            waiting += [
                (j, weight + cost, self._added(word, more))
                for j in range(first)
                for cost, more in moves[j]
                if weight + cost <= listed
            ]
            held += 1
            self._spend((1 + first) * c, held + len(waiting))
        for bucket in upper.values():
            bucket.sort(reverse=True)
        halves = [(-1, 0, start, -1)]  # lower: (last unknown u, weight, sum, weight without u)
        while halves:
            last, weight, word, before = halves.pop()
            tried = 1
            for first, rest, other in upper.get(word & checks, ()):
                if first <= last:
                    break
                tried, whole = tried + 1, weight + rest
                if whole <= level and (before < 0 or before < whole - listed):
                    yield self._added(word, other)
            if weight < level - listed:
                halves += [
                    (j, weight + cost, self._added(word, more), weight)
                    for j in range(last + 1, size)
                    for cost, more in moves[j]
                    if cost <= level - weight
                ]
                tried += (size - last) * c
            self._spend(tried, held + len(halves))
