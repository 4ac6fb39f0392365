"""The promises of every engine, checked where its answer passes: `Engine.minimise`.

Presses solve the system and cost what is claimed, none is listed twice, and as many are listed as
were wanted or as there are; a count, a first minimum in order and a witness stand where they were
wanted, unless the outcome says what stopped it after the minimum; nothing the engine told on the
way contradicts its end.  What is not checked is whether the minimum is one: that is the engine's
proof, and a certificate's.

Costs a multiplication for each minimum that is listed: no elimination, no search.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.packed import Packed
from lo_exact.counters import WholeSystem
from lo_exact.errors import SolverError
from lo_exact.outcome import Known, Outcome, Presses, Status, Wanted
from lo_exact.puzzle import System

BLOCK_NUMBERS = 2**20
"""Numbers multiplied at a time."""


def check_outcome(
    name: str,
    system: System,
    wanted: Wanted,
    outcome: Outcome,
    *,
    before: Known,
    after: Known,
    witnessed: bool,
) -> None:
    """Raise a SolverError that names the engine unless the outcome is one of this system.

    Args:
        name: of the engine.
        system: what was to be solved.
        wanted: what was to be found out.
        outcome: what the engine returned.
        before: what its watch knew when it began.
        after: what its watch knows now.
        witnessed: whether it has to say why nothing solves the system.
    """
    told_better = after.weight is not None and after.weight != before.weight
    if outcome.status is Status.INFEASIBLE:
        if outcome.witness is None and witnessed:
            raise SolverError(f"{name} says that nothing solves the puzzle, without a witness")
        if outcome.witness is not None and not system.refutes(_vector(outcome.witness)):
            raise SolverError(f"{name} gave a witness that proves nothing")
        if told_better:
            raise SolverError(f"{name} says that nothing solves the puzzle, and told presses")
        return
    minima, weight = outcome.minima, outcome.weight
    if outcome.status is not Status.OPTIMAL or not minima:
        raise SolverError(f"{name} ended without a proof ({outcome.status.value})")
    if len(minima) > 1 and len(set(minima)) < len(minima):
        raise SolverError(f"{name} listed a minimum twice")
    _check_presses(name, system, minima, weight)
    limit = max(wanted.minima, 1)
    if wanted.count and outcome.count is None and not outcome.stopped:
        raise SolverError(f"{name} did not count the minima")
    listed = len(minima)
    if outcome.count is not None and not (
        listed <= outcome.count and (listed >= min(limit, outcome.count) or wanted.minima <= 1)
    ):
        raise SolverError(f"{name} counted {outcome.count} minima, listed {listed}")
    if listed > limit:
        raise SolverError(f"{name} listed {listed} minima, {limit} were wanted")
    if wanted.canonical and not outcome.canonical and not outcome.stopped:
        raise SolverError(f"{name} did not find the lexicographically least minimum")
    if outcome.canonical and any(other < minima[0] for other in minima[1:]):
        raise SolverError(f"{name} says that a minimum is the least in order, which it is not")
    if after.lower_bound > weight and after.lower_bound > before.lower_bound:
        raise SolverError(f"{name} claims weight {weight}, and told a bound of {after.lower_bound}")
    if told_better and after.weight is not None and after.weight < weight:
        raise SolverError(f"{name} claims weight {weight}, and told presses of {after.weight}")


def _vector(values: Presses) -> Packed | IntArray:
    return values if isinstance(values, Packed) else np.array(values, dtype=np.int64)


def _check_presses(name: str, system: System, minima: Sequence[Presses], weight: int) -> None:
    """Multiply minima out, a few one by one, many a block at a time."""
    if len(minima) < 4 or isinstance(minima[0], Packed) or isinstance(system, WholeSystem):
        for presses in minima:
            x = _vector(presses)
            if not system.solves(x):
                raise SolverError(f"{name} gave presses that do not solve the puzzle")
            if (cost := system.weight(x)) != weight:
                raise SolverError(f"{name} claims weight {weight}, the presses have {cost}")
        return
    # all minima differ from the first by something that A sends to 0 and costs nothing
    _check_presses(name, system, minima[:1], weight)
    step = max(1, BLOCK_NUMBERS // max(system.unknowns, system.matrix.entries, 1))
    c, matrix = system.colours, system.matrix.transpose()
    buttons, amounts = matrix.rows, matrix.values.astype(np.int64)
    for low in range(1, len(minima), step):
        block = minima[low : low + step]
        if any(len(presses) != system.unknowns for presses in block):
            raise SolverError(f"{name} gave presses that do not solve the puzzle")
        many: IntArray = np.array(block, dtype=np.int64).reshape(len(block), system.unknowns)
        # products below 2^62 are reduced; sums of at most 2^31 of them below 2^31 stay below 2^62
        added = np.cumsum(many[:, buttons] * amounts % c, axis=1, dtype=np.int64)
        added = np.concatenate([np.zeros((len(block), 1), dtype=np.int64), added], axis=1)
        lights = (added[:, matrix.starts[1:]] - added[:, matrix.starts[:-1]]) % c
        inside = ((many >= 0) & (many < c)).all()
        if not inside or not np.array_equal(lights, np.broadcast_to(system.syndrome, lights.shape)):
            raise SolverError(f"{name} gave presses that do not solve the puzzle")
        if any(system.weight(presses) != weight for presses in many):
            raise SolverError(f"{name} claims weight {weight}, presses listed have another")
