"""The atlas against published sequences, plain enumeration and its own schema."""

import json
import time
from itertools import product

import jsonschema
import pytest

from benchmarks.records.atlas import (
    ATLAS,
    COLOURS,
    DIVISORS,
    RULES,
    SURFACES,
    all_on,
    fill,
    load_atlas,
    quiet,
    save,
    sizes,
)
from benchmarks.records.atlas_check import activation, all_on_again, quiet_again, rank_of_bits
from benchmarks.records.collect import ROOT, load

PUBLISHED = json.loads((ROOT / "data/published.json").read_text(encoding="utf-8"))
FILES = [(rule, surface) for rule in RULES for surface in SURFACES]
SMALL = [(rule, surface, m, n) for rule, surface in FILES for m, n in ((1, 3), (2, 2), (3, 2))]


def enumerated(matrix, colours):
    """The number of quiet patterns, and of solutions of all lights on by weight: one by one."""
    quiets, weights = 0, {}
    for x in product(range(colours), repeat=len(matrix)):
        sums = {sum(a * b for a, b in zip(row, x, strict=True)) % colours for row in matrix}
        quiets += sums == {0}
        if sums == {colours - 1}:
            weights[sum(x)] = weights.get(sum(x), 0) + 1
    found = [min(weights), str(weights[min(weights)])] if weights else []
    return quiets, found


def patterns(parts, colours):
    """The number of quiet patterns that a line of the atlas says."""
    number = 1
    for divisor, count in zip(DIVISORS, parts, strict=True):
        if colours % divisor == 0:
            prime = next(p for p in (2, 3, 5, 7, 11) if divisor % p == 0)
            number *= prime**count
    return number


@pytest.mark.parametrize(("rule", "surface", "m", "n"), SMALL)
def test_small_boards_are_those_of_plain_enumeration(rule, surface, m, n):
    matrix = activation(rule, surface, m, n)
    parts = quiet(rule, surface, m, n)
    assert parts == quiet_again(matrix)
    for colours in (2, 3, 4, 6) if m * n < 6 else (2, 3):
        quiets, found = enumerated(matrix, colours)
        assert patterns(parts, colours) == quiets
        assert all_on(rule, surface, m, n, colours) == found
        assert all_on_again(matrix, colours) == found


@pytest.mark.parametrize(
    ("surface", "key", "last"),
    [("plane", "A159257_nullity_n1_100", 40), ("torus", "A165738_torus_nullity_n1_30", 30)],
)
def test_nullities_are_the_published_ones(surface, key, last):
    boards = load_atlas("plus", surface)
    kept = [boards[n, n]["quiet"][0] for n in range(1, last + 1)]
    assert kept == PUBLISHED[key]["values"][:last]


def test_all_on_minima_are_the_published_ones():
    boards = load_atlas("plus", "plane")
    kept = [boards[n, n]["all_on"]["2"][0] for n in range(1, 41)]
    assert kept == PUBLISHED["A075464_all_on_minimum_n1_54"]["values"][:40]


@pytest.mark.parametrize(("name", "surface"), [("all-on", "plane"), ("all-on-tori", "torus")])
def test_all_on_minima_are_those_of_the_records(name, surface):
    boards = load_atlas("plus", surface)
    compared = 0
    for record in load(name):
        n = record["question"]["rows"]
        kept = boards[n, n]["all_on"]["2"] if n <= 40 else None
        if kept is not None:
            assert kept == [record["value"], record["count"]], n
            compared += 1
    assert compared >= 35


def test_every_board_is_there_once_in_the_order_of_sizes():
    for rule, surface in FILES:
        assert list(load_atlas(rule, surface)) == sizes(surface)
    assert [len(sizes(surface)) for surface in SURFACES] == [820, 1600, 820]


def test_a_run_adds_what_is_missing_and_tries_what_is_open_again(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.records.atlas.ATLAS", tmp_path)
    kept = load_atlas("plus", "plane")
    assert kept == {}
    forever = time.monotonic() + 600
    assert fill("plus", "plane", 2, 3, forever)
    boards = load_atlas("plus", "plane")
    assert list(boards) == [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3)]
    assert boards[3, 3]["all_on"] == {"2": [5, "1"]}
    boards[3, 3]["all_on"] = {"2": None}
    boards[2, 2]["all_on"] = {"2": [4]}
    boards[1, 1]["all_on"] = {"2": []}  # what is settled is not tried again
    save("plus", "plane", boards)
    assert fill("plus", "plane", 2, 3, forever)
    assert load_atlas("plus", "plane") == boards
    assert fill("plus", "plane", 2, 3, forever, 5)
    again = load_atlas("plus", "plane")
    assert again[3, 3]["all_on"] == {"2": [5, "1"]}
    assert again[2, 2]["all_on"] == {"2": [4, "1"]}
    assert again[1, 1]["all_on"] == {"2": []}
    assert not fill("plus", "plane", 2, 4, time.monotonic() - 1)
    assert load_atlas("plus", "plane") == again


def test_an_unsolvable_board_is_kept_as_such(tmp_path, monkeypatch):
    """The only button of a 1 x 1 board changes nothing by the rule cross."""
    monkeypatch.setattr("benchmarks.records.atlas.ATLAS", tmp_path)
    assert fill("cross", "plane", 2, 1, time.monotonic() + 600)
    assert load_atlas("cross", "plane")[1, 1] == {
        "rows": 1, "columns": 1, "quiet": [1] * 8, "all_on": {"2": []}
    }  # fmt: skip


def test_lines_are_as_the_schema_says():
    validator = jsonschema.Draft202012Validator(json.loads((ATLAS / "schema.json").read_text()))
    every = [board for file in FILES for board in load_atlas(*file).values()]
    assert [str(e.message) for board in every[::20] for e in validator.iter_errors(board)] == []
    small = [board for board in every if max(board["rows"], board["columns"]) <= 6]
    assert all(set(board["all_on"]) == set(map(str, COLOURS)) for board in small)
    for board in every:
        assert "2" in board["all_on"]
        two, four, eight, three, nine, *_ = board["quiet"]
        assert board["rows"] * board["columns"] >= two >= four >= eight >= 0
        assert three >= nine
        assert set(board["all_on"]) <= set(map(str, COLOURS))


def test_the_schema_refuses_what_is_no_board():
    validator = jsonschema.Draft202012Validator(json.loads((ATLAS / "schema.json").read_text()))
    board = load_atlas("plus", "plane")[5, 5]
    assert validator.is_valid(board)
    for change in (
        {"rows": 41},
        {"quiet": [1]},
        {"all_on": {"13": None}},
        {"all_on": {"2": [1, 0]}},
    ):
        assert not validator.is_valid({**board, **change})


@pytest.mark.parametrize("n", [3, 4, 5, 9, 14])
def test_ranks_mod_2_are_those_of_the_published_nullities(n):
    nullity = n * n - rank_of_bits(activation("plus", "plane", n, n))
    assert nullity == PUBLISHED["A159257_nullity_n1_100"]["values"][n - 1]
