"""Codes for the distance problem: checks, trivial words and functionals of each side.

The distance of a linear code is the least weight of a word that matters: a set of buttons (bits,
qubits, errors) that every check meets an even number of times, and that is not *trivial*.

- classical code, puzzle: the trivial word is the empty one; there may be any prime number of
  colours, and a word weighs as many as it has different buttons;
- CSS code: one side for each kind of error; sums of the other side's checks (stabilizers) are
  trivial.  *Functionals* distinguish the others: a basis of the words that commute with the
  trivial ones, modulo the checks.  There are k of them, the number of logical qubits;
- stabilizer and subsystem codes: `lo_exact.codes.stabilizers`;
- error model of a circuit: checks are detectors, functionals are observables.

Permutations of columns that map a side's rows onto themselves: one column of each orbit is enough
as the root of a search.  They are proposed by colour refinement of the matrix, or by the form of
the code; each is checked row by row before it is used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import log, prod
from operator import xor
from typing import Any

import numpy as np

from lo_exact.algebra import SparseMatrix, prime_powers
from lo_exact.algebra.echelon import joined
from lo_exact.algebra.gf2 import Span, kernel_of_bits
from lo_exact.algebra.sparse import array_of, from_columns
from lo_exact.engines.clusters.problem import ClusterProblem
from lo_exact.engines.symmetry import generators
from lo_exact.errors import DisagreementError, PuzzleError, UsageError
from lo_exact.puzzle import System

Rows = tuple[tuple[int, ...], ...]
"""Columns of the 1s of each row, ascending."""

MAX_PAIRS = 2 * 10**6
"""Largest number of pairs of errors searched for trivial triples: about two seconds."""

Effect = tuple[frozenset[int], frozenset[int]]
"""Detectors and observables that an error flips."""

NO_EFFECT: Effect = (frozenset(), frozenset())

Permutation = tuple[int, ...]
"""Permutation p: button j moves to button p[j]."""

ORBITS = 5
"""Number of orbits from which on a window cannot contain an equal share of each."""


@dataclass(frozen=True, eq=False)
class Side:
    """One side of a code: the checks that its words satisfy, and which words are trivial."""

    name: str
    """``"X"`` or ``"Z"`` of CSS codes, otherwise ``""``."""
    size: int
    """Number of buttons."""
    checks: Rows
    """Buttons of each check; a word has an even number of them."""
    trivial: Rows = ()
    """Generators of the trivial words."""
    labels: tuple[int, ...] = ()
    """Bits of each button: bit k is 1 if functional k is odd on it."""
    functionals: int = 0
    """Number of functionals; 0 if only the empty word is trivial."""
    observed: bool = False
    """Whether the functionals are given observables: then a word that flips none may not be a
    sum of trivial ones, and symmetries must preserve the observables.
    """

    residues: System | None = None
    """The checks of a code with more than two colours; ``checks`` is then empty,
    and a word has each button as often as it is pressed.
    """

    @cached_property
    def problem(self) -> ClusterProblem:
        """The search problem for light words of this side."""
        checks = [row for row in dict.fromkeys(self.checks) if row]
        trivial = [row for row in dict.fromkeys(self.trivial) if row]
        return ClusterProblem(self.size, checks, trivial, self.labels, self.functionals)

    @cached_property
    def even(self) -> bool:
        """Return whether a sum of checks contains every button, so that all weights are even."""
        return not Span(rows_as_bits(self.checks)).reduced((1 << self.size) - 1)

    def matters(self, word: Sequence[int]) -> bool:
        """Return whether a word satisfies every check and is not trivial."""
        if self.residues is not None:
            presses = np.bincount(np.array(word, dtype=np.int64), minlength=self.size)
            lights = self.residues.matrix.dot(presses)
            return bool((presses % self.residues.colours).any() and not lights.any())
        pressed = as_bits(word)
        if any((as_bits(row) & pressed).bit_count() & 1 for row in self.checks):
            return False
        if not self.functionals:
            return bool(word)
        return bool(reduce(xor, (self.labels[button] for button in word), 0))


@dataclass(frozen=True, eq=False)
class Code:
    """A classical code, quantum code or error model, with its sides."""

    name: str
    """Name for users, or ``""``."""
    size: int
    """Length n: number of bits, qubits or errors."""
    dimension: int
    """Dimension k: number of encoded bits or qubits."""
    sides: tuple[Side, ...]
    """For a CSS code, Z errors (detected by X checks) and X errors; otherwise one side."""
    symmetries: tuple[Permutation, ...] = field(default=())
    """Candidate permutations that map each side's checks to sums of its checks, and its trivial
    words to sums of its trivial words; `is_symmetry` must confirm them.
    """
    swap: Permutation | None = None
    """A permutation that exchanges the two sides, or None."""
    observables: Rows = ()
    """Columns that flip each observable of an error model."""
    errors: tuple[Effect, ...] = ()
    """Detectors and observables that each error of an error model flips, in its order; a
    column represents all errors with equal flips.
    """

    paulis: bool = False
    """Whether each of the n qubits has three columns, the errors X, Y and Z."""

    @cached_property
    def groups(self) -> Rows:
        """Error numbers that each column represents, ascending."""
        found: dict[Effect, list[int]] = {}
        for error, effect in enumerate(self.errors):
            if effect != NO_EFFECT:
                found.setdefault(effect, []).append(error)
        return tuple(map(tuple, found.values()))

    def as_given(self, word: Sequence[int]) -> tuple[int, ...]:
        """Convert a word to the input's numbering: for a model, one error for each column.

        Raises:
            DisagreementError: When these errors flip a detector of the model, or no observable.
        """
        if not self.errors:
            return tuple(word)
        chosen = tuple(self.groups[column][0] for column in word)
        seen, flipped = (
            reduce(xor, each) for each in zip(*(self.errors[e] for e in chosen), strict=True)
        )
        if seen or not flipped:
            raise DisagreementError(
                f"errors {chosen} were found to matter: they flip the detectors {set(seen)} and "
                f"the observables {set(flipped)}"
            )
        return chosen

    def alike(self, word: Sequence[int]) -> Rows:
        """Return, for each error of a word, all errors of equal effect; ``()`` without a model."""
        return tuple(self.groups[c] for c in self.columns_of(word)) if self.errors else ()

    def columns_of(self, word: Sequence[int]) -> tuple[int, ...]:
        """Convert a word from the input's numbering (for a model, error numbers) to columns."""
        column_of = {group[0]: column for column, group in enumerate(self.groups)}
        return tuple(column_of[error] for error in word) if self.errors else tuple(word)


def css_code(
    checks_x: Rows,
    checks_z: Rows,
    size: int,
    *,
    name: str = "",
    symmetries: tuple[Permutation, ...] = (),
    swap: Permutation | None = None,
) -> Code:
    """Return the CSS code with the given X and Z check matrices.

    Raises:
        PuzzleError: When two rows do not commute, or the code has no logical qubit.
    """
    bits_z = [as_bits(row) for row in checks_z]
    for i, row in enumerate(checks_x):
        bits = as_bits(row)
        for j, other in enumerate(bits_z):
            if (bits & other).bit_count() & 1:
                shared = (bits & other).bit_count()
                raise PuzzleError(
                    f"row {i + 1} of HX and row {j + 1} of HZ do not commute: they have {shared} "
                    f"{'column' if shared == 1 else 'columns'} in common, an odd number"
                )
    sides = (
        css_side("X", checks_z, checks_x, size),
        css_side("Z", checks_x, checks_z, size),
    )
    dimension = sides[0].functionals
    if not dimension:
        raise PuzzleError(
            f"this code holds no logical qubit: the ranks of HX and HZ add up to {size} columns"
        )
    return Code(name, size, dimension, sides, symmetries, swap)


def css_side(name: str, checks: Rows, trivial: Rows, size: int) -> Side:
    """Return one side of a CSS code, with functionals that vanish on its trivial words."""
    span = Span(rows_as_bits(checks))
    functionals = span.extended(kernel_of_bits(rows_as_bits(trivial), size))
    odd = rows_with([places_of(functional) for functional in functionals], size)
    return Side(name, size, checks, trivial, tuple(rows_as_bits(odd)), len(functionals))


def classical_code(checks: Rows, size: int, *, name: str = "") -> Code:
    """Return the classical code of a check matrix: its words are the matrix's kernel.

    Raises:
        PuzzleError: When the zero word is the only word.
    """
    dimension = size - len(Span(rows_as_bits(checks)))
    if not dimension:
        raise PuzzleError("this code holds the zero word alone: its checks have full rank")
    return Code(name, size, dimension, (Side("", size, checks),))


def residue_code(matrix: SparseMatrix, *, name: str = "") -> Code:
    """Return the classical code of a check matrix over any prime field.

    Raises:
        PuzzleError: When the zero word is the only word.
        UsageError: When the number of colours is not prime.
    """
    colours, (lights, size) = matrix.modulus, matrix.shape
    if prime_powers(colours) != ((colours, 1),):
        raise UsageError(f"distances are for a prime number of colours, got {colours}")
    nothing, ones = np.zeros(lights, dtype=np.int64), np.ones(size, dtype=np.int64)
    system = System(matrix, nothing, ones, per_button=True)
    words = prod(system.elimination.orders)
    if words == 1:
        raise PuzzleError("this code holds the zero word alone: its checks have full rank")
    side = Side("", size, (), residues=system)
    return Code(name, size, round(log(words, colours)), (side,))


def model_code(
    columns: Sequence[frozenset[int]],
    observables: Sequence[frozenset[int]],
    *,
    name: str = "",
) -> Code:
    """Return the code of an error model, given the detectors and observables each error flips.

    Errors that flip the same are one, and the sums of three errors that flip nothing are trivial
    words, which shortens the search.

    Raises:
        PuzzleError: When no error flips an observable.
    """
    errors = tuple(zip(columns, observables, strict=True))
    alike = dict.fromkeys(errors)
    alike.pop(NO_EFFECT, None)
    effects = list(alike)
    if not any(flips for _, flips in effects):
        raise PuzzleError("no error of this model flips an observable: nothing matters")
    seen, flips = zip(*effects, strict=True)
    checks, shown = (
        rows_with(each, 1 + max(max(one, default=-1) for one in each)) for each in (seen, flips)
    )
    span = Span(rows_as_bits(checks))
    if not any(span.reduced(as_bits(row)) for row in shown):
        raise PuzzleError("this model has no undetected logical error: its distance is infinite")
    labels = tuple(rows_as_bits(flips))
    number, size, trivial = len(shown), len(effects), _triples(effects, checks)
    side = Side("", size, checks, trivial, labels, number, observed=True)
    return Code(name, size, number, (side,), observables=shown, errors=errors)


def _triples(effects: list[Effect], checks: Rows) -> Rows:
    """Return triples of errors that together flip no detector and no observable."""
    if sum(len(row) ** 2 for row in checks) > MAX_PAIRS:
        return ()
    place = {effect: column for column, effect in enumerate(effects)}
    found: dict[tuple[int, ...], None] = {}
    for row in checks:
        for i, first in enumerate(row):
            for second in row[i + 1 :]:
                (seen, flips), (other, moved) = effects[first], effects[second]
                third = place.get((seen ^ other, flips ^ moved))
                if third is not None:
                    found[tuple(sorted((first, second, third)))] = None
    return tuple(found)


def is_symmetry(side: Side, other: Side, permutation: Permutation) -> bool:
    """Return whether a permutation maps the spans of checks and trivial words onto ``other``'s.

    Ranks are compared as well, so both spaces are mapped onto each other, and a lightest word of
    one is taken to a lightest word of the other.
    """
    if side.observed or sorted(permutation) != list(range(side.size)):
        return False
    pairs = [(side.checks, other.checks)]
    if side.functionals:
        pairs.append((side.trivial, other.trivial))
    for rows, target in pairs:
        span = Span(rows_as_bits(target))
        moved = [as_bits(permutation[button] for button in row) for row in rows]
        if not span.holds(moved) or len(Span(moved)) != len(span):
            return False
    return True


def found_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Find generators of the permutations that map a side's rows to rows, and check each one."""
    rows = [*side.problem.checks, *side.problem.trivial]
    columns = [dict.fromkeys(listed, 1) for listed in rows_with(rows, side.size)]
    kinds = (np.arange(len(rows)) >= len(side.problem.checks)).astype(np.int64)
    ones = np.ones(side.size, dtype=np.int64)
    system = System(from_columns(len(rows), 2, columns), kinds, ones)
    proposed = (tuple(permutation.tolist()) for permutation in generators(system))
    return tuple(permutation for permutation in proposed if is_symmetry(side, side, permutation))


def cyclic_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Return checked symmetries of cyclic and extended quadratic residue codes.

    Tried are x + 1 mod n; x + 1 mod n - 1 with the last button fixed; and -1 / x mod n - 1, where
    n - 1 is a prime and the last button stands for infinity.
    """
    size, prime = side.size, side.size - 1
    tried = [tuple((x + 1) % size for x in range(size))]
    tried += [(*((x + 1) % prime for x in range(prime)), prime)] if prime else []
    if prime_powers(max(prime, 2)) == ((prime, 1),):
        inverse = (-pow(x, -1, prime) % prime for x in range(1, prime))
        tried.append((prime, *inverse, 0))
    return tuple(permutation for permutation in tried if is_symmetry(side, side, permutation))


def orbits_of(
    size: int, symmetries: Sequence[Permutation], *, alone: bool = False
) -> list[list[int]]:
    """Return the orbits of buttons under symmetries; omit single buttons unless ``alone``."""
    pairs = [pair for moved in symmetries for pair in enumerate(moved)]
    return [orbit for orbit in joined(size, pairs) if len(orbit) > 1 or alone]


def even_orbits(
    side: Side, known: tuple[Permutation, ...]
) -> tuple[tuple[Permutation, ...], list[list[int]]]:
    """Return a side's symmetries and orbits; both are empty if there are too many orbits."""
    moves = () if side.observed else (*known, *cyclic_symmetries(side))
    orbits = orbits_of(side.size, moves, alone=True)
    return (moves, orbits) if len(orbits) < ORBITS else ((), [])


def as_bits(columns: Iterable[int]) -> int:
    """Return the integer with the given bits set; a bit given twice cancels."""
    return reduce(xor, (1 << column for column in columns), 0)


def rows_as_bits(rows: Iterable[Iterable[int]]) -> list[int]:
    """Return each row as an integer, with the bits of its columns set."""
    return [as_bits(row) for row in rows]


def places_of(bits: int) -> tuple[int, ...]:
    """Return the positions of the 1 bits of an integer, ascending."""
    return tuple(k for k, bit in enumerate(reversed(f"{bits:b}")) if bit == "1")


def rows_with(columns: Sequence[Iterable[int]], number: int) -> Rows:
    """Return the transpose: for each of ``number`` rows, the columns that contain it."""
    rows: list[list[int]] = [[] for _ in range(number)]
    for column, named in enumerate(columns):
        for row in named:
            rows[row].append(column)
    return tuple(map(tuple, rows))


def rows_of_array(matrix: Any, name: str) -> tuple[Rows, int]:
    """Return, for each row of an array, the columns with a 1, and the number of columns.

    Raises:
        PuzzleError: When it is not a matrix of 0 and 1.
    """
    dense = array_of(name, matrix.toarray() if hasattr(matrix, "toarray") else matrix)
    if dense.ndim != 2 or not np.isin(dense, (0, 1)).all():
        raise PuzzleError(f"{name} is a matrix of 0 and 1, (checks, columns)")
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in dense), dense.shape[1]
