"""Commands where POSIX is not: right answers, limits, interrupts, nothing left behind.

`without_posix/sitecustomize.py` removes the names from every Python that is started here.  A
program `taskkill` stands in for that of Windows.
"""

import json
import os
import shlex
import signal
import subprocess
import sys

import pytest

from tests.cli_runner import ALL_ON, ROOT, Ran, command, run, skip_without_slice
from tests.processes.test_worker import gone, number_in, wait_until

WITHOUT = ROOT / "tests/systems/without_posix"
COMMANDS = ("min", "all", "count", "prove", "check", "crosscheck", "hardest", "walk", "decode")
HANGS = 120.0
"""Seconds, for a busy machine."""

TASKKILL = """
import os, sys
from pathlib import Path
assert sys.argv[1:4] == ["/F", "/T", "/PID"], sys.argv
parents = {}
for entry in Path("/proc").iterdir():
    if entry.name.isdigit():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
        except OSError:
            pass
ending = [int(sys.argv[4])]
for one in ending:
    ending += [child for child, parent in parents.items() if parent == one]
for one in ending:
    try:
        os.kill(one, 9)
    except OSError:
        pass
"""


@pytest.fixture
def stripped(tmp_path) -> dict[str, str]:
    """Return the environment of a system without the names, with its `taskkill`."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "taskkill.py").write_text(TASKKILL)
    words = shlex.join([sys.executable, "-I", str(tools / "taskkill.py")])
    (tools / "taskkill").write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    (tools / "taskkill").chmod(0o700)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PYTHONPATH": f"{WITHOUT}{os.pathsep}{ROOT}", "PATH": path}


def ran(words: list[str], env: dict[str, str]) -> Ran:
    done = subprocess.run(
        words, env=env, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_the_names_are_gone_also_in_children(stripped):
    program = (
        "import os, select, signal, sys\n"
        "print(hasattr(os, 'killpg'), hasattr(select, 'poll'), hasattr(signal, 'SIGKILL'))\n"
        "from lo_exact import machine\n"
        "print(machine.priority(), machine.running_seconds([1]), machine.peak_memory())\n"
        "print(machine.free_memory() == machine.UNKNOWN_MEMORY)\n"
    )
    done = ran([sys.executable, "-c", program], stripped)
    assert (done.out, done.err) == ("False False False\n0 None 0\nTrue\n", "")


@pytest.mark.parametrize("count", [2, pytest.param(50, marks=pytest.mark.large)])
def test_answers_are_right(stripped, count):
    done = ran([sys.executable, "-m", "tests.systems.puzzles", str(count)], stripped)
    assert done.out.splitlines() == [f"{name} right" for name in COMMANDS], done.err
    assert (done.code, done.err) == (0, "")


@pytest.mark.large
def test_every_engine_proves_itself(stripped):
    done = ran(command("engines", "--json"), stripped)
    assert done.code == 0, done.err
    said = {row["name"]: row["self_test"] for row in json.loads(done.out)["engines"]}
    assert {said["coset"], said["kernel:cadical"]} == {"ok"}
    assert {test for test in said.values() if not test.startswith("not installed")} == {"ok"}


def test_a_path_of_windows_is_named_as_it_was_given():
    done = run("min", r"C:\boards\new.txt")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(r"lo-exact: C:\boards\new.txt: ")


SPIN = """
import sys
from lo_exact.processes.worker import call_in_child
from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch
watch = Watch(float(sys.argv[2]))
try:
    call_in_child("tests.processes.worker_jobs:start_program", sys.argv[1], watch=watch)
except LimitReached:
    print("limit")
"""


@pytest.mark.large
def test_a_limit_ends_a_child_and_its_program(stripped, tmp_path):
    done = ran([sys.executable, "-c", SPIN, str(tmp_path / "pid"), "1"], stripped)
    assert (done.out, done.err) == ("limit\n", "")
    wait_until(lambda: gone(number_in(tmp_path / "pid")))


def test_a_killed_parent_takes_children_and_their_programs_along(stripped, tmp_path):
    words = [sys.executable, "-c", SPIN, str(tmp_path / "pid"), "60"]
    parent = subprocess.Popen(words, env=stripped, cwd=ROOT)
    program = number_in(tmp_path / "pid")
    parent.kill()
    parent.wait()
    wait_until(lambda: gone(program))


@pytest.mark.large
def test_an_interrupt_prints_best_and_bound(stripped, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text(run("make", "random", "--size", "23x23", "--seed", "3").out)
    running = subprocess.Popen(
        command("min", str(board), "--engine", "chain:cadical"), env=stripped, cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert running.stderr is not None
    running.stderr.readline()  # the first line of progress
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=HANGS)
    assert running.returncode == 130, err
    assert "not proved" in out or "at least" in out
    assert "Traceback" not in err


def test_a_referee_is_ended_with_its_time(stripped, tmp_path):
    skip_without_slice(["referee"])
    script = tmp_path / "slow.py"
    script.write_text("import time\ntime.sleep(60)\n")
    program = shlex.join([sys.executable, str(script)])
    done = ran(command("referee", program, ALL_ON, "--time-limit", "0.5"), stripped)
    assert done.code in (1, 4), done
    assert "no answer within 0.5 s" in done.out + done.err


@pytest.mark.large
def test_what_is_written_has_the_same_bytes_on_every_system(stripped, tmp_path):
    """A plan, a piece by this system, a piece by the other: merged by both."""
    folder = str(tmp_path / "pieces")
    long = ["histogram", "--size", "4x4", "--colours", "5", "--json"]
    alone = run(*long, "-q").out
    other = [
        ["shard", "plan", "--of", "2", folder, *long],
        ["shard", "run", folder, "--index", "0", "-q"],
    ]
    for words in other:
        assert ran(command(*words), stripped).code == 0
    assert run("shard", "run", folder, "--index", "1", "-q").code == 0
    files = [path for path in (tmp_path / "pieces").rglob("*") if path.is_file()]
    assert len(files) >= 3
    assert not [path for path in files if b"\r" in path.read_bytes()]
    merged = subprocess.run(
        command("shard", "merge", folder), env=stripped, cwd=ROOT,
        capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    said = [json.loads(text) for text in (merged, run("shard", "merge", folder).out, alone)]
    for one in said:
        del one["seconds"]
    assert said[0] == said[1] == said[2]
    assert "\r" not in merged


def test_a_limit_without_timers_ends_in_one_line(stripped, tmp_path):
    """15,000 buttons on one light: their kernel takes seconds."""
    buttons = 15_000
    activation = {"lights": 1, "buttons": buttons, "entries": [[0, j, 1] for j in range(buttons)]}
    file = tmp_path / "wide.json"
    file.write_text(json.dumps({"colours": 3, "activation": activation, "state": [1]}))
    done = ran(command("kernel", str(file), "--time-limit", "0.05"), stripped)
    assert (done.code, done.out, len(done.err.splitlines())) == (4, "", 1), done
    assert "time limit reached after" in done.err
