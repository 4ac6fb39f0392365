"""Quiet patterns laid over presses: any colours, any costs, against plain enumeration."""

import itertools
import json

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.byhand.explain import explain, improved, laid_over
from lo_exact.puzzle import Objective
from tests.cli_runner import ALL_ON, ROOT, run


def cost_of(objective, prices):
    return {
        Objective.PRESSES: sum,
        Objective.BUTTONS: lambda x: sum(v > 0 for v in x),
        Objective.PRICES: lambda x: int(np.dot(x, prices)),
    }[objective]


def random_board(seed: int):
    """A random matrix puzzle with a solution that need not be a minimum."""
    dice = np.random.Generator(np.random.PCG64(seed))
    c = int(dice.choice([2, 2, 3, 4, 6, 8, 9, 12]))
    shape = (int(dice.integers(0, 4)), int(dice.integers(1, 5 if c < 9 else 4)))
    dense = dice.integers(0, c, shape) * dice.integers(0, 2, shape)
    start = dice.integers(0, c, shape[1])
    objective = [*Objective][seed % 3]
    prices = dice.integers(0, 6, shape[1])
    puzzle = lo_exact.matrix_puzzle(
        from_dense(dense, c), -(dense @ start) % c, objective=objective,
        prices=prices if objective is Objective.PRICES else (),
    )  # fmt: skip
    cost = cost_of(objective, prices)
    every = [
        x
        for x in itertools.product(range(c), repeat=shape[1])
        if not ((dense @ (np.array(x) - start)) % c).any()
    ]
    return puzzle, tuple(start.tolist()), cost, every


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_every_quiet_pattern_is_weighed_and_what_can_be_saved_is_exact(first):
    for seed in range(first, first + 15):
        puzzle, start, cost, every = random_board(seed)
        found = laid_over(puzzle, start)
        costs = sorted(cost(x) - cost(start) for x in every)
        assert sorted([0, *found.changes.tolist()]) == costs
        assert found.saved == cost(start) - min(map(cost, every))
        assert found.ties == costs.count(0) - 1
        for buttons in found.classes:
            columns = {tuple(found.patterns[:, j].tolist()) for j in buttons}
            assert len(columns) == 1


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_overlaying_until_nothing_improves_ends_at_a_minimum(first):
    for seed in range(first, first + 15):
        puzzle, start, cost, every = random_board(seed)
        steps = improved(puzzle, start)
        last = tuple(steps[-1].presses.tolist()) if steps else start
        assert last in every
        assert cost(last) == min(map(cost, every))
        weights = [cost(start), *(step.weight for step in steps)]
        assert all(b < a for a, b in itertools.pairwise(weights))


def test_a_person_reads_the_hand_method_for_three_colours():
    puzzle = lo_exact.grid_puzzle(np.zeros((2, 2), dtype=int), colours=3)
    said = explain(puzzle, (0, 0, 0, 0))
    assert said.startswith("These 0 presses solve it. There are 2 quiet patterns")
    assert "Quiet pattern 1 lowers 0 and raises 4: 4 more." in said
    assert said.endswith("So 0 presses is the minimum, and no other solution is as cheap.")


def test_many_patterns_are_told_by_classes_and_a_count():
    puzzle = lo_exact.grid_puzzle(np.zeros((9, 9), dtype=int))
    said = explain(puzzle, (0,) * 81)
    assert "There are 255 quiet patterns" in said
    assert "class of " in said
    counts = [
        int(line.split(": ")[1].split()[0]) for line in said.splitlines() if " more: " in line
    ]
    assert sum(counts) == 255


def test_json_tells_the_same_as_the_words():
    said = json.loads(run("explain", ALL_ON, "-q", "--json").out)
    assert (said["weight"], said["minimum"], said["ties"]) == (15, True, 3)
    assert [(p["lowered"], p["raised"]) for p in said["patterns"]] == [(6, 6), (8, 8), (6, 6)]
    assert sorted(len(c["buttons"]) for c in said["classes"]) == [4, 8, 8]


def test_a_solution_that_is_no_minimum_is_bettered_step_by_step(tmp_path):
    board = ROOT / "data/boards/seven-colours-3x3.txt"
    # one of the seven published solutions, of weight 40
    every = json.loads(run("all", str(board), "--within", "1000", "--json", "-q").out)
    worst = "/".join("".join(map(str, row)) for row in every["solutions"][-1])
    said = json.loads(run("explain", str(board), "--from", worst, "-q", "--json").out)
    assert said["weight"] == 2
    assert said["improvements"][-1]["weight"] == 2
    assert sum(step["saved"] for step in said["improvements"]) == 38
    words = run("explain", str(board), "--from", worst, "-q").out
    assert words.startswith("A solution with 40:\n")
    assert "Overlay 1 saves 38, 2 left:" in words


def test_presses_that_solve_nothing_are_refused():
    done = run("explain", ALL_ON, "--from", "A1", "-q")
    assert done.code == 2
    assert "do not solve the puzzle" in done.err
