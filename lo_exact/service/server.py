"""The server itself: listens, says where, and goes within four seconds when it is told to."""

from __future__ import annotations

import asyncio
import os
import socket
import webbrowser
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lo_exact.errors import UsageError, printable
from lo_exact.service.app import create_app
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store

GRACE_SECONDS = 2
"""How long answers under way get when the server is told to go."""

IDLE_SECONDS = 30.0
"""A connection that has asked nothing whole after so long is closed."""

MAX_CONNECTIONS = 2_000


class _Server(uvicorn.Server):
    """Tells the jobs of a signal at once: streams end, and what runs is put back."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note the signal."""
        jobs = getattr(self.config.app.state, "jobs", None)  # type: ignore[union-attr]
        if jobs is not None:
            jobs.draining.set()
            # the locks are not for a signal's handler: it may have interrupted who holds them
            asyncio.get_running_loop().call_soon(jobs.drain)
        super().handle_exit(sig, frame)


class _Protocol(H11Protocol):
    """Closes connections on which no request arrives."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock."""
        super().connection_made(transport)
        self.loop.call_later(IDLE_SECONDS, self._close_when_idle)

    def _close_when_idle(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until a signal ends it; say on stdout where.

    Raises:
        UsageError: When the address cannot be listened on.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # children work on one core each
    app = create_app(settings)
    listener = _listener(settings)
    app.state.store = Store(settings.store)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    where = f"http://{host}:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        app, http=_Protocol, ws="none", log_level="warning", access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS, timeout_keep_alive=30,
        limit_concurrency=MAX_CONNECTIONS, server_header=False,
        h11_max_incomplete_event_size=65_536,
    )  # fmt: skip

    class Announcing(_Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            print(f"listening on {where}", flush=True)
            if open_browser:
                await asyncio.to_thread(webbrowser.open, where)

    Announcing(config).run(sockets=[listener])


def _listener(settings: Settings) -> socket.socket:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family[0], socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(family[4])
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        where = f"{printable(settings.host, 80)}:{settings.port}"
        raise UsageError(f"cannot listen on {where}: {said}") from None
    return listener
