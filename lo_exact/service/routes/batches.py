"""Route for batches: one question about many boards, with answers streamed line by line."""

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from lo_exact.service.database import Job
from lo_exact.service.hub import woken
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem, as_problem
from lo_exact.service.requests import BatchOptions, BatchRequest, canonical_batch, identity
from lo_exact.service.routes.waiting import (
    JSON,
    NDJSON,
    body,
    found,
    jobs_of,
    media_type,
    media_type_of,
    preferred,
    seconds_of,
    settled,
    shown,
    submit,
)
from lo_exact.service.views import ANYWHERE, BODY, FAILED, JobView, problems

router: APIRouter = APIRouter(tags=["batches"])


@router.post(
    "/v1/batches",
    responses={
        200: {
            "model": JobView,
            "description": "The job, which has ended; asked in lines, a result or problem a line",
            "content": {NDJSON: {}},
        },
        202: {"model": JobView, "description": "It waits or runs"},
        **problems(*ANYWHERE, *BODY, *FAILED, "conflict", "too-many", "draining", "store-full"),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/BatchRequest"}},
                NDJSON: {"schema": {"type": "string"}, "example": '"##/##"\n'},
            },
        }
    },
    response_class=Response,
)
async def post_batch(
    request: Request,
    options: Annotated[BatchOptions, Query()],
    prefer: Annotated[str | None, Header(description="respond-async; wait=SECONDS")] = None,
) -> Response:
    """Ask one question about many boards.

    As JSON, with the options in the body, the answer is the job.  As lines, each a JSON string or
    {"board": ...}, with the options in the query, the answers come line by line.
    """
    jobs = jobs_of(request, taking=True)
    settings, is_async = request.app.state.settings, "respond-async" in (prefer or "")
    in_lines = media_type_of(request) != JSON
    if in_lines:
        media_type(request, NDJSON)
        boards = _boards(await request.body())
    else:
        asked = await body(request, BatchRequest)
        options = BatchOptions(**asked.model_dump(exclude={"boards"}, exclude_unset=True))
        boards = asked.boards
    if len(boards) > settings.max_batch:
        said = f"a batch has at most {settings.max_batch} boards, got {len(boards)}"
        raise Problem("too-large", said)
    values = canonical_batch(options, boards)
    seconds = seconds_of(request, options.time_limit, said="time_limit" in options.model_fields_set)
    id = identity(values)
    with jobs.hub.listening(id, only_end=True) as changed:
        job = await submit(request, jobs, id, values, seconds)
        if in_lines and not is_async:
            answers = _answers(jobs, job)
            first = await anext(answers, "")  # an early error becomes a problem response
            return StreamingResponse(
                _joined(first, answers), media_type=NDJSON, headers={"X-Accel-Buffering": "no"}
            )
        job = await settled(jobs, job, changed, preferred(prefer, settings.wait_seconds))
    if job.problem and job.problem["status"] != 500:
        raise as_problem(job.problem)
    return shown(request, job, [], 200 if job.over else 202)


async def _answers(jobs: Jobs, job: Job) -> AsyncIterator[str]:
    """Yield the answers of a batch, one line each, as soon as the child reports them.

    What goes wrong after the first of them is the last line.
    """
    sent = 0
    with jobs.hub.listening(job.id) as changed:
        while not (job.over or jobs.draining.is_set()):
            told = jobs.lines.get(job.id, [])[sent:]
            sent += len(told)
            for line in told:
                yield f"{line}\n"
            await woken(changed, 15.0)
            changed.clear()
            job = found(jobs, job.id)
    if job.result is not None:
        # every answer is on its own line, exactly as the child wrote it
        lines = [line.removesuffix(",") for line in job.result.split("\n")[1:-1]]
        for line in lines[sent:]:
            if line:
                yield f"{line}\n"
        return
    if job.problem:
        problem = as_problem(job.problem)
    elif job.over:
        problem = Problem("conflict", f"the batch is {job.state}")
    else:
        problem = Problem("draining", "ask again in a moment", headers={"Retry-After": "5"})
    if not sent:
        raise problem
    yield json.dumps({"problem": problem.value}) + "\n"


async def _joined(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in rest:
        yield line


def _boards(body: bytes) -> list[str]:
    """Parse the boards of a batch from a request's body."""
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
    return boards
