"""Classes of buttons contained in the same quiet patterns, and the weights a class can have.

Pressing the quiet pattern y on top of x changes button j by y_j.  Buttons whose y_j are the same
for every y, up to a unit factor, form a *class*; y acts on a class by one number, its *shift*,
which takes ``order`` values.  Whatever is pressed inside a class, all that the weight of x + y sees
is the class's *profile*: its weight as a function of the shift.  For c = 2 and presses, t pressed
of m give the profile (t, m - t).  A board is hard when its profiles add up to a large minimum over
all y.  So everything about hardest boards is a question about profiles and how many ways there are
to press each of them; buttons in no quiet pattern are *free* and only add their own weight.

Costs the number of profiles: m + 1 for a class of m buttons and c = 2, at most the number of ways
to write m as a sum of c counts otherwise (refused beyond `MAX_PROFILES`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, gcd, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Kernel
from lo_exact.errors import LimitReached
from lo_exact.puzzle import System

MAX_PROFILES = 2**20
"""Profiles of one class that are enumerated: each is a tuple in a dictionary."""

MAX_ORDER = 2**10
"""Values that the shift of a class may take: a profile has one number for each."""

_MAX_UNIT_SCAN = 64
"""Up to this order all units are tried, so that more buttons share a class; above it, 1 alone."""

Profile = tuple[int, ...]


@dataclass(frozen=True)
class Profiles:
    """All profiles (weight after each shift) of a class, and the number of ways to press each."""

    vectors: tuple[Profile, ...]
    """(profiles,) weight at each shift, ascending; closed under rotation."""
    ways: tuple[int, ...]
    """(profiles,) number of ways to press the class's buttons with this profile."""
    examples: tuple[tuple[int, ...], ...]
    """(profiles,) one such way: presses of the class's buttons, in order."""


@dataclass(frozen=True)
class ButtonClass:
    """A class of buttons that every quiet pattern presses equally, up to a unit factor."""

    buttons: tuple[int, ...]
    """Numbers of the buttons, ascending."""
    units: tuple[int, ...]
    """Unit that multiplies the shift of each button."""
    prices: tuple[int, ...]
    """Price of each button."""
    column: tuple[int, ...]
    """The class's value (0..order-1) in each kernel generator; a pattern's shift is the same
    combination of these, mod ``order``.
    """
    order: int
    """Number of values of the shift; shift s adds ``s * modulus // order * unit``."""
    modulus: int
    """Modulus c."""
    per_button: bool
    """Whether the weight counts buttons used instead of presses."""

    @property
    def size(self) -> int:
        """The number of buttons in the class."""
        return len(self.buttons)

    def mean_bound(self) -> tuple[int, int]:
        """Return the largest mean of a weight profile of the class: (numerator, denominator)."""
        total = 0
        for unit, price in zip(self.units, self.prices, strict=True):
            total += max(sum(vector) for vector in self._button_profiles(unit, price))
        return total, self.order

    def profile_bound(self) -> int:
        """Return an upper bound on the number of profiles without enumerating them."""
        return prod(
            comb(count + len(self._kinds(unit, price)) - 1, count)
            for (unit, price), count in self._groups().items()
        )

    def profiles(self) -> Profiles:
        """Enumerate all weight profiles of the class.

        Raises:
            LimitReached: When there may be more than `MAX_PROFILES`.
        """
        if self.profile_bound() > MAX_PROFILES:
            raise LimitReached(
                f"a class of {self.size} buttons has up to {self.profile_bound()} profiles, more "
                f"than {MAX_PROFILES}"
            )
        found: dict[Profile, tuple[int, tuple[int, ...]]] = {(0,) * self.order: (1, ())}
        grouped = self._groups()
        for (unit, price), count in grouped.items():
            found = _joined(found, _spread(self._kinds(unit, price), count))
        order = self._group_order(grouped)
        listed = sorted(found)
        return Profiles(
            tuple(listed),
            tuple(found[vector][0] for vector in listed),
            tuple(tuple(found[vector][1][i] for i in order) for vector in listed),
        )

    def _groups(self) -> Counter[tuple[int, int]]:
        return Counter(zip(self.units, self.prices, strict=True))

    def _group_order(self, grouped: Counter[tuple[int, int]]) -> list[int]:
        """Return the position of each button when the buttons are sorted by group."""
        start, next_place = 0, {}
        for key, count in grouped.items():
            next_place[key] = start
            start += count
        order = []
        for key in zip(self.units, self.prices, strict=True):
            order.append(next_place[key])
            next_place[key] += 1
        return order

    def _button_profiles(self, unit: int, price: int) -> list[Profile]:
        c = self.modulus
        step = c // self.order * unit
        weigh = [min(v, 1) * price if self.per_button else v * price for v in range(c)]
        return [tuple(weigh[(v + step * s) % c] for s in range(self.order)) for v in range(c)]

    def _kinds(self, unit: int, price: int) -> dict[Profile, list[int]]:
        """Return {weight profile: press values that produce it} for one button."""
        kinds: dict[Profile, list[int]] = {}
        for value, vector in enumerate(self._button_profiles(unit, price)):
            kinds.setdefault(vector, []).append(value)
        return kinds


def button_classes(system: System, kernel: Kernel) -> tuple[list[ButtonClass], list[int]]:
    """Group the buttons of a system by their kernel columns; return (classes, free buttons).

    Raises:
        LimitReached: When a class's shift takes more than `MAX_ORDER` values.
    """
    c = system.colours
    free: list[int] = []
    members: dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]] = {}
    columns = kernel.generators.T.tolist() if kernel.orders else [[]] * system.unknowns
    normal: dict[tuple[int, ...], tuple[int, tuple[int, ...], int]] = {}
    for button, column in enumerate(columns):
        if not any(column):
            free.append(button)
            continue
        key = tuple(column)
        if key not in normal:
            divisor = gcd(*column, c)
            order = c // divisor
            if order > MAX_ORDER:
                raise LimitReached(f"classes with {order} shifts are more than {MAX_ORDER}")
            # the least multiple of the column by a unit modulo `order`, and the unit to undo it
            units = [1]
            if order <= _MAX_UNIT_SCAN:
                units = [u for u in range(1, order) if gcd(u, order) == 1] or [1]
            form, unit = min((tuple(v // divisor * u % order for v in column), u) for u in units)
            normal[key] = order, form, pow(unit, -1, order) if order > 1 else 1
        order, form, unit = normal[key]
        members.setdefault((order, form), []).append((button, unit))
    classes = [
        ButtonClass(
            tuple(button for button, _ in listed),
            tuple(unit for _, unit in listed),
            tuple(int(system.prices[button]) for button, _ in listed),
            form,
            order,
            c,
            system.per_button,
        )
        for (order, form), listed in members.items()
    ]
    return classes, free


def shift_table(
    classes: Sequence[ButtonClass], orders: Sequence[int], numbers: NDArray[Any]
) -> NDArray[np.int64]:
    """Return the shift of each class under each kernel element, of shape (classes, words).

    Args:
        classes: the classes.
        orders: orders of the kernel's generators.
        numbers: (words,) int64, numbers of kernel elements: mixed radix digits, the first
            generator's least significant.

    Returns:
        (classes, words) int64, shift of each class.
    """
    table = np.zeros((len(classes), numbers.size), dtype=np.int64)
    rest = numbers.astype(np.int64)
    for generator, order in enumerate(orders):
        rest, digit = np.divmod(rest, order)
        for u, one in enumerate(classes):
            if one.column[generator]:
                table[u] = (table[u] + digit * one.column[generator]) % one.order
    return table


def _spread(
    kinds: dict[Profile, list[int]], count: int
) -> dict[Profile, tuple[int, tuple[int, ...]]]:
    """Return {weight profile: (ways to press, example)} for ``count`` equal buttons."""
    found: dict[Profile, tuple[int, tuple[int, ...]]] = {}
    vectors, values = list(kinds), list(kinds.values())
    for counts in _compositions(count, len(kinds)):
        vector = tuple(
            sum(n * entry for n, entry in zip(counts, entries, strict=True))
            for entries in zip(*vectors, strict=True)
        )
        ways = factorial(count)
        for n, members in zip(counts, values, strict=True):
            ways = ways // factorial(n) * len(members) ** n
        if vector in found:
            found[vector] = (found[vector][0] + ways, found[vector][1])
        else:
            example = tuple(m[0] for n, m in zip(counts, values, strict=True) for _ in range(n))
            found[vector] = (ways, example)
    return found


def _joined(
    left: dict[Profile, tuple[int, tuple[int, ...]]],
    right: dict[Profile, tuple[int, tuple[int, ...]]],
) -> dict[Profile, tuple[int, tuple[int, ...]]]:
    """Combine the maps {weight profile: (ways to press, example)} of two groups of buttons."""
    if len(left) == 1 and not any(next(iter(left))) and left[next(iter(left))][1] == ():
        return right
    found: dict[Profile, tuple[int, tuple[int, ...]]] = {}
    for a, (ways_a, example_a) in left.items():
        for b, (ways_b, example_b) in right.items():
            vector = tuple(p + q for p, q in zip(a, b, strict=True))
            if vector in found:
                found[vector] = (found[vector][0] + ways_a * ways_b, found[vector][1])
            else:
                found[vector] = (ways_a * ways_b, example_a + example_b)
    return found


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write ``total`` as an ordered sum of ``parts`` nonnegative integers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
