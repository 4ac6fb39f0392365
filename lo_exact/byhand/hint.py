"""Hints: the next press of a shortest solution, and the reason for it.

Four reasons, the surest first:

- *light*: of the buttons only this one changes a light that is wrong;
- *region*: lights y with y A = e_j, the unit vector of button j: no other button changes their sum,
  so x_j = y . s in every solution there is;
- *chasing*: no button before this one is pressed, and of those that are left only this one reaches
  a light that is wrong;
- *choice*: a shortest solution presses it; others may not.

A region is looked for by elimination of the transposed matrix. On boards of at most 64 lights
`minimum` finds the smallest; a larger one is as true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.linear import Elimination, eliminate
from lo_exact.errors import UsageError
from lo_exact.languages.phrases import phrase
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solution import Solution
from lo_exact.solver import minimum
from lo_exact.solver.button_names import button_words, joined_by_and, light_words
from lo_exact.topology import matrix_puzzle

MAX_REGION_SIDE = 1_000
"""Largest number of lights for computing regions."""

MAX_SMALL = 64
"""Largest number of lights for computing smallest regions."""

NAMED = 12
"""Largest number of lights of a region named in a sentence."""


@dataclass(frozen=True, eq=False)
class PressHint:
    """Hint for one button of a shortest solution, with the reason for pressing it."""

    button: int
    """Number of the button, from 0."""
    name: str
    """Place or name of the button in words."""
    times: int
    """Number of presses, 1..c-1."""
    left: int
    """Presses (or buttons, or price) of a shortest solution from here, including this one.
    """
    reason: str
    """Kind of reason: ``light``, ``region``, ``chasing`` or ``choice``."""
    lights: IntArray
    """(lights,) 0..c-1, multiplicity of each light in the reason; all 0 for a
    choice.
    """


def hints(
    puzzle: Puzzle, solution: Solution | None = None, *, why: bool = True
) -> Iterator[PressHint]:
    """Yield the presses of an optimal solution one by one, each with its reason.

    Args:
        puzzle: the puzzle.
        solution: an optimal solution of it; None finds one first.
        why: whether to compute regions; otherwise such presses count as choices.

    Yields:
        The button, the number of presses, the remaining cost, and the reason.

    Raises:
        UsageError: When the solution has no presses.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> next(lo_exact.hints(puzzle), None).name
        'A1'
        >>> next(lo_exact.hints(lo_exact.grid_puzzle([[0, 0]])), None) is None
        True
    """
    solution = solution or minimum(puzzle)
    if solution.presses is None:
        raise UsageError(f"hints need presses, and this solution is {solution.status.value}")
    presses = np.array(solution.presses, dtype=np.int64)
    names = button_words(puzzle)
    regions = _Regions(puzzle) if why and puzzle.lights <= MAX_REGION_SIDE else None
    state = puzzle.state.copy()
    while presses.any():
        button, reason, lights = _next(replace(puzzle, state=state), presses, regions)
        left = puzzle.system.weight(np.append(presses, 0)[: puzzle.system.unknowns])
        times = int(presses[button])
        yield PressHint(button, names[button], times, left, reason, lights)
        presses[button] = 0
        done = np.zeros(puzzle.buttons, dtype=np.int64)
        done[button] = times
        state = (state + puzzle.activation.dot(done)) % puzzle.colours


def hint_words(puzzle: Puzzle, hint: PressHint) -> str:
    """Return a sentence that explains why a hint is right."""
    lit = np.flatnonzero(hint.lights)
    words = light_words(puzzle)
    alone = {"light": 145, "chasing": 146}
    if hint.reason in alone:
        return phrase(alone[hint.reason], name=hint.name, light=words[lit[0]])
    if hint.reason == "choice":
        return phrase(147, name=hint.name)
    if lit.size > NAMED:
        which = phrase(148, n=lit.size)
    elif puzzle.colours == 2:
        which = phrase(154, lights=joined_by_and([words[i] for i in lit]))
    else:
        which = joined_by_and([phrase(149, light=words[i], n=hint.lights[i]) for i in lit])
    if puzzle.colours == 2:
        many = phrase(151 if lit.size == 1 else 152)
        return phrase(150, name=hint.name, which=which, many=many)
    return phrase(153, name=hint.name, which=which, colours=puzzle.colours, times=hint.times)


def _next(puzzle: Puzzle, presses: IntArray, regions: _Regions | None) -> tuple[int, str, IntArray]:
    """Return the next press, the kind of reason, and the lights that justify the press."""
    pressed = np.flatnonzero(presses).tolist()
    matrix = puzzle.activation
    wrong = np.zeros(puzzle.lights, dtype=bool)
    wrong[puzzle.matters] = (puzzle.target - puzzle.state)[puzzle.matters] % puzzle.colours != 0
    if not puzzle.uniform:  # if the target may be shifted, a single light cannot force a press
        buttons = np.bincount(matrix.rows, minlength=puzzle.lights)
        for button in pressed:
            lights, _ = matrix.column(button)
            alone = [i for i in lights.tolist() if buttons[i] == 1 and wrong[i]]
            if alone:
                return button, "light", _unit(puzzle.lights, alone[0])
    if regions is not None:
        found = [(j, region) for j in pressed if (region := regions.of(j)) is not None]
        if found:
            button, region = min(found, key=lambda pair: int(np.count_nonzero(pair[1])))
            return button, "region", region
    first = pressed[0]
    if not puzzle.uniform:
        last = np.full(puzzle.lights, -1)
        np.maximum.at(last, matrix.rows, matrix.columns_of_entries())
        lights, _ = matrix.column(first)
        forced = [i for i in lights.tolist() if last[i] == first and wrong[i]]
        if forced:
            return first, "chasing", _unit(puzzle.lights, forced[0])
    return first, "choice", np.zeros(puzzle.lights, dtype=np.int64)


class _Regions:
    """Cache of regions: for each button, a set of lights whose sum only this button changes."""

    def __init__(self, puzzle: Puzzle):
        self._puzzle = puzzle
        self._across = puzzle.system.matrix.transpose()
        self._eliminated: Elimination = eliminate(self._across)
        self._known: dict[int, IntArray | None] = {}

    def of(self, button: int) -> IntArray | None:
        """Return the region of button j, a vector y of lights with y A = e_j, or None."""
        if button not in self._known:
            self._known[button] = self._found(button)
        return self._known[button]

    def _found(self, button: int) -> IntArray | None:
        """Return a vector y of lights with y A = e_j, on small boards the sparsest one, or None."""
        wanted = _unit(self._across.shape[0], button)
        given = self._eliminated.solve(wanted)
        if isinstance(given, Unsolvable):
            return None
        y = np.asarray(given, dtype=np.int64)
        if self._puzzle.lights <= MAX_SMALL:
            state = -wanted % self._puzzle.colours
            smaller = matrix_puzzle(self._across, state, objective=Objective.BUTTONS)
            y = np.asarray(minimum(smaller).presses, dtype=np.int64)
        assert (self._across.dot(y) % self._puzzle.colours == wanted).all()
        region = np.zeros(self._puzzle.lights, dtype=np.int64)
        region[self._puzzle.matters] = y
        return region


def _unit(size: int, at: int) -> IntArray:
    unit = np.zeros(size, dtype=np.int64)
    unit[at] = 1
    return unit
