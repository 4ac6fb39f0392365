"""Boards put together from flat groups: their peaks lie between the groups' peaks and the sum."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from lo_exact.engines.quarters.engine import plan_of
from lo_exact.hardest_boards import find
from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.checker_parts.boards import minima
from lo_exact.hardest_boards.find import hardest
from lo_exact.hardest_boards.spectra.groupwise import (
    flat_parts,
    groups_of_classes,
    part_of,
    translations,
)
from lo_exact.hardest_boards.spectra.orbits import class_symmetries
from lo_exact.hardest_boards.spectra.spectrum import Spectrum, spectrum_of
from lo_exact.outcome import Watch
from lo_exact.topology.described import described


def grouped(size):
    census = take_census(described(size))
    spectrum = spectrum_of(census)
    buttons = [one.buttons for one in census.classes]
    return census, spectrum, groups_of_classes(buttons, plan_of(census.system).groups.buttons)


@pytest.mark.parametrize("size", ["9x9", "16x16"])
def test_every_class_is_in_one_group_and_ranks_are_half(size):
    _, spectrum, groups = grouped(size)
    assert sorted(u for members in groups for u in members) == list(range(len(spectrum.columns)))
    assert [part_of(spectrum, members).width for members in groups] == [spectrum.width // 2] * 4


def test_a_part_has_the_values_of_its_classes():
    _, spectrum, groups = grouped("9x9")
    random = np.random.default_rng(2)
    for members in groups:
        part = part_of(spectrum, members)
        d = random.integers(-3, 4, len(members))
        whole = np.zeros(len(spectrum.columns), dtype=np.int64)
        whole[members] = d
        values, repeats = spectrum.values(whole), 1 << (spectrum.width - part.width)
        assert sorted(values.tolist()) == sorted(np.repeat(part.values(d), repeats).tolist())


def test_peaks_lie_between_those_of_the_groups_and_their_sum():
    census, spectrum, groups = grouped("9x9")
    symmetries = class_symmetries(census, spectrum)
    parts = flat_parts(spectrum, groups, lambda: symmetries, Watch(0.2), effort=1, seed=0)
    peaks = [
        int(part_of(spectrum, members).values(d).max())
        for members, d in zip(groups, parts, strict=True)
    ]
    moved = list(islice(translations(spectrum, groups, parts, np.random.default_rng(1)), 20))
    assert len({d.tobytes() for d in moved}) > 10
    for d in moved:
        assert max(peaks) <= spectrum.values(d).max() <= sum(peaks)
        for members, part in zip(groups, parts, strict=True):
            assert np.array_equal(np.abs(d[members]), np.abs(part))


def test_groups_of_too_many_patterns_are_left_alone():
    wide = Spectrum(23, tuple(1 << i for i in range(23)), ({-1: 1, 1: 1},) * 23, 23)
    assert flat_parts(wide, [list(range(23))], list, Watch(), effort=1, seed=0) is None


def test_boards_wider_than_a_transform_get_an_example_with_its_minimum(monkeypatch):
    monkeypatch.setattr(find, "TRANSLATIONS", 3)
    monkeypatch.setattr(find, "MAX_WIDTH", 6)
    census, spectrum, _ = grouped("9x9")
    presses = find._by_groups(census, spectrum, Watch(1.0), 1, 0)
    columns = [sum(1 << int(i) for i in census.system.matrix.column(j)[0]) for j in range(81)]
    pressed = sum(int(bit) << j for j, bit in enumerate(presses.tolist()))
    assert minima(columns, pressed)[0] >= 35


@pytest.mark.large
@pytest.mark.parametrize(("size", "before"), [("39x39", 639), ("47x47", 963)])
def test_examples_are_above_the_covering_bound(size, before):
    found = hardest(described(size), time_limit=60)
    assert before < sum(found.presses) == found.lower_bound < found.upper_bound


def test_boards_that_quarters_would_take_long_for_have_no_example(monkeypatch):
    monkeypatch.setattr(find, "QUARTERS_SECONDS", 0.0)
    monkeypatch.setattr(find, "MAX_EXAMPLE_WORDS", 2**6)
    census, spectrum, _ = grouped("9x9")
    assert not find.has_provable_examples(census)
    assert find._by_groups(census, spectrum, Watch(), 1, 0) is None


def test_an_example_of_many_solutions_is_proved_by_quarters(monkeypatch):
    monkeypatch.setattr(find, "MAX_EXAMPLE_WORDS", 2**6)
    census, _, _ = grouped("9x9")
    pressed = np.random.default_rng(3).integers(0, 2, 81)
    found = find.proved_example(census, pressed, Watch())
    columns = [sum(1 << int(i) for i in census.system.matrix.column(j)[0]) for j in range(81)]
    bits = sum(int(bit) << j for j, bit in enumerate(pressed.tolist()))
    assert found.weight == sum(found.presses) == minima(columns, bits)[0]
