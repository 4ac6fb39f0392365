"""The inside of a worker process: take a job, run it, tell the parent, wait for the next.

Started by ``worker`` as ``python -m lo_exact.processes.child`` with stdin and stdout as pipes,
which are moved aside and replaced by the null device, because solvers print.  A second, tiny
process, the guardian, waits for the end of a third pipe that only the parent holds: when the parent
is gone in any way, it kills the whole process group, also solvers that were started as programs.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from lo_exact.errors import LoExactError
from lo_exact.processes.frames import read_frame, write_frame


def main(life: int, scratch: str) -> None:
    """Serve jobs until the parent closes its end.

    Args:
        life: File descriptor of the pipe that ends when the parent does.
        scratch: Directory for temporary files, removed by the guardian or the parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.fork() == 0:
        _guard(life, scratch)
    os.close(life)
    jobs, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    serve_jobs(jobs, answers)


def serve_jobs(jobs: int, answers: int) -> None:
    """Run job after job: (search path, ``module:function``, arguments) in, frames out."""
    lock = Lock()  # a solver may tell from a thread of its own

    def tell(kind: str, payload: Any) -> None:
        with lock:
            write_frame(answers, (kind, payload))

    while True:
        try:
            path, function, arguments = read_frame(jobs)
        except EOFError:
            return
        sys.path[:] = path
        result = _run(function, arguments, tell)
        with lock:
            write_frame(answers, (*result, _peak_memory()))


def _peak_memory() -> int:
    """Return the most memory this process ever held, in bytes.

    The resource usage that Linux tells begins with the parent's, so its own page is read there.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def _run(
    function: str, arguments: tuple[Any, ...], tell: Callable[[str, Any], None]
) -> tuple[str, Any]:
    """Return ("done", result), or ("raised", (class, sentence)) of one of our errors."""
    module, _, name = function.partition(":")
    try:
        return "done", getattr(import_module(module), name)(tell, *arguments)
    except LoExactError as error:
        return "raised", (type(error).__name__, str(error))
    except MemoryError:
        return "raised", ("SolverError", f"{function} ran out of memory")
    except Exception as error:  # solvers raise anything; the parent says it in one line
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        return "raised", ("SolverError", f"{function} failed: {sentence}")


def _guard(life: int, scratch: str) -> None:
    """Wait until the parent is gone, then end everything; never returns."""
    for descriptor in (0, 1, 2):
        with contextlib.suppress(OSError):
            os.close(descriptor)
    os.read(life, 1)
    shutil.rmtree(scratch, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
