"""From the queue to children and back: two lanes, so that long jobs never block small boards.

Every job enters the quick lane, where a child reads it, forecasts it, and answers it when that
takes less than a second.  All else goes to the long lane.  Each lane has threads of its own, one
a core; a thread waits for its child, keeps what the child tells, and ends the child when the job is
cancelled or late.  A child's death is counted and the job asked again; the server's own death is
not the job's fault.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Condition, Event, Thread
from typing import Any

from lo_exact.backends.worker import call_in_child, close_children
from lo_exact.errors import ChildDied, LimitReached, LoExactError
from lo_exact.outcome import Watch
from lo_exact.service import work
from lo_exact.service.hub import Hub
from lo_exact.service.problems import of_error, problem
from lo_exact.service.settings import Settings
from lo_exact.service.store import Job, Store

TELL_SECONDS = 0.2
"""What a child tells more often than this is gathered."""

QUICK_MARGIN_SECONDS = 2.0
"""What a job in the quick lane gets for being read, besides its second."""

MARGIN_SECONDS = 20.0
CERTIFICATE_SECONDS = 90.0
"""What a child gets after its time limit before it is ended, and with a certificate."""

RETRY_SECONDS = 1.0
PRUNE_SECONDS = 600.0
LOOK_SECONDS = 5.0


class Jobs:
    """The threads of both lanes.

    Args:
        settings: how many, and every limit.
        store: where jobs are.
        hub: told of every change.
    """

    def __init__(self, settings: Settings, store: Store, hub: Hub):
        self.settings, self.store, self.hub = settings, store, hub
        self.draining = Event()
        self.ended: dict[str, int] = {}
        self._cancelled: set[str] = set()
        self._work = {"quick": Condition(), "long": Condition()}
        self._threads = [
            Thread(target=self._serve, args=(lane,), name=f"{lane}-{number}", daemon=True)
            for lane in ("quick", "long")
            for number in range(settings.workers)
        ] + [Thread(target=self._prune, name="prune", daemon=True)]

    def start(self) -> None:
        """Begin to work, with what waits in the store already."""
        for thread in self._threads:
            thread.start()

    def drain(self) -> None:
        """Stop taking jobs; what runs is put back."""
        self.draining.set()
        for waiting in self._work.values():
            with waiting:
                waiting.notify_all()
        self.hub.changed_all()

    def stop(self, seconds: float = 2.0) -> None:
        """Drain, wait for the threads, and end all children."""
        self.drain()
        end = time.monotonic() + seconds
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(end - time.monotonic(), 0.0))
        close_children()

    def submit(self, id: str, request: dict[str, Any], time_limit: float, client: str) -> Job:
        """Queue a question; see `Store.submit`.  A batch is long work by itself."""
        job = self.store.submit(
            id, request, time_limit, client,
            lane="long" if "boards" in request else "quick",
            max_queued=self.settings.max_queued,
            max_of_client=self.settings.max_queued_a_client,
        )  # fmt: skip
        if job.state == "queued":
            self._wake(job)
        return job

    def ask(self, function: str, *arguments: Any, seconds: float) -> Any:
        """Call a function of `work` in a child, outside of all queues, and return its result.

        Raises:
            LimitReached: When it took too long, or the server shuts down.
            SolverError: When it fails, or its child dies.
        """
        watch = _AskWatch(seconds, self.draining)
        return call_in_child(f"{work.__name__}:{function}", *arguments, watch=watch)

    def cancel(self, id: str) -> bool:
        """End a job that waits or runs; its best presses and bound become its result.

        Returns:
            Whether it was waiting or running.  One that runs ends within a moment, or is found to
            wait again: ask until it has ended.
        """
        job = self.store.job(id)
        if job is None or job.over:
            return False
        if job.state == "queued":
            self._finish(id, "cancelled", result=_known(job), only_queued=True)
        else:
            self._cancelled.add(id)
        return True

    def _wake(self, job: Job) -> None:
        """Tell one idle thread of the job's lane that it waits."""
        with self._work[job.lane]:
            self._work[job.lane].notify()
        self.hub.changed(job.id)

    def _serve(self, lane: str) -> None:
        """Run one job of a lane after the other."""
        while not self.draining.is_set():
            try:
                job = self.store.claim(lane)
            except sqlite3.Error:  # the disk is full: later perhaps
                self.draining.wait(RETRY_SECONDS)
                continue
            if job is None:
                with self._work[lane]:
                    # a notice between the look and this wait would be missed: look once more
                    if not self.store.waits(lane):
                        self._work[lane].wait(LOOK_SECONDS)
                continue
            self.hub.changed(job.id)
            try:
                self._run(job, lane)
            # any: a bug of ours ends this job, not the lane
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
                self._finish(job.id, "failed", problem=problem("internal", said))
            finally:
                self._cancelled.discard(job.id)

    def _run(self, job: Job, lane: str) -> None:
        quick = self.settings.quick_seconds if lane == "quick" else 0.0
        watch = _JobWatch(self, job, quick)
        try:
            watch.check()
            found = call_in_child(
                f"{work.__name__}:answer",
                job.request, self.settings.child_limits, job.time_limit, quick,
                watch=watch,
            )  # fmt: skip
        except _DrainingError:
            self._kept(lambda: self.store.put_back(job.id, lane))
        except _CancelledError:
            self._finish(job.id, "cancelled", result=_known(watch.now()))
        except LimitReached:
            if quick:
                self._put_back(job, "long")
            else:
                self._finish(job.id, "limit", result=_known(watch.now()))
        except ChildDied as death:
            if job.deaths + 1 < self.settings.deaths:
                self._put_back(job, lane, died=True)
            else:
                said = f"{self.settings.deaths} times: {death}"
                self._finish(job.id, "failed", problem=problem("child-died", said))
        except LoExactError as error:
            self._finish(job.id, "failed", problem=of_error(error))
        else:
            self._take(job, found, watch)

    def _take(self, job: Job, found: dict[str, Any], watch: _JobWatch) -> None:
        """Store what a child returned."""
        files = found.get("files")
        if found.get("long"):
            older = self.store.answered(watch.answer_key)
            if older is not None and not job.request.get("certificate"):
                self._finish(job.id, "done", result=older.result, **watch.learned)
            else:
                watch.keep_facts()
                self._put_back(job, "long")
        elif "problem" in found:
            self._finish(job.id, "failed", problem=found["problem"], files=files, **watch.learned)
        else:
            state, result = found["state"], found["result"]
            older = self.store.answered(watch.answer_key) if state == "done" else None
            if older is not None and older.id != job.id and older.result and not files:
                result = older.result  # the first answer stands: equal questions, equal bytes
            self._finish(job.id, state, result=result, files=files, **watch.learned)

    def _put_back(self, job: Job, lane: str, *, died: bool = False) -> None:
        again = self._kept(lambda: self.store.put_back(job.id, lane, died=died))
        if again is not None:
            self._wake(again)

    def _finish(self, id: str, state: str, **what: Any) -> None:
        if self._kept(lambda: self.store.finish(id, state, **what)):
            self.ended[state] = self.ended.get(state, 0) + 1
        self.hub.changed(id)

    def _kept(self, change: Callable[[], Any]) -> Any:
        """Make a change; while the disk is full, try again until the server is told to stop."""
        while True:
            try:
                return change()
            except sqlite3.Error:
                if self.draining.wait(RETRY_SECONDS):
                    return None  # the job still counts as running: the next server asks it again

    def _prune(self) -> None:
        while not self.draining.is_set():
            with suppress(sqlite3.Error):  # a full disk: this makes no room either then
                self.store.prune(self.settings.keep_seconds, self.settings.keep_bytes)
            self.draining.wait(PRUNE_SECONDS)


class _CancelledError(LimitReached):
    """Somebody cancelled the job."""


class _DrainingError(LimitReached):
    """The server shuts down."""


class _AskWatch(Watch):
    """A clock that also ends when the server shuts down."""

    def __init__(self, seconds: float, draining: Event):
        super().__init__(seconds)
        self._draining = draining

    def check(self, done: int = 0, total: int = 0) -> None:
        """Stop when it is late, or the server shuts down."""
        if self._draining.is_set():
            raise _DrainingError("the server shuts down")
        super().check(done, total)


class _JobWatch(Watch):
    """A running job's watch in the parent: keeps what the child tells, and ends it when asked."""

    def __init__(self, jobs: Jobs, job: Job, quick: float):
        seconds = job.time_limit + MARGIN_SECONDS
        if job.request.get("certificate"):
            seconds += CERTIFICATE_SECONDS
        super().__init__(min(quick + QUICK_MARGIN_SECONDS, seconds) if quick else seconds)
        self.answer_key = ""
        self._jobs, self._job = jobs, job
        self._rows: Any = job.presses
        self._weight, self._bound = job.best, job.lower_bound
        self._told = self._dirty = self._learned = 0.0

    def note(self, payload: Any) -> None:
        """Keep what the board turned out to be; answer from the store when it is known."""
        if "answer_key" not in payload:  # of a batch
            self._try(lambda: self._jobs.store.told(self._job.id, payload))
            self._jobs.hub.changed(self._job.id)
            return
        self.answer_key = payload["answer_key"]
        if self._job.facts != payload["facts"]:
            self._job = replace(self._job, facts=payload["facts"])
            self._learned = time.monotonic()

    def improved(self, presses: Any, weight: int) -> None:
        """Take note of presses, rows already, and their weight."""
        if self._weight is None or weight < self._weight:
            self._rows, self._weight = presses, weight
            self._changed()

    def bound(self, lower_bound: int) -> None:
        """Take note of a proved bound."""
        if self._bound is None or lower_bound > self._bound:
            self._bound = lower_bound
            self._changed()

    def check(self, done: int = 0, total: int = 0) -> None:
        """Tell what was gathered; stop when cancelled, late, or when the server shuts down."""
        if self._learned and time.monotonic() - self._learned >= TELL_SECONDS:
            self.keep_facts()
        if self._dirty and time.monotonic() - self._told >= TELL_SECONDS:
            self._tell()
        if self._job.id in self._jobs._cancelled:
            raise _CancelledError("cancelled")
        if self._jobs.draining.is_set():
            raise _DrainingError("the server shuts down")
        super().check(done, total)

    @property
    def learned(self) -> dict[str, Any]:
        """What the board turned out to be, where that is not stored yet."""
        if not self._learned:
            return {}
        return {"facts": self._job.facts, "answer_key": self.answer_key}

    def keep_facts(self) -> None:
        """Store what the board turned out to be; a quick job's end does so in one go."""
        if self._learned:
            self._learned = 0.0
            job = self._job
            self._try(lambda: self._jobs.store.learned(job.id, job.facts or {}, self.answer_key))
            self._jobs.hub.changed(job.id)

    def now(self) -> Job:
        """Return the job as it is known now."""
        return replace(self._job, best=self._weight, lower_bound=self._bound, presses=self._rows)

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
        best, bound, rows = self._weight, self._bound, self._rows
        self._try(lambda: self._jobs.store.progressed(self._job.id, best, bound, rows, said))
        self._jobs.hub.changed(self._job.id)

    def _try(self, change: Callable[[], Any]) -> None:
        """Make a change that may be lost: what is told on the way, on a full disk."""
        try:
            change()
        except sqlite3.Error:
            self._dirty = time.monotonic()


def _known(job: Job) -> str | None:
    """Return the result of a job that was stopped from outside; None before its board was read."""
    if job.facts is None:
        return None
    result: dict[str, Any] = {"status": "unknown" if job.best is None else "feasible"}
    if job.best is not None:
        result["weight"] = job.best
    result["lower_bound"] = job.lower_bound or 0
    if job.best is not None and job.presses is not None:
        result["presses"] = job.presses
    facts = dict(job.facts)
    sha256 = facts.pop("puzzle_sha256")
    seconds = 0.0 if job.started is None else max(time.time() - job.started, 0.0)
    result |= facts
    result |= {"engine": job.request.get("engine", "auto"), "seconds": round(seconds, 6)}
    result["puzzle_sha256"] = sha256
    if job.best is not None:
        result["canonical"] = False
    return json.dumps(result)
