"""Generation of boards: of one colour, random, solvable or unsolvable, or from given presses.

Randomness is a numpy `Generator` whose raw 64-bit words are turned into residues here (rejection,
then remainder): numpy promises the raw stream of PCG64 for ever, but not what ``integers`` makes of
it, so equal seeds give equal boards on every machine and with every numpy.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Unsolvable, eliminate
from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.puzzle import ANY, Puzzle

_TRIES = 200
"""Random boards that are tried in search of an unsolvable one."""


def seeded(seed: int) -> np.random.Generator:
    """Return a random generator for a seed, with the same output on every machine."""
    return np.random.Generator(np.random.PCG64(seed))


def random_residues(generator: np.random.Generator, size: int, colours: int) -> IntArray:
    """Return ``size`` independent uniform random residues 0..c-1, as an int64 array.

    Args:
        generator: Generator from `seeded`, or any with raw 64-bit words.
        size: Number of residues.
        colours: c, 2..2**31.
    """
    # reject the 2**64 % c largest words, which would bias the residues: at most one in 2**33
    limit = 2**64 - 2**64 % colours
    found = np.zeros(0, dtype=np.uint64)
    while found.size < size:
        words = np.asarray(generator.bit_generator.random_raw(size - found.size), dtype=np.uint64)
        if limit < 2**64:
            words = words[words < np.uint64(limit)]
        found = np.concatenate([found, words])
    return (found % np.uint64(colours)).astype(np.int64)


def with_state(puzzle: Puzzle, state: NDArray[Any]) -> Puzzle:
    """Return the puzzle with another state, an array of shape (lights,) of integers 0..c-1."""
    return replace(puzzle, state=np.array(state, dtype=np.int64))


def one_colour(puzzle: Puzzle, colour: int) -> Puzzle:
    """Return the puzzle with all lights set to one colour.

    Raises:
        PuzzleError: When the colour is not 0..c-1.
    """
    return with_state(puzzle, np.full(puzzle.lights, colour, dtype=np.int64))


def pressed(puzzle: Puzzle, presses: NDArray[Any]) -> Puzzle:
    """Return the puzzle with the state from which the given presses reach the target.

    Args:
        puzzle: Its state is ignored.
        presses: (buttons,) integers 0..c-1.

    Raises:
        PuzzleError: When the presses do not fit the buttons.
    """
    x = np.asarray(presses, dtype=np.int64)
    if x.shape != (puzzle.buttons,) or (x.size and not 0 <= x.min() <= x.max() < puzzle.colours):
        raise PuzzleError(
            f"presses must be {puzzle.buttons} numbers 0..{puzzle.colours - 1}, got shape {x.shape}"
        )
    goal = np.where(puzzle.target == ANY, 0, puzzle.target)
    return with_state(puzzle, (goal - puzzle.activation.dot(x)) % puzzle.colours)


def random_solvable(puzzle: Puzzle, generator: np.random.Generator) -> Puzzle:
    """Return the puzzle with a random solvable board, computed from uniformly random presses.

    All solvable boards are equally likely (lights that do not matter take what the presses give).
    """
    return pressed(puzzle, random_residues(generator, puzzle.buttons, puzzle.colours))


def random_board(puzzle: Puzzle, generator: np.random.Generator) -> Puzzle:
    """Return the puzzle with a uniformly random board, which can be unsolvable."""
    return with_state(puzzle, random_residues(generator, puzzle.lights, puzzle.colours))


def random_unsolvable(puzzle: Puzzle, generator: np.random.Generator) -> Puzzle:
    """Return the puzzle with a uniformly random unsolvable board.

    Draws boards until one is unsolvable: when there are any, at least every second one is.

    Raises:
        UsageError: When every board is solvable.
    """
    elimination = eliminate(puzzle.system.matrix)
    reached = puzzle.colours**puzzle.system.unknowns // elimination.kernel.size
    if reached == puzzle.colours**puzzle.system.lights:
        raise UsageError("every board of this puzzle is solvable, so none can be unsolvable")
    for _ in range(_TRIES):
        made = random_board(puzzle, generator)
        if isinstance(elimination.solve(made.system.syndrome), Unsolvable):
            return made
    raise AssertionError("half of all boards are unsolvable, and none was found")
