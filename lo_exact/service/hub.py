"""Waiters in the event loop for changes of a job, woken by threads that change it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Hub:
    """Wakes everybody who listens to a job, or all of them when the server shuts down.

    Args:
        loop: in which the listeners are; None where there are none.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None):
        self._lock, self._loop = Lock(), loop
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)

    @contextmanager
    def listening(self, id: str) -> Iterator[asyncio.Event]:
        """Give an event that is set at every change of the job.

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
        """Wake those who listen to a job; from any thread."""
        with self._lock:
            events = list(self._waiting.get(id, ()))
        self._set(events)

    def changed_all(self) -> None:
        """Wake everybody; from any thread."""
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
    """Wait for an event at most so long; say whether it came."""
    try:
        async with asyncio.timeout(max(seconds, 0.0)):  # wait_for would make a task of it
            await event.wait()
    except TimeoutError:
        return False
    return True
