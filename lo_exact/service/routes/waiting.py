"""Helper functions that routes share, such as parsing requests and waiting for results.

Bodies are read here and not by the framework: NaN, half a surrogate pair and JSON a hundred
thousand deep are refused with a problem like everything else.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.responses import Response, StreamingResponse

from lo_exact.errors import LimitReached, SolverError
from lo_exact.service.children.bounded import problem_of
from lo_exact.service.database import Job
from lo_exact.service.hub import woken
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem, as_problem
from lo_exact.service.store import Store
from lo_exact.service.users import Client
from lo_exact.service.views import etag, job_head

ASK_SECONDS = 30.0
"""Seconds that a client waits for a free child process; the call may then take as long again unless
the route allows more."""

PIECE = 2**18
"""Bytes of a result or a file sent together."""


class FairRoom:
    """Semaphore for one event loop; a single client cannot hold all its slots.

    Args:
        places: number of slots.
    """

    def __init__(self, places: int):
        self._most_of_one = max(places - 1, 1)
        self._all = asyncio.Semaphore(places)
        self._own = WeakValueDictionary[str, asyncio.Semaphore]()

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Wait for a slot, and hold it during the context."""
        own = self._own.setdefault(client, asyncio.Semaphore(self._most_of_one))
        async with own, self._all:
            yield


def jobs_of(request: Request, *, taking: bool = False) -> Jobs:
    """Return the job queues of the server.

    Args:
        request: any request.
        taking: raise if no more jobs are accepted.
    """
    jobs: Jobs = request.app.state.jobs
    if taking and jobs.draining.is_set():
        raise Problem("draining", "ask again in a moment", headers={"Retry-After": "5"})
    return jobs


def shown(request: Request, job: Job, files: list[str], status: int) -> Response:
    """Return a job as a response, with its queue position and links that work behind a proxy."""
    root, store = request.app.state.settings.root_path, jobs_of(request).store
    position = store.position(job) if job.state == "queued" else None
    head, result = job_head(job, files, root, position), job.result or "null"
    headers = {"Location": f"{root}/v1/jobs/{job.id}", "ETag": etag(job)}
    if len(result) <= PIECE:
        return Response(f"{head}{result}}}", status, headers, media_type="application/json")

    return StreamingResponse(
        in_pieces(store, job.id, "", len(result), head, "}"),
        status, headers, media_type="application/json",
    )  # fmt: skip


async def in_pieces(
    store: Store, id: str, name: str, size: int, head: str = "", tail: str = ""
) -> AsyncIterator[str | bytes]:
    """Yield a job's file or result in pieces, so that a slow reader needs little memory.

    Args:
        store: the store of jobs.
        id: id of the job.
        name: name of the file; "" for the result.
        size: total number of bytes.
        head: text before it.
        tail: text after it.
    """
    yield head
    for start in range(0, size, PIECE):
        found = await asyncio.to_thread(store.piece, id, name, start, PIECE)
        if found is None or found[1] != size:
            raise RuntimeError("the job was asked again while its answer was read")
        yield found[0]
    yield tail


def found(jobs: Jobs, id: str) -> Job:
    """Return the job with an id; raise a ``not-found`` problem if there is none."""
    job = jobs.store.job(id)
    if job is None:
        raise Problem("not-found", "there is no job of this id")
    return job


def job_asked(request: Request, id: str) -> Job:
    """Return a job if the client may see it; users from the file see only jobs they asked for."""
    store, client = jobs_of(request).store, client_of(request).name
    is_hidden = client.startswith("user:") and not store.owned(id, client)
    return found(jobs_of(request), "" if is_hidden else id)


def client_of(request: Request) -> Client:
    """Return the client of a request, as determined by the guard."""
    client: Client = request.scope["client_of_ours"]
    return client


def asker_of(request: Request) -> str:
    """Return the client and its browser window (header ``Lo-Exact-Asker``) as one name."""
    return f"{client_of(request).name} {request.headers.get('lo-exact-asker', '')[:64]}"


def seconds_of(request: Request, asked: float, *, said: bool) -> float:
    """Return the time limit of a question, by default the client's maximum.

    Args:
        request: the request of a client with a largest limit.
        asked: the requested limit.
        said: whether the request has a limit.
    """
    most = client_of(request).seconds
    if said and asked > most:
        raise Problem("forbidden", f"your time_limit is {most:g} at most, got {asked:g}")
    return min(asked, most)


async def submit(
    request: Request, jobs: Jobs, id: str, values: dict[str, Any], time_limit: float
) -> Job:
    """Submit a question as a job of the requesting client."""
    # in a thread, since it may have to wait while another process locks the file
    return await asyncio.to_thread(
        jobs.submit, id, values, time_limit, client_of(request), asker_of(request)
    )


async def settled(
    jobs: Jobs, job: Job, changed: asyncio.Event, seconds: float, *, read: bool = False
) -> Job:
    """Wait until the job has ended, its board is parsed, or the time is up; return the job.

    Args:
        jobs: the job queues.
        job: the job before any change.
        changed: event of `Hub.listening`, created before that.
        seconds: longest wait.
        read: whether to return when the board was parsed and the job moved to the long queue.
    """
    end = time.monotonic() + seconds
    while not (job.over or jobs.draining.is_set()):
        left = end - time.monotonic()
        if left <= 0 or (read and job.lane == "long" and job.facts is not None):
            break
        await woken(changed, left)
        changed.clear()
        job = found(jobs, job.id)
    return job


async def ask(
    request: Request, function: str, *arguments: Any,
    seconds: float = ASK_SECONDS, limited: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """Call a function of `work` in a child process as soon as a slot is free."""
    jobs = jobs_of(request, taking=True)
    limits = [request.app.state.settings.child_limits] if limited else []
    room: FairRoom = request.app.state.asking
    async with AsyncExitStack() as held:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                await held.enter_async_context(room.place(client_of(request).name))
        except TimeoutError:
            headers = {"Retry-After": "5"}
            raise Problem("too-many", "others are being served", headers=headers) from None
        try:
            said: dict[str, Any] = await asyncio.to_thread(
                jobs.ask, function, *arguments, *limits, seconds=seconds
            )
        except LimitReached:
            jobs_of(request, taking=True)
            raise Problem("too-large", f"this takes longer than {seconds:.0f} s") from None
        except SolverError as error:
            raise as_problem(problem_of(error, request.app.state.settings.child_limits)) from error
    if "problem" in said:
        raise as_problem(said["problem"])
    return said


JSON, NDJSON = "application/json", "application/x-ndjson"

Model = TypeVar("Model", bound=BaseModel)


async def body(request: Request, model: type[Model]) -> Model:
    """Parse the JSON body of a request, or raise a problem."""
    media_type(request, JSON)
    text = await request.body()
    try:
        return model.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        kind = "bad-request" if first["type"] == "json_invalid" else "bad-field"
        raise Problem(kind, f"{where}: {first['msg']}" if where else first["msg"]) from None


def media_type_of(request: Request) -> str:
    """Return the media type of a request's body, or "" if there is none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def media_type(request: Request, wanted: str) -> None:
    """Raise a problem unless the body has the given media type."""
    if media_type_of(request) != wanted:
        raise Problem("wrong-media-type", f"send Content-Type: {wanted}")


def preferred(prefer: str | None, most: float) -> float:
    """Return the N seconds of a header ``Prefer: wait=N``, at most ``most``; 0 if invalid."""
    for part in (prefer or "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "wait" and value.isascii() and value.isdigit() and len(value) < 9:
            return min(float(value), most)
    return 0.0
