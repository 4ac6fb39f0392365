"""A process that outlives us for a moment, and ends the children that we leave behind.

However a process ends, also by a kill, its guardian's input ends with it: the guardian then ends
the groups of all children that are still there and removes their folders for temporary files.
Children who wait for a job end by themselves, as their input ends, too; but a solver in C looks at
nothing.  One guardian serves all children of a process.  It starts with the first child, and takes
0.02 s of processor time beside that child's own start.
"""

import os
import signal
import subprocess
import sys
from threading import Lock
from typing import BinaryIO

from lo_exact import machine


class Guardian:
    """The guardian of this process, started when there is something to guard."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._guarded: dict[int, str] = {}

    def guard(self, number: int, folder: str) -> None:
        """Guard a child, with its folder for temporary files."""
        with self._lock:
            self._guarded[number] = folder
            self._tell(f"{number} {folder}\n")

    def release(self, number: int) -> None:
        """Guard a child no longer; called before its number may be somebody else's."""
        with self._lock:
            if self._guarded.pop(number, None) is not None:
                self._tell(f"{number}\n")

    def _tell(self, line: str) -> None:
        """Tell the guardian; a new one, if it was killed, is told of all children."""
        if self._process is not None:
            try:
                self._write(line)
                return
            except OSError:
                self._end(self._process)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "lo_exact.processes.guardian"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=os.environ | {"PYTHONPATH": search_path()},
            **machine.own_group(),
        )
        self._write("".join(f"{n} {folder}\n" for n, folder in self._guarded.items()))

    def _write(self, text: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(os.fsencode(text))  # a line or some: shorter than a pipe is

    def close(self) -> None:
        """End the guardian, once there are no children."""
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
        """Forget the process in a fork: it is the parent's, and must not wait for the fork."""
        self._lock = Lock()
        self._guarded.clear()
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.returncode = 0
            process.stdin.close()


def search_path() -> str:
    """Return what PYTHONPATH must be for a child to find all that we find."""
    return os.pathsep.join(part or os.getcwd() for part in sys.path)


def watch_over(lines: BinaryIO) -> None:
    """Read who is to be guarded until the parent is gone, then end those who are left.

    Args:
        lines: ``number folder`` guards a child, ``number`` releases it.
    """
    guarded: dict[int, str] = {}
    for line in lines:
        if not line.endswith(b"\n"):
            break  # the parent ended inside a line: that child has no job yet, and ends itself
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
