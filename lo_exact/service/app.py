"""The application: the routes, what they share, and what it says of itself.

The answer to a request that fails: a problem, whatever raised it.
"""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from lo_exact.errors import LoExactError
from lo_exact.service import page
from lo_exact.service.guard import Guard
from lo_exact.service.hub import Hub
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem, of_error, response
from lo_exact.service.requests import BatchRequest, CheckRequest, JobRequest, UnderstandRequest
from lo_exact.service.routes import batches, files, health, jobs, questions
from lo_exact.service.routes.room import FairRoom
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store
from lo_exact.service.users import Users
from lo_exact.service.views import ProblemView, problems
from lo_exact.version import RELEASE


def answer_failures(app: FastAPI) -> None:
    """Let an application answer everything that is raised in it."""
    for kind, answered in _HANDLERS.items():
        app.add_exception_handler(kind, answered)
    app.add_exception_handler(Exception, _on_bug)


def _on_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return response(problem.value, problem.headers)


def _on_our_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LoExactError)
    return response(of_error(error))


def _on_bad_query(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return response(Problem("bad-field", f"{where}: {first['msg']}").value)


def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kind = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_allowed(request)))
    return response(Problem(kind, f"{request.method} is not served here").value, headers)


def _allowed(request: Request) -> set[str]:
    """Return the methods that are served at the path of a request."""
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    for template, methods in request.app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found = {method.upper() for method in methods}
            return found | {"HEAD"} if "GET" in found else found
    return {"GET", "HEAD"}  # the page's files, which no description names


def _on_store(request: Request, error: Exception) -> Response:
    return response(Problem("store-full", f"the store says: {error}").value, {"Retry-After": "5"})


def _on_bug(request: Request, error: Exception) -> Response:
    return response(Problem("internal", f"please report it: {type(error).__name__}").value)


_HANDLERS: dict[type[Exception], Callable[[Request, Exception], Response]] = {
    Problem: _on_problem,
    LoExactError: _on_our_error,
    RequestValidationError: _on_bad_query,
    HTTPException: _on_http,
    sqlite3.Error: _on_store,
}


TAGS = {
    "jobs": "A question about a board: asked, looked at, followed, cancelled.",
    "batches": "One question about many boards.",
    "at once": "What is answered without a job.",
    "server": "Health and figures.",
}


def create_app(settings: Settings) -> FastAPI:
    """Return the application; ``app.state.store`` must be set before it is served."""
    users = Users(settings)  # here, not with the first request: a wrong file ends the start

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        store: Store = app.state.store
        working = Jobs(settings, store, hub)
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
        generate_unique_id_function=lambda route: route.name,
        openapi_tags=[{"name": name, "description": about} for name, about in TAGS.items()],
    )  # fmt: skip
    app.state.settings, app.state.known = settings, {}
    jobs.add_busy_routes(app)
    for router in (jobs.router, files.router, batches.router, questions.router, health.router):
        app.include_router(router)
    app.include_router(page.routes(settings))
    answer_failures(app)
    app.add_middleware(Guard, settings=settings, users=users)
    models = (JobRequest, UnderstandRequest, CheckRequest, BatchRequest, ProblemView)
    schema = app.openapi()
    schema["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "Where the server wants one."}
    }
    schema["security"] = [{"token": []}, {}]
    schema["servers"] = [{"url": settings.root_path or "/"}]
    for model in models:
        schema["components"]["schemas"][model.__name__] = model.model_json_schema()
    for unused in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(unused, None)
    for path in schema["paths"].values():
        for operation in path.values():
            described = operation["responses"].get("422", {})
            if "application/json" in described.get("content", {}):
                operation["responses"]["422"] = problems("bad-field")[422]
    return app
