"""Elimination by inactivation over GF(2), with Python integers as rows of bits.

First pass: walk the positions of a `Plan`; the value of a button is a sum of parameters, kept as
one integer with a bit for each *column*, and a parameter in use owns a column.  A residual equation
says that such a sum is 0 (or a constant): a batch of them is reduced, each eliminates a parameter,
and its row is put into all sums still needed.  So neither sums nor parameters pile up: with w
parameters in use at once the memory is about w x w bits, not lights x buttons, and the time is
entries x w / 64 word operations, at 50 ns a sum of two integers.

What was done is written down as `Step`.  For a syndrome the steps are run again with numbers in
place of sums (which gives the constants), then backwards (which gives all parameters), and one more
pass gives the presses.  Many syndromes, or the whole kernel, go through together, one bit each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import xor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.adjoint import pull_back
from lo_exact.algebra.plan import Plan, Span, spans
from lo_exact.algebra.sparse import IntArray

BATCH = 128
"""Residual equations solved at a time, at least."""

KEEP = 2**18
"""Programs with at most so many entries are kept as lists between passes."""


@dataclass(frozen=True)
class Step:
    """One batch of residual equations solved; masks are integers used as sets.

    Attributes:
        chunk: numbers of the residual equations.
        columns: the columns that were eliminated.
        sums: for each, the columns whose sum it now is.
        tags: for each, the equations of the chunk whose constants add up to its constant.
        checks: sets of equations of the chunk whose sum says 0 = constant.
        targets: numbers of the sums that a column was eliminated from.
        masks: for each, which of ``columns`` (by index) were in it.
    """

    chunk: range
    columns: tuple[int, ...]
    sums: tuple[int, ...]
    tags: tuple[int, ...]
    checks: tuple[int, ...]
    targets: tuple[int, ...]
    masks: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """What happens at the end of a span: steps, and columns that fell out of use.

    Attributes:
        created: the parameters (by index) that appeared since the last event.
        steps: batches of equations, in order.
        released: (column, parameter) pairs in no sum any more: free for good.
    """

    created: range
    steps: tuple[Step, ...]
    released: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class _Program:
    """A span as lists."""

    low: int
    high: int
    places: list[int]
    columns: list[list[int]]
    ragged: list[list[int]]
    equations: list[int]
    parameters: list[int]
    residual_rows: list[list[int]]
    residual_equations: list[int]
    residuals: range
    flush: bool
    dying: list[int]
    live: list[int]

    def rows(self) -> Iterable[Sequence[int]]:
        """What to add up for each place."""
        return zip(*self.columns, strict=True) if self.columns else self.ragged


@dataclass(frozen=True, eq=False)
class BitPart:
    """A matrix over GF(2), eliminated.

    Attributes:
        plan: what expresses what.
        batch: size of a batch of residual equations.
        columns: column of each parameter when it appeared.
        width: number of columns there ever were.
        events: what was done.
        free: the parameters (by index) that are free, ascending.
    """

    plan: Plan
    batch: int
    columns: tuple[int, ...]
    width: int
    events: tuple[Event, ...]
    free: tuple[int, ...]
    _kept: list[_Program] = field(default_factory=list)

    modulus = 2

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators."""
        return (2,) * (len(self.free) + int(self.plan.idle.size))

    def generators(self) -> NDArray[np.uint8]:
        """Return (generators, buttons) uint8: a basis of the kernel."""
        count, idle = len(self.free), self.plan.idle
        out = np.zeros((count + idle.size, self.plan.buttons), dtype=np.uint8)
        if count:
            free = {parameter: 1 << i for i, parameter in enumerate(self.free)}
            self._expand(self._parameters([], free, count), None, count, out[:count])
        out[np.arange(count, count + idle.size), idle] = 1
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[np.uint8], dict[int, Any]]:
        """Return solutions for many syndromes, and where the others fail.

        Args:
            syndromes: (count, lights) of 0 and 1.

        Returns:
            (count, buttons) uint8, and for each unsolvable syndrome's number what `witness` takes.
        """
        count = syndromes.shape[0]
        failures: dict[int, Any] = {}
        if self.plan.empty.size:
            for lane, at in zip(*np.nonzero(syndromes[:, self.plan.empty]), strict=True):
                failures.setdefault(int(lane), int(self.plan.empty[at]))
        constants = _lanes(syndromes)
        shifts = self._shifts(constants, count, failures)
        out = np.zeros((count, self.plan.buttons), dtype=np.uint8)
        if len(failures) < count:
            self._expand(self._parameters(shifts, {}, count), constants, count, out)
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return (lights,) y with y A = 0 and y . s = 1, for a failure that `solve` told."""
        plan = self.plan
        if isinstance(failure, int):
            weights = np.zeros(plan.lights, dtype=np.int64)
            weights[failure] = 1
            return weights
        stop, number, check = failure
        lam = [0] * plan.numbers
        done: list[Step] = [step for event in self.events[:stop] for step in event.steps]
        done += self.events[stop].steps[:number]
        last = self.events[stop].steps[number]
        _spread(lam, plan.unknowns + 1, last.chunk, last.checks[check])

        def undo(step: Step) -> None:
            chosen = 0
            for target, mask in zip(step.targets, step.masks, strict=True):
                if lam[target]:
                    chosen ^= mask
            bits = 0
            for i, tag in enumerate(step.tags):
                if chosen >> i & 1:
                    bits ^= tag
            _spread(lam, plan.unknowns + 1, step.chunk, bits)

        per_event = [len(event.steps) for event in self.events[:stop]] + [number]
        return pull_back(plan, self.batch, lam, done, per_event, undo)

    def _programs(self) -> Iterator[_Program]:
        if self._kept:
            return iter(self._kept)
        return (_compile(self.plan, span) for span in spans(self.plan, self.batch))

    def _shifts(
        self, constants: list[int], lanes: int, failures: dict[int, Any]
    ) -> list[list[int]]:
        """Return the constants of the eliminated columns, step by step."""
        base = self.plan.unknowns + 1
        x = [0] * self.plan.numbers
        shifts: list[list[int]] = []
        events = iter(enumerate(self.events))
        for program in self._programs() if self.plan.residuals.size else ():
            _evaluate(x, program, constants)
            for k, row, equation in zip(
                program.residuals, program.residual_rows, program.residual_equations, strict=True
            ):
                x[base + k] = reduce(xor, map(x.__getitem__, row), constants[equation])
            if not program.flush:
                continue
            number, event = next(events)
            for i, step in enumerate(event.steps):
                rho = [x[base + k] for k in step.chunk]
                for j, bad in enumerate(combine(step.checks, rho, lanes)):
                    while bad:
                        lane = bad.bit_length() - 1
                        bad ^= 1 << lane
                        failures.setdefault(lane, (number, i, j))
                if len(failures) == lanes:
                    return shifts
                shift = combine(step.tags, rho, lanes)
                shifts.append(shift)
                for target, change in zip(
                    step.targets, combine(step.masks, shift, lanes), strict=True
                ):
                    x[target] ^= change
            if lanes > 64:
                for place in program.dying:
                    x[place] = 0
        return shifts

    def _parameters(self, shifts: list[list[int]], free: dict[int, int], lanes: int) -> list[int]:
        """Return every parameter's value from the constants and the free ones."""
        value = [0] * self.width
        out = [0] * len(self.columns)
        if not any(map(any, shifts)) and not free:
            return out
        left = list(shifts)
        for event in reversed(self.events):
            for column, parameter in event.released:
                value[column] = free.get(parameter, 0)
            for step in reversed(event.steps):
                found = combine(step.sums, value, lanes)
                shift = left.pop() if left else [0] * len(found)
                for column, a, b in zip(step.columns, found, shift, strict=True):
                    value[column] = a ^ b
            for parameter in event.created:
                out[parameter] = value[self.columns[parameter]]
        return out

    def _expand(
        self,
        parameters: list[int],
        constants: list[int] | None,
        lanes: int,
        out: NDArray[np.uint8],
    ) -> None:
        """Fill in (lanes, buttons) presses from the parameters' values."""
        x = [0] * self.plan.numbers
        done = 0
        for program in self._programs():
            count = len(program.parameters)
            for place, value in zip(
                program.parameters, parameters[done : done + count], strict=True
            ):
                x[place] = value
            done += count
            _evaluate(x, program, constants)
            out[:, self.plan.order[program.low : program.high]] = _unpack(
                x[program.low : program.high], lanes
            )
            if lanes > 64:
                for place in program.dying:
                    x[place] = 0


def inactivate(plan: Plan) -> BitPart:
    """Eliminate.

    Args:
        plan: of a matrix mod 2.
    """
    batch = max(BATCH, plan.width // 4)
    kept: list[_Program] = []
    if plan.places.size <= KEEP:
        kept = [_compile(plan, span) for span in spans(plan, batch)]
    part = BitPart(plan, batch, (), 0, (), (), kept)
    base = plan.unknowns + 1
    x = [0] * plan.numbers
    spare: list[int] = []
    owner: list[int] = []
    columns: list[int] = []
    events: list[Event] = []
    free: list[int] = []
    waiting = created = 0
    for program in part._programs():
        for place in program.parameters:
            if not spare:
                spare.append(len(owner))
                owner.append(-1)
            column = spare.pop()
            owner[column] = len(columns)
            columns.append(column)
            x[place] = 1 << column
        _evaluate(x, program, None)
        for k, row in zip(program.residuals, program.residual_rows, strict=True):
            x[base + k] = reduce(xor, map(x.__getitem__, row))
        for place in program.dying:
            x[place] = 0
        if not program.flush:
            continue
        steps = []
        stop = program.residuals.stop
        for low in range(waiting, stop, batch):
            chunk = range(low, min(low + batch, stop))
            numbers = [*program.live, *range(base + chunk.stop, base + stop)]
            step = _solve_chunk(x, base, chunk, numbers)
            for k in chunk:
                x[base + k] = 0
            for column in step.columns:
                owner[column] = -1
                spare.append(column)
            steps.append(step)
        waiting = stop
        alive = 0
        for place in program.live:
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
        events.append(Event(range(created, len(columns)), tuple(steps), released))
        created = len(columns)
    return BitPart(
        plan, batch, tuple(columns), len(owner), tuple(events), tuple(sorted(free)), kept
    )


def combine(masks: tuple[int, ...], values: list[int], lanes: int) -> list[int]:
    """Return for each mask the exclusive or of the values it selects.

    Costs one population count a mask for one lane; for more, eight values at a time go into a table
    of their 256 sums, so a mask costs a look-up for every eight values (Arlazarov et al., 1970).

    Args:
        masks: sets of indices.
        values: integers below 2**lanes.
        lanes: their width.
    """
    if not masks:
        return []
    if lanes == 1:
        packed = int("".join(map(str, reversed(values))), 2) if values else 0
        return [(mask & packed).bit_count() & 1 for mask in masks]
    if len(masks) < 32:
        return [_pick(mask, values) for mask in masks]
    size = (len(values) + 7) // 8
    tables = []
    for group in range(size):
        table = [0]
        for value in values[8 * group : 8 * group + 8]:
            table += [entry ^ value for entry in table]
        tables.append(table)
    out = []
    for mask in masks:
        total = 0
        for table, byte in zip(tables, mask.to_bytes(size, "little"), strict=True):
            if byte:
                total ^= table[byte]
        out.append(total)
    return out


def _pick(mask: int, values: list[int]) -> int:
    total = 0
    while mask:
        index = mask.bit_length() - 1
        mask ^= 1 << index
        total ^= values[index]
    return total


def _solve_chunk(x: list[int], base: int, chunk: range, numbers: list[int]) -> Step:
    """Reduce the chunk's sums, and put what they say into the other sums."""
    size = len(chunk)
    basis: dict[int, int] = {}
    checks = []
    for i, k in enumerate(chunk):
        row = x[base + k] << size | 1 << i
        while (top := row.bit_length()) > size:
            other = basis.get(top)
            if other is None:
                basis[top] = row
                break
            row ^= other
        else:
            checks.append(row)
    # from the lowest pivot up, so that a row meets only rows that are done
    pivots = sorted(basis)
    lower = 0
    for top in pivots:
        row = basis[top]
        while hits := row & lower:
            row ^= basis[hits.bit_length()]
        basis[top] = row
        lower |= 1 << (top - 1)
    columns = [top - 1 - size for top in pivots]
    rows = [basis[top] >> size for top in pivots]
    tag_mask = (1 << size) - 1
    targets, masks = _substitute(x, numbers, columns, rows)
    return Step(
        chunk=chunk,
        columns=tuple(columns),
        sums=tuple(row ^ 1 << column for row, column in zip(rows, columns, strict=True)),
        tags=tuple(basis[top] & tag_mask for top in pivots),
        checks=tuple(checks),
        targets=tuple(targets),
        masks=tuple(masks),
    )


def _substitute(
    x: list[int], numbers: list[int], columns: list[int], rows: list[int]
) -> tuple[list[int], list[int]]:
    """Eliminate the columns from the numbered sums; say from which, and which columns."""
    pivots = sum(1 << column for column in columns)
    targets = [number for number in numbers if x[number] & pivots]
    if not targets:
        return [], []
    if len(targets) * len(columns) > 4096:
        masks = _extract([x[number] for number in targets], columns)
    else:
        index = {column: i for i, column in enumerate(columns)}
        masks = []
        for number in targets:
            hits, mask = x[number] & pivots, 0
            while hits:
                column = hits.bit_length() - 1
                hits ^= 1 << column
                mask |= 1 << index[column]
            masks.append(mask)
    width = max(row.bit_length() for row in rows)
    for number, change in zip(targets, combine(tuple(masks), rows, width), strict=True):
        x[number] ^= change
    return targets, masks


def _extract(sums: list[int], columns: list[int]) -> list[int]:
    """Return for each sum the set of indices of the given columns that are in it."""
    size = max(value.bit_length() for value in sums) // 8 + 1
    size = max(size, max(columns) // 8 + 1)
    raw = np.frombuffer(b"".join([value.to_bytes(size, "little") for value in sums]), np.uint8)
    bits = np.unpackbits(raw.reshape(len(sums), size), axis=1, bitorder="little")
    packed = np.packbits(bits[:, columns], axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


def _evaluate(x: list[int], program: _Program, constants: list[int] | None) -> None:
    if constants is None:
        for place, row in zip(program.places, program.rows(), strict=True):
            total = 0
            for other in row:
                total ^= x[other]
            x[place] = total
        return
    for place, row, equation in zip(program.places, program.rows(), program.equations, strict=True):
        total = constants[equation]
        for other in row:
            total ^= x[other]
        x[place] = total


def _compile(plan: Plan, span: Span) -> _Program:
    equations = plan.claim[span.claimed]
    columns, ragged = _columns(plan, equations)
    residuals = plan.residuals[span.residuals.start : span.residuals.stop]
    return _Program(
        low=span.low,
        high=span.high,
        places=span.claimed.tolist(),
        columns=columns,
        ragged=ragged,
        equations=equations.tolist(),
        parameters=span.parameters.tolist(),
        residual_rows=_rows(plan, residuals, 0),
        residual_equations=residuals.tolist(),
        residuals=span.residuals,
        flush=span.flush,
        dying=span.dying.tolist(),
        live=span.live.tolist() if span.flush else [],
    )


def _columns(plan: Plan, equations: IntArray) -> tuple[list[list[int]], list[list[int]]]:
    """Return each equation's positions but the last: as columns if nearly regular, else as rows."""
    first = plan.starts[equations]
    counts = plan.starts[equations + 1] - first - 1
    most = int(counts.max(initial=0))
    if not most or most * counts.size > 2 * int(counts.sum()) + 64:
        return [], _rows(plan, equations, 1)
    columns = []
    for k in range(most):
        inside = counts > k
        source = plan.places[np.where(inside, first + k, 0)]
        columns.append(np.where(inside, source, plan.unknowns).tolist())
    return columns, []


def _rows(plan: Plan, equations: IntArray, drop: int) -> list[list[int]]:
    """Return each equation's positions, the last ``drop`` left out."""
    ends, sources = plan.entries_of(equations)
    flat = plan.places[sources].tolist()
    stops = [0, *ends.tolist()]
    return [flat[low : high - drop] for low, high in pairwise(stops)]


def _lanes(syndromes: IntArray) -> list[int]:
    """Return for each light its bits in all syndromes, as one integer."""
    if syndromes.shape[0] == 1:
        listed: list[int] = syndromes[0].tolist()
        return listed
    packed = np.packbits(syndromes.astype(np.uint8).T, axis=1, bitorder="little")
    return [int.from_bytes(row, "little") for row in packed]


def _unpack(values: list[int], lanes: int) -> NDArray[np.uint8]:
    """Return (lanes, values) of bits."""
    if lanes == 1:
        return np.frombuffer(bytes(values), dtype=np.uint8)[None, :]
    size = (lanes + 7) // 8
    raw = np.frombuffer(b"".join([value.to_bytes(size, "little") for value in values]), np.uint8)
    bits = np.unpackbits(raw.reshape(len(values), size), axis=1, bitorder="little")
    out: NDArray[np.uint8] = bits[:, :lanes].T
    return out


def _spread(lam: list[int], base: int, chunk: range, bits: int) -> None:
    for i, k in enumerate(chunk):
        lam[base + k] = bits >> i & 1
