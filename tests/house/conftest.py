"""A fresh install: an environment of its own with ``pip install .`` and nothing else."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli_runner import ROOT


def outside(installed: Path) -> dict[str, str]:
    """Return the environment in which the install comes first and the checkout is not known."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"PATH": f"{installed}{os.pathsep}{kept['PATH']}"}


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of ``lo-exact`` and ``python`` of a fresh install, one for all tests of a run."""
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    with (place / "install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ready = place / "install.ready"
        if not ready.exists():
            _install(place / "install")
            ready.touch()
    return place / "install" / "bin"


def _install(folder: Path) -> None:
    """Set up an environment as the README says, from this checkout.

    It has no pip of its own and nothing is compiled that nobody imports: that halves the time.
    """
    python = folder / "bin/python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--clear", folder], check=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "--quiet",
        "--disable-pip-version-check",
    ]
    done = subprocess.run(
        [*pip, "--quiet", "install", "--no-compile", ROOT],
        cwd=folder,
        env=outside(folder / "bin"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
