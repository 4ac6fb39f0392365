"""What a new user meets: a fresh install, used outside the checkout."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact.engines.engine_table import all_engines
from tests.cli_runner import ROOT
from tests.house.conftest import outside

pytestmark = pytest.mark.large  # a wheel is built and installed first

WITHOUT_WHEELS = {"cryptominisat"} if sys.version_info >= (3, 14) else set()
"""Backends whose package does not come with an install on every Python."""


def asked(installed, place, *words: str, code: int = 0) -> str:
    done = subprocess.run(
        [installed / "lo-exact", *words],
        cwd=place,
        env=outside(installed),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_the_install_is_the_one_that_runs(installed, tmp_path):
    where = [installed / "python", "-c", "import lo_exact; print(lo_exact.__file__)"]
    done = subprocess.run(
        where, cwd=tmp_path, env=outside(installed), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(installed.parent))


def test_every_file_of_the_package_and_of_its_data_is_installed_as_it_is(installed, tmp_path):
    where = [installed / "python", "-c", "import lo_exact; print(lo_exact.__path__[0])"]
    done = subprocess.run(
        where, cwd=tmp_path, env=outside(installed), capture_output=True, text=True, check=True
    )
    there = contents(Path(done.stdout.strip()))
    data = {f"data/{name}": text for name, text in contents(ROOT / "data").items()}
    built = json.loads(there.pop("built.json"))  # what it was built from; a checkout asks git
    assert set(built) == {"version", "commit"}
    assert there == contents(ROOT / "lo_exact") | data


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder by their names, without what Python has compiled."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_engine_passes_its_self_test(installed, tmp_path):
    rows = json.loads(asked(installed, tmp_path, "engines", "--json"))["engines"]
    assert [row["name"] for row in rows] == [engine.name for engine in all_engines()]
    for row in rows:
        solvers = set(row["name"].split(":"))
        if not WITHOUT_WHEELS & solvers:
            assert row["self_test"] == "ok", row


def test_examples_are_found_by_name_from_any_folder_and_a_file_of_the_user_comes_before_them(
    installed, tmp_path
):
    found = {"all-on-5x5": 15, "all-on-5x5.txt": 15, "data/boards/all-on-5x5.txt": 15}
    missed = ["all-on-6x6", "data/../data/boards/all-on-5x5.txt", "boards"]
    names = [*found, *missed]
    ran = asked_at_once(installed, tmp_path, *(["min", name, "--json"] for name in names))
    answers = dict(zip(names, ran, strict=True))
    for name, weight in found.items():
        assert json.loads(answers[name][1])["weight"] == weight
    assert [answers[name] for name in missed] == [[3, ""]] * len(missed)

    (tmp_path / "all-on-5x5").write_text("1\n")
    assert json.loads(asked(installed, tmp_path, "min", "all-on-5x5", "--json"))["weight"] == 1


AT_ONCE = """
import json, sys
from typer.testing import CliRunner
from lo_exact.cli import app
ran = [CliRunner().invoke(app, words, prog_name="lo-exact") for words in json.loads(sys.argv[1])]
print(json.dumps([[done.exit_code, done.stdout] for done in ran]))
"""


def asked_at_once(installed, place, *lines: list[str]) -> list[tuple[int, str]]:
    """Return (exit code, output) of several command lines, with one start for all."""
    done = subprocess.run(
        [installed / "python", "-c", AT_ONCE, json.dumps(lines)],
        cwd=place,
        env=outside(installed),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_nothing_is_written_into_the_install(installed, tmp_path):
    asked(installed, tmp_path, "certify", "data/claims/plus-4x4.toml", "-q")
    made = {path.name for path in tmp_path.iterdir()}
    shipped = {path.name for path in (ROOT / "data/claims").glob("plus-4x4.*.json")}
    assert made == shipped


@pytest.mark.parametrize("number", [120, pytest.param(300, marks=pytest.mark.large)])
def test_random_puzzles_of_every_kind_are_answered(number, installed, tmp_path):
    campaign = ROOT / "tests/campaigns/install.py"
    done = subprocess.run(
        [installed / "python", campaign, "--count", str(number), "--seed", "1"],
        cwd=tmp_path,
        env=outside(installed),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_needs_an_extra_says_which(installed, tmp_path):
    done = subprocess.run(
        [installed / "lo-exact", "serve"],
        cwd=tmp_path,
        env=outside(installed),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.endswith(
        "needs fastapi and uvicorn and prometheus-client: "
        "pip install 'fastapi>=0.115' 'uvicorn>=0.34' 'prometheus-client>=0.21'\n"
    )
