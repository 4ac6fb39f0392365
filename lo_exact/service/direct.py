"""Posting a job and looking at one, past the framework's layers.

These two are nearly all that a busy server is asked.  The framework compares every route, gathers
what a function wants to be given and wraps the call several times, which costs more than reading
the request; here the same functions get the request itself.  They stay routes of the application
as well: that is what ``/openapi.json`` tells, and other methods are refused there.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from lo_exact.service.failures import answer_to
from lo_exact.service.guard import App, Receive, Scope, Send
from lo_exact.service.routes.jobs import get_job, post_job

JOBS = "/v1/jobs"


class Direct:
    """The middleware, right in front of the framework's own.

    Args:
        app: what is behind it.
    """

    def __init__(self, app: App):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope, receive, send) if scope["type"] == "http" else None
        called = None if request is None else _called(request)
        if request is None or called is None:
            await self.app(scope, receive, send)
            return
        try:
            answer = await called
        # any: the framework is passed by, so what it makes of every error is made of it here
        except Exception as error:
            answer = answer_to(request, error)
        await answer(scope, receive, send)


def _called(request: Request) -> Coroutine[Any, Any, Response] | None:
    """Return the call that a request is; None for those that the framework finds."""
    method, path = request.scope["method"], request.scope["path"]
    if method == "POST" and path == JOBS:
        return post_job(request, request.headers.get("prefer"))
    before, _, id = path.rpartition("/")
    if method == "GET" and before == JOBS and id:
        return get_job(id, request, request.headers.get("if-none-match"))
    return None
