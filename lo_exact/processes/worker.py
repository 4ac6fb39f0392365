"""Calls of functions in reusable child processes that can be killed at any moment.

A solver in C cannot be interrupted from Python, may crash, and may use up all memory.  In a process
of its own none of that affects the parent.  Starting one costs about 0.05 s and the imports of its
solver.  So children stay and serve call after call, each for one module only: two solver libraries
that conflict are never in one process.  A call costs about 0.1 ms besides the work.  After a kill
the next call gets a fresh child.  Calls from several threads get a child each.

A child has a process group of its own, so Ctrl-C reaches only the parent, and ending the group also
ends programs that the solver started.  Children end with the parent, however it ends (`guardian`).
A thread reads a child's messages, as not every system can wait for a pipe with a limit.
"""

import atexit
import contextlib
import os
import queue
import shutil
import subprocess
import sys
import time
from _thread import start_new_thread
from threading import Lock
from typing import IO, Any

from lo_exact import errors, machine
from lo_exact.errors import ChildDied, LimitReached, LoExactError, SolverError
from lo_exact.outcome import LOOK_SECONDS, Watch
from lo_exact.processes import scratch
from lo_exact.processes.child import read_frame, write_frame
from lo_exact.processes.guardian import Guardian, search_path
from lo_exact.processes.progress_pipe import hear

MAX_PEAK = 2**30
"""Peak memory in bytes above which a child is not reused, since solver libraries leak."""

GRACE_SECONDS = 0.3
"""Seconds after the deadline in which a child may still report results."""

JOIN_SECONDS = 1.0
"""Seconds to wait for the reading thread of a child that has ended."""

Frame = tuple[Any, ...] | BaseException
"""Message of a child, or the exception that ended its messages."""


def call_in_child(function: str, *arguments: Any, watch: Watch) -> Any:
    """Call a function in a child process and return its result.

    Args:
        function: ``module:function``.  Its first parameter is ``tell(kind, payload)``, with the
            kinds of `telling_watch`; reports are passed to ``watch`` in the parent.
        arguments: The other arguments; they are pickled, and so is the result.
        watch: Sets the deadline.  The function does not receive it: pass ``watch.remaining()``.

    Raises:
        LimitReached: At the deadline (the child is killed), or when the function raises it.
        KeyboardInterrupt: On Ctrl-C; the child is killed.
        SolverError: When the function fails.
        ChildDied: When the child process dies.
    """
    watch.check()
    kind_of_child = (function.partition(":")[0], machine.priority())
    child = _take(kind_of_child)
    try:
        child.send(function, arguments)
        kind, payload = child.listen(function, watch)
    except BaseException:
        child.kill()
        raise
    if child.peak > MAX_PEAK:
        child.kill()
    else:
        with _lock:
            _idle.setdefault(kind_of_child, []).append(child)
    if kind == "done":
        return payload
    name, sentence = payload
    raised = getattr(errors, name, SolverError)
    raise raised(sentence) if issubclass(raised, LoExactError) else SolverError(sentence)


def cpu_seconds() -> float:
    """Return the CPU time used so far by this process and its children.

    Of children that run only Linux says it; elsewhere this is the time on the clock.
    """
    with _lock:
        running = [child.number for child in _children]
    theirs = machine.running_seconds(running)
    if theirs is None:
        return time.monotonic()
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system + theirs


def close_children() -> None:
    """End all idle child processes."""
    with _lock:
        children = [child for idle in _idle.values() for child in idle]
        _idle.clear()
    for child in children:
        child.kill()


class _Child:
    """Worker process, with a pipe for jobs and a pipe for answers."""

    def __init__(self) -> None:
        self.peak = 0
        self._reading = Lock()  # held by the thread that reads answers
        self._scratch = scratch.made()
        process = None
        try:
            self._process = process = self._start()
            _guardian.guard(process.pid, self._scratch)
        except BaseException:  # an interrupt must not leave a process or folder behind
            if process is not None:
                self.kill()
            shutil.rmtree(self._scratch, ignore_errors=True)
            raise
        with _lock:
            _children.add(self)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "lo_exact.processes.child", self._scratch],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={"OPENBLAS_NUM_THREADS": "1"}  # idle OpenBLAS threads of numpy would spin
            | os.environ
            | {"PYTHONPATH": search_path(), "PYTHONWARNINGS": "ignore"}
            | dict.fromkeys(("TMPDIR", "TMP", "TEMP"), self._scratch),
            **machine.own_group(),
        )

    @property
    def number(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def _jobs(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _answers(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def alive(self) -> bool:
        """Return whether the child process is still running."""
        return self._process.poll() is None

    def send(self, function: str, arguments: tuple[Any, ...]) -> None:
        """Send a job to the child process."""
        try:
            write_frame(self._jobs.fileno(), (list(sys.path), function, arguments))
        except OSError:  # the reader is gone: Windows raises another error than POSIX
            raise ChildDied(self._obituary(function)) from None

    def listen(self, function: str, watch: Watch) -> tuple[str, Any]:
        """Forward the job's reports to the watch; return ("done" or "raised", payload)."""
        progress = (0, 0)
        frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self._reading.acquire()
        start_new_thread(_read_frames, (self._answers.fileno(), frames, self._reading))
        while True:
            seconds = min(LOOK_SECONDS, watch.remaining() + GRACE_SECONDS)
            try:
                frame = frames.get(timeout=max(seconds, 0))
            except queue.Empty:
                if watch.remaining() <= -GRACE_SECONDS:
                    watch.check()
                    # normally `check` has raised already; this ends the wait in any case
                    raise LimitReached("time limit reached") from None
            else:
                if isinstance(frame, EOFError):
                    raise ChildDied(self._obituary(function)) from None
                if isinstance(frame, BaseException):
                    raise frame
                kind, payload, *peak = frame
                if kind in ("done", "raised"):
                    (self.peak,) = peak
                    return kind, payload
                try:
                    progress = hear(kind, payload, watch) or progress
                except SolverError as error:
                    raise SolverError(f"{function} {error}") from None
            if watch.remaining() > 0:
                watch.check(*progress)

    def kill(self) -> None:
        """Kill the process and the programs it started, and remove its temporary files."""
        machine.end_group(self._process.pid)
        _guardian.release(self._process.pid)
        self._process.wait()
        self.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def close(self) -> None:
        """Close the parent's ends of the pipes."""
        _children.discard(self)
        self._jobs.close()
        if self._reading.acquire(timeout=JOIN_SECONDS):
            self._answers.close()
        # otherwise leave it open: another program holds the pipe, and a thread still reads it

    def disown(self) -> None:
        """Close the pipes to a child that a fork inherited; leave the child to its real parent."""
        self._process.returncode = 0
        self._reading = Lock()  # the thread that holds the old lock does not exist in a fork
        self.close()

    def _obituary(self, function: str) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        name = machine.how_ended(code or 0)
        if not name:
            return f"the process running {function} ended by itself (exit code {code})"
        hint = "; was memory short?" if name == "SIGKILL" else ""
        return f"the process running {function} was ended by {name}{hint}"


def _read_frames(answers: int, frames: queue.SimpleQueue[Frame], reading: Lock) -> None:
    """Read messages from a child into a queue until the job or the process ends.

    Args:
        answers: the descriptor of the pipe.
        frames: queue for the messages.
        reading: a held lock, released at the end, before the last message is visible.
    """
    frame: Frame
    while True:
        try:
            frame = read_frame(answers)
        except BaseException as problem:  # any exception: the waiting thread must receive a message
            frame = problem
        if isinstance(frame, BaseException) or frame[0] in ("done", "raised"):
            reading.release()
            frames.put(frame)
            return
        frames.put(frame)


_lock = Lock()
_idle: dict[tuple[str, int], list[_Child]] = {}
"""Idle children by module and priority, which they inherit from the starting thread."""

_children: set[_Child] = set()
_guardian = Guardian()


def _take(kind: tuple[str, int]) -> _Child:
    while True:
        with _lock:
            waiting = _idle.get(kind)
            child = waiting.pop() if waiting else None
        if child is None:
            return _Child()
        if child.alive():
            return child
        child.kill()


def _forget_children() -> None:
    global _lock
    _lock = Lock()
    for child in list(_children):
        child.disown()
    _idle.clear()
    _guardian.disown()


atexit.register(_guardian.close)
atexit.register(close_children)  # runs first
machine.at_fork(after_in_child=_forget_children)
