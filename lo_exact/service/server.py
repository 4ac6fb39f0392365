"""Server process of ``lo-exact serve``, and its FastAPI application.

The process listens, prints its address, and stops within four seconds of a signal.  Connections on
which nothing is asked are closed after a while, and the oldest first when there are many: so a
thousand silent connections keep nobody out.

The application joins the routes, the objects they share, and the description of the API.  Refusals
of the framework become problems here; all other exceptions become problems in `guard`.
"""

import asyncio
import gc
import os
import re
import signal
import socket
import time
import webbrowser
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from lo_exact import machine
from lo_exact.errors import UsageError, printable
from lo_exact.service import page
from lo_exact.service.guard import Guard, response
from lo_exact.service.hub import Hub
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem
from lo_exact.service.requests import (
    BatchRequest,
    CheckRequest,
    GivenAnswer,
    UnderstandRequest,
    schema_by_question,
)
from lo_exact.service.routes import batches, jobs, questions
from lo_exact.service.routes.waiting import FairRoom
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store
from lo_exact.service.users import Users
from lo_exact.service.views import ProblemView, problems, variants
from lo_exact.version import RELEASE


async def _on_bad_query(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    said = f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"
    return response(Problem("bad-field", said).value)


async def _on_http(request: Request, error: HTTPException) -> Response:
    kind = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_allowed(request)))
    return response(Problem(kind, f"{request.method} is not served here").value, headers)


def _allowed(request: Request) -> set[str]:
    """Return the HTTP methods that exist for the path of a request."""
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    for template, methods in request.app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found = {method.upper() for method in methods}
            return found | {"HEAD"} if "GET" in found else found
    return {"GET", "HEAD"}  # the page's files, which are not in the API description


def create_app(settings: Settings) -> FastAPI:
    """Return the FastAPI application; set ``app.state.store`` before serving it."""
    users = Users(settings)  # read now: errors in the users' file stop the server at its start

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        # `FairRoom` admits workers + 1 tasks that wait for children; 15 threads are left for others
        loop.set_default_executor(ThreadPoolExecutor(settings.workers + 16))
        store: Store = app.state.store
        working = Jobs(settings, store, Hub(loop))
        app.state.jobs, app.state.asking = working, FairRoom(settings.workers + 1)
        working.start()
        try:
            yield
        finally:
            await asyncio.to_thread(working.stop)
            store.close()

    app = FastAPI(
        title="lo-exact", version=RELEASE, lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Exact, proved answers about Lights Out and every puzzle like it.",
        exception_handlers={RequestValidationError: _on_bad_query, HTTPException: _on_http},
        generate_unique_id_function=lambda route: route.name,
        openapi_tags=[
            {"name": name, "description": about}
            for name, about in (
                ("jobs", "A question about a board: asked, looked at, followed, cancelled."),
                ("batches", "One question about many boards."),
                ("at once", "What is answered without a job."),
                ("server", "Health and figures."),
            )
        ],
    )  # fmt: skip
    app.state.settings, app.state.known = settings, {}
    for router in (jobs.router, batches.router, questions.router, questions.health):
        app.include_router(router)
    app.include_router(page.routes(settings))
    app.add_middleware(Guard, settings=settings, users=users)
    models = (GivenAnswer, UnderstandRequest, CheckRequest, BatchRequest, ProblemView)
    schema = app.openapi()
    schema["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "Where the server wants one."}
    }
    schema["security"] = [{"token": []}, {}]
    schema["servers"] = [{"url": settings.root_path or "/"}]
    schemas = schema["components"]["schemas"]
    schemas |= {model.__name__: model.model_json_schema() for model in models}
    schemas["JobRequest"] = schema_by_question()
    schemas["JobView"]["oneOf"] = variants()
    for unused in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(unused, None)
    for path in schema["paths"].values():
        for operation in path.values():
            described = operation["responses"].get("422", {})
            if "application/json" in described.get("content", {}):
                operation["responses"]["422"] = problems("bad-field")[422]
    return app


IDLE_SECONDS, NEW_SECONDS = 30.0, 3.0
"""Seconds without a complete request after which a connection is closed; age below which its
request may not have been read yet."""

MAX_IDLE, MAX_CONNECTIONS = 1_000, 2_000
"""Number of connections above which the longest idle one is closed; number of file descriptors
reserved for connections, of which fewer are active (`guard`)."""


MAX_PIECES = 10_000
"""Largest number of pieces of a request.  Each costs 6 us, however short, in which no other client
is served meanwhile."""


class _Parser(h11.Connection):
    """h11 parser that rejects a request whose body arrives in too many chunks."""

    pieces = 0

    def next_event(self) -> Any:
        event = super().next_event()
        self.pieces = 0 if isinstance(event, h11.Request) else self.pieces + 1
        if self.pieces <= MAX_PIECES:
            return event
        if self.our_state is h11.SEND_RESPONSE:
            raise h11.RemoteProtocolError("too many pieces")
        return h11.PAUSED  # too late for an error response: stop reading


class Connection(H11Protocol):
    """The connection of one client, a protocol class for uvicorn."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for a new connection; close idle ones if there are too many."""
        self.began: float = time.monotonic()
        self.loop.call_later(IDLE_SECONDS, self._close_when_unused, None)
        if len(self.connections) >= MAX_IDLE:
            idle = [c for c in self.connections if isinstance(c, Connection) and c.idle]
            if idle:
                min(idle, key=lambda connection: connection.began).transport.close()
        super().connection_made(transport)
        self.conn: h11.Connection = _Parser(h11.SERVER, 65_536)

    @property
    def idle(self) -> bool:
        """Return whether a connection open for `NEW_SECONDS` has no request in progress."""
        at_work = self.cycle is not None and not self.cycle.response_complete
        is_new = time.monotonic() - self.began < NEW_SECONDS
        return not (at_work or is_new or self.transport.is_closing())

    def _close_when_unused(self, before: object) -> None:
        """Close the connection if unused since the last check, otherwise check again later."""
        waits = self.cycle is None or self.cycle.response_complete
        if waits and self.cycle is before:
            self.transport.close()
        elif not self.transport.is_closing():
            self.loop.call_later(
                IDLE_SECONDS, self._close_when_unused, self.cycle if waits else self
            )


class _Server(uvicorn.Server):
    """The uvicorn server, extended to drain the job queues as soon as a signal arrives."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Record the signal, drain the job queues, and stop the server."""
        jobs = getattr(self.config.app.state, "jobs", None)  # type: ignore[union-attr]
        if jobs is not None:
            jobs.draining.set()
            # a signal handler must not take locks: the interrupted code may hold them
            asyncio.get_running_loop().call_soon(jobs.drain)
        if sig == signal.SIGTERM:
            self.should_exit = True  # a normal shutdown: uvicorn need not raise the signal again
        else:
            super().handle_exit(sig, frame)


def run_server(settings: Settings, *, open_browser: bool = False) -> None:
    """Print the address on stdout, and serve until a signal arrives.

    Raises:
        UsageError: When the address cannot be listened on.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each child process uses one core
    machine.allow_files(2 * MAX_CONNECTIONS)
    app = create_app(settings)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot listen on {printable(settings.host, 80)}:{settings.port}: {said}"
        ) from None
    app.state.store = Store(settings.store)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    where = f"http://{host}:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        app, http=Connection, ws="none", log_level="warning", access_log=False,
        timeout_graceful_shutdown=2,  # seconds for active responses at shutdown
        timeout_keep_alive=30,
        server_header=False,
    )  # fmt: skip

    class Announcing(_Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            gc.freeze()  # loaded modules stay: exclude them from garbage collection
            print(f"listening on {where}", flush=True)
            if open_browser:
                await asyncio.to_thread(webbrowser.open, where)

    Announcing(config).run(sockets=[listener])
