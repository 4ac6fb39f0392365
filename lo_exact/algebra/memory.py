"""How much memory there is, looked at before much of it is taken."""

from __future__ import annotations

import os
import resource

from lo_exact.errors import PuzzleError

_GIB = 2**30


def check_memory(needed: int, what: str) -> None:
    """Refuse what does not fit into memory, before any is taken.

    Args:
        needed: bytes.
        what: what takes them, for the sentence.

    Raises:
        PuzzleError: When fewer are free.
    """
    if needed < 2**28:
        return
    free = available()
    if needed > free:
        raise PuzzleError(
            f"{what} takes about {needed / _GIB:.1f} GiB of memory, and {free / _GIB:.1f} are free"
        )


def available() -> int:
    """Return the bytes that can still be taken: free memory, or what limits leave of it."""
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    found = [limit for limit in limits if limit != resource.RLIM_INFINITY]
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            fields = dict(line.split(":", 1) for line in lines)
        found.append(int(fields["MemAvailable"].split()[0]) * 1024)
    except (OSError, KeyError, ValueError):  # not Linux: what is built in
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found)
