"""Counters against plain enumeration: minima, all of them, counts, and why there is none."""

import itertools
import json
import random

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra.sparse import MAX_MODULUS, from_dense
from lo_exact.commands.show import as_json
from lo_exact.counters import Counters
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import InputError, PuzzleError, SolverError, UsageError
from lo_exact.formats import ReadOptions
from lo_exact.formats.json.reader import read_json
from lo_exact.outcome import Outcome, Status, Watch
from lo_exact.puzzle import ANY, Objective
from lo_exact.solver.forecast import plan
from lo_exact.topology import grid_puzzle
from lo_exact.whole_numbers import engine
from lo_exact.whole_numbers.lattice import NoLattice, solve_whole


def counters(rows, target, *, state=None, prices=None):
    width = len(rows[0]) if rows else 0
    dense = np.array(rows, dtype=np.int64).reshape(len(target), width)
    return Counters(
        from_dense(dense, MAX_MODULUS),
        np.array(state or [0] * len(target), dtype=np.int64),
        np.array(target, dtype=np.int64),
        Objective.PRESSES if prices is None else Objective.PRICES,
        np.array(prices or [], dtype=np.int64),
    )


def every_solution(rows, needs):
    """All presses, one by one; each button is bounded by what it adds to."""
    columns = list(zip(*rows, strict=True))
    tops = [
        min((b // a for a, b in zip(column, needs, strict=True) if a), default=0)
        for column in columns
    ]
    return [
        x
        for x in itertools.product(*(range(top + 1) for top in tops))
        if all(sum(a * v for a, v in zip(row, x, strict=True)) == b
               for row, b in zip(rows, needs, strict=True))
    ]  # fmt: skip


def random_case(rng):
    m, n, top = rng.randint(1, 4), rng.randint(1, 5), rng.choice([1, 1, 3])
    rows = [[rng.randint(0, top) for _ in range(n)] for _ in range(m)]
    for j in range(n):  # every button adds to something
        if not any(row[j] for row in rows):
            rows[rng.randrange(m)][j] = 1
    if rng.random() < 0.7:
        x = [rng.randint(0, 3) for _ in range(n)]
        needs = [sum(a * v for a, v in zip(row, x, strict=True)) for row in rows]
    else:
        needs = [rng.randint(0, 6) for _ in range(m)]
    prices = [rng.randint(0, 4) for _ in range(n)] if rng.random() < 0.4 else None
    return rows, needs, prices


@pytest.mark.parametrize("cases", [5, pytest.param(60, marks=pytest.mark.large)])
@pytest.mark.parametrize("seed", range(6))
def test_random_counters_agree_with_enumeration(seed, cases):
    rng = random.Random(seed)
    for _ in range(cases):
        rows, needs, prices = random_case(rng)
        start = [rng.randint(0, 4) for _ in needs]
        target = [a + b for a, b in zip(start, needs, strict=True)]
        puzzle = counters(rows, target, state=start, prices=prices)
        known = every_solution(rows, needs)
        answer = solver.all_minima(puzzle)
        if not known:
            assert answer.status is Status.INFEASIBLE
            assert solver.count_solutions(puzzle) == 0
            continue
        cost = prices or [1] * len(rows[0])
        weigh = {x: sum(p * v for p, v in zip(cost, x, strict=True)) for x in known}
        least = min(weigh.values())
        minima = sorted(x for x in known if weigh[x] == least)
        assert (answer.status, answer.weight) == (Status.OPTIMAL, least)
        assert answer.minimum_solutions == len(minima)
        assert list(answer.solutions) == minima
        least = solver.minimum(puzzle, canonical=True, engine="counters")
        assert (least.presses, least.canonical) == (minima[0], True)
        assert solver.minimum(puzzle).presses == minima[0]
        assert solver.count(puzzle).solutions_total == len(known)


def test_engines_that_work_mod_c_refuse_counters():
    with pytest.raises(UsageError, match="engine coset cannot take this puzzle: it works mod c"):
        solver.minimum(counters([[1, 1, 0], [0, 1, 1]], [2, 2]), engine="coset")


def test_counters_have_no_plan():
    with pytest.raises(UsageError, match="a plan is for puzzles of colours, and these are counter"):
        plan(counters([[1, 1]], [2]))


def test_engines_of_colours_and_of_counters_refuse_each_other():
    whole = counters([[1, 1]], [2])
    assert find_engine("coset").refusal(whole.system) == "it works mod c"
    with pytest.raises(UsageError, match="engine counters cannot take this puzzle: it is for coun"):
        solver.minimum(grid_puzzle(np.ones((2, 2), dtype=np.int64)), engine="counters")


def test_the_least_of_equal_minima_is_found_however_long_it_takes():
    puzzle = counters([[1, 1, 1, 0, 2], [0, 1, 1, 1, 1]], [7, 9])
    answer = solver.minimum(puzzle, canonical=True)
    assert answer.canonical
    assert answer.presses == solver.all_minima(puzzle).solutions[0]


def test_an_answer_that_is_no_whole_solution_does_not_pass_the_door(monkeypatch):
    """Presses that solve mod 2^31, but not in whole numbers."""
    puzzle = counters([[2**30, 2]], [2])
    wrong = Outcome(Status.OPTIMAL, 3, ((2, 1),), 1, canonical=True)
    monkeypatch.setattr(engine, "minimise", lambda *_: wrong)
    with pytest.raises(SolverError, match="counters gave presses that do not solve"):
        solver.minimum(puzzle)


def test_no_lattice_has_rows_that_show_it():
    rng = random.Random(3)
    shown = 0
    for _ in range(300):
        rows, needs, _ = random_case(rng)
        columns = [tuple(column) for column in zip(*rows, strict=True)]
        found = solve_whole(columns, needs)
        if isinstance(found, NoLattice):
            shown += 1
            y, q = found.rows, found.modulus
            assert all(sum(a * b for a, b in zip(y, c, strict=True)) % q == 0 for c in columns)
            assert sum(a * b for a, b in zip(y, needs, strict=True)) % q
    assert shown > 20


@pytest.mark.parametrize(
    ("rows", "target", "least"),
    [
        ([], [], 0),
        ([[]], [0], 0),
        ([[]], [1], None),
        ([[0, 1]], [3], 3),
        ([[2]], [3], None),
        ([[2]], [4], 2),
        ([[1, 1], [1, 1]], [2, 3], None),
        ([[3, 5]], [7], None),
        ([[3, 5]], [8], 2),
        ([[6, 10, 15]], [29], None),
        ([[6, 10, 15]], [30], 2),
    ],
)
def test_small_and_empty_counters(rows, target, least):
    answer = solver.minimum(counters(rows, target))
    if least is None:
        assert answer.status is Status.INFEASIBLE
    else:
        assert (answer.status, answer.weight) == (Status.OPTIMAL, least)


def test_a_counter_above_its_target_is_lost():
    assert solver.minimum(counters([[1]], [2], state=[3])).status is Status.INFEASIBLE


def test_counters_that_do_not_matter_are_free():
    puzzle = counters([[1, 0], [1, 1]], [2, ANY])
    assert solver.minimum(puzzle).presses == (2, 0)
    with pytest.raises(UsageError, match="endless"):
        solver.count(puzzle)


def test_buttons_used_are_no_objective_of_counters():
    with pytest.raises(PuzzleError, match="presses or prices"):
        Counters(
            from_dense(np.ones((1, 1), dtype=np.int64), MAX_MODULUS),
            np.zeros(1, dtype=np.int64),
            np.ones(1, dtype=np.int64),
            Objective.BUTTONS,
        )


@pytest.mark.parametrize(
    ("said", "cost"),
    [
        # button a adds 2^31 - 1 to light a, and 3 to light b; button b adds 1 to b
        ({"graph": {"vertices": ["a", "b"], "edges": [["a", "a", 2**31 - 1], ["a", "b", 3],
          ["b", "b"]], "directed": True, "closed": False}, "state": [0, 0], "target": [0, 6]}, 6),
        # left and right of a place on a ring of two is the other place
        ({"topology": "torus", "neighbourhood": f"{2**31 - 1} [1] 1", "state": [[0, 0]],
          "target": [[1, 1]]}, None),
        ({"topology": "torus", "neighbourhood": "1 [1] 1", "state": [[0, 0]],
          "target": [[3, 3]]}, 2),
    ],
)  # fmt: skip
def test_what_adds_up_beyond_31_bits_does_not_wrap_around(said, cost):
    text = json.dumps(said | {"colours": None})
    if cost is None:
        with pytest.raises(InputError, match="amounts that meet on one counter add up to more"):
            read_json(text, ReadOptions())
    else:
        puzzle = read_json(text, ReadOptions())
        assert solver.minimum(puzzle).weight == cost
        assert as_json(puzzle)["target"] == said["target"]


def test_a_time_limit_gives_best_and_bound():
    rng = random.Random(11)
    rows = [[rng.randint(0, 9) for _ in range(40)] for _ in range(3)]
    puzzle = counters(rows, [9973, 9967, 9949])
    answer = solver.minimum(puzzle, time_limit=0.05)
    assert answer.status in (Status.FEASIBLE, Status.UNKNOWN, Status.OPTIMAL)
    if answer.status is not Status.OPTIMAL:
        assert answer.stopped


def test_equal_buttons_do_not_keep_a_proved_minimum_waiting():
    """Found by a campaign: the first of many equal minima took 56 s, the minimum a millisecond."""
    buttons = [
        (0, 1, 2, 3, 4, 5, 6, 7), (0, 1, 3, 4, 5, 7), (2,), (1,), (0, 1, 2, 3, 4, 5, 6, 7),
        (1, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5, 6, 7), (3, 6), (0, 2, 5), (0, 1, 2, 3, 4, 5, 6, 7),
        (0, 4, 6, 7), (0, 1, 2, 3, 4, 5, 6, 7), (1, 3, 4, 6),
    ]  # fmt: skip
    rows = [[int(i in button) for button in buttons] for i in range(8)]
    puzzle = counters(rows, [131, 178, 84, 181, 159, 139, 137, 125])
    answer = solver.minimum(puzzle, time_limit=30)
    assert (answer.status, answer.weight) == (Status.OPTIMAL, 211)
    assert not answer.canonical


@pytest.mark.large
def test_all_solutions_are_counted_by_the_clock_of_the_minimum():
    puzzle = counters([list(range(1, 13))], [150])
    watch = Watch(1.5)
    answer = solver.count(puzzle, watch=watch)
    assert answer.stopped.startswith("time limit reached")
    assert answer.solutions_total is None
    assert answer.seconds < 10
    assert (answer.status, answer.weight) == (Status.OPTIMAL, 13)


def test_equal_buttons_are_counted_as_often_as_they_are_there():
    """Columns and prices are drawn from few: many buttons are equal, or equal but for the price."""
    rng = random.Random(8)
    equal = 0
    for _ in range(60):
        m = rng.randint(1, 3)
        few = [[rng.randint(0, 2) for _ in range(m)] for _ in range(2)]
        few = [column if any(column) else [1] * m for column in few]
        columns = [rng.choice(few) for _ in range(rng.randint(2, 6))]
        rows = [list(row) for row in zip(*columns, strict=True)]
        prices = [rng.randint(0, 1) for _ in columns] if rng.random() < 0.5 else None
        x = [rng.randint(0, 1) for _ in columns]
        needs = [sum(a * v for a, v in zip(row, x, strict=True)) for row in rows]
        found = every_solution(rows, needs)
        cost = [sum(a * b for a, b in zip(prices or [1] * len(x), s, strict=True)) for s in found]
        answer = solver.count(counters(rows, needs, prices=prices))
        assert answer.solutions_total == len(found)
        assert (answer.weight, answer.minimum_solutions) == (min(cost), cost.count(min(cost)))
        equal += len({*zip(map(tuple, columns), prices or [1] * len(x), strict=True)}) < len(x)
    assert equal > 30


def test_a_trillion_minima_of_equal_buttons_are_counted():
    """300 presses shared by three buttons in 302 * 301 / 2 ways, by two in 301, three times."""
    kinds = [0, 0, 0, 1, 1, 2, 2, 3, 3]
    rows = [[int(kind == light) for kind in kinds] for light in range(4)]
    answer = solver.count(counters(rows, [300] * 4))
    assert answer.weight == 1200
    assert answer.minimum_solutions == answer.solutions_total == 302 * 301 // 2 * 301**3


@pytest.mark.large
def test_a_long_row_of_equal_buttons_ends_with_the_time():
    watch = Watch(1.5)
    answer = solver.count(counters([[1, 1, 2]], [2 * 10**9]), watch=watch)
    assert answer.stopped.startswith("time limit reached")
    assert (answer.status, answer.weight) == (Status.OPTIMAL, 10**9)
    assert answer.seconds < 10
