"""The wave: against enumeration, in pieces, with clashing marks, and giving up."""

from itertools import islice

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.compiled import advice, has_numba
from lo_exact.engines.cuts import wave as module
from lo_exact.engines.cuts import wave as seen
from lo_exact.engines.cuts.checks import checks_of
from lo_exact.engines.cuts.search import CutsSearch
from lo_exact.engines.cuts.wave import Wave
from lo_exact.puzzle import System
from tests.campaigns.cuts import minima, sparse_systems

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed")


def wave_of(system: System, limit: int, **sizes: int) -> Wave:
    return Wave(checks_of(system), system.prices, limit, lambda: None, **sizes)


def prepared(rng: np.random.Generator, number: int) -> list[tuple[System, int, list]]:
    """Return systems without free buttons, their least weight (-1: none) and all minima."""
    found = []
    for system in islice(sparse_systems(rng), number):
        if system.unknowns and system.prices.min() > 0:
            found.append((system, *minima(system)))
    return found


@pytest.mark.parametrize("systems", [60, pytest.param(400, marks=pytest.mark.large)])
@pytest.mark.parametrize("clashing", [False, True])
def test_it_finds_a_minimum_and_proves_what_is_below(clashing, systems, monkeypatch):
    if clashing:  # all syndromes of one parity of bits have one mark
        marks = lambda words: np.bitwise_count(words).sum(axis=1).astype(np.uint64)  # noqa: E731
        monkeypatch.setattr(seen, "_marks", marks)
    solvable = 0
    asked = prepared(np.random.default_rng(7), systems)
    for number, (system, weight, listed) in enumerate(asked):
        limit = sum(system.prices.tolist())
        wave = wave_of(system, limit)
        wave.advance(10**9)
        assert wave.over
        if weight < 0:
            assert (wave.pressed, wave.bound) == (None, limit + 1), number
            continue
        assert wave.bound == weight, number
        assert wave.pressed is not None
        assert tuple(int(j in wave.pressed) for j in range(system.unknowns)) in listed, number
        for limit in (weight, weight - 1):
            wave = wave_of(system, limit)
            wave.advance(10**9)
            assert wave.bound == weight
            assert (wave.pressed is None) == (limit < weight)
        solvable += 1
    assert solvable > systems * 3 // 8


@needs_numba
def test_compiled_it_goes_through_as_many_syndromes_to_the_same_answer():
    systems = [system for system, _, _ in prepared(np.random.default_rng(13), 300)]
    rng = np.random.default_rng(3)
    dense = np.zeros((70, 140), dtype=np.int64)
    for j in range(140):
        dense[rng.choice(70, 3, replace=False), j] = 1
    syndrome = dense[:, rng.choice(140, 9, replace=False)].sum(axis=1) % 2
    systems.append(System(from_dense(dense, 2), syndrome, rng.integers(1, 4, 140)))
    for system in systems:
        limit = sum(system.prices.tolist())
        ways = [wave_of(system, limit, plain=plain) for plain in (10**9, 0, 5)]
        done = [wave.advance(10**9) for wave in ways]
        assert len({(wave.bound, wave.pressed) for wave in ways}) == 1
        assert len(set(done)) == 1
    assert done[0] > 1000
    assert [wave.speed > 1 for wave in ways] == [False, True, True]


def test_who_goes_on_for_long_without_numba_is_told_what_it_would_bring(monkeypatch):
    monkeypatch.setattr(module, "has_numba", lambda: False)
    wave = wave_of(path(70), 200, plain=3)
    assert not wave.slow
    wave.advance(10**9)
    assert (wave.slow, wave.speed) == (True, 1)
    assert len(wave.pressed or ()) == 69
    said: list[str] = []
    search = CutsSearch(
        checks_of(path(70)), np.ones(69, np.int64), 200, found=lambda _, w: w - 1,
        bound=lambda _: None, pause=lambda: None, note=said.append,
    )  # fmt: skip
    search._open, search._advice_due = [None], 0.0
    search._wave = wave_of(path(70), 200, plain=3)
    search.solves = 1
    search._looked_far()
    search._looked_far()
    assert said == [advice(module.FASTER)]


def test_in_pieces_its_bound_never_falls_and_is_true():
    stopped = 0
    for system, weight, _ in prepared(np.random.default_rng(8), 300):
        wave, last = wave_of(system, sum(system.prices.tolist())), 0
        while not wave.over:
            wave.advance(1)
            assert wave.bound >= last
            last = wave.bound
            assert weight < 0 or last <= weight
            stopped += not wave.over
        assert weight < 0 or last == weight
    assert stopped > 300


def test_a_lower_limit_on_the_way_leaves_the_proof_that_was_asked():
    lowered = 0
    for system, weight, _ in prepared(np.random.default_rng(9), 300):
        wave = wave_of(system, sum(system.prices.tolist()))
        wave.advance(1)
        if weight < 1 or wave.over:
            continue
        wave.lower(weight - 1)
        wave.advance(10**9)
        assert (wave.pressed, wave.bound) == (None, weight)
        lowered += 1
    assert lowered > 50


def test_levels_are_as_wide_as_the_least_price():
    """Within a level a syndrome may be reached for more first, and goes twice."""
    wide = 0
    for system, _, _ in prepared(np.random.default_rng(12), 300):
        dearer = System(system.matrix, system.syndrome, system.prices + 40)
        weight, listed = minima(dearer)
        limit = sum(dearer.prices.tolist())
        wave = wave_of(dearer, limit)
        wave.advance(10**9)
        if weight < 0:
            assert (wave.pressed, wave.bound) == (None, limit + 1)
            continue
        assert wave.bound == weight
        assert wave.pressed is not None
        assert tuple(int(j in wave.pressed) for j in range(system.unknowns)) in listed
        wide += len(wave.pressed) > 2
    assert wide > 20


def test_what_would_not_fit_is_given_up_with_a_true_bound():
    given_up = 0
    for number, (system, weight, _) in enumerate(prepared(np.random.default_rng(10), 600)):
        wave = wave_of(system, sum(system.prices.tolist()), largest=4 + number % 12)
        wave.advance(10**9)
        assert weight < 0 or wave.bound <= weight
        given_up += wave.pressed is None and weight >= 0
    assert given_up > 10


def test_what_is_too_wide_or_free_is_not_begun():
    wide = System(from_dense(np.ones((13, 2)), 2), np.ones(13, np.int64), np.array([1, 1]))
    free = System(from_dense(np.eye(2), 2), np.ones(2, np.int64), np.array([0, 1]))
    many = System(from_dense(np.eye(257), 2), np.ones(257, np.int64), np.ones(257, np.int64))
    for system in (wide, free, many):
        wave = wave_of(system, 10)
        assert wave.over
        assert (wave.bound, wave.pressed) == (0, None)


def path(lights):
    """Return the links of a path whose ends are wrong: all of them must be pressed."""
    links = np.zeros((lights, lights - 1), dtype=np.int64)
    first = np.arange(lights - 1)
    links[first, first] = links[first + 1, first] = 1
    ends = np.zeros(lights, dtype=np.int64)
    ends[[0, -1]] = 1
    return System(from_dense(links, 2), ends, np.ones(lights - 1, np.int64))


def test_two_words_of_lights():
    wave = wave_of(path(100), 99)
    wave.advance(10**9)
    assert (wave.bound, wave.pressed) == (99, tuple(range(99)))


@pytest.mark.parametrize(("least", "begun"), [(1, False), (20, True)])
def test_a_search_begins_none_that_would_take_many_small_steps(least, begun):
    """It goes by the least price at a time: 9,990 of them, or 500."""
    system = path(21)
    prices = np.full(20, 500)
    prices[0] = least
    search = CutsSearch(
        checks_of(system), prices, 9_990, found=lambda _, w: w - 1, bound=lambda _: None,
        pause=lambda: None,
    )  # fmt: skip
    search._open = [None]
    search._looked_far()
    assert (search._wave is not None) == begun


def test_it_keeps_to_the_memory_it_is_given():
    """A thousand bytes hold some syndromes on the way, not 99."""
    system = path(100)
    wave = Wave(checks_of(system), system.prices, 99, lambda: None, memory=1000)
    wave.advance(10**9)
    assert wave.over
    assert wave.pressed is None
    assert 0 < wave.bound < 99
