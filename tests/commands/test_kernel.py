"""Quiet patterns of boards that are named by their size alone."""

import json
from itertools import product

import pytest

from tests.cli_runner import ALL_ON, run


@pytest.mark.parametrize(("rows", "columns", "c"), [(4, 4, 2), (2, 3, 3), (1, 5, 4), (2, 2, 6)])
def test_a_size_has_as_many_quiet_patterns_as_enumeration_finds(rows, columns, c):
    places = list(product(range(rows), range(columns)))
    near = [
        [k for k, (s, d) in enumerate(places) if abs(r - s) + abs(q - d) <= 1] for r, q in places
    ]
    quiet = sum(
        all(sum(x[k] for k in around) % c == 0 for around in near)
        for x in product(range(c), repeat=len(places))
    )
    ran = run("kernel", "--size", f"{rows}x{columns}", "--colours", str(c), "--json")
    assert (ran.code, json.loads(ran.out)["solutions_total"]) == (0, quiet)


def test_a_size_and_the_board_of_that_size_have_the_same_patterns():
    by_size, by_file = run("kernel", "--size", "5x5"), run("kernel", ALL_ON)
    assert (by_size.code, by_size.out) == (0, by_file.out)
    assert "nullity 0" in run("kernel", "--toy", "merlin").out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "say whose boards: FILE or --size"),
        (("--size", "3x3", "--target", "1"), "--target is for a FILE"),
        (("--size", "3x3", "--as", "json"), "--as is for a FILE"),
        (("--size", "3x3", "--legend", "#=on"), "--legend is for a FILE"),
        (("--size", "3"), "a size is written"),
        (("--size", "4x4", "--toy", "merlin"), "merlin has the size 3x3"),
        (("--size", "3x3", "--colours", "none"), "--colours none is for a FILE"),
    ],
)
def test_without_a_file_only_a_size_and_its_rules_are_taken(arguments, problem):
    ran = run("kernel", *arguments)
    assert ran.code in (2, 3)
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert problem in ran.err
