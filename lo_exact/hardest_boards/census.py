"""Data for all searches for hardest boards: system, quiet patterns, button classes, board count.

`take_census` collects them (`Census`).  Boards are the syndromes that can be solved: as many as
press vectors divided by quiet patterns.  Where they are few,
`lo_exact.hardest_boards.least_weights` makes the table of all minima.  Here `table_seconds` is the
cost of that table, and `presses_of_entry` gives presses that belong to one of its entries.

`press_weights` and `polynomial_product` work on numbers of ways to press buttons by weight, as
polynomials with exact coefficients.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, prod

import numpy as np

from lo_exact.algebra import IntArray, Kernel, Unsolvable, eliminate, from_dense, solve_linear
from lo_exact.errors import LimitReached
from lo_exact.hardest_boards.classes import ButtonClass, Profiles, button_classes
from lo_exact.hardest_boards.least_weights import MAX_SYNDROMES, MAX_WEIGHT, LeastWeights
from lo_exact.puzzle import Puzzle, System

MAX_TERMS = 2**22
"""Different weights in a histogram."""

Terms = dict[int, int]
"""Number of ways by weight, without zeros."""


def press_weights(prices: Iterable[int], colours: int, per_button: bool) -> Terms:
    """Return the number of ways to press the buttons, by total weight: {weight: ways}.

    The free buttons of a puzzle multiply its histogram by such a polynomial, a button of price p by
    ``1 + q^p + ... + q^((c - 1) p)``.  Equal buttons are one power, computed inside one big integer
    (Kronecker substitution), so 1600 buttons cost milliseconds.

    Args:
        prices: price of each button.
        colours: c.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When there would be more than `MAX_TERMS` weights.
    """
    total: Terms = {0: 1}
    for price, count in Counter(prices).items():
        if price == 0:
            total = {weight: ways * colours**count for weight, ways in total.items()}
            continue
        if (1 if per_button else colours - 1) * count + 1 > MAX_TERMS:
            raise LimitReached(f"a histogram of more than {MAX_TERMS} weights is refused")
        single = [1, colours - 1] if per_button else [1] * colours
        power = _power(single, count)
        total = polynomial_product(total, {i * price: ways for i, ways in enumerate(power) if ways})
    return total


def polynomial_product(left: Mapping[int, int], right: Mapping[int, int]) -> Terms:
    """Return the product of two polynomials given as {exponent: coefficient}.

    Raises:
        LimitReached: When it could have more than `MAX_TERMS` terms.
    """
    if len(left) * len(right) > MAX_TERMS and _span(left) + _span(right) > MAX_TERMS:
        raise LimitReached(f"a histogram of more than {MAX_TERMS} weights is refused")
    product: Terms = {}
    for a, ways_a in left.items():
        for b, ways_b in right.items():
            product[a + b] = product.get(a + b, 0) + ways_a * ways_b
    return product


def _span(terms: Mapping[int, int]) -> int:
    return max(terms) - min(terms) + 1


def _power(coefficients: list[int], exponent: int) -> list[int]:
    """Return the coefficients of a power of a polynomial, lowest degree first."""
    room = (sum(coefficients) ** exponent).bit_length() // 8 + 1
    packed = sum(value << (8 * room * i) for i, value in enumerate(coefficients))
    degree = (len(coefficients) - 1) * exponent
    data = (packed**exponent).to_bytes(room * (degree + 1), "little")
    return [int.from_bytes(data[room * i : room * (i + 1)], "little") for i in range(degree + 1)]


@dataclass(frozen=True, eq=False)
class Census:
    """A puzzle with its quiet patterns, and its buttons grouped into classes (`ButtonClass`)."""

    puzzle: Puzzle
    """The puzzle; its state is ignored."""
    system: System
    """Linear system of the puzzle, without its state."""
    kernel: Kernel
    """Quiet patterns of the puzzle."""
    classes: tuple[ButtonClass, ...]
    """Classes of the buttons in quiet patterns."""
    free: tuple[int, ...]
    """Buttons in no quiet pattern."""

    @cached_property
    def boards(self) -> int:
        """Number of solvable boards."""
        return int(self.system.colours**self.system.unknowns) // self.words

    @property
    def words(self) -> int:
        """Number of quiet patterns, including the empty one."""
        return self.kernel.size

    @cached_property
    def profiles(self) -> tuple[Profiles, ...]:
        """All profiles of each class: tuples of its weight after each shift by a quiet pattern."""
        return tuple(one.profiles() for one in self.classes)

    @cached_property
    def free_weight(self) -> int:
        """The largest possible weight on the free buttons, which are in no quiet pattern."""
        most = 1 if self.system.per_button else self.system.colours - 1
        return most * sum(int(self.system.prices[button]) for button in self.free)

    @cached_property
    def free_terms(self) -> Terms:
        """Number of ways to press the free buttons, by weight."""
        prices = [int(self.system.prices[button]) for button in self.free]
        return press_weights(prices, self.system.colours, self.system.per_button)

    @cached_property
    def free_ways(self) -> int:
        """Number of ways to press the free buttons with the largest possible total weight."""
        c = self.system.colours
        choices = c - 1 if self.system.per_button else 1
        prices = [int(self.system.prices[button]) for button in self.free]
        return prod(choices if price else c for price in prices)

    @cached_property
    def class_bound(self) -> int:
        """Maximum over all boards of the solutions' mean weight on class buttons, rounded down."""
        total = Fraction(0)
        for one in self.classes:
            total += Fraction(*one.mean_bound())
        return floor(total)

    @property
    def averaging_bound(self) -> int:
        """Upper bound on all minima: largest mean weight of any board's solutions, rounded down."""
        return self.free_weight + self.class_bound

    @cached_property
    def class_presses(self) -> int:
        """Number of ways to press the buttons of all classes."""
        return int(self.system.colours ** sum(one.size for one in self.classes))

    def presses(self, chosen: Sequence[int]) -> IntArray:
        """Return presses with a given weight profile in each class, and c - 1 on each free button.

        Args:
            chosen: (classes,) number of the profile of each class.
        """
        x = np.zeros(self.system.unknowns, dtype=np.int64)
        x[list(self.free)] = self.system.colours - 1
        for one, listed, number in zip(self.classes, self.profiles, chosen, strict=True):
            x[list(one.buttons)] = listed.examples[number]
        return x


def take_census(puzzle: Puzzle) -> Census:
    """Eliminate a puzzle's matrix, and group the buttons into classes.

    Raises:
        LimitReached: When a class's shift takes too many values.
    """
    system = puzzle.system
    kernel = eliminate(system.matrix).kernel
    classes, free = button_classes(system, kernel)
    return Census(puzzle, system, kernel, tuple(classes), tuple(free))


def sphere_covering_bound(census: Census) -> int:
    """Return the sphere-covering bound, a lower bound on the largest minimum over all boards.

    If every board had a minimum of at most R, the ways of pressing with weight at most R would have
    to reach all boards; where they are too few, some board needs more.
    """
    system = census.system
    reached = 0
    terms = press_weights(system.prices.tolist(), system.colours, system.per_button)
    for weight in sorted(terms):
        reached += terms[weight]
        if reached >= census.boards:
            return weight
    raise AssertionError("all presses together reach every board")


SECONDS_PER_STEP = 2e-9
"""Measured seconds for one pass over one table entry, on one core."""


def table_seconds(census: Census) -> float:
    """Return the expected seconds for a table of every board's minimum; ``inf`` if too large."""
    system = census.system
    most = 1 if system.per_button else system.colours - 1
    if census.boards > MAX_SYNDROMES or most * sum(system.prices.tolist()) > MAX_WEIGHT:
        return float("inf")
    free = all(order == system.colours for order in census.kernel.orders)
    replaced = len(census.kernel.orders) if free else system.unknowns
    return census.boards * (replaced * (system.colours - 1) + 3) * SECONDS_PER_STEP


def presses_of_entry(least: LeastWeights, entry: int, modulus: int) -> IntArray:
    """Return presses (buttons,) that solve the board of the given entry of a least-weight table."""
    orders = np.array(least.orders, dtype=np.int64)
    digits = np.zeros(orders.size, dtype=np.int64)
    for i in range(orders.size - 1, -1, -1):
        entry, digits[i] = divmod(entry, int(orders[i]))
    scale = modulus // orders  # turns equation i mod orders[i] into one mod c
    found = solve_linear(from_dense(least.coordinates * scale[:, None], modulus), digits * scale)
    assert not isinstance(found, Unsolvable)
    return found.particular
