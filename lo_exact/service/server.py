"""The server itself: listens, says where, and goes within four seconds when it is told to."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import webbrowser
from types import FrameType
from typing import Any

import uvicorn

from lo_exact.errors import UsageError, printable
from lo_exact.service.app import create_app
from lo_exact.service.connections import MAX_CONNECTIONS, Connections, allow_connections
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store

GRACE_SECONDS = 2
"""How long answers under way get when the server is told to go."""


class _Server(uvicorn.Server):
    """Tells the jobs of a signal at once: streams end, and what runs is put back."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note the signal."""
        jobs = getattr(self.config.app.app.state, "jobs", None)  # type: ignore[union-attr]
        if jobs is not None:
            jobs.draining.set()
            # the locks are not for a signal's handler: it may have interrupted who holds them
            asyncio.get_running_loop().call_soon(jobs.drain)
        if sig == signal.SIGTERM:
            self.should_exit = True  # and nothing is raised: to be told to go is no failure
        else:
            super().handle_exit(sig, frame)


def run_server(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until a signal ends it; say on stdout where.

    Raises:
        UsageError: When the address cannot be listened on.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # children work on one core each
    allow_connections()
    app = create_app(settings)
    listener = _listener(settings)
    app.state.store = Store(settings.store)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    where = f"http://{host}:{listener.getsockname()[1]}"
    connections = Connections(app)
    protocol: Any = connections.accept  # a type for uvicorn, which only calls it
    config = uvicorn.Config(
        connections, http=protocol, ws="none", log_level="warning", access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS, timeout_keep_alive=30,
        limit_concurrency=MAX_CONNECTIONS, server_header=False,
        h11_max_incomplete_event_size=65_536,
    )  # fmt: skip

    class Announcing(_Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            gc.freeze()  # what was loaded stays: the collector need not look at it again
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
