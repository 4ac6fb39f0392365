"""Answers of our own as claims: whoever doubts them judges what hardest --evidence wrote."""

import json
import tomllib

import pytest

from lo_exact.hardest_boards.claims.write_claims import write_as_claim
from lo_exact.hardest_boards.find import hardest_bounds
from lo_exact.topology.described import described
from tests.cli_runner import run


def test_a_proved_answer_is_a_claim_that_the_checker_accepts(tmp_path):
    ran = run("hardest", "--size", "4x4", "--count", "--evidence", str(tmp_path))
    assert ran.code == 0
    assert ran.err.endswith(f"evidence: {tmp_path / 'hardest.evidence.json'}\n")
    claim = tomllib.loads((tmp_path / "hardest.toml").read_text())
    assert (claim["statement"], claim["weight"], claim["boards"]) == ("hardest", 7, 32)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [
        "hardest.certificate.json", "hardest.evidence.json", "hardest.puzzle.json", "hardest.toml",
    ]  # fmt: skip
    ran = run("check", str(tmp_path / "hardest.toml"))
    assert (ran.code, ran.err) == (0, "")
    assert "the hardest board needs 7, 32 boards, is true" in ran.out
    assert run("check", str(tmp_path / "hardest.certificate.json")).code == 0
    assert run("certify", str(tmp_path / "hardest.toml")).code == 0  # found once more


@pytest.mark.parametrize("size", ["13x17", pytest.param("19x19", marks=pytest.mark.large)])
def test_an_interval_is_a_claim_of_bounds(size, tmp_path):
    ran = run("hardest", "--size", size, "--evidence", str(tmp_path), "--time-limit", "0.1")
    assert ran.code in (0, 4)
    claim = tomllib.loads((tmp_path / "hardest.toml").read_text())
    if ran.code == 4:
        assert claim["statement"] == "bounds"
        assert claim["lower"] < claim["upper"]
    checked = run("check", str(tmp_path / "hardest.toml"))
    assert checked.code in (0, 4)  # 4: a bound that plain Python does not repeat


def test_an_answer_without_an_example_is_a_claim_too(tmp_path):
    """The number of hardest boards, or none, was taken for a list of boards."""
    found = hardest_bounds(described("19x19"))
    assert not found.state
    evidence = write_as_claim(found, tmp_path)
    assert json.loads(evidence.read_text())["evidence"]["example"] is None
    assert run("check", str(tmp_path / "hardest.toml")).code == 0


def test_rules_that_no_size_says_are_kept_in_the_puzzle(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("110\n0 1\n")
    ran = run("hardest", str(board), "--evidence", str(tmp_path), "--json")
    assert ran.code == 0
    evidence = json.loads((tmp_path / "hardest.evidence.json").read_text())
    assert evidence["puzzle_sha256"] == json.loads(ran.out)["puzzle_sha256"]
    assert run("check", str(tmp_path / "hardest.toml")).code == 0


def test_a_folder_that_is_not_there_is_made_and_a_file_is_refused_before_the_search(tmp_path):
    folder = tmp_path / "a" / "b"
    assert run("hardest", "--size", "3x3", "--evidence", str(folder)).code == 0
    assert run("check", str(folder / "hardest.toml")).code == 0
    ran = run("hardest", "--size", "5x5", "--evidence", str(folder / "hardest.toml"))
    assert (ran.code, ran.out) == (3, "")
    assert "cannot be written" in ran.err


def test_the_example_is_drawn(tmp_path):
    path = tmp_path / "a.svg"
    assert run("hardest", "--size", "3x3", "--picture", str(path)).code == 0
    assert "optimal: the hardest boards need 9 presses" in path.read_text()
