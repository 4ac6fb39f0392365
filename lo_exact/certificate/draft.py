"""Certificate under construction, with the data that several forms of evidence share."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import prod
from pathlib import Path

import numpy as np

from lo_exact.algebra import Coset, Unsolvable, solve_linear
from lo_exact.algebra.elimination import looking
from lo_exact.certificate.checker import MAX_ELEMENTS
from lo_exact.certificate.claims import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
)
from lo_exact.certificate.document import Json, claim_document
from lo_exact.certificate.proof import Clause, Proof
from lo_exact.errors import UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle, System

Prove = Callable[[Sequence[Clause], str], Proof]


def all_solutions(puzzle: Puzzle) -> Coset:
    """Return all solutions of a puzzle, or raise an error if there are none.

    Raises:
        UsageError: When there are none.
    """
    found = solve_linear(puzzle.system.matrix, puzzle.system.syndrome)
    if isinstance(found, Unsolvable):
        raise UsageError("the puzzle has no solution; claim that it is unsolvable")
    return found


class Draft:
    """Certificate under construction: puzzle, claim, and proof files written so far.

    Attributes:
        proofs: the proof files written so far.
        used: which solver made each of them.

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
        """Return whether a claim that counts minima lists them all."""
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
        """Known minima, besides which there is no solution up to the limit."""
        return self.listed if self.counted else ()

    def claim_document(self) -> dict[str, Json]:
        """Return the claim as a JSON object."""
        counted = isinstance(self.claim, SolutionsClaim)
        solutions = self.coset.kernel.size if counted else 0
        return claim_document(self.puzzle, self.claim, solutions)
