"""All shots of a file answered, block by block, each block on the disk before the next begins."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import numpy as np

from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver.batch.answers import CODES
from lo_exact.solver.batch.batch import Batch, syndromes_of
from lo_exact.solver.decoding.ledger import Ledger, open_ledger
from lo_exact.solver.decoding.shots import Shots

FIRST_BLOCK = 64
MAX_BLOCK = 2**14
BLOCK_SECONDS = 0.5
"""Blocks grow until they take as long: a killed run loses no more."""


@dataclass(frozen=True)
class Summary:
    """What was found out about all shots.

    Attributes:
        shots: how many.
        proved: how many have a proved answer.
        unsolvable: how many of these nothing explains.
        weights: how many proved minima have each weight.
        methods: how many shots of this run each way of answering answered.
    """

    shots: int
    proved: int
    unsolvable: int
    weights: dict[int, int]
    methods: dict[str, int] = field(default_factory=dict)


def decode_file(
    puzzle: Puzzle,
    shots: Shots,
    target: Path,
    *,
    scale: int = 1,
    jobs: int = 1,
    time_limit: float = inf,
    resume: bool = False,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Summary:
    """Answer all shots of a file and write the answers.

    Args:
        puzzle: the checks; a shot is what the lights are to change by.
        shots: the syndromes.
        target: the ``.npz`` file for the answers; beside it, with ``.part`` behind its name, is the
            ledger of a run that is not through.
        scale: of the prices, kept with the answers.
        jobs: processes for shots that no table answers.
        time_limit: wall-clock seconds for each shot.
        resume: go on from the ledger.
        report: told how many shots of how many are done.
    """
    about = {
        "puzzle": puzzle.sha256, "syndromes": shots.sha256, "shots": shots.count, "scale": scale,
        "time_limit": repr(time_limit), "colours": puzzle.colours,
        "buttons": puzzle.system.unknowns,
    }  # fmt: skip
    ledger = open_ledger(target.with_name(target.name + ".part"), about, resume=resume)
    batch = Batch(puzzle.system, shots.count - ledger.done, jobs, time_limit)
    methods: Counter[str] = Counter()
    low, size = ledger.done, FIRST_BLOCK
    while low < shots.count:
        started = time.monotonic()
        high = min(low + size, shots.count)
        # a shot is the difference, a state is taken off the target
        states = (puzzle.target - shots.rows(low, high).astype(np.int64)) % puzzle.colours
        answers = batch.minima(syndromes_of(puzzle, states))
        ledger.add(answers)
        methods.update(answers.methods)
        low = high
        report(low, shots.count)
        if time.monotonic() - started < BLOCK_SECONDS / 2:
            size = min(2 * size, MAX_BLOCK)
    summary = _summary(ledger, methods)
    ledger.finish(target)
    return summary


def _summary(ledger: Ledger, methods: Counter[str]) -> Summary:
    rows = ledger.records()
    optimal = rows["status"] == CODES.index(Status.OPTIMAL)
    unsolvable = int(np.count_nonzero(rows["status"] == CODES.index(Status.INFEASIBLE)))
    weights, counts = np.unique(rows["weight"][optimal], return_counts=True)
    return Summary(
        len(rows),
        int(np.count_nonzero(optimal)) + unsolvable,
        unsolvable,
        dict(zip(weights.tolist(), counts.tolist(), strict=True)),
        dict(methods),
    )
