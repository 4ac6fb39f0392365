"""Parity checks and matrices: published vectors, scipy's own writer, refusals."""

import io

import numpy as np
import pytest
import scipy.io as scipy_io
from scipy import sparse

from lo_exact.formats import write_puzzle
from tests.formats.reading import minima, puzzle, refusal

HAMMING = (
    "7 3\n3 4\n1 1 1 2 2 2 3\n4 4 4\n1 0 0\n2 0 0\n3 0 0\n1 2 0\n1 3 0\n2 3 0\n1 2 3\n"
    "1 4 5 7\n2 4 6 7\n3 5 6 7\n"
)


@pytest.mark.parametrize(("syndrome", "least"), [("101", 1), ("111", 1), ("000", 0)])
def test_the_hamming_code(syndrome, least):
    weight, _, total = minima(HAMMING, target=syndrome)
    assert (weight, total) == (least, 16)


def test_short_columns_are_read_as_well():
    short = HAMMING.replace(" 0 0\n", "\n").replace(" 0\n", "\n")
    assert puzzle(short).sha256 == puzzle(HAMMING).sha256


def test_the_checks_of_the_pymatching_page():
    text = "11000\n01100\n00110\n00011\n"
    assert minima(text, form="checks", target="0101")[0] == 2
    assert puzzle(text).layout.is_grid


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HAMMING.replace("3 5 6 7", "2 5 6 7"), ""),
        (HAMMING.replace("7 3\n3 4", "7 3 4\n3 4"), ""),
        ("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", "complex"),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n3 1 1\n", "a row must be 1..2"),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 1\n", "says 2"),
        ("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 0.5\n", "whole number"),
        ("%%MatrixMarket matrix coordinate integer general\n1 1 99999999999\n", "0..16777216"),
        ("%%MatrixMarket matrix\n", "begins with"),
        ("%%MatrixMarket matrix coordinate pattern\u3000 general\n1 1 1\n1 1\n", "is ASCII"),
        ("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1\u30001\n", "is ASCII"),
    ],
)
def test_bad_files_are_refused(text, problem):
    assert problem.replace("says 2", "2 entries") in refusal(text)


def test_an_alist_with_halves_that_differ_says_so():
    assert "do not say what the columns say" in refusal(
        HAMMING.replace("3 5 6 7", "2 5 6 7"), form="alist"
    )
    assert "prime" in refusal(HAMMING.replace("7 3\n3 4", "7 3 4\n3 4"), form="alist")


@pytest.mark.parametrize("colours", [2, 3, 5])
def test_matrices_are_written_and_read_back(colours):
    rng = np.random.default_rng(colours)
    for _ in range(10):
        rows, columns = (int(k) for k in rng.integers(1, 7, 2))
        dense = rng.integers(0, colours, (rows, columns))
        text = "\n".join(" ".join(map(str, row)) for row in dense.tolist())
        target = ",".join(map(str, rng.integers(0, colours, rows).tolist()))
        wanted = puzzle(text, form="checks", colours=colours, target=target)
        assert puzzle(write_puzzle(wanted, "mtx")).sha256 == wanted.sha256


def test_matrices_of_scipy_are_read_back_equal():
    rng = np.random.default_rng(5)
    for symmetric in (False, True):
        for kind in ("coordinate", "array"):
            dense = (rng.random((6, 6)) < 0.3).astype(np.int64)
            dense = np.triu(dense) | np.triu(dense).T if symmetric else dense
            out = io.BytesIO()
            given = sparse.coo_matrix(dense) if kind == "coordinate" else dense
            scipy_io.mmwrite(out, given, symmetry="symmetric" if symmetric else "general")
            assert np.array_equal(puzzle(out.getvalue().decode()).activation.to_dense(), dense)
