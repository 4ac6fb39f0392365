"""Time limit for commands that report no progress before they end.

A search looks at its clock and keeps best and bound. To read off a kernel, to draw, to plan is one
piece of work: it is ended wherever it is, in one line. Not every system has timers that interrupt;
every one has threads, and an interrupt as Ctrl-C is one.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread

from lo_exact.errors import LimitReached

AGAIN_SECONDS = 0.2
"""Where an exception is lost in what cannot be ended, the next one is not."""

LONGEST = 1e8
"""Seconds; more is no limit."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise an exception in the enclosed code when its time limit is over.

    Eliminations look at the clock; in the main thread everything else is ended as well.

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
    with looking(watch.check):
        if current_thread() is main_thread():
            with _interrupting(watch.started + seconds, watch.started):
                yield
        else:
            yield


@contextmanager
def _interrupting(deadline: float, started: float) -> Iterator[None]:
    """Raise in the main thread after the deadline; leave the meaning of Ctrl-C unchanged.

    A thread sends what Ctrl-C sends, and the handler tells the two apart by the clock.
    """
    from lo_exact import machine

    before = signal.getsignal(signal.SIGINT) or signal.SIG_DFL
    sent, over = Event(), Event()

    def ring() -> None:
        wait = max(deadline - time.monotonic(), 0.0)
        while not over.wait(wait):
            sent.set()
            machine.interrupt_main_thread()
            wait = AGAIN_SECONDS

    def interrupted(number: int, frame: object) -> None:
        if over.is_set():
            return  # the signal was sent while the work ended
        if sent.is_set():
            passed = time.monotonic() - started
            raise LimitReached(f"time limit reached after {passed:.1f} s: nothing to tell yet")
        if callable(before):
            before(number, frame)  # type: ignore[arg-type]

    signal.signal(signal.SIGINT, interrupted)
    thread = Thread(target=ring, name="limit", daemon=True)
    try:
        thread.start()
        yield
    finally:
        over.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
