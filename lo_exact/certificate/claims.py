"""What can be claimed about a puzzle.

Presses are vectors of the system's unknowns: the buttons, and behind them the shift of the target
when any uniform colour will do.
"""

from __future__ import annotations

from dataclasses import dataclass

from lo_exact.outcome import Presses


@dataclass(frozen=True)
class SolutionClaim:
    """These presses solve the puzzle."""

    presses: Presses


@dataclass(frozen=True)
class UnsolvableClaim:
    """No presses solve the puzzle.

    Attributes:
        witness: y with y A = 0, y . s != 0, one number for each light that matters; found by
            elimination when empty.
    """

    witness: Presses = ()


@dataclass(frozen=True)
class SolutionsClaim:
    """There are exactly so many solutions, of any weight; the number is found by elimination."""


@dataclass(frozen=True)
class MinimumClaim:
    """No solution weighs less than these.

    Attributes:
        weight: their weight.
        minima: one minimum solution at least; all of them when they are as many as ``count``.
        count: how many minimum solutions there are, or -1 when that is not claimed.
    """

    weight: int
    minima: tuple[Presses, ...]
    count: int = -1


@dataclass(frozen=True)
class LowerBoundClaim:
    """No solution weighs less than ``bound``."""

    bound: int


Claim = SolutionClaim | UnsolvableClaim | SolutionsClaim | MinimumClaim | LowerBoundClaim
