"""JSON representation of jobs for clients, and its schemas for ``/openapi.json``."""

import json
from typing import Any, Literal

from pydantic import BaseModel, Field

from lo_exact.service.database import Job
from lo_exact.service.problems import MEDIA_TYPE, TITLES
from lo_exact.service.requests import EXAMPLES

ANYWHERE = ("unauthorized", "forbidden", "wrong-host")
BODY = ("bad-request", "bad-field", "wrong-media-type", "too-large", "slow-request")
FAILED = (
    "bad-option", "bad-board", "too-large", "internal", "disagreement", "child-died",
    "missing-package",
)  # fmt: skip
"""Problem types: of every request, of requests with a body, and of failed jobs."""


class ListedJob(BaseModel):
    """A job in a list, without its answer."""

    id: str = Field(description="SHA-256 of the answers' meaning and the question.")
    state: Literal["queued", "running", "done", "limit", "cancelled", "failed"]
    question: str
    time_limit: float
    created: float = Field(description="Seconds since 1970, as all times.")
    started: float | None
    ended: float | None


class JobView(ListedJob):
    """A job with its result."""

    position: int | None = Field(description="While it waits: 1 is next in its lane.")
    forecast: float | None = Field(description="Seconds that the answer will take, where known.")
    best: int | None = Field(description="Of known presses, while there is no result.")
    lower_bound: int | None = Field(description="Proved, while there is no result.")
    presses: list[Any] | None = Field(description="Known, while there is no result.")
    result: dict[str, Any] | None = Field(description="As printed by the command with --json.")
    problem: dict[str, Any] | None
    links: dict[str, str]


class JobList(BaseModel):
    """Jobs that a client submitted, newest first."""

    jobs: list[ListedJob]
    next: int | None = Field(description="Give it as `before` for older ones; null at the end.")


class ProblemView(BaseModel):
    """An error response, a problem of RFC 9457."""

    type: str = Field(description=", ".join(TITLES))
    title: str
    status: int
    detail: str
    advice: str = Field(description="What to do.")
    line: int | None = None
    column: int | None = None


class CheckView(BaseModel):
    """The verdict of the checker on a certificate."""

    accepted: bool
    kind: str = Field(description="accepted, rejected, too-large, unreadable")
    text: str


def job_head(job: Job, files: list[str], root: str, position: int | None) -> str:
    """Return a job's JSON text up to its result, which follows as the JSON text already stored."""
    here = f"{root}/v1/jobs/{job.id}"
    links = {"self": here, "events": f"{here}/events", "board": f"{here}/board.svg"}
    for name in files:
        is_certificate = name == "certificate.json"
        links["certificate" if is_certificate else name] = (
            f"{here}/certificate" if is_certificate else f"{here}/files/{name}"
        )
    head = {
        "id": job.id,
        "state": job.state,
        "question": job.question,
        "time_limit": job.time_limit,
        "created": job.created,
        "started": job.started,
        "ended": job.ended,
        "position": position,
        "forecast": (job.facts or {}).get("forecast"),
        "best": None if job.result else job.best,
        "lower_bound": None if job.result else job.lower_bound,
        "presses": None if job.result else job.presses,
        "problem": job.problem,
        "links": links,
    }
    return f'{json.dumps(head)[:-1]}, "result": '


def variants() -> list[dict[str, Any]]:
    """Return the schemas of results, one for each question."""
    return [
        {
            "title": question,
            "properties": {
                "question": {"const": question},
                "result": {
                    "type": ["object", "null"],
                    "anyOf": [
                        {"required": keys.split()},
                        {"required": ["status"]},
                        {"const": None},
                    ],
                },
            },
        }
        for question, (_, keys) in EXAMPLES.items()
    ]


def etag(job: Job) -> str:
    """Return the ETag of a job, independent of its position in the queue."""
    return f'"{job.id[:16]}-{job.changes}-{job.created}"'


def problems(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Return the schema entries of the responses for these kinds of problems."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemView"}}}
    found: dict[int | str, dict[str, Any]] = {}
    for kind in sorted(kinds, key=lambda kind: TITLES[kind][0]):
        status, title, *_ = TITLES[kind]
        said = found.get(status, {}).get("description")
        found[status] = {"description": f"{said}; {title}" if said else title, "content": content}
    return found


def body_of(model: type[BaseModel], media_type: str = "application/json") -> dict[str, Any]:
    """Return the schema entry of a request's body, which the routes parse themselves."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {media_type: {"schema": schema}}}}
