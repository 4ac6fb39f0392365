"""Weight distribution of all solutions, split into pieces that are counted independently.

Kernel words that share no button, directly or over others, change different buttons.  So solutions
of the whole are all choices of one part from each piece.  Weights add up, numbers of solutions
multiply, and a uniform sample of the minima is one of each piece.  `cut_solutions` makes the pieces
(`Pieces`).  Each `Piece` has four counting methods, and takes the one with the least forecast:

- `blocks`: all its solutions one by one, where they are few;
- `transform`: the same by a Walsh-Hadamard transform whose values are counted; two colours;
- `window`: a sweep with counts, where it is narrow;
- `dual`: all words orthogonal to its kernel, where the rank is small; two colours and one price.

`SignedHistogram` counts the values of a signed sum, for `transform` and `dual`.  `dual_counts` is
the method `dual`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, IntArray, Kernel, eliminate, from_dense
from lo_exact.algebra.echelon import echelon
from lo_exact.engines.coset.binary_classes import binary_search, classes
from lo_exact.engines.coset.binary_levels import SignedSum, fix_bit, levels_of, narrowest, root_of
from lo_exact.engines.coset.binary_visit import BinarySearchPart
from lo_exact.engines.syndrome.engine import OrderedCoset, ordered_coset
from lo_exact.engines.weights.blocks import Blocks, blocks_refusal, blocks_seconds
from lo_exact.engines.weights.window import window_bytes, window_histogram, window_seconds
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch
from lo_exact.puzzle import System

BLOCK = 2**19
"""Table entries processed together."""

MAX_COUNTS = 2**22
"""Largest number of counts in an array; for more, values are sorted."""

ELEMENT_SECONDS, SORTED_SECONDS = 2.5e-9, 6e-8
"""CPU seconds for an element with 60 to 200 classes, and with sorted values."""


class SignedHistogram:
    """Counter of the values of a signed sum S(z) over all settings of the low bits of z.

    S(z) = sum_u a_u (-1)^<u,z>, over all z of k bits.  The steps are those of `coset.binary_visit`:
    the bits of z are fixed from the highest to the lowest.  But nothing is dropped, and no element
    has a name.  With r bits left a node is a base and a number for each tail, at most 2^r numbers.
    Nodes lie side by side until their numbers fill a block; then its halves are continued one after
    the other.  The last bit is not fixed: a node with base b and one number t stands for b + t and
    b - t.  So pairs (b, t) are counted, two elements at a time.  The pairs of a block lie close
    together, so they are counted in a window around them.

    Costs 1.5 to 3 nanoseconds an element in all, and a few blocks of memory, whatever k.

    Args:
        target: the signed sum.
        width: number of free bits; the higher ones number the parts.
        block: entries processed together.
    """

    def __init__(self, target: SignedSum, width: int, block: int = BLOCK):
        self.width: int = width
        self._target, self._block = target, block
        self._reach = int(np.abs(target.amounts).sum())
        self._wide = narrowest(self._reach)
        self._levels = levels_of(target, width, 1)  # the last bit gives b + t or b - t

    def count(self, part: int, watch: Watch) -> dict[int, int]:
        """Return how often each value S(z) occurs among the z whose high bits are ``part``."""
        values = _Values(self._reach)
        base, table = root_of(self._target, self._levels[-1], self.width, part)
        bases = np.array([base], dtype=self._wide)
        if not self.width:
            return {int(bases[0]): 1}
        waiting = [(self.width, bases, table)]
        while waiting:
            watch.check()
            r, bases, table = waiting.pop()
            while r > 1 and (table.shape[0] + 1) * bases.size <= self._block:
                bases, table = self._fixed(bases, table, r)
                r -= 1
            if r > 1:
                half = bases.size // 2
                if not half:
                    bases, table = self._fixed(bases, table, r)
                    r, half = r - 1, 1
                waiting += [
                    (r, bases[half:], table[:, half:]),
                    (r, bases[:half], np.ascontiguousarray(table[:, :half])),
                ]
                continue
            last = table[0] if table.shape[0] else np.zeros(bases.size, dtype=np.int8)
            values.add(bases, last)
        return values.found()

    def _fixed(
        self, bases: NDArray[np.int64], table: NDArray[np.int64], r: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return base sums and table of the children: first those with next bit 0, then with 1."""
        step, level = self._levels[r - 1].step, self._levels[r - 2]
        nodes = bases.size
        rows = step.both + step.zero + step.one
        out = np.empty((rows, 2, nodes), dtype=level.dtype)
        fix_bit(step, table, out)
        wide = np.empty((2, nodes), dtype=self._wide)
        wide[:] = bases
        if step.fixed >= 0:
            wide[0] += table[step.fixed]
            wide[1] -= table[step.fixed]
        return wide.reshape(-1), out.reshape(rows, 2 * nodes)


def value_seconds(reach: int) -> float:
    """Estimate the CPU seconds to compute and count one value S(z), where |S(z)| <= ``reach``."""
    return ELEMENT_SECONDS if 2 * reach < MAX_COUNTS else SORTED_SECONDS


class _Values:
    """Histogram of values from ``-reach`` to ``reach``, in an array if that range is small."""

    def __init__(self, reach: int):
        self._reach = reach
        self._counts = np.zeros(2 * reach + 1 if 2 * reach < MAX_COUNTS else 0, dtype=np.int64)
        self._others: Counter[int] = Counter()

    def add(self, bases: NDArray[Any], last: NDArray[Any]) -> None:
        """Count the values ``bases + last`` and ``bases - last``, entry by entry."""
        if not self._counts.size:
            wide = bases.astype(np.int64)
            for values in (wide + last, wide - last):
                different, many = np.unique(values, return_counts=True)
                self._others.update(dict(zip(different.tolist(), many.tolist(), strict=True)))
            return
        low, least = int(bases.min()), int(last.min())
        rows, columns = int(bases.max()) - low + 1, int(last.max()) - least + 1
        if rows * columns > bases.size:
            wide = bases.astype(np.intp) + self._reach
            self._counts += np.bincount(wide + last, minlength=self._counts.size)
            self._counts += np.bincount(wide - last, minlength=self._counts.size)
            return
        place = (bases.astype(np.intp) - low) * columns
        place += last
        place -= least
        pairs = np.bincount(place)
        seen = np.flatnonzero(pairs)
        times = pairs[seen]
        base, number = np.divmod(seen, columns)
        base += low + self._reach
        number += least
        np.add.at(self._counts, base + number, times)
        np.add.at(self._counts, base - number, times)

    def found(self) -> dict[int, int]:
        """Return the histogram as {value: count}, values ascending."""
        seen = np.flatnonzero(self._counts)
        values = (seen - self._reach).tolist()
        self._others.update(dict(zip(values, self._counts[seen].tolist(), strict=True)))
        return dict(sorted(self._others.items()))


def dual_counts(coset: Coset, price: int, watch: Watch) -> dict[int, int]:
    """Return the number of solutions by weight from the dual code, for two colours and one price.

    MacWilliams' identity for cosets (1963): with n buttons, rank r, a solution x and u running over
    the 2^r sums of rows of the matrix,

        sum over solutions of t^weight = 2^-r sum over u of (-1)^<u,x> (1-t)^|u| (1+t)^(n-|u|).

    Only the number of sums u of each size and sign is needed: 2 n numbers.  In a suitable basis of
    the sums the first alone has an odd number of buttons in common with x.  Then the sign is one
    bit, and sizes are values of a signed sum (`SignedHistogram`).

    Costs two to three nanoseconds a sum, 2^40 of them three quarters of an hour, at any nullity.

    Args:
        coset: the solutions; the kernel's rank leaves at most 62 dimensions.
        price: price of each button.
        watch: the clock.
    """
    buttons, rank = coset.particular.size, coset.particular.size - len(coset.kernel.orders)
    total = [0] * (buttons + 1)
    for size, many in signed_sizes(coset, watch).items():
        for at, value in enumerate(krawtchouk(buttons, size)):
            total[at] += many * value
    if not price:
        return {0: sum(total) >> rank}
    return {at * price: value >> rank for at, value in enumerate(total) if value}


def signed_sizes(coset: Coset, watch: Watch) -> dict[int, int]:
    """Return, for each size, the sum of the signs (-1)^<u,x> over the dual words u of that size.

    x is a solution, K the kernel.
    """
    buttons, kernel = coset.particular.size, coset.kernel
    dual = eliminate(from_dense(kernel.generators.astype(np.int64), 2)).kernel
    words = dual.generators.astype(np.uint8)
    odd = words @ np.asarray(coset.particular, dtype=np.int64) % 2 == 1
    signs = np.flatnonzero(odd)
    if signs.size:
        # let only the first basis word have <u,x> odd: then its bit, the highest, is the sign
        first = words[signs[0]].copy()
        words[odd] ^= first
        words[signs[0]] = words[0]
        words[0] = first
    rank = len(words)
    if not rank:
        return {0: 1}
    columns, times = classes(words, np.ones(buttons, dtype=np.int64))
    never = int(times[columns == 0].sum())
    columns, times = columns[columns != 0], times[columns != 0]
    target = SignedSum(tuple(1 << i for i in reversed(range(rank))), columns, times)
    histogram = SignedHistogram(target, rank - bool(signs.size))
    signed: Counter[int] = Counter()
    for part in range(1 + bool(signs.size)):
        for value, many in histogram.count(part, watch).items():
            signed[(buttons - never - value) // 2] += -many if part else many
    return signed


def krawtchouk(buttons: int, size: int) -> list[int]:
    """Return the coefficients of (1 - t)^size (1 + t)^(buttons - size).

    By their recurrence of three terms (Krawtchouk 1929), a step a coefficient:
    (w + 1) K_(w+1) = (n - 2 size) K_w - (n - w + 1) K_(w-1).
    """
    row, before = [1], 0
    for w in range(buttons):
        after = ((buttons - 2 * size) * row[-1] - (buttons - w + 1) * before) // (w + 1)
        before = row[-1]
        row.append(after)
    return row


MAX_SECONDS = 10.0**7
"""Largest forecast, in seconds, of a count."""

MAX_TRANSFORM_BITS = 62
"""Largest binary logarithm of solutions, or of dual words, numbered in 64-bit words."""

MAX_SPANS = 2**33
"""Largest product words x words x buttons for trying a sweep."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Independent piece of a system: connected buttons with their solutions."""

    system: System
    """The system restricted to these buttons."""
    coset: Coset
    """Solutions of the system; its kernel words are linked by shared buttons."""
    buttons: IntArray
    """(its buttons,) their numbers in the whole system."""
    memory: int
    """Memory limit of the count, in bytes."""

    @cached_property
    def ordered(self) -> OrderedCoset | None:
        """All solutions, in a button order with few sweep states; None if it is slow to find."""
        words, buttons = self.coset.kernel.generators.shape
        if words * words * buttons > MAX_SPANS:
            return None
        return ordered_coset(self.system, self.coset, quick=2**10)

    @cached_property
    def blocks(self) -> Blocks:
        """The piece's solutions, enumerated in blocks."""
        return Blocks(self.coset, self.system.prices, per_button=self.system.per_button)

    @cached_property
    def forecasts(self) -> dict[str, float]:
        """Estimated CPU seconds of each counting method, ``inf`` if it does not apply."""
        per_button, two = self.system.per_button, self.system.colours == 2
        ways = ("blocks", "transform", "window", "dual")
        found = dict.fromkeys(ways, inf)
        if not blocks_refusal(self.coset, self.system.prices):
            found["blocks"] = blocks_seconds(self.coset)
        if found["blocks"] < 0.1:
            return found
        words, buttons = self.coset.kernel.generators.shape
        if two and words <= MAX_TRANSFORM_BITS:
            found["transform"] = 2.0**words * value_seconds(int(self.system.prices.sum()))
        if (
            self.ordered is not None
            and window_bytes(self.ordered, per_button=per_button) <= self.memory
        ):
            found["window"] = window_seconds(self.ordered, per_button=per_button)
        rank = buttons - words
        if two and np.unique(self.system.prices).size == 1 and rank <= MAX_TRANSFORM_BITS:
            found["dual"] = 2.0**rank * value_seconds(buttons)
        return found

    @property
    def method(self) -> str:
        """Name of the counting method with the least estimated time.

        Raises:
            LimitReached: When none fits.
        """
        name = min(self.forecasts, key=lambda name: self.forecasts[name])
        if self.forecasts[name] > MAX_SECONDS:
            raise LimitReached(self._refusal())
        return name

    def histogram(self, watch: Watch) -> dict[int, int]:
        """Return the numbers of solutions by weight, as {weight: number}, ascending."""
        method, per_button = self.method, self.system.per_button
        if method == "blocks":
            return self.blocks.histogram(watch)
        if method == "transform":
            return _by_transform(self.coset, self.system.prices, watch)
        if method == "window":
            assert self.ordered is not None
            return window_histogram(self.ordered, watch, per_button=per_button)
        return dual_counts(self.coset, int(self.system.prices[0]), watch)

    def _refusal(self) -> str:
        words, buttons = self.coset.kernel.generators.shape
        said = f"{words} generators of {buttons} buttons give too many solutions to visit"
        if self.ordered is not None:
            widest = max(self.ordered.spans.widths(), default=1)
            need = window_bytes(self.ordered, per_button=self.system.per_button) >> 20
            said += f", and a sweep has 2^{widest.bit_length() - 1} syndromes at once, " + (
                f"{need} MiB with their counts" if need < 2**30 else "too many to hold"
            )
        return said


@dataclass(frozen=True, eq=False)
class Pieces:
    """All solutions of a system, split into independent pieces."""

    presses: IntArray
    """(unknowns,) one solution; the pieces list alternatives for their buttons."""
    weight: int
    """Cost of the buttons in no piece."""
    pieces: tuple[Piece, ...] = field(default=())
    """The independent pieces."""

    @property
    def seconds(self) -> float:
        """Estimated CPU seconds of all counts together, ``inf`` if a piece cannot be counted."""
        return sum(min(piece.forecasts.values()) for piece in self.pieces)

    def histogram(self, watch: Watch) -> dict[int, int]:
        """Return the numbers of solutions by weight, as {weight: number}, ascending.

        Raises:
            LimitReached: When a piece is too large; before anything is counted.
        """
        for piece in self.pieces:
            _ = piece.method
        return combined_counts([{self.weight: 1}, *(p.histogram(watch) for p in self.pieces)])

    def whole(self, parts: Sequence[Presses]) -> Presses:
        """Return the presses of the whole system, given those of each piece."""
        found = self.presses.copy()
        for piece, part in zip(self.pieces, parts, strict=True):
            found[piece.buttons] = part
        return tuple(found.tolist())


def cut_solutions(system: System, coset: Coset, memory: int) -> Pieces:
    """Split all solutions of a system into independent pieces.

    Args:
        system: the system.
        coset: its solutions.
        memory: memory limit of the count in bytes.
    """
    basis = echelon(coset.kernel)
    x = np.asarray(coset.particular, dtype=np.int64)
    pieces, free = [], np.ones(system.unknowns, dtype=bool)
    for group in basis.groups:
        rows = basis.rows[list(group)]
        buttons = np.flatnonzero(np.any(rows, axis=0)).astype(np.int64)
        free[buttons] = False
        part = System(
            system.matrix.take_columns(buttons), np.zeros(system.lights, dtype=np.int64),
            system.prices[buttons], system.per_button,
        )  # fmt: skip
        orders = tuple(basis.orders[i] for i in group)
        kernel = Kernel(basis.modulus, rows[:, buttons], orders)
        pieces.append(Piece(part, Coset(x[buttons], kernel), buttons, memory))
    return Pieces(x, system.weight(np.where(free, x, 0)), tuple(pieces))


def combined_counts(parts: Sequence[dict[int, int]]) -> dict[int, int]:
    """Return the distribution of a sum of independent values, given each one's distribution."""
    found = {0: 1}
    for part in parts:
        joined: dict[int, int] = {}
        for weight, many in found.items():
            for more, times in part.items():
                joined[weight + more] = joined.get(weight + more, 0) + many * times
        found = joined
    return dict(sorted(found.items()))


def _by_transform(coset: Coset, prices: IntArray, watch: Watch) -> dict[int, int]:
    """Count the solutions (two colours, at most 2^62) by weight with Walsh-Hadamard transforms."""
    search = binary_search(echelon(coset.kernel), np.asarray(coset.particular), prices)
    parts = []
    for part in search.parts:
        assert isinstance(part, BinarySearchPart)
        width = part.target.width
        parts.append(SignedHistogram(part.target, width).count(0, watch))
    idle = prod(search.idle_orders)
    sums = combined_counts(parts)
    found = {search.cost([score]): many * idle for score, many in sums.items()}
    return dict(sorted(found.items()))
