"""Certificates on the command line: written, judged by a stranger, refused when they are wrong."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from lo_exact.certificate.write import Provable
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
    assert (ran.code, ran.err) == (0, f"certificate {path}: walk\n")
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
    for more in ([], ["--certify"]):
        ran = run("all", ALL_ON, "--certificate", path, "--form", "lrat-kernel", *more)
        assert ran.code == 0
        (proof,) = tmp_path.glob("*.lrat.gz")
        assert ran.err.splitlines()[-1] == f"certificate {path}: lrat-kernel; with {proof}"
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


@pytest.mark.parametrize("more", [[], ["--certify"]])
def test_after_a_limit_presses_and_the_bound_that_can_be_shown_are_certified(more, tmp_path):
    # Five ones a column: 80 lights need 16 presses, and 2^35 solutions take 4 s and more.
    matrix, path = tmp_path / "matrix.txt", str(tmp_path / "c.json")
    random = Random(3)
    columns = [random.sample(range(80), 5) for _ in range(115)]
    rows = ["".join("01"[row in column] for column in columns) for row in range(80)]
    matrix.write_text("\n".join(rows) + "\n")
    puzzle = tmp_path / "puzzle.json"
    read = ["--as", "checks", "--target", "1" * 80]
    puzzle.write_text(run("show", str(matrix), *read, "--format", "json").out)
    limits = ["--time-limit", "0.5", "--engine", "coset"]
    ran = run("min", str(puzzle), *limits, "--certificate", path, "--json", *more)
    assert ran.code == 4
    claim, said = json.loads((tmp_path / "c.json").read_text())["claim"], json.loads(ran.out)
    assert claim["kind"] == "lower bound"
    assert claim["weight"] == said["weight"]
    assert claim["bound"] == said["lower_bound"] >= 16
    ran = run("check", path, str(puzzle))
    assert ran.code == 0
    bound = said["lower_bound"]
    assert ran.out.startswith(f"accepted: no solution has a weight below {bound}; these presses")


def test_a_foreign_engine_that_was_stopped_gets_its_bound_certified(tmp_path):
    board, path = tmp_path / "board.txt", str(tmp_path / "c.json")
    board.write_text(run("make", "random", "--size", "16x16", "--seed", "3").out)
    limits = ["--time-limit", "1", "--engine", "slack:cbc"]
    ran = run("min", str(board), *limits, "--certificate", path, "--json")
    assert ran.code == 4
    claim = json.loads((tmp_path / "c.json").read_text())["claim"]
    assert claim["bound"] == json.loads(ran.out)["lower_bound"] > 20
    assert run("check", path, str(board)).code == 0


@pytest.mark.parametrize(
    ("checked", "printed"), [(["--certify"], 3), (["--certificate", "c.json"], 9)]
)
def test_a_bound_without_evidence_is_not_certified(checked, printed, tmp_path, monkeypatch):
    from dataclasses import replace

    from lo_exact.outcome import Status
    from lo_exact.solver import questions

    def stopped(puzzle, **how):
        del how
        return replace(
            questions.solve(puzzle), status=Status.FEASIBLE, lower_bound=9, stopped="time limit"
        )

    monkeypatch.setattr(questions, "minimum", stopped)
    monkeypatch.setattr(
        "lo_exact.certificate.certify.provable",
        lambda puzzle, claim, *_: Provable(replace(claim, bound=3), "walk"),
    )
    monkeypatch.chdir(tmp_path)
    ran = run("min", ALL_ON, *checked, "--json")
    assert ran.err.endswith("the certificate shows a lower bound of 3 only, not of 9\n")
    assert json.loads(ran.out)["lower_bound"] == printed


@pytest.mark.parametrize(
    "path", ["/no/such/folder/c.json", "/proc/c.json", "/dev/null", ".", "board.txt/c.json"]
)
@pytest.mark.parametrize("command", ["min", "all", "prove"])
def test_a_certificate_that_cannot_be_written_is_refused_before_the_search(
    command, path, tmp_path, monkeypatch
):
    from lo_exact import solver
    from lo_exact.solver import questions

    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("0\n")
    for name in ("minimum", "all_minima", "prove"):
        for asked in (solver, questions):
            monkeypatch.setattr(asked, name, None)  # nothing is asked
    ran = run(command, "board.txt", "--certificate", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert [file.name for file in tmp_path.iterdir()] == ["board.txt"]


def test_a_folder_that_is_gone_after_the_search_is_said_in_one_line(tmp_path, monkeypatch):
    folder = tmp_path / "gone"
    folder.mkdir()
    from lo_exact.certificate import certify as proving

    true = proving.write_proof

    def late(solution, path, **how):
        folder.rmdir()
        return true(solution, path, **how)

    monkeypatch.setattr(proving, "write_proof", late)
    for form in ("walk", "lrat-plain"):
        folder.mkdir(exist_ok=True)
        ran = run("min", ALL_ON, "--certificate", str(folder / "c.json"), "--form", form)
        assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


def test_bad_usage_is_one_line(tmp_path):
    ran = run("min", ALL_ON, "--certify", "--form", "beauty")
    assert (ran.code, ran.out) == (2, "")
    ran = run("check", str(tmp_path / "missing.json"))
    assert (ran.code, ran.out) == (3, "")


def test_explain_shows_every_quiet_pattern():
    ran = run("explain", ALL_ON)
    assert ran.code == 0
    assert ran.out.count("Quiet pattern") == 3
    assert "15 presses is the minimum" in ran.out
    assert run("explain", "-", text=CORNER).out.startswith("unsolvable: ")
    assert "no other solution" in run("explain", "-", "--colours", "3", text="0\n").out


def test_the_certificate_of_a_walk_goes_to_its_own_checker(tmp_path):
    level, path = tmp_path / "level.txt", str(tmp_path / "c.json")
    level.write_text("S..#\n.#..\n....\n")
    assert run("walk", str(level), "--certificate", path, "-q").code == 0
    ran = run("check", path)
    assert ran.code == 0
    assert "steps" in ran.out.splitlines()[0]
    assert run("check", path, ALL_ON).code == 2


def test_the_stored_example_is_accepted():
    ran = run("check", str(ROOT / "data/certificates/all-on-5x5.json"), ALL_ON)
    assert ran.code == 0
    assert "all listed" in ran.out


def test_an_interrupt_while_evidence_is_made_keeps_the_answer_but_not_an_unchecked_optimal(
    monkeypatch, tmp_path
):
    from lo_exact.certificate import certify as proving
    from lo_exact.commands.shared.answer import Talk, exit_code
    from lo_exact.commands.shared.options import EvidenceWanted
    from lo_exact.outcome import Status
    from lo_exact.solver import minimum
    from tests.boards.puzzles import grid_puzzle

    def interrupted(*asked, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(proving, "write_proof", interrupted)
    monkeypatch.setattr(proving, "certify_solution", interrupted)
    solution = minimum(grid_puzzle(5, 5), count=True)
    talk, file = Talk(quiet=True, verbose=False), str(tmp_path / "c.json")
    kept = EvidenceWanted(file).give(solution, talk)
    assert (kept.status, kept.weight, exit_code(kept)) == (Status.OPTIMAL, 15, 130)
    unchecked = EvidenceWanted(certify=True).give(solution, talk)
    assert (unchecked.status, unchecked.lower_bound) == (Status.FEASIBLE, 0)
    assert (unchecked.minimum_solutions, exit_code(unchecked)) == (None, 130)
    assert not (tmp_path / "c.json").exists()


def test_a_proof_lies_beside_its_certificate_also_when_the_folder_changed(tmp_path, monkeypatch):
    """A child that wrote a proof for one folder is asked again from another."""
    from lo_exact.certificate.certify import certify_solution
    from lo_exact.solver import minimum
    from tests.boards.puzzles import grid_puzzle

    solution = minimum(grid_puzzle(3, 3))
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        certify_solution(solution, "proof.json", forms=("lrat-kernel",))
        assert list(Path().glob("*.lrat.gz"))
        assert run("check", "proof.json").code == 0


def test_certificates_and_claims_of_an_install_are_found_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("check", "all-on-5x5").out.startswith("accepted: the least weight is 15")
    again = run("check", "plus-4x4.toml")
    assert again.code == 0
    assert again.out.startswith("accepted: the claim plus-4x4, the hardest board needs 7")
    (tmp_path / "plus-4x4").write_text("nonsense")  # a file of the user comes first
    ran = run("certify", "plus-4x4")
    assert (ran.code, ran.out) == (3, "")


@pytest.mark.large
def test_evidence_is_checked_beside_its_claim_alone():
    claims = ROOT / "data/claims"
    evidence = str(claims / "plus-9x9.evidence.json")
    accepted = "accepted: the claim plus-9x9, the hardest board needs 37, is true\n"
    for words in (
        [evidence],
        [str(claims / "plus-9x9.toml")],
        [evidence, str(claims / "plus-9x9.toml")],
        [evidence, "plus-9x9.toml"],
    ):
        ran = run("check", *words)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(accepted)
    ran = run("check", evidence, "plus-4x4.toml")
    assert (ran.code, ran.out) == (1, "rejected: this is not the evidence of plus-4x4.toml\n")
    assert run("check", "plus-4x4.toml", ALL_ON).code == 2


def test_the_checker_that_a_certificate_needs_is_written(tmp_path):
    path = tmp_path / "judge.py"
    ran = run("check", "--write-checker", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert path.read_text() == CHECKER.read_text()
    assert ran.err.startswith(f"{path}: checker.py, ")
    assert ran.err.endswith(f" lines. Run: python {path} CERTIFICATE\n")
    assert run("check").code == 2
    assert run("check", "--write-checker", "-").code == 2
    assert run("check", "--write-checker", str(tmp_path)).code == 3
    assert run("check", str(tmp_path / "none.json"), "--write-checker", str(path)).code == 3


def test_a_file_that_is_no_certificate_is_refused_in_our_words():
    ran = run("check", str(ROOT / "README.md"))
    assert (ran.code, ran.out) == (
        3,
        "unreadable: README.md is not JSON: Expecting value: line 1 column 1 (char 0)\n",
    )
