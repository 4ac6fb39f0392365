"""The checker's parts for all boards: minima, counts, refutations, against plain enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from lo_exact.certificate.checker_parts.verdict import TooLarge
from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.checker_parts import flat_spectra
from lo_exact.hardest_boards.checker_parts.boards import (
    board_counts,
    changed,
    class_sizes,
    is_basis,
    kernel_masks,
    minima,
)
from lo_exact.hardest_boards.checker_parts.flat_spectra import peak_is_refuted
from lo_exact.hardest_boards.find import hardest
from lo_exact.hardest_boards.spectra.flat import FlatSearch, choose_chain, coordinates_of, span
from lo_exact.hardest_boards.spectra.spectrum import Spectrum, spectrum_of
from lo_exact.hardest_boards.spectra.tabu import find_symmetric
from lo_exact.outcome import Watch
from lo_exact.topology.described import described


def light_masks(puzzle):
    dense = puzzle.activation.to_dense()
    return [sum(int(v) << i for i, v in enumerate(column)) for column in dense.T.tolist()]


@pytest.mark.large
@pytest.mark.parametrize("size", ["4x4", "14x14", "9x9", "5x9", "6x11"])
def test_the_evidence_of_a_hardest_board_checks(size):
    puzzle = described(size)
    found = hardest(puzzle)
    columns = light_masks(puzzle)
    presses = sum(v << j for j, v in enumerate(found.presses))
    assert presses.bit_count() == minima(columns, presses)[0] == found.lower_bound
    made = 0
    for button, column in enumerate(columns):
        if presses >> button & 1:
            made ^= column
    assert made == sum(v << i for i, v in enumerate(found.state))
    census = take_census(puzzle)
    if not census.classes:
        return
    spectrum = spectrum_of(census)
    sizes = dict(zip(spectrum.columns, [max(w) for w in spectrum.ways], strict=True))
    plain = class_sizes(columns)
    free = plain.pop(0, 0)
    assert (free, sorted(plain.values())) == (len(census.free), sorted(sizes.values()))
    for one in found.refutations:
        assert peak_is_refuted(sizes, one.basis, one.depth, one.peak)
        assert found.upper_bound <= free + (spectrum.total - one.peak - 2) // 2
    if found.refutations:
        last = found.refutations[-1]
        # what was not refuted cannot be refuted by the same chain
        assert not peak_is_refuted(sizes, last.basis, spectrum.width, last.peak + 2)


def test_quiet_patterns_in_plain_python():
    assert len(kernel_masks(light_masks(described("5x5")))) == 2
    assert kernel_masks([1, 2, 3, 0]) == [0b111, 0b1000]
    assert kernel_masks([]) == []


def random_spectrum(random):
    width = int(random.integers(1, 5))
    count = int(random.integers(1, min(6, 2**width - 1) + 1))
    columns = (random.permutation(2**width - 1) + 1)[:count].tolist()
    sizes = random.integers(1, 5, count).tolist()
    ways = [{m - 2 * t: 1 for t in range(m + 1)} for m in sizes]
    return Spectrum(width, tuple(columns), tuple(ways), sum(sizes)), sizes


def all_peaks(spectrum):
    """Return the peak of every d, by plain sums."""
    values = [sorted(ways) for ways in spectrum.ways]
    for d in product(*values):
        yield max(
            sum(v * (-1) ** (u & y).bit_count() for u, v in zip(spectrum.columns, d, strict=True))
            for y in range(2**spectrum.width)
        )


@pytest.mark.parametrize("spectra", [15, pytest.param(60, marks=pytest.mark.large)])
def test_the_search_finds_every_flat_spectrum_and_no_other(spectra):
    random = np.random.default_rng(5)
    for _ in range(spectra):
        spectrum, sizes = random_spectrum(random)
        peaks = list(all_peaks(spectrum))
        while True:
            basis = random.integers(1, 2**spectrum.width, spectrum.width).tolist()
            if len(set(span(basis))) == 2**spectrum.width:
                break
        levels = [place.bit_length() for place in coordinates_of(spectrum.columns, basis)]
        for column, level in zip(spectrum.columns, levels, strict=True):
            assert column in span(basis[:level])
            assert column not in span(basis[: level - 1])
        for peak in range(10):
            expected = sum(p <= peak for p in peaks)
            search = FlatSearch(spectrum, basis, peak, Watch(), spectrum.width)
            assert search.count() == expected
            for d in search.some().T:
                assert spectrum.values(d).max() <= peak
            by_class = dict(zip(spectrum.columns, sizes, strict=True))
            assert peak_is_refuted(by_class, basis, spectrum.width, peak) == (expected == 0)
            for depth in range(spectrum.width):
                shallow = FlatSearch(spectrum, basis, peak, Watch(), depth)
                if not shallow.possible():
                    assert expected == 0
                    assert peak_is_refuted(by_class, basis, depth, peak)


def test_blocks_of_any_width_give_the_same_count():
    spectrum = spectrum_of(take_census(described("5x9")))
    basis = choose_chain(spectrum, 4, 0) if spectrum.width else []
    counts = {
        FlatSearch(spectrum, basis, 6, Watch(), spectrum.width, block=block).count()
        for block in (1, 64, 2**16)
    }
    assert len(counts) == 1


def test_tabu_search_tells_the_peak_it_found():
    spectrum = spectrum_of(take_census(described("9x9")))
    alone = [np.arange(len(spectrum.columns))]
    example = find_symmetric(spectrum, alone, np.random.default_rng(1), 1, 8, Watch())
    assert example.peak == spectrum.values(example.d).max() <= 14
    for d, ways in zip(example.d.tolist(), spectrum.ways, strict=True):
        assert d in ways


def test_all_boards_reached_level_by_level_are_those_of_enumeration():
    generator = np.random.default_rng(7)
    for _ in range(100):
        columns = generator.integers(0, 32, generator.integers(0, 8)).tolist()
        least: dict[int, int] = {}
        for choice in product((0, 1), repeat=len(columns)):
            total = 0
            for column, bit in zip(columns, choice, strict=True):
                total ^= column * bit
            least[total] = min(least.get(total, 99), sum(choice))
        weights = list(least.values())
        assert board_counts(columns) == [weights.count(k) for k in range(max(weights) + 1)]


def test_a_basis_is_seen_to_be_one():
    columns = [1, 2, 3, 0]  # quiet: the first three together, and the last
    assert is_basis(columns, [0b111, 0b1000])
    assert is_basis(columns, [0b1111, 0b1000])
    assert not is_basis(columns, [0b111])
    assert not is_basis(columns, [0b111, 0b111])
    assert not is_basis(columns, [0b111, 0b1001])
    assert changed(columns, 0b101) == 2
    assert minima(columns, 0b011) == (1, 1)
    assert minima([1, 1], 0b01) == (1, 2)


def test_a_refutation_beyond_the_bounds_is_too_large(monkeypatch):
    with pytest.raises(TooLarge, match="more than 2\\^20 classes"):
        peak_is_refuted({1: 1}, [1 << k for k in range(21)], 21, 4)
    monkeypatch.setattr(flat_spectra, "MAX_POINTS", 3)
    with pytest.raises(TooLarge, match="more than 3 points"):
        peak_is_refuted({1: 1, 2: 1, 3: 1}, [1, 2], 2, 4)
