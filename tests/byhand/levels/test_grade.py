"""Grades of levels against plain enumeration of every way to press."""

from itertools import product

import numpy as np
import pytest

from lo_exact.byhand.levels.grade import grade_level
from lo_exact.topology import grid_puzzle, matrix_puzzle


def plus(rows, columns):
    """Return which lights each button of a plus board changes, as sets of places."""
    places = list(product(range(rows), range(columns)))
    return places, {
        (r, c): {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & set(places)
        for r, c in places
    }


def solutions(rows, columns, lit):
    """Return all sets of places whose presses put these lights out."""
    places, changes = plus(rows, columns)
    found = []
    for choice in product((0, 1), repeat=len(places)):
        pressed = {place for place, bit in zip(places, choice, strict=True) if bit}
        left = set(lit)
        for place in pressed:
            left ^= changes[place]
        if not left:
            found.append(pressed)
    return found


def chased(rows, columns, lit, first=frozenset()):
    """Chase by hand: press below each light that is on; return the presses and what is left."""
    _, changes = plus(rows, columns)
    left, pressed = set(lit), {(0, c) for c in first}
    for place in pressed:
        left ^= changes[place]
    for r in range(rows - 1):
        for c in range(columns):
            if (r, c) in left:
                pressed.add((r + 1, c))
                left ^= changes[(r + 1, c)]
    return pressed, left


@pytest.mark.parametrize(("rows", "columns"), [
    (3, 4), pytest.param(4, 4, marks=pytest.mark.large), (2, 3), (3, 3),
])  # fmt: skip
def test_grades_are_those_of_enumeration(rows, columns):
    generator = np.random.default_rng(rows * 10 + columns)
    _, changes = plus(rows, columns)
    for _ in range(3):
        lit = set()
        for place, touched in changes.items():
            if generator.random() < 0.4:
                lit ^= touched
            del place
        board = [[int((r, c) in lit) for c in range(columns)] for r in range(rows)]
        found = grade_level(grid_puzzle(board))
        every = solutions(rows, columns, lit)
        least = min(map(len, every))
        assert found.solution.weight == least
        assert found.solution.minimum_solutions == sum(len(x) == least for x in every)
        assert 2**found.nullity == len(every)
        assert found.forced == len(set.intersection(*every))
        assert found.chased_at_once == (not chased(rows, columns, lit)[1])
        firsts = [
            (len(first), first)
            for choice in product((0, 1), repeat=columns)
            if (first := frozenset(c for c in range(columns) if choice[c])) is not None
            and not chased(rows, columns, lit, first)[1]
        ]
        shortest = min(firsts, key=lambda pair: pair[0])[0]
        extras = {
            len(chased(rows, columns, lit, first)[0]) - least
            for size, first in firsts
            if size == shortest
        }
        assert found.chase_extra in extras


def test_what_is_unsolvable_or_no_grid_is_graded_as_far_as_it_goes():
    unsolvable = grade_level(grid_puzzle([[1, 0, 0, 0]] + [[0] * 4] * 3))
    assert unsolvable.to_json()["status"] == "infeasible"
    assert (unsolvable.forced, unsolvable.chase_extra, unsolvable.nullity) == (None, None, 4)
    graph = grade_level(matrix_puzzle([[1, 1, 0], [0, 0, 1]], [1, 1]))
    assert (graph.chased_at_once, graph.chase_extra, graph.forced) == (None, None, 1)
    assert (graph.solution.weight, graph.solution.minimum_solutions) == (2, 2)
