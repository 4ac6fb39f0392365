"""Distances where every column is on two checks at most, against enumeration and known codes."""

import json
import random
import time

import numpy as np
import pytest

import lo_exact
from lo_exact.certificate.distance_checker import Kind, judge_code, verdict_of
from lo_exact.codes.code import classical_code, css_code, model_code
from lo_exact.codes.distance import find_distance
from lo_exact.codes.evidence import document_of
from lo_exact.errors import PuzzleError
from tests.boards.codes import surface_code
from tests.campaigns.codes import few_words, number, true_of, truth_of, unseen
from tests.codes.test_distance import changed


def graph_rows(rng, size):
    """Return checks with loops, columns on one check, double edges, and equal and empty rows."""
    rows = [set() for _ in range(rng.randint(0, 9))]
    loops = rng.choice([0, 0, 0.1, 0.3])
    for column in range(size):
        ends = 0 if rng.random() < loops else rng.choice([1, 2, 2, 2, 2])
        for row in rng.sample(rows, min(ends, len(rows))):
            row.add(column)
    rows += [rows[0], set()] if rows and rng.random() < 0.2 else []
    return tuple(tuple(sorted(row)) for row in rows)


def combined(rng, words):
    """Return a sum of some words, as a row."""
    total = 0
    for word in rng.sample(words, min(len(words), rng.choice([1, 1, 2, 5]))):
        total ^= word
    return tuple(column for column in range(total.bit_length()) if total >> column & 1)


def graph_codes(count, seed, largest=15):
    rng = random.Random(seed)
    while count:
        size = rng.randint(1, largest)
        rows, kind = graph_rows(rng, size), rng.choice(["classical", "model", "css", "css"])
        basis = unseen([number(row) for row in rows], size)
        try:
            if kind == "classical":
                code = classical_code(rows, size)
            elif kind == "css":
                code = css_code(
                    tuple(combined(rng, basis) for _ in range(rng.randrange(size))), rows, size
                )
            else:
                flips = [{j for j in range(size) if rng.random() < 0.3} for _ in range(3)]
                code = model_code(*(
                    [frozenset(i for i, row in enumerate(given) if j in row) for j in range(size)]
                    for given in (rows, flips)
                ))  # fmt: skip
        except PuzzleError:
            continue
        if few_words(code):
            count -= 1
            yield code


def wrong_sides(code):
    """Return the sides whose distance, count or word is not that of enumeration."""
    found = find_distance(code, count=True)
    for side, known in zip(code.sides, found.sides, strict=True):
        weight, words = truth_of(code, side)
        right = (known.lower_bound, known.weight, known.count) == (weight, weight, len(words))
        if not (right and number(code.columns_of(known.word)) in words):
            yield side, known


def test_random_graphs_have_the_distances_and_counts_of_enumeration():
    for code in graph_codes(600, 1):
        assert not list(wrong_sides(code))


@pytest.mark.large
def test_two_thousand_random_graphs_have_the_distances_and_counts_of_enumeration():
    for code in graph_codes(2000, 2):
        assert not list(wrong_sides(code))


def test_evidence_by_cycles_is_accepted_and_a_changed_one_only_where_it_is_true():
    rng, accepted = random.Random(3), 0
    for code in graph_codes(70, 4, largest=9):
        document = json.loads(json.dumps(document_of(find_distance(code))))
        assert any("cycles" in side for side in document["sides"])
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023 - called at once
        for _ in range(20):
            forged = changed(rng, document)
            if verdict_of(lambda: judge_code(forged)).accepted:  # noqa: B023
                accepted += 1
                assert true_of(forged), forged
    assert accepted


def test_cycles_do_not_prove_a_longer_one_nor_anything_of_three_checks_a_column():
    path = tuple((i, i + 1) for i in range(6))
    document = document_of(find_distance(classical_code(path, 7)))
    document["sides"][0]["cycles"] = 8
    assert "less than 8 columns" in verdict_of(lambda: judge_code(document)).text
    star = document_of(find_distance(classical_code((*path, (0, 3)), 7)))
    star["sides"] = [{"cycles": 1}]
    star["claim"]["kind"] = "at least"
    assert verdict_of(lambda: judge_code(star)).kind is Kind.REJECTED


@pytest.mark.parametrize(
    ("distance", "closed", "words"),
    [
        (5, False, 5),
        (13, False, 13),
        (21, False, 21),
        (16, True, 32),
        pytest.param(32, True, 64, marks=pytest.mark.large),
    ],
)
def test_surface_codes_of_any_size_take_less_than_seconds(distance, closed, words):
    x, z = surface_code(distance, closed=closed)
    began = time.process_time()
    found = lo_exact.distance(hx=x, hz=z, count=True)
    assert time.process_time() - began < 5
    assert [(side.lower_bound, side.weight, side.count) for side in found.sides] == [
        (distance, distance, words)
    ] * 2
    document = json.loads(json.dumps(document_of(found)))
    assert verdict_of(lambda: judge_code(document)).accepted


def test_a_repetition_code_of_1500_columns_takes_no_seconds():
    checks = np.eye(1500, dtype=np.int64)[:-1]
    began = time.process_time()
    assert lo_exact.distance(checks + np.roll(checks, 1, axis=1)).lower_bound == 1500
    assert time.process_time() - began < 5
