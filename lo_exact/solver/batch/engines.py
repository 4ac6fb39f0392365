"""Boards that no table answers: an engine for each, in as many processes as wanted.

For sparse codes the engine is `cuts`, on the checks alone, with nothing written out; for other
systems it is whatever `auto` takes.  A process gets the matrix once and boards in blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import inf
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Unsolvable
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.batch.answers import Syndromes
from lo_exact.solver.ways import by_structure, many_solutions

BLOCK = 16
"""Boards that a process gets at a time."""


@dataclass(frozen=True, eq=False)
class Asked:
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
) -> Iterator[Asked]:
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
            yield ask(system, syndrome, seconds)
            pause()
        return
    blocks = [syndromes[low : low + BLOCK] for low in range(0, len(syndromes), BLOCK)]
    # a fork would copy threads of solvers that may run here
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _take_system, (system, seconds))
    try:
        for answers in pool.map(_ask_block, blocks):
            for answer in answers:
                yield answer
                pause()
    finally:
        pool.shutdown(cancel_futures=True)


def ask(system: System, syndrome: Syndromes, seconds: float) -> Asked:
    """Answer for one syndrome; at the time limit with what is known."""
    from lo_exact.solver.parts import minimise_system

    board = replace(system, syndrome=syndrome.astype(np.int64))
    board.__dict__["elimination"] = system.elimination
    watch = Watch(seconds)
    none = np.zeros(system.unknowns, dtype=np.int64)
    try:
        if isinstance(board.first, Unsolvable):
            return Asked(Status.INFEASIBLE, -1, -1, none)
        fitting = by_structure(board, Wanted()) if many_solutions(board) else []
        if fitting:
            engine, offer = fitting[0]
            outcome = offer.outcome or engine.minimise(board, Wanted(), watch)
        else:
            outcome = minimise_system(board, "auto", Wanted(), watch).outcome
    except LimitReached:
        if watch.best is None:
            return Asked(Status.UNKNOWN, -1, watch.lower_bound, none)
        presses, weight = watch.told()
        return Asked(Status.FEASIBLE, weight, watch.lower_bound, np.array(presses, dtype=np.int64))
    best = np.array(outcome.minima[0], dtype=np.int64)
    return Asked(Status.OPTIMAL, outcome.weight, outcome.weight, best)


_taken: list[tuple[System, float]] = []
"""Of a worker process: what it was started with."""


def _take_system(system: System, seconds: float = inf) -> None:
    _taken[:] = [(system, seconds)]


def _ask_block(syndromes: Syndromes) -> list[Asked]:
    system, seconds = _taken[0]
    return [ask(system, syndrome, seconds) for syndrome in syndromes]
