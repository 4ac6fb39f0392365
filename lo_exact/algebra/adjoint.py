"""From a contradiction back to the equations it was made of.

The constant of every sum is a combination of the syndrome.  Run backwards, the elimination tells
which: each number hands its weight to the numbers it was computed from (reverse accumulation, the
transpose of the forward pass).  For a sum that says 0 = constant the weights that reach the
equations are the witness y: y A = 0, y . s = constant.  Costs as much as a forward pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from lo_exact.algebra.plan import Plan, spans
from lo_exact.algebra.sparse import IntArray

Step = TypeVar("Step")


def pull_back(
    plan: Plan,
    batch: int,
    lam: list[int],
    steps: Sequence[Step],
    per_event: Sequence[int],
    undo: Callable[[Step], None],
) -> IntArray:
    """Return the weights of the equations.

    Args:
        plan: The plan that was carried out.
        batch: The batch size of its spans.
        lam: (numbers,) weights to start from, 0..modulus-1; used up.
        steps: the steps done before, in order.
        per_event: how many of them belong to each flush, up to the last one that counts.
        undo: hands the weights of a step's targets to the equations of its chunk, in ``lam``.

    Returns:
        (lights,) int64, 0..modulus-1.
    """
    weights = [0] * plan.lights
    left = list(steps)
    ends = [(span.low, span.high, span.residuals, span.flush) for span in spans(plan, batch)]
    flushes = 0
    walked = []
    for end in ends:
        walked.append(end)
        flushes += end[3]
        if flushes == len(per_event):
            break
    for low, high, residuals, flush in reversed(walked):
        if flush:
            flushes -= 1
            for _ in range(per_event[flushes]):
                undo(left.pop())
        _undo_span(plan, low, high, residuals, lam, weights)
    return np.array(weights, dtype=np.int64)


def _undo_span(
    plan: Plan, low: int, high: int, residuals: range, lam: list[int], weights: list[int]
) -> None:
    modulus = plan.modulus
    equations = plan.residuals[residuals.start : residuals.stop]
    ends, sources = plan.entries_of(equations)
    places, values = plan.places[sources].tolist(), plan.values[sources].tolist()
    start = 0
    base = plan.unknowns + 1 + residuals.start
    for i, (equation, end) in enumerate(zip(equations.tolist(), ends.tolist(), strict=True)):
        weight = lam[base + i]
        if weight:
            weights[equation] = (weights[equation] + weight) % modulus
            for e in range(start, end):
                lam[places[e]] = (lam[places[e]] - values[e] * weight) % modulus
        start = end
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
        weights[equation] = (weights[equation] + weight) % modulus
        for e in range(start, end - 1):
            lam[places[e]] = (lam[places[e]] - values[e] * weight) % modulus
