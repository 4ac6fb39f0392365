"""Complete lists of all solutions near the minimum, with their weights.

The solutions are cut into pieces that share no button, and each piece is searched as suits it
(`lo_exact.engines.weights.pieces`).  What is listed is multiplied out.
"""

import time
from dataclasses import dataclass, field
from math import inf
from typing import Any

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.elimination import looking
from lo_exact.algebra.packed import as_tuple
from lo_exact.counters import Counters, of_colours
from lo_exact.engines.weights.near import near_minimum
from lo_exact.engines.weights.pieces import Pieces, cut_solutions
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Presses, Watch, whole_option
from lo_exact.puzzle import PackedSystem, Puzzle
from lo_exact.solution import presses_rows, refuted, solved
from lo_exact.solver.questions import Asked, Report, asked_puzzle

MAX_UNKNOWNS = 20_000
"""Larger boards are held packed, or have kernels that are not written out for this."""


@dataclass(frozen=True)
class ListedSolutions:
    """List of all solutions up to some weight, or a witness that there are none."""

    puzzle: Puzzle
    """The puzzle."""
    solutions: tuple[tuple[int, Presses], ...] = field(default=())
    """(weight, presses) of each; none where nothing solves the puzzle."""
    witness: Presses | None = None
    """(lights,) why nothing does; None otherwise."""
    weight: int | None = None
    """The minimum; None where nothing solves the puzzle."""
    seconds: float = 0.0
    """Wall time."""

    def to_json(self, limit: int) -> dict[str, Any]:
        """Return the list as a JSON object, with at most ``limit`` solutions."""
        shown = self.solutions[:limit]
        told: dict[str, Any] = {
            "status": "infeasible" if self.witness is not None else "optimal",
            "weight": self.weight,
            "listed": len(self.solutions),
            "weights": [weight for weight, _ in shown],
            "solutions": [presses_rows(self.puzzle.layout, x) for _, x in shown],
        }
        if self.witness is not None:
            told["witness"] = list(self.witness)
        return told | {
            "colours": self.puzzle.colours,
            "lights": self.puzzle.lights,
            "buttons": self.puzzle.buttons,
            "puzzle_sha256": self.puzzle.sha256,
        }


def solutions_within(
    puzzle: Asked | Counters,
    excess: int,
    *,
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> ListedSolutions:
    """Return every solution of weight at most the minimum plus ``excess``, cheapest first.

    Solutions of one weight are in lexicographic order.  Too
    many solutions to hold are refused.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.
        excess: how much more than the minimum they may cost.
        time_limit: wall-clock seconds.
        memory: bytes that built-in engines may take, about, in each process.
        report: called about once a second with the progress of a long search.
        watch: a fresh clock to keep instead of ``time_limit`` and ``report``.

    Returns:
        Pairs of weight and presses.

    Raises:
        LimitReached: When the time is over, or memory does not hold them.
        UsageError: When it is counters.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.matrix_puzzle([[1, 1, 1]], [1])
        >>> [weight for weight, _ in lo_exact.solutions_within(puzzle, 2).solutions]
        [1, 1, 1, 3]
    """
    started = time.monotonic()
    asked = of_colours(asked_puzzle(puzzle), "all --within")
    excess = whole_option("excess", excess, 0)
    watch = Watch(time_limit, report) if watch is None else watch
    found = solutions_in_pieces(asked, memory, watch)
    if isinstance(found, Unsolvable):
        return ListedSolutions(
            asked, (), witness_of_none(asked, found), seconds=time.monotonic() - started
        )
    listed = near_minimum(found, excess, watch)
    solutions = tuple((weight, solved(asked, x, weight)) for weight, x in listed)
    return ListedSolutions(
        asked, solutions, weight=solutions[0][0], seconds=time.monotonic() - started
    )


def solutions_in_pieces(puzzle: Puzzle, memory: int, watch: Watch) -> Pieces | Unsolvable:
    """Return all solutions as a product of pieces that share no button, or why there are none.

    Raises:
        LimitReached: When the board is too large for it.
    """
    memory = whole_option("memory", memory, 0)
    system = puzzle.system
    if (isinstance(system, PackedSystem) and system.bits) or system.unknowns > MAX_UNKNOWNS:
        raise LimitReached(
            f"weights of all solutions are counted up to {MAX_UNKNOWNS} buttons, "
            f"got {system.unknowns}"
        )
    with looking(watch.check):
        found = system.solutions
    return found if isinstance(found, Unsolvable) else cut_solutions(system, found, memory)


def witness_of_none(puzzle: Puzzle, found: Unsolvable) -> Presses:
    """Return the witness that a puzzle is unsolvable, checked by multiplying out."""
    return refuted(puzzle, as_tuple(found.witness))
