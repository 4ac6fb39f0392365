"""Store of numbered rows of residues that reuses the memory of dropped rows.

The working store of the elimination mod p^e: number k of an `EliminationPlan` has a row of residues
(a sum's coefficients, or the values of many right-hand sides side by side) in a slot that is given
back when the number dies.  Rows are kept in the smallest dtype; combinations are added up in the
smallest dtype that holds them, so mod 3 a combination of four rows never leaves bytes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination.residues.product import product
from lo_exact.algebra.sparse import IntArray, residue_dtype
from lo_exact.errors import LimitReached

MAX_BYTES = 2**32
"""Largest size of the store in bytes."""

BLOCK = 2**20
"""Residues combined together, which bounds temporary memory."""

LONG = 100
"""Terms times lanes of a chain's button up to which Python integers beat array operations."""

WORK = (np.uint8, np.uint16, np.uint32, np.uint64)


class Rows:
    """Store of residue rows, each with a number and a slot in one array.

    Args:
        numbers: number of rows that can be numbered.
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
        """Lengthen all rows to ``lanes`` entries; the new entries are 0."""
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
        """Free the slots of the rows with the given numbers."""
        self._spare = np.concatenate([self._spare, self.slot[numbers]])
        self.slot[numbers] = 0

    def read(self, numbers: Any) -> NDArray[Any]:
        """Return copies of the rows with the given numbers, an array (numbers, lanes)."""
        out: NDArray[Any] = self._rows[self.slot[numbers], : self.lanes]
        return out

    def write(self, numbers: Any, rows: Any) -> None:
        """Overwrite the rows that have the given numbers; the new entries are residues 0..q-1."""
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
            bound = modulus  # multiplying by -1: compute modulus - row, not (modulus - 1) * row
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
        """Set rows one after another to linear combinations, which may use rows set before.

        Args:
            numbers: (count,) numbers to set.
            ends: (count,) end of each combination in the next two arrays.
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
