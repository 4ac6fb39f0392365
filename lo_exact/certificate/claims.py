"""Claims that a certificate can make about a puzzle.

Presses are vectors of the buttons, or of the system's unknowns: the buttons, and behind them the
shift of the target when any uniform colour will do.
"""

from dataclasses import dataclass, replace

import numpy as np

from lo_exact.outcome import Presses
from lo_exact.puzzle import Puzzle


@dataclass(frozen=True)
class SolutionClaim:
    """Claim that the given presses solve the puzzle."""

    presses: Presses


@dataclass(frozen=True)
class UnsolvableClaim:
    """Claim that no presses solve the puzzle."""

    witness: Presses = ()
    """y with y A = 0, y . s != 0, one number for each light that matters; found by elimination when
    empty.
    """


@dataclass(frozen=True)
class SolutionsClaim:
    """Claim of the exact number of solutions, of any weight, found by elimination."""


@dataclass(frozen=True)
class MinimumClaim:
    """Claim that no solution weighs less than the listed ones."""

    weight: int
    """Their weight."""
    minima: tuple[Presses, ...]
    """One minimum solution at least; all of them when they are as many as ``count``."""
    count: int = -1
    """How many minimum solutions there are, or -1 when that is not claimed."""


@dataclass(frozen=True)
class LowerBoundClaim:
    """Claim that no solution weighs less than ``bound``."""

    bound: int
    """The bound."""
    presses: Presses = ()
    """a solution, of any weight; claimed as well when there is one."""


Claim = SolutionClaim | UnsolvableClaim | SolutionsClaim | MinimumClaim | LowerBoundClaim


def with_shift(puzzle: Puzzle, claim: Claim) -> Claim:
    """Return the claim with all presses as vectors of the system's unknowns."""
    if isinstance(claim, SolutionClaim) or (isinstance(claim, LowerBoundClaim) and claim.presses):
        return replace(claim, presses=full_presses(puzzle, claim.presses))
    if isinstance(claim, MinimumClaim):
        return replace(claim, minima=tuple(full_presses(puzzle, x) for x in claim.minima))
    return claim


def full_presses(puzzle: Puzzle, presses: Presses) -> Presses:
    """Return presses of the buttons, followed by the target's shift if the puzzle has one.

    Args:
        puzzle: The puzzle.
        presses: (buttons,) or (unknowns,); what already has the shift is returned as it is.
    """
    if len(presses) != puzzle.buttons or puzzle.system.unknowns == puzzle.buttons:
        return presses
    light = int(puzzle.matters[0])
    row = puzzle.activation.take_rows(puzzle.matters[:1])
    added = int(row.dot(np.array(presses, dtype=np.int64))[0])
    shift = int(puzzle.state[light]) + added - int(puzzle.target[light])
    return (*presses, shift % puzzle.colours)
