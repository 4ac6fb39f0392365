"""Which code this is: from a tag, from git, from what was built; what stored answers rest on."""

import json
import re
import subprocess

import numpy

from lo_exact import version
from lo_exact.service import requests
from tests.cli_runner import run


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


def test_answers_of_another_meaning_are_other_jobs(monkeypatch):
    """What the service stored before the number was raised is asked again, never mixed in."""
    before = requests.identity({"board": "##"})
    monkeypatch.setattr(requests, "MEANING", version.MEANING + 1)
    assert requests.identity({"board": "##"}) != before


def test_the_command_prints_what_a_report_needs():
    told = run("version")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"lo-exact {version.version()}")
    answer = json.loads(run("version", "--json").out)
    assert (answer["version"], answer["commit"]) == (version.version(), version.commit())
    assert answer["python"] in told.out
    assert answer["packages"]["numpy"] == numpy.__version__
    assert all(f"{name} {found}" in told.out for name, found in answer["packages"].items())
