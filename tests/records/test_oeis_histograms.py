"""The verifiers of A079873 and A079876 against plain enumeration, and what they refuse."""

import importlib.util
import json
import shutil
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.records.sequences import OEIS
from lo_exact.formats import read_puzzle

PUBLISHED = json.loads((OEIS.parent / "published.json").read_text(encoding="utf-8"))


def ran(folder):
    command = [sys.executable, "-I", str(folder / "verify.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a079873_is_verified_and_is_the_published_histogram():
    done = ran(OEIS / "a079873")
    assert done.returncode == 0
    assert "a(7) = 467104 verified" in done.stdout
    text = (OEIS / "a079873/b079873.txt").read_text(encoding="ascii")
    kept = [int(line.split()[1]) for line in text.splitlines()]
    assert kept == PUBLISHED["histogram_5x5_c2"]["boards_by_minimum_presses"]


def loaded(name):
    spec = importlib.util.spec_from_file_location(name, OEIS / name / "verify.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_histogram_is_that_of_a_table_of_all_positions():
    """The 4 x 4 board, with as many quiet patterns as 5 x 5 and more: least presses, all 2^16."""
    columns = [
        sum(1 << v for v in range(16) if abs(u // 4 - v // 4) + abs(u % 4 - v % 4) <= 1)
        for u in range(16)
    ]
    least, sums = np.full(2**16, 99), np.arange(2**16)
    least[0] = 0
    for column in columns:
        least = np.minimum(least, least[sums ^ column] + 1)
    counted = np.bincount(least[least < 99]).tolist()
    assert loaded("a079873").histogram(columns) == dict(enumerate(counted))


def test_the_cube_is_the_one_of_the_package():
    """Both graphs of lights have the same numbers of walks, so many that a slip would show."""
    columns = loaded("a079876").changes()
    ours = np.array([[column >> v & 1 for v in range(54)] for column in columns])
    theirs = read_puzzle(OEIS.parent / "boards" / "lights-out-cube.txt").activation.to_dense()
    for power in range(2, 9):
        walks = [np.linalg.matrix_power(m, power).diagonal().tolist() for m in (ours, theirs)]
        assert sorted(walks[0]) == sorted(walks[1])


@pytest.mark.parametrize(("name", "line"), [("a079873", "7 476104"), ("a079876", "30 2985985")])
def test_a_wrong_term_is_refuted(name, line, tmp_path):
    folder = shutil.copytree(OEIS / name, tmp_path / name)
    file = folder / f"b{name[1:]}.txt"
    n = line.split()[0]
    lines = [line if old.split()[0] == n else old for old in file.read_text().splitlines()]
    file.write_text("\n".join(lines) + "\n")
    done = ran(folder)
    assert done.returncode == 1
    assert "REFUTED" in done.stdout


def test_a079876_is_verified():
    done = ran(OEIS / "a079876")
    assert done.returncode == 0
    assert "a(30) = 2985984 and the sum of all terms: verified" in done.stdout
