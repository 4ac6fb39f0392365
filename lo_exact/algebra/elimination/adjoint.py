"""Evidence of unsolvability, computed by running an elimination backwards.

The constant of every sum is a combination of the syndrome.  The elimination run backwards finds
that combination: each number passes its weight to the numbers it was computed from (reverse
accumulation, the transpose of the forward pass).  For a sum that states 0 = constant, the weights
that reach the equations are the witness y: y A = 0, y . s = constant.  Costs as much as a forward
pass.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from lo_exact.algebra.elimination.elimination_plan import EliminationPlan, position_spans
from lo_exact.algebra.sparse import IntArray

Step = TypeVar("Step")


def pull_back(
    plan: EliminationPlan,
    batch: int,
    lam: list[int],
    per_event: Sequence[Sequence[Step]],
    undo: Callable[[Step], None],
) -> IntArray:
    """Return equation weights that give a contradiction, computed by reverse accumulation.

    Args:
        plan: The executed plan.
        batch: The batch size of its spans.
        lam: (numbers,) weights to start from, 0..modulus-1; overwritten.
        per_event: the earlier steps by flush, up to the last relevant flush.
        undo: passes the weights of a step's targets to the equations of its chunk, in ``lam``.

    Returns:
        (lights,) int64, 0..modulus-1.
    """
    weights = [0] * plan.lights
    walked = []
    flushes = 0
    for span in position_spans(plan, batch):
        walked.append((span.low, span.high, span.residuals, span.flush))
        flushes += span.flush
        if flushes == len(per_event):
            break
    for low, high, residuals, flush in reversed(walked):
        if flush:
            flushes -= 1
            for step in reversed(per_event[flushes]):
                undo(step)
        _undo_residuals(plan, residuals, lam, weights)
        _undo_claims(plan, low, high, lam, weights)
    return np.array(weights, dtype=np.int64)


def _undo_residuals(
    plan: EliminationPlan, residuals: range, lam: list[int], weights: list[int]
) -> None:
    modulus = plan.modulus
    equations = plan.residuals[residuals.start : residuals.stop]
    ends, sources = plan.entries_of(equations)
    places, values = plan.places[sources].tolist(), plan.values[sources].tolist()
    start = 0
    number = plan.unknowns + 1 + residuals.start
    for equation, end in zip(equations.tolist(), ends.tolist(), strict=True):
        weight = lam[number]
        number += 1
        if weight:
            weights[equation] = weight
            for e in range(start, end):
                lam[places[e]] = (lam[places[e]] - values[e] * weight) % modulus
        start = end


def _undo_claims(
    plan: EliminationPlan, low: int, high: int, lam: list[int], weights: list[int]
) -> None:
    modulus = plan.modulus
    claimed = np.flatnonzero(plan.claim[low:high] >= 0) + low
    equations = plan.claim[claimed]
    ends, sources = plan.entries_of(equations)
    places, values = plan.places[sources].tolist(), plan.values[sources].tolist()
    stops = [0, *ends.tolist()]
    for place, equation, start, end in zip(
        reversed(claimed.tolist()),
        reversed(equations.tolist()),
        reversed(stops[:-1]),
        reversed(stops[1:]),
        strict=True,
    ):
        if not lam[place]:
            continue
        weight = lam[place] * pow(values[end - 1], -1, modulus) % modulus
        weights[equation] = weight
        for e in range(start, end - 1):
            lam[places[e]] = (lam[places[e]] - values[e] * weight) % modulus
