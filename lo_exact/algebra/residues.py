"""Elimination by inactivation over Z/p^e, with rows of residues.

The same passes as over GF(2), a run of independent buttons at a time.  Only units are pivots: a
residual equation without a unit coefficient is deferred, and at the end all deferred equations
together read p B z = r over the parameters z that are left.  So r must be divisible by p, and
B z = r / p over Z/p^(e-1) is the same task again, with smaller e.  Nothing is ever solved densely,
and the depth at which a parameter is eliminated is its valuation in the diagonal form, so the
kernel comes out as a direct sum of cyclic groups with their true orders (Smith 1861).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.adjoint import pull_back
from lo_exact.algebra.plan import Plan, Span, make_plan, spans
from lo_exact.algebra.product import product
from lo_exact.algebra.rows import BLOCK, Rows
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_dense, residue_dtype

BATCH = 64
"""Residual equations solved at a time."""


@dataclass(frozen=True, eq=False)
class Step:
    """One batch of residual equations solved.

    Attributes:
        chunk: numbers k of the residual equations.
        columns: (eliminated,) columns.
        sums: (eliminated, width) residues: what each column is now, in terms of the others.
        tags: (eliminated, chunk) residues: its constant, in terms of the equations' constants.
        checks: (checks, chunk) residues: combinations whose constant must be 0.
        deferred: (deferred,) indices in the chunk of equations without a unit.
        remains: (deferred, chunk) residues: their constants.
        targets: (targets,) numbers whose constants change.
        factors: (targets, eliminated) residues: by how much of each column's constant.
    """

    chunk: range
    columns: IntArray
    sums: NDArray[Any]
    tags: NDArray[Any]
    checks: NDArray[Any]
    deferred: IntArray
    remains: NDArray[Any]
    targets: IntArray
    factors: NDArray[Any]


@dataclass(frozen=True, eq=False)
class Event:
    """What happens at the end of a span.

    Attributes:
        created: the parameters (by index) that appeared since the last event.
        steps: batches of equations, in order.
        released: (columns, parameters) in no row any more: free for good.
    """

    created: range
    steps: tuple[Step, ...]
    released: tuple[IntArray, IntArray]


@dataclass(frozen=True, eq=False)
class ResiduePart:
    """A matrix over Z/p^e, eliminated.

    Attributes:
        plan: what expresses what.
        prime: p.
        exponent: e.
        columns: (parameters,) column of each parameter when it appeared.
        width: number of columns there ever were.
        events: what was done.
        free: (free,) parameters (by index) in no equation, ascending.
        left: (left,) parameters in the deferred equations.
        left_columns: (left,) their columns at the end.
        deferred: (deferred,) numbers of the deferred equations.
        rest: the deferred equations divided by p, eliminated over Z/p^(e-1).
    """

    plan: Plan
    prime: int
    exponent: int
    columns: IntArray
    width: int
    events: tuple[Event, ...]
    free: IntArray
    left: IntArray
    left_columns: IntArray
    deferred: IntArray
    rest: ResiduePart | None

    @property
    def modulus(self) -> int:
        """p^e."""
        return int(self.prime**self.exponent)

    @property
    def valuations(self) -> list[int]:
        """For each generator of the kernel the w >= 1 with p^w its order, descending."""
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
        """Return (generators, buttons) residues, in the order of `orders`."""
        rows = self._basis()
        scale = np.array([self.prime ** (self.exponent - w) for w in self.valuations])
        for row, factor in zip(rows, scale.tolist(), strict=True):
            if factor > 1:
                row[:] = row.astype(np.int64) * factor % self.modulus
        return rows

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Any]]:
        """Return solutions for many syndromes, and where the others fail.

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
        """Return (lights,) y with y A = 0 and y . s != 0, for a failure that `solve` told."""
        plan = self.plan
        if isinstance(failure, int):
            weights = np.zeros(plan.lights, dtype=np.int64)
            weights[failure] = 1
            return weights
        lam = np.zeros(plan.numbers, dtype=np.int64)
        per_event = [len(event.steps) for event in self.events]
        if failure[0] == "deferred":
            lam[self.deferred[failure[1]]] = self.prime ** (self.exponent - 1)
        elif failure[0] == "rest":
            assert self.rest is not None
            lam[self.deferred] = self.rest.witness(failure[1])
        else:
            _, stop, number, check = failure
            per_event = [*per_event[:stop], number]
            last = self.events[stop].steps[number]
            chunk = last.chunk
            base = plan.unknowns + 1
            lam[base + chunk.start : base + chunk.stop] = last.checks[check]
        done = [step for event in self.events for step in event.steps][: sum(per_event)]
        weights_list = lam.tolist()
        return pull_back(plan, BATCH, weights_list, done, per_event, self._undo(weights_list))

    def _undo(self, lam: list[int]) -> Any:
        base = self.plan.unknowns + 1

        def undo(step: Step) -> None:
            numbers = range(base + step.chunk.start, base + step.chunk.stop)
            chosen = _weigh(step.factors, [lam[t] for t in step.targets.tolist()], self.modulus)
            weights = _weigh(step.tags, chosen.tolist(), self.modulus)
            kept = [lam[numbers[i]] for i in step.deferred.tolist()]
            weights = (weights + _weigh(step.remains, kept, self.modulus)) % self.modulus
            for number, weight in zip(numbers, weights.tolist(), strict=True):
                lam[number] = weight

        return undo

    def _basis(self, full: bool = False) -> NDArray[Any]:
        """Return the kernel's generators before they are scaled: columns of the right factor V.

        Args:
            full: also the columns for the buttons that are determined, as the last rows.
        """
        plan = self.plan
        lower = np.zeros((0, self.left.size), dtype=np.int64)
        if self.rest is not None:
            lower = self.rest._basis(full=True)
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
        """Return the constants of the eliminated columns, step by step, and of the deferred."""
        plan, modulus, lanes = self.plan, self.modulus, constants.shape[1]
        base = plan.unknowns + 1
        shifts: list[IntArray] = []
        rows = Rows(plan.numbers, lanes, modulus)
        events = iter(enumerate(self.events))
        for span in spans(plan, BATCH) if plan.residuals.size else ():
            _add(rows, plan, span)
            rows.write(span.parameters, 0)
            _evaluate(rows, plan, span, constants)
            _evaluate_residuals(rows, plan, span, constants)
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
        """Return (parameters, lanes): every parameter's value from the constants and the free."""
        lanes = free.shape[1]
        value = np.zeros((self.width, lanes), dtype=np.int64)
        out = np.zeros((self.columns.size, lanes), dtype=np.int64)
        index = np.searchsorted  # `free` is ascending
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
        """Fill in (lanes, buttons) presses from the parameters' values."""
        plan = self.plan
        rows = Rows(plan.numbers, out.shape[0], self.modulus)
        done = 0
        for span in spans(plan, BATCH):
            rows.add(np.arange(span.low, span.high))
            count = span.parameters.size
            rows.write(span.parameters, parameters[done : done + count])
            done += count
            _evaluate(rows, plan, span, constants)
            out[:, plan.order[span.low : span.high]] = rows.read(slice(span.low, span.high)).T
            rows.drop(span.dying)


def inactivate(matrix: SparseMatrix, prime: int, exponent: int) -> ResiduePart:
    """Eliminate.

    Args:
        matrix: (lights, buttons) mod p^e.
        prime: p.
        exponent: e.
    """
    plan = make_plan(matrix, prime)
    modulus = prime**exponent
    base = plan.unknowns + 1
    rows = Rows(plan.numbers, 1, modulus)
    owner = np.zeros(0, dtype=np.int64)
    spare: list[int] = []
    columns: list[int] = []
    events: list[Event] = []
    free: list[IntArray] = []
    deferred: list[int] = []
    waiting = created = 0
    for span in spans(plan, BATCH):
        count = span.parameters.size
        if count > len(spare):
            fresh = count - len(spare)
            spare = [*range(owner.size + fresh - 1, owner.size - 1, -1), *spare]
            owner = np.concatenate([owner, np.full(fresh, -1)])
            rows.widen(owner.size)
        taken = [spare.pop() for _ in range(count)]
        owner[taken] = np.arange(len(columns), len(columns) + count)
        columns += taken
        _add(rows, plan, span)
        rows.place(span.parameters, np.array(taken, dtype=np.int64))
        _evaluate(rows, plan, span, None)
        _evaluate_residuals(rows, plan, span, None)
        rows.drop(span.dying)
        if not span.flush:
            continue
        steps = []
        stop = span.residuals.stop
        for low in range(waiting, stop, BATCH):
            chunk = range(low, min(low + BATCH, stop))
            others = np.concatenate(
                [
                    span.live,
                    np.array(deferred, dtype=np.int64),
                    np.arange(base + chunk.stop, base + stop),
                ]
            )
            step = _solve_chunk(rows, base, chunk, others, prime)
            deferred += [base + chunk[i] for i in step.deferred.tolist()]
            owner[step.columns] = -1
            spare += step.columns.tolist()
            steps.append(step)
        waiting = stop
        alive = rows.filled(np.concatenate([span.live, np.array(deferred, dtype=np.int64)]))
        dead = np.flatnonzero(~alive[: owner.size] & (owner >= 0))
        released = owner[dead]
        free.append(released)
        owner[dead] = -1
        spare += dead.tolist()
        events.append(Event(range(created, len(columns)), tuple(steps), (dead, released)))
        created = len(columns)
    left_columns = np.flatnonzero(owner >= 0)
    numbers = np.array(deferred, dtype=np.int64)
    rest = None
    if numbers.size:
        lower = rows.read(numbers)[:, left_columns] // prime
        smaller = modulus // prime
        rest = inactivate(from_dense(lower, smaller), prime, exponent - 1)
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


def _solve_chunk(rows: Rows, base: int, chunk: range, others: IntArray, prime: int) -> Step:
    """Reduce the chunk's rows, and put what they say into the other rows."""
    modulus, width, size = rows.modulus, rows.lanes, len(chunk)
    kind = residue_dtype(modulus)
    numbers = np.arange(base + chunk.start, base + chunk.stop)
    work = np.zeros((size, width + size), dtype=np.int64)
    work[:, :width] = rows.read(numbers)
    work[np.arange(size), width + np.arange(size)] = 1
    pivots: list[int] = []
    columns: list[int] = []
    for i in range(size):
        units = work[i, :width] % prime != 0
        column = int(units.argmax())
        if not units[column]:
            continue
        work[i] = work[i] * pow(int(work[i, column]), -1, modulus) % modulus
        hits = np.flatnonzero(work[:, column])
        hits = hits[hits != i]
        # products of residues are below 2**62, so the difference fits int64
        work[hits] = (work[hits] - work[hits, column, None] * work[i]) % modulus
        pivots.append(i)
        columns.append(column)
    pivot = np.array(pivots, dtype=np.int64)
    eliminated = np.array(columns, dtype=np.int64)
    passive = np.ones(size, dtype=np.bool_)
    passive[pivot] = False
    filled = work[:, :width].any(axis=1)
    zero, later = np.flatnonzero(passive & ~filled), np.flatnonzero(passive & filled)
    full = work[pivot, :width]
    targets, factors = _substitute(rows, others, eliminated, full)
    rows.write(numbers[later], work[later, :width])
    rows.drop(numbers[np.isin(np.arange(size), later, invert=True)])
    sums = (modulus - full) % modulus
    sums[np.arange(pivot.size), eliminated] = 0
    return Step(
        chunk=chunk,
        columns=eliminated,
        sums=sums.astype(kind),
        tags=work[pivot, width:].astype(kind),
        checks=work[zero, width:].astype(kind),
        deferred=later,
        remains=work[later, width:].astype(kind),
        targets=targets,
        # positions add the columns' constants, equations have them on the other side
        factors=np.where(targets[:, None] < base, factors, (modulus - factors) % modulus).astype(
            kind
        ),
    )


def _substitute(
    rows: Rows, others: IntArray, columns: IntArray, full: IntArray
) -> tuple[IntArray, IntArray]:
    """Eliminate the columns from other rows; say from which, and with what coefficients."""
    if not columns.size or not others.size:
        return np.zeros(0, dtype=np.int64), np.zeros((0, columns.size), dtype=np.int64)
    targets, factors = [], []
    step = max(1, BLOCK // rows.lanes)
    for low in range(0, others.size, step):
        numbers = others[low : low + step]
        old = rows.read(numbers)
        factor = old[:, columns]
        hit = np.flatnonzero(factor.any(axis=1))
        if not hit.size:
            continue
        change = product(factor[hit], full, rows.modulus)
        rows.write(numbers[hit], (old[hit] - change) % rows.modulus)
        targets.append(numbers[hit])
        factors.append(factor[hit].astype(np.int64))
    if not targets:
        return np.zeros(0, dtype=np.int64), np.zeros((0, columns.size), dtype=np.int64)
    return np.concatenate(targets), np.concatenate(factors)


def _add(rows: Rows, plan: Plan, span: Span) -> None:
    base = plan.unknowns + 1
    rows.add(np.arange(span.low, span.high))
    rows.add(np.arange(base + span.residuals.start, base + span.residuals.stop))


def _evaluate(rows: Rows, plan: Plan, span: Span, constants: IntArray | None) -> None:
    """Work out the claimed positions of a span, as many at a time as do not need each other."""
    modulus = plan.modulus
    equations = plan.claim[span.claimed]
    last = plan.starts[equations + 1] - 1
    unit = _inverses(plan.values[last], modulus)
    before = np.where(last > plan.starts[equations], plan.places[last - 1], -1)
    furthest = np.maximum.accumulate(before)
    low, size = 0, int(span.claimed.size)
    while low < size:
        high = int(np.searchsorted(furthest, span.claimed[low]))
        part = slice(low, high)
        numbers = span.claimed[part]
        for chosen, sources, factors in _tables(plan, equations[part], 1, rows.lanes):
            scale = unit[part][chosen]
            shift = None
            if constants is not None:
                shift = constants[equations[part][chosen]] * scale[:, None] % modulus
            signed = (modulus - factors.astype(np.int64)) * scale[:, None] % modulus
            rows.write(numbers[chosen], rows.combine(sources, signed, shift))
        low = high


def _evaluate_residuals(rows: Rows, plan: Plan, span: Span, constants: IntArray | None) -> None:
    """Work out the residual equations of a span: their sums, or what is left of their constants."""
    equations = plan.residuals[span.residuals.start : span.residuals.stop]
    numbers = plan.unknowns + 1 + np.arange(span.residuals.start, span.residuals.stop)
    for chosen, sources, factors in _tables(plan, equations, 0, rows.lanes):
        shift = None
        if constants is not None:
            factors = (plan.modulus - factors.astype(np.int64)) % plan.modulus
            shift = constants[equations[chosen]]
        rows.write(numbers[chosen], rows.combine(sources, factors, shift))


def _tables(
    plan: Plan, equations: IntArray, drop: int, lanes: int
) -> Iterator[tuple[Any, IntArray, NDArray[Any]]]:
    """Cut equations into tables of about equal length.

    Yields:
        (which of the equations, (count, terms) numbers, (count, terms) coefficients); short
        equations are filled up with the number that means "nothing".
    """
    counts = plan.starts[equations + 1] - plan.starts[equations] - drop
    size = int(equations.size)
    if not size:
        return
    whole: list[IntArray] = [np.arange(size)]
    if int(counts.max()) * size > 2 * int(counts.sum()) + 64:
        levels = np.frexp(counts)[1]
        whole = [np.flatnonzero(levels == level) for level in np.unique(levels)]
    step = max(1, BLOCK // max(lanes, 1))
    for group in whole:
        for low in range(0, group.size, step):
            chosen = group[low : low + step]
            first = plan.starts[equations[chosen]]
            count = counts[chosen]
            index = first[:, None] + np.arange(int(count.max()))
            inside = np.arange(int(count.max())) < count[:, None]
            index[~inside] = 0
            values = plan.values[index]
            if values.size:
                values[~inside] = values[0, 0]  # any factor will do for the row of zeros
            yield chosen, np.where(inside, plan.places[index], plan.unknowns), values


def _inverses(values: NDArray[Any], modulus: int) -> IntArray:
    distinct, which = np.unique(values, return_inverse=True)
    inverse = np.array([pow(int(v), -1, modulus) for v in distinct], dtype=np.int64)
    out: IntArray = inverse[which]
    return out


def _weigh(matrix: NDArray[Any], weights: list[int], modulus: int) -> IntArray:
    """Return weights @ matrix mod modulus."""
    row = np.array(weights, dtype=np.int64)[None, :]
    out: IntArray = product(row, matrix, modulus)[0]
    return out
