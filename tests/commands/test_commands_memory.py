"""``--memory``: what engines of ours may take; less gives the same answer, or one line says why."""

import subprocess
import sys

import pytest

from lo_exact.engines.syndrome import engine as syndrome
from tests.cli_runner import environment, run

PROBE = (
    "import atexit, sys; sys.argv[0] = 'lo-exact'\n"
    "def tell():\n"
    " status = open('/proc/self/status').read()\n"
    " print(status.split('VmHWM:')[1].split()[0], file=sys.stderr)\n"
    "atexit.register(tell)\n"
    "from lo_exact.__main__ import main; main()\n"
)


@pytest.fixture(scope="module")
def side_61(tmp_path_factory):
    file = tmp_path_factory.mktemp("memory") / "61.txt"
    file.write_text("size: 61x61\nstate: 1\n")
    return file


@pytest.mark.large
@pytest.mark.parametrize("mebibytes", [128, 256])
def test_2_to_the_40_solutions_stay_below_their_memory(side_61, mebibytes):
    """1629 presses, 8 ways (found by `coset` before); the kernel counts the whole program."""
    done = subprocess.run(
        [
            sys.executable, "-c", PROBE, "min", str(side_61), "--count", "--quiet",
            "--memory", f"{mebibytes}MiB",
        ],
        capture_output=True, text=True, env=environment(), check=True,
    )  # fmt: skip
    assert done.stdout.startswith("optimal: 1629 presses")
    assert "8 minimum solutions" in done.stdout
    assert int(done.stderr) * 1024 < mebibytes * 2**20


@pytest.mark.parametrize("size", ["127MiB", "2", "2GB", "-1GiB", "1.5GiB", "GiB", "²GiB"])
def test_what_is_no_size_or_too_little_is_refused(side_61, size):
    done = run("min", str(side_61), "--memory", size)
    assert done.code == 2
    assert "'--memory'" in done.err


def test_an_engine_that_takes_more_says_in_one_line_how_much(monkeypatch):
    """As if a syndrome took 2^28 bytes."""
    monkeypatch.setattr(syndrome, "BYTES", 2**28)
    board = "data/boards/all-on-5x5.txt"
    assert run("min", board, "--engine", "syndrome").code == 0
    done = run("min", board, "--engine", "syndrome", "--memory", "128MiB")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "MiB at least, more than 128 MiB" in done.err


def test_where_no_engine_of_ours_does_with_so_little_nobody_else_is_asked(tmp_path, monkeypatch):
    """A board without symmetries: others are solved up to them."""
    from lo_exact.engines.quarters import memory

    monkeypatch.setattr(memory, "BEGINNING", 2**28)
    board = tmp_path / "61.txt"
    board.write_text(run("make", "random", "--size", "61x61", "--seed", "5").out)
    done = run("min", str(board), "--memory", "200MiB", "--quiet")
    assert done.code == 4
    assert done.out.startswith("feasible: ")
    assert "no engine can prove this: quarters: it takes 26" in done.out
    assert run("min", str(board), "--engine", "quarters", "--memory", "200MiB").code == 2


def test_a_plan_says_what_would_be_taken_of_it(side_61):
    done = run("plan", str(side_61), "--memory", "200MiB")
    assert "quarters" in done.out
    assert "200 MiB" in done.out.splitlines()[-1]
