"""The search against plain search, and against the published walks."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from lo_exact.errors import SolverError
from lo_exact.outcome import Status, Watch
from lo_exact.parity_walks import solve
from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level import MAX_PLACES
from lo_exact.parity_walks.level_text import read_levels
from lo_exact.parity_walks.search.sat import search
from lo_exact.parity_walks.solve import all_fewest, fewest_steps
from lo_exact.parity_walks.trails import simulate
from lo_exact.processes.worker import call_in_child
from tests.house.stated import check_stated
from tests.marks import with_large
from tests.parity_walks.enumerated import all_shortest, fewest
from tests.parity_walks.random_levels import STYLES, Recipe, random_level
from tests.parity_walks.small_levels import small_level

ROOT = Path(__file__).resolve().parents[2]
LEVELS = {
    level.name: level
    for file in sorted((ROOT / "data/levels").glob("*.txt"))
    for level in read_levels(file.read_text())
}

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
def test_published_levels_have_these_minima(name):
    walked = fewest_steps(LEVELS[name])
    assert walked.steps == PUBLISHED[name]
    assert walked.status is (Status.INFEASIBLE if walked.steps < 0 else Status.OPTIMAL)
    if walked.steps >= 0:
        assert simulate(LEVELS[name], walked.walk).solves
        assert len(walked.walk) == walked.lower_bound == walked.steps


@pytest.mark.parametrize("block", range(8))
def test_the_search_agrees_with_plain_search(block):
    chance = Random(block)
    for k in range(25):
        level = small_level(chance, 13 if k % 8 == 0 else 10)
        expected = fewest(level)
        walked = fewest_steps(level)
        assert walked.steps == expected, level
        if expected >= 0:
            assert walked.status is Status.OPTIMAL
            assert simulate(level, walked.walk).solves
        else:
            assert walked.status is Status.INFEASIBLE


@pytest.mark.parametrize("block", range(8))
def test_the_search_agrees_with_plain_search_where_the_end_is_given(block):
    chance = Random(f"ends {block}")
    kinds = set()
    for _ in range(20):
        free = small_level(chance, 9)
        level = free.ending(chance.choice([free.start, chance.randrange(len(free.cells))]))
        expected = fewest(level)
        walked = fewest_steps(level)
        assert walked.steps == expected, level
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


LIMITED = [name for name, one in LEVELS.items() if one.limit is not None]


@pytest.mark.parametrize("name", with_large(LIMITED, set(LIMITED) - set(LIMITED[::4])))
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


def test_a_search_that_calls_too_long_a_walk_the_shortest_is_found_out(monkeypatch):
    def liar(function, ground, watch):
        honest = call_in_child(function, ground, watch=Watch())
        watch.improved((), len(honest))
        return honest[:-1] + "UD" * 2

    monkeypatch.setattr(solve, "call_in_child", liar)
    with pytest.raises(SolverError):
        fewest_steps(LEVELS["level-302"])


def test_a_search_whose_walk_does_not_paint_the_level_is_found_out(monkeypatch):
    monkeypatch.setattr(solve, "call_in_child", lambda *_, **__: "LRRLRD")
    with pytest.raises(SolverError):
        fewest_steps(LEVELS["level-302"])


def test_bounds_and_walks_are_told_on_the_way():
    told = {"improved": [], "bound": []}
    walk = search(lambda kind, payload: told[kind].append(payload), ground_of(LEVELS["method-1"]))
    assert len(walk) == told["improved"][-1][1] == told["bound"][-1] == 19
    assert told["bound"] == sorted(told["bound"])


def test_a_stopped_search_has_told_what_it_knew():
    level = random_level(Recipe(40, 40, 1000, *STYLES["braided"]), Random(3))
    walked = fewest_steps(level, time_limit=1)
    assert walked.stopped
    assert 1000 < walked.lower_bound <= walked.steps
    assert simulate(level, walked.walk).solves


def test_the_python_of_the_docs_prints_what_it_says(capsys):
    text = (ROOT / "docs/walks.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"\)  # (.*)", program)


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        (r"at most ([\d,]+) places, walls included", MAX_PLACES),
    ],
)
def test_the_page_states_the_limits_of_the_code(sentence, limit):
    check_stated("docs/walks.md", sentence, limit)
