"""Helper process that ends the child processes of a parent that has exited or been killed.

However a process ends, also by a kill, its guardian's input ends with it.  The guardian then ends
the groups of all children that still run and removes their folders for temporary files.  Children
that wait for a job end by themselves, because their input ends, too; a solver written in C does not
notice.  One guardian serves all children of a process.  It starts with the first child, and takes
0.02 s of processor time beside that child's own start.
"""

import os
import signal
import subprocess
import sys
from threading import Lock
from typing import BinaryIO

from lo_exact import machine
from lo_exact.errors import ChildDied

MAX_STARTS = 10
"""Helper processes that are started in a row before `ChildDied` is raised."""


class Guardian:
    """Handle of a helper process that ends this process's children if this process dies."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._guarded: dict[int, str] = {}

    def guard(self, number: int, folder: str) -> None:
        """Register a child process and its temporary folder with the guardian."""
        with self._lock:
            self._guarded[number] = folder
            self._tell(f"{number} {folder}\n")

    def release(self, number: int) -> None:
        """Unregister a child process, before its process id can be reused."""
        with self._lock:
            if self._guarded.pop(number, None) is not None:
                self._tell(f"{number}\n")

    def _tell(self, line: str) -> None:
        """Send a line to the guardian, which is first restarted if it was killed.

        Raises:
            ChildDied: When it ends repeatedly.
        """
        for _ in range(MAX_STARTS):
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "lo_exact.processes.guardian"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    env=os.environ | {"PYTHONPATH": search_path()},
                    **machine.own_group(),
                )
                line = "".join(f"{n} {folder}\n" for n, folder in self._guarded.items())
            try:
                self._write(line)
                return
            except OSError:
                self._end(self._process)
                self._process = None
        raise ChildDied("the process that ends children left behind ended itself, again and again")

    def _write(self, text: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        # this does not block: a few lines fit into the buffer of a pipe
        self._process.stdin.write(os.fsencode(text))

    def close(self) -> None:
        """End the guardian if no children are left."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                self._end(process)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        process.kill()
        process.wait()
        process.stdin.close()

    def disown(self) -> None:
        """Close the pipe to a guardian inherited by a fork, but do not wait until it exits."""
        self._lock = Lock()
        self._guarded.clear()
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.returncode = 0
            process.stdin.close()


def search_path() -> str:
    """Return the PYTHONPATH that gives a child the parent's import path."""
    return os.pathsep.join(part or os.getcwd() for part in sys.path)


def watch_over(lines: BinaryIO) -> None:
    """Read registrations of children until the parent exits, then end the remaining children.

    Args:
        lines: ``number folder`` guards a child, ``number`` releases it.
    """
    guarded: dict[int, str] = {}
    for line in lines:
        if not line.endswith(b"\n"):
            break  # the parent died while writing a line: that child has no job and will exit
        number, _, folder = os.fsdecode(line[:-1]).partition(" ")
        if folder:
            guarded[int(number)] = folder
        else:
            guarded.pop(int(number), None)
    for child in guarded:
        machine.end_group(child)
    if guarded:
        import shutil

        for folder in guarded.values():
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch_over(sys.stdin.buffer)
