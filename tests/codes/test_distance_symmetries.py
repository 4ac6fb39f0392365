"""Dense classical codes by windows, one of them where symmetries are found."""

import random
from contextlib import suppress

import numpy as np
import pytest
from lo_exact.certificate.distance_checker import judge_code

import lo_exact
from lo_exact.codes.code import classical_code
from lo_exact.codes.distance import cyclic_symmetries, find_distance, orbits_of
from lo_exact.codes.evidence import document_of
from lo_exact.errors import LimitReached, PuzzleError
from lo_exact.outcome import Watch
from tests.codes.test_distance import truth_of
from tests.truth.codes import random_checks


def parity_checks(generators):
    """Checks of the code of some generators mod 2."""
    system = lo_exact.matrix_puzzle(np.array(generators), [0] * len(generators))
    return lo_exact.kernel(system).generators


def quadratic_residue_code(prime):
    """The checks of the extended binary code; 2 is a square mod the prime."""
    squares = {x * x % prime for x in range(1, prime)}
    rows = [[int((j - i) % prime in squares) for j in range(prime)] for i in range(prime)]
    if prime % 8 == 1:  # then they span the subcode of even words
        rows.append([1] * prime)
    return classical_code(
        tuple(
            tuple(np.flatnonzero(row).tolist())
            for row in parity_checks([[*row, sum(row) % 2] for row in rows])
        ),
        prime + 1,
    )


@pytest.mark.parametrize(
    ("prime", "distance", "count"), [(23, 8, 759), (47, 12, 17_296), (71, 12, None), (79, 16, None)]
)
def test_extended_quadratic_residue_codes_are_proved_by_one_window(prime, distance, count):
    found = find_distance(quadratic_residue_code(prime), count=count is not None)
    assert found.code.dimension == (prime + 1) // 2
    assert found.proved
    (side,) = found.sides
    assert (side.weight, side.count) == (distance, count)
    assert found.code.sides[0].matters(side.word)


def test_dense_codes_have_the_distances_and_counts_of_enumeration(monkeypatch):
    monkeypatch.setattr("lo_exact.codes.distance.WORTH_OTHERS", -1)
    rng, by_windows = random.Random(3), 0
    for _ in range(60):
        size = rng.randrange(3, 11)
        rows = random_checks(rng, size, rng.randrange(size), 0.5)
        if rng.random() < 0.4:  # cyclic
            row = [rng.randrange(2) for _ in range(size)]
            shifts = range(size)
            rows = tuple(tuple(j for j in range(size) if row[(j - i) % size]) for i in shifts)
        try:
            code = classical_code(rows, size)
        except PuzzleError:
            continue
        weight, words = truth_of(code.sides[0])
        for count in (False, True):
            (known,) = find_distance(code, count=count).sides
            assert (known.lower_bound, known.weight) == (weight, weight)
            assert known.count == (len(words) if count else None)
            assert known.word in words
        with suppress(LimitReached):  # where windows proved more than the searches before them
            assert judge_code(document_of(find_distance(code)))
        by_windows += not known.refuted
    assert by_windows > 20


def test_a_dense_code_stops_at_the_bound_that_was_wanted_or_at_its_limit():
    code = quadratic_residue_code(103)
    (known,) = find_distance(code, at_least=12).sides
    assert 12 <= known.lower_bound <= 20
    found = find_distance(code, watch=Watch(0.0))
    assert found.lower_bound <= 20 <= found.weight
    full = find_distance(code)
    assert full.lower_bound == full.weight == 20
    with pytest.raises(LimitReached, match="20 was not proved by a search"):
        document_of(full)


def test_symmetries_of_cyclic_and_extended_codes_are_found_and_have_one_orbit():
    (hamming,) = classical_code(
        tuple(tuple(j for j in range(7) if 0b10111 << i >> j & 1) for i in range(3)), 7
    ).sides
    assert cyclic_symmetries(hamming)[0] == (1, 2, 3, 4, 5, 6, 0)
    (side,) = quadratic_residue_code(47).sides
    found = cyclic_symmetries(side)
    assert len(found) == 2
    assert orbits_of(48, found) == [list(range(48))]
    assert orbits_of(48, found[:1], alone=True) == [list(range(47)), [47]]
