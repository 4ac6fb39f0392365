"""Upper bounds on minima of two-colour boards: proofs that no Walsh spectrum has a peak <= D.

A board of least presses has d_u more unpressed than pressed buttons in each class u, and
S(y) = sum d_u (-1)^<u, y> is 0 or more for every y (no quiet pattern saves a press).  If no d has
all S(y) <= D, no board needs more than free + (L - D - 1) // 2 presses, where L counts the buttons
that are in quiet patterns, and the others are free.

Proves: that no d has all S(y) <= D, by going through all d that are left, one half of the classes
after the other (docs/explain/hardest.md, "Exhaustive search").  Some hundred thousand points a
second.
Does not prove: that a d exists where none is refuted.
Trusts: Python's integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lo_exact.certificate.checker_parts.verdict import bounded

MAX_DEPTH = 20
"""One refutation uses at most 2^MAX_DEPTH classes."""

MAX_POINTS = 10**9
"""List entries that one refutation creates."""

Bounds = list[int]


def peak_is_refuted(sizes: dict[int, int], basis: Sequence[int], depth: int, peak: int) -> bool:
    """Return whether a search proves that every board's spectrum has a value above ``peak``.

    Args:
        sizes: buttons by class, without class 0.
        basis: independent vectors that span the classes.
        depth: number of them to use.
        peak: D.
    """
    bounded(depth <= MAX_DEPTH, f"more than 2^{MAX_DEPTH} classes in one refutation")
    columns = [0]
    bound = peak
    # a subspace's sum has the parity of its number of buttons: round the bound down to that parity
    members = [_inside(sizes, basis[:level]) for level in range(len(basis), depth - 1, -1)]
    for count in members:
        bound -= (bound - count) % 2
    for vector in basis[:depth]:
        columns += [vector ^ other for other in columns]
    most = [
        min(sizes.get(column, 0), peak - (peak - sizes.get(column, 0)) % 2) for column in columns
    ]
    if min(most) < 0:
        return True
    total = sum(most)
    search = _Search([sizes.get(column, 0) % 2 for column in columns], most)
    start = [-total] * len(columns), [min(bound, total)] * len(columns)
    return next(search.block(0, depth, *start, True), None) is None


def _inside(sizes: dict[int, int], basis: Sequence[int]) -> int:
    """Count the buttons whose class is in the span of a basis; callers need only the parity."""
    span = {0}
    if len(basis) <= 16:
        for vector in basis:
            span |= {vector ^ other for other in span}
        return sum(count for column, count in sizes.items() if column in span)
    reduced: list[int] = []
    for vector in basis:
        reduced.append(_rest(vector, reduced))
    return sum(count for column, count in sizes.items() if not _rest(column, reduced))


def _rest(vector: int, reduced: Sequence[int]) -> int:
    """Return a vector reduced over GF(2) by vectors with distinct highest bits."""
    for other in reduced:
        if vector >> (other.bit_length() - 1) & 1:
            vector ^= other
    return vector


class _Search:
    """Depth-first search for signed counts d, one per class, with all sums S(y) within bounds.

    Args:
        odd: whether the d of each position are odd.
        most: largest d of each position.
    """

    def __init__(self, odd: list[int], most: list[int]):
        self._odd, self._most = odd, most
        self._points = 0

    def block(
        self, a: int, j: int, lo: Bounds, hi: Bounds, loose: bool
    ) -> Iterator[tuple[Bounds, bool]]:
        """Yield possible sums at positions a .. a + 2^j - 1, and whether d's sign is still free.

        A function between two bounds is p + q on one half and p - q on the other, so p lies between
        the means of the bounds, and given p, q lies between what is left.  Until a d is not 0, its
        sign may be chosen: d and -d at one position are translations of each other.
        """
        size = 1 << j
        self._points += size
        bounded(self._points <= MAX_POINTS, f"more than {MAX_POINTS} points in one refutation")
        reach = sum(self._most[a : a + size])
        odd = sum(self._odd[a : a + size]) % 2
        low = [_up(max(x, -reach), odd) for x in lo]
        high = [_down(min(x, reach), odd) for x in hi]
        if any(x > y for x, y in zip(low, high, strict=True)):
            return
        if reach == 0:
            yield [0] * size, loose
        elif j == 0:
            for d in range(low[0], high[0] + 1, 2):
                if d >= 0 or not loose:
                    yield [d], loose and d == 0
        else:
            yield from self._halves(a, size // 2, j, low, high, loose)

    def _halves(
        self, a: int, half: int, j: int, lo: Bounds, hi: Bounds, loose: bool
    ) -> Iterator[tuple[Bounds, bool]]:
        other = sum(self._most[a + half : a + 2 * half])
        pairs = [(lo[z], lo[z + half], hi[z], hi[z + half]) for z in range(half)]
        p_lo = [max(-(-(x + y) // 2), max(x, y) - other) for x, y, _, _ in pairs]
        p_hi = [min((x + y) // 2, min(x, y) + other) for _, _, x, y in pairs]
        for p, free in self.block(a, j - 1, p_lo, p_hi, loose):
            q_lo = [max(w - s, s - z) for (w, _, _, z), s in zip(pairs, p, strict=True)]
            q_hi = [min(y - s, s - x) for (_, x, y, _), s in zip(pairs, p, strict=True)]
            start = True if a == 0 else free
            for q, after in self.block(a + half, j - 1, q_lo, q_hi, start):
                sums = [s + t for s, t in zip(p, q, strict=True)]
                yield sums + [s - t for s, t in zip(p, q, strict=True)], after


def _up(x: int, odd: int) -> int:
    """Return the least number >= x of the given parity."""
    return x + (x - odd) % 2


def _down(x: int, odd: int) -> int:
    """Return the largest number <= x of the given parity."""
    return x - (x - odd) % 2
