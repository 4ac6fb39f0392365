"""Proofs for VeriPB, replayed by plain cutting planes, and by veripb where it is installed."""

import shutil
import subprocess

import numpy as np
import pytest

from lo_exact.certificate.check import check_certificate
from lo_exact.certificate.claims import UnsolvableClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle
from lo_exact.topology import grid_puzzle
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.truth.certificates.cutting_planes import replayed
from tests.truth.enumeration import Truth


def files_of(puzzle: Puzzle, folder):
    written = write_certificate(puzzle, UnsolvableClaim(), folder / "c.json", forms=("veripb",))
    assert check_certificate(folder / "c.json").accepted
    return written.proofs


@pytest.mark.large
def test_random_unsolvable_puzzles_are_refuted_by_cutting_planes(tmp_path):
    found = spoilt = 0
    for puzzle in random_matrix_puzzles(np.random.default_rng(60), max_vectors=300):
        if Truth(puzzle).solutions:
            continue
        opb, proof = (path.read_text() for path in files_of(puzzle, tmp_path))
        assert replayed(opb, proof)
        found += 1
        if "pol" in proof:
            spoilt += not replayed(opb, proof.replace(f" {puzzle.colours} d ;", " 1 d ;"))
        if found == 200:
            break
    assert spoilt > 40


def test_a_light_that_nothing_changes_and_weights_are_no_obstacle(tmp_path):
    board = np.zeros((4, 4), dtype=int)
    board[0, 0] = 1
    opb, proof = (path.read_text() for path in files_of(grid_puzzle(board), tmp_path))
    assert "min:" not in opb
    assert proof.count("\npol ") == 3
    assert replayed(opb, proof)


def test_what_has_a_solution_is_not_refuted(tmp_path):
    with pytest.raises(UsageError, match="the puzzle has a solution"):
        files_of(grid_puzzle(np.ones((3, 3), dtype=int)), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("veripb") is None, reason="veripb is in no package registry")
def test_veripb_itself_accepts_a_proof(tmp_path):
    board = np.zeros((4, 4), dtype=int)
    board[0, 0] = 1
    files = [str(path) for path in files_of(grid_puzzle(board), tmp_path)]
    done = subprocess.run(["veripb", *files], capture_output=True, text=True, check=False)
    assert "s VERIFIED UNSATISFIABLE" in done.stdout
