"""Every kind of long work: pieces, processes and shards print and write what one run does."""

import re

import numpy as np
import pytest

from lo_exact import matrix_puzzle, write_puzzle
from lo_exact.commands.shard import LONG
from tests.cli_runner import is_taken_out, run
from tests.marks import with_large

BOARD = "min", "random.txt", "--engine", "coset", "--count", "--json"
KINDS = {
    "min": BOARD,
    "histogram": ("histogram", "--size", "4x4", "--colours", "5", "--json"),
    "hardest": ("hardest", "--size", "5x5", "--colours", "3", "--json"),
    "decode": ("decode", "checks.npy", "shots.npy", "--json", "-o", "answers.npz"),
}


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # 3^17 solutions, visited in some jobs
    torus = ("--size", "12x12", "--topology", "torus", "--colours", "3", "--seed", "1")
    (tmp_path / "random.txt").write_text(run("make", "random", *torus).out)
    rng = np.random.default_rng(1)
    np.save("checks.npy", rng.integers(0, 2, (12, 20)))
    np.save("shots.npy", rng.integers(0, 2, (100, 12)))
    return tmp_path


def said(place, *words):
    """Return what a command prints and writes, without times."""
    ran = run(*words)
    assert ran.code == 0, ran.err
    files = {
        path.name: path.read_bytes()
        for path in place.iterdir()
        if path.suffix in (".npz", ".json") and path.is_file()
    }
    for name in files:
        (place / name).unlink()
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', ran.out), files


def test_every_command_that_can_be_cut_is_tested():
    assert {kind for kind in KINDS if not is_taken_out(kind)} == {row.name for row in LONG}


@pytest.mark.parametrize("kind", with_large(KINDS, {"hardest"}))
def test_pieces_and_shards_give_what_one_run_gives(place, kind):
    words = KINDS[kind]
    alone = said(place, *words, "-q")
    assert said(place, *words, "-q", "--ledger", "kept") == alone
    assert said(place, *words, "-q", "--ledger", "kept") == alone  # all is there already
    assert run("shard", "plan", "--of", "2", "pieces", *words).code == 0
    for index in (1, 0):
        ran = run("shard", "run", "pieces", "--index", str(index), "-q")
        assert ran.code == 0, ran.err
    assert said(place, "shard", "merge", "pieces") == alone
    (place / "kept").write_text(next((place / "pieces").glob("0-*.jsonl")).read_text())
    short = run(*words, "-q", "--ledger", "kept", "--task", "merge")
    assert (short.code, "are missing" in short.err) == (4, True)


def test_two_processes_give_what_one_gives(place):
    words = KINDS["decode"]
    assert said(place, *words, "-q", "--jobs", "2", "--pieces", "2") == said(place, *words, "-q")


@pytest.mark.large
def test_pieces_give_what_one_search_by_windows_gives(place, monkeypatch):
    monkeypatch.setattr("lo_exact.engines.windows.search.WORTH_PIECES", 10_000)
    rng = np.random.default_rng(1)
    dense = matrix_puzzle(rng.integers(0, 2, (45, 90)), rng.integers(0, 2, 45))
    (place / "dense.txt").write_text(write_puzzle(dense, "json"))
    words = ("min", "dense.txt", "--engine", "windows", "--count", "--json", "-q")
    there = ("--pieces", "3", "--ledger", f"{place}/kept/")
    assert said(place, *words, *there) == said(place, *words)
    assert list((place / "kept").iterdir())
