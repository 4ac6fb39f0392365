"""Maximum-likelihood decoding: the most likely *class* of errors that flip the same observables.

The most likely error need not lie in the most likely class.  What a class weighs, the sum over all
errors x with H x = s and L x = l of the product of their probabilities, is found by a trellis:
errors are taken one after another, and a state holds the parities of those checks that have been
touched and will be again, and of the observables.  An error of probability p takes the weights w of
all states to (1 - p) w + p w', where w' are those of the states with its checks flipped; a check
that is not touched again is settled by the syndrome.

Errors are taken by detectors: repeatedly all errors of the detector that has fewest neighbours that
were not yet touched.  Time and memory grow by two for each open check: circuits of a surface code
d = 3 take 7 ms a syndrome, of d = 5 (2^25 states) they are refused.

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
"""Largest number of open checks and observables: three arrays of 128 MiB."""

MAX_WORK = 2**33
"""Largest number of weight updates with floats: some minutes."""

MAX_EXACT_WORK = 2**21
"""Largest number of updates with integers of thousands of bits: about 10 s."""

BLOCK = 2**16
"""Weights that one numpy operation works on: 512 KiB."""

TOO_SMALL = 2.0**-900
"""Probability below which losses by underflow could matter."""

LOST = Fraction(1, 2**950)


@dataclass(frozen=True, eq=False)
class ErrorClass:
    """The provably most likely class of errors for a syndrome.

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
    """(observables,) uint8, the observables that the class flips."""
    probability: float
    """Probability of the class, given the syndrome."""
    probability_error: float
    """Proved bound on the error of ``probability``."""
    ties: int
    """Number of classes with exactly this probability; this one is the first,
    comparing observable 0 first, 0 before 1.
    """


@dataclass(frozen=True)
class TrellisStep:
    """One error in a trellis: the bits that it flips in, appends to and removes from a state."""

    error: int
    """Number of the error."""
    opened: int
    """Number of bits appended to the state."""
    flipped: int
    """The flipped bits of the state, as a mask."""
    settled: tuple[tuple[int, int], ...]
    """(bit, check) of each check that ends here, highest bit first."""


class ErrorTrellis:
    """Trellis over the errors of a model, for any number of syndromes.

    Args:
        detectors: the detectors that each error flips.
        observables: the observables that each error flips.
        shape: numbers of detectors and observables.
        chances: (errors,) probabilities of the errors, 0 to 1.

    Raises:
        UsageError: When there are too many states.
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
        self._seen = Span(sum(1 << detector for detector in detectors[error]) for error in used)
        order = _closing(used, detectors)
        last = {detector: error for error in order for detector in detectors[error]}
        places = list[int]()  # for each bit of a state: a detector, or -1 - o for observable o
        self.work: int = 0
        self._steps = list[TrellisStep]()
        for error in order:
            touched = [*detectors[error], *(-1 - o for o in observables[error])]
            new = [one for one in touched if one not in places]
            places += new
            self.work += 1 << len(places)
            if len(places) > MAX_WIDTH or self.work > MAX_WORK:
                raise UsageError(
                    f"classes of errors need 2^{len(places)} states here, and {self.work} steps or "
                    f"more; 2^{MAX_WIDTH} and {MAX_WORK} are the most"
                )
            flipped = sum(1 << places.index(one) for one in touched)
            ended = [(places.index(d), d) for d in detectors[error] if last[d] == error]
            settled = tuple(sorted(ended, reverse=True))
            self._steps.append(TrellisStep(error, len(new), flipped, settled))
            places = [one for one in places if last.get(one) != error]
        self._places = [-1 - place for place in places]

    def likeliest(
        self, syndrome: NDArray[np.uint8], check: Callable[[], object] = lambda: None
    ) -> ErrorClass:
        """Return the most likely class of errors for a syndrome.

        Args:
            syndrome: (detectors,) of 0 and 1.
            check: called at each error; may raise.

        Raises:
            PuzzleError: When no errors explain the syndrome.
            LimitReached: When the best two classes are too close for floats, and exact
                integers take too long.
        """
        bits = int("".join(map(str, syndrome[::-1].tolist())) or "0", 2)
        if self._seen.reduced(bits):
            raise PuzzleError("no errors explain the syndrome")
        wanted = syndrome.tolist()
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
        """Run the trellis; return the weight of each final state, a set of flipped observables."""
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
        flipped[self._places] = [state >> place & 1 for place in range(len(self._places))]
        return flipped


def _closing(errors: list[int], detectors: Sequence[Sequence[int]]) -> list[int]:
    """Return the errors in a greedy order that keeps few detectors open at once."""
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
    """Return stay * weights + flip * (weights of the states with the ``flipped`` bits inverted)."""
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
