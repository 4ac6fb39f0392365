"""Direct sums along a flag never say more than plain enumeration of all spectra allows."""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np
import pytest

from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.checker_parts.flat_spectra import steps_are_refuted
from lo_exact.hardest_boards.spectra.flags import (
    MAX_STEP_PEAK,
    Flag,
    Step,
    _quotient,
    _search,
    best_flag,
    coordinates_of,
)
from lo_exact.hardest_boards.spectra.spectrum import Spectrum, spectrum_of
from lo_exact.outcome import Watch
from lo_exact.topology.described import described


def classes_of_quotient(spectrum, basis, begin, end):
    """Return the classes of V_end / V_begin: sizes summed over cosets, V_begin left out."""
    return _quotient(spectrum, coordinates_of(spectrum.columns, basis), begin, end)


def step_is_proved(spectrum, basis, begin, step):
    """Search one step of a flag again."""
    part = classes_of_quotient(spectrum, basis, begin, step.end)
    odd = part.total % 2
    if step.peak < 2:
        return step.peak <= odd
    if (step.peak - odd) % 2 or step.peak > MAX_STEP_PEAK:
        return False
    return not _search(part, step.peak - 2, Watch(), inf).possible()


def random_spectrum(random):
    width = int(random.integers(2, 5))
    columns = [1 << i for i in range(width)]
    more = [u for u in range(1, 1 << width) if u not in columns]
    columns += random.permutation(more)[: int(random.integers(0, 3))].tolist()
    sizes = random.integers(1, 4, len(columns)).tolist()
    return with_sizes(width, columns, sizes)


def with_sizes(width, columns, sizes):
    ways = [dict.fromkeys(range(-m, m + 1, 2), 1) for m in sizes]
    return Spectrum(width, tuple(columns), tuple(ways), sum(sizes)), dict(
        zip(columns, sizes, strict=True)
    )


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


def test_a_flag_proves_no_more_than_enumeration_finds():
    random = np.random.default_rng(3)
    sharp = 0
    for case in range(60):
        spectrum, sizes = random_spectrum(random)
        truth = least_peak(spectrum.width, sizes)
        flag = best_flag(spectrum, truth, Watch())
        assert flag.peak <= truth, case
        sharp += flag.peak == truth
        assert flag.steps[-1].end == spectrum.width
        begin = 0
        for step in flag.steps:
            assert step_is_proved(spectrum, flag.basis, begin, step)
            begin = step.end
        steps = [(step.end, step.peak) for step in flag.steps]
        assert steps_are_refuted(sizes, flag.basis, steps)
    assert sharp >= 55


def test_a_quotient_has_the_summed_sizes_of_its_cosets():
    random = np.random.default_rng(4)
    for _ in range(100):
        spectrum, sizes = random_spectrum(random)
        basis = random_basis(spectrum.width, random)
        end = int(random.integers(1, spectrum.width + 1))
        begin = int(random.integers(0, end))
        part = classes_of_quotient(spectrum, basis, begin, end)
        found = {u: max(ways) for u, ways in zip(part.columns, part.ways, strict=True)}
        assert found == cosets(sizes, basis, begin, end)
        assert (part.width, part.total) == (end - begin, sum(found.values()))


def test_the_checker_accepts_the_steps_that_enumeration_proves_and_no_other():
    random = np.random.default_rng(5)
    for _ in range(60):
        spectrum, sizes = random_spectrum(random)
        basis = random_basis(spectrum.width, random)
        cut = int(random.integers(1, spectrum.width))
        lower = least_peak(cut, cosets(sizes, basis, 0, cut))
        upper = least_peak(spectrum.width - cut, cosets(sizes, basis, cut, spectrum.width))
        for more in product((0, 1, 2), repeat=2):
            steps = [(cut, lower + more[0]), (spectrum.width, upper + more[1])]
            assert steps_are_refuted(sizes, basis, steps) == (more == (0, 0))
            for (end, peak), begin in zip(steps, (0, cut), strict=True):
                right = peak == (lower if begin == 0 else upper)
                if not step_is_proved(spectrum, basis, begin, Step(end, peak)):
                    assert not right or peak >= 2
                else:
                    assert right


def test_a_flag_adds_its_steps_up():
    flag = Flag((1, 2, 4), (Step(1, 1), Step(3, 2)))
    assert flag.peak == 3


@pytest.mark.large
def test_a_flag_bounds_the_board_of_19_rows():
    """Of its 361 buttons one is free, so a peak of 16 says that no board needs more than 173."""
    spectrum = spectrum_of(take_census(described("19x19")))
    assert best_flag(spectrum, 16, Watch(), effort=4).peak == 16
