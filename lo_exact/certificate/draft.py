"""Certificate under construction, and the claims that a certificate can make, in JSON form.

Grammar: docs/certificate-format.md; the checker reads it with code of its own.  A vector is a list
of numbers, or for two colours one hex number sum x_j 2^j: a 19 x 19 board fits in 10 kB.

Presses are vectors of the buttons, or of the system's unknowns: the buttons, and behind them the
shift of the target when any uniform colour will do.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, Unsolvable, solve_linear
from lo_exact.algebra.elimination import looking
from lo_exact.certificate.checker import MAX_ELEMENTS
from lo_exact.certificate.proof import Clause, Proof
from lo_exact.counters import AnyPuzzle, Counters, drawn_puzzle
from lo_exact.errors import UsageError
from lo_exact.outcome import Presses, Watch
from lo_exact.puzzle import ANY, Objective, Puzzle, System


@dataclass(frozen=True)
class SolutionClaim:
    """Claim that the given presses solve the puzzle."""

    presses: Presses


@dataclass(frozen=True)
class UnsolvableClaim:
    """Claim that no presses solve the puzzle."""

    witness: Presses = ()
    """y with y A = 0, y . s != 0, one number for each light that matters; computed by elimination
    if empty.
    """


@dataclass(frozen=True)
class SolutionsClaim:
    """Claim of the exact number of solutions, of any weight, found by elimination."""


@dataclass(frozen=True)
class MinimumClaim:
    """Claim that no solution weighs less than the listed ones."""

    weight: int
    """Weight of the minima."""
    minima: tuple[Presses, ...]
    """At least one minimum solution; all if their number is ``count``."""
    count: int = -1
    """Number of minimum solutions, or -1 if not claimed."""


@dataclass(frozen=True)
class LowerBoundClaim:
    """Claim that no solution weighs less than ``bound``."""

    bound: int
    """Lower bound on the weight."""
    presses: Presses = ()
    """A solution of any weight; if present, also part of the claim."""


Claim = SolutionClaim | UnsolvableClaim | SolutionsClaim | MinimumClaim | LowerBoundClaim


def with_shift(puzzle: Puzzle, claim: Claim) -> Claim:
    """Append the shift of the target's colours, if it is free, to a claim's press vectors."""
    if isinstance(claim, SolutionClaim) or (isinstance(claim, LowerBoundClaim) and claim.presses):
        return replace(claim, presses=full_presses(puzzle, claim.presses))
    if isinstance(claim, MinimumClaim):
        return replace(claim, minima=tuple(full_presses(puzzle, x) for x in claim.minima))
    return claim


def full_presses(puzzle: Puzzle, presses: Presses) -> Presses:
    """Return presses of the buttons, followed by the shift of the target's colours if it is free.

    Args:
        puzzle: The puzzle.
        presses: (buttons,) or (unknowns,); vectors with the shift are returned unchanged.
    """
    if len(presses) != puzzle.buttons or puzzle.system.unknowns == puzzle.buttons:
        return presses
    light = int(puzzle.matters[0])
    row = puzzle.activation.take_rows(puzzle.matters[:1])
    added = int(row.dot(np.array(presses, dtype=np.int64))[0])
    shift = int(puzzle.state[light]) + added - int(puzzle.target[light])
    return (*presses, shift % puzzle.colours)


Json = Any


def vector_document(x: NDArray[Any] | Iterable[int], colours: int) -> Json:
    """Return a vector of colours in its JSON form.

    >>> vector_document([1, 1, 0, 0, 1], 2)
    '13'
    >>> vector_document([1, 2, 0], 3)
    [1, 2, 0]
    """
    values = np.asarray(x if isinstance(x, np.ndarray) else list(x), dtype=np.int64)
    if colours > 2:
        return values.tolist()
    packed = np.packbits(values.astype(np.uint8), bitorder="little").tobytes()
    digits = -(-values.size // 4)
    return packed[::-1].hex()[-digits:] if digits else ""


def puzzle_document(given: AnyPuzzle) -> dict[str, Json]:
    """Return a puzzle without layout and names as JSON; null colours mean whole numbers."""
    puzzle = drawn_puzzle(given)
    c, matrix = puzzle.colours, puzzle.activation
    ignored = np.flatnonzero(puzzle.target == ANY)
    document = {
        "colours": None if isinstance(given, Counters) else c,
        "lights": puzzle.lights,
        "buttons": _by_column(matrix.rows, matrix.starts),
        "state": vector_document(puzzle.state, c),
        "target": vector_document(np.where(puzzle.target == ANY, 0, puzzle.target), c),
        "uniform": puzzle.uniform,
        "objective": puzzle.objective.value,
    }
    if (matrix.values != 1).any():
        document["amounts"] = _by_column(matrix.values, matrix.starts)
    if ignored.size:
        document["ignored"] = ignored.tolist()
    if puzzle.objective is Objective.PRICES:
        document["prices"] = puzzle.prices.tolist()
    return document


def kernel_document(coset: Coset) -> dict[str, Json]:
    """Return all solutions as a JSON object: one solution and generators of the kernel."""
    c = coset.kernel.modulus
    return {
        "particular": vector_document(coset.particular, c),
        "generators": [vector_document(g, c) for g in coset.kernel.generators],
        "orders": list(coset.kernel.orders),
    }


def claim_document(puzzle: Puzzle, claim: Claim, solutions: int = 0) -> dict[str, Json]:
    """Return a claim about a puzzle as a JSON object.

    Args:
        puzzle: The puzzle; its SHA-256 is part of the claim.
        claim: The claim.
        solutions: The number of all solutions, for a `SolutionsClaim`.
    """
    c, about = puzzle.colours, {"puzzle_sha256": puzzle.sha256}
    if isinstance(claim, SolutionClaim):
        return {"kind": "solution", **about, **_presses_document(puzzle, claim.presses)}
    if isinstance(claim, LowerBoundClaim):
        presses = _presses_document(puzzle, claim.presses) if claim.presses else {}
        return {"kind": "lower bound", **about, "bound": claim.bound, **presses}
    if isinstance(claim, SolutionsClaim):
        return {"kind": "solutions", **about, "count": solutions}
    if isinstance(claim, MinimumClaim):
        minima = [vector_document(x, c) for x in claim.minima]
        count = {} if claim.count < 0 else {"count": claim.count}
        return {"kind": "minimum", **about, "weight": claim.weight, **count, "minima": minima}
    return {"kind": "unsolvable", **about}


def _presses_document(puzzle: Puzzle, presses: Presses) -> dict[str, Json]:
    weight = puzzle.system.weight(np.array(presses, dtype=np.int64))
    return {"weight": weight, "presses": vector_document(presses, puzzle.colours)}


def document_text(document: dict[str, Json]) -> str:
    """Return a JSON object as text, one line for each key; equal documents give equal text."""
    lines = (
        f"{json.dumps(key)}:{(json.dumps(value, separators=(',', ':')))}"
        for key, value in document.items()
    )
    return "{" + ",\n ".join(lines) + "}\n"


def _by_column(values: NDArray[Any], starts: NDArray[Any]) -> list[list[int]]:
    flat, ends = values.tolist(), starts.tolist()
    return [flat[low:high] for low, high in pairwise(ends)]


Prove = Callable[[Sequence[Clause], str], Proof]


def all_solutions(puzzle: Puzzle) -> Coset:
    """Return all solutions of a puzzle, or raise an error if there are none.

    Raises:
        UsageError: When the puzzle is unsolvable.
    """
    found = solve_linear(puzzle.system.matrix, puzzle.system.syndrome)
    if isinstance(found, Unsolvable):
        raise UsageError("the puzzle has no solution; claim that it is unsolvable")
    return found


class Draft:
    """Certificate under construction: puzzle, claim, and proof files written so far.

    Attributes:
        proofs: the proof files written so far.
        used: the solver that made each of them.

    Raises:
        UsageError: When the presses of the claim do not solve the puzzle, or are too few or many.
    """

    def __init__(self, puzzle: Puzzle, claim: Claim, folder: Path, prove: Prove, watch: Watch):
        self.puzzle: Puzzle = puzzle
        self.claim: Claim = claim
        self.folder: Path = folder
        self.prove: Prove = prove
        self.watch = watch
        self.proofs: list[Path] = []
        self.used: dict[str, str] = {}
        if not all(self.system.solves(np.array(x, dtype=np.int64)) for x in self.listed):
            raise UsageError("the presses of the claim do not solve the puzzle")
        if isinstance(claim, MinimumClaim) and (
            not claim.minima or -1 < claim.count < len(claim.minima)
        ):
            raise UsageError(f"{len(claim.minima)} minima are listed, {claim.count} counted")

    @property
    def system(self) -> System:
        """Linear system of the puzzle."""
        return self.puzzle.system

    @cached_property
    def coset(self) -> Coset:
        """All solutions of the puzzle, computed at first use."""
        with looking(self.watch.check):
            return all_solutions(self.puzzle)

    @property
    def too_many_to_visit(self) -> bool:
        """Return whether there are more solutions than the checker visits one by one."""
        return prod(self.system.elimination.orders) > MAX_ELEMENTS

    @property
    def listed(self) -> Sequence[tuple[int, ...]]:
        """Solutions listed in the claim."""
        if isinstance(self.claim, MinimumClaim):
            return self.claim.minima
        if isinstance(self.claim, LowerBoundClaim):
            return [self.claim.presses] if self.claim.presses else []
        return [self.claim.presses] if isinstance(self.claim, SolutionClaim) else []

    @property
    def counted(self) -> bool:
        """Return whether the claim includes the number of minima."""
        return isinstance(self.claim, MinimumClaim) and self.claim.count != -1

    @property
    def all_listed(self) -> bool:
        """Return False if the claim counts minima that it does not list, otherwise True."""
        return not isinstance(self.claim, MinimumClaim) or (
            self.claim.count in (-1, len(self.claim.minima))
        )

    @property
    def limit(self) -> int:
        """Greatest weight up to which all solutions must be known to prove the claim."""
        if isinstance(self.claim, MinimumClaim):
            return self.claim.weight - (not self.counted)
        assert isinstance(self.claim, LowerBoundClaim)
        return self.claim.bound - 1

    @property
    def blocked(self) -> Sequence[tuple[int, ...]]:
        """Known minima, excluded from the proof that no solution weighs at most `limit`."""
        return self.listed if self.counted else ()

    def claim_document(self) -> dict[str, Json]:
        """Return the claim as a JSON object."""
        counted = isinstance(self.claim, SolutionsClaim)
        solutions = self.coset.kernel.size if counted else 0
        return claim_document(self.puzzle, self.claim, solutions)
