"""Histograms are what plain search over all boards gives, and what is published."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.hardest_boards.answer import Histogram
from lo_exact.hardest_boards.census import press_weights, take_census
from lo_exact.hardest_boards.counting.counting_plan import (
    FoundMinima,
    added,
    count_all,
    counted,
    counting_work,
    plan_counting,
    question_sha256,
)
from lo_exact.hardest_boards.find import hardest, histogram
from lo_exact.hardest_boards.show import as_bfile, as_csv, as_table, histogram_scene
from lo_exact.outcome import Status, Watch
from lo_exact.pictures import to_svg
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.runners.work import Record, records_covering
from lo_exact.topology import grid_puzzle
from lo_exact.topology.described import described

# OEIS A079875, J. Scherphuis
LIGHTS_OUT_2000 = [
    1, 25, 325, 2900, 19850, 110630, 520948, 2125078, 7644164, 24561916, 71147752, 186876765,
    446015084, 964537892, 1872111656, 3203446007, 4709112417, 5767439109, 5710406148, 4433675458,
    2590026921, 1073252214, 279734731, 36143633, 2147985,
]  # fmt: skip
# M. Hiroi, Puzzle DE Programming (2022)
CLASSIC = [
    1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934,
    383670, 82614, 7350,
]  # fmt: skip
CUBE_TAIL = {27: 14576836608, 28: 1391192064, 29: 89579520, 30: 2985984}


def breadth_first(puzzle):
    """Count boards by distance from dark, press by press: presses only, small puzzles only."""
    c = puzzle.colours
    columns = [tuple(column) for column in puzzle.activation.to_dense().T.tolist()]
    start = (0,) * puzzle.lights
    seen, ring, counts = {start}, [start], []
    while ring:
        counts.append(len(ring))
        after = {
            tuple((a + b) % c for a, b in zip(board, column, strict=True))
            for board in ring
            for column in columns
        }
        ring = sorted(after - seen)
        seen |= after
    return counts


@pytest.mark.parametrize(
    ("size", "rule", "topology", "colours"),
    [
        ("4x4", "plus", "plane", 2),
        ("3x5", "knight", "plane", 2),
        ("3x4", "x", "moebius", 2),
        ("3x3", "plus", "torus", 3),
        ("2x4", "king", "plane", 3),
        ("2x3", "plus", "plane", 4),
        ("2x3", "row+column", "plane", 6),
        ("2x2", "plus", "plane", 12),
        ("1x1", "cross", "plane", 2),
    ],
)
def test_grids_agree_with_breadth_first_search(size, rule, topology, colours):
    puzzle = described(size, neighbourhood=rule, topology=topology, colours=colours)
    found = histogram(puzzle)
    assert found.listed == breadth_first(puzzle)


def test_the_classic_and_lights_out_2000():
    assert histogram(described("5x5")).listed == CLASSIC
    found = histogram(described("5x5", colours=3))
    assert found.listed == LIGHTS_OUT_2000
    assert found.boards == 3**22


@pytest.mark.large
def test_the_cube_has_31_terms():
    # OEIS A079876 lists 30 terms, which sum to 2^48 - 2985984
    found = histogram(described("3x3", neighbourhood="cube"))
    assert len(found.listed) == 31
    assert {weight: found.terms[weight] for weight in CUBE_TAIL} == CUBE_TAIL
    assert found.boards == 2**48


def test_buttons_are_counted_once():
    puzzle = described("1x3", colours=5, objective="buttons")
    # one light after the other: nullity 0, so a board is a press vector
    assert histogram(puzzle).listed == [1, 12, 48, 64]


def test_refused_with_its_cost():
    with pytest.raises(LimitReached, match=r"2\^115 boards .* days on one core"):
        histogram(described("11x11"))
    with pytest.raises(LimitReached, match="quiet patterns too many"):
        histogram(described("30x30"))


def test_counting_beyond_floating_point_numbers_is_refused():
    plan = plan_counting(take_census(described("71x71")))
    assert plan.seconds == float("inf")
    assert plan.parts * plan.part_size > 10**308
    with pytest.raises(LimitReached, match=r"would run over 2\^\d{4} profile vectors$"):
        histogram(described("71x71"))


def test_prices_far_apart_are_refused_when_listed():
    puzzle = Puzzle(
        from_dense([[1]], 2),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        objective=Objective.PRICES,
        prices=np.array([2**31], dtype=np.int64),
    )
    with pytest.raises(LimitReached, match="too long"):
        histogram(puzzle)


def test_weights_of_free_buttons_multiply():
    assert press_weights([1, 1], 3, False) == {0: 1, 1: 2, 2: 3, 3: 2, 4: 1}
    assert press_weights([2, 0], 3, True) == {0: 3, 2: 6}
    assert sum(press_weights([1] * 1600, 2, False).values()) == 2**1600


# --- pieces of the work -------------------------------------------------------


@pytest.fixture
def plan():
    return plan_counting(take_census(described("4x4", colours=3, neighbourhood="row+column")))


def test_any_cover_by_ranges_gives_the_same(plan):
    random = np.random.default_rng(2)
    whole, order = plan.run(0, plan.parts), counting_work(plan).order
    for _ in range(5):
        cuts = sorted({0, plan.parts, *random.integers(0, plan.parts, 6).tolist()})
        records = [
            Record(order, low, high, counted(plan, low, high, None, lambda done: None))
            for low, high in pairwise(cuts)
        ]
        shuffled = random.permutation(len(records))
        put = added(records_covering([records[i] for i in shuffled], order))
        assert put == whole


def test_the_state_is_no_part_of_the_question():
    puzzle = described("3x3")
    other = Puzzle(puzzle.activation, np.ones(9, dtype=np.int64), np.ones(9, dtype=np.int64))
    assert question_sha256(puzzle) == question_sha256(other)


def test_wrong_sums_never_pass(plan, monkeypatch):
    right = plan.run(0, plan.parts)
    wrong = FoundMinima({**right.terms, 3: right.terms[3] + 1}, right.hardest, right.example)
    monkeypatch.setattr(type(plan), "run", lambda self, low, high, check=None: wrong)
    with pytest.raises(DisagreementError, match="press vectors"):
        count_all(plan, Watch())


# --- forms --------------------------------------------------------------------


def test_forms_are_read_back():
    found = histogram(described("4x4"))
    listed = [1, 16, 120, 560, 1387, 1440, 540, 32]
    assert [tuple(map(int, line.split())) for line in as_bfile(found).splitlines()] == list(
        enumerate(listed)
    )
    head, *rows = as_csv(found).splitlines()
    assert head == "minimum,boards"
    assert [tuple(map(int, row.split(","))) for row in rows] == list(enumerate(listed))
    assert as_table(found).splitlines()[-1].split() == ["all", "4096"]
    assert json.loads(json.dumps(found.to_json()))["histogram"] == listed


def test_the_picture_is_escaped_xml_with_a_bar_for_each_minimum():
    found = Histogram(described("1x1"), {0: 1, 2: 10**400}, "made up", 0.0)
    text = to_svg(histogram_scene(found, '<script>"&\x07'))
    root = ElementTree.fromstring(text)
    assert root[0].tag == "{http://www.w3.org/2000/svg}title"
    assert root[0].text == '<script>"&�'
    assert "<script" not in text
    bars = [one for one in root.iter() if one.tag.endswith("rect") and len(one)]
    assert [bar[0].text for bar in bars] == ["0: 1", f"2: {10**400}"]


def test_hardest_boards_and_histograms_are_drawn():
    found = hardest(grid_puzzle(np.ones((3, 3), dtype=int)))
    assert (
        repr(found) == "Hardest(optimal, 9, of Puzzle(3 x 3 grid, 9 lights, 9 buttons, 2 colours))"
    )
    ElementTree.fromstring(found._repr_svg_())
    counted = histogram(grid_puzzle(np.ones((2, 2), dtype=int)))
    assert (
        repr(counted)
        == "Histogram(16 boards, of Puzzle(2 x 2 grid, 4 lights, 4 buttons, 2 colours))"
    )
    assert "<title>2: 6</title>" in counted._repr_svg_()  # all sets of 2 of 4 buttons
    assert counted._repr_html_().endswith("<tr><td>4</td><td>1</td></tr></tbody></table>")
    unknown = replace(found, status=Status.FEASIBLE, upper_bound=11, state=(), presses=())
    assert repr(unknown).startswith("Hardest(feasible, 9 to 11, of ")
    assert unknown._repr_svg_() is None
