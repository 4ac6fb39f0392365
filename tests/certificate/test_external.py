"""Files that cannot be read, and what other checkers say about formula and proof."""

import json
import sys

import pytest

from lo_exact.certificate import check
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.claims import MinimumClaim
from lo_exact.certificate.external import external_opinions
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import InputError, MissingPackageError, SolverError, UsageError
from tests.boards.puzzles import grid_puzzle
from tests.certificate.in_process import check_certificate
from tests.certificate.shapes import MINIMA_5X5


def test_files_that_cannot_be_read_are_input_errors(tmp_path):
    for judge in (check_certificate, check_in_fresh_process):
        with pytest.raises(InputError, match="No such file or directory"):
            judge(tmp_path / "none.json")
        with pytest.raises(InputError, match="Is a directory"):
            judge(tmp_path)


def test_a_checker_that_fails_is_no_verdict(tmp_path, monkeypatch):
    broken = tmp_path / "checker.py"
    broken.write_text("raise RuntimeError('broken')")
    (tmp_path / "c.json").write_text("{}")
    monkeypatch.setattr(check, "FOLDER", tmp_path)
    with pytest.raises(SolverError, match="the checker failed: RuntimeError: broken"):
        check_in_fresh_process(tmp_path / "c.json")


def script(path, text):
    program = path.with_name(f"{path.name}.py")
    program.write_text(f"{text}\n")
    # a line #! cannot name a program in a folder with a blank
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{program}" "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def proved(tmp_path):
    path = tmp_path / "c.json"
    forms = ("walk", "lrat-kernel")
    write_certificate(grid_puzzle(5, 5), MinimumClaim(15, MINIMA_5X5, 4), path, forms=forms)
    return path


def test_another_checker_gets_formula_and_proof(proved, tmp_path):
    look = "import sys; print(open(sys.argv[1]).readline()); print(open(sys.argv[2]).read()[-2:])"
    command = [script(tmp_path / "judge", look + "; print('s VERIFIED')")]
    (opinion,) = external_opinions(proved, command)
    assert (opinion.verified, opinion.said) == (True, "s VERIFIED")
    # the exit code does not count, the line does
    for said in ("NOT VERIFIED", "s FAILED", "xs VERIFIED", "s VERIFIEDNOT", ""):
        command = [script(tmp_path / "judge", f"print({said!r})")]
        (opinion,) = external_opinions(proved, command, grid_puzzle(5, 5))
        assert (opinion.verified, opinion.said) == (False, said)


def test_what_hinders_another_checker_is_said(proved, tmp_path, monkeypatch):
    with pytest.raises(MissingPackageError, match="there is no program no-such-checker"):
        external_opinions(proved, ["no-such-checker"])
    with pytest.raises(MissingPackageError, match=r"there is no program \(none\)"):
        external_opinions(proved, [])
    slow = [script(tmp_path / "slow", "import time; time.sleep(9)")]
    with pytest.raises(SolverError, match="did not end within 0 s"):
        external_opinions(proved, slow, seconds=0.2)
    with pytest.raises(InputError, match="No such file"):
        external_opinions(tmp_path / "none", slow)
    document = json.loads(proved.read_text())
    proof = tmp_path / f"{document['evidence'][1]['proof_sha256']}.lrat.gz"
    proof.write_bytes(b"")
    (opinion,) = external_opinions(proved, slow)
    assert (opinion.verified, opinion.said) == (False, "the proof file ends early")
    document["evidence"].pop()
    proved.write_text(json.dumps(document))
    with pytest.raises(UsageError, match="has no LRAT proof that another checker could read"):
        external_opinions(proved, slow)
    document["claim"]["weight"] += 1
    proved.write_text(json.dumps(document))
    with pytest.raises(UsageError, match="rejected before its proofs: the presses have weight 15"):
        external_opinions(proved, slow)
