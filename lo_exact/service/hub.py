"""Notification of coroutines when worker threads change a job."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Hub:
    """Notifier that wakes the listeners of a job, or all listeners at shutdown.

    Args:
        loop: in which the listeners are; None where there are none.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None):
        self._lock, self._loop = Lock(), loop
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    @contextmanager
    def listening(self, id: str) -> Iterator[asyncio.Event]:
        """Provide an event that is set at every change of the job.

        Clear it before looking.
        """
        event = asyncio.Event()
        with self._lock:
            self._waiting[id].add(event)
        try:
            yield event
        finally:
            with self._lock:
                self._waiting[id].discard(event)
                if not self._waiting[id]:
                    del self._waiting[id]

    def changed(self, id: str) -> None:
        """Wake the listeners of a job; thread-safe."""
        with self._lock:
            events = list(self._waiting.get(id, ()))
        self._set(events)

    def changed_all(self) -> None:
        """Wake all listeners; thread-safe."""
        with self._lock:
            events = [event for events in self._waiting.values() for event in events]
        self._set(events)

    def _set(self, events: list[asyncio.Event]) -> None:
        if events and self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                self._loop.call_soon_threadsafe(_set_all, events)


def _set_all(events: list[asyncio.Event]) -> None:
    for event in events:
        event.set()


async def woken(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event with a timeout; return whether it was set."""
    try:
        async with asyncio.timeout(max(seconds, 0.0)):  # wait_for would make a task of it
            await event.wait()
    except TimeoutError:
        return False
    return True
