"""Every engine against plain search, and against the published walks."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from lo_exact.errors import LimitReached, SolverError, UsageError
from lo_exact.outcome import Status, Watch
from lo_exact.parity_walks import solve
from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level import MAX_PLACES
from lo_exact.parity_walks.level_text import read_levels
from lo_exact.parity_walks.search.breadth import MAX_CELLS
from lo_exact.parity_walks.search.walk_engine_table import ENGINES, find_walk_engine
from lo_exact.parity_walks.solve import (
    TINY_CELLS,
    all_fewest,
    fewest_steps,
    run_here,
    run_walk_engine,
)  # fmt: skip
from lo_exact.parity_walks.trails import simulate
from tests.house.stated import check_stated
from tests.parity_walks.enumerated import all_shortest, fewest
from tests.parity_walks.random_levels import STYLES, Recipe, random_level
from tests.parity_walks.small_levels import small_level

ROOT = Path(__file__).resolve().parents[3]
LEVELS = {
    level.name: level
    for file in sorted((ROOT / "data/levels").glob("*.txt"))
    for level in read_levels(file.read_text())
}
NAMES = ["auto", "sat", "sat:glucose", "breadth-first"]

PUBLISHED = {
    # K. Takahashi (takaken), XOR solver write-up: the lengths of the walks drawn there
    "drawing-1": 48 + 4 + 8 + 6 + 6 + 2,
    "level-302": 35 + 8 + 14,
    "method-1": 19,
    "needs-four": 8,
    "needs-three": 9,
    "block": 10,
    "cut-off": -1,
}


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("engine", ["auto", "sat", "sat:glucose"])
def test_published_levels_have_these_minima(name, engine):
    walked = fewest_steps(LEVELS[name], engine=engine)
    assert walked.steps == PUBLISHED[name]
    assert walked.status is (Status.INFEASIBLE if walked.steps < 0 else Status.OPTIMAL)
    if walked.steps >= 0:
        assert simulate(LEVELS[name], walked.walk).solves
        assert len(walked.walk) == walked.lower_bound == walked.steps


@pytest.mark.parametrize("block", range(8))
def test_every_engine_agrees_with_plain_search(block):
    chance = Random(block)
    for k in range(25):
        level = small_level(chance, 13 if k % 8 == 0 else 10)
        expected = fewest(level)
        for engine in NAMES:
            walked = fewest_steps(level, engine=engine)
            assert walked.steps == expected, (engine, level)
            if expected >= 0:
                assert walked.status is Status.OPTIMAL
                assert simulate(level, walked.walk).solves
            else:
                assert walked.status is Status.INFEASIBLE


@pytest.mark.parametrize("block", range(8))
def test_every_engine_agrees_with_plain_search_where_the_end_is_given(block):
    chance = Random(f"ends {block}")
    kinds = set()
    for _ in range(20):
        free = small_level(chance, 9)
        level = free.ending(chance.choice([free.start, chance.randrange(len(free.cells))]))
        expected = fewest(level)
        for engine in NAMES:
            walked = fewest_steps(level, engine=engine)
            assert walked.steps == expected, (engine, level)
            if expected >= 0:
                assert (walked.status, walked.end) == (Status.OPTIMAL, level.end)
                assert simulate(level, walked.walk).solves
            kinds.add(walked.engine if expected < 0 else expected > fewest(free))
    assert kinds >= {False, "colours"}


@pytest.mark.parametrize("seed", range(20))
def test_all_lists_exactly_the_shortest_solutions_with_that_end(seed):
    chance = Random(5000 + seed)
    level = small_level(chance, 8)
    level = level.ending(chance.randrange(len(level.cells)))
    listed = all_fewest(level, limit=10**6)
    assert listed.complete
    assert {_as_solution(level, walk) for walk in listed.walks} == all_shortest(level)


def test_with_nothing_to_paint_a_walk_may_still_have_to_go_somewhere():
    (level,) = read_levels("S**")
    assert fewest_steps(level.ending(0)).steps == 0
    away = fewest_steps(level.ending(2))
    assert (away.steps, away.steps) == (4, fewest(level.ending(2)))
    assert fewest_steps(level.ending(1)).engine == "colours"


def test_random_small_levels_are_of_every_kind():
    chance = Random(0)
    levels = [small_level(chance, 10) for _ in range(300)]
    found = [fewest(level) for level in levels]
    assert sum(steps < 0 for steps in found) >= 10
    assert sum(steps == 0 for steps in found) >= 5
    assert sum(not level.painted[level.start] for level in levels) >= 20
    excesses = {
        (steps - ground_of(level).parity.bound) // 4
        for level, steps in zip(levels, found, strict=True)
        if steps >= 0
    }
    assert {0, 1, 2} <= excesses


@pytest.mark.parametrize("name", [n for n, one in LEVELS.items() if one.limit is not None])
def test_the_levels_of_the_collection_have_their_limit_as_minimum(name):
    walked = fewest_steps(LEVELS[name])
    assert (walked.status, walked.steps) == (Status.OPTIMAL, LEVELS[name].limit)
    assert walked.beats_limit is False


def test_the_collection_is_large_enough():
    made = [name for name in LEVELS if name not in PUBLISHED]
    assert len(made) >= 30
    facts = json.loads((ROOT / "data/levels/walks.json").read_text())["boards"]
    assert {board["name"]: board["steps"] for board in facts} == {
        name: None if steps < 0 else steps for name, steps in PUBLISHED.items()
    }


@pytest.mark.parametrize("seed", range(40))
def test_all_lists_exactly_the_shortest_solutions(seed):
    level = small_level(Random(1000 + seed), 9)
    listed = all_fewest(level, limit=10**6)
    assert listed.complete
    expected = all_shortest(level)
    assert len(listed.walks) == len(set(listed.walks)) == len(expected)
    assert {_as_solution(level, walk) for walk in listed.walks} == expected


def _as_solution(level, walk):
    times = {}
    here = level.start
    for letter in walk:
        row, column = level.cells[here]
        down, right = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}[letter]
        there = level.cells.index((row + down, column + right))
        pair = (min(here, there), max(here, there))
        times[pair] = times.get(pair, 0) + 1
        here = there
    return frozenset(times.items()), here


def test_a_listing_stops_at_its_limit_and_says_so():
    level = LEVELS["open-1"]
    listed = all_fewest(level, limit=5)
    assert len(listed.walks) == 5
    assert not listed.complete
    assert all(len(walk) == level.limit for walk in listed.walks)
    exact = all_fewest(LEVELS["block"], limit=100)
    assert exact.complete
    assert not all_fewest(LEVELS["block"], limit=len(exact.walks) - 1).complete
    assert all_fewest(LEVELS["block"], limit=len(exact.walks)).complete


def test_equal_questions_have_equal_answers():
    walks = {fewest_steps(LEVELS["braided-4"]).walk for _ in range(3)}
    assert len(walks) == 1


def test_a_time_limit_gives_a_walk_and_a_bound_that_differ_by_a_multiple_of_4():
    level = LEVELS["large-1"]
    walked = fewest_steps(level, time_limit=0.0)
    assert walked.status is Status.FEASIBLE
    assert simulate(level, walked.walk).solves
    assert 0 < walked.lower_bound <= level.limit <= walked.steps
    assert (walked.steps - walked.lower_bound) % 4 == 0
    assert walked.stopped


def test_an_engine_that_calls_too_long_a_walk_the_shortest_is_found_out(monkeypatch):
    def liar(engines, ground, watch):
        honest = run_walk_engine(find_walk_engine("sat"), ground, Watch())
        watch.improved((), len(honest))
        return honest[:-1] + "UD" * 2

    monkeypatch.setattr(solve, "run_walk_engine", liar)
    with pytest.raises(SolverError):
        fewest_steps(LEVELS["needs-three"], engine="sat")


def test_an_engine_whose_walk_does_not_paint_the_level_is_found_out(monkeypatch):
    monkeypatch.setattr(solve, "run_walk_engine", lambda *_: "LRRLRD")
    with pytest.raises(SolverError):
        fewest_steps(LEVELS["needs-three"], engine="sat")


def test_breadth_first_refuses_what_is_too_large():
    with pytest.raises(UsageError, match="40 cells are more than 20"):
        fewest_steps(LEVELS["level-302"], engine="breadth-first")
    with pytest.raises(UsageError, match=r"no walk engine is called 'fast'"):
        fewest_steps(LEVELS["level-302"], engine="fast")


@pytest.mark.parametrize("engine", [e.name for e in ENGINES if e.name != "breadth-first"])
def test_bounds_and_walks_are_told_on_the_way(engine):
    ground = ground_of(LEVELS["method-1"])
    watch = Watch()
    walk = run_here(find_walk_engine(engine), ground, watch)
    assert len(walk) == watch.best_weight == watch.lower_bound == 19


def test_a_stopped_engine_has_told_what_it_knew():
    ground = ground_of(random_level(Recipe(40, 40, 1000, *STYLES["braided"]), Random(3)))
    for seconds in (1, 2, 8):  # a busy machine finds its first walk later
        watch = Watch(seconds)
        with pytest.raises(LimitReached):
            run_walk_engine(find_walk_engine("sat"), ground, watch)
        if watch.best_weight is not None:
            break
    assert 1000 < watch.lower_bound <= watch.best_weight


def test_the_python_of_the_docs_prints_what_it_says(capsys):
    text = (ROOT / "docs/walks.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"\)  # (.*)", program)


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        (r"at most ([\d,]+) places, walls included", MAX_PLACES),
        (r"\(token, painting\), up to (\d+) cells", MAX_CELLS),
        (r"breadth-first up to (\d+) cells", TINY_CELLS),
    ],
)
def test_the_page_states_the_limits_of_the_code(sentence, limit):
    check_stated("docs/walks.md", sentence, limit)


def test_a_name_that_is_nearly_right_is_told():
    with pytest.raises(UsageError, match=r"no walk engine is called 'sta'.*mean sat"):
        find_walk_engine("sta")
