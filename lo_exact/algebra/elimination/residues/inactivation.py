"""Elimination of a sparse matrix over Z/p^e by inactivation, with rows of residues.

The passes are those over GF(2), a run of independent buttons at a time.  Only units are pivots: a
residual equation without a unit coefficient is deferred.  At the end all deferred equations
together read p B z = r over the parameters z that are left.  So r must be divisible by p, and B z =
r / p over Z/p^(e-1) is the same task again, with smaller e.  Nothing is ever solved densely.  The
depth at which a parameter is eliminated is its valuation in the diagonal form.  So the kernel is
found as a direct sum of cyclic groups with their true orders (Smith 1861).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.adjoint import pull_back
from lo_exact.algebra.elimination.elimination_plan import (
    SPARE,
    EliminationPlan,
    FlushEvent,
    position_spans,
)
from lo_exact.algebra.elimination.order import plan_in_good_order
from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.elimination.residues.rows import Rows
from lo_exact.algebra.elimination.residues.spans import (
    DeferringStep,
    ResidueEvent,
    add_span,
    concentrate,
    evaluate,
    evaluate_residuals,
    solve_chunk,
)
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_dense, residue_dtype

BATCH = 64
"""Residual equations solved together."""


@dataclass(frozen=True, eq=False)
class ResiduePart:
    """Eliminated matrix over Z/p^e, with the steps to solve for any syndrome."""

    plan: EliminationPlan
    """The plan: the equation that expresses each button."""
    prime: int
    """Prime p."""
    exponent: int
    """Exponent e."""
    columns: IntArray
    """(parameters,) column of each parameter when it appeared."""
    width: int
    """Largest number of columns in use."""
    events: tuple[ResidueEvent, ...]
    """The executed steps."""
    free: IntArray
    """(free,) parameters (by index) in no equation, ascending."""
    left: IntArray
    """(left,) parameters in the deferred equations."""
    left_columns: IntArray
    """(left,) their columns at the end."""
    deferred: IntArray
    """(deferred,) numbers of the deferred equations."""
    rest: ResiduePart | None
    """The deferred equations divided by p, eliminated over Z/p^(e-1)."""

    @property
    def modulus(self) -> int:
        """The modulus p^e, a power of a prime."""
        return int(self.prime**self.exponent)

    @property
    def valuations(self) -> list[int]:
        """Exponents w, in descending order, such that the kernel's generators have orders p^w."""
        listed = [self.exponent] * (self.free.size + self.plan.idle.size)
        if self.rest is not None:
            rest = self.rest.valuations
            listed += [w + 1 for w in rest] + [1] * (self.left.size - len(rest))
        return listed

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, descending."""
        return tuple(self.prime**w for w in self.valuations)

    def generators(self) -> NDArray[Any]:
        """Return the kernel's generators, residues (generators, buttons), ordered as `orders`."""
        rows = self.basis()
        scale = np.array([self.prime ** (self.exponent - w) for w in self.valuations])
        for row, factor in zip(rows, scale.tolist(), strict=True):
            if factor > 1:
                row[:] = row.astype(np.int64) * factor % self.modulus
        return rows

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Any]]:
        """Return solutions of the syndromes, and a failure (for `witness`) for each unsolvable one.

        Args:
            syndromes: (count, lights) int64, 0..modulus-1.

        Returns:
            (count, buttons) residues, and for each unsolvable syndrome's number what `witness`
            takes.
        """
        count = syndromes.shape[0]
        failures: dict[int, Any] = {}
        for lane, at in zip(*np.nonzero(syndromes[:, self.plan.empty]), strict=True):
            failures.setdefault(int(lane), int(self.plan.empty[at]))
        constants = syndromes.T
        shifts, rest = self._shifts(constants, failures)
        left = np.zeros((self.left.size, count), dtype=np.int64)
        if self.rest is not None:
            for lane, at in zip(*np.nonzero(rest.T % self.prime), strict=True):
                failures.setdefault(int(lane), ("deferred", int(at)))
            found, lower = self.rest.solve(rest.T // self.prime)
            left = found.T
            for lane, failure in lower.items():
                failures.setdefault(lane, ("rest", failure))
        free = np.zeros((self.free.size, count), dtype=np.int64)
        out = np.zeros((count, self.plan.buttons), dtype=residue_dtype(self.modulus))
        if len(failures) < count:
            self._expand(self._parameters(shifts, free, left), constants, out)
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return a proof y that the failed syndrome s is unsolvable: y A = 0 and y . s != 0."""
        plan = self.plan
        if isinstance(failure, int):
            weights = np.zeros(plan.lights, dtype=np.int64)
            weights[failure] = 1
            return weights
        base = plan.unknowns + 1
        lam = [0] * plan.numbers
        per_event = [list(event.steps) for event in self.events]
        if failure[0] == "deferred":
            lam[int(self.deferred[failure[1]])] = self.prime ** (self.exponent - 1)
        elif failure[0] == "rest":
            assert self.rest is not None
            weights = self.rest.witness(failure[1])
            for number, weight in zip(self.deferred.tolist(), weights.tolist(), strict=True):
                lam[number] = weight
        else:
            _, stop, number, check = failure
            last = per_event[stop][number]
            per_event = [*per_event[:stop], per_event[stop][:number]]
            lam[base + last.chunk.start : base + last.chunk.stop] = last.checks[check].tolist()

        def undo(step: DeferringStep) -> None:
            pulled = step.pull(lam, base, plan.modulus)
            lam[base + step.chunk.start : base + step.chunk.stop] = pulled

        return pull_back(plan, BATCH, lam, per_event, undo)

    def basis(self, full: bool = False) -> NDArray[Any]:
        """Return the kernel's generators before scaling: columns of V in the diagonal form U A V.

        Args:
            full: also the columns for the buttons that are determined, as the last rows.
        """
        plan = self.plan
        lower = np.zeros((0, self.left.size), dtype=np.int64)
        if self.rest is not None:
            lower = self.rest.basis(full=True)
        idle = plan.idle.size
        head, count = self.free.size + idle, self.free.size + idle + lower.shape[0]
        determined = np.zeros(0, dtype=np.int64)
        if full:
            kept = np.zeros(plan.unknowns, dtype=np.bool_)
            kept[plan.parameters[self.free]] = True
            kept[plan.parameters[self.left]] = True
            determined = plan.order[~kept]
        out = np.zeros((count + determined.size, plan.buttons), dtype=residue_dtype(self.modulus))
        lanes = self.free.size + lower.shape[0]
        if lanes:
            free = np.zeros((self.free.size, lanes), dtype=np.int64)
            free[np.arange(self.free.size), np.arange(self.free.size)] = 1
            left = np.zeros((self.left.size, lanes), dtype=np.int64)
            left[:, self.free.size :] = lower.T
            found = np.zeros((lanes, plan.buttons), dtype=out.dtype)
            self._expand(self._parameters([], free, left), None, found)
            out[: self.free.size] = found[: self.free.size]
            out[head:count] = found[self.free.size :]
        out[np.arange(self.free.size, head), plan.idle] = 1
        out[np.arange(count, count + determined.size), determined] = 1
        return out

    def _shifts(
        self, constants: IntArray, failures: dict[int, Any]
    ) -> tuple[list[IntArray], IntArray]:
        """Return constants: of sums that replace eliminated columns, and of deferred equations."""
        plan, modulus, lanes = self.plan, self.modulus, constants.shape[1]
        base = plan.unknowns + 1
        shifts: list[IntArray] = []
        rows = Rows(plan.numbers, lanes, modulus)
        events = iter(enumerate(self.events))
        for span in position_spans(plan, BATCH) if plan.residuals.size else ():
            tick()
            add_span(rows, plan, span)
            rows.write(span.parameters, 0)
            evaluate(rows, plan, span, constants)
            evaluate_residuals(rows, plan, span, constants)
            rows.drop(span.dying)
            if not span.flush:
                continue
            number, event = next(events)
            for i, step in enumerate(event.steps):
                chunk = np.arange(base + step.chunk.start, base + step.chunk.stop)
                rho = rows.read(chunk)
                bad = product(step.checks, rho, modulus)
                for lane, at in zip(*np.nonzero(bad.T), strict=True):
                    failures.setdefault(int(lane), ("check", number, i, int(at)))
                shift = product(step.tags, rho, modulus)
                shifts.append(shift)
                if step.targets.size:
                    change = product(step.factors, shift, modulus)
                    rows.write(step.targets, (rows.read(step.targets) + change) % modulus)
                if step.deferred.size:
                    rows.write(chunk[step.deferred], product(step.remains, rho, modulus))
                dead = np.ones(chunk.size, dtype=np.bool_)
                dead[step.deferred] = False
                rows.drop(chunk[dead])
        return shifts, rows.read(self.deferred).astype(np.int64)

    def _parameters(
        self, shifts: list[IntArray], free: NDArray[Any], left: NDArray[Any]
    ) -> IntArray:
        """Return the values of all parameters, by back substitution in the elimination steps."""
        lanes = free.shape[1]
        value = np.zeros((self.width, lanes), dtype=np.int64)
        out = np.zeros((self.columns.size, lanes), dtype=np.int64)
        index = np.searchsorted  # a binary search, since `free` is ascending
        value[self.left_columns] = left
        todo = list(shifts)
        for event in reversed(self.events):
            columns, parameters = event.released
            value[columns] = free[index(self.free, parameters)]
            for step in reversed(event.steps):
                width = step.sums.shape[1]
                found = product(step.sums, value[:width], self.modulus)
                if todo:
                    found = (found + todo.pop()) % self.modulus
                value[step.columns] = found
            made = np.arange(event.created.start, event.created.stop)
            out[made] = value[self.columns[made]]
        return out

    def _expand(self, parameters: IntArray, constants: IntArray | None, out: NDArray[Any]) -> None:
        """Write the presses for the parameters' values to ``out`` (right sides, buttons)."""
        plan = self.plan
        rows = Rows(plan.numbers, out.shape[0], self.modulus)
        done = 0
        for span in position_spans(plan, BATCH):
            tick()
            rows.add(np.arange(span.low, span.high))
            count = span.parameters.size
            rows.write(span.parameters, parameters[done : done + count])
            done += count
            evaluate(rows, plan, span, constants)
            out[:, plan.order[span.low : span.high]] = rows.read(slice(span.low, span.high)).T
            rows.drop(span.dying)


def inactivate(matrix: SparseMatrix, prime: int, exponent: int) -> ResiduePart:
    """Eliminate a sparse matrix mod p^e.

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
    # This works like the elimination for bits, with one more case: an equation whose coefficients
    # are all multiples of p has no pivot mod p^e.  Such equations are deferred; at the end they
    # are divided by p and eliminated mod p^(e-1), in the parameters that remain.
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
        # a parameter of a deferred equation is not free: that equation may determine it
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
        dense = rows.read(numbers)[:, left_columns]
        rest = inactivate(from_dense(dense // prime, modulus // prime), prime, exponent - 1)
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
