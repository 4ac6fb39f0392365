"""Two engines at once on a large level: the first proof wins, and walk and bound may meet.

SAT is the better one in mazes, MaxSAT now and then fifty times faster in large rooms; nobody knows
beforehand.  Each runs in a child process of its own, so two processors make it free.  A walk of one
and the bound of the other are both proved, so where they meet that is a proof as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Condition, Thread

from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch
from lo_exact.walk.graph.ground import Ground
from lo_exact.walk.graph.trails import as_letters
from lo_exact.walk.search.engines import Engine, run

LOOK_SECONDS = 0.2


def race(engines: Sequence[Engine], ground: Ground, watch: Watch) -> tuple[str, str]:
    """Run engines side by side until one is done or a walk is as short as a bound.

    Args:
        engines: Engines; several must run in child processes.
        ground: A ground with at least one empty cell.
        watch: Told everything that any of them finds.

    Returns:
        A shortest walk, and who proved it.

    Raises:
        LimitReached: At the watch's deadline.
        Exception: The first engine's error, when all of them failed.
    """
    if len(engines) == 1:
        return run(engines[0], ground, watch), engines[0].name
    track = _Track(watch)
    runners = [Thread(target=track.run, args=(engine, ground)) for engine in engines]
    try:
        for runner in runners:
            runner.start()
        with track.changed:
            while not track.over(len(engines)):
                track.changed.wait(LOOK_SECONDS)
                watch.check()
    finally:
        track.stopped = True
        for runner in runners:
            if runner.ident is not None:  # Ctrl-C may come before all have started
                runner.join()
    if track.proved:
        return track.proved[0]
    if track.met:
        both = [engine.name for engine in engines if engine.name in track.told_by.values()]
        return as_letters(watch.best), "+".join(both)
    raise track.failures[0]


class _Track:
    """What the runners share: the outer watch, and who came home."""

    def __init__(self, watch: Watch):
        self.watch = watch
        self.stopped = False
        self.proved: list[tuple[str, str]] = []
        self.failures: list[Exception] = []
        self.told_by: dict[str, str] = {}
        self.changed = Condition()

    @property
    def met(self) -> bool:
        """Whether the best walk is as short as the best bound."""
        return 0 <= self.watch.best_weight <= self.watch.lower_bound

    def over(self, runners: int) -> bool:
        """Whether there is a proof, or no runner left."""
        return bool(self.proved) or self.met or len(self.failures) == runners

    def run(self, engine: Engine, ground: Ground) -> None:
        """Run one engine to its end."""
        try:
            walk = run(engine, ground, _Lane(self, engine.name))
        # any: a runner that ends in silence would be waited for; raised when all have failed
        except Exception as failure:
            with self.changed:
                self.failures.append(failure)
                self.changed.notify()
            return
        with self.changed:
            self.proved.append((walk, engine.name))
            self.changed.notify()


class _Lane(Watch):
    """One runner's watch: passes everything on, and ends when the race is over."""

    def __init__(self, track: _Track, name: str):
        super().__init__(track.watch.remaining())
        self._track, self._name = track, name

    def improved(self, presses: Presses, weight: int) -> None:
        with self._track.changed:
            self._track.watch.improved(presses, weight)
            if self._track.watch.best is presses:
                self._track.told_by["walk"] = self._name
            self._track.changed.notify()

    def bound(self, lower_bound: int) -> None:
        with self._track.changed:
            if lower_bound > self._track.watch.lower_bound:
                self._track.told_by["bound"] = self._name
            self._track.watch.bound(lower_bound)
            self._track.changed.notify()

    def check(self, done: int = 0, total: int = 0) -> None:
        if self._track.stopped:
            raise LimitReached("another engine was faster")
        super().check(done, total)
