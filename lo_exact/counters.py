"""Puzzles of counters: lights that hold integers without a modulus (``colours: none``).

A press adds to its counters; nothing wraps around, so a counter above its target is lost, and every
button that adds to a counter with a target can be pressed finitely often.  The second part of
Advent of Code 2025, day 10, is this puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.packed import BitRows
from lo_exact.algebra.sparse import MAX_MODULUS, IntArray, SparseMatrix, from_entries
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.puzzle import ANY, Layout, Objective, Puzzle, System

HIGHEST = MAX_MODULUS - 1
"""Largest value of a counter, a target or an amount."""


@dataclass(frozen=True, eq=False)
class Counters:
    """Puzzle of counters (integers without a modulus) and buttons that add to them."""

    activation: SparseMatrix
    """(lights, buttons); column j is what one press of button j adds.  Its values are whole numbers
    1..2^31-1; its modulus, 2^31, means nothing here.
    """
    state: IntArray
    """(lights,) int64, 0..2^31-1, the current numbers."""
    target: IntArray
    """(lights,) int64, 0..2^31-1, the goal; `ANY` where one does not matter."""
    objective: Objective = Objective.PRESSES
    """`Objective.PRESSES` or `Objective.PRICES`."""
    prices: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """(buttons,) int64, 0..2^31, for ``Objective.PRICES``; empty otherwise."""
    layout: Layout = field(default_factory=Layout)
    """How to draw it; not part of the puzzle's identity."""

    def __post_init__(self) -> None:
        # a puzzle of 2^31 colours has the same ranges, so its checks apply here
        same = Puzzle(self.activation, self.state, self.target, False, self.objective, self.prices)
        for name in ("state", "target", "prices"):
            object.__setattr__(self, name, getattr(same, name))
        if self.activation.modulus != MAX_MODULUS:
            raise PuzzleError("counters have whole numbers, not residues")
        if self.activation.wrapped:
            raise PuzzleError(
                f"what a button adds to a counter must be at most {HIGHEST}, and amounts that meet "
                "on one counter add up to more"
            )
        if self.objective is Objective.BUTTONS:
            raise PuzzleError("counters are minimised by presses or prices, not by buttons used")

    @property
    def colours(self) -> None:
        """None, since counters have no modulus."""
        return

    @property
    def lights(self) -> int:
        """Number of counters."""
        return self.activation.shape[0]

    @property
    def buttons(self) -> int:
        """Number of buttons."""
        return self.activation.shape[1]

    @cached_property
    def matters(self) -> IntArray:
        """Indices of the counters that have a target, ascending."""
        return np.flatnonzero(self.target != ANY)

    @cached_property
    def needs(self) -> IntArray:
        """Target minus state for each counter with a target; negative if the state is larger."""
        return (self.target - self.state)[self.matters]

    @cached_property
    def each_price(self) -> IntArray:
        """Cost of one press of each button, of shape (buttons,)."""
        if self.objective is Objective.PRICES:
            return self.prices
        return np.ones(self.buttons, dtype=np.int64)

    @cached_property
    def system(self) -> WholeSystem:
        """Linear system of the counters that have a target."""
        matrix = self.activation.take_rows(self.matters)
        return WholeSystem(matrix, self.needs, self.each_price)

    def weight(self, presses: NDArray[Any] | tuple[int, ...]) -> int:
        """Return the exact cost of presses."""
        return self.system.weight(np.asarray(presses))

    def reached(self, presses: tuple[int, ...]) -> list[int]:
        """Return the number on each counter after the presses, as Python integers."""
        added = _multiplied_out(self.activation, presses)
        return [now + more for now, more in zip(self.state.tolist(), added, strict=True)]

    @property
    def as_residues(self) -> Puzzle:
        """Puzzle of 2^31 colours with the same numbers, for writing and drawing."""
        return Puzzle(
            self.activation, self.state, self.target, False, self.objective, self.prices,
            self.layout,
        )  # fmt: skip

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of `canonical_bytes`, as 64 hexadecimal digits."""
        import hashlib  # importing hashlib loads OpenSSL; most questions need no hash

        return hashlib.sha256(self.canonical_bytes()).hexdigest()

    def canonical_bytes(self) -> bytes:
        r"""Return the canonical encoding: ``lo-exact counters 1\n``, then data as in `Puzzle`.

        The number of colours is written as 0.
        """
        rest = self.as_residues.canonical_bytes().split(b"\n", 1)[1]
        return b"lo-exact counters 1\n" + bytes(8) + rest[8:]


class WholeSystem(System):
    """System A x = s in non-negative integers x, solved by the engine for counters.

    Its matrix holds whole numbers, and the matrix's modulus, 2^31, means nothing; a number of s is
    negative where a counter is lost.  Presses are multiplied out in Python integers.
    """

    @cached_property
    def elimination(self) -> NoReturn:
        """Not available, since elimination requires a modulus; raises an AssertionError."""
        raise AssertionError("counters have no modulus")

    def weight(self, presses: NDArray[Any] | BitRows) -> int:
        """Return the exact cost of non-negative presses, of shape (unknowns,), as an integer."""
        return sum(x * p for x, p in zip(_numbers(presses), self.prices.tolist(), strict=True))

    def solves(self, presses: NDArray[Any] | BitRows) -> bool:
        """Return whether A x = s holds with every x_j non-negative, by multiplication."""
        x = _numbers(presses)
        if len(x) != self.unknowns or min(x, default=0) < 0:
            return False
        wanted: list[int] = self.syndrome.tolist()
        return _multiplied_out(self.matrix, x) == wanted

    def modulo(self, colours: int) -> System:
        """Return the system reduced mod c, which every solution of this system solves."""
        matrix = from_entries(
            self.matrix.shape,
            colours,
            self.matrix.rows.astype(np.int64),
            self.matrix.columns_of_entries(),
            self.matrix.values.astype(np.int64),
        )
        return System(matrix, self.syndrome % colours, self.prices)


def _numbers(presses: NDArray[Any] | BitRows) -> list[int]:
    listed: list[int] = np.asarray(presses).tolist()
    return listed


def _multiplied_out(matrix: SparseMatrix, presses: Sequence[int]) -> list[int]:
    """Return the product of a matrix and presses, a Python integer for each row."""
    sums = [0] * matrix.shape[0]
    for row, button, amount in zip(
        matrix.rows.tolist(),
        matrix.columns_of_entries().tolist(),
        matrix.values.tolist(),
        strict=True,
    ):
        sums[row] += amount * presses[button]
    return sums


AnyPuzzle = Puzzle | Counters
"""Puzzle of any kind that can be read and solved."""


def of_colours(puzzle: AnyPuzzle, what: str) -> Puzzle:
    """Return the puzzle if it has colours; raise an error if it has counters.

    Raises:
        UsageError: When the puzzle has counters, which ``what`` does not support.
    """
    if isinstance(puzzle, Counters):
        raise UsageError(f"{what} is for puzzles of colours, and these are counters")
    return puzzle


def drawn_puzzle(puzzle: AnyPuzzle) -> Puzzle:
    """Return the puzzle for drawing, with counters represented by 2^31 colours."""
    return puzzle.as_residues if isinstance(puzzle, Counters) else puzzle


def counters_of(puzzle: Puzzle) -> Counters:
    """Convert a puzzle of 2^31 colours to counters without a modulus.

    Raises:
        PuzzleError: When counters lack a feature that the puzzle uses.
    """
    if puzzle.uniform:
        raise PuzzleError("counters have targets of their own: the target cannot be any")
    return Counters(
        puzzle.activation,
        puzzle.state,
        puzzle.target,
        puzzle.objective,
        puzzle.prices,
        puzzle.layout,
    )
