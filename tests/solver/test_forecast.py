"""What the plan says about structure is what enumeration and published values say."""

import json

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.puzzle import Puzzle
from lo_exact.solver.forecast import plan
from lo_exact.topology import grid_puzzle
from tests.cli_runner import ALL_ON, run


def test_the_5x5_board_has_nullity_2_and_the_classes_of_the_literature():
    found = plan(grid_puzzle(np.ones((5, 5), dtype=np.int64)))
    assert (found.lights, found.buttons, found.entries) == (25, 25, 105)
    assert (found.solvable, found.solutions, found.nullity, found.rank) == (True, 4, 2, 23)
    # the three quiet patterns cut the buttons into sets of 8, 8, 4, and 5 are in none
    assert (found.classes, found.free) == (3, 5)
    assert len(found.parts) == 1


def test_an_unsolvable_board_has_nothing_left_to_do():
    state = np.zeros((5, 5), dtype=np.int64)
    state[0, 0] = 1
    found = plan(grid_puzzle(state))
    assert (found.solvable, found.solutions, found.parts) == (False, 4, ())


def test_orders_that_differ_have_no_nullity():
    found = plan(grid_puzzle(np.zeros((5, 5), dtype=np.int64), colours=6))
    assert (found.solutions, found.nullity, found.rank) == (108, None, None)


def test_components_are_planned_one_by_one():
    block = np.ones((2, 2), dtype=np.int64)
    matrix = np.kron(np.eye(3, dtype=np.int64), block)
    puzzle = Puzzle(from_dense(matrix, 2), np.ones(6, dtype=np.int64), np.zeros(6, dtype=np.int64))
    found = plan(puzzle)
    assert [(part.lights, part.unknowns) for part in found.parts] == [(2, 2)] * 3
    assert found.classes == 3


def test_buttons_that_quiet_patterns_move_by_multiples_are_one_class():
    # kernel of (1 1) mod 5 is spanned by (1, 4) = 4 (4, 1): one class
    puzzle = Puzzle(
        from_dense([[1, 1]], 5), np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    )
    assert (plan(puzzle).classes, plan(puzzle).free) == (1, 0)


def test_puzzles_without_lights_or_buttons_can_be_planned():
    for shape in ((0, 0), (0, 3), (3, 0)):
        matrix = from_dense(np.zeros(shape, dtype=np.int64), 2)
        zeros = np.zeros(shape[0], dtype=np.int64)
        found = plan(Puzzle(matrix, zeros, zeros))
        assert found.solutions == 2 ** shape[1]


def test_the_command_prints_the_plan():
    ran = run("plan", ALL_ON)
    assert "rank 23, nullity 2: a solvable board has 4 solutions" in ran.out
    answer = json.loads(run("plan", ALL_ON, "--json").out)
    assert (answer["classes"], answer["free"], answer["nullity"]) == (3, 5, 2)
    assert answer["components"][0]["engine"]
    corner = "#....\n" + ".....\n" * 4
    assert "unsolvable" in run("plan", "-", text=corner).out


def test_a_forecast_has_the_elimination_in_it_and_every_way_is_printed():
    (part,) = plan(grid_puzzle(np.ones((61, 61), dtype=np.int64))).parts
    assert part.seconds > part.main.offer.seconds
    answer = json.loads(run("plan", "-", "--json", text=("#" * 61 + "\n") * 61).out)
    (component,) = answer["components"]
    assert [way["engine"] for way in component["ways"]] == [
        "+".join(way.engines) for way in part.ways
    ]
    assert component["ways"][0]["patience_seconds"] == round(part.main.offer.late, 3)
    printed = run("plan", "-", text=("#" * 61 + "\n") * 61).out
    assert "after 2 s of CPU joined by direct:rc2+xor:cryptominisat" in printed
