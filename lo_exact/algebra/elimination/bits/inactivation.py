"""The first pass over GF(2): from a matrix to a `BitPart`."""

from __future__ import annotations

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.bits.part import BitPart, clear
from lo_exact.algebra.elimination.bits.spans import bit_spans, evaluate, evaluate_residuals
from lo_exact.algebra.elimination.bits.steps import BitEvent, concentrate, solve_chunk
from lo_exact.algebra.elimination.order import plan_in_good_order
from lo_exact.algebra.elimination.spans import FlushEvent
from lo_exact.algebra.sparse import SparseMatrix
from lo_exact.errors import LimitReached

BATCH = 128
"""Residual equations solved at a time, at least."""

KEEP = 2**18
"""Spans of a plan with at most that many entries are kept between passes."""

MAX_BITS = 2**35
"""The sums in use may take so many bits."""

SPARE = 64
"""So many columns more than twice the sums in use are tolerated."""


def inactivate(matrix: SparseMatrix) -> BitPart:
    """Eliminate.

    Args:
        matrix: (lights, buttons) mod 2.

    Raises:
        LimitReached: When too many parameters are in use at once.
    """
    plan = plan_in_good_order(matrix, 2)
    batch = max(BATCH, plan.width // 4)
    kept = tuple(bit_spans(plan, batch)) if plan.places.size <= KEEP else ()
    base = plan.unknowns + 1
    x = [0] * plan.numbers
    owner: list[int] = []  # parameter of each column, -1 if there is none
    spare: list[int] = []
    columns: list[int] = []
    events: list[BitEvent] = []
    free: list[int] = []
    waiting = created = 0
    for span in kept or bit_spans(plan, batch):
        tick()
        for place in span.parameters:
            if not spare:
                spare.append(len(owner))
                owner.append(-1)
            column = spare.pop()
            owner[column] = len(columns)
            columns.append(column)
            x[place] = 1 << column
        evaluate(x, span, None)
        evaluate_residuals(x, base, span, None)
        clear(x, span.dying)
        if not span.flush:
            continue
        if len(span.live) * len(owner) > MAX_BITS:
            raise LimitReached(
                f"the elimination needs {len(span.live)} sums of up to {len(owner)} parameters at "
                f"once, more than {MAX_BITS} bits; no order of the buttons was found to be better"
            )
        steps = []
        stop = span.residuals.stop
        for low in range(waiting, stop, batch):
            tick()
            chunk = range(low, min(low + batch, stop))
            step = solve_chunk(x, base, chunk, [*span.live, *range(base + chunk.stop, base + stop)])
            clear(x, range(base + chunk.start, base + chunk.stop))
            for column in step.columns:
                owner[column] = -1
                spare.append(column)
            steps.append(step)
        waiting = stop
        if len(owner) - len(spare) > 2 * len(span.live) + SPARE:
            steps.append(concentrate(x, span.live))
        alive = 0
        for place in span.live:
            alive |= x[place]
        released = tuple(
            (column, parameter)
            for column, parameter in enumerate(owner)
            if parameter >= 0 and not alive >> column & 1
        )
        for column, parameter in released:
            owner[column] = -1
            spare.append(column)
            free.append(parameter)
        events.append(FlushEvent(range(created, len(columns)), tuple(steps), released))
        created = len(columns)
    return BitPart(
        plan, batch, tuple(columns), len(owner), tuple(events), tuple(sorted(free)), kept
    )
