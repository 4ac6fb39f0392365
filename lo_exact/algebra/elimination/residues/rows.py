"""Store of residue rows by number that reuses the memory of dropped rows.

The working store of the elimination mod p^e: number k of an `EliminationPlan` has a row of residues
(a sum's coefficients, or the values of many right-hand sides side by side) in a slot that is given
back when the number dies.  Rows are kept in the smallest dtype; combinations are added up in the
smallest dtype that holds them, so mod 3 a combination of four rows never leaves bytes.

Steps of the elimination mod p^e: solve residual equations, substitute into other rows.

A row holds the coefficients of a sum of parameters, one column for each parameter in use.  A batch
of equations is reduced with its constants beside it (as an identity matrix), pivoting on units
only; then one matrix product takes the eliminated columns out of all other rows.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.elimination.elimination_plan import FlushEvent, SolvingStep
from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.sparse import IntArray, residue_dtype
from lo_exact.errors import LimitReached

MAX_BYTES = 2**32
"""The store does not grow beyond this."""

BLOCK = 2**20
"""Residues combined at a time; bounds the temporaries."""

LONG = 100
"""Terms times lanes of a chain's button up to which Python integers beat array operations."""

WORK = (np.uint8, np.uint16, np.uint32, np.uint64)


class Rows:
    """Store of residue rows, each with a number and a slot in one array.

    Args:
        numbers: how many numbers there are.
        lanes: length of a row.
        modulus: q.
    """

    def __init__(self, numbers: int, lanes: int, modulus: int):
        self.modulus = modulus
        self.lanes: int = lanes
        # slot 0 holds a row of zeros
        self.slot: NDArray[np.int32] = np.zeros(numbers, dtype=np.int32)
        self._rows = np.zeros((1, max(lanes, 1)), dtype=residue_dtype(modulus))
        self._spare = np.zeros(0, dtype=np.int32)

    def widen(self, lanes: int) -> None:
        """Lengthen all rows to ``lanes`` entries, the new ones 0."""
        if lanes > self._rows.shape[1]:
            self._grow(self._rows.shape[0], max(lanes, self._rows.shape[1] * 5 // 4))
        self.lanes = max(self.lanes, lanes)

    def add(self, numbers: IntArray) -> None:
        """Allocate slots, not initialised, for row numbers that have none."""
        missing = int(numbers.size) - int(self._spare.size)
        if missing > 0:
            height = self._rows.shape[0]
            more = max(missing, height // 4)
            self._grow(height + more, self._rows.shape[1])
            fresh = np.arange(height, height + more, dtype=np.int32)
            self._spare = np.concatenate([self._spare, fresh])
        cut = self._spare.size - numbers.size
        self.slot[numbers] = self._spare[cut:]
        self._spare = self._spare[:cut]

    def drop(self, numbers: IntArray) -> None:
        """Free the slots of the given numbers."""
        self._spare = np.concatenate([self._spare, self.slot[numbers]])
        self.slot[numbers] = 0

    def read(self, numbers: Any) -> NDArray[Any]:
        """Return copies of the rows with the given numbers, an array (numbers, lanes)."""
        out: NDArray[Any] = self._rows[self.slot[numbers], : self.lanes]
        return out

    def write(self, numbers: Any, rows: Any) -> None:
        """Overwrite the rows with the given numbers by residues 0..q-1."""
        self._rows[self.slot[numbers], : self.lanes] = rows

    def filled(self, numbers: IntArray) -> NDArray[np.bool_]:
        """Return for each column whether any of the given rows is nonzero in it."""
        out = np.zeros(self.lanes, dtype=np.bool_)
        step = max(1, BLOCK // self.lanes)
        for low in range(0, numbers.size, step):
            out |= self.read(numbers[low : low + step]).any(axis=0)
        return out

    def place(self, numbers: IntArray, lanes: IntArray) -> None:
        """Set row ``numbers[i]`` to the unit vector with its 1 at index ``lanes[i]``, for all i."""
        slots = self.slot[numbers]
        self._rows[slots] = 0
        self._rows[slots, lanes] = 1

    def combine(
        self, sources: IntArray, factors: NDArray[Any], constants: NDArray[Any] | None
    ) -> NDArray[Any]:
        """Return linear combinations of rows mod q, sum_k factors[:, k] * row(sources[:, k]).

        Args:
            sources: (count, terms) numbers.
            factors: (count, terms) residues.
            constants: (count, lanes) residues, or None.

        Returns:
            (count, lanes) residues of some unsigned dtype.
        """
        count, terms = sources.shape
        modulus = self.modulus
        bound = (modulus - 1) ** 2
        same = factors.size > 0 and bool((factors == factors[0, 0]).all())
        negative = same and int(factors[0, 0]) == modulus - 1
        if negative:
            bound = modulus  # q - row instead of (q - 1) * row
        kind = next(
            (k for k in WORK if max(terms, 1) * bound + modulus <= np.iinfo(k).max), np.uint64
        )
        run = (int(np.iinfo(kind).max) - modulus) // bound
        slots = self.slot[sources]
        total = np.zeros((count, self.lanes), dtype=kind)
        if constants is not None:
            total += constants.astype(kind)
        for low in range(0, terms, run):
            high = min(low + run, terms)
            if negative:
                # total stays >= 0, since every subtracted row is below q
                total += kind((high - low) * modulus)
            for k in range(low, high):
                row = self._rows[slots[:, k], : self.lanes]
                if negative:
                    total -= row
                elif row.dtype == kind:
                    row *= factors[:, k, None].astype(kind)
                    total += row
                else:
                    total += row * factors[:, k, None].astype(kind)
            total -= total // kind(modulus) * kind(modulus)
        return total

    def chain(
        self,
        numbers: IntArray,
        ends: IntArray,
        sources: NDArray[Any],
        factors: IntArray,
        constants: IntArray | None,
    ) -> None:
        """Set rows to linear combinations in turn; each may use the rows set before it.

        Args:
            numbers: (count,) numbers to set.
            ends: (count,) where each combination ends in the next two.
            sources: (terms,) numbers.
            factors: (terms,) residues.
            constants: (count, lanes) residues, or None.
        """
        if constants is None:
            constants = np.zeros((numbers.size, self.lanes), dtype=np.int64)
        stops = [0, *ends.tolist()]
        slots = self.slot[sources]
        if self.lanes * sources.size <= LONG * numbers.size:
            self._chain_of_integers(numbers, stops, slots.tolist(), factors.tolist(), constants)
            return
        longest = max(int(np.diff(ends, prepend=0).max()), 1)
        exact = longest * (self.modulus - 1) ** 2 + self.modulus < 2**63
        for number, low, high, constant in zip(
            self.slot[numbers].tolist(), stops, stops[1:], constants, strict=False
        ):
            block = self._rows[slots[low:high], : self.lanes]
            if exact:
                total = (block * factors[low:high, None]).sum(axis=0)
            else:
                total = product(factors[None, low:high], block, self.modulus)[0]
            total += constant
            total %= self.modulus
            self._rows[number, : self.lanes] = total

    def _chain_of_integers(
        self,
        numbers: IntArray,
        stops: list[int],
        slots: list[int],
        factors: list[int],
        constants: IntArray,
    ) -> None:
        targets = self.slot[numbers]
        listed = targets.tolist()
        for lane in range(self.lanes):
            store = self._rows[:, lane].tolist()
            low = 0
            for target, high, total in zip(
                listed, stops[1:], constants[:, lane].tolist(), strict=True
            ):
                for k in range(low, high):
                    total += store[slots[k]] * factors[k]
                store[target] = total % self.modulus
                low = high
            self._rows[targets, lane] = [store[target] for target in listed]

    def _grow(self, height: int, width: int) -> None:
        size = height * width * self._rows.itemsize
        if size > MAX_BYTES:
            raise LimitReached(
                f"the elimination needs {height} rows of {width} residues, {size} bytes, more than "
                f"{MAX_BYTES}; the buttons' order leaves too many parameters in use at once"
            )
        rows = np.zeros((height, width), dtype=self._rows.dtype)
        rows[: self._rows.shape[0], : self._rows.shape[1]] = self._rows
        self._rows = rows


@dataclass(frozen=True, eq=False)
class DeferringStep(SolvingStep[IntArray, NDArray[Any]]):
    """Solved batch of residual equations; those without a unit coefficient are deferred."""

    deferred: IntArray
    """(deferred,) indices in the chunk of equations without a unit."""
    remains: NDArray[Any]
    """(deferred, chunk) residues: their constants."""

    def pull(self, lam: list[int], base: int, modulus: int) -> list[int]:
        """Propagate the weights of a step's targets back to its equations, and return them."""
        chosen = _weigh([lam[t] for t in self.targets.tolist()], self.factors, modulus)
        weights = _weigh(chosen, self.tags, modulus)
        kept = [lam[base + self.chunk[i]] for i in self.deferred.tolist()]
        others = _weigh(kept, self.remains, modulus)
        return [(a + b) % modulus for a, b in zip(weights, others, strict=True)]


ResidueEvent = FlushEvent[DeferringStep, tuple[IntArray, IntArray]]


def reduce_rows(work: IntArray, width: int, prime: int, modulus: int) -> tuple[IntArray, IntArray]:
    """Bring rows to reduced echelon form in place, with units as pivots.

    Args:
        work: (rows, width and more) residues; what stands behind ``width`` is carried along.
        width: columns to search for pivots.
        prime: p.
        modulus: p^e.

    Returns:
        (rows that have a pivot, the pivots' columns).
    """
    rows: list[int] = []
    columns: list[int] = []
    for i in range(work.shape[0]):
        units = work[i, :width] % prime != 0
        column = int(units.argmax()) if width else 0
        if not width or not units[column]:
            continue
        work[i] = work[i] * pow(int(work[i, column]), -1, modulus) % modulus
        hits = np.flatnonzero(work[:, column])
        hits = hits[hits != i]
        # products of residues are below 2**62, so the difference fits int64
        work[hits] = (work[hits] - work[hits, column, None] * work[i]) % modulus
        rows.append(i)
        columns.append(column)
    return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)


def solve_chunk(rows: Rows, base: int, chunk: range, others: IntArray, prime: int) -> DeferringStep:
    """Solve a batch of residual equations and substitute the result into the other rows.

    Args:
        rows: all rows by number; those of solved equations are dropped.
        base: number of the first residual equation.
        chunk: the batch, counted from there.
        others: numbers of the rows still needed.
        prime: p.
    """
    modulus, width, size = rows.modulus, rows.lanes, len(chunk)
    kind = residue_dtype(modulus)
    numbers = np.arange(base + chunk.start, base + chunk.stop)
    work = np.zeros((size, width + size), dtype=np.int64)
    work[:, :width] = rows.read(numbers)
    work[:, width:] = np.eye(size, dtype=np.int64)
    pivots, columns = reduce_rows(work, width, prime, modulus)
    passive = np.ones(size, dtype=np.bool_)
    passive[pivots] = False
    filled = work[:, :width].any(axis=1)
    zero, later = np.flatnonzero(passive & ~filled), np.flatnonzero(passive & filled)
    full = work[pivots, :width]
    targets, factors = _substitute(rows, others, columns, full)
    rows.write(numbers[later], work[later, :width])
    rows.drop(numbers[~(passive & filled)])
    # positions add the constants of their columns; equations have these on the other side
    factors = np.where(targets[:, None] < base, factors, (modulus - factors) % modulus)
    return DeferringStep(
        chunk=chunk,
        columns=columns,
        sums=_negative(full, columns, 0, modulus),
        tags=work[pivots, width:].astype(kind),
        checks=work[zero, width:].astype(kind),
        deferred=later,
        remains=work[later, width:].astype(kind),
        targets=targets,
        factors=factors.astype(kind),
    )


def concentrate(rows: Rows, numbers: IntArray, batch: int, prime: int) -> DeferringStep:
    """Change the basis of the parameters so that the rows use fewer columns.

    The rows are written in terms of a basis of their span: a pivot column z of its reduced echelon
    form now means the whole row, so the parameter that owned it is z minus the rest of the row.
    What is left without a unit stays as it is.

    Args:
        rows: all rows by number; the numbered ones are changed.
        numbers: rows still needed.
        batch: how many are reduced at a time.
        prime: p.
    """
    modulus, width = rows.modulus, rows.lanes
    basis = np.zeros((0, width), dtype=np.int64)
    columns = np.zeros(0, dtype=np.int64)
    for low in range(0, numbers.size, batch):
        work = rows.read(numbers[low : low + batch]).astype(np.int64)
        work = (work - product(work[:, columns], basis, modulus)) % modulus
        pivots, fresh = reduce_rows(work, width, prime, modulus)
        full = work[pivots]
        basis = (basis - product(basis[:, fresh], full, modulus)) % modulus
        basis, columns = np.concatenate([basis, full]), np.concatenate([columns, fresh])
    for low in range(0, numbers.size, batch):
        part = numbers[low : low + batch]
        work = rows.read(part).astype(np.int64)
        factors = work[:, columns]
        work = (work - product(factors, basis, modulus)) % modulus
        work[:, columns] = factors
        rows.write(part, work)
    nothing = np.zeros(0, dtype=np.int64)
    empty = np.zeros((0, 0), dtype=residue_dtype(modulus))
    return DeferringStep(
        chunk=range(0),
        columns=columns,
        sums=_negative(basis, columns, 1, modulus),
        tags=np.zeros((columns.size, 0), dtype=empty.dtype),
        checks=empty,
        deferred=nothing,
        remains=empty,
        targets=nothing,
        factors=np.zeros((0, columns.size), dtype=empty.dtype),
    )


def _negative(full: IntArray, columns: IntArray, own: int, modulus: int) -> NDArray[Any]:
    sums = (modulus - full) % modulus
    sums[np.arange(columns.size), columns] = own
    return sums.astype(residue_dtype(modulus))


def _substitute(
    rows: Rows, others: IntArray, columns: IntArray, full: IntArray
) -> tuple[IntArray, IntArray]:
    """Eliminate the columns from other rows and return the changed rows and coefficients."""
    targets = [np.zeros(0, dtype=np.int64)]
    factors = [np.zeros((0, columns.size), dtype=np.int64)]
    step = max(1, BLOCK // rows.lanes)
    for low in range(0, others.size if columns.size else 0, step):
        tick()
        numbers = others[low : low + step]
        old = rows.read(numbers)
        factor = old[:, columns]
        hit = np.flatnonzero(factor.any(axis=1))
        if hit.size:
            change = product(factor[hit], full, rows.modulus)
            rows.write(numbers[hit], (old[hit] - change) % rows.modulus)
            targets.append(numbers[hit])
            factors.append(factor[hit].astype(np.int64))
    return np.concatenate(targets), np.concatenate(factors)


def _weigh(weights: list[int], matrix: NDArray[Any], modulus: int) -> list[int]:
    """Return the product of a row vector and a matrix, mod the modulus."""
    row = np.array(weights, dtype=np.int64)[None, :]
    out: list[int] = product(row, matrix, modulus)[0].tolist()
    return out
