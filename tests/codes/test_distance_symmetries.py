"""Dense classical codes by windows, one of them where symmetries are found."""

import random
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

import lo_exact
from lo_exact.certificate.distance_checker import Kind, judge_code, sha256_of, verdict_of
from lo_exact.codes.code import (
    classical_code,
    css_code,
    cyclic_symmetries,
    even_orbits,
    model_code,
    orbits_of,
)
from lo_exact.codes.distance import find_distance
from lo_exact.codes.evidence import document_of
from lo_exact.errors import LimitReached, PuzzleError
from lo_exact.outcome import Watch
from tests.campaigns.codes import random_code
from tests.campaigns.codes import truth_of as true_words
from tests.codes.test_distance import changed, lightest_words, truth_of
from tests.codes.test_distance_checker import certificate
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
    monkeypatch.setattr("lo_exact.codes.side_search.WORTH_OTHERS", (-1, -1))
    rng, by_windows = random.Random(3), 0
    for _ in range(30):
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
        assert judge_code(document_of(find_distance(code)))
        by_windows += not known.refuted
    assert by_windows > 12


@pytest.mark.parametrize("number", [6, pytest.param(80, marks=pytest.mark.large)])
def test_sides_of_all_kinds_by_windows_have_the_distances_and_counts_of_enumeration(
    number, monkeypatch
):
    monkeypatch.setattr("lo_exact.codes.side_search.WORTH_OTHERS", (-1, -1))
    monkeypatch.setattr("lo_exact.codes.side_search.SideSearch._all_expected", lambda *_: 1e9)
    rng, by_windows = random.Random(7), 0
    for _ in range(number):
        code = random_code(rng, 3, 10)
        for count in (False, True):
            found = find_distance(code, count=count)
            for side, known in zip(code.sides, found.sides, strict=True):
                weight, words = true_words(code, side)
                assert (known.lower_bound, known.weight) == (weight, weight)
                assert known.count == (len(words) if count else None)
                assert sum(1 << j for j in code.columns_of(known.word)) in words
                by_windows += side.functionals > 0 and not (known.refuted or known.by_cycles)
        document = document_of(found)
        assert judge_code(document)
        document["claim"] |= {"kind": "at least", "distance": found.lower_bound + 1}
        assert not verdict_of(lambda: judge_code(document)).accepted  # noqa: B023
    assert by_windows > number // 4


@pytest.mark.parametrize(("prime", "distance"), [(23, 7), (47, 11), (71, 11), (79, 15)])
def test_quantum_quadratic_residue_codes_have_their_published_distances(prime, distance):
    (side,) = quadratic_residue_code(prime).sides
    rows = parity_checks([[int(j in row) for j in range(prime)] for row in side.checks])
    checks = [[int(x) for x in row[:prime]] for row in rows]
    even = [row for row in checks if sum(row) % 2 == 0]
    odd = [row for row in checks if sum(row) % 2]
    even += [[a ^ b for a, b in zip(odd[0], row, strict=True)] for row in odd[1:]]
    rows = tuple(tuple(j for j in range(prime) if row[j]) for row in even)
    found = find_distance(css_code(rows, rows, prime))
    assert (found.code.dimension, found.weight, found.proved) == (1, distance, True)


def test_a_dense_code_stops_at_the_bound_that_was_wanted_or_at_its_limit():
    code = quadratic_residue_code(103)
    (known,) = find_distance(code, at_least=12).sides
    assert 12 <= known.lower_bound <= 20
    found = find_distance(code, watch=Watch(0.0))
    assert found.lower_bound <= 20 <= found.weight


def windows_certificate(code):
    """The certificate of its distance by windows, whatever found it."""
    found = find_distance(code)
    (side,) = found.sides
    return document_of(replace(found, sides=(replace(side, refuted=(), by_cycles=False),)))


def small_dense_codes(number, rng):
    """Random codes, some of them cyclic, that have words; the true distance of each."""
    made = 0
    while made < number:
        size = rng.randrange(3, 10)
        rows = random_checks(rng, size, rng.randrange(1, size), 0.5)
        if rng.random() < 0.4:
            row = [rng.randrange(2) for _ in range(size)]
            rows = tuple(tuple(j for j in range(size) if row[(j - i) % size]) for i in range(size))
        with suppress(PuzzleError):
            code = classical_code(rows, size)
            yield code, truth_of(code.sides[0])[0]
            made += 1


@pytest.mark.parametrize("number", [40, pytest.param(500, marks=pytest.mark.large)])
def test_certificates_by_windows_are_accepted_and_none_that_claims_more(number):
    by_windows = 0
    for code, true in small_dense_codes(number, random.Random(11)):
        document = windows_certificate(code)
        assert document["claim"]["distance"] == true
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023
        (side,) = document["sides"]
        if "windows" not in side:
            continue
        by_windows += 1
        document["claim"] |= {"kind": "at least", "distance": true + 1}
        for more in range(4):
            side["levels"] = [level + more for level in side["levels"]]
            assert not verdict_of(lambda: judge_code(document)).accepted  # noqa: B023
    assert by_windows > number // 5


def test_a_certificate_names_no_window_that_need_not_be_visited():
    """An error model whose cheapest windows are six, of which five prove the claim."""
    rows = [
        [0, 2, 4, 6], [1, 6, 7, 12], [3, 5, 6, 9], [1, 4, 13], [4, 7, 8], [9, 10, 12],
        [6, 7, 13], [6, 10, 11, 13], [0, 6], [6, 9], [1, 3, 8], [4, 11, 12], [7, 10],
    ]  # fmt: skip
    seen = [frozenset(k for k, row in enumerate(rows) if b in row) for b in range(14)]
    flips = [frozenset([0] if b in (0, 3, 4, 5, 7, 10, 11) else []) for b in range(14)]
    document = windows_certificate(model_code(seen, flips))
    assert document["claim"]["distance"] == 6  # of the 2^14 sets of errors, listed
    (side,) = document["sides"]
    assert min(side["levels"]) >= 0
    assert verdict_of(lambda: judge_code(document)).accepted


@pytest.mark.parametrize("number", [40, pytest.param(100, marks=pytest.mark.large)])
def test_changed_certificates_by_windows_are_rejected_or_still_true(number):
    """Numbers of windows, levels, symmetries, the claim and the rows are changed, 40 times each."""
    rng = random.Random(12)
    accepted = 0
    for code, _ in small_dense_codes(number, rng):
        document = windows_certificate(code)
        for _ in range(40):
            forged = changed(rng, document)
            with suppress(KeyError, TypeError):  # as a forger would
                forged["claim"]["code_sha256"] = sha256_of(forged["code"])
            if not verdict_of(lambda: judge_code(forged)).accepted:  # noqa: B023
                continue
            accepted += 1
            given = forged["code"]
            true = lightest_words(given["n"], given["rows"], [])[0]
            assert forged["claim"]["distance"] <= true, forged
            assert forged["claim"]["kind"] == "at least" or true in map(
                len, (side["word"] for side in forged["sides"])
            )
    assert accepted > number // 2


@pytest.mark.parametrize(("prime", "step"), [(71, 4), (79, 4), (73, 2)])
def test_the_certificate_of_a_quadratic_residue_code_has_one_window(prime, step):
    document = document_of(find_distance(quadratic_residue_code(prime)))
    (side,) = document["sides"]
    assert (len(side["windows"]), len(side["symmetries"])) == (1, 2)
    assert f"windows (1) show; {step} divides the number" in judge_code(document)
    side["levels"][0] -= 1
    assert "was not visited may have" in verdict_of(lambda: judge_code(document)).text


def test_certificates_by_windows_are_refused_beyond_the_bounds_of_the_checker(monkeypatch):
    found = find_distance(quadratic_residue_code(71))
    document = document_of(found)
    monkeypatch.setattr("lo_exact.certificate.distance_checker.MAX_TRIED", 2**10)
    said = verdict_of(lambda: judge_code(document))
    assert (said.kind, said.text) == (
        Kind.TOO_LARGE, "the patterns of the windows are beyond this checker's bound",
    )  # fmt: skip
    monkeypatch.setattr("lo_exact.codes.evidence.MAX_TRIED", 2**10)
    with pytest.raises(LimitReached, match="its checker visits windows of 1024 steps at most"):
        document_of(found)


def test_windows_are_for_codes_of_1024_columns_and_few_windows():
    rows = [[0, 1], [1, 2]]
    side = {"windows": [[0]], "levels": [2], "symmetries": []}
    for code, changes, said in [
        ({"n": 3, "rows": rows}, {}, "accepted"),
        ({"n": 3, "rows": rows}, {"levels": []}, "levels do not fit windows"),
        ({"n": 3, "rows": rows}, {"windows": [[0]] * 65, "levels": [0] * 65}, "more than 64"),
        ({"n": 3, "rows": rows, "trivial": []}, {}, "accepted"),
        ({"n": 3, "rows": rows, "trivial": [[0, 1, 2]]}, {}, "accepted"),
        ({"n": 3, "rows": rows, "trivial": [], "observables": [[0]]}, {}, "accepted"),
        ({"n": 1025, "rows": rows}, {}, "1024 columns or fewer"),
        ({"n": 4, "rows": rows}, {}, "does not determine"),
    ]:
        document = certificate(code, [side | changes])
        verdict = verdict_of(lambda: judge_code(document))  # noqa: B023
        assert said in f"{verdict.kind.value} {verdict.text}"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "rejected there is a word of 3 columns"),
        ({"trivial": [[0, 1, 2]]}, "accepted the distance is at least 4"),
        ({"trivial": [], "observables": [[0]]}, "rejected there is a word of 3 columns"),
        ({"trivial": [], "observables": [[0, 1]]}, "accepted the distance is at least 4"),
    ],
)
def test_light_words_that_do_not_matter_are_passed_over_by_windows(more, said):
    side = {"windows": [[0]], "levels": [3], "symmetries": []}
    document = certificate({"n": 3, "rows": [[0, 1], [1, 2]]} | more, [side])
    document["claim"] |= {"kind": "at least", "distance": 4}
    verdict = verdict_of(lambda: judge_code(document))
    assert f"{verdict.kind.value} {verdict.text}".startswith(said)


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
    assert even_orbits(side, ()) == (found, [list(range(48))])
    (random,) = classical_code(((0, 1), (0, 2, 3), (1, 3, 5, 7), (4, 6)), 9).sides
    assert even_orbits(random, ()) == ((), [])
