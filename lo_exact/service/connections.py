"""Connections on which nothing is asked: closed after a while, and the oldest when there are many.

So a thousand of them that say nothing, of a clumsy client or a hostile one, keep nobody out.
"""

from __future__ import annotations

import asyncio
import resource
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

IDLE_SECONDS = 30.0
"""A connection that has asked nothing whole after so long is closed."""

MAX_IDLE = 1_000
"""More than so many connections: the one goes that has been idle for longest."""

MAX_CONNECTIONS = 2_000
"""More than so many that are all at work: further requests are refused."""


class Connection(H11Protocol):
    """One client's connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; make room."""
        super().connection_made(transport)
        self.began = time.monotonic()
        self.loop.call_later(IDLE_SECONDS, self._close_when_unused)
        if len(self.connections) > MAX_IDLE:
            all_ours = [other for other in self.connections if isinstance(other, Connection)]
            idle = [other for other in all_ours if other.is_idle]
            oldest = min(idle, key=lambda other: other.began, default=None)
            if oldest is not None and oldest is not self:
                oldest.transport.close()

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a request, and not for an answer."""
        if self.transport.is_closing():
            return False
        return self.cycle is None or self.cycle.response_complete

    def _close_when_unused(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def allow_connections() -> None:
    """Let this process have as many files open as its connections take, where it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_CONNECTIONS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
