"""Several foreign solvers at once on one system: the first proof wins, and bounds may meet.

Core-guided MaxSAT raises the lower bound, SAT with XOR constraints is good where parities are
dense, integer programming where weights matter; nobody knows beforehand which finishes first.  Each
runs in a child process of its own.  The best presses of one and the lower bound of another are
both proved, so when they meet that is a proof as well.  Losers are killed.  Some may start late, so
that an easy system costs one engine and a hard one loses nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from threading import Condition, Thread

import numpy as np

from lo_exact.engines.table import find_engine
from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

LOOK_SECONDS = 0.2

LAST_WORD_SECONDS = 0.05
"""How long bounds that meet wait for the proof that often follows at once: a child that ends by
itself stays warm, one that is stopped is killed."""


def race(
    names: list[str],
    system: System,
    wanted: Wanted,
    watch: Watch,
    *,
    later: Callable[[Watch], list[str]] | None = None,
    head_start: float = 0.0,
) -> tuple[Outcome, str]:
    """Run engines side by side until one proves the answer or their bounds meet.

    Args:
        names: engines that do not refuse the system.
        system: what to solve.
        wanted: what to find out.
        watch: told everything any of them finds.
        later: names more engines, when there is no proof after the head start; the watch it gets
            is told what it finds out on the way, and ends it when there is a proof.
        head_start: seconds.

    Returns:
        The outcome, and who proved it.

    Raises:
        LimitReached: at the deadline.
        DisagreementError: When a proof contradicts presses, a bound or another proof.
        Exception: the first engine's error, when all of them failed.
    """
    board = _Board(watch, meeting=not wanted.count and not wanted.canonical and wanted.minima <= 1)
    runners: dict[str, Thread] = {}

    def start(more: list[str]) -> None:
        for name in more:
            if name not in runners:
                board.expected += 1
                runners[name] = Thread(target=_run, args=(name, system, wanted, board))
                runners[name].start()

    try:
        start(names)
        if later is not None and not board.wait(head_start):
            start(_asked(later, board))
        board.wait()
    finally:
        board.stopped = True
        for runner in runners.values():
            if runner.ident is not None:  # Ctrl-C may come before all have started
                runner.join()
    if board.proved:
        name, outcome = board.proved[0]
        _compare(board)
        return outcome, name
    if board.met():
        presses = tuple(int(v) for v in np.asarray(watch.best))
        return Outcome(Status.OPTIMAL, watch.best_weight, (presses,)), "+".join(runners)
    watch.check()
    raise board.failures[0]


def _asked(later: Callable[[Watch], list[str]], board: _Board) -> list[str]:
    try:
        return later(_Lane(board))
    # any: bounds and choices are help only, and an engine that runs may still prove the answer; the
    # failure is kept, and raised when nobody does
    except Exception as failure:
        board.watch.check()
        board.expected += 1
        board.failures.append(failure)
        return []


def _compare(board: _Board) -> None:
    """Raise a DisagreementError unless what all runners told can be true at once."""
    low, high = board.watch.lower_bound, board.watch.best_weight
    for name, outcome in board.proved:
        if outcome.status is Status.INFEASIBLE:
            clash = f"presses of {high} were found" if high >= 0 else ""
        elif outcome.weight < low:
            clash = f"a lower bound of {low} was proved"
        else:
            clash = f"presses of {high} were found" if 0 <= high < outcome.weight else ""
        if clash:
            said = "infeasible" if outcome.status is Status.INFEASIBLE else str(outcome.weight)
            raise DisagreementError(f"{name} proved {said}, but {clash}: please report this puzzle")


def check_bounds(watch: Watch) -> None:
    """Raise a DisagreementError when a proved bound is above the weight of known presses."""
    if 0 <= watch.best_weight < watch.lower_bound:
        raise DisagreementError(
            f"presses of {watch.best_weight} were found, and a lower bound of {watch.lower_bound} "
            "proved: please report this puzzle"
        )


class _Board:
    """What the runners share: the outer watch, and who came home."""

    def __init__(self, watch: Watch, *, meeting: bool):
        self.watch = watch
        self.stopped = False
        self.done = self.total = self.expected = 0
        self.proved: list[tuple[str, Outcome]] = []
        self.failures: list[BaseException] = []
        self.changed = Condition()
        self._meeting = meeting

    def met(self) -> bool:
        """Whether proved presses and a proved lower bound are equal, and that is enough."""
        return self._meeting and 0 <= self.watch.best_weight == self.watch.lower_bound

    def over(self) -> bool:
        """Whether nobody needs to go on."""
        return self.stopped or bool(self.proved)

    def wait(self, seconds: float = inf) -> bool:
        """Wait until there is a proof, or no runner is left, or time is up; say if it is over.

        Raises:
            LimitReached: At the deadline.
            DisagreementError: When a proved bound is above the weight of known presses.
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


class _Lane(Watch):
    """One runner's watch: passes everything on, and ends when the race is over."""

    def __init__(self, board: _Board):
        super().__init__(board.watch.remaining())
        self.started = board.watch.started
        self.start_from(board.watch.known)
        self._board = board

    def improved(self, presses: Presses, weight: int) -> None:
        super().improved(presses, weight)
        with self._board.changed:
            self._board.watch.improved(presses, weight)
            self._board.changed.notify()

    def bound(self, lower_bound: int) -> None:
        super().bound(lower_bound)
        with self._board.changed:
            self._board.watch.bound(lower_bound)
            self._board.changed.notify()

    def check(self, done: int = 0, total: int = 0) -> None:
        if self._board.over():
            raise LimitReached("another engine was faster")
        if total:
            self._board.done, self._board.total = done, total
        super().check(done, total)


def _run(name: str, system: System, wanted: Wanted, board: _Board) -> None:
    try:
        outcome = find_engine(name).minimise(system, wanted, _Lane(board))
    except BaseException as failure:  # any: a runner that dies in silence is waited for
        with board.changed:
            board.failures.append(failure)
            board.changed.notify()
        return
    with board.changed:
        board.proved.append((name, outcome))
        board.changed.notify()
