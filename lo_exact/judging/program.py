"""Running somebody's program: without a shell, with a time limit, whatever it prints bounded.

What it prints goes to files whose size is watched, so that a solver that never stops printing takes
no memory of ours; when the time is over everything it started ends with it.
"""

from __future__ import annotations

import os
import subprocess
import time
from tempfile import TemporaryFile

from lo_exact import machine
from lo_exact.errors import UsageError, printable

MAX_ANSWER = 64 * 2**20
"""Bytes that a program may print."""

_PAUSE = 0.005
"""Seconds between two looks at a program: what its time is uncertain by."""

TIMED_OUT = "no answer within"
"""How the sentence about a program begins that took too long."""


def program_words(command: str) -> list[str]:
    """Return program and arguments, split as a shell would.

    Raises:
        UsageError: When there are none.
    """
    try:
        words = machine.command_words(command)
    except ValueError as problem:
        raise UsageError(f"COMMAND {printable(command)!r}: {problem}") from problem
    if not words:
        raise UsageError("COMMAND is empty: a program and its arguments are wanted")
    return words


def ask_program(words: list[str], question: str, seconds: float) -> tuple[str, str]:
    """Return what a program printed, and why it failed (``""``: it did not).

    Raises:
        UsageError: When it cannot be started.
    """
    deadline = time.monotonic() + seconds
    with TemporaryFile() as asked, TemporaryFile() as said, TemporaryFile() as complained:
        asked.write(question.encode())
        asked.seek(0)
        try:
            solver = subprocess.Popen(
                words, stdin=asked, stdout=said, stderr=complained, **machine.own_group()
            )
        except OSError as problem:
            sentence = f"the solver cannot be started: {problem.strerror}: {words[0]}"
            raise UsageError(sentence) from problem
        broken, pause = "", 0.001
        try:
            while solver.poll() is None and not broken:
                if max(os.fstat(f.fileno()).st_size for f in (said, complained)) > MAX_ANSWER:
                    broken = f"printed more than {MAX_ANSWER} bytes"
                elif time.monotonic() > deadline:
                    broken = f"{TIMED_OUT} {seconds:g} s"
                time.sleep(pause)
                pause = min(2 * pause, _PAUSE)
        finally:
            machine.end_group(solver.pid)
            solver.wait()
        said.seek(0)
        answer = said.read(MAX_ANSWER).decode("utf-8", "replace")
        if not broken and solver.returncode:
            complained.seek(0)
            lines = complained.read(MAX_ANSWER).decode("utf-8", "replace").strip().splitlines()
            last = printable(lines[-1]) if lines else "nothing"
            broken = f"ended with exit code {solver.returncode}, saying: {last}"
    return answer, broken
