"""Certificates on the command line: written, judged by a stranger, refused when they are wrong."""

import json
import subprocess
import sys

import pytest

from tests.cli_runner import ALL_ON, ROOT, run

CHECKER = ROOT / "lo_exact/certificate/checker.py"
CORNER = "#....\n.....\n.....\n.....\n.....\n"


def judged_alone(path) -> str:
    """Return what the checker says when it is run as a file, with nothing of the package."""
    done = subprocess.run(
        [sys.executable, "-I", str(CHECKER), str(path)], capture_output=True, text=True, check=False
    )
    return done.stdout


def test_a_minimum_is_written_and_accepted(tmp_path):
    path = str(tmp_path / "c.json")
    ran = run("min", ALL_ON, "--count", "--certificate", path)
    assert (ran.code, ran.err) == (0, f"certificate {path}: walk, overlaps\n")
    ran = run("check", path, ALL_ON)
    assert ran.code == 0
    assert ran.out.startswith("accepted: the least weight is 15")
    assert judged_alone(path) == run("check", path).out


def test_an_empty_file_name_is_refused_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("colours: 3\n\n012\n")
    ran = run("min", "board.txt", "--certificate", "")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("--certificate wants a file name, got an empty one\n")
    assert [path.name for path in tmp_path.iterdir()] == ["board.txt"]


def test_a_changed_claim_is_rejected_with_1(tmp_path):
    path = tmp_path / "c.json"
    run("min", ALL_ON, "--certificate", str(path), "-q")
    document = json.loads(path.read_text())
    document["claim"]["weight"] -= 1
    path.write_text(json.dumps(document))
    ran = run("check", str(path))
    assert ran.code == 1
    assert ran.out.startswith("rejected: ")
    assert json.loads(run("check", str(path), "--json").out)["accepted"] is False


def test_a_certificate_of_another_board_is_rejected(tmp_path):
    path = str(tmp_path / "c.json")
    run("min", ALL_ON, "--certificate", path, "-q")
    ran = run("check", path, "-", "--json")
    assert ran.code in (1, 3)
    ran = run("check", path, str(ROOT / "data/boards/all-pressed-5x5.txt"))
    assert ran.code == 1


def test_an_lrat_proof_lies_beside_the_certificate(tmp_path):
    path = str(tmp_path / "c.json")
    ran = run("all", ALL_ON, "--certificate", path, "--form", "lrat-kernel")
    assert ran.code == 0
    (proof,) = tmp_path.glob("*.lrat.gz")
    assert run("check", path).code == 0
    proof.write_bytes(proof.read_bytes()[:-20])
    assert run("check", path).code == 1


def test_an_unsolvable_board_has_a_certificate_too(tmp_path):
    path = str(tmp_path / "c.json")
    assert run("prove", "-", "--certificate", path, text=CORNER).code == 1
    ran = run("check", path)
    assert ran.code == 0
    assert ran.out.startswith("accepted: ")


@pytest.mark.parametrize(
    "options",
    [
        ["--colours", "6"],
        ["--colours", "12", "--objective", "buttons"],
        ["--colours", "3", "--topology", "torus"],
        ["--target", "any"],
    ],
)
def test_certify_checks_every_kind_of_puzzle_in_a_fresh_process(options):
    ran = run("min", "-", "--certify", *options, text="0 1 1 0\n1 0 0 1\n0 1 0 0\n")
    assert ran.code == 0
    assert ran.err.startswith("a fresh process checked: ")


def test_presses_found_before_a_limit_are_certified_as_a_solution_only(tmp_path):
    board, path = tmp_path / "board.txt", str(tmp_path / "c.json")
    board.write_text(run("make", "random", "--size", "39x39", "--seed", "3").out)
    ran = run(
        "min", str(board), "--time-limit", "0.5", "--engine", "coset", "--certificate", path, "-q"
    )
    assert ran.code == 4
    ran = run("check", path)
    assert ran.code == 0
    assert "least" not in ran.out.splitlines()[0]


def test_bad_usage_is_one_line(tmp_path):
    for path in ("/no/such/folder/c.json", str(tmp_path)):
        ran = run("min", ALL_ON, "--certificate", path)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    ran = run("min", ALL_ON, "--certify", "--form", "beauty")
    assert (ran.code, ran.out) == (2, "")
    ran = run("check", str(tmp_path / "missing.json"))
    assert (ran.code, ran.out) == (3, "")
    ran = run("check", str(ROOT / "data/certificates/all-on-5x5.json"), "--external", "'")
    assert ran.code == 2


def test_explain_shows_every_quiet_pattern():
    ran = run("explain", ALL_ON)
    assert ran.code == 0
    assert ran.out.count("Quiet pattern") == 3
    assert "15 presses is the minimum" in ran.out
    assert run("explain", "-", text=CORNER).out.startswith("infeasible: ")
    assert run("explain", "-", "--colours", "3", text="0\n").code == 2


def test_the_certificate_of_a_walk_goes_to_its_own_checker(tmp_path):
    level, path = tmp_path / "level.txt", str(tmp_path / "c.json")
    level.write_text(run("walk", "make", "--cells", "12", "--seed", "3", "-q").out)
    assert run("walk", str(level), "--certificate", path, "-q").code == 0
    ran = run("check", path)
    assert ran.code == 0
    assert "steps" in ran.out.splitlines()[0]
    assert run("check", path, ALL_ON).code == 2


def test_the_stored_example_is_accepted():
    ran = run("check", str(ROOT / "data/certificates/all-on-5x5.json"), ALL_ON)
    assert ran.code == 0
    assert "all listed" in ran.out
