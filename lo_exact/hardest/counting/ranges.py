"""Class counting on several cores, range by range, with a ledger if one is wanted.

Ranges take about a second each.  Every finished one goes into the ledger at once, so an interrupted
run loses at most a second a core and is taken up by running it again.  The result depends neither
on the ranges nor on the number of processes.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.hardest.census import take_census
from lo_exact.hardest.counting.ledger import Record, append, gaps, joined, question_sha256, read
from lo_exact.hardest.counting.plan import CountingPlan, Found, plan_counting
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle

_RANGE_SECONDS = 1.0
_WORTH_CHILDREN = 3.0

MAX_DEATHS = 3
"""So many times in a row, with nothing counted in between, a killed child is replaced."""


def count_all(
    plan: CountingPlan, watch: Watch, *, jobs: int = 1, ledger: Path | None = None
) -> Found:
    """Count all parts.

    Args:
        plan: what to count.
        watch: the clock; told of parts done.
        jobs: how many processes may work.
        ledger: a file that is read first and gets every new range.

    Raises:
        LimitReached: When the time is over; what is done stays in the ledger.
        DisagreementError: When the sums do not come out as they must.
    """
    records = count_range(plan, 0, plan.parts, watch, jobs=jobs, ledger=ledger)
    return checked(plan, joined(records, plan.parts))


def checked(plan: CountingPlan, found: Found) -> Found:
    """Return what was found if every press vector was counted exactly once.

    Raises:
        DisagreementError: When the counts do not sum to the number of press vectors.
    """
    total = sum(found.terms.values())
    if total != plan.census.class_presses:
        raise DisagreementError(
            f"class counting met {total} press vectors, not {plan.census.class_presses}: "
            "please report this"
        )
    return found


def count_range(
    plan: CountingPlan,
    low: int,
    high: int,
    watch: Watch,
    *,
    jobs: int = 1,
    ledger: Path | None = None,
) -> list[Record]:
    """Count parts low..high-1; return the records that cover them, the ledger's included."""
    puzzle = plan.census.puzzle
    question = question_sha256(puzzle)
    records = [] if ledger is None else read(ledger, question=question, parts=plan.parts)
    step = max(1, int(plan.parts * _RANGE_SECONDS / max(plan.seconds, 1e-9)))
    todo = deque(
        (start, min(start + step, end))
        for begin, end in gaps(records, low, high)
        for start in range(begin, end, step)
    )
    missing = sum(end - start for start, end in todo)
    total = high - low
    done = total - missing

    def finished(start: int, end: int, found: Found) -> None:
        nonlocal done
        record = Record(question, plan.parts, start, end, found)
        if ledger is not None:
            append(ledger, record)
        records.append(record)
        done += end - start

    if jobs > 1 and plan.seconds * missing / plan.parts > _WORTH_CHILDREN:
        with _Children(puzzle, jobs) as children:
            while todo or children.busy:
                while todo and children.idle:
                    children.start(*todo.popleft())
                watch.check(done, total)
                for start, end, found in children.results():
                    finished(start, end, found)
    while todo:
        start, end = todo.popleft()
        found = plan.run(start, end, lambda more: watch.check(done + more, total))
        finished(start, end, found)
    watch.check(done, total)
    return records


class _Children:
    """Child processes that have the plan and count ranges.

    Args:
        puzzle: what they count; each child plans for itself.
        jobs: how many there are.
    """

    def __init__(self, puzzle: Puzzle, jobs: int):
        self._puzzle, self._jobs, self._deaths = puzzle, jobs, 0
        self._running: dict[Future[Found], tuple[int, int]] = {}
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._jobs,
            mp_context=get_context("spawn"),
            initializer=_prepare,
            initargs=(self._puzzle,),
        )

    def __enter__(self) -> _Children:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def busy(self) -> bool:
        """Whether anything runs."""
        return bool(self._running)

    @property
    def idle(self) -> bool:
        """Whether more can be started: one range a child, and one waiting for each."""
        return len(self._running) < 2 * self._jobs

    def start(self, low: int, high: int) -> None:
        """Give a range away."""
        self._running[self._pool.submit(_count, low, high)] = (low, high)

    def results(self) -> list[tuple[int, int, Found]]:
        """Return what has finished, after waiting a little; a child that was killed is replaced.

        Raises:
            LimitReached: When children are killed again and again.
        """
        from concurrent.futures import FIRST_COMPLETED, wait

        done, _ = wait(self._running, timeout=0.2, return_when=FIRST_COMPLETED)
        found = []
        for future in done:
            try:
                found.append((*self._running[future], future.result()))
            except BrokenProcessPool:
                self._replace()
                break
            del self._running[future]
            self._deaths = 0
        return found

    def _replace(self) -> None:
        """Start new children, and give them what the killed ones were given."""
        self._deaths += 1
        if self._deaths > MAX_DEATHS:
            raise LimitReached(
                f"processes that count were killed {self._deaths} times in a row (is memory "
                "short?); what was counted is kept where there is a ledger"
            )
        ranges = list(self._running.values())
        self._running.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new()
        for low, high in ranges:
            self.start(low, high)


_PLAN: list[CountingPlan] = []
"""The plan of a child process, made once when it starts."""


def _prepare(puzzle: Puzzle) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    _PLAN.append(plan_counting(take_census(puzzle)))


def _count(low: int, high: int) -> Found:
    return _PLAN[0].run(low, high)
