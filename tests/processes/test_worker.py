"""Jobs in child processes: results, tellings, limits, crashes, Ctrl-C, and nothing left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lo_exact.errors import LimitReached, PuzzleError, SolverError
from lo_exact.outcome import Watch
from lo_exact.processes.worker import call_in_child, close_children

JOBS = "tests.processes.worker_jobs:"


def call(name, *arguments, watch=None):
    return call_in_child(JOBS + name, *arguments, watch=watch or Watch())


def gone(pid: int) -> bool:
    """Whether a process ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(happens, seconds=10.0):
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def number_in(file: Path) -> int:
    wait_until(lambda: file.exists() and file.read_text())
    return int(file.read_text())


def test_a_result_comes_back_and_large_ones_too():
    big = tuple(range(300_000))
    assert call("echo", 1, "two", big) == (1, "two", big)


def test_one_child_serves_many_calls():
    first = call("process")
    assert all(call("process") == first for _ in range(300))


def test_the_start_is_light():
    close_children()
    assert not {"numpy", "pysat", "pulp", "highspy", "pycryptosat"} & set(call("modules"))


def test_what_is_told_reaches_the_watch():
    watch = Watch()
    told = (("improved", ((1, 2), 3)), ("bound", 1), ("improved", ((0, 2), 2)), ("bound", 2))
    assert call("tell_all", *told, watch=watch) == "told"
    assert (watch.best, watch.best_weight, watch.lower_bound) == ((0, 2), 2, 2)


def test_how_far_a_child_is_reaches_who_watches():
    class Seeing(Watch):
        def check(self, done=0, total=0):
            seen.add((done, total))

    seen: set[tuple[int, int]] = set()
    call("tell_all", ("progress", (3, 10)), ("bound", 1), watch=Seeing())
    assert (3, 10) in seen


def test_another_kind_of_telling_is_an_error():
    with pytest.raises(
        SolverError,
        match="tell_all told 'gossip', wanted improved, bound, ",
    ):
        call("tell_all", ("gossip", 1))


def test_what_a_solver_prints_does_not_disturb():
    assert call("chatter") == "quiet"


@pytest.mark.parametrize(
    ("job", "sentence"),
    [
        ("abort", "was ended by SIGABRT"),
        ("leave", r"ended by itself \(exit code 3\)"),
        ("fail", "ValueError: first line second line"),
        ("out_of_memory", "ran out of memory"),
        ("no_such_job", "AttributeError"),
    ],
)
def test_a_crash_is_one_line_and_the_next_call_works(job, sentence):
    with pytest.raises(SolverError, match=sentence) as caught:
        call(job)
    assert "\n" not in str(caught.value)
    assert call("echo", 1) == (1,)


def test_our_own_errors_keep_their_class():
    with pytest.raises(PuzzleError, match="state has 3 lights"):
        call("bad_puzzle")
    with pytest.raises(LimitReached, match="enough conflicts"):
        call("give_up")


def test_the_deadline_ends_a_job_that_ignores_everything(tmp_path):
    call("echo")
    pid_file = tmp_path / "pid"
    watch = Watch(0.3)
    started = time.monotonic()
    with pytest.raises(LimitReached):
        call("spin", str(pid_file), watch=watch)
    assert time.monotonic() - started < 1.3
    assert (watch.best, watch.best_weight, watch.lower_bound) == ((1, 0, 1), 2, 1)
    assert gone(number_in(pid_file))
    assert call("echo", "again") == ("again",)


def test_no_child_is_asked_when_the_time_is_over():
    with pytest.raises(LimitReached):
        call("abort", watch=Watch(0.0))


@pytest.mark.large
def test_programs_and_files_of_a_job_end_with_it(tmp_path):
    pid_file, name_file = tmp_path / "pid", tmp_path / "name"
    with pytest.raises(LimitReached):
        call("start_program", str(pid_file), watch=Watch(0.5))
    wait_until(lambda: gone(number_in(pid_file)))
    with pytest.raises(LimitReached):
        call("leave_a_file", str(name_file), watch=Watch(0.5))
    left = Path(name_file.read_text())
    assert not left.exists()
    assert not left.parent.exists()


@pytest.mark.large
def test_progress_is_reported_while_a_child_works():
    seen = []
    with pytest.raises(LimitReached):
        call("spin", watch=Watch(1.3, seen.append))
    assert [(p.best, p.lower_bound) for p in seen] == [(2, 1)]


def test_threads_get_a_child_each():
    pids, barrier = [], threading.Barrier(2)

    def work():
        barrier.wait()
        try:
            call("spin", watch=Watch(0.4))
        except LimitReached:
            pids.append("stopped")

    threads = [threading.Thread(target=work) for _ in range(2)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pids == ["stopped", "stopped"]
    assert time.monotonic() - started < 1.6


def test_an_idle_child_that_died_is_replaced():
    pid = call("process")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: gone(pid))
    assert call("process") != pid


SCRIPT = """
import sys
from lo_exact.processes.worker import call_in_child
from lo_exact.outcome import Watch
watch = Watch()
try:
    call_in_child("tests.processes.worker_jobs:spin", sys.argv[1], watch=watch)
except KeyboardInterrupt:
    print("interrupted", watch.best_weight, watch.lower_bound)
"""


def start_parent(pid_file: Path) -> tuple[subprocess.Popen[str], int]:
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(pid_file)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return parent, number_in(pid_file)


def test_ctrl_c_reaches_the_parent_and_ends_the_child(tmp_path):
    parent, child = start_parent(tmp_path / "pid")
    time.sleep(0.1)
    started = time.monotonic()
    parent.send_signal(signal.SIGINT)
    out, _ = parent.communicate(timeout=10)
    assert time.monotonic() - started < 2
    assert out == "interrupted 2 1\n"
    wait_until(lambda: gone(child))


def test_a_killed_parent_takes_its_children_along(tmp_path):
    parent, child = start_parent(tmp_path / "pid")
    scratch = Path(f"/proc/{child}/environ").read_bytes().split(b"TMPDIR=")[1].split(b"\0")[0]
    parent.kill()
    parent.communicate()
    wait_until(lambda: gone(child))
    wait_until(lambda: not Path(scratch.decode()).exists())


def test_a_fork_of_the_parent_has_children_of_its_own():
    mine = call("process")
    script = f"""
import os, sys
from lo_exact.processes.worker import call_in_child
from lo_exact.outcome import Watch
first = call_in_child("{JOBS}process", watch=Watch())
fork = os.fork()
other = call_in_child("{JOBS}process", watch=Watch())
assert (other == first) == (fork > 0)
if fork:
    _, code = os.waitpid(fork, 0)
    assert code == 0
"""
    subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        check=True,
        timeout=20,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert call("process") == mine


def test_a_child_of_a_parent_that_held_much_memory_is_used_again():
    program = (
        "import numpy as np\n"
        "from lo_exact.processes import worker\n"
        "from lo_exact.outcome import Watch\n"
        "worker.MAX_PEAK = 2**27\n"
        "held = np.ones(2**25)\n"
        "del held\n"
        "call = 'tests.processes.worker_jobs:process'\n"
        "print(len({worker.call_in_child(call, watch=Watch()) for _ in range(3)}))\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
    )  # fmt: skip
    assert done.stdout == "1\n"


def test_a_child_that_once_held_much_memory_is_not_used_again(monkeypatch):
    first = call("process")
    assert call("process") == first
    monkeypatch.setattr("lo_exact.processes.worker.MAX_PEAK", 2**20)
    assert call("process") == first
    monkeypatch.undo()
    assert call("process") != first


def test_an_interrupt_while_a_child_starts_leaves_nothing_behind(tmp_path, monkeypatch):
    """Found by signals at random moments: the folder was there, and nobody to remove it."""
    close_children()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupted(*_, **__):
        assert len(list(tmp_path.iterdir())) == 1
        raise KeyboardInterrupt

    monkeypatch.setattr("subprocess.Popen", interrupted)
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(KeyboardInterrupt):
        call("echo", 1)
    assert list(tmp_path.iterdir()) == []
    assert set(os.listdir("/proc/self/fd")) == before
