"""Class counting: histogram of minima, by enumerating weight profiles of classes, not boards.

The minimum of a coset depends on the profiles of its classes alone.  So the histogram is a sum over
profile vectors of the number of ways to press them, divided by the number of quiet patterns.  (Each
coset is counted once for each of its elements.)  `CountingPlan` does this, with two savings:

- *Translations*: pressing a quiet pattern rotates profiles.  For classes whose shifts can be chosen
  independently of each other (a basis), only the least of each profile's rotations is kept, and
  counted once for each rotation.
- *Halves*: the classes are split in two.  For every quiet pattern the weights of all profile
  vectors of each half are computed once.  A pair of vectors then costs one addition and one
  comparison a pattern, in the narrowest unsigned integers.

Costs about ``vectors * patterns * 0.1 ns`` on one core.  Counts are exact: ways are added up in
limbs of `_LIMB` bits, whose float64 sums stay below 2^53.

`counting_work` makes pieces of long work of it, and `added` puts them together.  A *part* of the
work is one profile vector of the first half with all of the second.  The result of a range of parts
depends on the puzzle alone.  So the total depends neither on how the parts are cut nor on which
process counts them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import DisagreementError
from lo_exact.hardest_boards.census import Census, take_census
from lo_exact.hardest_boards.classes import Profile, shift_table
from lo_exact.outcome import Watch
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.runners.collect import collect
from lo_exact.runners.work import HERE, Order, Record, Where, Work

SECONDS_PER_STEP = 1.2e-10
"""Measured seconds for one quiet pattern of one profile vector, on one core."""

MAX_WORDS = 2**16
"""Kernel elements: with more, classes are not counted, and no translations are looked for."""

_BLOCK = 2**18
"""Weights of the second half: its profile vectors times the quiet patterns."""

_LIMB = 24
"""Bits of a limb: sums of `_BLOCK` numbers of 24 bits are below 2^42, so float64 holds them
exactly."""


@dataclass(frozen=True)
class FoundMinima:
    """Result of counting some parts: press vectors by their coset's least weight, an example."""

    terms: dict[int, int]
    """Number of press vectors of class buttons, by their coset's minimum over the classes."""
    hardest: int
    """The largest minimum, -1 for an empty range."""
    example: tuple[int, int]
    """(part, number in the second half) of the first profile vector with the largest minimum."""


@dataclass(frozen=True, eq=False)
class _Choices:
    """Weight profiles that the enumeration visits for one class of equivalent buttons."""

    numbers: tuple[int, ...]
    """Numbers of these profiles among all profiles of the class."""
    ways: tuple[int, ...]
    """Number of press vectors that each represents."""


@dataclass(frozen=True, eq=False)
class CountingPlan:
    """A division of the classes into two halves and of the enumeration into independent parts."""

    census: Census
    """Data of the puzzle and its classes."""
    choices: tuple[_Choices, ...]
    """Profiles to visit, for each class."""
    first: tuple[int, ...]
    """Classes of the first half; a part is one choice for each class, the last changing fastest."""
    second: tuple[int, ...]
    """Classes of the second half."""

    @cached_property
    def parts(self) -> int:
        """The number of independent parts of the enumeration."""
        return prod(len(self.choices[u].numbers) for u in self.first)

    @cached_property
    def part_size(self) -> int:
        """The number of profile vectors (one weight profile for each class) in each part."""
        return prod(len(self.choices[u].numbers) for u in self.second)

    @property
    def seconds(self) -> float:
        """Expected seconds on one core; ``inf`` if too large for a float."""
        try:
            per_part = self.part_size * (self.census.words * SECONDS_PER_STEP + 4e-9)
            return self.parts * (per_part + 2e-5)
        except OverflowError:
            return inf

    @cached_property
    def _profile_rows(self) -> list[NDArray[np.int64]]:
        """Weights of the profiles of each class: an array (quiet patterns, profiles) per class."""
        census = self.census
        numbers = np.arange(census.words, dtype=np.int64)
        shifts = shift_table(census.classes, census.kernel.orders, numbers)
        rows = []
        for u, chosen in enumerate(self.choices):
            vectors = np.array(census.profiles[u].vectors, dtype=np.int64)[list(chosen.numbers)]
            rows.append(vectors[:, shifts[u]].T.copy())
        return rows

    @cached_property
    def _dtype(self) -> Any:
        """The narrowest unsigned integer type that holds the total weight of all classes."""
        most = sum(max(map(max, listed.vectors)) for listed in self.census.profiles)
        for name in ("uint8", "uint16", "uint32"):
            if most <= np.iinfo(name).max:
                return np.dtype(name)
        return np.dtype(np.int64)

    @cached_property
    def _second_half(self) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """Weights of the second half's profile vectors, and the number of ways to press each.

        Their shapes are (words, vectors) and (limbs, vectors).
        """
        weights = np.zeros((self.census.words, 1), dtype=self._dtype)
        ways = [1]
        for u in self.second:
            rows = self._profile_rows[u].astype(self._dtype)
            weights = (weights[:, :, None] + rows[:, None, :]).reshape(weights.shape[0], -1)
            ways = [a * b for a in ways for b in self.choices[u].ways]
        limbs = max(1, -(-max(ways).bit_length() // _LIMB))
        table = [[w >> (_LIMB * i) & (2**_LIMB - 1) for w in ways] for i in range(limbs)]
        return weights, np.array(table, dtype=np.float64)

    def _digits(self, part: int) -> list[int]:
        """Return, for each class of the first half, the index of its weight profile in a part."""
        digits = []
        for u in reversed(self.first):
            part, digit = divmod(part, len(self.choices[u].numbers))
            digits.append(digit)
        return digits[::-1]

    def run(
        self, low: int, high: int, check: Callable[[int], None] = lambda done: None
    ) -> FoundMinima:
        """Count press vectors in parts ``low`` to ``high - 1`` by the least weight in their coset.

        Args:
            low: first part.
            high: one past the last.
            check: called now and then with the number of parts done; may raise.
        """
        weights, limbs = self._second_half
        tally = _MinimaTally()
        hardest, example = -1, (-1, -1)
        block = np.empty_like(weights)
        first = _FirstHalf(self)
        for part in range(low, high):
            if (part - low) % 64 == 0:
                check(part - low)
            column, ways = first.part(self._digits(part))
            np.add(weights, column, out=block)
            minima = block.min(axis=0)
            top = int(minima.max())
            if top > hardest:
                hardest, example = top, (part, int(minima.argmax()))
            tally.add(ways, [np.bincount(minima, weights=limb) for limb in limbs])
        return FoundMinima(tally.terms(), hardest, example)

    def chosen(self, part: int, number: int) -> list[int]:
        """Return, for each class, the index of its weight profile in the given profile vector.

        Args:
            part: the part.
            number: in the second half.
        """
        profile = [0] * len(self.choices)
        for u, digit in zip(self.first, self._digits(part), strict=True):
            profile[u] = self.choices[u].numbers[digit]
        for u in reversed(self.second):
            number, digit = divmod(number, len(self.choices[u].numbers))
            profile[u] = self.choices[u].numbers[digit]
        return profile


class _FirstHalf:
    """Cached sums of weights over the first half's classes, updated from the first change on."""

    def __init__(self, plan: CountingPlan):
        self._rows = [plan._profile_rows[u].astype(plan._dtype) for u in plan.first]
        self._ways = [plan.choices[u].ways for u in plan.first]
        self._digits = [-1] * len(plan.first)
        column = np.zeros((plan.census.words, 1), dtype=plan._dtype)
        self._columns = [column] + [column.copy() for _ in plan.first]
        self._products = [1] * (len(plan.first) + 1)

    def part(self, digits: list[int]) -> tuple[NDArray[Any], int]:
        """Return the sum of the profiles with the given digits, and the product of their counts."""
        same = True
        for i, digit in enumerate(digits):
            same = same and digit == self._digits[i]
            if same:
                continue
            self._digits[i] = digit
            np.add(self._columns[i], self._rows[i][:, digit, None], out=self._columns[i + 1])
            self._products[i + 1] = self._products[i] * self._ways[i][digit]
        return self._columns[-1], self._products[-1]


class _MinimaTally:
    """Exact number of press vectors by the least weight in their coset, summed over parts.

    Sums of one part are below 2^42 (`_LIMB` bits times `_BLOCK` vectors), so some ten thousand of
    them fit int64 before they are moved to Python's integers.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, list[NDArray[np.int64]]] = {}
        self._added = 0
        self._terms: dict[int, int] = {}

    def add(self, ways: int, limbs: list[NDArray[Any]]) -> None:
        """Add the counts of one part to the sums.

        Args:
            ways: factor of all counts.
            limbs: integer counts by minimum, for each limb.
        """
        sums = self._waiting.setdefault(ways, [np.zeros(0, dtype=np.int64)] * len(limbs))
        for i, found in enumerate(limbs):
            if found.size > sums[i].size:
                sums[i] = np.append(sums[i], np.zeros(found.size - sums[i].size, dtype=np.int64))
            sums[i][: found.size] += found.astype(np.int64)
        self._added += 1
        if self._added >= 2**14:
            self._move()

    def _move(self) -> None:
        for ways, limbs in self._waiting.items():
            for i, sums in enumerate(limbs):
                for weight in np.flatnonzero(sums).tolist():
                    count = (int(sums[weight]) << (_LIMB * i)) * ways
                    self._terms[weight] = self._terms.get(weight, 0) + count
        self._waiting, self._added = {}, 0

    def terms(self) -> dict[int, int]:
        """Return {least weight in the coset: number of press vectors}, weights ascending."""
        self._move()
        return dict(sorted(self._terms.items()))


def plan_counting(census: Census) -> CountingPlan:
    """Plan class counting: choose independent classes, list profiles, split the classes in two.

    Raises:
        LimitReached: When a class has too many profiles.
    """
    basis = _independent(census)
    choices = tuple(
        _least_rotations(census.profiles[u].vectors, census.profiles[u].ways)
        if u in basis
        else _Choices(tuple(range(len(listed.ways))), listed.ways)
        for u, listed in enumerate(census.profiles)
    )
    second: list[int] = []
    size = 1
    for u in sorted(range(len(choices)), key=lambda u: len(choices[u].numbers)):
        if size * len(choices[u].numbers) * census.words > _BLOCK:
            break
        second.append(u)
        size *= len(choices[u].numbers)
    first = tuple(u for u in range(len(choices)) if u not in second)
    return CountingPlan(census, choices, first, tuple(second))


def _independent(census: Census) -> set[int]:
    """Choose classes with independent shifts, preferring classes with many profiles.

    A class is taken when the shifts of the chosen classes, as one map from the quiet patterns,
    still reach every combination; the size of the image is found by counting it.
    """
    chosen: list[int] = []
    if census.words > MAX_WORDS:
        return set()
    numbers = np.arange(census.words, dtype=np.int64)
    shifts = shift_table(census.classes, census.kernel.orders, numbers)
    name = np.zeros(census.words, dtype=np.int64)
    combinations = 1
    order = sorted(
        range(len(census.classes)),
        key=lambda u: (-len(census.profiles[u].ways) * census.classes[u].order, u),
    )
    for u in order:
        bigger = combinations * census.classes[u].order
        if bigger > census.words:
            continue
        joined = name * census.classes[u].order + shifts[u]
        if np.unique(joined).size == bigger:
            chosen.append(u)
            name, combinations = joined, bigger
    return set(chosen)


def _least_rotations(vectors: tuple[Profile, ...], ways: tuple[int, ...]) -> _Choices:
    """Keep one of the weight profiles equal up to rotation, with the ways to press any of them."""
    numbers, total = [], []
    for number, (vector, count) in enumerate(zip(vectors, ways, strict=True)):
        rotations = {vector[s:] + vector[:s] for s in range(len(vector))}
        if vector == min(rotations):
            numbers.append(number)
            total.append(count * len(rotations))
    return _Choices(tuple(numbers), tuple(total))


def count_all(plan: CountingPlan, watch: Watch, where: Where = HERE) -> FoundMinima:
    """Count all press vectors by the least weight in their coset, and check the total.

    Args:
        plan: the plan.
        watch: time limit; receives the number of finished parts.
        where: processes, and storage of pieces.

    Raises:
        LimitReached: At the time limit; finished pieces stay in the ledger.
        DisagreementError: When the counts do not sum to the number of press vectors.
    """
    return checked_counting(plan, added(collect(counting_work(plan), where, watch)))


def counting_work(plan: CountingPlan) -> Work:
    """Return the task of class counting, in parts that can be stopped and resumed."""
    puzzle = plan.census.puzzle
    order = Order(
        "class counting", f"{__name__}:prepared_counting", f"{__name__}:counted",
        {"puzzle": question_sha256(puzzle)}, puzzle, "parts", plan.parts,
    )  # fmt: skip
    return Work(order, plan.seconds, ready=plan)


def prepared_counting(puzzle: Puzzle) -> CountingPlan:
    """Build the counting plan of a puzzle inside a worker process."""
    return plan_counting(take_census(puzzle))


def counted(
    plan: CountingPlan, low: int, high: int, given: None, check: Callable[[int], None]
) -> dict[str, Any]:
    """Count a range of parts; return a record with counts as text, because they can be long."""
    found = plan.run(low, high, check)
    return {
        "terms": [[weight, str(count)] for weight, count in found.terms.items()],
        "hardest": found.hardest,
        "example": list(found.example),
    }


def added(records: Iterable[Record]) -> FoundMinima:
    """Add up the records of ranges, in order; keep the first example with the largest minimum."""
    terms: dict[int, int] = {}
    hardest, example = -1, (-1, -1)
    for record in records:
        for weight, count in record.result["terms"]:
            terms[weight] = terms.get(weight, 0) + int(count)
        if record.result["hardest"] > hardest:
            part, number = record.result["example"]
            hardest, example = record.result["hardest"], (part, number)
    return FoundMinima(dict(sorted(terms.items())), hardest, example)


def checked_counting(plan: CountingPlan, found: FoundMinima) -> FoundMinima:
    """Return the counts if every press vector was counted exactly once, otherwise raise.

    Raises:
        DisagreementError: When the counts do not sum to the number of press vectors.
    """
    total = sum(found.terms.values())
    if total != plan.census.class_presses:
        raise DisagreementError(
            f"class counting met {total} press vectors, not {plan.census.class_presses}: "
            "please report this"
        )
    return found


def question_sha256(puzzle: Puzzle) -> str:
    """Return a hash of the puzzle without state and target, which do not affect histograms."""
    blank = np.zeros(puzzle.lights, dtype=np.int64)
    target = np.where(puzzle.target == ANY, ANY, 0)
    return replace(puzzle, state=blank, target=target).sha256
