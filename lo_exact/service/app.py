"""The routes: read the request, make one call, answer.

Bodies are read here and not by the framework: NaN, half a surrogate pair and JSON a hundred
thousand deep are refused with a problem like everything else.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from lo_exact import __version__
from lo_exact.errors import LimitReached, LoExactError
from lo_exact.service import metrics, page
from lo_exact.service.events import stream
from lo_exact.service.guard import Guard
from lo_exact.service.hub import Hub, woken
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem, of_error, response
from lo_exact.service.requests import (
    BatchOptions,
    CheckRequest,
    JobRequest,
    UnderstandRequest,
    canonical,
    canonical_batch,
    identity,
    misfit,
)
from lo_exact.service.settings import Settings
from lo_exact.service.store import Job, Store, TooManyError
from lo_exact.service.views import (
    CheckView,
    JobView,
    ProblemView,
    body_of,
    etag,
    job_response,
    problems,
)

READ_SECONDS = 1.0
"""How long a post waits for its board to be read, so that a bad one is refused at once."""

CANCEL_SECONDS = 3.0
ASK_SECONDS = 30.0
NDJSON = "application/x-ndjson"
ANYWHERE = ("unauthorized", "forbidden", "wrong-host")
FAILED = (
    "bad-option", "bad-board", "too-large", "internal", "disagreement", "child-died",
    "missing-package",
)  # fmt: skip
BODY = ("bad-request", "bad-field", "wrong-media-type", "too-large", "slow-request")

Model = TypeVar("Model", bound=BaseModel)
router = APIRouter()


def create_app(settings: Settings) -> FastAPI:
    """Return the application; ``app.state.store`` must be set before it is served."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        store: Store = app.state.store
        jobs = Jobs(settings, store, hub)
        app.state.jobs, app.state.asking = jobs, asyncio.Semaphore(settings.workers)
        jobs.start()
        try:
            yield
        finally:
            await asyncio.to_thread(jobs.stop)
            store.close()

    app = FastAPI(
        title="lo-exact", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Exact, proved answers about Lights Out and every puzzle like it.",
    )  # fmt: skip
    app.state.settings, app.state.known = settings, {}
    app.include_router(router)
    app.include_router(page.routes(settings))
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(LoExactError, _on_our_error)
    app.add_exception_handler(RequestValidationError, _on_bad_query)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(sqlite3.Error, _on_store)
    app.add_exception_handler(Exception, _on_bug)
    app.add_middleware(Guard, settings=settings)
    models = (JobRequest, UnderstandRequest, CheckRequest, ProblemView)
    schema = app.openapi()
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


# jobs


@router.post(
    "/v1/jobs",
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
    jobs = _jobs(request, taking=True)
    asked = await _body(request, JobRequest)
    if said := misfit(asked):
        raise Problem("bad-option", said)
    values = canonical(asked)
    job = await _submit(request, jobs, identity(values), values, asked.time_limit)
    wait = _preferred(prefer, request.app.state.settings.wait_seconds)
    job = await _awaited(jobs, job, wait, read=wait == 0)
    if job.problem and job.problem["status"] != 500:
        raise _failed(job)
    files = jobs.store.files(job.id) if asked.certificate else []
    return job_response(job, files, 200 if job.over else 202)


@router.get(
    "/v1/jobs/{id}",
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
    jobs = _jobs(request)
    job = _found(jobs, id)
    if if_none_match and etag(job) in if_none_match:
        return Response(status_code=304, headers={"ETag": etag(job)})
    return job_response(job, jobs.store.files(id), 200)


@router.delete(
    "/v1/jobs/{id}",
    responses={
        200: {"model": JobView, "description": "Cancelled, with what was known"},
        **problems(*ANYWHERE, "not-found", "conflict", "draining"),
    },
    response_class=Response,
)
async def cancel_job(id: str, request: Request) -> Response:
    """Cancel a job; best presses and bound become its result."""
    jobs = _jobs(request)
    job = _found(jobs, id)
    end = time.monotonic() + CANCEL_SECONDS
    while not job.over and time.monotonic() < end:
        await asyncio.to_thread(jobs.cancel, id)
        job = await _awaited(jobs, job, 0.25)
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
    jobs = _jobs(request)
    _found(jobs, id)
    known = last_event_id or "0"
    if not (known.isascii() and known.isdigit() and len(known) < 16):
        raise Problem("bad-field", "Last-Event-ID is the number of an event")
    lines = NDJSON in (accept or "")
    return StreamingResponse(
        stream(jobs, id, int(known), lines=lines),
        media_type=NDJSON if lines else "text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


@router.get(
    "/v1/jobs/{id}/certificate",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_certificate(id: str, request: Request) -> Response:
    """Return the certificate of a job that was asked with ``certificate``."""
    return _file(request, id, "certificate.json", "application/json")


@router.get(
    "/v1/jobs/{id}/certificate/{name}",
    responses={
        200: {"content": {"application/octet-stream": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_proof(id: str, name: str, request: Request) -> Response:
    """Return a proof that lies beside a certificate."""
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
    """Return board and answer as a picture."""
    jobs = _jobs(request)
    job = _found(jobs, id)
    if "boards" in job.request:
        raise Problem("not-found", "a batch has no picture")
    known = json.loads(job.result) if job.result else {"presses": job.presses}
    known = {name: known[name] for name in ("presses", "witness") if name in known}
    found = await _ask(request, "picture", job.request, known)
    return Response(found["svg"], media_type="image/svg+xml")


# whatever is no job of one board


@router.post(
    "/v1/batches",
    responses={
        200: {"description": "A result or problem a line", "content": {NDJSON: {}}},
        202: {"model": JobView, "description": "It waits or runs (Prefer: respond-async)"},
        **problems(*ANYWHERE, *BODY, *FAILED, "conflict", "too-many", "draining", "store-full"),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {NDJSON: {"schema": {"type": "string"}, "example": '"##/##"\n'}},
        }
    },
    response_class=Response,
)
async def post_batch(
    request: Request,
    options: Annotated[BatchOptions, Query()],
    prefer: Annotated[str | None, Header(description="respond-async")] = None,
) -> Response:
    """Ask one question about many boards: a JSON string, or {"board": ...}, a line."""
    jobs = _jobs(request, taking=True)
    settings = request.app.state.settings
    _media_type(request, NDJSON)
    boards = _boards(await request.body(), settings.max_batch)
    values = canonical_batch(options, boards)
    job = await _submit(request, jobs, identity(values), values, options.time_limit)
    if "respond-async" in (prefer or ""):
        return job_response(job, [], 200 if job.over else 202)
    while not job.over and not jobs.draining.is_set():
        job = await _awaited(jobs, job, 60.0)
    if job.problem:
        raise _failed(job)
    if job.result is None:
        _jobs(request, taking=True)
        raise Problem("conflict", f"the batch is {job.state}")
    # every answer stands on a line of its own, digit by digit as the child wrote it
    lines = [line.removesuffix(",") for line in job.result.split("\n")[1:-1]]
    return Response("".join(f"{line}\n" for line in lines if line), media_type=NDJSON)


@router.post(
    "/v1/check",
    responses={
        200: {"model": CheckView},
        **problems(*ANYWHERE, *BODY, "internal", "too-many", "draining"),
    },
    openapi_extra=body_of(CheckRequest),
    response_class=Response,
)
async def post_check(request: Request) -> Response:
    """Judge a certificate, in a process that loads the stand-alone checker and nothing else."""
    asked = await _body(request, CheckRequest)
    text = json.dumps(asked.certificate)
    seconds = request.app.state.settings.check_seconds
    found = await _ask(request, "judge", text, asked.proofs, seconds=seconds)
    return Response(json.dumps(found["result"]), media_type="application/json")


@router.post(
    "/v1/read",
    responses={
        200: {"content": {"application/json": {}}, "description": "What was understood"},
        **problems(*ANYWHERE, *BODY, "bad-option", "bad-board", "internal", "too-many", "draining"),
    },
    openapi_extra=body_of(UnderstandRequest),
    response_class=Response,
)
async def post_read(request: Request) -> Response:
    """Say what a board is understood as: the format, and what ``lo-exact show --json`` says."""
    asked = await _body(request, UnderstandRequest)
    values = asked.model_dump(exclude_defaults=True, mode="json")
    found = await _ask(request, "understood", values)
    return Response(json.dumps(found["result"]), media_type="application/json")


@router.get(
    "/v1/engines",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "internal", "too-many", "draining"),
    },
    response_class=Response,
)
async def get_engines(request: Request) -> Response:
    """Return every way to answer, as ``lo-exact engines --no-test --json``."""
    known = request.app.state.known
    if "engines" not in known:
        known["engines"] = await _ask(request, "engines", limited=False)
    return Response(json.dumps(known["engines"]), media_type="application/json")


@router.get("/healthz", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def healthz() -> Response:
    """Say that the server is there."""
    return Response("ok\n", media_type="text/plain")


@router.get(
    "/readyz",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **problems("draining", "store-full")},
)
async def readyz(request: Request) -> Response:
    """Say that jobs are taken and can be kept."""
    jobs = _jobs(request, taking=True)
    if not await asyncio.to_thread(jobs.store.writable):
        raise Problem("store-full", "the store cannot be written")
    return Response("ready\n", media_type="text/plain")


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {}}},
        **problems(*ANYWHERE, "missing-package", "draining"),
    },
)
async def get_metrics(request: Request) -> Response:
    """Return figures for Prometheus."""
    body, media_type = metrics.exposition(_jobs(request))
    return Response(body, media_type=media_type)


# what they share


def _jobs(request: Request, *, taking: bool = False) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    if taking and jobs.draining.is_set():
        raise Problem("draining", "ask again in a moment", headers={"Retry-After": "5"})
    return jobs


def _found(jobs: Jobs, id: str) -> Job:
    job = jobs.store.job(id)
    if job is None:
        raise Problem("not-found", "there is no job of this id")
    return job


def _file(request: Request, id: str, name: str, media_type: str) -> Response:
    jobs = _jobs(request)
    job = _found(jobs, id)
    body = jobs.store.file(id, name)
    if body is None:
        asked = job.request.get("certificate")
        raise Problem(
            "not-found",
            "nothing was found that shows this answer" if asked and job.over
            else "the job has no such file; ask with certificate: true, and wait for its end",
        )  # fmt: skip
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, headers=headers, media_type=media_type)


async def _submit(
    request: Request, jobs: Jobs, id: str, values: dict[str, Any], time_limit: float
) -> Job:
    token = request.app.state.settings.token
    client = "token" if token else (request.client.host if request.client else "")
    try:
        return await asyncio.to_thread(jobs.submit, id, values, time_limit, client)
    except TooManyError as full:
        raise Problem("too-many", str(full), headers={"Retry-After": "2"}) from None


async def _awaited(jobs: Jobs, job: Job, seconds: float, *, read: bool = False) -> Job:
    """Return the job when it has ended, or after so long; or when its board was read."""
    end = time.monotonic() + (READ_SECONDS if read else seconds)
    with jobs.hub.listening(job.id) as changed:
        while True:
            changed.clear()
            job = _found(jobs, job.id)
            left = end - time.monotonic()
            known = read and job.state != "queued" and job.facts is not None
            if job.over or known or left <= 0 or jobs.draining.is_set():
                return job
            await woken(changed, left)


async def _ask(
    request: Request, function: str, *arguments: Any,
    seconds: float = ASK_SECONDS, limited: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Call a function of `work` in a child, when there is room."""
    jobs = _jobs(request, taking=True)
    limits = [request.app.state.settings.child_limits] if limited else []
    room: asyncio.Semaphore = request.app.state.asking
    try:
        async with asyncio.timeout(ASK_SECONDS):
            await room.acquire()
    except TimeoutError:
        headers = {"Retry-After": "5"}
        raise Problem("too-many", "others are being served", headers=headers) from None
    try:
        found: dict[str, Any] = await asyncio.to_thread(
            jobs.ask, function, *arguments, *limits, seconds=seconds
        )
    except LimitReached:
        _jobs(request, taking=True)
        raise Problem("too-large", f"this takes longer than {seconds:.0f} s") from None
    finally:
        room.release()
    if "problem" in found:
        raise _as_problem(found["problem"])
    return found


async def _body(request: Request, model: type[Model]) -> Model:
    """Return a request's JSON, or raise the problem that it is."""
    _media_type(request, "application/json")
    body = await request.body()
    try:
        return model.model_validate_json(body)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        kind = "bad-request" if first["type"] == "json_invalid" else "bad-field"
        raise Problem(kind, f"{where}: {first['msg']}" if where else first["msg"]) from None


def _boards(body: bytes, most: int) -> list[str]:
    """Return the boards of a batch."""
    boards = []
    for number, line in enumerate(body.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            board = value["board"] if isinstance(value, dict) and len(value) == 1 else value
            board.encode()
        except (ValueError, KeyError, AttributeError, RecursionError):
            said = 'a line is a JSON string, or {"board": ...}'
            raise Problem("bad-request", said, line=number) from None
        boards.append(board)
    if len(boards) > most:
        raise Problem("too-large", f"a batch has at most {most} boards, got {len(boards)}")
    return boards


def _media_type(request: Request, wanted: str) -> None:
    got = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if got != wanted:
        raise Problem("wrong-media-type", f"send Content-Type: {wanted}")


def _preferred(prefer: str | None, most: float) -> float:
    """Return the seconds of ``Prefer: wait=N``; what cannot be read is no preference."""
    for part in (prefer or "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "wait" and value.isascii() and value.isdigit() and len(value) < 9:
            return min(float(value), most)
    return 0.0


def _failed(job: Job) -> Problem:
    assert job.problem is not None
    return _as_problem(job.problem)


def _as_problem(value: dict[str, Any]) -> Problem:
    more = {k: v for k, v in value.items() if k not in ("type", "title", "status", "detail")}
    return Problem(value["type"], value["detail"], **more)


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
    return response(Problem(kind, f"{request.method} is not served here").value, headers)


def _on_store(request: Request, error: Exception) -> Response:
    return response(Problem("store-full", f"the store says: {error}").value, {"Retry-After": "5"})


def _on_bug(request: Request, error: Exception) -> Response:
    return response(Problem("internal", f"please report it: {type(error).__name__}").value)
