"""CPU time and memory of a process and of everything below it, running or ended.  Linux.

Solvers run in child processes that stay alive between calls, so the usual sums over ended children
miss them; each process's own CPU clock (all its threads, in nanoseconds) is read instead.  Ended
grandchildren, such as CBC as a program, are known to 10 ms.
"""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds a process and all its descendants have used; 0 when it is gone."""
    return sum(_own(p) + _ended_children(p) for p in _family(process))


def peak_mib(process: int) -> int:
    """Return the sum of the largest resident memories of a process and its live descendants."""
    return sum(_high_water(p) for p in _family(process)) // 1024


class Meter:
    """A stopwatch of the CPU seconds of this process and all its descendants.

    Reading /proc takes milliseconds: it is done before this process's own clock is read at the
    start, and after it at the end, so that it is not measured.
    """

    def __init__(self) -> None:
        self._below = _below_seconds()
        self._own = time.process_time()

    def seconds(self) -> float:
        """Return the CPU seconds since the start."""
        own = time.process_time()
        return own - self._own + _below_seconds() - self._below


def own_peak_mib() -> int:
    """Return the peak memory of this process and its live descendants, or of an ended one."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return max(peak_mib(os.getpid()), ended)


def _below_seconds() -> float:
    """Return the CPU seconds of all descendants of this process, ended ones too."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    below = _family(os.getpid())[1:]
    return ended.ru_utime + ended.ru_stime + sum(_own(p) + _ended_children(p) for p in below)


def _own(process: int) -> float:
    """Read the CPU clock of another process (clock_getcpuclockid of POSIX, as Linux numbers it)."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def _ended_children(process: int) -> float:
    fields = _stat(process)
    return (int(fields[13]) + int(fields[14])) / TICK if fields else 0.0


def _high_water(process: int) -> int:
    """Return the largest resident memory of a process in KiB."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def _family(process: int) -> list[int]:
    """Return a process and all its live descendants."""
    parents = {
        int(entry.name): int(fields[1])
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and (fields := _stat(int(entry.name)))
    }
    family = [process]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def _stat(process: int) -> list[str]:
    """Return the fields of /proc/N/stat from the state on; the name before may hold anything."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
