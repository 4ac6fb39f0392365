"""Matrices, inverses and determinants, against plain arithmetic written apart."""

import itertools
import json
import time
from fractions import Fraction
from io import BytesIO
from math import gcd

import numpy as np
import pytest
from PIL import Image

from lo_exact.algebra import from_dense
from lo_exact.algebra.sparse import latex_digits
from lo_exact.byhand.determinant import determinant, factors, is_prime
from lo_exact.byhand.matrix import inverse, pixel_scene
from lo_exact.errors import LimitReached
from lo_exact.pictures.marks import HUES, INK, OFF, rgb
from lo_exact.pictures.png import to_png
from lo_exact.pictures.scene import to_svg
from lo_exact.topology.described import described
from tests.cli_runner import ROOT, run


def plus_matrix(rows: int, columns: int) -> list[list[int]]:
    """The plus rule written apart: 1 where two places are the same or beside each other."""
    places = list(itertools.product(range(rows), range(columns)))
    return [[int(abs(a - c) + abs(b - d) <= 1) for c, d in places] for a, b in places]


def by_fractions(matrix: list[list[int]]) -> int:
    rows = [[Fraction(value) for value in row] for row in matrix]
    result = Fraction(1)
    for k in range(len(rows)):
        at = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if at is None:
            return 0
        if at != k:
            rows[k], rows[at] = rows[at], rows[k]
            result = -result
        result *= rows[k][k]
        for i in range(k + 1, len(rows)):
            times = rows[i][k] / rows[k][k]
            rows[i] = [a - times * b for a, b in zip(rows[i], rows[k], strict=True)]
    assert result.denominator == 1
    return result.numerator


def times(a: list[list[int]], b: list[list[int]], c: int) -> list[list[int]]:
    return [
        [
            sum(x * y for x, y in zip(row, column, strict=True)) % c
            for column in zip(*b, strict=True)
        ]
        for row in a
    ]


@pytest.mark.parametrize("size", ["9x3", "15x3", "4x16", "2x2", "1x1", "3x3"])
def test_the_published_inverses_multiply_out_to_the_identity(size):
    said = json.loads(run("matrix", "--size", size, "--inverse", "--json", "-q").out)
    rows, columns = map(int, size.split("x"))
    assert said["matrix"] == plus_matrix(rows, columns)
    identity = [[int(i == j) for j in range(rows * columns)] for i in range(rows * columns)]
    assert times(said["matrix"], said["inverse"], 2) == identity


@pytest.mark.parametrize(
    ("size", "primes"), [("3x3", [7]), ("6x6", [13]), ("7x7", [7, 17]), ("2x2", [3])]
)
def test_the_determinant_names_the_colours_that_are_not_always_solvable(size, primes):
    said = json.loads(run("matrix", "--size", size, "--json", "-q").out)
    assert [prime for prime, _ in said["prime_factors"]] == primes
    side = int(size[0])
    assert said["determinant"] == by_fractions(plus_matrix(side, side))
    assert said["unfactored"] == 1
    words = run("matrix", "--size", size, "-q").out
    assert f"the multiples of {', '.join(map(str, primes))}\n" in words


def test_the_determinant_agrees_with_the_published_nullities():
    """A prime divides the determinant exactly where the nullity is not 0 (Hiroi 2018)."""
    published = json.loads((ROOT / "data/published.json").read_text())["nullity_prime"]
    for side, nullities in published["square_side"].items():
        said = json.loads(run("matrix", "--size", f"{side}x{side}", "--json", "-q").out)
        for prime, nullity in zip(published["primes"], nullities, strict=True):
            assert (said["determinant"] % prime == 0) == (nullity > 0)


@pytest.mark.parametrize("seed", range(30))
def test_determinants_of_random_matrices_are_those_of_fractions(seed):
    dice = np.random.Generator(np.random.PCG64(seed))
    side = int(dice.integers(0, 9))
    matrix = dice.integers(0, int(dice.choice([2, 3, 12, 2**31])), (side, side))
    assert determinant(matrix) == by_fractions(matrix.tolist())


def test_a_torus_counts_what_two_colours_no_longer_show():
    said = json.loads(run("matrix", "--size", "2x2", "--topology", "torus", "--json", "-q").out)
    whole = [[1, 2, 2, 0], [2, 1, 0, 2], [2, 0, 1, 2], [0, 2, 2, 1]]
    assert said["determinant"] == by_fractions(whole) == -15
    assert said["matrix"] == [[v % 2 for v in row] for row in whole]


@pytest.mark.parametrize("c", [2, 3, 4, 6, 8, 9, 12, 30])
def test_every_matrix_with_an_inverse_has_it_and_no_other_has_one(c):
    dice = np.random.Generator(np.random.PCG64(c))
    for _ in range(40):
        size = int(dice.integers(0, 5))
        dense = dice.integers(0, c, (size, size)) * dice.integers(0, 2, (size, size))
        found = inverse(from_dense(dense, c))
        # a unit as determinant, worked out with fractions, and nothing else makes one
        assert (found is not None) == (gcd(by_fractions(dense.tolist()), c) == 1)
        if found is not None:
            assert np.array_equal(dense @ found % c, np.eye(size, dtype=int) % c)
            assert np.array_equal(found @ dense % c, np.eye(size, dtype=int) % c)
    assert inverse(from_dense(np.ones((2, 3), dtype=int), c)) is None


def test_a_board_without_an_inverse_is_told_so():
    assert "no inverse exists mod 2" in run("matrix", "--size", "5x5", "--inverse", "-q").out
    said = json.loads(run("matrix", "--size", "5x5", "--inverse", "--json", "-q").out)
    assert said["inverse"] is None


def test_more_than_ten_colours_are_written_apart():
    assert latex_digits(np.array([[1, 10], [11, 2]]), 12) == " 1 10\n11  2"
    assert latex_digits(np.zeros((0, 3), dtype=int), 2) == "(nothing)"


def test_factors_multiply_out_and_their_primes_are_prime():
    for number in (0, 1, -1, 2, 360, 2**61 - 1, (10**9 + 7) * (10**9 + 9), -(1009**4) * 4):
        apart = factors(number)
        whole = apart.rest
        for prime, exponent in apart.primes:
            assert all(prime % d for d in range(2, min(prime, 2000)))
            assert is_prime(prime)
            whole *= prime**exponent
        assert whole == max(abs(number), 1)


def test_what_is_too_large_to_be_read_is_refused():
    done = run("matrix", "--size", "80x80")
    assert done.code == 4
    assert len(done.err.splitlines()) == 1


def test_a_board_too_large_for_its_determinant_keeps_its_matrix():
    with pytest.raises(LimitReached, match="at most 500 lights"):
        determinant(np.eye(501, dtype=np.int64))
    assert described("23x23").activation.shape == (529, 529)


def test_a_matrix_is_written_pixel_by_pixel_with_one_bit_each():
    values = np.random.Generator(np.random.PCG64(1)).integers(0, 2, (1000, 1000))
    started = time.process_time()
    image = Image.open(BytesIO(to_png(pixel_scene(values, 2))))
    assert time.process_time() - started < 2
    assert (image.mode, image.size) == ("1", (1000, 1000))
    assert np.array_equal(np.array(image) == 0, values == 1)


def test_a_matrix_of_many_colours_keeps_every_place():
    values = np.arange(64).reshape(8, 8) % 7
    image = np.array(Image.open(BytesIO(to_png(pixel_scene(values, 7)))).convert("RGB"))
    scale = image.shape[0] // 8
    seen = image[scale // 2 :: scale, scale // 2 :: scale]
    inks = [rgb(OFF.light), *(rgb(ink.light) for ink in HUES)]
    expected = np.array([[inks[value] for value in row] for row in values])
    assert np.array_equal(seen, expected)


def test_ink_is_what_a_set_pixel_has():
    (mark,) = pixel_scene(np.eye(2, dtype=int), 2).marks
    assert INK.light.encode()[1:] in to_svg(pixel_scene(np.eye(2, dtype=int), 2)).encode()
    assert mark.fills.dtype == np.uint8
