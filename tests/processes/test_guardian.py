"""Who ends children that their parent left behind."""

import io
import os
import signal
import subprocess
import sys

from lo_exact import machine
from lo_exact.outcome import Watch
from lo_exact.processes import worker
from lo_exact.processes.guardian import watch_over

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def test_those_who_were_not_released_end_with_their_folders(tmp_path):
    left, released = (subprocess.Popen(SLEEP, **machine.own_group()) for _ in range(2))
    folders = [tmp_path / "left with a blank", tmp_path / "released"]
    for folder in folders:
        folder.mkdir()
    lines = f"{left.pid} {folders[0]}\n{released.pid} {folders[1]}\n{released.pid}\n99 cut"
    watch_over(io.BytesIO(lines.encode()))
    assert left.wait(10) == -signal.SIGKILL
    assert released.poll() is None
    assert [folder.exists() for folder in folders] == [False, True]
    machine.end_group(released.pid)
    released.wait(10)


def test_a_guardian_that_was_killed_is_replaced_and_told_of_all_children():
    def ask():
        return worker.call_in_child("tests.processes.worker_jobs:process", watch=Watch())

    worker.close_children()
    first = ask()
    guardian = worker._guardian
    os.kill(guardian._process.pid, signal.SIGKILL)
    guardian._process.wait()
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    second = ask()
    assert second != first
    assert list(guardian._guarded) == [second]
    assert guardian._process.poll() is None


def test_a_guardian_that_is_killed_at_its_start_is_replaced_too(monkeypatch):
    worker.close_children()
    guardian, started, began = worker._guardian, [], subprocess.Popen

    def killed_at_once(words, **options):
        process = began(words, **options)
        if "lo_exact.processes.guardian" in words and len(started) < 2:
            started.append(process)
            process.kill()
            process.wait()
        return process

    guardian.close()
    monkeypatch.setattr(subprocess, "Popen", killed_at_once)
    child = worker.call_in_child("tests.processes.worker_jobs:process", watch=Watch())
    assert len(started) == 2
    assert guardian._process.poll() is None
    assert child in guardian._guarded
