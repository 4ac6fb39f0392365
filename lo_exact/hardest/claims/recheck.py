"""The evidence about two-colour hardest boards, checked again in plain Python.

Shares nothing with what made it: no numpy, no elimination of ours, no vectorised search; integers
and lists only.  From the activation matrix alone it finds the quiet patterns and the classes, goes
through all solutions of the example board, and repeats every refutation branch by branch.  Slow on
purpose: some hundred thousand points a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Bounds = list[int]


def kernel_masks(columns: Sequence[int]) -> list[int]:
    """Return a basis of the quiet patterns as bit masks over buttons.

    Args:
        columns: for each button, the lights it changes as a bit mask.
    """
    reduced: dict[int, tuple[int, int]] = {}
    quiet = []
    for button, column in enumerate(columns):
        presses = 1 << button
        while column:
            top = column.bit_length()
            if top not in reduced:
                reduced[top] = column, presses
                break
            column ^= reduced[top][0]
            presses ^= reduced[top][1]
        else:
            quiet.append(presses)
    return quiet


def changed(columns: Sequence[int], presses: int) -> int:
    """Return the lights that presses change, as a bit mask."""
    lights = 0
    for button, column in enumerate(columns):
        if presses >> button & 1:
            lights ^= column
    return lights


def is_basis(columns: Sequence[int], patterns: Sequence[int]) -> bool:
    """Say whether these patterns are quiet, independent, and as many as there can be."""
    if any(changed(columns, pattern) for pattern in patterns):
        return False
    independent = not kernel_masks(patterns)
    return independent and len(patterns) == len(kernel_masks(columns))


def least_weight(columns: Sequence[int], presses: int) -> int:
    """Return the least number of presses that does what ``presses`` does, among all that do."""
    return minima(columns, presses)[0]


def minima(columns: Sequence[int], presses: int) -> tuple[int, int]:
    """Return `least_weight`, and in how many ways it is reached."""
    quiet = kernel_masks(columns)
    best, ways = presses.bit_count(), 1
    for number in range(1, 1 << len(quiet)):
        presses ^= quiet[(number & -number).bit_length() - 1]  # Gray code: one pattern at a time
        weight = presses.bit_count()
        if weight < best:
            best, ways = weight, 0
        ways += weight == best
    return best, ways


def board_counts(columns: Sequence[int]) -> list[int]:
    """Return how many sums of columns need 0, 1, 2, ... of them: the histogram of all boards.

    The sums are numbered by their coordinates in a basis, and a set of them is one whole number
    with a bit for each: so adding a column to all of a set is a few shifts.

    Args:
        columns: bit masks of rank r; 2^r bits are held some times over.
    """
    pivots: dict[int, tuple[int, int]] = {}  # highest bit: basis vector with it, its coordinate
    numbered = []
    for column in columns:
        coordinates, rest = 0, column
        while rest and (highest := rest.bit_length()) in pivots:
            vector, number = pivots[highest]
            rest, coordinates = rest ^ vector, coordinates ^ 1 << number
        if rest:
            coordinates ^= 1 << len(pivots)
            pivots[rest.bit_length()] = rest, len(pivots)
        numbered.append(coordinates)
    size = 1 << len(pivots)
    low = []
    for k in range(len(pivots)):
        mask, width = (1 << (1 << k)) - 1, 2 << k
        while width < size:
            mask, width = mask | mask << width, 2 * width
        low.append(mask)
    unseen, here, counts = (1 << size) - 2, 1, [1]
    while unseen:
        reached = 0
        for coordinates in numbered:
            moved = here
            for k, mask in enumerate(low):
                if coordinates >> k & 1:
                    moved = (moved & mask) << (1 << k) | moved >> (1 << k) & mask
            reached |= moved
        here = reached & unseen
        unseen ^= here
        counts.append(here.bit_count())
    return counts


def class_sizes(columns: Sequence[int], basis: Sequence[int] | None = None) -> dict[int, int]:
    """Return the number of buttons by class; class 0 are the buttons in no quiet pattern.

    A class is the set of basis patterns its buttons are in, as a bit mask.

    Args:
        columns: for each button, the lights it changes as a bit mask.
        basis: of the quiet patterns (`is_basis`); one of its own when None.
    """
    quiet = kernel_masks(columns) if basis is None else basis
    sizes: dict[int, int] = {}
    for button in range(len(columns)):
        name = sum((pattern >> button & 1) << i for i, pattern in enumerate(quiet))
        sizes[name] = sizes.get(name, 0) + 1
    return sizes


def peak_is_refuted(sizes: dict[int, int], basis: Sequence[int], depth: int, peak: int) -> bool:
    """Say whether no signed counts of the classes have all their sums at most ``peak``.

    Args:
        sizes: buttons by class, without class 0.
        basis: independent vectors that span the classes.
        depth: how many of them to use.
        peak: D.
    """
    columns = [0]
    bound = peak
    # the sums over ever smaller subspaces have known parities, so the bound steps down
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
    """Count the buttons (mod 2 is what matters) of classes in the span."""
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
    for other in reduced:
        if vector >> (other.bit_length() - 1) & 1:
            vector ^= other
    return vector


class _Search:
    """One branch after the other.

    Args:
        odd: for each position, whether its d are odd.
        most: for each position, the largest d.
    """

    def __init__(self, odd: list[int], most: list[int]):
        self._odd, self._most = odd, most

    def block(
        self, a: int, j: int, lo: Bounds, hi: Bounds, loose: bool
    ) -> Iterator[tuple[Bounds, bool]]:
        """Yield (sums, whether the sign is still free) of positions a .. a + 2^j - 1."""
        size = 1 << j
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
    return x + (x - odd) % 2


def _down(x: int, odd: int) -> int:
    return x - (x - odd) % 2
