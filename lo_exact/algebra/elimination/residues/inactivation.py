"""The first pass over Z/p^e: from a matrix to a `ResiduePart`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.order import plan_in_good_order
from lo_exact.algebra.elimination.residues import small as small_residues
from lo_exact.algebra.elimination.residues.part import BATCH, ResiduePart
from lo_exact.algebra.elimination.residues.rows import Rows
from lo_exact.algebra.elimination.residues.small import SmallResiduePart
from lo_exact.algebra.elimination.residues.spans import add_span, evaluate, evaluate_residuals
from lo_exact.algebra.elimination.residues.steps import ResidueEvent, concentrate, solve_chunk
from lo_exact.algebra.elimination.spans import FlushEvent, position_spans
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries

SPARE = 64
"""So many columns more than twice the rows in use are tolerated."""


def eliminate_residues(
    matrix: SparseMatrix, prime: int, exponent: int
) -> ResiduePart | SmallResiduePart:
    """Eliminate a matrix mod p^e in the way that fits its size."""
    if small_residues.is_small(matrix):
        return small_residues.eliminate_small(matrix, prime, exponent)
    return inactivate(matrix, prime, exponent)


def inactivate(matrix: SparseMatrix, prime: int, exponent: int) -> ResiduePart:
    """Eliminate.

    Args:
        matrix: (lights, buttons) mod p^e.
        prime: p.
        exponent: e.
    """
    plan = plan_in_good_order(matrix, prime)
    modulus = prime**exponent
    base = plan.unknowns + 1
    rows = Rows(plan.numbers, 1, modulus)
    owner = np.zeros(0, dtype=np.int64)
    spare: list[int] = []
    columns: list[int] = []
    events: list[ResidueEvent] = []
    free: list[IntArray] = []
    deferred: list[int] = []
    waiting = created = 0
    for span in position_spans(plan, BATCH):
        tick()
        count = span.parameters.size
        if count > len(spare):
            fresh = count - len(spare)
            spare = [*range(owner.size + fresh - 1, owner.size - 1, -1), *spare]
            owner = np.concatenate([owner, np.full(fresh, -1)])
            rows.widen(owner.size)
        taken = [spare.pop() for _ in range(count)]
        owner[taken] = np.arange(len(columns), len(columns) + count)
        columns += taken
        add_span(rows, plan, span)
        rows.place(span.parameters, np.array(taken, dtype=np.int64))
        evaluate(rows, plan, span, None)
        evaluate_residuals(rows, plan, span, None)
        rows.drop(span.dying)
        if not span.flush:
            continue
        steps = []
        stop = span.residuals.stop
        for low in range(waiting, stop, BATCH):
            tick()
            chunk = range(low, min(low + BATCH, stop))
            others = np.concatenate(
                [
                    span.live,
                    np.array(deferred, dtype=np.int64),
                    np.arange(base + chunk.stop, base + stop),
                ]
            )
            step = solve_chunk(rows, base, chunk, others, prime)
            deferred += [base + chunk[i] for i in step.deferred.tolist()]
            owner[step.columns] = -1
            spare += step.columns.tolist()
            steps.append(step)
        waiting = stop
        needed = np.concatenate([span.live, np.array(deferred, dtype=np.int64)])
        if int((owner >= 0).sum()) > 2 * needed.size + SPARE:
            steps.append(concentrate(rows, needed, BATCH, prime))
        alive = rows.filled(needed)
        dead = np.flatnonzero(~alive[: owner.size] & (owner >= 0))
        released = owner[dead]
        free.append(released)
        owner[dead] = -1
        spare += dead.tolist()
        events.append(FlushEvent(range(created, len(columns)), tuple(steps), (dead, released)))
        created = len(columns)
    left_columns = np.flatnonzero(owner >= 0)
    numbers = np.array(deferred, dtype=np.int64)
    rest = None
    if numbers.size:
        rest = eliminate_residues(
            _divided(rows.read(numbers)[:, left_columns], modulus, prime), prime, exponent - 1
        )
    return ResiduePart(
        plan=plan,
        prime=prime,
        exponent=exponent,
        columns=np.array(columns, dtype=np.int64),
        width=rows.lanes,
        events=tuple(events),
        free=np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *free])),
        left=owner[left_columns],
        left_columns=left_columns,
        deferred=numbers,
        rest=rest,
    )


def _divided(dense: NDArray[Any], modulus: int, prime: int) -> SparseMatrix:
    """Return a dense matrix of multiples of p mod p^e, divided by p, mod p^(e-1)."""
    row, column = np.nonzero(dense)
    shape = (dense.shape[0], dense.shape[1])
    return from_entries(shape, modulus // prime, row, column, dense[row, column] // prime)
