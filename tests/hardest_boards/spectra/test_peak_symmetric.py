"""Symmetric flat spectra: orbits are what plain maps of the board say, and the peaks are true."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.checker_parts.boards import minima
from lo_exact.hardest_boards.spectra.orbits import class_symmetries, orbits, subgroups
from lo_exact.hardest_boards.spectra.spectrum import spectrum_of
from lo_exact.hardest_boards.spectra.tabu import find_symmetric
from lo_exact.outcome import Watch
from lo_exact.topology.described import described


def seen(size, **more):
    census = take_census(described(size, **more))
    spectrum = spectrum_of(census)
    return census, spectrum, class_symmetries(census, spectrum)


@pytest.mark.parametrize(
    ("size", "topology"), [("4x4", "plane"), ("5x7", "plane"), ("6x6", "torus")]
)
def test_orbits_give_every_value_of_a_symmetric_spectrum(size, topology):
    _, spectrum, symmetries = seen(size, topology=topology)
    assert np.array_equal(symmetries[0], np.arange(len(spectrum.columns)))
    assert len(symmetries) > 1
    random = np.random.default_rng(3)
    for generators in subgroups(symmetries):
        under = orbits(spectrum, generators)
        assert under is not None
        assert under.repeats.sum() == 1 << spectrum.width
        for mapped in generators:
            assert np.array_equal(under.label[mapped], under.label)
        by_orbit = random.integers(-3, 4, under.characters.shape[0])
        d = by_orbit[under.label]
        plain = [
            sum(v * (-1) ** (u & y).bit_count() for u, v in zip(spectrum.columns, d, strict=True))
            for y in range(1 << spectrum.width)
        ]
        found = by_orbit @ under.characters.astype(np.int64)
        assert sorted(np.repeat(found, under.repeats.astype(int)).tolist()) == sorted(plain)


def test_a_reflection_of_the_board_is_among_the_symmetries():
    census, _, symmetries = seen("9x9")
    class_of = {b: u for u, one in enumerate(census.classes) for b in one.buttons}
    for flip in (lambda i, j: (j, i), lambda i, j: (8 - i, j), lambda i, j: (j, 8 - i)):
        wanted = np.zeros(len(census.classes), dtype=int)
        for i, j in product(range(9), repeat=2):
            if 9 * i + j in class_of:
                a, b = flip(i, j)
                wanted[class_of[9 * i + j]] = class_of[9 * a + b]
        assert any(np.array_equal(wanted, one) for one in symmetries)


def test_the_search_is_repeatable_and_its_board_needs_what_it_says():
    census, spectrum, symmetries = seen("9x9")

    def search():
        random = np.random.Generator(np.random.PCG64(4))
        return find_symmetric(spectrum, symmetries, random, 1, 8, Watch())

    found, again = search(), search()
    assert found is not None
    assert np.array_equal(found.d, again.d)
    assert found.peak == 8
    chosen = [
        [after - before for before, after in listed.vectors].index(d)
        for listed, d in zip(census.profiles, found.d.tolist(), strict=True)
    ]
    presses = sum(int(v) << j for j, v in enumerate(census.presses(chosen)))
    dense = census.puzzle.activation.to_dense()
    columns = [sum(int(v) << i for i, v in enumerate(column)) for column in dense.T.tolist()]
    assert minima(columns, presses)[0] == 37  # W. Boyles


def test_groups_with_too_large_tables_are_left_out():
    _, spectrum, symmetries = seen("32x32")
    assert orbits(spectrum, [symmetries[0]]) is None
