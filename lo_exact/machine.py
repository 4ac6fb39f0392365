"""Functions that differ between operating systems: process groups, priority, memory, locks, limits.

All other files use only features that Python has everywhere.  Where a system lacks something, the
function here documents what happens instead.  Where Python's library shows whether a feature exists
(`os.killpg`, `fcntl`), that decides, not the system's name.  So a test that removes such names runs
the code of Windows.

Python's own search for cycles of objects is paused here too, where it would only cost time.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import shlex
import signal
import stat
import subprocess
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import get_native_id, main_thread
from typing import Any, BinaryIO

from lo_exact.errors import PuzzleError

GIB = 2**30
"""Bytes in a GiB, for messages."""

UNKNOWN_MEMORY = 2**62
"""Bytes reported as free where the system does not report them, so that nothing is refused."""


def own_group() -> dict[str, Any]:
    """Return the `Popen` arguments that start a child in its own group, unaffected by Ctrl-C.

    They also make a group of the child and the programs it starts, for `end_group`.
    """
    if hasattr(subprocess, "CREATE_NEW_PROCESS_GROUP"):
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def command_words(command: str, *, separator: str = os.sep) -> list[str]:
    r"""Split a command line as a shell does, but keep backslashes on Windows.

    Args:
        command: one line.
        separator: separator of the folders in a path.

    Raises:
        ValueError: When a quotation is not closed.

    >>> command_words(r'C:\bin\solver.exe "a b.txt"', separator="\\")
    ['C:\\bin\\solver.exe', 'a b.txt']
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if separator == "\\":
        words.escape = ""
    return list(words)


def end_group(number: int) -> None:
    """Kill a child that was started with `own_group`, and all programs that it started.

    Windows has no groups that outlive their first process: its program `taskkill` follows the tree
    of parents.  Where that is missing as well, the child alone ends.
    """
    with contextlib.suppress(OSError):  # fails if the process has already ended
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
            return
        with contextlib.suppress(OSError):
            words = ["taskkill", "/F", "/T", "/PID", str(number)]
            subprocess.run(words, check=False, capture_output=True, stdin=subprocess.DEVNULL)
        # on Windows os.kill ends a process immediately, for all signals but two
        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))


def how_ended(code: int) -> str:
    """Return the name of the signal that ended a child, from its exit code, or "" if none did."""
    if code >= 0:  # always true on Windows
        return ""
    return signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)


def interrupt_main_thread() -> None:
    """Interrupt the main thread as Ctrl-C does, from another thread."""
    if hasattr(signal, "pthread_kill"):
        ident = main_thread().ident
        assert ident is not None
        signal.pthread_kill(ident, signal.SIGINT)
    else:
        interrupt_main()


def priority() -> int:
    """Return the scheduling priority that new child processes inherit, or 0 if unsupported."""
    return os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0


def lower_thread(by: int) -> None:
    """Lower the scheduling priority of this thread and of its future children; Linux only."""
    if sys.platform == "linux" and hasattr(os, "setpriority"):
        thread = get_native_id()
        lower = min(19, os.getpriority(os.PRIO_PROCESS, thread) + by)
        os.setpriority(os.PRIO_PROCESS, thread, lower)


def lower_process(to: int) -> None:
    """Lower the scheduling priority of this process to a niceness of 0 (usual) to 19 (lowest)."""
    if hasattr(os, "nice"):
        os.nice(max(to - os.nice(0), 0))


def at_fork(**functions: Callable[[], object]) -> None:
    """Register functions to call at every fork, by keyword: ``before=`` or ``after_in_child=``."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(**functions)


def running_seconds(numbers: Iterable[int]) -> float | None:
    """Return the CPU seconds used so far by the processes with these ids, or None if unknown."""
    if not hasattr(os, "sysconf") or not os.path.isdir("/proc/self/task"):
        return None
    ticks = 0
    for number in numbers:
        with contextlib.suppress(OSError):
            # after the name in brackets: the state, and the CPU times from the 12th field on
            fields = (
                Path(f"/proc/{number}/stat")
                .read_text(encoding="utf-8", errors="replace")
                .rpartition(")")[2]
                .split()
            )
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def peak_memory() -> int:
    """Return this process's peak memory in bytes, or 0 if the system does not report it.

    On Linux the reported resource usage begins with the parent's, so /proc is read instead.
    """
    with contextlib.suppress(OSError, ValueError, IndexError):
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def free_memory() -> int:
    """Return the bytes of memory available to this process, considering its resource limits."""
    found = []
    with contextlib.suppress(ImportError):
        import resource

        limits = [resource.getrlimit(one)[0] for one in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
        found = [limit for limit in limits if limit != resource.RLIM_INFINITY]
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            fields = dict(line.split(":", 1) for line in lines)
        found.append(int(fields["MemAvailable"].split()[0]) * 1024)
    except (OSError, KeyError, ValueError):  # not Linux: use the total memory
        if hasattr(os, "sysconf"):
            found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found, default=UNKNOWN_MEMORY)


def check_memory(needed: int, what: str) -> None:
    """Raise an error if an allocation does not fit into the free memory.

    Args:
        needed: size in bytes.
        what: name of the allocation, for the error message.

    Raises:
        PuzzleError: When fewer bytes are free.
    """
    if needed < 2**28:
        return
    free = free_memory()
    if needed > free:
        raise PuzzleError(
            f"{what} takes about {needed / GIB:.1f} GiB of memory, and {free / GIB:.1f} are free"
        )


def lock_file(descriptor: int) -> bool | None:
    """Lock an open file until its descriptor is closed, and return whether it was locked.

    Returns False if another process has the lock or the file system has no locks, and None if
    Python has no locks here.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_windows(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def flush_folder(folder: Path) -> None:
    """Flush a folder's directory entries to disk, except on Windows."""
    try:
        inside = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(inside)
    finally:
        os.close(inside)


def write_bytes_atomically(path: str | Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    """Write bytes to a temporary file, and rename it.

    Args:
        path: the file.
        content: the bytes, or a function that writes them.

    Raises:
        OSError: When writing fails; the temporary file is removed.
    """
    target = Path(path)
    # a unique name: several machines may write this file in a shared folder
    aside = target.with_name(f".{target.name}.{os.urandom(6).hex()}.aside")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content) if isinstance(content, bytes) else content(file)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(aside, stat.S_IMODE(target.stat().st_mode))
        os.replace(aside, target)
    except BaseException:
        os.unlink(aside)
        raise


def reader_has_gone(error: OSError, *, system: str = os.name) -> bool:
    """Return whether an error means that the reader of standard output has closed the pipe.

    Args:
        error: any OSError.
        system: ``os.name``; on Windows, ``nt``, the error code is ambiguous, so a flush decides.
    """
    if isinstance(error, BrokenPipeError) or system != "nt" or error.errno != errno.EINVAL:
        return isinstance(error, BrokenPipeError)
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def with_limits(command: list[str], gigabytes: float, seconds: int) -> list[str]:
    """Return a command that runs another one with limits on memory and CPU time.

    A limit that the system cannot set, or that is lower already, stays; without a shell of POSIX
    the command runs as it is.
    """
    if os.name != "posix":
        return command
    limits = f"ulimit -S -v {int(gigabytes * 2**20)}; ulimit -S -t {seconds}"
    return ["sh", "-c", f'{{ {limits}; }} 2>/dev/null; exec "$@"', "sh", *command]


def limit_process(memory: int, file_size: int) -> None:
    """Limit this process's memory and file size, in bytes, and disable core files."""
    with contextlib.suppress(ImportError):
        import resource

        for what, most in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_FSIZE, file_size),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(what)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (least, least))


def allow_files(count: int) -> None:
    """Raise this process's limit on open files to ``count``, or as far as permitted."""
    with contextlib.suppress(ImportError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _lock_windows(descriptor: int) -> bool | None:
    try:
        import msvcrt
    except ImportError:
        return None
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return True


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Pause Python's garbage collector, which searches for cycles of objects.

    It takes a sixth of the time in which numba compiles, and finds nothing where a long text
    becomes millions of objects, all in use.  If two threads pause it, the first that ends resumes
    it, and the other takes longer.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
