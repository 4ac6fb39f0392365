"""A time limit for commands that have nothing to tell before they end.

A search looks at its clock and keeps best and bound. To read off a kernel, to draw, to plan is one
piece of work: it is ended wherever it is, in one line.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from lo_exact.errors import LimitReached

AGAIN_SECONDS = 0.2
"""Where an exception is lost in what cannot be ended, the next one is not."""

LONGEST = 1e8
"""Seconds; more than a system's timer may take is no limit."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """End what is done within, unless it is over in time.

    Eliminations look at the clock; where the system has timers, everything else is ended as well.

    Args:
        seconds: wall-clock, 0 or more; None and ``inf`` are no limit.

    Raises:
        LimitReached: At the limit, from wherever the work is.
    """
    if seconds is None or seconds > LONGEST:
        yield
        return
    from lo_exact.algebra.elimination import looking
    from lo_exact.outcome import Watch

    watch = Watch(seconds)
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        with looking(watch.check):
            yield
        return

    def ring(number: int, frame: object) -> None:
        passed = time.monotonic() - watch.started
        raise LimitReached(f"time limit reached after {passed:.1f} s: nothing to tell yet")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6), AGAIN_SECONDS)
        with looking(watch.check):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
