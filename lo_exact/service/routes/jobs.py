"""Routes for jobs about one board: submit, show, follow, cancel.

How a job goes is told as it goes: by server-sent events, or the same as lines of JSON.  A stream
reads the store whenever the job changed, so it may begin anywhere (``Last-Event-ID``) and go on
after the server was restarted; it ends with the job, or when the server shuts down.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from lo_exact.service.database import JobEvent
from lo_exact.service.hub import woken
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem, as_problem
from lo_exact.service.requests import JobRequest, canonical, identity, misfit
from lo_exact.service.routes.waiting import (
    NDJSON,
    ask,
    asker_of,
    body,
    client_of,
    in_pieces,
    job_asked,
    jobs_of,
    preferred,
    seconds_of,
    settled,
    shown,
    submit,
)
from lo_exact.service.views import (
    ANYWHERE,
    BODY,
    FAILED,
    JobList,
    JobView,
    ListedJob,
    body_of,
    etag,
    problems,
)

READ_SECONDS, CANCEL_SECONDS, COMMENT_SECONDS = 1.0, 3.0, 15.0
"""Seconds that a post waits for its board to be parsed, so that a wrong one is refused at once;
that a request waits for a cancelled job; and that a stream stays silent."""

ABOVE_ALL_JOBS = 2**53
"""More than the number of any job."""

JOBS, JOB = "/v1/jobs", "/v1/jobs/{id}"

router: APIRouter = APIRouter(tags=["jobs"])


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
    """Submit a question about a board; an equal question returns the same job."""
    jobs = jobs_of(request, taking=True)
    asked = await body(request, JobRequest)
    if said := misfit(asked):
        raise Problem("bad-option", said)
    seconds = seconds_of(request, asked.time_limit, said="time_limit" in asked.model_fields_set)
    values = canonical(asked)
    id = identity(values)
    wait = preferred(prefer, request.app.state.settings.wait_seconds)
    with jobs.hub.listening(id, only_end=wait > 0) as changed:
        job = await submit(request, jobs, id, values, seconds)
        job = await settled(jobs, job, changed, wait or READ_SECONDS, read=not wait)
    if job.problem and job.problem["status"] != 500:
        raise as_problem(job.problem)
    files = jobs.store.files(job.id) if {"certificate", "sheet"} & set(values) else []
    return shown(request, job, files, 200 if job.over else 202)


@router.get(
    JOBS,
    responses={200: {"model": JobList}, **problems(*ANYWHERE, "bad-field", "draining")},
    response_class=Response,
)
async def list_jobs(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[
        int, Query(ge=1, le=ABOVE_ALL_JOBS, description="`next` of the last page.")
    ] = ABOVE_ALL_JOBS,
) -> Response:
    """List the jobs that this client submitted, newest first."""
    client = client_of(request).name
    jobs = jobs_of(request).store.owned_jobs(client, before, limit + 1)
    listed = [
        {name: getattr(job, name) for name in ListedJob.model_fields} for _, job in jobs[:limit]
    ]
    found = {"jobs": listed, "next": jobs[limit - 1][0] if len(jobs) > limit else None}
    return Response(json.dumps(found), media_type="application/json")


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
    """Return a job with its result."""
    jobs, job = jobs_of(request), job_asked(request, id)
    jobs.seen(id, asker_of(request))
    if if_none_match and etag(job) in if_none_match:
        return Response(status_code=304, headers={"ETag": etag(job)})
    return shown(request, job, jobs.store.files(id), 200)


@router.delete(
    JOB,
    responses={
        200: {"model": JobView, "description": "Cancelled, or running on for others"},
        **problems(*ANYWHERE, "not-found", "conflict", "draining"),
    },
    response_class=Response,
)
async def cancel_job(id: str, request: Request) -> Response:
    """Cancel a job; its best presses and bound become its result.

    Where others asked the same question (header ``Lo-Exact-Asker``), it goes on for them, and its
    state says so.
    """
    jobs, job = jobs_of(request), job_asked(request, id)
    if jobs.leave(id, asker_of(request)) and not job.over:
        return shown(request, job, jobs.store.files(id), 200)
    end = time.monotonic() + CANCEL_SECONDS
    with jobs.hub.listening(id) as changed:
        while not job.over and time.monotonic() < end:
            await asyncio.to_thread(jobs.cancel, id)
            job = await settled(jobs, job, changed, 0.25)
    if job.state != "cancelled":
        raise Problem("conflict", f"the job is {job.state}")
    return shown(request, job, jobs.store.files(id), 200)


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
    """Stream the events of a job, from the start or after the last event that the client knows."""
    jobs = jobs_of(request)
    job_asked(request, id)
    known = last_event_id or "0"
    if not (known.isascii() and known.isdigit() and len(known) < 16):
        raise Problem("bad-field", "Last-Event-ID is the number of an event")
    lines = NDJSON in (accept or "")
    return StreamingResponse(
        stream(jobs, id, int(known), asker_of(request), lines=lines),
        media_type=NDJSON if lines else "text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


def as_server_sent(event: JobEvent) -> str:
    """Format an event as text/event-stream."""
    return f"id: {event.number}\nevent: {event.kind}\ndata: {event.data}\n\n"


def as_line(event: JobEvent) -> str:
    """Format an event as a line of JSON: id, event, and the members of its data."""
    head = json.dumps({"id": event.number, "event": event.kind})
    return head[:-1] + (", " + event.data[1:] if event.data != "{}" else "}") + "\n"


async def stream(jobs: Jobs, id: str, after: int, asker: str, *, lines: bool) -> AsyncIterator[str]:
    """Yield the stored events of a job after a given number, then new ones as they occur.

    Args:
        jobs: the job queues.
        id: id of the job.
        after: number of the last known event.
        asker: the client and its window.
        lines: whether to send JSON lines instead of server-sent events.
    """
    write = as_line if lines else as_server_sent
    last, silent_since = after, time.monotonic()
    with jobs.hub.listening(id) as changed:
        while True:
            changed.clear()
            jobs.seen(id, asker)
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


@router.get(
    "/v1/jobs/{id}/certificate",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_certificate(id: str, request: Request) -> Response:
    """Return the certificate of a job that was submitted with ``certificate``."""
    return _file(request, id, "certificate.json", "application/json")


@router.get("/v1/jobs/{id}/certificate/{name}", include_in_schema=False)
@router.get(
    "/v1/jobs/{id}/files/{name}",
    responses={
        200: {"content": {"application/octet-stream": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_file(id: str, name: str, request: Request) -> Response:
    """Return a file of a job, such as a proof for its certificate or a sheet of levels."""
    return _file(request, id, name, "application/octet-stream")


@router.get(
    "/v1/jobs/{id}/board.svg",
    responses={
        200: {"content": {"image/svg+xml": {}}},
        **problems(*ANYWHERE, "not-found", *FAILED, "too-many", "draining"),
    },
    response_class=Response,
)
async def get_picture(id: str, request: Request) -> Response:
    """Return a picture of the board and its answer."""
    job = job_asked(request, id)
    if not job.request.get("board"):
        raise Problem("not-found", "a picture is of one board; this job has none")
    known = json.loads(job.result) if job.result else {"presses": job.presses}
    known = {name: known[name] for name in ("presses", "witness") if name in known}
    drawn = await ask(request, "answer_svg", job.request, known)
    return Response(drawn["svg"], media_type="image/svg+xml")


def _file(request: Request, id: str, name: str, media_type: str) -> Response:
    job = job_asked(request, id)
    store = jobs_of(request).store
    known = store.piece(id, name, 0, 0)
    if known is None:
        asked = job.request.get("certificate")
        raise Problem(
            "not-found",
            "nothing was found that shows this answer" if asked and job.over
            else "the job has no such file; ask with certificate: true, and wait for its end",
        )  # fmt: skip
    size = known[1]
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Length": str(size),
    }
    return StreamingResponse(
        in_pieces(store, id, name, size), headers=headers, media_type=media_type
    )
