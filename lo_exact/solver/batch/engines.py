"""Boards that no table answers: an engine for each, in as many processes as wanted.

For sparse codes the engine is `cuts`, on the checks alone, with nothing written out; for other
systems it is whatever `auto` takes.  A process gets the matrix once and boards in blocks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Unsolvable
from lo_exact.errors import ChildDied, LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.batch.answers import Syndromes
from lo_exact.solver.ways import by_structure, many_solutions

BLOCK = 16
"""Boards that a process gets at a time."""


@dataclass(frozen=True, eq=False)
class SyndromeAnswer:
    """One answer: as in `Answers`, the presses as (buttons,)."""

    status: Status
    weight: int
    bound: int
    presses: NDArray[np.int64]


def ask_all(
    system: System,
    syndromes: Syndromes,
    *,
    jobs: int,
    seconds: float,
    pause: Callable[[], None],
) -> Iterator[SyndromeAnswer]:
    """Yield the answers for syndromes, in order.

    Args:
        system: with any syndrome.
        syndromes: (boards, lights) of 0..c-1.
        jobs: processes; 1 is this one.
        seconds: wall-clock limit of each board.
        pause: called after each board; it may raise.
    """
    if jobs <= 1 or len(syndromes) <= BLOCK:
        for syndrome in syndromes:
            yield answer_one_syndrome(system, syndrome, seconds)
            pause()
        return
    from lo_exact.runners.collect import collect
    from lo_exact.runners.work import Order, Where, Work

    order = Order(
        "boards", f"{__name__}:prepared_systems", f"{__name__}:answer_syndromes", {},
        (system, seconds), "boards", len(syndromes),
    )  # fmt: skip
    work = Work(order, given=lambda low, high: syndromes[low:high])
    where = Where(jobs=jobs, pieces=-(-len(syndromes) // BLOCK))
    for record in collect(work, where, Watch(stop=lambda *_: pause())):
        for status, weight, bound, presses in record.result:
            yield SyndromeAnswer(Status(status), weight, bound, np.array(presses, dtype=np.int64))


def answer_one_syndrome(system: System, syndrome: Syndromes, seconds: float) -> SyndromeAnswer:
    """Answer for one syndrome; a solver's process that is killed is replaced, a few times.

    Raises:
        ChildDied: When that happens again and again.
    """
    from lo_exact.runners.work import MAX_DEATHS

    for left in range(MAX_DEATHS, -1, -1):
        try:
            return _ask(system, syndrome, seconds)
        except ChildDied:
            if not left:
                raise
    raise AssertionError


def _ask(system: System, syndrome: Syndromes, seconds: float) -> SyndromeAnswer:
    """Answer for one syndrome; at the time limit with what is known."""
    from lo_exact.solver.parts import minimise_system

    board = System(system.matrix, syndrome.astype(np.int64), system.prices, system.per_button)
    board.__dict__["elimination"] = system.elimination
    watch = Watch(seconds)
    none = np.zeros(system.unknowns, dtype=np.int64)
    try:
        if isinstance(board.first, Unsolvable):
            return SyndromeAnswer(Status.INFEASIBLE, -1, -1, none)
        fitting = by_structure(board, Wanted()) if many_solutions(board) else []
        # moats offer what this process happens to have loaded: the same board would be answered by
        # other presses in another one
        fitting = [one for one in fitting if one[0].name != "moats"]
        if fitting:
            engine, offer = fitting[0]
            outcome = offer.outcome or engine.minimise(board, Wanted(), watch)
        else:
            outcome = minimise_system(board, "auto", Wanted(), watch).outcome
    except LimitReached:
        if watch.best is None:
            return SyndromeAnswer(Status.UNKNOWN, -1, watch.lower_bound, none)
        presses, weight = watch.told()
        return SyndromeAnswer(
            Status.FEASIBLE, weight, watch.lower_bound, np.array(presses, dtype=np.int64)
        )
    best = np.array(outcome.minima[0], dtype=np.int64)
    return SyndromeAnswer(Status.OPTIMAL, outcome.weight, outcome.weight, best)


def prepared_systems(spec: tuple[System, float]) -> tuple[System, float]:
    """Return the system and the limit of each board; both are kept as long as a process is."""
    return spec


def answer_syndromes(
    spec: tuple[System, float], low: int, high: int, given: Syndromes, check: Callable[[int], None]
) -> list[tuple[str, int, int, list[int]]]:
    """Answer for some syndromes: status, weight, bound and presses of each."""
    found = (answer_one_syndrome(spec[0], syndrome, spec[1]) for syndrome in given)
    return [(one.status.value, one.weight, one.bound, one.presses.tolist()) for one in found]
