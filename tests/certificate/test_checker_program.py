"""The checker as a program of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact.certificate import checker
from tests.certificate.checker_cases import PAIR, PROGRAMS, minimum, solution


def run(*arguments):
    command = [sys.executable, "-I", "-S", checker.__file__, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_program_accepts_and_rejects(tmp_path):
    path, beside = tmp_path / "c.json", tmp_path / "p.json"
    path.write_text(json.dumps(solution()))
    code, said, _ = run(path)
    assert (code, said.partition("\n")[0]) == (0, "accepted: these presses solve it, with weight 3")
    beside.write_text(json.dumps(PAIR))
    rejected = "rejected: the puzzle beside it has another SHA-256\n"
    assert run(path, beside) == (1, rejected, "")


def test_the_program_says_what_it_cannot_do(tmp_path, capsys):
    assert checker.main([]) == 2
    assert checker.main(["--help"]) == 2
    assert checker.main(["a", "b", "c"]) == 2
    assert (
        capsys.readouterr().err == "usage: python checker.py CERTIFICATE [PUZZLE] | --forms\n" * 3
    )
    missing = tmp_path / "none.json"
    assert checker.main([str(missing)]) == 3
    assert capsys.readouterr().err == f"cannot read {missing}: No such file or directory\n"
    beside = tmp_path / "p.json"
    beside.write_text(json.dumps(solution()))
    assert checker.main([str(beside), str(missing)]) == 3
    beside.write_text("{}")
    capsys.readouterr()
    assert checker.main([str(beside)]) == 1
    needed = "certificate lacks claim, evidence, format, made_by, version"
    assert capsys.readouterr().out == f"rejected: {needed}\n"
    beside.write_text(json.dumps(solution()))
    assert checker.main([str(beside)]) == 0
    assert capsys.readouterr().out.startswith("accepted: these presses solve it")


def test_the_checker_runs_where_it_is_copied_to(tmp_path):
    copied, path = tmp_path / "anything.py", tmp_path / "c.json"
    copied.write_bytes(Path(checker.__file__).read_bytes())
    path.write_text(json.dumps(minimum()))
    command = [sys.executable, "-I", "-S", str(copied), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.startswith("accepted: the least weight is 1;")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_who_does_not_listen_gets_no_traceback_and_no_yes(program, tmp_path):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(solution()))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-I", "-S", program.__file__, str(path)],
        stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (3, "")


def test_a_puzzle_file_that_holds_null_is_no_puzzle(tmp_path):
    """It was taken for no file at all, so the certificate was compared with nothing."""
    beside = tmp_path / "null.json"
    beside.write_text("null")
    certificate = checker.Path("data/certificates/all-on-5x5.json").absolute()
    verdict = checker.check(certificate, beside)
    assert verdict.kind is checker.Kind.REJECTED
    assert "must be an object" in verdict.text
