"""Jobs of one board: asked, looked at, followed, cancelled."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import APIRouter, FastAPI, Header, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from lo_exact.service.events import stream
from lo_exact.service.problems import Problem
from lo_exact.service.requests import JobRequest, canonical, identity, misfit
from lo_exact.service.routes.reading import NDJSON, body, preferred
from lo_exact.service.routes.waiting import failed, found, jobs_of, settled, submit
from lo_exact.service.views import (
    ANYWHERE,
    BODY,
    FAILED,
    JobView,
    body_of,
    etag,
    job_response,
    problems,
)

READ_SECONDS = 1.0
"""How long a post waits for its board to be read, so that a bad one is refused at once."""

CANCEL_SECONDS = 3.0

JOBS, JOB = "/v1/jobs", "/v1/jobs/{id}"

router = APIRouter()


@router.post(
    JOBS,
    status_code=202,
    responses={
        200: {"model": JobView, "description": "It has ended"},
        202: {"model": JobView, "description": "It waits or runs"},
        **problems(*ANYWHERE, *BODY, *FAILED, "too-many", "draining", "store-full"),
    },
    openapi_extra=body_of(JobRequest),
    response_class=Response,
)
async def post_job(
    request: Request, prefer: Annotated[str | None, Header(description="wait=SECONDS")] = None
) -> Response:
    """Ask a question about a board; the same question is the same job."""
    jobs = jobs_of(request, taking=True)
    asked = await body(request, JobRequest)
    if said := misfit(asked):
        raise Problem("bad-option", said)
    values = canonical(asked)
    id = identity(values)
    wait = preferred(prefer, request.app.state.settings.wait_seconds)
    with jobs.hub.listening(id, end=wait > 0) as changed:
        job = await submit(request, jobs, id, values, asked.time_limit)
        job = await settled(jobs, job, changed, wait or READ_SECONDS, read=not wait)
    if job.problem and job.problem["status"] != 500:
        raise failed(job)
    files = jobs.store.files(job.id) if asked.certificate else []
    return job_response(job, files, 200 if job.over else 202)


@router.get(
    JOB,
    responses={
        200: {"model": JobView},
        304: {"description": "It has not changed"},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_job(
    id: str, request: Request, if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    """Return a job."""
    jobs = jobs_of(request)
    job = found(jobs, id)
    if if_none_match and etag(job) in if_none_match:
        return Response(status_code=304, headers={"ETag": etag(job)})
    return job_response(job, jobs.store.files(id), 200)


@router.delete(
    JOB,
    responses={
        200: {"model": JobView, "description": "Cancelled, with what was known"},
        **problems(*ANYWHERE, "not-found", "conflict", "draining"),
    },
    response_class=Response,
)
async def cancel_job(id: str, request: Request) -> Response:
    """Cancel a job; best presses and bound become its result."""
    jobs = jobs_of(request)
    job = found(jobs, id)
    end = time.monotonic() + CANCEL_SECONDS
    with jobs.hub.listening(id, end=True) as changed:
        while not job.over and time.monotonic() < end:
            await asyncio.to_thread(jobs.cancel, id)
            job = await settled(jobs, job, changed, 0.25)
    if job.state != "cancelled":
        raise Problem("conflict", f"the job is {job.state}")
    return job_response(job, jobs.store.files(id), 200)


@router.get(
    "/v1/jobs/{id}/events",
    responses={
        200: {
            "description": "state, progress and end; as lines of JSON when Accept asks for them",
            "content": {"text/event-stream": {}, NDJSON: {}},
        },
        **problems(*ANYWHERE, "not-found", "bad-field", "draining"),
    },
    response_class=Response,
)
async def get_events(
    id: str,
    request: Request,
    last_event_id: Annotated[str | None, Header()] = None,
    accept: Annotated[str | None, Header()] = None,
) -> Response:
    """Tell how a job goes, as it goes; from the start, or behind the event that is known."""
    jobs = jobs_of(request)
    found(jobs, id)
    known = last_event_id or "0"
    if not (known.isascii() and known.isdigit() and len(known) < 16):
        raise Problem("bad-field", "Last-Event-ID is the number of an event")
    lines = NDJSON in (accept or "")
    return StreamingResponse(
        stream(jobs, id, int(known), lines=lines),
        media_type=NDJSON if lines else "text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def add_busy_routes(app: FastAPI) -> None:
    """Serve posting a job and looking at one as plain routes, in front of all others.

    These two are nearly all that a busy server is asked.  The framework gathers what a function
    wants to be given and wraps the call several times, which costs more than reading the request.
    They stay routes of the router as well: that is what ``/openapi.json`` tells.
    """

    async def post(request: Request) -> Response:
        return await post_job(request, request.headers.get("prefer"))

    async def get(request: Request) -> Response:
        id: str = request.path_params["id"]
        return await get_job(id, request, request.headers.get("if-none-match"))

    app.add_route(JOBS, post, methods=["POST"], include_in_schema=False)
    app.add_route(JOB, get, methods=["GET"], include_in_schema=False)
    for route in app.router.routes:
        if isinstance(route, Route) and route.path == JOB and route.methods:
            route.methods.discard("HEAD")  # which no route of the interface has
