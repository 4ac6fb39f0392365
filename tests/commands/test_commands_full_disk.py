"""A full disk and a folder that cannot be written: exit code 3, the file's name, nothing left."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.cli_runner import ALL_ON, command, environment, is_taken_out, run, skip_without_slice
from tests.marks import with_large

CODE = "bb:6,6:x^3+y+y^2:y^3+x+x^2"
WRITERS = [
    (["min", ALL_ON, "--certificate", "FILE"], "FILE"),
    (["min", ALL_ON, "--picture", "FILE.svg"], "FILE.svg"),
    (["histogram", "--size", "4x4", "--ledger", "FILE"], "FILE"),
    (["histogram", "--size", "4x4", "--ledger", "FILE/"], "FILE"),
    (["shard", "plan", "--of", "1", "FILE", "histogram", "--size", "4x4"], "FILE"),
    (["distance", CODE, "--certificate", "FILE"], "FILE"),
    (["show", ALL_ON, "--format", "json", "--output", "FILE"], "FILE"),
    (["decode", "CHECKS", "SHOTS", "-o", "FILE.npz"], "FILE.npz"),
    (["decode", "CHECKS", "SHOTS", "-o", "OUT", "--ledger", "FILE"], "FILE"),
]


@pytest.fixture
def full(tmp_path):
    """A folder on a disk of 16 KiB that is full."""
    folder = tmp_path / "full"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)],
        capture_output=True, check=False,
    )  # fmt: skip
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        (folder / "ballast").write_bytes(bytes(16 * 1024))
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize(("words", "named"), WRITERS)
@pytest.mark.parametrize("place", with_large(["full", "/proc"], {"/proc"}))
def test_what_cannot_be_written_is_one_line_and_exit_3(words, named, place, tmp_path, full):
    skip_without_slice([word for word in words if is_taken_out(word)])
    rng = np.random.default_rng(1)
    checks = rng.integers(0, 2, (10, 30))
    np.save(tmp_path / "checks.npy", checks)
    np.save(tmp_path / "shots.npy", (rng.integers(0, 2, (50, 30)) @ checks.T % 2).astype(np.uint8))
    folder = full if place == "full" else Path(place)
    put = {
        "FILE": str(folder / "file"), "CHECKS": str(tmp_path / "checks.npy"),
        "SHOTS": str(tmp_path / "shots.npy"), "OUT": str(tmp_path / "out.npz"),
    }  # fmt: skip

    def filled(word):
        for name, value in put.items():
            word = word.replace(name, value)
        return word

    done = run(*(filled(word) for word in words))
    assert done.code == 3, done
    assert filled(named) in done.err
    assert len(done.err.splitlines()) == 1
    if place == "full":
        left = [path for path in full.rglob("*") if path.is_file() and path.stat().st_size]
        assert left == [full / "ballast"]


@pytest.mark.parametrize("words", [["min", ALL_ON], ["min", ALL_ON, "--json"], ["all", ALL_ON]])
def test_standard_output_on_a_full_disk_is_named(words):
    with open("/dev/full", "w") as out:
        done = subprocess.run(
            command(*words), env=environment(), stdout=out, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr == f"lo-exact: standard output: {os.strerror(28).lower()}\n"
