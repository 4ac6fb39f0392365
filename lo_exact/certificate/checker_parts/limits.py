"""Limits of memory and processor time for this process.

Proves: nothing.  A run that is over its time ends as "too large"; one that needs more memory gets a
MemoryError, which the part "verdict" calls too large as well.
Does not prove: that a run ends on systems without such limits.
Trusts: the operating system.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal

from lo_exact.certificate.checker_parts.verdict import EXIT_CODES, Kind, Verdict, say

LIMITS = (2, 1800)  # gigabytes of memory and seconds of processor time of a whole run


def keep_limits(gigabytes: int, seconds: int) -> None:
    """Limit this process's memory and processor time, on systems that support it (POSIX).

    A lower limit that was set outside stays.  At the end of the time the process says "too large".
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return

    def over(*_: object) -> None:
        ended = EXIT_CODES[Kind.TOO_LARGE]  # never exit code 1, which means rejected
        try:
            said = f"judging this takes more than {least} s of processor time"
            ended = say(Verdict(Kind.TOO_LARGE, said))
        finally:
            os._exit(ended)

    for what, most in ((resource.RLIMIT_AS, gigabytes * 2**30), (resource.RLIMIT_CPU, seconds)):
        soft, hard = resource.getrlimit(what)
        least = most if soft == resource.RLIM_INFINITY else min(most, soft)
        with contextlib.suppress(OSError, ValueError):  # macOS refuses a limit on memory
            resource.setrlimit(what, (least, hard))
    signal.signal(signal.SIGXCPU, over)
