"""Symmetries of a drawn board: reflections, rotations and shifts that preserve the rule.

A flip or turn of the drawing moves lights and buttons; it is a *symmetry* when the activation
matrix stays the same (and which lights matter, and the prices).  Shifts are tried where edges are
joined.  Every symmetry is compared entry by entry before it is returned.

Costs one sort of the matrix's entries for each flip, turn or shift.

Which boards are the same after a flip, turn or shift of the drawing that keeps the rule.

Each board is moved by every symmetry; the least of all moved boards, as bytes, names its class.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.topology.make import pressed, random_residues

MAX_SHIFTS = 4096
"""Largest number of cells of a board for which shifts are tried."""

Drawing = Callable[[Any], Any]

FLIPS: dict[str, tuple[Drawing, ...]] = {
    "h": (np.fliplr,),
    "v": (np.flipud,),
    "r180": (lambda drawing: np.rot90(drawing, 2),),
    "d4": (np.fliplr, np.transpose),
}
"""Kinds of symmetric boards with generators: left-right, top-bottom, half a turn, all."""


@dataclass(frozen=True, eq=False)
class BoardSymmetry:
    """Symmetry of a board that maps light i to lights[i] and button j to buttons[j]."""

    lights: IntArray
    buttons: IntArray


def board_symmetries(puzzle: Puzzle) -> list[BoardSymmetry]:
    """Return all reflections, rotations and shifts that preserve the rule, the identity first.

    Args:
        puzzle: its state and its target's colours are ignored.
    """
    found = [BoardSymmetry(np.arange(puzzle.lights), np.arange(puzzle.buttons))]
    if not puzzle.layout.is_grid:
        return found
    seen = {found[0].lights.tobytes() + found[0].buttons.tobytes()}
    rows, columns = puzzle.layout.shape
    flips: list[Drawing] = [lambda drawing: drawing, np.fliplr]
    turned = [
        lambda drawing, flip=flip, turns=turns: np.rot90(flip(drawing), turns)
        for flip in flips
        for turns in (range(4) if rows == columns else (0, 2))
    ]
    shifts = _shifts(puzzle)
    for turn in turned:
        if _moved(puzzle, turn) is None:
            continue
        for down, right in shifts:
            symmetry = _moved(
                puzzle,
                lambda drawing, turn=turn, shift=(down, right): np.roll(  # type: ignore[misc]
                    turn(drawing), shift, (0, 1)
                ),
            )
            if symmetry is None:
                continue
            name = symmetry.lights.tobytes() + symmetry.buttons.tobytes()
            if name not in seen:
                seen.add(name)
                found.append(symmetry)
    return found


def random_symmetric(
    puzzle: Puzzle, kind: str, generator: np.random.Generator, weight: int | None = None
) -> Puzzle:
    """Return a random board solved by symmetric presses, which makes the board itself symmetric.

    Args:
        puzzle: its state is ignored.
        kind: a name in `FLIPS`.
        generator: random generator from `lo_exact.topology.seeded`.
        weight: press whole orbits of buttons until there are at least this many
            presses; None: press each group at random, all symmetric presses equally likely.

    Raises:
        UsageError: When the kind is unknown, or the board lacks the symmetry.
    """
    group = symmetric_groups(puzzle, kind)
    groups = int(group.max(initial=-1)) + 1
    if weight is None:
        return pressed(puzzle, random_residues(generator, groups, puzzle.colours)[group])
    x = np.zeros(groups, dtype=np.int64)
    sizes = np.bincount(group, minlength=groups)
    while int((x * sizes).sum()) < weight:
        free = np.flatnonzero(x < puzzle.colours - 1)
        x[free[int(random_residues(generator, 1, free.size)[0])]] += 1
    return pressed(puzzle, x[group])


def symmetric_groups(puzzle: Puzzle, kind: str) -> IntArray:
    """Return the number of each button's orbit under the symmetry, of shape (buttons,).

    Raises:
        UsageError: When the kind is unknown, or the board lacks the symmetry.
    """
    if kind not in FLIPS:
        raise UsageError(f"--symmetric is {', '.join(FLIPS)}; got {kind[:40]!r}")
    group = np.arange(puzzle.buttons)
    moves = []
    for flip in FLIPS[kind]:
        symmetry = _moved(puzzle, flip) if puzzle.layout.is_grid else None
        goal = puzzle.target
        if symmetry is None or not np.array_equal(goal[symmetry.lights], goal):
            raise UsageError(f"--symmetric {kind}: this board and its rule do not have it")
        moves.append(symmetry.buttons)
    before = np.full(puzzle.buttons, -1)
    # each button gets the least number of its images
    while not np.array_equal(before, group):
        before = group
        for move in moves:
            group = np.minimum(group, group[move])
    return np.unique(group, return_inverse=True)[1].astype(np.int64)


def _shifts(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the candidate shifts: all combinations of symmetric single steps down and right."""
    rows, columns = puzzle.layout.shape
    if puzzle.layout.topology in ("", "plane") or rows * columns > MAX_SHIFTS:
        return [(0, 0)]
    down = _moved(puzzle, lambda drawing: np.roll(drawing, 1, 0)) is not None
    right = _moved(puzzle, lambda drawing: np.roll(drawing, 1, 1)) is not None
    return [(a, b) for a in range(rows if down else 1) for b in range(columns if right else 1)]


def _moved(puzzle: Puzzle, move: Drawing) -> BoardSymmetry | None:
    """Return the symmetry given by a move of the drawing, or None if it is not a symmetry."""
    lights = _places(puzzle.layout.light_at, puzzle.lights, move)
    buttons = _places(puzzle.layout.button_at, puzzle.buttons, move)
    if lights is None or buttons is None:
        return None
    matters = puzzle.target != ANY
    if not np.array_equal(matters[lights], matters):
        return None
    if puzzle.prices.size and not np.array_equal(puzzle.prices[buttons], puzzle.prices):
        return None
    matrix = puzzle.activation
    across, values = matrix.columns_of_entries(), np.asarray(matrix.values)
    # at most 2^26 entries, so the product of lights and buttons is far below 2^63
    here = matrix.rows.astype(np.int64) * puzzle.buttons + across
    there = lights[matrix.rows] * puzzle.buttons + buttons[across]
    first, second = np.argsort(here), np.argsort(there)
    same = np.array_equal(here[first], there[second])
    if not same or not np.array_equal(values[first], values[second]):
        return None
    return BoardSymmetry(lights, buttons)


def _places(at: IntArray, count: int, move: Drawing) -> IntArray | None:
    """Return the image of each number under a move, or None if the move changes the holes."""
    came = move(at)
    if came.shape != at.shape or not np.array_equal(came < 0, at < 0):
        return None
    filled = at >= 0
    if int(filled.sum()) != count:
        return None
    goes = np.empty(count, dtype=np.int64)
    goes[came[filled]] = at[filled]
    return goes


def first_of_each_class(puzzles: Sequence[Puzzle]) -> list[int]:
    """Return the indices of the first puzzle of each symmetry class, ascending.

    Args:
        puzzles: any puzzles; those with different rules are in different classes.
    """
    groups: dict[bytes, list[BoardSymmetry]] = {}
    seen: set[tuple[bytes, bytes]] = set()
    first = []
    for number, puzzle in enumerate(puzzles):
        rules = _rules(puzzle)
        if rules not in groups:
            groups[rules] = board_symmetries(puzzle)
        name = rules, min(_board(puzzle, symmetry) for symmetry in groups[rules])
        if name not in seen:
            seen.add(name)
            first.append(number)
    return first


def _rules(puzzle: Puzzle) -> bytes:
    """Return a key of matrix, prices and layout; only boards with equal keys are compared."""
    matrix = puzzle.activation
    parts = (
        matrix.rows.astype(np.int64), matrix.columns_of_entries(),
        np.asarray(matrix.values, dtype=np.int64), puzzle.target, puzzle.prices,
        puzzle.layout.light_at, puzzle.layout.button_at,
    )  # fmt: skip
    words = (puzzle.layout.shape, matrix.shape, puzzle.colours, puzzle.uniform, puzzle.objective)
    return repr(words).encode() + b"\0".join(part.tobytes() for part in parts)


def _board(puzzle: Puzzle, symmetry: BoardSymmetry) -> bytes:
    """Return state and target after a symmetry, as bytes."""
    moved = np.empty((2, puzzle.lights), dtype=np.int64)
    moved[0, symmetry.lights], moved[1, symmetry.lights] = puzzle.state, puzzle.target
    return moved.tobytes()
