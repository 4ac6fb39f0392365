"""Client that sends the library's questions to a server and verifies the answers.

`Service` asks, waits, follows jobs, and checks answers.  The same question is always the same job,
so a lost request is sent again.  The client waits while a server restarts, and asks later if the
server is busy (429, 502, 503, 504).

The client multiplies out presses and witnesses against the puzzle that it sent.  It does not prove
that nothing is lighter, or that a count is right: `certificate` fetches a proof.  Answers become
the library's classes, and problems its errors.  Only the standard library is used.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from lo_exact.errors import (
    ChildDied,
    DisagreementError,
    InputError,
    LimitReached,
    LoExactError,
    MissingPackageError,
    SolverError,
    UsageError,
    printable,
)
from lo_exact.formats import write_puzzle
from lo_exact.outcome import Presses, Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import Solution, refuted, solved, unplaced

ERRORS: dict[str, type[LoExactError]] = {
    "bad-board": InputError,
    "bad-request": UsageError,
    "bad-option": UsageError,
    "bad-field": UsageError,
    "unauthorized": UsageError,
    "forbidden": UsageError,
    "wrong-host": UsageError,
    "not-found": UsageError,
    "method-not-allowed": UsageError,
    "wrong-media-type": UsageError,
    "conflict": UsageError,
    "too-large": LimitReached,
    "too-many": LimitReached,
    "slow-request": LimitReached,
    "draining": LimitReached,
    "store-full": LimitReached,
    "missing-package": MissingPackageError,
    "disagreement": DisagreementError,
    "child-died": ChildDied,
    "internal": SolverError,
}
"""Exception class for each type of problem that a server reports."""


def checked_solution(puzzle: Puzzle, said: Mapping[str, Any], url: str) -> Solution:
    """Convert a server's answer to a solution, after verifying its presses or witness.

    Args:
        puzzle: the puzzle that was sent.
        said: the answer as JSON values.
        url: address of the server.

    Raises:
        SolverError: When the answer is wrong, or about another puzzle.
    """
    if "problem" in said:  # one board of a batch has failed
        raise error_of(said["problem"])
    if said == {"status": Status.UNKNOWN.value}:  # the time limit ended the batch before this board
        return Solution(puzzle, Status.UNKNOWN, lower_bound=0, stopped="time limit")
    if said.get("puzzle_sha256") != puzzle.sha256:
        raise SolverError(f"{url} answered another puzzle")
    status, weight = Status(said["status"]), said.get("weight")
    bound = said.get("lower_bound")
    presses = witness = None
    if "presses" in said:
        presses = _pressed(puzzle, said["presses"], weight)
    if "witness" in said:
        layout = puzzle.layout
        values = unplaced(layout.light_at, layout, said["witness"])
        witness = refuted(puzzle, tuple(values[k] for k in puzzle.matters.tolist()))
    proved = status is not Status.OPTIMAL or (presses is not None and bound == weight)
    if not proved or (status is Status.INFEASIBLE and witness is None):
        raise SolverError(f"{url} gave an answer without what shows it")
    return Solution(
        puzzle, status, weight=weight, lower_bound=bound, presses=presses,
        minimum_solutions=said.get("minimum_solutions"),
        solutions=tuple(_pressed(puzzle, rows, weight) for rows in said.get("solutions", [])),
        solutions_total=said.get("solutions_total"), engine=said.get("engine", ""),
        seconds=said.get("seconds", 0.0), witness=witness,
        canonical=said.get("canonical", False),
        stopped="time limit" if status in (Status.FEASIBLE, Status.UNKNOWN) else "",
    )  # fmt: skip


def error_of(problem: Mapping[str, Any]) -> LoExactError:
    """Convert a problem from the server into the corresponding exception."""
    kind, detail = problem["type"], printable(str(problem["detail"]), 500)
    raised = ERRORS.get(kind, SolverError)
    if raised is InputError:
        place = {name: problem[name] for name in ("line", "column") if problem.get(name)}
        head = ":".join(str(place[name]) for name in ("line", "column") if name in place)
        return InputError(detail.removeprefix(f"{head}: ") if head else detail, **place)
    return raised(f"{kind}: {detail}")


def _pressed(puzzle: Puzzle, rows: Any, weight: Any) -> Presses:
    """Return the presses that a server sent as rows, after verifying that they solve the puzzle."""
    flat = unplaced(puzzle.layout.button_at, puzzle.layout, rows)
    # with the goal "all alike" the last unknown, the common shift of all lights, is not sent; it
    # costs nothing, and `solved` verifies only the presses, so any value will do
    shift = (0,) if puzzle.uniform else ()
    return solved(puzzle, (*flat, *shift), weight)


@dataclass(frozen=True)
class ServiceEvent:
    """Event of a job on the server: a new state, progress, or the end."""

    number: int
    """Number of the event, from 1."""
    kind: str
    """Kind of event: ``state``, ``progress`` or ``end``."""
    data: dict[str, Any]
    """Data sent by the service: ``best``, ``lower_bound``, ``presses``, ``state``."""


class Service:
    """Connection to a server of ``lo-exact serve``.

    Args:
        url: address, with the path prefix behind a proxy: ``https://example.org/lights``.
        token: access token, or ``""``.
        patience: seconds to wait for a server that is down or busy.

    Raises:
        UsageError: When the address is invalid.

    Example:
        >>> from lo_exact.client import Service
        >>> service = Service("http://127.0.0.1:8017")
        >>> service.url
        'http://127.0.0.1:8017'
    """

    def __init__(self, url: str, token: str = "", *, patience: float = 60.0):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            got = printable(url, 80)
            raise UsageError(f"a service is at an address like http://127.0.0.1:8017, got {got!r}")
        self.url: str = url.rstrip("/")
        self.patience: float = patience
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def minimum(
        self, puzzle: Puzzle, *, engine: str = "auto", time_limit: float = 60.0,
        count: bool = False, canonical: bool = False,
    ) -> Solution:  # fmt: skip
        """Return a lightest solution, like `lo_exact.minimum`."""
        options = {"engine": engine, "count": count, "canonical": canonical}
        return self._solution("min", puzzle, time_limit, options)

    def all_minima(
        self, puzzle: Puzzle, *, limit: int = 1000, engine: str = "auto", time_limit: float = 60.0
    ) -> Solution:
        """Return the minimum solutions, at most `limit`, like `lo_exact.all_minima`."""
        return self._solution("all", puzzle, time_limit, {"limit": limit, "engine": engine})

    def count(self, puzzle: Puzzle, *, engine: str = "auto", time_limit: float = 60.0) -> Solution:
        """Count all solutions and the minimum ones, like `lo_exact.count`."""
        return self._solution("count", puzzle, time_limit, {"engine": engine})

    def solve(self, puzzle: Puzzle) -> Solution:
        """Return any solution, like `lo_exact.solve`."""
        return self._solution("solve", puzzle, 60.0, {})

    def prove(self, puzzle: Puzzle) -> Solution:
        """Determine whether a solution exists, with a witness if not, like `lo_exact.prove`."""
        return self._solution("prove", puzzle, 60.0, {})

    def hint(
        self, puzzle: Puzzle, *, next: int = 1, why: bool = False, time_limit: float = 60.0
    ) -> dict[str, Any]:
        """Return the next presses of a shortest solution, as printed by ``lo-exact hint --json``.

        Args:
            puzzle: the board.
            next: number of presses.
            why: whether each comes with its reason.
            time_limit: seconds.

        Returns:
            ``left`` and ``hints``; for a board without a proved minimum, the plain answer.

        Raises:
            SolverError: When the answer is about another puzzle.
        """
        said = self.ask(
            "hint", write_puzzle(puzzle, "json"), time_limit=time_limit, next=next, why=why
        )
        if said.get("puzzle_sha256") != puzzle.sha256:
            raise SolverError(f"{self.url} answered another puzzle")
        return said

    def minimum_of_each(
        self, puzzles: Sequence[Puzzle], *, time_limit: float = 60.0, count: bool = False
    ) -> list[Solution]:
        """Return a lightest solution of each puzzle, in order, with one request for all.

        Args:
            puzzles: at most 10,000.
            time_limit: seconds, for all of them.
            count: count the minimum solutions of each as well.
        """
        boards = [write_puzzle(puzzle, "json") for puzzle in puzzles]
        asked = {"boards": boards, "question": "min", "time_limit": time_limit, "count": count}
        job = self._until_over(self._ask_job("/v1/batches", asked))
        return [
            checked_solution(puzzle, said, self.url)
            for puzzle, said in zip(puzzles, self._result(job)["results"], strict=True)
        ]

    def ask(self, question: str, board: str, **options: Any) -> dict[str, Any]:
        """Ask a question that the server supports; return the answer as JSON values, unverified.

        Args:
            question: ``spectrum``, ``sample``, ``kernel``, ``plan``, ``chase``, ``distance``, ...
            board: any text that lo-exact reads.
            options: further keys of the request.
        """
        asked = {"question": question, "board": board, **options}
        return self._result(self._until_over(self._ask_job("/v1/jobs", asked)))

    def start(self, question: str, board: str, **options: Any) -> str:
        """Submit a question and return the job's id without waiting; see `events` and `result`."""
        asked = {"question": question, "board": board, **options}
        return str(self._ask_job("/v1/jobs", asked, wait=0)["id"])

    def events(self, id: str, after: int = 0) -> Iterator[ServiceEvent]:
        """Yield the events of a job until it ends, reconnecting after a broken connection.

        Args:
            id: the job.
            after: number of the last known event.
        """
        end, known = time.monotonic() + self.patience, after
        while True:
            headers = {"Accept": "application/x-ndjson", "Last-Event-ID": str(known)}
            try:
                with self._open("GET", f"/v1/jobs/{id}/events", headers=headers) as stream:
                    for line in stream:
                        if not line.strip():
                            continue
                        data = json.loads(line)
                        event = ServiceEvent(data.pop("id"), data.pop("event"), data)
                        known, end = event.number, time.monotonic() + self.patience
                        yield event
                        if event.kind == "end":
                            return
            except (_LaterError, OSError, HTTPException, ValueError):
                pass  # the server stops or the connection broke: continue after the last event
            if self.job(id)["state"] not in ("queued", "running"):
                return  # the job has ended, and the caller may have its last event already
            if time.monotonic() > end:
                raise LimitReached(f"{self.url} does not say how the job goes")
            time.sleep(0.2)

    def job(self, id: str) -> dict[str, Any]:
        """Return the present state of a job."""
        return self._json("GET", f"/v1/jobs/{id}")

    def result(self, id: str) -> dict[str, Any]:
        """Wait for a job's end and return its result as JSON values."""
        return self._result(self._until_over(self.job(id)))

    def cancel(self, id: str) -> dict[str, Any]:
        """Cancel a job; return its description, with the best presses and bound found so far."""
        return self._json("DELETE", f"/v1/jobs/{id}")

    def jobs(self) -> Iterator[dict[str, Any]]:
        """Yield the jobs that this client submitted, newest first."""
        before = ""
        while True:
            page = self._json("GET", f"/v1/jobs?limit=100{before}")
            yield from page["jobs"]
            if page["next"] is None:
                return
            before = f"&before={page['next']}"

    def certificate(self, puzzle: Puzzle, *, time_limit: float = 60.0) -> dict[str, Any]:
        """Return a certificate of a puzzle's minimum, for ``lo-exact check``.

        Raises:
            LimitReached: When none was found within the time limit.
        """
        board = write_puzzle(puzzle, "json")
        asked = {"board": board, "certificate": True, "time_limit": time_limit}
        job = self._until_over(self._ask_job("/v1/jobs", asked))
        if "certificate" not in job["links"]:
            raise LimitReached("no certificate was found in time")
        return self._json("GET", f"/v1/jobs/{job['id']}/certificate")

    def _solution(
        self, question: str, puzzle: Puzzle, time_limit: float, options: Mapping[str, Any]
    ) -> Solution:
        said = self.ask(
            question, write_puzzle(puzzle, "json"), time_limit=time_limit,
            **{name: value for name, value in options.items() if value not in (False, "auto")},
        )  # fmt: skip
        return checked_solution(puzzle, said, self.url)

    def _ask_job(self, path: str, asked: Mapping[str, Any], wait: int = 30) -> dict[str, Any]:
        return self._json("POST", path, asked, {"Prefer": f"wait={wait}"})

    def _until_over(self, job: dict[str, Any]) -> dict[str, Any]:
        while job["state"] in ("queued", "running"):
            for _ in self.events(job["id"]):
                pass
            job = self.job(job["id"])
        return job

    def _result(self, job: Mapping[str, Any]) -> dict[str, Any]:
        if job["problem"]:
            raise error_of(job["problem"])
        if job["result"] is None:
            raise LimitReached(f"the job is {job['state']}, and nothing is known")
        found: dict[str, Any] = job["result"]
        return found

    def _json(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return the JSON response to a request, retrying while the server is down or busy."""
        end = time.monotonic() + self.patience
        while True:
            pause, later = 0.2, f"{self.url} does not answer"
            try:
                with self._open(method, path, body, headers or {}) as answer:
                    found: dict[str, Any] = json.loads(answer.read())
                    return found
            except _LaterError as busy:
                pause, later = busy.seconds, str(busy)
            except (OSError, HTTPException, ValueError) as error:
                later = f"{later}: {printable(str(error), 80)}"
            if time.monotonic() + pause > end:
                raise LimitReached(later)
            time.sleep(min(pause, 10.0))

    def _open(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> HTTPResponse:
        """Send a request and return the response; raise if the response is a problem."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, sent, method=method)
        try:
            # the server sends something every 15 s, so after 60 s the connection is broken
            found: HTTPResponse = urllib.request.urlopen(request, timeout=60.0)
        except urllib.error.HTTPError as refused:
            with refused:
                text = refused.read()
            try:
                error = error_of(json.loads(text))
            except (ValueError, KeyError, TypeError, AttributeError):  # a proxy's error page
                error = SolverError(f"{self.url} answered {refused.code}")
            if refused.code in (429, 502, 503, 504):  # busy, or down behind a proxy
                seconds = refused.headers.get("Retry-After", "1")
                raise _LaterError(str(error), seconds) from None
            raise error from None
        return found


class _LaterError(LimitReached):
    """Raised when the server asks to retry later."""

    def __init__(self, said: str, seconds: str):
        super().__init__(said)
        self.seconds = float(seconds) if seconds.isascii() and seconds.isdigit() else 1.0
