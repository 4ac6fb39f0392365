"""Send signals to commands at random moments: how they end, and what they leave behind.

    python -m tests.campaigns.signals --count 200 --seed 1

SIGINT, SIGTERM or SIGHUP reaches a whole process group, as a terminal sends it, after 0 to 3
seconds, often in the first half second.  A command ends with 130, or with 0, 1 or 4 where it was
done before; it prints no traceback, JSON is whole, no process of its group is left two seconds
later, and nothing in its folder for temporary files.  Python itself, before it runs our first line,
may end by the signal: those are counted apart, and are wrong after half a second of the command's.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.campaigns import frame
from tests.cli_runner import PYTHON, ROOT, command, environment

BOARDS = ROOT / "data/boards"
HANGS = 30.0
"""Seconds after the signal."""

STARTS = 0.5
"""Seconds in which Python may still be on the way to our first line, on a busy machine."""

COMMANDS = {
    "min coset": ["min", "BOARD", "--engine", "coset"],
    "min auto": ["min", "BOARD"],
    "min sat": ["min", "BOARD", "--engine", "kernel:cadical"],
    "min cbc": ["min", "BOARD", "--engine", "slack:cbc"],
    "all": ["all", "BOARD"],
    "prove": ["min", "BOARD", "--certificate", "OUT.json"],
    "crosscheck": ["crosscheck", "BOARD"],
    "hardest": ["hardest", "--size", "9x9"],
    "distance": ["distance", "bb:30,6:x^9+y+y^2:y^3+x^25+x^26"],
    "walk": ["walk", str(ROOT / "data/levels/rooms.txt")],
    "referee": ["referee", f"{PYTHON} -c 'import time; time.sleep(9)'", "BOARD"],
    "spectrum": ["spectrum", "BOARD"],
    "make": ["make", "random", "--size", "3000x3000", "--seed", "1"],
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def hard_board(folder: Path) -> Path:
    """Write a board that no engine is done with in three seconds."""
    path = folder / "board.txt"
    made = subprocess.run(
        command("make", "random", "--size", "39x39", "--seed", "3"),
        env=environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    path.write_text(made.stdout)
    return path


def others_of(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            rest = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(rest[2]) == group and rest[0] != "Z":
                found.append(int(entry.name))
    return found


def wrong_with(
    code: int, out: str, err: str, moment: float, as_json: bool, number: int
) -> tuple[str, str]:
    """Return how a command ended, and what is wrong with that or ""."""
    if code == -number or (code in (1, 130) and "Traceback" in err and "lo_exact" not in err):
        late = f"after {moment:.2f} s: {err[-300:]}"
        return "in Python's own start", "" if moment < STARTS else late
    if "Traceback" in err or code not in (0, 1, 4, 130):
        return f"exit {code}", err[-500:] or f"exit {code}"
    try:
        left = out.lstrip() if as_json else ""
        while left:
            left = left[json.JSONDecoder().raw_decode(left)[1] :].lstrip()
    except json.JSONDecodeError as error:
        return f"exit {code}", f"JSON is cut: {error}: {out[-200:]}"
    return f"exit {code}", ""


def judge(rng, given):
    """Disturb one command."""
    name = str(rng.choice(list(COMMANDS)))
    number = SIGNALS[int(rng.integers(len(SIGNALS)))]
    moment = float(rng.uniform(0, 0.5) if rng.random() < 0.4 else rng.uniform(0.5, 3.0))
    as_json = bool(rng.random() < 0.5) and name != "make"
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "tmp"
        scratch.mkdir()
        board = str(hard_board(Path(folder)))
        words = [w.replace("BOARD", board).replace("OUT", f"{folder}/out") for w in COMMANDS[name]]
        running = subprocess.Popen(
            command(*words, *["--json"] * as_json),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env=environment() | {"TMPDIR": str(scratch)}, cwd=folder,
            preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509 - one thread
        )  # fmt: skip
        time.sleep(moment)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, number)
        sent = time.monotonic()
        try:
            out, err = running.communicate(timeout=HANGS)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
            yield name, f"did not end within {HANGS} s after {number.name} at {moment:.2f} s"
            return
        took = time.monotonic() - sent
        kind, wrong = wrong_with(running.returncode, out, err, moment, as_json, number)
        yield f"{name:11} {number.name:8} {kind}", f"at {moment:.2f} s: {wrong}" if wrong else ""
        deadline = time.monotonic() + 5
        while (left := others_of(running.pid)) and time.monotonic() < deadline:
            time.sleep(0.1)
        yield "no process left", f"{name}: {left}" if left else ""
        while (files := list(scratch.iterdir())) and time.monotonic() < deadline:
            time.sleep(0.1)
        files = [file.name for file in files]
        yield "no file left", f"{name}, {number.name} at {moment:.2f} s: {files}" if files else ""
        yield f"ended within {2 if took < 2 else 5 if took < 5 else HANGS:.0f} s", ""


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=200))
