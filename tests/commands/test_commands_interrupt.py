"""Ctrl-C, SIGTERM and progress: best and bound are printed, exit code 130, whatever engine runs.

No times are held here but one that only a hanging program misses.
"""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.cli_runner import command, environment, run

BOARDS = {
    # engine: size of a random board that it takes and does not finish within seconds
    "exhaustive": "4x6",
    "kernel:cadical": "30x30",
    "xor:cryptominisat": "30x30",
    "chain:cadical": "23x23",
    "kernel:glucose": "23x23",
    "chain:rc2": "23x23",
    "slack:cbc": "23x23",
    "slack:highs": "23x23",
}
HANGS = 20.0
"""Seconds; two are promised, the rest is for a busy machine."""


def slow_board(tmp_path, engine: str) -> str:
    path = tmp_path / "board.txt"
    path.write_text(run("make", "random", "--size", BOARDS[engine], "--seed", "3").out)
    return str(path)


IMPORTING = """
import os, signal, sys, time
from lo_exact.__main__ import _end_as_interrupted
_end_as_interrupted()
sys.path.insert(0, {folder!r})
try:
    import interrupted_once
    print("imported", flush=True)
    time.sleep(20)
except KeyboardInterrupt:
    print("ended")
"""


def test_an_interrupt_inside_an_import_waits_until_it_is_over(tmp_path):
    module = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhole = True\n"
    (tmp_path / "interrupted_once.py").write_text(module)
    program = IMPORTING.format(folder=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True,
        timeout=HANGS, check=False,
    )  # fmt: skip
    assert (done.stdout.split(), done.stderr) == (["imported", "ended"], "")


ENDINGS = [
    ("kernel:cadical", signal.SIGTERM),
    *(
        pytest.param(engine, ending, marks=pytest.mark.large)
        for engine in BOARDS
        for ending in (signal.SIGINT, signal.SIGHUP)
    ),
]


@pytest.mark.parametrize(("engine", "ending"), ENDINGS)
def test_ctrl_c_sigterm_and_sighup_print_best_and_bound_and_end_with_130(engine, ending, tmp_path):
    if "cryptominisat" in engine:
        pytest.importorskip("pycryptosat")
    running = subprocess.Popen(
        command("min", slow_board(tmp_path, engine), "--engine", engine),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
        # under nohup it is ignored, and so it would be below
        preexec_fn=lambda: signal.signal(ending, signal.SIG_DFL),  # noqa: PLW1509 - one thread
    )
    try:
        # the first line of progress: the engine is at work
        first = running.stderr.readline()
        os.killpg(running.pid, ending)
        out, err = running.communicate(timeout=HANGS)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130, err
    assert first.startswith("1 s"), first
    assert out.startswith(("feasible: ", "unknown: "))
    assert "proved: " in out
    assert "(interrupted)" in out.splitlines()[0]
    assert "Traceback" not in err


def test_ctrl_c_in_json_keeps_the_documented_keys(tmp_path):
    running = subprocess.Popen(
        command(
            "min", slow_board(tmp_path, "kernel:cadical"), "--engine", "kernel:cadical", "--json"
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    while ", best " not in running.stderr.readline():  # on a busy machine a bound comes first
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=HANGS)
    answer = json.loads(out)
    assert running.returncode == 130
    assert answer["status"] == "feasible"
    assert answer["lower_bound"] <= answer["weight"]
    assert sum(map(sum, answer["presses"])) == answer["weight"]


def all_of(terminal: int) -> str:
    """Read a terminal to its end, which is an error on Linux; one read may return a part only."""
    pieces = []
    with suppress(OSError):
        while piece := os.read(terminal, 10_000):
            pieces.append(piece)
    os.close(terminal)
    return b"".join(pieces).decode()


@pytest.mark.large
def test_progress_rewrites_one_line_on_a_terminal_and_quiet_says_nothing(tmp_path):
    board = slow_board(tmp_path, "kernel:cadical")
    ours, theirs = pty.openpty()
    done = subprocess.run(
        command("min", board, "--engine", "kernel:cadical", "--time-limit", "1.5"),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(),
        check=False,
    )
    os.close(theirs)
    said = all_of(ours)
    assert done.returncode == 4
    assert said.startswith("\r\x1b[K1 s, ")
    assert said.endswith("\r\x1b[K")
    assert "\n" not in said
    quiet = run("min", board, "--engine", "kernel:cadical", "--time-limit", "1.2", "-q")
    assert (quiet.code, quiet.err) == (4, "")


def test_presses_are_coloured_on_a_terminal_unless_no_color_is_set(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("010\n111\n010\n")

    def drawn(**extra: str) -> str:
        ours, theirs = pty.openpty()
        subprocess.run(
            command("min", str(board)), stdout=theirs, env=environment(TERM="xterm", **extra),
            check=True,
        )  # fmt: skip
        os.close(theirs)
        said = os.read(ours, 10_000).decode()
        os.close(ours)
        return said

    assert "\x1b[7m#\x1b[0m" in drawn(NO_COLOR="")
    assert "\x1b" not in drawn(NO_COLOR="1")
    assert "\x1b" not in run("min", str(board)).out
