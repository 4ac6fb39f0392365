"""Main loop of a worker process, which reads jobs from a pipe, runs them and writes the results.

Started by ``worker`` as ``python -m lo_exact.processes.child`` with stdin and stdout as pipes,
which are moved aside and replaced by the null device, because solvers print.  Messages are pickled,
with their length in front: both ends are started by us and share one user, so unpickling is safe
here and nowhere else.
"""

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from importlib import import_module
from threading import Lock
from typing import Any

from lo_exact import machine
from lo_exact.errors import LoExactError
from lo_exact.processes import scratch

_LENGTH = struct.Struct("<Q")
_CHUNK = 1 << 20
"""Bytes of one read from the pipe."""


def main(folder: str) -> None:
    """Run jobs until the parent closes the pipe.

    Args:
        folder: folder for temporary files, locked while this process lives.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    scratch.hold(folder)
    jobs, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    serve_jobs(jobs, answers)


def serve_jobs(jobs: int, answers: int) -> None:
    """Read jobs (search path, function name, arguments) from a pipe, run them, write results."""
    lock = Lock()  # a solver may report from its own thread

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
            write_frame(answers, (*result, machine.peak_memory()))


def _run(
    function: str, arguments: tuple[Any, ...], tell: Callable[[str, Any], None]
) -> tuple[str, Any]:
    """Return ("done", result), or ("raised", (class, message)) if the function raised an error."""
    module, _, name = function.partition(":")
    try:
        return "done", getattr(import_module(module), name)(tell, *arguments)
    except LoExactError as error:
        return "raised", (type(error).__name__, str(error))
    except MemoryError:
        return "raised", ("SolverError", f"{function} ran out of memory")
    except Exception as error:  # solvers raise any class of exception; report it in one line
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        return "raised", ("SolverError", f"{function} failed: {sentence}")


def write_frame(descriptor: int, message: Any) -> None:
    """Write one message to a pipe.

    Raises:
        BrokenPipeError: When the other end was closed.
    """
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    rest = memoryview(_LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_frame(descriptor: int) -> Any:
    """Read one message from a pipe, blocking until it is complete.

    Raises:
        EOFError: When the other end was closed, also in the middle of a message.
    """
    (length,) = _LENGTH.unpack(_read_exactly(descriptor, _LENGTH.size))
    return pickle.loads(_read_exactly(descriptor, length))


def _read_exactly(descriptor: int, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = os.read(descriptor, min(length, _CHUNK))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


if __name__ == "__main__":
    main(sys.argv[1])
