"""Connections on which nothing is asked: closed after a while, and the oldest when there are many.

So a thousand of them that say nothing, of a clumsy client or a hostile one, keep nobody out.  Each
is uvicorn's own protocol inside and a clock around it; that a request is under way is what the
application sees, called in the context in which the connection's data came.
"""

from __future__ import annotations

import asyncio
import time
from contextvars import ContextVar
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from lo_exact import machine
from lo_exact.service.guard import App, Receive, Scope, Send

IDLE_SECONDS = 30.0
"""A connection that has asked nothing whole after so long is closed."""

MAX_IDLE = 1_000
"""More than so many connections: the one goes that has been idle for longest."""

MAX_CONNECTIONS = 2_000
"""More than so many that are all at work: further requests are refused."""


class Connections:
    """All connections of a server, and the application that they call.

    Args:
        app: what answers.
    """

    def __init__(self, app: App):
        self.app = app
        self.alive: dict[Connection, None] = {}  # in the order in which they came
        self.calling: ContextVar[Connection] = ContextVar("calling")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; its connection is busy until it is answered."""
        connection = self.calling.get(None)
        if connection is None:
            await self.app(scope, receive, send)
            return
        connection.asked, connection.busy = True, True
        try:
            await self.app(scope, receive, send)
        finally:
            connection.busy = False

    def accept(self, **given: Any) -> Connection:
        """Return the protocol of a new connection, as uvicorn makes its own."""
        return Connection(self, H11Protocol(**given))


class Connection(asyncio.Protocol):
    """One client's connection.

    Args:
        among: all of the server.
        http: what reads requests and writes answers.

    Attributes:
        asked: whether a whole request has come.
        busy: whether one is under way.
    """

    def __init__(self, among: Connections, http: asyncio.Protocol):
        self.among: Connections = among
        self.http: asyncio.Protocol = http
        self.asked = self.busy = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; make room."""
        self.transport: asyncio.Transport = transport
        self.began: float = time.monotonic()
        asyncio.get_running_loop().call_later(IDLE_SECONDS, self._close_when_unused)
        if len(self.among.alive) >= MAX_IDLE:
            idle = (c for c in self.among.alive if not c.busy and not c.transport.is_closing())
            if (oldest := next(idle, None)) is not None:
                oldest.transport.close()
        self.among.alive[self] = None
        self.http.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Read; what the data asks for is done in a context that knows this connection."""
        token = self.among.calling.set(self)
        try:
            self.http.data_received(data)
        finally:
            self.among.calling.reset(token)

    def eof_received(self) -> bool | None:
        """Hear that the client sends no more."""
        return self.http.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.among.alive.pop(self, None)
        self.http.connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait with writing."""
        self.http.pause_writing()

    def resume_writing(self) -> None:
        """Write again."""
        self.http.resume_writing()

    def _close_when_unused(self) -> None:
        if not self.asked and not self.transport.is_closing():
            self.transport.close()


def allow_connections() -> None:
    """Let this process have as many files open as its connections take, where it may."""
    machine.allow_files(2 * MAX_CONNECTIONS)
