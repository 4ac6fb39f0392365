"""Parity checks and error models: published vectors, scipy's own writer, refusals."""

import io
import itertools
import random
import re
import time

import numpy as np
import pytest
import scipy.io as scipy_io
import stim
from scipy import sparse

from lo_exact import solver
from lo_exact.errors import InputError
from lo_exact.formats import write_puzzle
from lo_exact.formats.codes import dem
from tests.formats.reading import minima, puzzle, refusal

HAMMING = (
    "7 3\n3 4\n1 1 1 2 2 2 3\n4 4 4\n1 0 0\n2 0 0\n3 0 0\n1 2 0\n1 3 0\n2 3 0\n1 2 3\n"
    "1 4 5 7\n2 4 6 7\n3 5 6 7\n"
)
RING = "error(0.1) D9 D0 L0\nrepeat 9 {\n  error(0.1) D0 D1\n  shift_detectors 1\n}\n"


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


def test_a_ring_of_ten_detectors():
    assert minima(RING, target="D0 D5")[:2] == (5, 2)
    assert minima(RING, target="D0 D3")[0] == 3
    assert minima(RING, target="D1") is None


def test_unequal_errors_have_whole_prices_and_agree_with_enumeration():
    text = "error(0.1) D0\nerror(0.02) D0 D1\nerror(0.3) D1 D1\nERROR[tag](0.2) D1 ^ L0\n# end\n"
    model = puzzle(text, target="D0 D1")
    assert model.prices.tolist() == [2197, 3892, 847, 1386]
    columns = [(1, 0), (1, 1), (0, 0), (0, 1)]
    fitting = [
        x
        for x in itertools.product((0, 1), repeat=4)
        if all(sum(c[i] * v for c, v in zip(columns, x, strict=True)) % 2 == 1 for i in (0, 1))
    ]
    least = min(
        sum(p * v for p, v in zip([2197, 3892, 847, 1386], x, strict=True)) for x in fitting
    )
    assert solver.minimum(model).weight == least


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
        ("error(0.1) D0\u3000D1\n", "targets are ASCII"),
        ("error(0.1) D0 L4294967296\n", "an observable must be 0..4294967295"),
        ("error(\u30000.1) D0\n", "arguments are numbers"),
        ("error(0.1) \x0c\n", "no instruction"),
        ("error(0.1) D0\x0bD1\n", "no instruction"),
        ("error(0.1) D0\n\u3000# a comment\n", "no instruction"),
        ("error(1.1) D0\n", "0 to 1"),
        ("error(0.1) X0\n", "a target is D0 or L0"),
        ("repeat 9 {\nerror(0.1) D0\n", "does not end"),
        ("error(0.1) D0\n}\n", "closes nothing"),
        ("error(0.1)D0\n", "no instruction"),
        ("error(0.1) D0 ^\n", "stands between"),
        ("error(0.1) D0 ^ ^ D1\n", "stands between"),
        ("error(0.1) D0\ufe0f\n", "targets are ASCII"),
        ("detector\n", "names one target"),
        ("detector D0 D1\n", "names one target"),
        ("detector(a) D0\n", "arguments are numbers"),
        ("error(0.1) D0\nlogical_observable D0\n", "names one target"),
        ("logical_observable(1) L0\n", "no arguments"),
        ("error(0.1) D0\nrepeat(1) 2 {\nerror(0.1) D0\n}\n", "no arguments"),
        ("error(0.1_0) D0\n", "arguments are numbers"),
        ("repeat 999999 {\nrepeat 999999 {\nerror(0.1) D0\n}\n}\n", "more than 1048576"),
        ("error(0.1) D99999999\n", "a detector must be"),
        ("shift_detectors 9999999\nerror(0.1) D0 D1\n", "a shift must be"),
    ],
)
def test_bad_files_are_refused(text, problem):
    assert problem.replace("says 2", "2 entries") in refusal(text)


def test_repeats_are_counted_before_they_are_unrolled():
    start = time.process_time()
    refusal("repeat 999999 {\nrepeat 999999 {\nerror(0.1) D0\n}\n}\n")
    empty = "repeat 999999 {\nrepeat 999999 {\n}\n}\nerror(0.1) D0\n"
    assert puzzle(empty).buttons == 1
    refusal("repeat 99 {\n" * 16 + "error(0.1) D0\n" + "}\n" * 16)
    assert time.process_time() - start < 3


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


def test_models_of_stim_are_read():
    circuit = stim.Circuit.generated(
        "repetition_code:memory", rounds=4, distance=3, before_round_data_depolarization=0.01
    )
    model = circuit.detector_error_model()
    read = puzzle(str(model))
    columns = {tuple(sorted(read.activation.column(j)[0].tolist())) for j in range(read.buttons)}
    errors = {
        tuple(sorted(t.val for t in step.targets_copy() if t.is_relative_detector_id()))
        for step in model.flattened()
        if step.type == "error"
    }
    assert columns == errors


def test_errors_are_named_by_their_place_in_the_file():
    """An error that cannot happen is no button and keeps its number."""
    named = puzzle("error(0) D0\nerror(.1) D0\nerror(0) D1\nerror(.1) D1\n")
    assert named.layout.button_names == ("E1", "E3")


def test_the_least_probabilities_have_prices():
    """1 / p is no number then, and the reader ended with an internal error."""
    found = puzzle("error(0.25) D0\nerror(1e-320) D0 D1\nerror(0.5) D1")
    assert found.prices.tolist() == [1099, 736827, 0]


def damaged(rng, text):
    """Return some lines of a model with up to three characters put in, changed or dropped."""
    lines = text.split("\n")
    first = rng.randrange(max(len(lines) - 8, 1))
    text = "\n".join(lines[first : first + 8])
    if rng.random() < 0.1:
        text = "shift_detectors 1048570\n" + text
    for _ in range(rng.randrange(4)):
        at, dropped = rng.randrange(len(text) + 1), rng.randrange(2)
        new = rng.choice("DL0123456789^ .e-+(){}#\n\t[]errodtcshif_") * rng.randrange(2)
        text = text[:at] + new + text[at + dropped :]
    return text


def test_lines_as_stim_writes_them_are_read_as_all_others_are(monkeypatch):
    circuits = [
        stim.Circuit.generated(
            task, distance=3, rounds=5,
            after_clifford_depolarization=0.003, before_measure_flip_probability=1e-7,
        )
        for task in ("surface_code:rotated_memory_z", "repetition_code:memory")
    ]  # fmt: skip
    texts = [str(c.detector_error_model(decompose_errors=d)) for c in circuits for d in (0, 1)]
    rng, read = random.Random(3), 0
    for _ in range(4000):
        text, found = damaged(rng, rng.choice(texts)), []
        for plain in (dem._PLAIN, re.compile(r"(?!)")):
            with monkeypatch.context() as patch:
                patch.setattr(dem, "_PLAIN", plain)
                try:
                    found.append(dem.read_model(text, whole=True))
                    read += 1
                except InputError as error:
                    found.append(str(error))
        assert found[0] == found[1], text
    assert read > 1000
