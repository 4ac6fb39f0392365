"""Build the packages and test them as strangers get them; test the lowest versions allowed.

``python -m tests.campaigns.packages`` builds sdist and wheel, and for each Python of this machine
tests the wheel in a clean environment, outside the checkout; then the sdist, unpacked without git,
with the newest versions.  All of it in a path with a blank, for a user without a home folder.
``--lowest`` tests this checkout with the lowest versions that pyproject.toml allows instead, and
``--here`` keeps to the Python that runs this.  A part of the tests is run, ``--all``: all of them.

uv makes the environments: in seconds, and it alone can choose the lowest versions.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

MINORS = range(11, 15)
"""Python 3.N of these N is tried."""

CHOSEN = (
    "tests/test_cli.py", "tests/test_registers.py", "tests/backends", "tests/commands/test_help.py",
    "tests/judging/test_referee_command.py", "tests/commands/test_commands_answers.py",
    "tests/engines/test_engine_table.py", "tests/formats/test_arrays.py",
    "tests/formats/test_graphs.py",
)  # fmt: skip
"""What meets other packages: the command line, solvers, readers; and every engine once."""

BESIDE = ("tests", "data", "docs", "README.md", "README.ja.md", "pyproject.toml")
"""What tests read beside an installed package."""


@dataclass(frozen=True)
class Suite:
    """Which tests are run, and how many at once."""

    every: bool
    jobs: str


def main() -> int:
    """Return 0 when every suite that was run has passed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lowest", action="store_true")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", default="2")
    given = parser.parse_args()
    pythons = [sys.executable] if given.here or given.lowest else found_pythons()
    how = Suite(given.all, given.jobs)
    with tempfile.TemporaryDirectory(prefix="lo exact ") as folder:
        place = Path(folder)
        if given.lowest:
            python = environment(place / "lowest", pythons[0])
            install(python, "--resolution", "lowest-direct", *project(ROOT))
            failed = suite(python, ROOT, how, named="lowest versions")
        else:
            built = build(place / "dist")
            failed = sum(wheel(place, each, built, how) for each in pythons)
            failed += sdist(place, pythons[0], built, how)
    return 1 if failed else 0


def found_pythons() -> list[str]:
    """Return a Python of each minor version that there is."""
    found = []
    for minor in MINORS:
        home = Path.home() / ".pyenv/versions"
        named = [shutil.which(f"python3.{minor}"), *home.glob(f"3.{minor}.*/bin/python")]
        code = f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"
        for each in filter(None, named):
            if subprocess.run([each, "-c", code], capture_output=True, check=False).returncode == 0:
                found.append(str(each))
                break
        else:
            print(f"Python 3.{minor}: not on this machine", flush=True)
    return found


def build(folder: Path) -> dict[str, Path]:
    """Return the sdist and the wheel, the wheel built from the sdist."""
    uv("build", "--quiet", "--out-dir", str(folder), str(ROOT))
    (source,), (made,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return {"sdist": source, "wheel": made}


def wheel(place: Path, python: str, built: dict[str, Path], how: Suite) -> int:
    """Test the installed wheel from a folder that holds no package of ours."""
    name = subprocess.run(
        [python, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    beside = place / f"beside {name}"
    beside.mkdir()
    for each in BESIDE:
        copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
        copy(ROOT / each, beside / each)
    clean = environment(place / f"wheel {name}", python)
    install(clean, f"{built['wheel']}[serve]", *project(None))
    return suite(clean, beside, how, named=f"wheel, Python {name}")


def sdist(place: Path, python: str, built: dict[str, Path], how: Suite) -> int:
    """Test what the sdist unpacks to."""
    with tarfile.open(built["sdist"]) as archive:
        archive.extractall(place / "source", filter="data")
    (unpacked,) = (place / "source").iterdir()
    clean = environment(place / "sdist", python)
    install(clean, *project(unpacked))
    return suite(clean, unpacked, how, named="sdist")


def environment(folder: Path, python: str) -> Path:
    """Return the Python of a new environment."""
    uv("venv", "--quiet", "--python", python, str(folder))
    return folder / "bin/python"


def install(python: Path, *wanted: str) -> None:
    """Install packages into an environment."""
    uv("pip", "install", "--quiet", "--python", str(python), *wanted)


def project(folder: Path | None) -> list[str]:
    """Return the words that install a checkout, or nothing of ours, with what tests need."""
    own = [] if folder is None else ["--editable", f"{folder}[serve]"]
    return [*own, "--group", f"{folder or ROOT}/pyproject.toml:dev"]


def uv(*words: str) -> None:
    """Run uv."""
    subprocess.run([sys.executable, "-m", "uv", *words], check=True)


def suite(python: Path, folder: Path, how: Suite, named: str) -> int:
    """Run tests in a folder; return 0 when they pass."""
    chosen = () if how.every else CHOSEN
    print(f"{named}: {'all tests' if how.every else 'chosen tests'}", flush=True)
    nowhere = folder.parent / "no home"
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    # others' packages warn of each other where versions are mixed: that is no error of ours
    words = ["-n", how.jobs, "--dist", "worksteal", "-m", "not large", "-W", "default",
             "--disable-warnings", "-p", "no:cacheprovider"]  # fmt: skip
    done = subprocess.run(
        [python, "-m", "pytest", *words, *chosen], cwd=folder, check=False,
        env=kept | {"HOME": str(nowhere), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
