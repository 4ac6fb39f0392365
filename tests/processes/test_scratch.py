"""Folders that everybody who could remove them left behind."""

import os
import time

from lo_exact.outcome import Watch
from lo_exact.processes import scratch
from lo_exact.processes.worker import call_in_child


def aged(folder, name):
    path = folder / name
    path.mkdir()
    (path / "proof.drat").write_text("p")
    age(path)
    return path


def age(path):
    long_ago = time.time() - 2 * scratch.YOUNG_SECONDS
    os.utime(path, (long_ago, long_ago))


def test_what_nobody_holds_is_removed_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, held, other = (aged(tmp_path, n) for n in ("lo-exact-a", "lo-exact-b", "mine-c"))
    young = tmp_path / "lo-exact-young"
    young.mkdir()
    link = tmp_path / "lo-exact-link"
    link.symlink_to(other)
    holding = scratch.hold(str(held))
    age(held)
    new = scratch.made()
    assert holding >= 0
    assert not left.exists()
    assert {path.name for path in tmp_path.iterdir()} == {
        held.name, other.name, young.name, link.name, os.path.basename(new),
    }  # fmt: skip
    os.close(holding)
    again = aged(tmp_path, "lo-exact-d")
    scratch.made()  # a process looks once
    assert again.exists()
    scratch.remove_left(str(tmp_path))
    assert not again.exists()
    assert not held.exists()
    assert (other / "proof.drat").exists()


def test_a_child_holds_its_folder():
    assert call_in_child("tests.processes.worker_jobs:holds_its_folder", watch=Watch())
