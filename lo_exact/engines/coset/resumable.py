"""Visiting all solutions with a file to go on from, or on many machines."""

from __future__ import annotations

from pathlib import Path

from lo_exact.algebra import Unsolvable
from lo_exact.engines.coset import jobs
from lo_exact.engines.coset.checkpoint import load, save
from lo_exact.engines.coset.prepared import prepare, worth_symmetries
from lo_exact.engines.coset.symmetric import symmetric_search
from lo_exact.engines.symmetry import permutations
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where


def minimise_resumable(
    system: System,
    wanted: Wanted,
    watch: Watch,
    checkpoint: Path | None,
    puzzle_sha256: str,
    *,
    resume: bool = False,
    where: Where | None = None,
    every_seconds: float = 60.0,
) -> Outcome:
    """Find the minimum by visiting all solutions, with a file to go on from.

    A checkpoint is written every minute, when the search is stopped, and at its end.

    Args:
        system: what to solve.
        wanted: what to find out; must be the same when a search is taken up again.
        watch: the clock.
        checkpoint: the file; None for none.
        puzzle_sha256: hash of the puzzle, kept in the file.
        resume: go on from the file, which must be there.
        where: who visits, and where pieces are kept; all cores of this machine when None.
        every_seconds: time between two checkpoints.

    Raises:
        InputError: When the file is torn or belongs to something else.
    """
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=tuple(found.witness.tolist()))
    prepared = prepare(found.kernel, system.prices, per_button=system.per_button)
    search = prepared.search(found.particular)
    if worth_symmetries(found):
        search = symmetric_search(search, system.prices, permutations(system))
    plan = jobs.plan(search, wanted)
    position = jobs.start(search, wanted)
    if resume and checkpoint is not None:
        position = jobs.take_up(load(checkpoint, puzzle_sha256, plan), wanted)

    def write(position: jobs.Position) -> None:
        assert checkpoint is not None
        save(checkpoint, puzzle_sha256, plan, position.to_json())

    return jobs.finish(
        search, position, watch, where=where or jobs.here(), puzzle_sha256=puzzle_sha256,
        save=None if checkpoint is None else write, every_seconds=every_seconds,
    )  # fmt: skip
