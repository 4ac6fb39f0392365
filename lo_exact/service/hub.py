"""Notification of coroutines when worker threads change a job."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Hub:
    """Notifier that wakes the listeners of a job, or all listeners at shutdown.

    Args:
        loop: event loop of the listeners, or None.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None):
        self._lock, self._loop = Lock(), loop
        self._waiting: dict[tuple[str, bool], set[asyncio.Event]] = defaultdict(set)

    @contextmanager
    def listening(self, id: str, *, only_end: bool = False) -> Iterator[asyncio.Event]:
        """Yield an event that is set at every change of the job; with ``only_end``, at its end.

        Clear it before looking.
        """
        event, what = asyncio.Event(), (id, only_end)
        with self._lock:
            self._waiting[what].add(event)
        try:
            yield event
        finally:
            with self._lock:
                self._waiting[what].discard(event)
                if not self._waiting[what]:
                    del self._waiting[what]

    def changed(self, id: str | None = None, *, ended: bool = False) -> None:
        """Wake the listeners of a job, or of all jobs; thread-safe."""
        with self._lock:
            told = list(self._waiting) if id is None else [(id, False)] + [(id, True)] * ended
            events = [event for what in told for event in self._waiting.get(what, ())]
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed, so there are no listeners
                for event in events:
                    self._loop.call_soon_threadsafe(event.set)


async def woken(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event with a timeout; return whether it was set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(seconds, 0.0)):  # wait_for would create a task in 3.11
            await event.wait()
    return event.is_set()
