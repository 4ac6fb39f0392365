"""Foreign solvers in warm child processes that can be killed at any moment.

A solver in C cannot be interrupted from Python, may crash, and may eat all memory; in a process of
its own none of that reaches us.  Starting one costs about 0.05 s and the imports of its solver, so
children stay and serve call after call, each for one module only: two solver libraries that
cannot live together never meet.  A call costs about 0.1 ms besides the work.  After a kill the next
call gets a fresh child.  Calls from several threads get a child each.

Children have a session and process group of their own, so Ctrl-C reaches only the parent, and
killing the group also ends programs that the solver started.  They end with the parent, however it
ends.  POSIX only.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Lock
from typing import Any

from lo_exact import errors
from lo_exact.errors import ChildDied, LimitReached, LoExactError, SolverError
from lo_exact.outcome import LOOK_SECONDS, Watch
from lo_exact.processes import scratch
from lo_exact.processes.frames import read_frame, write_frame
from lo_exact.processes.telling import hear

MAX_PEAK = 2**30
"""A child that once held more bytes than this is not used again: solver libraries leak."""

GRACE_SECONDS = 0.3
"""How long after the deadline a child may still tell what it has."""


def call_in_child(function: str, *arguments: Any, watch: Watch) -> Any:
    """Call a function in a child process and return its result.

    Args:
        function: ``module:function``.  Its first parameter is ``tell(kind, payload)``, with the
            kinds of `telling_watch`; what it tells goes to ``watch`` at once, in the parent.
        arguments: The other arguments; they are pickled, and so is the result.
        watch: Its deadline is kept.  The function does not get it: pass ``watch.remaining()``.

    Raises:
        LimitReached: At the deadline (the child is killed), or when the function raises it.
        KeyboardInterrupt: On Ctrl-C; the child is killed.
        SolverError: When the function fails.
        ChildDied: When the child does.
    """
    watch.check()
    kind_of_child = (function.partition(":")[0], os.getpriority(os.PRIO_PROCESS, 0))
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
        _give_back(kind_of_child, child)
    if kind == "done":
        return payload
    name, sentence = payload
    raised = getattr(errors, name, SolverError)
    raise raised(sentence) if issubclass(raised, LoExactError) else SolverError(sentence)


def cpu_seconds() -> float:
    """Return the CPU time of this process and its children so far.

    Of children that run only Linux says it; elsewhere this is the time on the clock.
    """
    if not os.path.isdir("/proc/self/task"):
        return time.monotonic()
    ticks = 0
    with _lock:
        running = [child.number for child in _children]
    for number in running:
        with contextlib.suppress(OSError):
            # behind the name in brackets: state, and from the 12th on the times
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    ended = os.times()
    ours = time.process_time() + ended.children_user + ended.children_system
    return ours + ticks / os.sysconf("SC_CLK_TCK")


def close_children() -> None:
    """End all idle children; running calls are not touched."""
    with _lock:
        children = [child for idle in _idle.values() for child in idle]
        _idle.clear()
    for child in children:
        child.kill()


class _Child:
    """One worker process and the three pipes to it."""

    def __init__(self) -> None:
        life, self._life = os.pipe()
        self.peak = 0
        self._scratch = scratch.made()
        held = -1
        try:
            held = scratch.hold(self._scratch)
            self._process = self._start(life, held)
        except BaseException:  # an interrupt, too, leaves no folder behind
            os.close(self._life)
            shutil.rmtree(self._scratch, ignore_errors=True)
            raise
        finally:
            os.close(life)
            if held >= 0:
                os.close(held)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        with _lock:
            _children.add(self)

    def _start(self, life: int, held: int) -> subprocess.Popen[bytes]:
        """Start the process; its guardian reads the end of ``life`` when we are gone.

        It holds its folder for temporary files as long as it lives.
        """
        path = os.pathsep.join(part or os.getcwd() for part in sys.path)
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "lo_exact.processes.child", str(life), self._scratch],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            pass_fds=(life, held) if held >= 0 else (life,),
            start_new_session=True,
            env={"OPENBLAS_NUM_THREADS": "1"}  # idle threads of numpy's spin
            | os.environ
            | {"PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
            | dict.fromkeys(("TMPDIR", "TMP", "TEMP"), self._scratch),
        )

    @property
    def number(self) -> int:
        """The process's number."""
        return self._process.pid

    def alive(self) -> bool:
        """Whether an idle child still waits for a job."""
        return not self._poll.poll(0)

    def send(self, function: str, arguments: tuple[Any, ...]) -> None:
        """Start a job."""
        try:
            write_frame(self._jobs.fileno(), (list(sys.path), function, arguments))
        except BrokenPipeError:
            raise ChildDied(self._obituary(function)) from None

    def listen(self, function: str, watch: Watch) -> tuple[str, Any]:
        """Pass on what the job tells until it ends; return ("done" or "raised", payload)."""
        progress = (0, 0)
        while True:
            seconds = min(LOOK_SECONDS, watch.remaining() + GRACE_SECONDS)
            if self._poll.poll(max(seconds, 0) * 1000):
                try:
                    kind, payload, *peak = read_frame(self._answers.fileno())
                except EOFError:
                    raise ChildDied(self._obituary(function)) from None
                if kind in ("done", "raised"):
                    (self.peak,) = peak
                    return kind, payload
                try:
                    progress = hear(kind, payload, watch) or progress
                except SolverError as error:
                    raise SolverError(f"{function} {error}") from None
            elif watch.remaining() <= -GRACE_SECONDS:
                watch.check()
                raise LimitReached("time limit reached")  # a watch that never stops anybody
            if watch.remaining() > 0:
                watch.check(*progress)

    def kill(self) -> None:
        """End the process, everything it started, and its temporary files."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def close(self) -> None:
        """Close our ends of the pipes."""
        _children.discard(self)
        self._jobs.close()
        self._answers.close()
        if self._life >= 0:
            os.close(self._life)
            self._life = -1

    def disown(self) -> None:
        """Forget the process in a fork of the parent: it is not the fork's child."""
        self._process.returncode = 0
        self.close()

    def _obituary(self, function: str) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        code = self._process.returncode
        if code is None or code >= 0:
            return f"the process running {function} ended by itself (exit code {code})"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
        hint = "; was memory short?" if name == "SIGKILL" else ""
        return f"the process running {function} was ended by {name}{hint}"


_lock = Lock()
_idle: dict[tuple[str, int], list[_Child]] = {}
"""By module and priority, which a child inherits from the thread that starts it."""

_children: set[_Child] = set()


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


def _give_back(kind: tuple[str, int], child: _Child) -> None:
    with _lock:
        _idle.setdefault(kind, []).append(child)


def _forget_children() -> None:
    global _lock
    _lock = Lock()
    for child in list(_children):
        child.disown()
    _idle.clear()


atexit.register(close_children)
os.register_at_fork(after_in_child=_forget_children)
