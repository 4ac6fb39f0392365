"""Walks: simulation step by step, and construction from edge multiplicities.

No walk of a solver is returned before `simulate` has followed it.  `trail` is Hierholzer's
algorithm (1873): linear in the length.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lo_exact.errors import InputError, printable
from lo_exact.parity_walks.ground import Ground
from lo_exact.parity_walks.level import STEPS, WalkLevel

LETTERS = "URDL"

Multiplicities = tuple[int, ...]
"""Number of times that each edge of a `Ground` is walked."""


@dataclass(frozen=True)
class WalkVerdict:
    """The result of simulating a walk on a level."""

    illegal: int
    """Number of the first step (from 1) that leaves the board or enters a wall, or 0."""
    end: int
    """Cell reached (before an illegal step)."""
    unpainted: tuple[int, ...]
    """Numbers of the cells not painted at the end, ascending."""
    astray: bool = False
    """Whether it ends at another cell than required."""

    @property
    def solves(self) -> bool:
        """Return whether all steps are legal, all cells painted, and the end is as required."""
        return not (self.illegal or self.unpainted or self.astray)


def read_walk(text: str) -> str:
    """Parse a walk of letters or arrows, ignoring blanks and commas; return it as letters.

    Raises:
        InputError: With the place of the first other letter.

    >>> read_walk("R, R"), read_walk("→←")
    ('RR', 'RL')
    """
    return check_letters(re.sub(r"[\s,]", "", text.translate(str.maketrans("↑→↓←", LETTERS))))


def check_letters(walk: str) -> str:
    """Return the walk if it contains only the letters U, R, D, L, otherwise raise.

    Raises:
        InputError: With the place of the first other letter.
    """
    for at, letter in enumerate(walk, start=1):
        if letter not in STEPS:
            raise InputError(
                f"a walk has only the letters U, R, D, L, got {printable(letter)!r} at step {at}"
            )
    return walk


def simulate(level: WalkLevel, walk: str) -> WalkVerdict:
    """Simulate a walk on a level, toggling every cell that it enters.

    Args:
        level: The level.
        walk: Letters U, R, D, L.

    Raises:
        InputError: When there is another letter.
    """
    check_letters(walk)
    painted = list(level.painted)
    here = level.start
    illegal = 0
    for at, letter in enumerate(walk, start=1):
        row, column = level.cells[here]
        down, right = STEPS[letter]
        there = level.number.get((row + down, column + right))
        if there is None:
            illegal = at
            break
        here = there
        painted[here] = not painted[here]
    unpainted = tuple(v for v, done in enumerate(painted) if not done)
    return WalkVerdict(illegal, here, unpainted, astray=level.end not in (-1, here))


def trail(ground: Ground, multiplicities: Sequence[int], end: int) -> str:
    """Return a walk from the start to ``end`` that uses every edge as often as its multiplicity.

    Args:
        ground: The graph.
        multiplicities: (edges,) multiplicity of each edge; connected, and with odd sums only at
            the start and the end (nowhere if they are equal).
        end: The last cell.

    Returns:
        Letters U, R, D, L.  The choice among several trails is deterministic.
    """
    left = list(multiplicities)
    stack = [end]
    order: list[int] = []
    while stack:
        here = stack[-1]
        for edge, there in ground.incident[here]:
            if left[edge]:
                left[edge] -= 1
                stack.append(there)
                break
        else:
            order.append(stack.pop())
    assert (order[0], order[-1]) == (ground.start, end), "no trail: two sums are wrong"
    assert not any(left), "no trail: the edges are in pieces"
    return "".join(letter_between(ground, u, v) for u, v in pairwise(order))


def letter_between(ground: Ground, u: int, v: int) -> str:
    """Return the letter of the step from cell u to its neighbour v."""
    (row, column), (to_row, to_column) = ground.places[u], ground.places[v]
    step = (to_row - row, to_column - column)
    return next(letter for letter, change in STEPS.items() if change == step)


def multiplicities_of(ground: Ground, walk: str) -> tuple[Multiplicities, int]:
    """Return the multiplicity of each edge in a legal walk, and the walk's end cell."""
    used: Counter[int] = Counter()
    here = ground.start
    for letter in walk:
        edge, here = next(
            (edge, there)
            for edge, there in ground.incident[here]
            if letter_between(ground, here, there) == letter
        )
        used[edge] += 1
    return tuple(used[e] for e in range(len(ground.edges))), here


def as_numbers(walk: str) -> tuple[int, ...]:
    """Return a walk as a tuple of numbers 0..3 for U, R, D, L, the form that a `Watch` reports."""
    return tuple(LETTERS.index(letter) for letter in walk)


def as_letters(numbers: Sequence[int]) -> str:
    """Convert numbers 0..3 back to the letters U, R, D, L; inverse of `as_numbers`."""
    return "".join(LETTERS[number] for number in numbers)
