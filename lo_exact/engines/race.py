"""Several foreign solvers at once on one system: the first proof wins, and bounds may meet.

Core-guided MaxSAT raises the lower bound, SAT with XOR constraints is good where parities are
dense, integer programming where weights matter; nobody knows beforehand which finishes first.  Each
runs in a child process of its own.  The best presses of one and the lower bound of another are
both proved, so when they meet that is a proof as well.  Losers are killed.
"""

from __future__ import annotations

from threading import Condition, Thread

import numpy as np

from lo_exact.engines.table import find_engine
from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

LOOK_SECONDS = 0.2


def race(names: list[str], system: System, wanted: Wanted, watch: Watch) -> tuple[Outcome, str]:
    """Run engines side by side until one proves the answer or their bounds meet.

    Args:
        names: foreign engines that do not refuse the system.
        system: what to solve.
        wanted: what to find out.
        watch: told everything any of them finds.

    Returns:
        The outcome, and who proved it.

    Raises:
        LimitReached: at the deadline.
        DisagreementError: When a proof contradicts presses, a bound or another proof.
        Exception: the first engine's error, when all of them failed.
    """
    board = _Board(watch, meeting=not wanted.count and not wanted.canonical and wanted.minima <= 1)
    runners = [Thread(target=_run, args=(name, system, wanted, board)) for name in names]
    try:
        for runner in runners:
            runner.start()
        board.wait(len(names))
    finally:
        board.stopped = True
        for runner in runners:
            if runner.ident is not None:  # Ctrl-C may come before all have started
                runner.join()
    if board.proved:
        name, outcome = board.proved[0]
        _compare(board)
        return outcome, name
    if board.met():
        presses = tuple(int(v) for v in np.asarray(watch.best))
        return Outcome(Status.OPTIMAL, watch.best_weight, (presses,)), "+".join(names)
    watch.check()
    raise board.failures[0]


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


class _Board:
    """What the runners share: the outer watch, and who came home."""

    def __init__(self, watch: Watch, *, meeting: bool):
        self.watch = watch
        self.stopped = False
        self.proved: list[tuple[str, Outcome]] = []
        self.failures: list[Exception] = []
        self.changed = Condition()
        self._meeting = meeting

    def met(self) -> bool:
        """Whether proved presses and a proved lower bound are equal, and that is enough."""
        return self._meeting and 0 <= self.watch.best_weight == self.watch.lower_bound

    def wait(self, runners: int) -> None:
        """Wait until there is a proof, or no runner is left."""
        with self.changed:
            while not self.proved and not self.met() and len(self.failures) < runners:
                self.changed.wait(LOOK_SECONDS)
                self.watch.check()


class _Lane(Watch):
    """One runner's watch: passes everything on, and ends when the race is over."""

    def __init__(self, board: _Board):
        super().__init__(board.watch.remaining())
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
        if self._board.stopped:
            raise LimitReached("another engine was faster")
        super().check(done, total)


def _run(name: str, system: System, wanted: Wanted, board: _Board) -> None:
    try:
        outcome = find_engine(name).minimise(system, wanted, _Lane(board))
    except Exception as failure:  # also one of ours: a runner that dies in silence is waited for
        with board.changed:
            board.failures.append(failure)
            board.changed.notify()
        return
    with board.changed:
        board.proved.append((name, outcome))
        board.changed.notify()
