"""The answer to a request that fails: a problem, whatever raised it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from lo_exact.errors import LoExactError
from lo_exact.service.problems import Problem, of_error, response


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
