"""The records of distances: words multiplied out, bounds that fit what was published."""

import json
from operator import itemgetter
from pathlib import Path

import pytest

from lo_exact.codes.code import css_code
from lo_exact.codes.code_files import bicycle_code
from lo_exact.codes.distance import find_distance
from tests.marks import with_large

ROOT = Path(__file__).resolve().parents[2]
RECORDS = json.loads((ROOT / "data/records/distances.json").read_text())["codes"]
CSS = json.loads((ROOT / "data/codes/css.json").read_text())["codes"]
SMALL = 5_000
"""Nodes that a test searches again."""


def code_of(row):
    if row["code"].startswith("bb:"):
        return bicycle_code(row["code"])
    (given,) = (code for code in CSS if row["code"] == f"{code['name']} of data/codes/css.json")
    x, z = (tuple(tuple(sorted(checks)) for checks in given[kind]) for kind in "XZ")
    return css_code(x, z, given["n"])


def in_span(word, rows):
    """Whether a word is a sum of rows: elimination written here."""
    pivots = {}
    for bits in [sum(1 << j for j in row) for row in rows] + [sum(1 << j for j in word)]:
        left = bits
        while left and left.bit_length() in pivots:
            left ^= pivots[left.bit_length()]
        if left:
            pivots[left.bit_length()] = left
    return left == 0


@pytest.mark.parametrize(
    "row",
    with_large(RECORDS, [row for i, row in enumerate(RECORDS) if i % 4]),
    ids=itemgetter("code"),
)
def test_words_of_the_record_multiply_out_and_bounds_fit_what_was_published(row):
    code = code_of(row)
    assert (code.size, code.dimension) == (row["n"], row["k"])
    weights = []
    for side, kept in zip(code.sides, row["sides"], strict=True):
        word = kept["word"]
        assert all(len(set(check) & set(word)) % 2 == 0 for check in side.checks)
        assert not in_span(word, side.trivial)
        weights.append(len(word))
    assert min(weights) == row["upper_bound"]
    assert min(kept["lower_bound"] for kept in row["sides"]) == row["lower_bound"]
    low, _, high = row["published"].rpartition("..")
    if row["published"]:
        assert row["lower_bound"] <= int(high)
        assert row["upper_bound"] >= int(low or (high if ".." not in row["published"] else 0))
    if all(nodes < SMALL for kept in row["sides"] for _, nodes in kept["refuted"]):
        found = find_distance(code)
        assert (found.lower_bound, found.weight) == (row["lower_bound"], row["upper_bound"])
