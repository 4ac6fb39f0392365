"""How a job goes, as it goes: server-sent events, or the same as lines of JSON.

A stream reads the store whenever the job changed, so it may begin anywhere (``Last-Event-ID``) and
go on after the server was restarted; it ends with the job, or when the server shuts down.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

from lo_exact.service.hub import woken
from lo_exact.service.jobs import Jobs
from lo_exact.service.rows import JobEvent

COMMENT_SECONDS = 15.0


def as_server_sent(event: JobEvent) -> str:
    """Return an event as text/event-stream."""
    return f"id: {event.number}\nevent: {event.kind}\ndata: {event.data}\n\n"


def as_line(event: JobEvent) -> str:
    """Return an event as a line of JSON: id, event, and its data's members."""
    head = json.dumps({"id": event.number, "event": event.kind})
    return head[:-1] + (", " + event.data[1:] if event.data != "{}" else "}") + "\n"


async def stream(jobs: Jobs, id: str, after: int, *, lines: bool) -> AsyncIterator[str]:
    """Yield a job's events with larger numbers, and then what happens.

    Args:
        jobs: where the job is.
        id: the job.
        after: the number of the last event that is known.
        lines: JSON lines instead of server-sent events.
    """
    write = as_line if lines else as_server_sent
    last, silent_since = after, time.monotonic()
    with jobs.hub.listening(id) as changed:
        while True:
            changed.clear()
            job = await asyncio.to_thread(jobs.store.job, id)
            found = await asyncio.to_thread(jobs.store.events, id, last)
            for event in found:
                last, silent_since = event.number, time.monotonic()
                yield write(event)
            if job is None or job.over or jobs.draining.is_set():
                return
            left = COMMENT_SECONDS - (time.monotonic() - silent_since)
            if not await woken(changed, left):
                silent_since = time.monotonic()
                yield "\n" if lines else ": still here\n\n"
