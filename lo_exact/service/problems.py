"""Error responses as RFC 9457 problems, and the table from exceptions to HTTP statuses.

A problem is ``{type, title, status, detail, advice}`` and, where input is at fault, ``line`` and
``column``.  Its type is a word that does not change; docs/service.md lists them.
"""

import sqlite3
from typing import Any

from lo_exact.errors import InputError, LoExactError

MEDIA_TYPE = "application/problem+json"

TITLES = {
    "bad-request": (
        400,
        "the request cannot be read",
        "send one JSON object, with Content-Length or chunked",
    ),
    "bad-option": (
        400,
        "an option that cannot be",
        "change or leave out the option of the detail; /openapi.json has those of each question",
    ),
    "unauthorized": (
        401,
        "a token is wanted",
        "send the header Authorization: Bearer TOKEN, with a token from the operator of the server",
    ),
    "forbidden": (
        403,
        "this is not allowed",
        "the detail says why; the operator of the server grants rights and longer times",
    ),
    "not-found": (
        404,
        "there is nothing here",
        "look at the address; results are kept for a while, and a job is seen by who asked for it",
    ),
    "method-not-allowed": (
        405,
        "this method is not served here",
        "use a method of the header Allow",
    ),
    "slow-request": (
        408,
        "the request took too long to arrive",
        "send the request again, faster or smaller",
    ),
    "conflict": (
        409,
        "the job's state does not allow this",
        "read the job again: it has ended, or waits",
    ),
    "too-large": (
        413,
        "too large",
        "ask for less: a smaller board, fewer boards, or a shorter list",
    ),
    "wrong-media-type": (
        415,
        "another content type is wanted",
        "send the header Content-Type that the detail names",
    ),
    "wrong-host": (
        421,
        "this server does not answer for that name",
        "use the server's own name, or start it with --allow-host NAME",
    ),
    "bad-board": (
        422,
        "the board cannot be read",
        "change the board at line and column; docs/formats.md shows every format",
    ),
    "bad-field": (
        422,
        "a field of the request is wrong",
        "change the field that the detail names; /openapi.json has all of them",
    ),
    "too-many": (
        429,
        "too many jobs or requests",
        "ask again after the seconds of the header Retry-After, or wait for your other jobs",
    ),
    "internal": (
        500,
        "internal error",
        "ask again; if it happens again, report it with the header X-Request-Id",
    ),
    "disagreement": (
        500,
        "two engines disagree",
        "report it with the job's file disagreement.json: one of them is wrong",
    ),
    "child-died": (
        500,
        "the process that worked on it died",
        "ask again, or for a smaller board: mostly memory was short",
    ),
    "missing-package": (
        501,
        "a package is not installed",
        "the operator of the server can install it; ask without what needs it",
    ),
    "draining": (
        503,
        "the server is shutting down",
        "ask again in a few seconds; accepted jobs are kept",
    ),
    "store-full": (
        507,
        "the store cannot be written",
        "ask again later; the operator of the server has to free its disk",
    ),
}
"""All problem types, with status, title and remedy."""

MEMBERS = ("type", "title", "status", "detail", "advice")

_OF_EXIT_CODE = {
    1: "internal",
    2: "bad-option",
    3: "bad-board",
    4: "too-large",  # the work limit of a table or of light chasing is exceeded
    5: "missing-package",
    6: "disagreement",
    70: "internal",
}


class Problem(Exception):
    """Exception that the server answers with an error response, a problem of RFC 9457.

    Args:
        kind: a key of `TITLES`.
        detail: one line.
        headers: headers of the response.
        more: further members, such as line and column.
    """

    def __init__(
        self, kind: str, detail: str, *, headers: dict[str, str] | None = None, **more: Any
    ):
        super().__init__(detail)
        self.kind: str = kind
        self.headers: dict[str, str] = headers or {}
        self.value: dict[str, Any] = problem(kind, detail, **more)


def problem(kind: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem of RFC 9457 as JSON values."""
    status, title, advice = TITLES[kind]
    values = (kind, title, status, " ".join(detail.split())[:2000], advice)
    return dict(zip(MEMBERS, values, strict=True), **more)


def of_error(error: LoExactError) -> dict[str, Any]:
    """Convert an exception of this package to a problem, with the position in the board."""
    place = {}
    if isinstance(error, InputError):
        place = {name: at for name in ("line", "column") if (at := getattr(error, name))}
    return problem(_OF_EXIT_CODE[error.exit_code], str(error), **place)


def as_problem(value: dict[str, Any]) -> Problem:
    """Convert the JSON values of a problem, stored or transmitted, to the exception `Problem`."""
    more = {k: v for k, v in value.items() if k not in MEMBERS}
    headers = {"Retry-After": "2"} if value["type"] == "too-many" else None
    return Problem(value["type"], value["detail"], headers=headers, **more)


def problem_raised(error: Exception) -> Problem:
    """Convert any exception to a `Problem`, of kind ``internal`` if it is unexpected."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, LoExactError):
        return as_problem(of_error(error))
    if isinstance(error, sqlite3.Error):
        return Problem("store-full", f"the store says: {error}", headers={"Retry-After": "5"})
    return Problem("internal", f"please report it: {type(error).__name__}")
