"""Find the fewest steps of a level with a proof, and simulate every walk before returning it.

Every walk in a `Walked` has been simulated step by step on the level as it was given, whichever
engine found it.  A walk that contradicts a proved bound is an error, never an answer.

The search runs in a child process that can be killed.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from lo_exact.errors import LimitReached, SolverError
from lo_exact.outcome import Progress, Status, Watch
from lo_exact.packages import require
from lo_exact.parity_walks.ground import Ground, descend, ground_of
from lo_exact.parity_walks.level import WalkLevel
from lo_exact.parity_walks.search.best import tree_counts
from lo_exact.parity_walks.trails import as_letters, as_numbers, simulate, trail
from lo_exact.processes.worker import call_in_child

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Walked:
    """The result for one level: the walk, the lower bound and the status."""

    level: WalkLevel
    """The level."""
    status: Status
    """``OPTIMAL``, ``INFEASIBLE``, or ``FEASIBLE`` with a proved lower bound."""
    walk: str = ""
    """Letters U, R, D, L; solves the level unless it is infeasible."""
    end: int = -1
    """Number of the cell where the walk ends; -1 when infeasible."""
    lower_bound: int = 0
    """Proved lower bound on the number of steps."""
    engine: str = ""
    """Name of the engine."""
    seconds: float = 0.0
    """Wall-clock seconds."""
    stopped: str = ""
    """Why the search ended without a proof: ``""``, ``"interrupted"``, or a sentence."""

    @property
    def steps(self) -> int:
        """Number of steps of the walk; -1 if the level is infeasible."""
        return -1 if self.status is Status.INFEASIBLE else len(self.walk)

    @property
    def beats_limit(self) -> bool | None:
        """Return whether fewer steps than the limit suffice; None if unproved or without limit."""
        limit = self.level.limit
        if limit is None:
            return None
        if self.status is Status.INFEASIBLE or self.lower_bound >= limit:
            return False
        return True if self.steps < limit else None


def fewest_steps(
    level: WalkLevel,
    *,
    time_limit: float = inf,
    report: Report | None = None,
) -> Walked:
    """Return a proved shortest walk, or after a time limit the best walk and a lower bound.

    Args:
        level: The level.
        time_limit: wall-clock seconds.
        report: called about once a second with the progress of a long search.

    Returns:
        A `Walked`; after Ctrl-C, too, with the reason in ``stopped``.

    Raises:
        MissingPackageError: When python-sat is not installed.
    """
    started = time.monotonic()
    if refuted := refuted_by(level):
        seconds = time.monotonic() - started
        return Walked(level, Status.INFEASIBLE, engine=refuted, seconds=seconds)
    watch = Watch(time_limit, report)
    ground = ground_of(level)
    stopped, engine = "", settle(ground, watch)
    try:
        walk = as_letters(watch.told()[0])
        if not engine:
            engine = "sat"
            require("the SAT search", "pysat")
            function = "lo_exact.parity_walks.search.sat:search"
            walk = str(call_in_child(function, ground, watch=watch))
        watch.improved(as_numbers(walk), len(walk))
        enough = watch.told()[1]
        if not watch.lower_bound <= len(walk) <= enough:
            raise SolverError(
                f"engine {engine} calls {len(walk)} steps the fewest, but {watch.lower_bound} is a "
                f"lower bound and {enough} are enough: please report this"
            )
        watch.bound(len(walk))
    except (LimitReached, KeyboardInterrupt) as stop:
        stopped = "interrupted" if isinstance(stop, KeyboardInterrupt) else str(stop)
    return _answer(level, ground, watch, engine, time.monotonic() - started, stopped)


@dataclass(frozen=True)
class Listed:
    """Every shortest solution of a level, or the first ones up to a limit."""

    walked: Walked
    """The proved minimum."""
    walks: tuple[str, ...] = ()
    """One walk for each solution, which is a choice of multiplicities."""
    complete: bool = False
    """Whether these are all solutions."""


def all_fewest(
    level: WalkLevel,
    *,
    limit: int = 1000,
    time_limit: float = inf,
    report: Report | None = None,
) -> Listed:
    """Return all shortest solutions; walks with equal multiplicities of all edges count once.

    Args:
        level: The level.
        limit: largest number to list.
        time_limit: wall-clock seconds for both.
        report: called about once a second with the progress of a long search.
    """
    started = time.monotonic()
    walked = fewest_steps(level, time_limit=time_limit, report=report)
    if walked.status is not Status.OPTIMAL:
        return Listed(walked, complete=walked.status is Status.INFEASIBLE)
    if not walked.steps:
        return Listed(walked, ("",)[:limit], complete=limit > 0)
    watch = Watch(time_limit - (time.monotonic() - started), report)
    watch.improved(as_numbers(walked.walk), walked.steps)
    watch.bound(walked.steps)
    arguments = (ground_of(level), walked.steps, limit)
    try:
        walks, complete = call_in_child(
            "lo_exact.parity_walks.search.sat:search_all", *arguments, watch=watch
        )
    except (LimitReached, KeyboardInterrupt) as stop:
        stopped = "interrupted" if isinstance(stop, KeyboardInterrupt) else str(stop)
        return Listed(replace(walked, stopped=stopped))
    for walk in walks:
        walked_to_the_end(level, walk)
        if len(walk) != walked.steps:
            raise SolverError(f"a listed walk has {len(walk)} steps, not {walked.steps}")
    seconds = time.monotonic() - started
    return Listed(replace(walked, seconds=seconds), tuple(walks), complete)


def refuted_by(level: WalkLevel) -> str:
    """Return the reason why a level is unsolvable, or ``""`` (docs/walks.md, statement 4)."""
    if level.unpaintable or level.end not in (-1, *level.reachable):
        return "connectivity"
    return "" if level.end < 0 or ground_of(level).ends else "colours"


def settle(ground: Ground, watch: Watch) -> str:
    """Report the parity bound and the shortest walk within one spanning tree, without search.

    Returns:
        The reason why that walk is the shortest, or ``""``.
    """
    if ground.idle:
        watch.improved((), 0)
        return "nothing to paint"
    descent = descend(ground)
    walk = trail(ground, *tree_counts(ground, descent))
    watch.improved(as_numbers(walk), len(walk))
    watch.bound(ground.parity.bound)
    if len(walk) == ground.parity.bound:
        return "parity"
    if len(descent.bridges) == len(ground.edges):
        watch.bound(len(walk))
        return "bridges"
    return ""


def walked_to_the_end(level: WalkLevel, walk: str) -> int:
    """Simulate a walk that should solve the level, and return the cell where it ends.

    Raises:
        SolverError: When the walk does not solve the level.
    """
    verdict = simulate(level, walk)
    if not verdict.solves:
        raise SolverError("an engine's walk does not paint the level: please report this")
    return verdict.end


def _answer(
    level: WalkLevel,
    ground: Ground,
    watch: Watch,
    engine: str,
    seconds: float,
    stopped: str,
) -> Walked:
    walk = as_letters(watch.told()[0])
    end = walked_to_the_end(level, walk)
    missing = (watch.lower_bound - ground.parity.bound) % 4
    if missing or len(walk) < watch.lower_bound or (len(walk) - watch.lower_bound) % 4:
        raise SolverError(
            f"engine {engine} found {len(walk)} steps and proved {watch.lower_bound}, "
            "which cannot both be true: please report this"
        )
    proved = len(walk) == watch.lower_bound
    return Walked(
        level,
        Status.OPTIMAL if proved else Status.FEASIBLE,
        walk,
        end,
        watch.lower_bound,
        engine,
        seconds,
        "" if proved else stopped,
    )
