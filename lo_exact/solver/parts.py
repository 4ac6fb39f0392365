"""Minimum of a system: presolve, an engine for each component, and the combined result.

A foreign engine works on the raw system, without presolve, so that it is an independent second
opinion.  What is known of the parts while one is searched adds up to bounds on the whole.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.counters import WholeSystem
from lo_exact.engines.engine import Engine
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import DisagreementError, LimitReached, UsageError
from lo_exact.outcome import MEMORY, Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.presolve import Presolved, left_whole, presolve
from lo_exact.solver.running import FoundOutcome, run_ways

_TELLING_SECONDS = 0.2
"""A part tells the whole no more often."""


def minimise_system(system: System, engine: str, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Return the minimum of a system, found by presolve and an engine for each component."""
    whole = left_whole(system) or isinstance(system, WholeSystem)
    if engine != "auto":
        row = find_engine(engine)
        if row.raw or whole:
            refuse(row, system, wanted)
            return FoundOutcome(row.minimise(system, wanted, watch), (row.name,))
    if whole:
        return run_ways(system, wanted, watch)
    settled = presolve(system)
    if settled.contradiction:
        return FoundOutcome(Outcome(Status.INFEASIBLE), ("presolve",))
    return minimise_parts(settled, engine, wanted, watch)


def refuse(engine: Engine, system: System, wanted: Wanted) -> None:
    """Raise an error if the engine that the user named cannot take the system.

    Raises:
        UsageError: When it cannot take the system, or not in the memory that is allowed.
    """
    refusal = engine.refusal(system)
    if not refusal and wanted.memory < MEMORY and (offer := engine.offer(system)) is not None:
        refusal = offer.too_large(wanted.memory)  # built-in engines never take more than MEMORY
    if refusal:
        raise UsageError(f"engine {engine.name} cannot take this puzzle: {refusal}")


def confirmed(system: System, found: FoundOutcome, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Prove a result that rests on floating-point numbers again, by an exact engine.

    The watch was told the presses, so the engine begins with them, and what it has to show is that
    nothing weighs less.

    Raises:
        DisagreementError: When the proof says something else.
        LimitReached: When there was no time for the proof.
    """
    claim = found.outcome
    proof = minimise_system(system, "auto", wanted, watch)
    if (claim.status, claim.weight) != (proof.outcome.status, proof.outcome.weight):
        raise DisagreementError(
            f"{found.engine} says {_in_words(claim)}, {proof.engine} proves "
            f"{_in_words(proof.outcome)}: please report this puzzle"
        )
    return replace(found, confirmed_by=proof.engines)


def _in_words(outcome: Outcome) -> str:
    if outcome.status is Status.INFEASIBLE:
        return "there is no solution"
    return f"the minimum is {outcome.weight}"


def minimise_parts(settled: Presolved, engine: str, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Minimise each component and combine the results.

    Args:
        settled: what presolve left of the whole.
        engine: ``"auto"`` or an engine's name.
        wanted: what to find out.
        watch: the clock; told what is known of the whole while a part is searched.

    Raises:
        UsageError: When the engine cannot take a part.
    """
    several = len(settled.parts) > 1  # a single component is checked by the engine that solves it
    if several and any(isinstance(p.system.first, Unsolvable) for p in settled.parts):
        return FoundOutcome(Outcome(Status.INFEASIBLE), ("elimination",))
    finished: list[Outcome] = []
    names: list[str] = []
    notes: list[str] = []
    for part in settled.parts:
        inner, tell_whole = _part_watch(settled, finished, watch)
        inner.start_from(settled.share(part, watch.known))
        try:
            if engine == "auto":
                found = run_ways(part.system, wanted, inner)
            else:
                row = find_engine(engine)
                refuse(row, part.system, wanted)
                found = FoundOutcome(row.minimise(part.system, wanted, inner), (row.name,))
        except (LimitReached, KeyboardInterrupt):
            tell_whole()
            raise
        notes += found.notes
        if found.outcome.status is Status.INFEASIBLE:
            return FoundOutcome(Outcome(Status.INFEASIBLE), found.engines, tuple(notes))
        finished.append(found.outcome)
        names += found.engines
    return FoundOutcome(
        settled.lift(finished, max(wanted.minima, 1)),
        tuple(dict.fromkeys(names)) or ("presolve",), tuple(dict.fromkeys(notes)),
    )  # fmt: skip


def _part_watch(
    settled: Presolved, finished: list[Outcome], whole: Watch
) -> tuple[Watch, Callable[[], None]]:
    """Return the watch of a component, and a function that reports to the watch of the whole.

    Bounds of parts add up, and so do solutions; a part's own say nothing of the whole.  So the
    whole is told now and then while the part is searched, of all parts together.

    Args:
        settled: what presolve left of the whole.
        finished: the minima of the parts that are done, in order; the caller adds to it.  The
            next part is the one that is searched.
        whole: the watch of the whole.
    """
    told: tuple[int, int | None] = (0, None)
    due = time.monotonic() + _TELLING_SECONDS

    def tell() -> None:
        nonlocal told, due
        told, due = news(), time.monotonic() + _TELLING_SECONDS
        known = [Known(one.weight, one.minima[0], one.weight) for one in finished]
        known.append(inner.known)
        for part in settled.parts[len(known) :]:
            first = part.system.__dict__.get("first")  # only if it has been computed already
            if first is None or isinstance(first, Unsolvable):
                known.append(Known())
            else:
                known.append(Known(0, as_tuple(first), part.system.weight(first)))
        lifted = settled.lift_known(known)
        whole.bound(lifted.lower_bound)
        if lifted.presses is not None and lifted.weight is not None:
            whole.improved(lifted.presses, lifted.weight)

    def news() -> tuple[int, int | None]:
        return inner.lower_bound, inner.best_weight

    def tell_now_and_then(done: int, total: int) -> None:
        if news() != told and time.monotonic() >= due:
            tell()

    def later(*_: object) -> None:
        """Report nothing now, since bounds are reported from time to time."""

    inner = whole.child(on_improved=later, on_bound=later, stop=tell_now_and_then)
    return inner, tell
