"""Tables, all patterns, eigenpatterns and all solutions: published values and plain enumeration."""

import itertools
import json

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.byhand.size_tables import read_colour_range, read_sizes
from lo_exact.errors import LimitReached, UsageError
from lo_exact.solver.patterns import all_patterns, eigen_kernel
from tests.cli_runner import ALL_ON, ROOT, run

PUBLISHED = json.loads((ROOT / "data/published.json").read_text())


def test_all_56_nullities_of_hiroi_in_one_command():
    published = PUBLISHED["nullity_prime"]
    colours = ",".join(map(str, published["primes"]))
    said = json.loads(
        run("table", "nullity", "--sizes", "3x3..9x9", "--colours", colours, "--json").out
    )
    assert said["sizes"] == [f"{side}x{side}" for side in published["square_side"]]
    assert said["values"] == list(published["square_side"].values())
    assert sum(map(len, said["values"])) == 56


def test_all_120_numbers_of_solutions_of_hiroi():
    published = PUBLISHED["solutions_all_c_minus_1"]["square_side"]
    for side, numbers in published.items():
        for colours, number in enumerate(numbers, start=2):
            lights = np.full((int(side), int(side)), colours - 1)
            found = lo_exact.count(lo_exact.grid_puzzle(lights, colours=colours), engine="coset")
            assert found.solutions_total == number
    assert sum(map(len, published.values())) == 120


def test_composite_colours_without_a_basis_have_no_nullity():
    said = json.loads(run("table", "nullity", "--sizes", "5x5", "--colours", "2..6", "--json").out)
    assert said["values"] == [[2, 3, 2, 2, None]]
    assert "-" in run("table", "nullity", "--sizes", "5x5", "--colours", "6").out


def test_all_31_eigenpatterns_are_lit_where_they_are_pressed():
    assert PUBLISHED["eigenpatterns_5x5_c2"]["nonzero"] == 31
    said = json.loads(run("kernel", ALL_ON, "--eigenvalue", "1", "--all", "--json").out)
    patterns = {json.dumps(pattern) for pattern in said["patterns"]}
    assert len(patterns) == len(said["patterns"]) == 31
    for pattern in said["patterns"]:
        lit = [
            [
                sum(
                    pattern[a][b]
                    for a, b in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                    if 0 <= a < 5 and 0 <= b < 5
                )
                % 2
                for c in range(5)
            ]
            for r in range(5)
        ]
        assert lit == pattern


@pytest.mark.parametrize("c", [2, 3, 4, 6, 9])
@pytest.mark.parametrize("value", [0, 1, 2, -1])
def test_eigenpatterns_and_all_patterns_are_those_of_plain_enumeration(c, value):
    dice = np.random.Generator(np.random.PCG64([c, value + 5]))
    side = 3 if c > 4 else 4
    dense = dice.integers(0, c, (side, side)) * dice.integers(0, 2, (side, side))
    puzzle = lo_exact.matrix_puzzle(from_dense(dense, c), [0] * side)
    expected = [
        x
        for x in itertools.product(range(c), repeat=side)
        if not ((dense @ np.array(x) - value * np.array(x)) % c).any()
    ]
    assert list(map(tuple, all_patterns(eigen_kernel(puzzle, value)).tolist())) == expected


def test_the_solutions_of_the_seven_coloured_board_have_the_published_weights():
    board = ROOT / "data/boards/seven-colours-3x3.txt"
    said = json.loads(run("all", str(board), "--within", "1000", "--json").out)
    published = PUBLISHED["board_3x3_c7"]
    assert said["listed"] == published["solutions"]
    assert said["weights"] == sorted(published["weights"])


def test_an_unsolvable_board_has_no_solutions_and_says_why(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("#....\n" + ".....\n" * 4)
    done = run("all", str(board), "--within", "9", "-q")
    assert done.code == 0
    assert done.out.startswith("unsolvable")


def test_too_many_patterns_are_refused_and_limits_cut_the_list():
    assert run("kernel", ALL_ON, "--all", "--limit", "1").out.count("\n\n") == 1
    assert run("kernel", ALL_ON, "--eigenvalue", "1", "-q").out.startswith(
        "5 independent eigenpatterns with A x = 1 x, 31 in all\n"
    )
    wide = lo_exact.matrix_puzzle(from_dense(np.zeros((1, 40), dtype=int), 2), [0])
    with pytest.raises(LimitReached, match="listed"):
        all_patterns(lo_exact.kernel(wide))


def test_eigenpatterns_want_buttons_that_are_lights():
    puzzle = lo_exact.matrix_puzzle(from_dense([[1, 0]], 2), [0])
    with pytest.raises(UsageError, match="buttons are not lights"):
        eigen_kernel(puzzle, 1)


def test_sizes_and_colours_are_read_as_they_are_written():
    assert read_sizes("3x3..3x5, 2x2") == ((3, 3), (3, 4), (3, 5), (2, 2))
    assert read_sizes("2x3..4x5") == ((2, 3), (3, 4), (4, 5))
    assert read_colour_range("2..4,9") == (2, 3, 4, 9)


@pytest.mark.parametrize(
    "options",
    [
        ["--sizes", "3x3..5x4"], ["--sizes", "0x3"], ["--sizes", "x"], ["--sizes", "5x5..3x3"],
        ["--sizes", "٣x3"], ["--colours", "1"], ["--colours", "5..2"], ["--colours", "2..9999999"],
        ["--colours", "two\x1b[0m"],
    ],
)  # fmt: skip
def test_clumsy_tables_are_bad_usage_in_one_line(options):
    done = run("table", "nullity", *options)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "\x1b" not in done.err
