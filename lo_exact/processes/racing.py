"""Race between several methods for one problem, ended by the first proof or by equal bounds.

A runner takes a `Watch`, reports to it during the search, and returns a proved outcome.
Core-guided MaxSAT raises the lower bound; SAT is good where parities are dense or the system is
narrow.  Which of them finishes first cannot be predicted.  Runners that are external solvers work
in child processes of their own.  The best presses of one and the lower bound of another are both
proved, so when they are equal that is a proof as well.  Losers are killed.

Some may start late, so that an easy question costs one runner: while it is alone it runs in the
caller's thread.  The others run at low priority: on idle cores they cost it nothing, and on busy
ones little.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from math import inf
from threading import Condition, Thread

from lo_exact import machine
from lo_exact.errors import (
    ChildDied,
    DisagreementError,
    LimitReached,
    MissingPackageError,
    UsageError,
)
from lo_exact.outcome import LOOK_SECONDS, Outcome, Presses, Status, Watch

LAST_WORD_SECONDS = 0.05
"""Seconds to wait for a proof after the bounds are equal, since it often follows: a child that ends
by itself stays warm, one that is stopped is killed."""

LOWER_PRIORITY = 10
"""Niceness of joining runners, which get a tenth of a busy core."""

GIVING_UP = (LimitReached, UsageError, MissingPackageError, ChildDied)
"""Exceptions of a runner that cannot take the system or finish it.  Since the user did not
name this runner, they are not the answer."""


def race(
    names: Iterable[str],
    run: Callable[[str, Watch], Outcome],
    watch: Watch,
    *,
    meeting: bool = True,
    later: Callable[[Watch], Iterable[str]] | None = None,
    late: Callable[[], bool] = lambda: False,
) -> tuple[Outcome, tuple[str, ...]]:
    """Run several methods in parallel until one proves the answer or their bounds are equal.

    Args:
        names: names of the runners; only one if others may join.
        run: runs one of them; each gets its own watch and returns only proved outcomes.
        watch: receives all results of the runners.
        meeting: whether equal upper and lower bounds end the race.
        later: function that names more runners, called when the first is late or gives up; its
            watch receives its results and ends it after a proof.  These run at low
            priority.
        late: function that returns whether the first is late; called often.

    Returns:
        The proved outcome and its provers: the winner, or the runners that found the equal
        bounds (all, if both were known before).

    Raises:
        LimitReached: at the deadline, or when every runner gave up, with their reasons.
        DisagreementError: When a proof contradicts a solution, a bound or another proof.
        Exception: when all failed, the error of the first that did not give up.
    """
    score = _Scoreboard(watch, meeting=meeting)
    threads: dict[str, Thread] = {}
    asking: list[Thread] = []

    def start(more: Iterable[str]) -> None:
        for name in more:
            if name not in score.names and not score.over():
                score.enter(name)
                lane = score.lane(name, score.look)
                beside = bool(asking)
                threads[name] = Thread(target=_run, args=(name, run, score, lane, beside))
                threads[name].start()

    def ask_others() -> None:
        assert later is not None
        machine.lower_thread(LOWER_PRIORITY)
        try:
            start(_asked(later, score))
        except LimitReached as over:  # raised at the deadline
            score.failures["the choice of others"] = over
        finally:
            with score.changed:
                score.expected -= 1
                score.changed.notify()

    def others_beside() -> None:
        score.expected += 1  # the thread that starts more runners counts as a runner until it ends
        asking.append(Thread(target=ask_others))
        asking[0].start()

    try:
        if later is not None:
            (name,) = names
            score.enter(name)
            leader = _Leader(score, late, others_beside)
            _run(name, run, score, score.lane(name, leader.look))
            if leader.raised is not None:
                raise leader.raised
            failure = score.failures.get(name)
            if failure is not None and not isinstance(failure, Exception):  # Ctrl-C
                raise failure
            if not asking and not score.wait(0):
                watch.check()
                start(_asked(later, score))
        else:
            start(names)
        score.wait()
    finally:
        score.stopped = True
        for thread in (*asking, *threads.values()):
            if thread.ident is not None:  # Ctrl-C can come before all threads have started
                thread.join()
    if score.proved:
        _compare(score)
        name, proof = score.proved[0]
        return proof, (name,)
    if score.met():
        told = tuple(name for name in score.names if name in score.told_by.values())
        best, weight = watch.told()
        met = Outcome(Status.OPTIMAL, weight, (tuple(int(v) for v in best),))
        return met, told or tuple(score.names)
    watch.check()
    raise _end_of(score.failures, score.names)


def check_bounds(watch: Watch) -> None:
    """Raise a DisagreementError if a proved lower bound exceeds the weight of a known solution."""
    if watch.best_weight is not None and watch.best_weight < watch.lower_bound:
        raise DisagreementError(
            f"presses of {watch.best_weight} were found, and a lower bound of {watch.lower_bound} "
            "proved: please report this puzzle"
        )


class _Scoreboard:
    """Shared state of a race: the outer watch, the proofs and the failures."""

    def __init__(self, watch: Watch, *, meeting: bool):
        self.watch = watch
        self.stopped = False
        self.done = self.total = self.expected = 0
        self.names: list[str] = []
        self.proved: list[tuple[str, Outcome]] = []
        self.failures: dict[str, BaseException] = {}
        self.told_by: dict[str, str] = {}
        self.changed = Condition()
        self._meeting = meeting

    def enter(self, name: str) -> None:
        """Register one more runner."""
        self.names.append(name)
        self.expected += 1
        self.watch.asking(name)

    def met(self) -> bool:
        """Return whether a solution's weight equals the lower bound, which ends the race."""
        return self._meeting and self.watch.best_weight == self.watch.lower_bound

    def wake(self) -> None:
        """Notify the waiting thread if a solution's weight equals the proved lower bound."""
        if self.watch.best_weight is not None and self.watch.best_weight <= self.watch.lower_bound:
            self.changed.notify()

    def over(self) -> bool:
        """Return whether the race has ended."""
        return self.stopped or bool(self.proved)

    def lane(self, name: str, look: Callable[[int, int], None]) -> Watch:
        """Return a runner's watch, which forwards reports, and stops the runner after the race."""

        def improved(presses: Presses, weight: int) -> None:
            with self.changed:
                self.watch.improved(presses, weight)
                if self.watch.best is presses:
                    self.told_by["solution"] = name
                self.wake()

        def bound(lower_bound: int) -> None:
            with self.changed:
                if lower_bound > self.watch.lower_bound:
                    self.told_by["bound"] = name
                self.watch.bound(lower_bound)
                self.wake()

        lane = self.watch.apart(
            on_improved=improved, on_bound=bound, on_note=self.watch.note, stop=look
        )
        lane.start_from(self.watch.known)
        return lane

    def look(self, done: int, total: int) -> None:
        """Record a runner's progress, or stop the runner by an exception if the race has ended."""
        if self.over():
            raise LimitReached("another engine was faster")
        if done:
            self.done, self.total = done, total

    def wait(self, seconds: float = inf) -> bool:
        """Wait up to ``seconds`` for a proof or all failures; return whether the race is decided.

        Raises:
            LimitReached: At the deadline.
            DisagreementError: When a proved bound is above the weight of a known solution.
        """
        end = time.monotonic() + seconds
        last_word = inf
        with self.changed:
            while not self.over() and len(self.failures) < self.expected:
                check_bounds(self.watch)
                now = time.monotonic()
                if self.met():
                    last_word = min(last_word, now + LAST_WORD_SECONDS)
                if now >= min(end, last_word):
                    break
                self.changed.wait(min(LOOK_SECONDS, end - now, last_word - now))
                self.watch.check(self.done, self.total)
            return self.over() or self.met()


class _Leader:
    """Watch callback of the runner that starts alone; starts the other runners if that one is slow.

    Args:
        score: the shared state.
        late: function that returns whether others should join.
        others: function that starts them; called once, returns immediately.

    Attributes:
        raised: exception of the outer watch, which ends the race.
    """

    def __init__(self, score: _Scoreboard, late: Callable[[], bool], others: Callable[[], None]):
        self.raised: BaseException | None = None
        self._score, self._late, self._others = score, late, others
        self._alone, self._last_word = True, inf

    def look(self, done: int, total: int) -> None:
        """Check the outer watch; start the other runners as soon as ``late`` returns true."""
        now, score = time.monotonic(), self._score
        score.look(done, total)
        try:
            with score.changed:
                check_bounds(score.watch)
                score.watch.check(done, total)
        except BaseException as outer:
            self.raised = outer
            raise
        if score.met():
            self._last_word = min(self._last_word, now + LAST_WORD_SECONDS)
        if now >= self._last_word:
            raise LimitReached("presses and a bound met")
        if self._alone and self._late():
            self._alone = False
            self._others()


def _run(
    name: str,
    run: Callable[[str, Watch], Outcome],
    score: _Scoreboard,
    lane: Watch,
    beside: bool = False,
) -> None:
    if beside:
        machine.lower_thread(LOWER_PRIORITY)
    try:
        proof = run(name, lane)
    except BaseException as failure:  # any exception, or the race would wait for a dead runner
        with score.changed:
            score.failures[name] = failure
            score.changed.notify()
        return
    with score.changed:
        score.proved.append((name, proof))
        score.changed.notify()


def _asked(later: Callable[[Watch], Iterable[str]], score: _Scoreboard) -> Iterable[str]:
    try:
        return later(score.lane("", score.look))
    except Exception as failure:  # kept, and raised only if no other runner proves the answer
        score.watch.check()
        score.expected += 1
        score.failures["the choice of others"] = failure
        return ()


def _end_of(failures: Mapping[str, BaseException], order: Iterable[str]) -> BaseException:
    """Return the exception to raise: the first error, or LimitReached with all reasons."""
    reasons: dict[str, list[str]] = {}
    for name in dict.fromkeys([*order, *failures]):
        failure = failures[name]
        if not isinstance(failure, GIVING_UP):
            return failure
        reasons.setdefault(str(failure).removeprefix(f"{name}: "), []).append(name)
    said = "; ".join(f"{' and '.join(names)}: {reason}" for reason, names in reasons.items())
    return LimitReached(f"nobody could prove it: {said}")


def _compare(score: _Scoreboard) -> None:
    """Raise a DisagreementError if the proofs and reports of the runners contradict each other."""
    low, high = score.watch.lower_bound, score.watch.best_weight
    for name, proof in score.proved:
        weight = None if proof.status is Status.INFEASIBLE else proof.weight
        if weight is None:
            clash = f"presses of {high} were found" if high is not None else ""
        elif weight < low:
            clash = f"a lower bound of {low} was proved"
        else:
            clash = f"presses of {high} were found" if high is not None and high < weight else ""
        if clash:
            said = "infeasible" if weight is None else str(weight)
            raise DisagreementError(f"{name} proved {said}, but {clash}: please report this puzzle")
