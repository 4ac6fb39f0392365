"""Linear systems over Z/c for any c: solutions, kernel, evidence of unsolvability.

c is split into prime powers, each eliminated on its own, and the parts are joined by the Chinese
remainder theorem.  The kernel is given as a direct sum of cyclic groups.  So every solution is
``particular + sum z_i generator_i`` with ``0 <= z_i < order_i`` in exactly one way.  The number of
solutions is the product of the orders, also for composite c.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import eliminate_small, is_small
from lo_exact.algebra.packed import BitRows, written
from lo_exact.algebra.sparse import (
    IntArray,
    SparseMatrix,
    latex_digits,
    remembered,
    residue_dtype,
    typeset,
)
from lo_exact.algebra.uniform_matrix import UniformMatrix
from lo_exact.errors import LimitReached, PuzzleError

if TYPE_CHECKING:
    from lo_exact.algebra.polynomials.part import UniformPart

MAX_KERNEL_BYTES = 2**32
"""Largest size of a stored kernel in bytes."""

_LARGE_BYTES = 2**28
"""Bytes of an allocation from which on free memory is checked first."""

LEAST_LIGHTS = 1024
"""Lights of a uniform board of two colours from which on polynomials solve it."""


@dataclass(frozen=True, eq=False)
class Kernel:
    """Kernel of a matrix A, all x with A x = 0, as a direct sum of cyclic groups."""

    modulus: int
    """Modulus c."""
    generators: NDArray[Any]
    """(generators, buttons), residues mod c."""
    orders: tuple[int, ...]
    """Order of each generator, each >= 2 and a divisor of c, descending."""

    def __repr__(self) -> str:
        buttons = self.generators.shape[1]
        return f"Kernel({len(self.orders)} generators of {buttons} buttons, mod {self.modulus})"

    def __str__(self) -> str:
        return latex_digits(self.generators, self.modulus) if self.orders else "(no quiet patterns)"

    def _repr_latex_(self) -> str | None:
        """Return the generators as LaTeX for a notebook; None if there are none or too many."""
        return typeset(self.generators)

    @cached_property
    def size(self) -> int:
        """Number of elements, which is the number of solutions of every solvable board."""
        return prod(self.orders)


@dataclass(frozen=True, eq=False)
class Coset:
    """Set of all solutions of A x = s: one solution plus the kernel."""

    particular: IntArray
    """(buttons,) int64, one solution, 0..c-1."""
    kernel: Kernel
    """Kernel, which gives all other solutions."""


class PackedCoset(Coset):
    """All solutions of a packed board; the particular solution becomes an array when read."""

    def __init__(self, first: BitRows, kernel: Kernel):
        vars(self).update(first=first, kernel=kernel)

    @cached_property
    def particular(self) -> IntArray:
        """One solution, an int64 array (buttons,)."""
        return written("a solution", vars(self)["first"])


@dataclass(frozen=True, eq=False)
class Unsolvable:
    """Evidence that A x = s has no solution."""

    witness: IntArray | BitRows
    """(lights,) int64, 0..c-1: y with y A = 0 and y . s != 0 (mod c); packed if the syndrome is.
    """


class PrimePowerPart(Protocol):
    """Interface of a matrix eliminated over Z/p^e."""

    @property
    def modulus(self) -> int:
        """The modulus p^e, a power of a prime."""

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, descending."""

    def generators(self) -> NDArray[Any]:
        """Return the kernel's generators mod p^e (generators, buttons), ordered as `orders`."""

    def solve(self, syndromes: IntArray) -> tuple[NDArray[Any], dict[int, Any]]:
        """Return solutions (count, buttons), and a failure for each unsolvable syndrome.

        Args:
            syndromes: (count, lights) int64, 0..p^e-1.
        """

    def witness(self, failure: Any) -> IntArray:
        """Return a proof y that the failed syndrome s is unsolvable: y A = 0 and y . s != 0."""


@dataclass(frozen=True, eq=False)
class Elimination:
    """Eliminated matrix that solves A x = s for any number of syndromes s."""

    matrix: SparseMatrix
    _parts: tuple[PrimePowerPart, ...]

    @cached_property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, descending, found without computing the generators."""
        listed = [part.orders for part in self._parts]
        count = max(len(orders) for orders in listed)
        return tuple(prod(orders[i] for orders in listed if i < len(orders)) for i in range(count))

    @cached_property
    def kernel(self) -> Kernel:
        """All x with A x = 0; for a uniform board the generators are computed when read.

        Raises:
            LimitReached: When the generators would take more than `MAX_KERNEL_BYTES`.
        """
        if isinstance(self.matrix, UniformMatrix):
            return _UniformKernel(self)
        return Kernel(self.matrix.modulus, self._generators(), self.orders)

    def words(self, limit: int) -> Iterator[NDArray[Any] | BitRows]:
        """Yield up to ``limit`` generators of the kernel, packed if polynomial methods apply."""
        part = self._one_rule
        if part is not None:
            yield from islice(part.kernel_packed(), limit)
        else:
            yield from self.kernel.generators[:limit]

    @property
    def packs_bits(self) -> bool:
        """Return whether `words`, and `solve` for packed syndromes, return packed vectors."""
        return self._one_rule is not None

    @property
    def _one_rule(self) -> UniformPart | None:
        """Polynomial solver of a uniform board of two colours; None for other boards."""
        if not isinstance(self.matrix, UniformMatrix) or len(self._parts) > 1:
            return None
        from lo_exact.algebra.polynomials.part import UniformPart

        (part,) = self._parts
        return part if isinstance(part, UniformPart) else None

    def _generators(self) -> NDArray[Any]:
        modulus, buttons = self.matrix.modulus, self.matrix.shape[1]
        orders = self.orders
        dtype = residue_dtype(modulus)
        size = len(orders) * buttons * dtype.itemsize
        if size > MAX_KERNEL_BYTES:
            raise LimitReached(
                f"the kernel has {len(orders)} generators of {buttons} buttons, {size} bytes, more "
                f"than {MAX_KERNEL_BYTES}; drop buttons without lights, or do without the kernel"
            )
        if size >= _LARGE_BYTES:
            from lo_exact.machine import check_memory

            check_memory(size, f"{len(orders)} generators of {buttons} buttons")
        if len(self._parts) == 1:
            return self._parts[0].generators().astype(dtype, copy=False)
        joined = np.zeros((len(orders), buttons), dtype=dtype)
        for part in self._parts:
            # combine the i-th generators of all primes into one
            lift = idempotent(modulus, part.modulus)
            for row, generator in zip(joined, part.generators(), strict=False):
                row[:] = (row + generator.astype(np.int64) * lift) % modulus
        return joined

    def solve(self, syndrome: NDArray[Any] | BitRows) -> IntArray | BitRows | Unsolvable:
        """Return one solution of A x = s, or evidence that there is none.

        Args:
            syndrome: (lights,) integers, taken mod c; or packed rows of 0..c-1.

        Returns:
            (buttons,) int64 in 0..c-1, or the witness.  For packed rows both are packed if
            polynomials solve the whole system.
        """
        if isinstance(syndrome, BitRows):
            from lo_exact.algebra.polynomials.part import Failure

            if (part := self._one_rule) is not None:
                found = part.solve_packed(syndrome)
                if isinstance(found, Failure):
                    return Unsolvable(part.witness_packed(found))
                return found
            syndrome = syndrome.array()
        return self.solve_batch(np.asarray(syndrome)[None, :])[0]

    def solve_batch(self, syndromes: NDArray[Any]) -> list[IntArray | Unsolvable]:
        """Solve A x = s for many syndromes s together, which is much faster than one by one.

        Args:
            syndromes: (count, lights) integers, taken mod c.

        Returns:
            For each a solution, (buttons,) int64 in 0..c-1, or the witness.

        Raises:
            PuzzleError: When a syndrome is not as long as there are lights.
        """
        modulus = self.matrix.modulus
        wanted = np.asarray(syndromes, dtype=np.int64)
        lights = self.matrix.shape[0]
        if wanted.ndim != 2 or wanted.shape[1] != lights:
            raise PuzzleError(
                f"a syndrome must be {lights} numbers, one for each light, got {wanted.shape[1:]}"
            )
        total: NDArray[Any] = np.zeros((0, 0), dtype=np.int64)
        witnesses: dict[int, Unsolvable] = {}
        for part in self._parts:
            prime_power = part.modulus
            found, failures = part.solve(wanted % prime_power)
            rest = modulus // prime_power
            known: dict[Any, Unsolvable] = {}
            for i, failure in failures.items():
                if failure not in known:
                    known[failure] = Unsolvable(part.witness(failure) * rest % modulus)
                witnesses.setdefault(i, known[failure])
            if rest == 1:
                total = found.astype(np.int64)
            else:
                share = found.astype(np.int64) * idempotent(modulus, prime_power) % modulus
                total = (total + share) % modulus if total.size else share
        return [witnesses.get(i, row) for i, row in enumerate(total)]


class _UniformKernel(Kernel):
    """Kernel of a uniform board, whose generators are computed when read."""

    def __init__(self, elimination: Elimination):
        vars(self).update(
            modulus=elimination.matrix.modulus, orders=elimination.orders, _elimination=elimination
        )

    @cached_property
    def generators(self) -> NDArray[Any]:
        """Generators of the kernel, residues mod c (generators, buttons)."""
        found: Elimination = vars(self)["_elimination"]
        return found._generators()


@remembered
def eliminate(matrix: SparseMatrix) -> Elimination:
    """Eliminate a matrix, to find its kernel and to solve for any number of syndromes."""
    return Elimination(
        matrix, tuple(_eliminate_part(matrix, p, e) for p, e in prime_powers(matrix.modulus))
    )


def solve_linear(matrix: SparseMatrix, syndrome: NDArray[Any] | BitRows) -> Coset | Unsolvable:
    """Return all solutions of A x = s, or evidence that there are none.

    Args:
        matrix: A, (lights, buttons) mod c.
        syndrome: s, (lights,) integers, taken mod c; or packed rows.

    Raises:
        LimitReached: When the kernel is too large to store.
    """
    elimination = eliminate(matrix)
    found = elimination.solve(syndrome)
    if isinstance(found, Unsolvable):
        return found
    kernel = elimination.kernel
    return PackedCoset(found, kernel) if isinstance(found, BitRows) else Coset(found, kernel)


def nullspace_orders(matrix: SparseMatrix) -> tuple[int, ...]:
    """Return the orders of the kernel's generators, descending, without computing the generators.

    Their product is the number of solutions of every solvable board; over a prime modulus their
    number is the nullity.
    """
    return eliminate(matrix).orders


def _eliminate_part(matrix: SparseMatrix, prime: int, exponent: int) -> PrimePowerPart:
    """Eliminate a matrix over Z/p^e by the method that suits its size and structure."""
    large = matrix.shape[0] >= LEAST_LIGHTS and prime**exponent == 2
    if large and isinstance(matrix, UniformMatrix):
        from lo_exact.algebra.polynomials.part import polynomial_part

        found = polynomial_part(matrix.board)
        if found is not None:
            return found
    reduced = matrix.reduce(prime**exponent)
    if prime**exponent == 2:
        if is_small(matrix):
            return eliminate_small(reduced)
        from lo_exact.algebra.elimination.bits import inactivation as bit_inactivation

        return bit_inactivation.inactivate(reduced)
    from lo_exact.algebra.elimination.residues import inactivation as residue_inactivation

    return residue_inactivation.inactivate(reduced, prime, exponent)


@lru_cache(maxsize=256)
def prime_powers(modulus: int) -> tuple[tuple[int, int], ...]:
    """Return the factorisation of a modulus >= 2 as pairs (prime, exponent), primes ascending.

    c <= 2**31, so trial division up to its square root (46,341) is instant.

    >>> prime_powers(360)
    ((2, 3), (3, 2), (5, 1))
    """
    factors = []
    rest, divisor = modulus, 2
    while divisor * divisor <= rest:
        exponent = 0
        while rest % divisor == 0:
            rest //= divisor
            exponent += 1
        if exponent:
            factors.append((divisor, exponent))
        divisor += 1
    if rest > 1:
        factors.append((rest, 1))
    return tuple(factors)


def idempotent(modulus: int, prime_power: int) -> int:
    """Return the residue that is 1 mod ``prime_power`` and 0 mod the modulus / ``prime_power``.

    >>> idempotent(12, 4)
    9
    """
    rest = modulus // prime_power
    return rest * pow(rest, -1, prime_power) % modulus if rest > 1 else 1
