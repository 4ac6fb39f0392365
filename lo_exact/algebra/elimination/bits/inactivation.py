"""Elimination of a sparse matrix over GF(2) by inactivation, with Python integers as rows of bits.

`inactivate` makes the first pass: it walks the positions of an `EliminationPlan`.  A button is a
sum of parameters, stored as one integer with a bit for each *column*; a parameter in use owns a
column.  A residual equation says that such a sum is 0 (or a constant).  A batch of them is reduced,
each eliminates a parameter, and its row is substituted into all sums still needed.  So neither sums
nor parameters pile up: with w parameters in use at the same time, the memory is about w x w bits,
not lights x buttons.  The time is entries x w / 64 word operations, at 40 ns a term and more.

`BitPart` holds the steps of that pass.  For a syndrome they are repeated with numbers in place of
sums (which gives the constants), then backwards (which gives all parameters); one more pass gives
the presses.  Many syndromes, or the whole kernel, are solved together, one bit each.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.adjoint import pull_back
from lo_exact.algebra.elimination.bits.spans import (
    BitEvent,
    BitSpan,
    BitStep,
    bit_spans,
    concentrate,
    evaluate,
    evaluate_residuals,
    pull,
    solve_chunk,
)
from lo_exact.algebra.elimination.elimination_plan import SPARE, EliminationPlan, FlushEvent
from lo_exact.algebra.elimination.order import plan_in_good_order
from lo_exact.algebra.gf2 import bits_of, combine, integers
from lo_exact.algebra.sparse import IntArray, SparseMatrix
from lo_exact.errors import LimitReached


@dataclass(frozen=True, eq=False)
class BitPart:
    """Eliminated matrix over GF(2), with the steps to solve for any syndrome."""

    plan: EliminationPlan
    """The plan: the equation that expresses each button."""
    batch: int
    """Size of a batch of residual equations."""
    columns: tuple[int, ...]
    """Column of each parameter when it appeared."""
    width: int
    """Largest number of columns in use."""
    events: tuple[BitEvent, ...]
    """The executed steps."""
    free: tuple[int, ...]
    """The parameters (by index) that are free, ascending."""
    kept: tuple[BitSpan, ...]
    """Spans of the plan, stored if few."""

    modulus: ClassVar[int] = 2

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, all 2."""
        return (2,) * (len(self.free) + int(self.plan.idle.size))

    def generators(self) -> NDArray[np.uint8]:
        """Return a basis of the kernel, a uint8 array (generators, buttons)."""
        count, idle = len(self.free), self.plan.idle
        out = np.zeros((count + idle.size, self.plan.buttons), dtype=np.uint8)
        if count:
            free = {parameter: 1 << i for i, parameter in enumerate(self.free)}
            self._expand(self._parameters([], free, count), None, count, out[:count])
        out[np.arange(count, count + idle.size), idle] = 1
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[np.uint8], dict[int, Any]]:
        """Return solutions of the syndromes, and a failure (for `witness`) for each unsolvable one.

        Args:
            syndromes: (count, lights) of 0 and 1.

        Returns:
            (count, buttons) uint8, and for each unsolvable syndrome's number what `witness` takes.
        """
        count = syndromes.shape[0]
        failures: dict[int, Any] = {}
        for lane, at in zip(*np.nonzero(syndromes[:, self.plan.empty]), strict=True):
            failures.setdefault(int(lane), int(self.plan.empty[at]))
        constants = integers(syndromes.T, "little")
        shifts = self._shifts(constants, count, failures)
        out = np.zeros((count, self.plan.buttons), dtype=np.uint8)
        if len(failures) < count:
            self._expand(self._parameters(shifts, {}, count), constants, count, out)
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return a proof y that the failed syndrome s is unsolvable: y A = 0 and y . s = 1."""
        plan = self.plan
        if isinstance(failure, int):
            weights = np.zeros(plan.lights, dtype=np.int64)
            weights[failure] = 1
            return weights
        stop, number, check = failure
        base = plan.unknowns + 1
        lam = [0] * plan.numbers
        last = self.events[stop].steps[number]
        _spread(lam, base, last.chunk, last.checks[check])
        per_event = [list(event.steps) for event in self.events[:stop]]
        per_event.append(list(self.events[stop].steps[:number]))

        def undo(step: BitStep) -> None:
            _spread(lam, base, step.chunk, pull(step, lam))

        return pull_back(plan, self.batch, lam, per_event, undo)

    def _spans(self) -> Iterable[BitSpan]:
        return self.kept or bit_spans(self.plan, self.batch)

    def _shifts(
        self, constants: list[int], lanes: int, failures: dict[int, Any]
    ) -> list[list[int]]:
        """Return, for each step, the constant terms of the sums that replace eliminated columns."""
        base = self.plan.unknowns + 1
        x = [0] * self.plan.numbers
        shifts: list[list[int]] = []
        events = iter(enumerate(self.events))
        for span in self._spans() if self.plan.residuals.size else ():
            tick()
            evaluate(x, span, constants)
            evaluate_residuals(x, base, span, constants)
            if not span.flush:
                continue
            number, event = next(events)
            for i, step in enumerate(event.steps):
                rho = x[base + step.chunk.start : base + step.chunk.stop]
                for j, bad in enumerate(combine(step.checks, rho, lanes)):
                    while bad:
                        lane = bad.bit_length() - 1
                        bad ^= 1 << lane
                        failures.setdefault(lane, (number, i, j))
                if len(failures) == lanes:
                    return shifts
                shift = combine(step.tags, rho, lanes)
                shifts.append(shift)
                changes = combine(step.factors, shift, lanes)
                for target, change in zip(step.targets, changes, strict=True):
                    x[target] ^= change
            if lanes > 64:
                clear(x, span.dying)
        return shifts

    def _parameters(self, shifts: list[list[int]], free: dict[int, int], lanes: int) -> list[int]:
        """Return the values of all parameters, by back substitution in the elimination steps."""
        value = [0] * self.width
        out = [0] * len(self.columns)
        if not any(map(any, shifts)) and not free:
            return out
        todo = list(shifts)
        for event in reversed(self.events):
            for column, parameter in event.released:
                value[column] = free.get(parameter, 0)
            for step in reversed(event.steps):
                found = combine(step.sums, value, lanes)
                shift = todo.pop() if todo else [0] * len(found)
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
        """Write the presses for the parameters' values to ``out`` (right sides, buttons)."""
        x = [0] * self.plan.numbers
        values = iter(parameters)
        for span in self._spans():
            tick()
            for place in span.parameters:
                x[place] = next(values)
            evaluate(x, span, constants)
            buttons = self.plan.order[span.low : span.high]
            out[:, buttons] = bits_of(x[span.low : span.high], lanes, "little").T
            if lanes > 64:
                clear(x, span.dying)


def _spread(lam: list[int], base: int, chunk: range, bits: int) -> None:
    for i, k in enumerate(chunk):
        lam[base + k] = bits >> i & 1


def clear(x: list[int], numbers: Iterable[int]) -> None:
    """Set the entries of ``x`` with the given indices to 0, to free the memory of long integers."""
    for number in numbers:
        x[number] = 0


BATCH = 128
"""Least number of residual equations solved together."""

KEEP = 2**18
"""Largest number of entries of a plan whose spans are stored between passes."""

MAX_BITS = 2**35
"""Largest total size of the sums in use, in bits."""


def inactivate(matrix: SparseMatrix) -> BitPart:
    """Eliminate a sparse matrix mod 2 by inactivation, so that any syndrome can be solved.

    Args:
        matrix: (lights, buttons) mod 2.

    Raises:
        LimitReached: When too many parameters are in use together.
    """
    plan = plan_in_good_order(matrix, 2)
    batch = max(BATCH, plan.width // 4)
    kept = tuple(bit_spans(plan, batch)) if plan.places.size <= KEEP else ()
    base = plan.unknowns + 1
    x = [0] * plan.numbers
    owner: list[int] = []  # parameter of each column, -1 if the column is unused
    spare: list[int] = []
    columns: list[int] = []
    events: list[BitEvent] = []
    free: list[int] = []
    waiting = created = 0
    # Invariant: each value in use is a sum of parameters, one bit for each column.  A column
    # belongs to one parameter in use, or is listed in `spare`.  Columns are reused because long
    # integers are slow: on a long board only parameters of a few rows are in use at a time.
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
        # Residual equations are solved early, since each removes a parameter; otherwise the
        # parameters would pile up row by row.  Chunks bound the size of each substitution.
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
        # A parameter that no sum in use contains is free, which gives a generator of the kernel.
        # This holds only after the chunk is solved: its equations may determine the parameter.
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
