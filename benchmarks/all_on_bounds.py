"""Bounds for all-on boards that are out of reach: the best symmetric solution, shares of lights.

    python -m benchmarks.all_on_bounds 123 131 159 191

The board and its state look the same from all eight sides.  Solutions that some of these symmetries
leave unchanged are those of a smaller puzzle: a button and a light for each orbit, the price of a
button being the size of its orbit.  Its minimum is proved, but only among symmetric solutions: for
the board it is an upper bound.  The lower bound is what shares of the lights prove.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.sparse import from_entries
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle

Turn = Callable[[IntArray], IntArray]

SYMMETRIES: dict[str, tuple[Turn, ...]] = {
    "all eight": (np.flipud, np.transpose),
    "both diagonals": (np.transpose, lambda board: np.rot90(board, 2).T),
    "both middle lines": (np.flipud, np.fliplr),
    "quarter turns": (np.rot90,),
    "one diagonal": (np.transpose,),
    "one middle line": (np.flipud,),
    "a half turn": (lambda board: np.rot90(board, 2),),
}
"""Generators of groups of eight, four and two."""


def orbits(n: int, turns: tuple[Turn, ...]) -> IntArray:
    """Return (n, n) the number of each place's orbit, numbers ascending from 0."""
    label = np.arange(n * n).reshape(n, n)
    while True:
        lower = label
        for turn in turns:
            lower = np.minimum(lower, turn(lower))
        if np.array_equal(lower, label):
            break
        label = lower
    found: IntArray = np.unique(label, return_inverse=True)[1].reshape(n, n)
    return found


def folded(n: int, turns: tuple[Turn, ...]) -> Puzzle:
    """Return the puzzle whose solutions are the all-on board's that the turns leave unchanged."""
    whole = grid_puzzle(np.ones((n, n), dtype=np.int64)).system.matrix
    orbit = orbits(n, turns).reshape(-1)
    size = np.bincount(orbit)
    first = np.unique(orbit, return_index=True)[1]
    light, button = whole.rows.astype(np.int64), whole.columns_of_entries()
    kept = first[orbit[light]] == light
    matrix = from_entries(
        (size.size, size.size), 2, orbit[light[kept]], orbit[button[kept]], np.ones(kept.sum(), int)
    )
    lights = np.ones(size.size, dtype=np.int64)
    return Puzzle(matrix, lights, 0 * lights, objective=Objective.PRICES, prices=size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sides", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each symmetry")
    asked = parser.parse_args()
    for n in asked.sides:
        shown = covering_shares(grid_puzzle(np.ones((n, n), dtype=np.int64)).system).bound
        print(f"{n}: at least {shown}, by shares of lights", flush=True)
        for name, turns in SYMMETRIES.items():
            started = time.process_time()
            puzzle = folded(n, turns)
            solution = minimum(puzzle, time_limit=asked.seconds)
            seconds = time.process_time() - started
            if not solution.presses:
                said = f"{name}: {solution.status.value}"
            else:
                best = "the best" if solution.status.value == "optimal" else "not the best"
                said = f"at most {solution.weight}, {best} with {name}"
            print(f"{n}: {said} ({seconds:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
