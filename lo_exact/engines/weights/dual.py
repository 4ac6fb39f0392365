"""Weights of all solutions from the words orthogonal to the kernel, where these are fewer.

MacWilliams' identity for cosets (1963): with n buttons, rank r, a solution x and u running over the
2^r sums of rows of the matrix,

    sum over solutions of t^weight = 2^-r sum over u of (-1)^<u,x> (1-t)^|u| (1+t)^(n-|u|).

All that is needed of the sums u is how many of each size have each sign: 2 n numbers.  Take a basis
of the sums in which the first alone has an odd number of buttons in common with x.  Then the sign
is one bit, and sizes are values of a signed sum (`transform`).

Costs two to three nanoseconds a sum, 2^40 of them three quarters of an hour, at any nullity.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from lo_exact.algebra import Coset, eliminate, from_dense
from lo_exact.engines.coset.binary_classes import classes
from lo_exact.engines.coset.signed_sum import SignedSum
from lo_exact.engines.weights.transform import SignedHistogram
from lo_exact.outcome import Watch


def dual_counts(coset: Coset, price: int, watch: Watch) -> dict[int, int]:
    """Return weight to number of solutions, ascending; two colours and one price.

    Args:
        coset: the solutions; the kernel's rank leaves at most 62 dimensions.
        price: of each button.
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
    """Return size to the sum of signs (-1)^<u,x> over the words u of this size orthogonal to K.

    x is a solution, K the kernel.
    """
    buttons, kernel = coset.particular.size, coset.kernel
    dual = eliminate(from_dense(kernel.generators.astype(np.int64), 2)).kernel
    words = dual.generators.astype(np.uint8)
    odd = words @ np.asarray(coset.particular, dtype=np.int64) % 2 == 1
    signs = np.flatnonzero(odd)
    if signs.size:
        # of all basis words the first alone is odd: its bit, the highest, is the sign
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
