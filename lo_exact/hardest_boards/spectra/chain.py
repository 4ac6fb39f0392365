"""Choice of a basis, and its chain of subspaces, that keeps the exhaustive search small.

Good chains meet many odd classes with few values early, and change the parity of the number of odd
classes often, for every change lowers the bound by one.  A chain is grown vector by vector: among
some random columns the one that adds the fewest choices, less a premium for a change of parity.
How much of either is best differs from puzzle to puzzle, so every try takes other settings.
"""

from math import log2
from random import Random

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import Span
from lo_exact.hardest_boards.spectra.spectrum import Spectrum

_PREMIUMS = (0.0, 2.0, 6.0, 20.0)
_SAMPLES = (6, 12, 40)
_MAX_MEMBERS = 2**13


def choose_chain(spectrum: Spectrum, peak: int, number: int) -> list[int]:
    """Return a basis v_1, ..., v_k of the columns that keeps the search small.

    Args:
        spectrum: the classes; their columns span everything.
        peak: the peak that will be searched for.
        number: 0, 1, 2, ...: each gives another chain, always the same.
    """
    random = Random(number)
    premium = _PREMIUMS[int(random.random() * len(_PREMIUMS))]
    samples = _SAMPLES[int(random.random() * len(_SAMPLES))]
    order = np.argsort(np.array(spectrum.columns, dtype=np.int64))
    columns = np.array(spectrum.columns, dtype=np.int64)[order]
    choices = np.array([log2(max(1, sum(abs(d) <= peak for d in ways))) for ways in spectrum.ways])[
        order
    ]
    odd = np.array([column in spectrum.odd for column in columns.tolist()], dtype=np.int64)
    basis: list[int] = []
    members = np.zeros(1, dtype=np.int64)
    span = Span()
    parity = 0
    while len(basis) < spectrum.width:
        best: tuple[float, int, int] | None = None
        for _ in range(samples if members.size <= _MAX_MEMBERS else 1):
            column = _fresh(columns, span, random)
            change, cost = 0, random.random()
            if members.size <= _MAX_MEMBERS:
                at, hit = _find(columns, members ^ column)
                change = int(odd[at[hit]].sum()) % 2
                cost += float(choices[at[hit]].sum()) - premium * change
            if best is None or cost < best[0]:
                best = cost, column, change
        assert best is not None
        basis.append(best[1])
        span.add(best[1])
        parity ^= best[2]
        if members.size <= _MAX_MEMBERS:
            members = np.concatenate([members, members ^ best[1]])
    return basis


def _fresh(columns: NDArray[np.int64], span: Span, random: Random) -> int:
    """Return a random column outside the span."""
    start = int(random.random() * columns.size)
    for i in range(columns.size):
        column = int(columns[(start + i) % columns.size])
        if span.reduced(column):
            return column
    raise AssertionError("the columns span fewer dimensions than there are generators")


def _find(
    columns: NDArray[np.int64], wanted: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the index of each wanted number in the ascending columns, and whether it occurs."""
    at = np.minimum(np.searchsorted(columns, wanted), columns.size - 1)
    return at, columns[at] == wanted
