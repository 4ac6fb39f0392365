"""Syndromes from files: every way of writing them, prices from probabilities, killed runs."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from decimal import Decimal, localcontext
from itertools import product
from math import exp, log
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from lo_exact.codes.decoding.matrix import prices_of, read_matrix, read_probabilities
from lo_exact.codes.decoding.shots import read_shots
from lo_exact.errors import InputError, PuzzleError
from lo_exact.puzzle import MAX_PRICE
from tests.boards.codes import bicycle
from tests.cli_runner import Ran
from tests.cli_runner import run as run_words
from tests.marks import with_large


def run(*words: str | Path) -> Ran:
    return run_words(*map(str, words))


def loaded(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def small_code() -> np.ndarray:
    return bicycle((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])


def files(folder: Path, shots: int, rate: float, seed: int = 1) -> tuple[Path, Path, np.ndarray]:
    matrix = small_code()
    rng = np.random.default_rng(seed)
    syndromes = (rng.random((shots, 72)) < rate).astype(np.int64) @ matrix.T % 2
    np.save(folder / "h.npy", matrix.astype(np.uint8))
    np.packbits(syndromes.astype(np.uint8), axis=1, bitorder="little").tofile(folder / "s.b8")
    return folder / "h.npy", folder / "s.b8", syndromes


# --- the command ----------------------------------------------------------------------------------


def test_every_answer_explains_its_syndrome_and_is_said(tmp_path):
    matrix, shots, syndromes = files(tmp_path, 300, 0.03)
    ran = run("decode", matrix, shots, "-o", tmp_path / "a.npz", "--json", "-q")
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert (said["syndromes"], said["proved"], said["unsolvable"]) == (300, 300, 0)
    found = loaded(tmp_path / "a.npz")
    presses = np.unpackbits(found["presses"], axis=1, count=72, bitorder="little").astype(int)
    assert np.array_equal(presses @ small_code().T % 2, syndromes)
    assert np.array_equal(presses.sum(axis=1), found["weights"])
    assert np.array_equal(found["bounds"], found["weights"])
    assert set(found["status"].tolist()) == {2}
    weights = found["weights"]
    assert said["weights"] == {
        "least": weights.min(), "mean": pytest.approx(weights.mean()), "most": weights.max(),
    }  # fmt: skip
    assert {file.name for file in tmp_path.iterdir()} <= {"a.npz", matrix.name, shots.name}


def test_what_nothing_explains_is_said(tmp_path):
    """Check 2 is the sum of checks 0 and 1."""
    np.save(tmp_path / "h.npy", np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))
    (tmp_path / "s.01").write_text("110\n111\n000\n")
    ran = run("decode", tmp_path / "h.npy", tmp_path / "s.01", "-o", tmp_path / "a.npz")
    assert ran.code == 0
    assert ran.out == (
        "read as a 3 x 3 check matrix\n"
        "3 solved and proved (1 of them explained by no error).\nweights: 0 to 1, mean 0.5\n"
    )
    assert loaded(tmp_path / "a.npz")["status"].tolist() == [2, 3, 2]
    assert loaded(tmp_path / "a.npz")["weights"].tolist() == [1, -1, 0]


def test_a_limit_is_no_proof(tmp_path):
    matrix, shots, _ = files(tmp_path, 5, 0.1)
    ran = run(
        "decode", matrix, shots, "-o", tmp_path / "a.npz", "--time-limit", "0.000001", "-q"
    )  # fmt: skip
    assert ran.code == 4
    assert "not proved" in ran.err
    assert (loaded(tmp_path / "a.npz")["status"] < 2).any()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["h.npy", "s.b8", "-o", "a.txt"], 2, "--output: answers are written to .npz files"),
        (["h.npy", "s.b8", "-o", "a.npz", "--scale", "5"], 2, "--scale is for --priors"),
        (["h.npy", "none.b8", "-o", "a.npz"], 3, "none.b8: there is no such file"),
        (["h.npy", "h.txt", "-o", "a.npz"], 3, "syndromes are read from .b8, .01, .npy, .npz"),
        (["h.npy", "odd.b8", "-o", "a.npz"], 3, "7 bytes are no whole number of shots of 5 bytes"),
        (["h.npy", "high.b8", "-o", "a.npz"], 3, "shot 0 has bits behind its 36 lights"),
        (["h.npy", "bad.01", "-o", "a.npz"], 3, "bad.01:2:3: a shot is 0 and 1, got 'x'"),
        (["h.npy", "short.01", "-o", "a.npz"], 3, "short.01:1: a line has 36 values here, got 2"),
        (["h.npy", "two.npy", "-o", "a.npz"], 3, "shot 1 has a number outside 0..1"),
        (["h.npy", "float.npy", "-o", "a.npz"], 3, "syndromes are whole numbers, got float64"),
        (["h.npy", "thin.npy", "-o", "a.npz"], 3, "one array of rows of 36 lights is wanted"),
        (["junk.npy", "s.b8", "-o", "a.npz"], 3, "is written in version (32, 106)"),
        (["objects.npy", "s.b8", "-o", "a.npz"], 3, "objects, which are not unpickled"),
        (["float.npy", "s.b8", "-o", "a.npz"], 3, "the matrix holds whole numbers, got 0.5"),
        (["h.npy", "s.b8", "-o", "a.npz", "--priors", "p.npy"], 3, "one list of 72 probabilities"),
    ],
)
def test_clumsy_input_is_one_line(tmp_path, monkeypatch, arguments, code, said):
    monkeypatch.chdir(tmp_path)
    files(tmp_path, 3, 0.03)
    Path("odd.b8").write_bytes(bytes(7))
    Path("high.b8").write_bytes(bytes([0, 0, 0, 0, 255]))
    Path("bad.01").write_text("0" * 36 + "\n01x" + "0" * 33 + "\n")
    Path("short.01").write_text("01\n")
    Path("junk.npy").write_bytes(b"\x93NUMPY junk")
    np.save("two.npy", np.array([[0] * 36, [2] * 36]))
    np.save("float.npy", np.full((2, 36), 0.5))
    np.save("thin.npy", np.zeros((2, 35), dtype=int))
    np.save("p.npy", np.full(71, 0.1))
    np.save("objects.npy", np.array([[{}]]), allow_pickle=True)
    ran = run("decode", *arguments, "-q")
    assert ran.code == code
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.large
def test_a_run_killed_at_many_moments_ends_as_if_undisturbed(tmp_path):
    matrix, shots, _ = files(tmp_path, 400, 0.09)
    whole = tmp_path / "whole.npz"
    assert run("decode", matrix, shots, "-o", whole, "-q").code == 0
    target = tmp_path / "a.npz"
    command = [sys.executable, "-m", "lo_exact", "decode", str(matrix), str(shots), "-q"]
    command += ["-o", str(target), "--ledger", str(tmp_path / "kept")]
    rng = random.Random(4)
    for _ in range(8):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(rng.uniform(0.1, 1.0))
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        if target.exists():
            break
    if not target.exists():
        assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    ended, undisturbed = loaded(target), loaded(whole)
    assert list(ended) == list(undisturbed)
    for name in ("status", "weights", "bounds", "presses"):
        assert np.array_equal(ended[name], undisturbed[name])


def test_what_an_error_model_loses_is_said(tmp_path):
    (tmp_path / "m.dem").write_text("error(0.1) D0\nerror(0.2) D0 D1\nerror(0.1) D1 L0\n")
    (tmp_path / "s.01").write_text("11\n10\n")
    ran = run("decode", tmp_path / "m.dem", tmp_path / "s.01", "-o", tmp_path / "a.npz")
    assert ran.code == 0, ran.err
    assert "weights ln((1-p)/p) are rounded to 1/1000" in ran.err
    assert (
        "weights: 1.386 to 2.197, mean 1.7915, whole numbers divided by the scale 1000" in ran.out
    )
    # 1000 ln 4 and 1000 ln 9: both lights by the button for both, one light by its own
    assert loaded(tmp_path / "a.npz")["weights"].tolist() == [1386, 2197]


def test_a_ledger_that_is_something_else_is_refused(tmp_path):
    matrix, shots, _ = files(tmp_path, 3, 0.03)
    kept = tmp_path / "kept"
    kept.write_bytes(b'{"format": "something else"}\n')
    ran = run("decode", matrix, shots, "-o", tmp_path / "a.npz", "--ledger", kept, "-q")
    assert (ran.code, "kept:1: not a record of a ledger" in ran.err) == (3, True)
    assert kept.read_bytes() == b'{"format": "something else"}\n'


def test_pieces_of_other_shots_or_options_are_refused(tmp_path):
    matrix, shots, _ = files(tmp_path, 3, 0.03)
    kept = ("--ledger", tmp_path / "kept", "-o", tmp_path / "a.npz", "-q", "--force")
    assert run("decode", matrix, shots, *kept).code == 0
    limited = run("decode", matrix, shots, *kept, "--time-limit", "5")
    assert (limited.code, "with time_limit inf, wanted 5.0" in limited.err) == (3, True)
    np.save(tmp_path / "p.npy", np.full(72, 0.1))
    priced = run("decode", matrix, shots, *kept, "--priors", tmp_path / "p.npy")
    assert (priced.code, "a record of another puzzle" in priced.err) == (3, True)
    shots.write_bytes(bytes(15))
    other = run("decode", matrix, shots, *kept)
    assert (other.code, "a record with syndromes" in other.err) == (3, True)


@pytest.mark.parametrize("colours", with_large([2, 3], {2}))
def test_pieces_and_processes_write_the_file_of_one_run_byte_for_byte(tmp_path, colours):
    if colours == 2:
        matrix, shots, _ = files(tmp_path, 200, 0.03)
    else:
        matrix, shots = tmp_path / "m.txt", tmp_path / "s.npy"
        matrix.write_text("colours: 3\n000\n000\n")
        np.save(shots, np.random.default_rng(1).integers(0, 3, (200, 6)))
    words = (str(matrix), str(shots), "-o")
    one = run("decode", *words, tmp_path / "one.npz", "-q", "--json")
    two = run("decode", *words, tmp_path / "two.npz", "-q", "--json", "--jobs", 2, "--pieces", 7)
    folder = tmp_path / "pieces"
    planned = run(
        "shard", "plan", "--of", 3, folder, "decode", *words, tmp_path / "three.npz", "--json"
    )
    assert planned.code == 0, planned.err
    for index in (2, 0, 1):
        assert run("shard", "run", folder, "--index", index, "-q").code == 0
    three = run("shard", "merge", folder)
    assert one.code == two.code == three.code == 0
    assert one.out == two.out == three.out
    contents = {(tmp_path / f"{name}.npz").read_bytes() for name in ("one", "two", "three")}
    assert len(contents) == 1


# --- files ----------------------------------------------------------------------------------------


def test_all_forms_of_shots_are_the_same_shots(tmp_path):
    rng = np.random.default_rng(2)
    shots = rng.integers(0, 2, (5, 11)).astype(np.uint8)
    np.save(tmp_path / "s.npy", shots)
    np.savez(tmp_path / "s.npz", any_name=shots.astype(bool))
    np.packbits(shots, axis=1, bitorder="little").tofile(tmp_path / "s.b8")
    lines = ["".join(map(str, row)) for row in shots.tolist()]
    (tmp_path / "s.01").write_text("\n".join(lines) + "\n")
    for name in ("s.npy", "s.npz", "s.b8", "s.01"):
        read = read_shots(str(tmp_path / name), 11)
        assert read.count == 5
        assert np.array_equal(read.rows(1, 4), shots[1:4])


def test_sparse_matrices_of_scipy_are_read(tmp_path):
    rng = np.random.default_rng(3)
    dense = rng.integers(0, 2, (6, 9))
    for kind in ("csr", "csc", "coo"):
        path = tmp_path / f"{kind}.npz"
        sparse.save_npz(path, sparse.coo_matrix(dense).asformat(kind))
        assert np.array_equal(read_matrix(str(path)).activation.to_dense(), dense)


def test_a_csr_archive_written_by_hand_is_read(tmp_path):
    np.savez(
        tmp_path / "h.npz", format=np.array(b"csr"), shape=np.array([2, 3]),
        data=np.array([1, 1, 1]), indices=np.array([0, 2, 1]), indptr=np.array([0, 2, 3]),
    )  # fmt: skip
    assert read_matrix(str(tmp_path / "h.npz")).activation.to_dense().tolist() == [
        [1, 0, 1],
        [0, 1, 0],
    ]
    np.savez(tmp_path / "b.npz", format=np.array(b"dia"), shape=np.array([2, 3]), data=np.ones(1))
    with pytest.raises(InputError, match="csr, csc or coo"):
        read_matrix(str(tmp_path / "b.npz"))


def test_a_puzzle_file_is_a_matrix(tmp_path):
    (tmp_path / "b.txt").write_text("...\n...\n...\n")
    assert read_matrix(str(tmp_path / "b.txt")).buttons == 9


def test_probabilities_that_are_not_finite_are_refused(tmp_path):
    np.save(tmp_path / "p.npy", np.array([0.1, np.nan]))
    with pytest.raises(InputError, match="not finite"):
        read_probabilities(str(tmp_path / "p.npy"), 2)


# --- prices ---------------------------------------------------------------------------------------


def test_the_minimum_is_as_likely_as_is_said():
    """All explanations, weighed by their true logarithms: none beats the ratio, at any scale."""
    rng = np.random.default_rng(5)
    for _ in range(60):
        n, scale = 8, int(rng.choice([1, 2, 5, 100, 2**20]))
        probabilities = rng.uniform(0.001, 0.45, n)
        priced = prices_of(probabilities, scale)
        costs = [log((1 - p) / p) for p in probabilities.tolist()]
        solutions = [x for x in product((0, 1), repeat=n) if sum(x[:4]) % 2 and any(x)]
        best = min(
            solutions, key=lambda x: sum(q * v for q, v in zip(priced.prices, x, strict=True))
        )
        true = [sum(c * v for c, v in zip(costs, x, strict=True)) for x in solutions]
        mine = sum(c * v for c, v in zip(costs, best, strict=True))
        assert mine <= min(true) * priced.ratio
    assert prices_of(np.full(3, 0.1), 2**20).ratio < 1 + 1e-6


def test_the_ratio_is_a_bound_for_probabilities_near_a_half_too():
    """Costs near 0 that are nearly whole multiples of the unit, against logarithms of 60 digits."""
    with localcontext() as digits:
        digits.prec = 60
        for scale in (2**20, 2**40, 10**15):
            for times in range(1, 50):
                p = 1 / (1 + exp(times / scale))
                priced = prices_of(np.array([p]), scale)
                cost = scale * ((1 - Decimal(p)) / Decimal(p)).ln()
                off = abs(int(priced.prices[0]) - cost) / cost
                assert (1 + off) / (1 - off) <= Decimal(priced.ratio), (scale, times)


def test_the_ratio_is_printed_rounded_up_and_not_at_all_where_a_price_is_0(tmp_path):
    """ln 9 = 2.19722457...: with a unit of 10^-5 the price is 219722, and r is 2.1e-6."""
    np.save(tmp_path / "h.npy", np.array([[1]]))
    (tmp_path / "s.01").write_text("1\n")
    words = "decode", tmp_path / "h.npy", tmp_path / "s.01", "-o", tmp_path / "a.npz", "--force"
    np.save(tmp_path / "p.npy", np.array([0.1]))
    priors = "--priors", tmp_path / "p.npy"
    for scale in range(10**5, 10**5 + 20):
        said = run(*words, *priors, "--scale", str(scale)).out
        exact = scale * Decimal(9).ln()
        off = abs(round(exact) - exact) / exact
        assert Decimal(said.split("1 / ")[1].split()[0]) >= (1 + off) / (1 - off)
    np.save(tmp_path / "p.npy", np.array([0.4999]))
    assert "nothing is said about likelihoods" in run(*words, *priors, "--scale", "1").out
    answer = json.loads(run(*words, *priors, "--scale", "1", "--json").out, parse_constant=repr)
    assert answer["cost_ratio"] is None


def test_probabilities_out_of_range_are_refused():
    for wrong in (0.0, -0.1, 1.0, float("nan")):
        with pytest.raises(PuzzleError, match="probability 1 must be above 0"):
            prices_of(np.array([0.1, wrong]))
    with pytest.raises(PuzzleError, match=f"prices above {MAX_PRICE}"):
        prices_of(np.array([1e-9]), 2**30)
    assert prices_of(np.array([0.5])).prices.tolist() == [0]


def test_priors_make_the_likelier_error_win(tmp_path):
    """One error of 1 % against two of 20 %: ln 99 = 4.6 against 2 ln 4 = 2.8."""
    np.save(tmp_path / "h.npy", np.array([[1, 1, 0], [1, 0, 1]]))
    np.save(tmp_path / "p.npy", np.array([0.01, 0.2, 0.2]))
    (tmp_path / "s.01").write_text("11\n")
    ran = run(
        "decode", tmp_path / "h.npy", tmp_path / "s.01", "-o", tmp_path / "a.npz",
        "--priors", tmp_path / "p.npy", "--scale", "1000",
    )  # fmt: skip
    assert ran.code == 0
    assert "minimal for the whole-number prices" in ran.out
    found = loaded(tmp_path / "a.npz")
    assert found["presses"].tolist() == [[0b110]]
    assert found["weights"].tolist() == [2 * round(1000 * log(4))]
    assert found["scale"] == 1000
