"""Requests to engines and backends, their outcomes, and their progress reports.

An engine returns an `Outcome` only when it has a proof.  A limit or Ctrl-C is an exception
(`LimitReached`, `KeyboardInterrupt`); the `Watch` then has the results known so far.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf, isnan, nan
from operator import index
from typing import Any

from lo_exact.errors import LimitReached, UsageError, printable

Presses = tuple[int, ...]

MEMORY = 2**31
"""Default memory limit of the built-in engines, in bytes."""


class Status(Enum):
    """Status of an answer; only a proof gives ``OPTIMAL`` or ``INFEASIBLE``.

    Example:
        >>> import lo_exact
        >>> [status.value for status in lo_exact.Status]
        ['optimal', 'feasible', 'infeasible', 'unknown']
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Wanted:
    """Request to an engine: number of minimum solutions to list, whether to count, memory limit.

    Both numbers may come from a user: `UsageError` where one is none.
    """

    minima: int = 1
    """Largest number of minimum solutions to list (1: any minimum will do)."""
    count: bool = False
    """Also count the minimum solutions, exactly."""
    canonical: bool = False
    """The first minimum must be the lexicographically least."""
    memory: int = MEMORY
    """Approximate memory limit of a built-in engine, in bytes for each process."""

    def __post_init__(self) -> None:
        for name, given in (("minima", self.minima), ("memory", self.memory)):
            object.__setattr__(self, name, whole_option(name, given, 0))

    @property
    def more_than_one(self) -> bool:
        """Return whether one arbitrary minimum solution is not enough to satisfy the request."""
        return self.count or self.canonical or self.minima > 1


@dataclass(frozen=True)
class Outcome:
    """Proved answer of an engine."""

    status: Status
    """``OPTIMAL`` or ``INFEASIBLE``."""
    weight: int = 0
    """The minimum (0 when infeasible)."""
    minima: tuple[Presses, ...] = ()
    """Minimum solutions, each (unknowns,) of 0..c-1; at least one when optimal.  All minima, if
    fewer than requested.
    """
    count: int | None = None
    """Number of minimum solutions; None when not counted."""
    canonical: bool = False
    """Whether ``minima[0]`` is the lexicographically least of all minima."""
    witness: Presses | None = None
    """(lights,) y with y A = 0, y . s != 0; None unless infeasible and known."""
    note: str = ""
    """What the proof relies on, in one line for people; may be empty."""
    stopped: str = ""
    """Why the list or the count of minima is incomplete although the minimum is proved: then the
    minima listed are some of them, and the count may be None.
    """


@dataclass(frozen=True)
class Known:
    """Bounds and a solution known before a search starts."""

    lower_bound: int = 0
    """Proved lower bound."""
    presses: Presses | None = None
    """A solution, or None if none is known."""
    weight: int | None = None
    """Weight of the solution, or None."""


@dataclass(frozen=True)
class Progress:
    """Progress report of a long search."""

    seconds: float
    """Seconds since the start of the search."""
    done: int
    """Amount of work done."""
    total: int
    """Total amount of work, or 0 while unknown."""
    best: int | None
    """Least known weight, or None."""
    lower_bound: int
    """Proved lower bound."""
    presses: Presses | None = None
    """Best known solution, in the unknowns of the search."""
    advice: str = ""
    """One sentence about how to speed up the search; or empty."""


MAX_INT64 = 2**63 - 1
"""Largest int64: numpy's arrays hold no larger count or limit."""

LONGEST_SECONDS = 1e9
"""Seconds (30 years) from which on there is no time limit; threads refuse larger numbers."""

LOOK_SECONDS = 0.2
"""Seconds between two checks of the time limit while waiting for other processes."""


def _ignored(*_: Any) -> None:
    """Do nothing; default for callbacks."""


def whole_option(name: str, given: Any, low: int, high: int | None = None) -> int:
    """Return the value of an integer option, at most the largest 64-bit integer.

    Args:
        name: name of the option, for the error message.
        given: an integer of any type, or a float that is one.
        low: least permitted value.
        high: largest permitted value; None: larger numbers count as 2^63 - 1.

    Raises:
        UsageError: On anything else.

    >>> whole_option("limit", 10**30, 0) == 2**63 - 1
    True
    """
    most = MAX_INT64 if high is None else high
    try:
        number = int(given) if isinstance(given, float) and given.is_integer() else index(given)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > most):
        wanted = f"{low} or more" if high is None else f"{low} to {high}"
        got = printable(str(given), 40)
        raise UsageError(f"{name} must be a whole number, {wanted}; got {got}")
    return min(number, most)


def limit_seconds(seconds: Any) -> float:
    """Return a time limit in seconds, or ``inf`` if it exceeds 30 years.

    Raises:
        UsageError: When it is not a number.
    """
    try:
        number = nan if isinstance(seconds, str) else float(seconds)
    except (TypeError, ValueError, OverflowError):
        number = nan
    if isnan(number):
        got = printable(str(seconds), 40)
        raise UsageError(f"a time limit is a number of seconds, got {got}")
    return inf if number > LONGEST_SECONDS else max(number, -LONGEST_SECONDS)


class Watch:
    """Time limit of one search, and the best solution and bound known so far.

    It is the one mutable object on the path of a question.  The caller makes it, the engine reports
    solutions and proved bounds to it, and the caller reads it when the engine was stopped.  `child`
    makes a watch that reports to this one; `apart` makes one for other threads that does not.

    Args:
        seconds: wall-clock limit from now; `UsageError` if it is not a number.
        report: called with a `Progress` at most once a second.
        on_improved: called with presses and weight whenever they are better than all before.
        on_bound: called with a proved lower bound whenever it is larger than all before.
        on_note: called with other notes of a function in a child process.
        stop: called with (done, total) at every `check`, first; it ends the search by raising.
    """

    def __init__(
        self,
        seconds: float = inf,
        report: Callable[[Progress], None] | None = None,
        *,
        on_improved: Callable[[Presses, int], object] = _ignored,
        on_bound: Callable[[int], object] = _ignored,
        on_note: Callable[[Any], object] = _ignored,
        stop: Callable[[int, int], object] = _ignored,
    ):
        self.started: float = time.monotonic()
        self.deadline: float = self.started + limit_seconds(seconds)
        self.best: Presses | None = None
        self.best_weight: int | None = None
        self.lower_bound: int = 0
        self.asked: list[str] = []
        self.advice: str = ""
        self.report = report
        self._next_report = self.started + 1.0
        self._on_improved, self._on_bound, self._on_note = on_improved, on_bound, on_note
        self._stop = stop
        self._whole: Watch | None = None

    def improved(self, presses: Presses, weight: int) -> None:
        """Record presses of the given weight that solve the system, as verified by the caller."""
        if self.best_weight is None or weight < self.best_weight:
            self.best, self.best_weight = presses, weight
            self._on_improved(presses, weight)

    def bound(self, lower_bound: int) -> None:
        """Record a proved lower bound on the weight."""
        if lower_bound > self.lower_bound:
            self.lower_bound = lower_bound
            self._on_bound(lower_bound)

    def settled(self, presses: Presses, weight: int) -> None:
        """Record a solution of proved minimum weight."""
        self.improved(presses, weight)
        self.bound(weight)

    def heard(self, known: Known) -> None:
        """Record the presses and the bound of another search, each of them if it is better."""
        self.bound(known.lower_bound)
        if known.presses is not None and known.weight is not None:
            self.improved(known.presses, known.weight)

    def asking(self, name: str) -> None:
        """Record the name of an engine that starts to search."""
        if name not in self.asked:
            self.asked.append(name)
        if self._whole is not None:
            self._whole.asking(name)

    def told(self) -> tuple[Presses, int]:
        """Return the best recorded solution and its weight."""
        assert self.best is not None
        assert self.best_weight is not None
        return self.best, self.best_weight

    def note(self, payload: Any) -> None:
        """Record a note from a child process; a note that is a text is advice for the user."""
        if isinstance(payload, str):
            self.advice = payload
        self._on_note(payload)

    @property
    def known(self) -> Known:
        """Bound, solution and weight recorded so far."""
        return Known(self.lower_bound, self.best, self.best_weight)

    def start_from(self, known: Known) -> None:
        """Set the bound and the solution known at the start."""
        self.lower_bound, self.best, self.best_weight = (
            known.lower_bound, known.presses, known.weight,
        )  # fmt: skip

    def child(
        self,
        *,
        on_improved: Callable[[Presses, int], object] | None = None,
        on_bound: Callable[[int], object] | None = None,
        stop: Callable[[int, int], object] = _ignored,
    ) -> Watch:
        """Return a new watch for the same thread; it forwards all its records to this watch.

        Args:
            on_improved: called in place of `improved` of this watch, where presses must be
                checked or translated first.
            on_bound: called in place of `bound` of this watch.
            stop: as for a watch.
        """
        inner = Watch(
            on_improved=on_improved or self.improved, on_bound=on_bound or self.bound,
            on_note=self.note, stop=stop,
        )  # fmt: skip
        inner.started, inner._whole = self.started, self
        return inner

    def apart(
        self,
        *,
        on_improved: Callable[[Presses, int], object] = _ignored,
        on_bound: Callable[[int], object] = _ignored,
        on_note: Callable[[Any], object] = _ignored,
        stop: Callable[[int, int], object] = _ignored,
    ) -> Watch:
        """Return a watch for any thread, with the same time limit but separate records."""
        watch = Watch(
            self.remaining(), on_improved=on_improved, on_bound=on_bound, on_note=on_note, stop=stop
        )
        watch.started = self.started
        return watch

    def remaining(self) -> float:
        """Return the remaining seconds, possibly ``inf`` or negative."""
        return self.deadline - time.monotonic() if self._whole is None else self._whole.remaining()

    def check(self, done: int = 0, total: int = 0) -> None:
        """Report progress if due, and raise an error at the deadline.

        Raises:
            LimitReached: When the time limit is reached.
        """
        self._stop(done, total)
        if self._whole is not None:
            self._whole.check(done, total)
            return
        now = time.monotonic()
        if self.report is not None and now >= self._next_report:
            self._next_report = now + 1.0
            seconds = now - self.started
            self.report(
                Progress(
                    seconds, done, total, self.best_weight, self.lower_bound, self.best, self.advice
                )
            )
        if now >= self.deadline:
            raise LimitReached(f"time limit reached after {now - self.started:.1f} s")
