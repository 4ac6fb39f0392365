"""Which code this is: from a tag, from git, from what was built; what stored answers rest on."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy

from lo_exact import version
from tests.cli_runner import ROOT, run


def git(folder, *words):
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(folder), *name, *words], check=True, capture_output=True)


def test_a_checkout_names_its_commit_and_a_tag_names_the_release(tmp_path):
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "two")
    said, commit = version._of_checkout(tmp_path)
    assert re.fullmatch(r"[0-9a-f]{40}", commit)
    assert said == f"{version.RELEASE}.dev2+g{commit[:9]}"
    git(tmp_path, "tag", f"v{version.RELEASE}")
    assert version._of_checkout(tmp_path) == (version.RELEASE, commit)


def test_without_git_no_commit_is_named(tmp_path):
    assert version._of_checkout(tmp_path) == (f"{version.RELEASE}.dev0", "")


def test_a_built_package_says_what_it_was_built_from(tmp_path, monkeypatch):
    (tmp_path / version.BUILT).write_text(json.dumps({"version": "1.2.3", "commit": "ab" * 20}))
    monkeypatch.setattr(version, "_HERE", tmp_path)
    assert version._identity.__wrapped__() == ("1.2.3", "ab" * 20)


def test_the_command_prints_what_a_report_needs():
    told = run("version")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"lo-exact {version.version()}")
    answer = json.loads(run("version", "--json").out)
    assert (answer["version"], answer["commit"]) == (version.version(), version.commit())
    assert answer["python"] in told.out
    assert answer["packages"]["numpy"] == numpy.__version__
    assert all(f"{name} {found}" in told.out for name, found in answer["packages"].items())


RAISED = """
import lo_exact.version
lo_exact.version.MEANING += 1
from lo_exact.__main__ import main
main()
"""


def later(*words: str, folder: Path) -> subprocess.CompletedProcess:
    """Run a command of a lo-exact whose answers mean something else."""
    return subprocess.run(
        [sys.executable, "-c", RAISED, *words], cwd=folder, capture_output=True, text=True,
        check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def test_a_ledger_of_another_meaning_is_refused_and_left_as_it_is(tmp_path):
    ledger = tmp_path / "old.jsonl"
    assert run("histogram", "--size", "4x4", "--ledger", str(ledger)).code == 0
    before = ledger.read_bytes()
    done = later("histogram", "--size", "4x4", "--ledger", "old.jsonl", folder=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        f"lo-exact: old.jsonl:1: a record with meaning {version.MEANING}, "
        f"this lo-exact's have meaning {version.MEANING + 1}: begin a new ledger\n"
    )
    assert ledger.read_bytes() == before


def test_a_certificate_of_another_meaning_is_judged_by_its_evidence_alone(tmp_path):
    board, certificate = tmp_path / "board.txt", tmp_path / "old.json"
    board.write_text("##\n##\n")
    assert run("min", str(board), "--certificate", str(certificate)).code == 0
    assert later("check", "old.json", "board.txt", folder=tmp_path).returncode == 0
    forged = json.loads(certificate.read_text())
    forged["claim"]["weight"] = 3  # an older lo-exact's mistake: the minimum is 4
    certificate.write_text(json.dumps(forged))
    assert later("check", "old.json", "board.txt", folder=tmp_path).returncode == 1
