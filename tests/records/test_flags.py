"""Flags that bound hard boards: repeated steps are what plain enumeration of all spectra says."""

from itertools import product

import numpy as np
import pytest

from benchmarks.records.check import steps_are_refuted


def least_peak(width, sizes):
    """Return the least peak of all spectra with these sizes, by plain sums."""
    columns = list(sizes)
    return min(
        max(
            sum(v * (-1) ** (u & y).bit_count() for u, v in zip(columns, d, strict=True))
            for y in range(1 << width)
        )
        for d in product(*(range(-m, m + 1, 2) for m in sizes.values()))
    )


def cosets(sizes, basis, begin, end):
    """Return the summed sizes of V_end / V_begin by listing subspaces."""
    spanned = {0: 0}
    for i, vector in enumerate(basis[:end]):
        spanned |= {u ^ vector: place | 1 << i for u, place in spanned.items()}
    found = {}
    for u, size in sizes.items():
        if u in spanned and spanned[u] >> begin:
            place = spanned[u] >> begin
            found[place] = found.get(place, 0) + size
    return found


def random_basis(width, random):
    while True:
        basis = random.integers(1, 1 << width, width).tolist()
        sums = {0}
        for vector in basis:
            sums |= {vector ^ other for other in sums}
        if len(sums) == 1 << width:
            return basis


def random_sizes(width, random):
    """Return sizes of classes that span everything."""
    columns = [1 << i for i in range(width)]
    more = [u for u in range(1, 1 << width) if u not in columns]
    columns += random.permutation(more)[: int(random.integers(0, 3))].tolist()
    return dict(zip(columns, random.integers(1, 4, len(columns)).tolist(), strict=True))


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_the_steps_that_enumeration_proves_are_accepted_and_no_other(first):
    for seed in range(first, first + 15):
        random = np.random.default_rng(seed)
        width = int(random.integers(2, 5))
        sizes, basis = random_sizes(width, random), random_basis(width, random)
        cut = int(random.integers(1, width))
        lower = least_peak(cut, cosets(sizes, basis, 0, cut))
        upper = least_peak(width - cut, cosets(sizes, basis, cut, width))
        assert lower + upper <= least_peak(width, sizes)  # the theorem of direct sums
        for more in product((0, 1, 2), repeat=2):
            steps = [(cut, lower + more[0]), (width, upper + more[1])]
            assert steps_are_refuted(sizes, basis, steps) == (more == (0, 0))
