"""Classical codes over any prime field, and codes whose words are counted, against enumeration."""

import random

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.codes import side_search
from lo_exact.codes.code import classical_code, residue_code
from lo_exact.codes.distance import find_distance
from lo_exact.errors import PuzzleError
from tests.cli_runner import run
from tests.truth.codes import lightest_words, random_checks

GOLAY = ["011111", "101221", "110122", "121012", "122101", "112210"]
"""Beside the unit matrix: the extended ternary Golay code, which is its own dual."""


def golay_checks(length):
    """Return checks of [12,6,6], or of [11,6,5], the same without its last column."""
    rows = np.hstack([np.eye(6, dtype=np.int64), [[*map(int, row)] for row in GOLAY]])
    if length == 12:
        return rows
    last, kept = rows[0, 11], rows[5:]
    others = [row - row[11] * last * rows[0] for row in rows[1:5]]
    return np.vstack([kept, others])[:, :11] % 3


@pytest.mark.parametrize(("length", "distance", "words"), [(11, 5, 132), (12, 6, 264)])
def test_ternary_golay_codes_have_their_distances_and_lightest_words(
    tmp_path, length, distance, words
):
    """MacWilliams and Sloane, The Theory of Error-Correcting Codes (1977), chapter 20."""
    file = tmp_path / "golay.txt"
    np.savetxt(file, golay_checks(length), fmt="%d")
    ran = run("distance", "--classical", str(file), "--colours", "3", "--count")
    assert ran.out.splitlines()[1] == f"[{length},6,{distance}]"
    assert f"{distance}, {words} lightest words" in ran.out
    six = run("distance", "--classical", str(file), "--colours", "6")
    assert (six.code, "prime number of colours, got 6" in six.err) == (2, True)


@pytest.mark.parametrize("number", [4, pytest.param(40, marks=pytest.mark.large)])
def test_random_codes_of_more_colours_have_the_distances_and_counts_of_enumeration(number):
    rng = random.Random(1)
    for _ in range(number):
        colours = rng.choice([3, 3, 5, 7])
        size = rng.randint(1, {3: 7, 5: 5, 7: 4}[colours])
        checks = np.array(
            [[rng.randrange(colours) for _ in range(size)] for _ in range(rng.randrange(size))],
            dtype=np.int64,
        ).reshape(-1, size)
        words = np.indices((colours,) * size).reshape(size, -1).T
        words = words[words.any(axis=1) & ~(checks @ words.T % colours).any(axis=0)]
        weights = {tuple(word): np.count_nonzero(word) for word in words.tolist()}
        try:
            code = residue_code(from_dense(checks, colours))
        except PuzzleError:
            assert not weights
            continue
        (side,) = find_distance(code, count=True).sides
        least = min(weights.values())
        count = [*weights.values()].count(least)
        assert (side.lower_bound, side.weight, side.count) == (least, least, count)
        assert tuple(side.word.count(button) for button in range(size)) in weights


def test_codes_whose_words_are_counted_have_the_distances_of_enumeration(monkeypatch):
    monkeypatch.setattr("lo_exact.codes.side_search.WORTH_OTHERS", (-1, -1))
    monkeypatch.setattr("lo_exact.engines.windows.plan.MAX_ELIMINATED", 0)
    monkeypatch.setattr("lo_exact.codes.side_search.SideSearch._all_expected", lambda *_: 1e6)
    rng, counted = random.Random(2), 0
    for _ in range(150):
        size = rng.randrange(4, 11)
        try:
            code = classical_code(random_checks(rng, size, rng.randrange(size), 0.5), size)
        except PuzzleError:
            continue
        weight, words = lightest_words(size, code.sides[0].checks)
        for count in (False, True):
            (known,) = find_distance(code, count=count).sides
            assert (known.lower_bound, known.weight, known.word in words) == (weight, weight, True)
            assert known.count == (len(words) if count else None)
        counted += not (known.refuted or known.by_cycles)
    assert counted > 50


def test_a_long_code_of_few_words_is_counted():
    rng = np.random.default_rng(1)
    tails = rng.integers(0, 2, (12, 800 - 12))
    checks = np.hstack([tails.T, np.eye(800 - 12, dtype=np.int64)])
    rows = tuple(tuple(np.flatnonzero(row).tolist()) for row in checks)
    found = find_distance(classical_code(rows, 800))
    basis = np.packbits(np.hstack([np.eye(12, dtype=np.int64), tails]), axis=1)
    sums = np.zeros((1, basis.shape[1]), dtype=np.uint8)
    for row in basis:
        sums = np.vstack([sums, sums ^ row])
    least = np.bitwise_count(sums[1:]).sum(axis=1).min()
    assert (found.proved, found.lower_bound) == (True, least)


def test_a_notebooks_stop_button_leaves_bounds(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(side_search, "search_quickly", interrupt)
    bounds = lo_exact.distance("bb:6,6:x^3+y+y^2:y^3+x+x^2")
    assert bounds.stopped == "interrupted"
    assert bounds.lower_bound <= 6 <= (bounds.weight or 6)


def test_answers_are_short_in_a_notebook():
    decoder = lo_exact.Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
    assert repr(decoder) == "Decoder(2 detectors, 3 observables, 3 errors)"
    assert repr(lo_exact.distance([[1, 1, 0], [0, 1, 1]])) == "Distance(3, proved)"
