"""Worker threads that run queued jobs in child processes, with queues for short and long jobs.

Every job enters the quick lane, where a child reads it, forecasts it, and answers it when that
takes less than a second.  All else goes to the long lane.  Each lane has threads of its own, one
a core; a thread waits for its child, keeps what the child tells, and ends the child when the job is
cancelled or late.  A child's death is counted and the job asked again; the server's own death is
not the job's fault.

The watches of the parent: what a child tells is kept, and it is ended when it must be.
"""

import json
import math
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from threading import Condition, Event, Thread
from typing import Any

from lo_exact.errors import ChildDied, LimitReached, LoExactError
from lo_exact.outcome import Watch
from lo_exact.processes.worker import GRACE_SECONDS, call_in_child, close_children
from lo_exact.service.children import long_jobs, work
from lo_exact.service.children.bounded import problem_of
from lo_exact.service.database import Job
from lo_exact.service.hub import Hub
from lo_exact.service.observed.figures import Figures
from lo_exact.service.observed.log_lines import ServiceLog
from lo_exact.service.problems import problem
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store, TooManyError
from lo_exact.service.turns import Slices
from lo_exact.service.users import Client

TELL_SECONDS = 0.2
"""Seconds in which reports of a child are collected, also after its start."""


class CancelledError(LimitReached):
    """Raised when a client cancels the running job."""


class DrainingError(LimitReached):
    """Raised when the server shuts down."""


class MakingRoomError(LimitReached):
    """Raised when a job's time slice is over and another job waits."""


class JobWatch(Watch):
    """Watch of a running job: stores what the child reports, and stops the child on request.

    Args:
        store: the store of the job.
        hub: notified of every change.
        job: the claimed job.
        seconds: time limit of the child.
        stop: raises when the job was cancelled, or the server shuts down.
        lines: the answers of a batch so far, which grow here.
        most: largest number of characters of answers to keep if the child is killed.
    """

    def __init__(
        self, store: Store, hub: Hub, job: Job, *,
        seconds: float, stop: Callable[[Job], None], lines: list[str], most: int,
    ):  # fmt: skip
        super().__init__(seconds, stop=self._look)
        self._store, self._hub, self._job = store, hub, job
        self._stop_if_told, self._lines, self._most = stop, lines, most
        self._now: dict[str, Any] = {}
        self._rows: Any = job.presses
        self._weight, self._bound = job.best, job.lower_bound
        self._dirty = 0.0
        self._told = time.monotonic()

    def note(self, payload: Any) -> None:
        """Store facts about the board, or the answers of a batch so far.

        A sentence of advice is for a person at a terminal.
        """
        if isinstance(payload, str):
            return
        if "lines" in payload:  # a batch reports its answers as lines
            lines, self._now = payload.pop("lines"), payload.pop("now")
            if lines:
                self._lines += lines
                self._try(lambda: self._store.progressed(self._job.id, payload))
                self._hub.changed(self._job.id)
            return
        partial = payload["facts"].get("partial", {"lower_bound": math.inf})
        if partial["lower_bound"] < (self._bound or 0) or (
            self._weight is not None and (partial.get("upper_bound") or 0) > self._weight
        ):
            return  # keep the better bounds of an earlier time slice
        facts = (self._job.facts or {}) | payload["facts"]  # keep the forecast and other facts
        if self._job.facts != facts:
            self._job = replace(self._job, facts=facts)
            self._try(lambda: self._store.learned(self._job.id, facts))
            self._hub.changed(self._job.id)

    def improved(self, presses: Any, weight: int) -> None:
        """Store the best presses so far, given as rows, and their weight."""
        if self._weight is None or weight < self._weight:
            self._rows, self._weight = presses, weight
            self._changed()

    def bound(self, lower_bound: int) -> None:
        """Store a proved lower bound."""
        if self._bound is None or lower_bound > self._bound:
            self._bound = lower_bound
            self._changed()

    def result_so_far(self) -> str:
        """Return the partial result; for a batch, the first answers that fit the size limit."""
        if "boards" in self._job.request:
            lines, board = list(self._lines), dict(self._now)
            if board.pop("number", None) == len(lines):  # the current board has no answer yet
                lines.append(known(replace(self._job, **board)))
            kept = sum(size <= self._most for size in accumulate(map(len, lines)))
            return long_jobs.results_of(lines[:kept], len(self._job.request["boards"]))
        now = replace(self._job, best=self._weight, lower_bound=self._bound, presses=self._rows)
        return known(now)

    def _look(self, done: int, total: int) -> None:
        """Store collected progress, and raise an error if the job has to stop."""
        if self._dirty and time.monotonic() - self._told >= TELL_SECONDS:
            self._tell()
        self._stop_if_told(self._job)

    def _changed(self) -> None:
        self._dirty = time.monotonic()
        if self._dirty - self._told >= TELL_SECONDS:
            self._tell()

    def _tell(self) -> None:
        self._told, self._dirty = time.monotonic(), 0.0
        said = {
            "seconds": round(self._told - self.started, 3),
            "best": self._weight,
            "lower_bound": self._bound,
            "presses": self._rows,
            "engine": self._job.request.get("engine", "auto"),
        }
        self._try(lambda: self._store.progressed(self._job.id, said))
        self._hub.changed(self._job.id)

    def _try(self, change: Callable[[], Any]) -> None:
        """Write progress, and ignore a failure such as a full disk."""
        try:
            change()
        except sqlite3.Error:
            self._dirty = time.monotonic()


def known(job: Job) -> str:
    """Return the best result so far, as JSON text, of a job that is stopped from outside."""
    facts = job.facts or {}
    if partial := facts.get("partial"):  # the same result as the command prints at Ctrl-C
        return json.dumps(partial | {"stopped": "interrupted"})
    seconds = 0.0 if job.started is None else max(time.time() - job.started, 0.0)
    result = {
        "status": "unknown" if job.best is None else "feasible",
        "weight": job.best,
        "lower_bound": job.lower_bound or 0,
        "presses": job.presses,
        **(facts | {"forecast": None}),
        "engine": job.request.get("engine", "auto"),
        "seconds": round(seconds, 6),
        "canonical": None if job.best is None else False,
    }
    return json.dumps({name: value for name, value in result.items() if value is not None})


EARLY, EARLY_SECONDS = 0.08, 0.5
"""Share of the time limit, and largest number of seconds, reserved for writing the answer."""

LATE, LATE_SECONDS, LEAST_SECONDS = 1.05, 20.0, 1.05
"""Multiple of the time limit after which a silent child is killed; largest number of seconds that
may be late; and the least that it gets."""

RETRY_SECONDS, PRUNE_SECONDS, LOOK_SECONDS = 1.0, 600.0, 5.0
"""Seconds between attempts on a full disk, deletions of old results, reads of an empty queue."""


class Jobs:
    """The queues of short and long jobs, and their worker threads.

    Args:
        settings: number of workers, and the limits.
        store: the store of jobs.
        hub: notified of every change.
    """

    def __init__(self, settings: Settings, store: Store, hub: Hub):
        self.settings: Settings = settings
        self.store: Store = store
        self.hub: Hub = hub
        self.draining: Event = Event()
        self.figures: Figures = Figures(store)
        self.log: ServiceLog = ServiceLog(settings.log)
        self.lines: dict[str, list[str]] = {}
        self._cancelled: set[str] = set()
        self._askers: dict[str, dict[str, float]] = {}
        self._quotas: dict[str, int] = {}
        self._slices = Slices(settings.slice_seconds)
        self._spent: dict[str, float] = {}
        self._work = {"quick": Condition(), "long": Condition()}
        self._threads = [
            Thread(target=self._serve, args=(lane,), name=f"{lane}-{number}", daemon=True)
            for lane in ("quick", "long")
            for number in range(settings.workers)
        ] + [Thread(target=self._prune, name="prune", daemon=True)]

    def start(self) -> None:
        """Start the worker threads, which begin with the jobs already in the store."""
        for thread in self._threads:
            thread.start()

    def drain(self) -> None:
        """Stop accepting jobs, and put running ones back into the queue."""
        self.draining.set()
        for waiting in self._work.values():
            with waiting:
                waiting.notify_all()
        self.hub.changed()

    def stop(self, seconds: float = 2.0) -> None:
        """Drain the queues, wait for the threads, and end all child processes."""
        self.drain()
        end = time.monotonic() + seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(end - time.monotonic(), 0.0))
        close_children()

    def submit(
        self, id: str, request: dict[str, Any], time_limit: float, client: Client, asker: str = ""
    ) -> Job:
        """Queue a question as a job; see `Store.submit`. A batch is always a long job.

        Args:
            id: id of the question.
            request: the canonical request.
            time_limit: seconds.
            client: the client, with its limits.
            asker: who waits for it, such as a window of a page; "" counts as one, too.
        """
        job = self.store.submit(
            id, request, time_limit, client.name,
            lane="long" if "boards" in request else "quick",
            max_queued=self.settings.max_queued,
            max_of_client=client.jobs,
        )  # fmt: skip
        if client.jobs != self.settings.max_queued_a_client:
            self._quotas[client.name] = client.jobs
        self._cancelled.discard(id)  # asked again: an earlier cancellation no longer counts
        if not job.over:
            self._askers.setdefault(id, {})[asker] = time.monotonic()
        if job.state == "queued":
            self._wake(job)
        return job

    def seen(self, id: str, asker: str) -> None:
        """Record that a client still waits for or follows a job."""
        askers = self._askers.get(id, {})
        if asker in askers:
            askers[asker] = time.monotonic()

    def leave(self, id: str, asker: str) -> bool:
        """Remove one waiting client; return whether another one still waits for the job.

        A client that was silent for a while counts as gone; a user with a token does not.
        """
        askers = self._askers.get(id, {})
        askers.pop(asker, None)
        heard = time.monotonic() - self.settings.asker_seconds
        return any(at >= heard or who.startswith("user:") for who, at in list(askers.items()))

    def ask(self, function: str, *arguments: Any, seconds: float) -> Any:
        """Call a function of `work` in a child process without queueing, and return its result.

        Raises:
            LimitReached: When it takes too long, or the server shuts down.
            SolverError: When it fails, or its child dies.
        """
        return call_in_child(
            f"{work.__name__}:{function}", *arguments,
            watch=Watch(seconds, stop=self._stop_if_draining),
        )  # fmt: skip

    def cancel(self, id: str) -> bool:
        """End a queued or running job; its best presses and bound become its result.

        Returns:
            Whether it was waiting or running.  A running job ends in a moment, or may be
            queued again: call this until it has ended.
        """
        job = self.store.job(id)
        if job is None or job.over:
            return False
        if job.state == "queued":
            self._finish(id, "cancelled", result=known(job), only_queued=True)
        else:
            self._cancelled.add(id)
        return True

    def _wake(self, job: Job) -> None:
        """Notify one idle thread of the job's queue."""
        with self._work[job.lane]:
            self._work[job.lane].notify()
        self.hub.changed(job.id)

    def _serve(self, lane: str) -> None:
        """Run the jobs of one queue, one after another."""
        while not self.draining.is_set():
            try:
                job = self.store.claim(lane)
            except sqlite3.Error:  # the disk is full: try again later
                self.draining.wait(RETRY_SECONDS)
                continue
            if job is None:
                with self._work[lane]:
                    # check again: a notification before this wait would be lost
                    if not self.store.queues()[lane][0]:
                        self._work[lane].wait(LOOK_SECONDS)
                continue
            self.hub.changed(job.id)
            try:
                self._run(job, lane)
            # any exception: an internal error ends this job, not the thread
            except Exception as error:
                self.log.bug(error, job=job.id)
                said = f"{type(error).__name__}: {error}"
                self._finish(job.id, "failed", problem=problem("internal", said))
            finally:
                self._cancelled.discard(job.id)

    def _run(self, job: Job, lane: str) -> None:
        quick = self.settings.quick_seconds if lane == "quick" else 0.0
        spent = self._spent.pop(job.id, 0.0)
        watch = self._watch(job, quick, spent)
        end = watch.started + job.time_limit - spent - min(EARLY * job.time_limit, EARLY_SECONDS)
        self._slices.begin(job.id)
        try:
            watch.check()
            found = call_in_child(
                f"{work.__name__}:answer_question"
                if quick
                else f"{long_jobs.__name__}:answer_patiently",
                job.request, self.settings.child_limits, end, quick,
                watch=watch,
            )  # fmt: skip
        except DrainingError:
            self._kept(lambda: self.store.put_back(job.id, lane))
        except MakingRoomError:
            self._put_back(job, "long")
        except CancelledError:
            if job.id in self._cancelled:
                self._finish(job.id, "cancelled", result=watch.result_so_far())
            else:  # the question was asked again while the child process was being ended
                self._put_back(job, lane)
        except LimitReached:
            if time.monotonic() < end:
                self._put_back(job, "long", spent=time.monotonic() - watch.started)
            else:
                self._end_at_limit(job, watch.result_so_far())
        except ChildDied as death:
            self.figures.deaths.inc()
            self.log.event("child-died", job=job.id, deaths=job.deaths + 1)
            if job.deaths + 1 < self.settings.deaths:
                self._put_back(job, lane, died=True)
            else:
                said = f"{self.settings.deaths} times: {death}"
                self._finish(job.id, "failed", problem=problem("child-died", said))
        except LoExactError as error:
            failure = problem_of(error, self.settings.child_limits)
            self._finish(job.id, "failed", problem=failure)
        else:
            self._take(job, found, watch)

    def _watch(self, job: Job, quick: float, spent: float) -> JobWatch:
        """Return the watch for a job about to run; at its time limit the child is killed."""
        late = min((LATE - 1) * job.time_limit, LATE_SECONDS)
        seconds = max(job.time_limit + late, LEAST_SECONDS) - GRACE_SECONDS - spent
        if quick:
            seconds = min(quick + 2.0, seconds)  # add two seconds for parsing the board
        lines: list[str] = []
        if "boards" in job.request:
            self.lines[job.id] = lines
        return JobWatch(
            self.store, self.hub, job, seconds=seconds, stop=self._stop_if_told, lines=lines,
            most=self.settings.max_result,
        )  # fmt: skip

    def _stop_if_told(self, job: Job) -> None:
        """Raise if a job was cancelled, the server shuts down, or it is another client's turn."""
        if job.id in self._cancelled:
            raise CancelledError("cancelled")
        self._stop_if_draining()
        if (
            job.lane == "long"
            and self._slices.over(job.id)
            and self.store.rival("long", job.client)
            and self._slices.make_room(job.id)
        ):
            raise MakingRoomError("somebody else's turn")

    def _stop_if_draining(self, *progress: int) -> None:
        """Raise if the server shuts down."""
        if self.draining.is_set():
            raise DrainingError("the server shuts down")

    def _take(self, job: Job, found: dict[str, Any], watch: JobWatch) -> None:
        """Store the result of a child process, or move its job to the queue of long jobs."""
        what = {"files": found.get("files"), "facts": found.get("facts")}
        if found.get("long"):
            if "facts" in found:
                watch.note(found)
            self._put_back(job, "long", spent=time.monotonic() - watch.started)
        elif "problem" in found:
            self._finish(job.id, "failed", problem=found["problem"], **what)
        elif found["state"] == "limit":
            self._end_at_limit(job, found["result"], **what)
        else:
            self._finish(job.id, found["state"], result=found["result"], **what)

    def _end_at_limit(self, job: Job, result: str | None, **what: Any) -> None:
        """End a job at its time limit, or run it again if the limit was raised meanwhile."""
        now = self.store.job(job.id)
        if now is not None and now.time_limit > job.time_limit:
            self._put_back(now, "long")
        else:
            self._finish(job.id, "limit", result=result, **what)

    def _put_back(self, job: Job, lane: str, *, died: bool = False, spent: float = 0.0) -> None:
        most = None
        if lane == "long" and job.lane == "quick":
            most = self._quotas.get(job.client, self.settings.max_queued_a_client)
            self._spent[job.id] = spent
        try:
            again = self._kept(lambda: self.store.put_back(job.id, lane, died=died, most=most))
        except TooManyError as full:
            self._finish(job.id, "failed", problem=full.value)
            return
        if again is not None:
            self._wake(again)

    def _finish(self, id: str, state: str, **what: Any) -> None:
        if self._kept(lambda: self.store.finish(id, state, **what)):
            job = self.store.job(id)
            if job is not None:
                seconds = max((job.ended or 0.0) - job.created, 0.0)
                why = job.problem or {"status": 200}  # internal errors are counted by type
                self.figures.job(
                    job.question, why["type"] if why["status"] == 500 else state, seconds
                )
                self.log.event("job", job=id, state=state, seconds=round(seconds, 3))
        self.hub.changed(id, ended=True)
        self.lines.pop(id, None)
        self._askers.pop(id, None)
        self._spent.pop(id, None)
        self._slices.forget(id)

    def _kept(self, change: Callable[[], Any]) -> Any:
        """Call a function that writes to the store; if it fails, retry until the server stops."""
        while True:
            try:
                return change()
            except sqlite3.Error:
                if self.draining.wait(RETRY_SECONDS):
                    return None  # the job stays marked as running: the next server repeats it

    def _prune(self) -> None:
        """Delete old results at intervals, measured by a monotonic clock.

        Its time begins with the latest time in the store: whatever the system's clock says,
        results grow old only while a server runs.
        """
        began = time.monotonic()
        with suppress(sqlite3.Error):
            start = min(time.time(), self.store.newest() or time.time())
            while not self.draining.is_set():
                with suppress(sqlite3.Error):  # with a full disk, deleting fails too
                    self.store.prune(
                        self.settings.keep_seconds, self.settings.keep_bytes,
                        now=start + time.monotonic() - began,
                    )  # fmt: skip
                self.draining.wait(PRUNE_SECONDS)
