"""Maximum-likelihood decoding: the most likely *class* of errors that flip the same observables.

The most likely error need not lie in the most likely class.  What a class weighs, the sum over all
errors x with H x = s and L x = l of the product of their probabilities, is found by a trellis:
errors are taken one after another, and a state holds the parities of those checks that have been
touched and will be again, and of the observables.  An error of probability p takes the weights w of
all states to (1 - p) w + p w', where w' are those of the states with its checks flipped; a check
that is not touched again is settled by the syndrome.

Checks may be added up first.  In *trellis-oriented* form no two begin at the same error and no two
end at the same one, and then no choice of checks has fewer open ones anywhere: at most as many as
the rank, and at most as many as the nullity (Kschischang and Sorokine 1995; Muder 1988).  Several
orders of the errors are tried.  Time and memory grow by two for each open check: circuits of a
surface code d = 3 take 7 ms a syndrome, of d = 5 (2^25 states) they are refused.

No float decides.  Every weight is a sum of products of numbers >= 0.  So n errors change it by a
factor between (1 - u)^(3 n) and (1 + u)^(3 n), u = 2^-53, and by less than 2^-950 where numbers
become too small.  Where the best two are nearer than that, everything is done again with whole
numbers of any length.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import Span
from lo_exact.errors import LimitReached, PuzzleError, UsageError

MAX_WIDTH = 24
"""Open checks and observables: 128 MiB for the weights, and as much again twice."""

MAX_WORK = 2**33
"""Weights that change, all errors together: some minutes."""

MAX_EXACT_WORK = 2**21
"""The same with whole numbers of thousands of bits: some 10 s."""

BLOCK = 2**16

TOO_SMALL = 2.0**-900
"""Below it, what is lost to numbers that are too small might count."""

LOST = Fraction(1, 2**950)


@dataclass(frozen=True, eq=False)
class ErrorClass:
    """The proved most likely class of errors for a syndrome.

    Example:
        >>> import lo_exact
        >>> decoder = lo_exact.Decoder.from_check_matrix(
        ...     [[1, 1, 1]], probabilities=[0.2, 0.15, 0.15], observables=[[0, 1, 1]]
        ... )
        >>> found = decoder.most_likely_class([1])
        >>> found.observables.tolist(), round(found.probability, 3), found.ties
        ([1], 0.578, 1)
    """

    observables: NDArray[np.uint8]
    """(observables,) uint8, what its errors flip."""
    probability: float
    """Of the class, given the syndrome."""
    probability_error: float
    """Proved: the probability is at most so much off."""
    ties: int
    """Classes that have exactly this probability, this one among them; it is the first of them,
    observable 0 being looked at first, 0 before 1.
    """


@dataclass(frozen=True)
class TrellisStep:
    """One error in a trellis: the bits of a state that it flips, and the bits added and removed."""

    error: int
    """Its number."""
    opened: int
    """Places that are added at the end."""
    flipped: int
    """a bit for each place."""
    settled: tuple[tuple[int, int], ...]
    """(place, check) of checks that end here, from the last place down."""


class ErrorTrellis:
    """Trellis over the errors of a model, for any number of syndromes.

    Args:
        detectors: of each error, the detectors it flips.
        observables: of each error, the observables it flips.
        shape: how many detectors and observables there are.
        chances: (errors,) their probabilities, 0 to 1.

    Raises:
        UsageError: When there are too many states in every order that is tried.
    """

    def __init__(
        self,
        detectors: Sequence[Sequence[int]],
        observables: Sequence[Sequence[int]],
        shape: tuple[int, int],
        chances: NDArray[np.float64],
    ):
        self._shape = shape
        self._chances: list[float] = chances.tolist()
        used = [
            error
            for error, chance in enumerate(self._chances)
            if chance > 0 and (detectors[error] or observables[error])
        ]
        tried = [
            _Order(order, detectors, observables, shape[0]) for order in _orders(used, detectors)
        ]
        best = min(tried, key=lambda order: order.work)
        self.width: int = best.width
        self.work: int = best.work
        if best.width > MAX_WIDTH or best.work > MAX_WORK:
            raise UsageError(
                f"classes of errors need 2^{best.width} states here, and {best.work} steps; "
                f"2^{MAX_WIDTH} and {MAX_WORK} are the most"
            )
        self._steps, self._sums, self._relations = best.steps()
        self._places = best.last

    def likeliest(
        self, syndrome: NDArray[np.uint8], check: Callable[[], object] = lambda: None
    ) -> ErrorClass:
        """Return the most likely class of errors for a syndrome.

        Args:
            syndrome: (detectors,) of 0 and 1.
            check: called at each error; it may raise.

        Raises:
            PuzzleError: When no errors explain the syndrome.
            LimitReached: When the best two classes are too near for floats and too long for whole
                numbers.
        """
        bits = int("".join(map(str, syndrome[::-1].tolist())) or "0", 2)
        if any((mask & bits).bit_count() & 1 for mask in self._relations):
            raise PuzzleError("no errors explain the syndrome")
        wanted = [(mask & bits).bit_count() & 1 for mask in self._sums]
        weights = self._walk(np.ones(1), wanted, lambda p: (1 - p, p), check)
        size = weights.size
        order = np.argsort(-weights, kind="stable")[:2]
        best = Fraction(float(weights[order[0]]))
        second = Fraction(float(weights[order[1]])) if size > 1 else Fraction(0)
        total, off = float(weights.sum()), Fraction(len(self._steps) + size, 2**50)
        apart = (best - LOST) * (1 - off) > (second + LOST) * (1 + off)
        if total > TOO_SMALL and (apart or size == 1):
            near = float(weights[order[0]]) / total
            return ErrorClass(self._observables(int(order[0])), near, 4 * float(off), 1)
        if self.work * max(1, len(self._steps) // 64) > MAX_EXACT_WORK:
            raise LimitReached(
                "the two most likely classes are nearer to each other than floats can tell, and "
                "too many states for whole numbers"
            )
        whole = self._walk(np.ones(1, dtype=object), wanted, _parts, check).tolist()
        if not any(whole):
            raise PuzzleError("no errors explain the syndrome")
        most = max(whole)
        alike = [self._observables(k) for k, weight in enumerate(whole) if weight == most]
        first = min(alike, key=lambda flipped: flipped.tolist())
        return ErrorClass(first, float(Fraction(most, sum(whole))), 2.0**-52, len(alike))

    def _walk(
        self,
        weights: NDArray[Any],
        wanted: list[int],
        parts: Callable[[float], tuple[Any, Any]],
        check: Callable[[], object],
    ) -> NDArray[Any]:
        """Return the weight of each final state, which is a set of flipped observables."""
        for step in self._steps:
            check()
            grown = weights.size << step.opened
            if step.opened:
                nothing = np.zeros(grown - weights.size, dtype=weights.dtype)
                weights = np.concatenate([weights, nothing])
            stay, flip = parts(self._chances[step.error])
            weights = _added(weights, stay, flip, step.flipped)
            for place, row in step.settled:
                weights = weights.reshape(-1, 2, 1 << place)[:, wanted[row]].reshape(-1)
        return weights

    def _observables(self, state: int) -> NDArray[np.uint8]:
        flipped = np.zeros(self._shape[1], dtype=np.uint8)
        for place, observable in enumerate(self._places):
            flipped[observable] = state >> place & 1
        return flipped


class _Order:
    """An order of the errors, with the checks in trellis-oriented form.

    Attributes:
        width: open checks and observables at most.
        work: weights that change, all errors together.
        last: the observables that are flipped by any error, by their places at the end.
    """

    def __init__(
        self,
        order: list[int],
        detectors: Sequence[Sequence[int]],
        observables: Sequence[Sequence[int]],
        checks: int,
    ):
        self._order, self._observables, self._checks = order, observables, checks
        size = len(order)
        rows = [0] * checks
        for position, error in enumerate(order):
            for detector in detectors[error]:
                rows[detector] ^= 1 << (size - 1 - position)  # the first error is the highest bit
        span = Span(tag_bits=checks)
        self._relations = []
        for check, row in enumerate(rows):
            rest = span.add(row << checks | 1 << check)
            if rest.bit_length() <= checks:
                self._relations.append(rest)
        self._rows = _distinct_ends(list(span.rows.values()), checks)
        opened = [0] * (size + 1)
        for row in self._rows:
            opened[size - (row >> checks).bit_length()] += 1
            opened[_end(row, checks, size) + 1] -= 1
        touched: set[int] = set()
        self.last: list[int] = []
        self.width = self.work = width = 0
        for position, error in enumerate(order):
            new = sorted(set(observables[error]) - touched)
            touched.update(new)
            self.last += new
            width += opened[position] + len(new)
            self.width = max(self.width, width)
            self.work += 1 << min(width, 60)

    def steps(self) -> tuple[list[TrellisStep], list[int], list[int]]:
        """Return the steps, the checks that make up each sum, and the empty sums of checks."""
        size, checks = len(self._order), self._checks
        begins: dict[int, int] = {}
        ends: dict[int, int] = {}
        for k, row in enumerate(self._rows):
            begins[size - (row >> checks).bit_length()] = k
            ends[_end(row, checks, size)] = k
        places: list[int] = []  # a sum of checks, or -1 - an observable
        made = []
        for position, error in enumerate(self._order):
            before = len(places)
            if position in begins:
                places.append(begins[position])
            places += [-1 - o for o in sorted(self._observables[error]) if -1 - o not in places]
            bit = 1 << (checks + size - 1 - position)
            flipped = 0
            for place, what in enumerate(places):
                if what >= 0:
                    inside = bool(self._rows[what] & bit)
                else:
                    inside = -1 - what in self._observables[error]
                flipped |= inside << place
            settled: tuple[tuple[int, int], ...] = ()
            opened = len(places) - before
            if position in ends:
                place = places.index(ends[position])
                settled = ((place, ends[position]),)
                del places[place]
            made.append(TrellisStep(error, opened, flipped, settled))
        every = (1 << checks) - 1
        return made, [row & every for row in self._rows], self._relations


def _end(row: int, checks: int, size: int) -> int:
    """Return the position of the last error of a row."""
    errors = row >> checks
    return size - (errors & -errors).bit_length()


def _distinct_ends(rows: list[int], checks: int) -> list[int]:
    """Add rows with a common end to each other, until all rows end at different errors."""
    by_end: dict[int, int] = {}
    waiting = rows
    while waiting:
        row = waiting.pop()
        while True:
            errors = row >> checks
            end = errors & -errors
            other = by_end.get(end)
            if other is None:
                by_end[end] = row
                break
            # the earlier row is the larger number; adding both makes it end earlier
            by_end[end] = min(row, other)
            row ^= other
    return list(by_end.values())


def _orders(errors: list[int], detectors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return several orders of the errors, which can give narrow trellises."""
    first = {e: min(detectors[e], default=-1) for e in errors}
    last = {e: max(detectors[e], default=-1) for e in errors}
    middle = {e: sum(detectors[e]) / max(1, len(detectors[e])) for e in errors}
    found = [
        errors,
        sorted(errors, key=lambda e: (first[e], last[e])),
        sorted(errors, key=lambda e: (last[e], first[e])),
        sorted(errors, key=lambda e: (middle[e], first[e])),
    ]
    return [*found, _closing(errors, detectors)]


def _closing(errors: list[int], detectors: Sequence[Sequence[int]]) -> list[int]:
    """Return a greedy order: repeatedly all errors of the detector with fewest new neighbours."""
    by_detector: dict[int, list[int]] = {}
    for error in errors:
        for detector in detectors[error]:
            by_detector.setdefault(detector, []).append(error)
    around = {d: {x for e in some for x in detectors[e]} for d, some in by_detector.items()}
    left, opened = dict.fromkeys(by_detector), set[int]()
    order = dict.fromkeys(error for error in errors if not detectors[error])
    while left:
        near = [d for d in left if d in opened] or list(left)
        detector = min(near, key=lambda d: len(around[d] - opened))
        opened |= around[detector]
        del left[detector]
        order.update(dict.fromkeys(by_detector[detector]))
    return list(order)


def _added(weights: NDArray[Any], stay: Any, flip: Any, flipped: int) -> NDArray[Any]:
    """Return stay * w + flip * w', where w' is w at the states with the flipped bits."""
    size = min(weights.size, BLOCK)
    inside = np.arange(size) ^ (flipped & (size - 1))
    blocks = weights.reshape(-1, size)
    found = np.empty_like(blocks)
    for k in range(len(blocks)):
        found[k] = stay * blocks[k] + flip * blocks[k ^ flipped // size][inside]
    return found.reshape(-1)


def _parts(chance: float) -> tuple[int, int]:
    exact = Fraction(chance)
    return exact.denominator - exact.numerator, exact.numerator
