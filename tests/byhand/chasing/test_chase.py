"""Light chasing: the published tables, and random boards solved by the printed words alone."""

import itertools
import json
import random
import re

import numpy as np
import pytest

import lo_exact
from lo_exact.byhand.chasing.chase import chase, chase_table
from lo_exact.byhand.chasing.chase_sentences import pass_sentences
from lo_exact.byhand.chasing.passes import chase_board, chase_rule
from lo_exact.errors import LimitReached, UsageError
from lo_exact.topology import HOLE
from lo_exact.topology.described import described
from tests.cli_runner import ROOT, run
from tests.truth.hand_chaser import follow, name_of, toy_of

PUBLISHED = json.loads((ROOT / "data/published.json").read_text())["chase_table_5x5_c2"]


def words_for(*options: str) -> str:
    done = run("chase", *options, "-q")
    assert done.code == 0, done.err
    return done.out


@pytest.mark.parametrize(
    ("size", "solvable", "total"),
    [("4x4", 0, 15), ("5x5", 7, 31), ("6x6", 63, 63), ("9x9", 1, 511)],
)
def test_as_many_last_rows_are_solvable_as_hiroi_and_others_say(size, solvable, total):
    said = json.loads(run("chase", "--size", size, "--json").out)
    assert (said["solvable_last_rows"], said["last_rows"]) == (solvable, total)
    assert said["first_rows_to_try"] == solvable + 1
    assert len(said["table"]) == solvable


def test_the_table_of_5x5_is_the_published_one_with_its_rule():
    text = words_for("--size", "5x5")
    said = json.loads(run("chase", "--size", "5x5", "--json").out)
    rows = ["".join(map(str, line["last_row"])) for line in said["table"]]
    assert rows == PUBLISHED["solvable_last_rows"]
    for words in ("A5 lit: press D1 and E1", "B5 lit: press B1 and E1", "C5 lit: press D1"):
        assert f"  {words}\n" in text
        assert words.replace(" lit:", " lit").lower() in PUBLISHED["note"].lower()


def test_each_first_row_of_the_table_puts_its_last_row_out_and_none_shorter_does():
    found = chase(described("5x5", colours=2))
    table = chase_table(found)
    best: dict[tuple[int, ...], int] = {}
    for first in itertools.product(range(2), repeat=5):
        toy = toy_of(5, 5, 2)
        for column, count in enumerate(first):
            for _ in range(count):
                toy.press(name_of(0, column))
        for row in range(4):
            for column in range(5):
                if toy.lights[name_of(row, column)]:
                    toy.press(name_of(row + 1, column))
        last = tuple(toy.lights[name_of(4, column)] for column in range(5))
        best[last] = min(best.get(last, 9), sum(first))
    listed = {
        tuple(last): sum(first)
        for last, first in zip(table.last_rows.tolist(), table.first_rows.tolist(), strict=True)
    }
    assert listed == {last: weight for last, weight in best.items() if any(last)}


BOARDS = [
    # size, colours, rule, torus, how many random boards
    ((5, 5), 2, "plus", False, 1000),
    ((6, 7), 2, "plus", False, 300),
    ((4, 5), 3, "plus", False, 300),
    ((5, 5), 4, "plus", False, 250),
    ((5, 5), 6, "plus", False, 250),
    ((3, 4), 9, "plus", False, 200),
    ((5, 5), 5, "plus", False, 200),
    ((5, 5), 2, "plus", True, 150),
    ((4, 4), 3, "plus", True, 100),
    ((5, 5), 2, "x", False, 150),
    ((4, 6), 2, "king", False, 100),
    ((5, 4), 12, "x", False, 50),
    ((4, 4), 2, "cross", False, 50),
]


@pytest.mark.parametrize(("size", "colours", "rule", "torus", "boards"), [
    pytest.param(*row, marks=pytest.mark.large if number % 2 == 0 else ())
    for number, row in enumerate(BOARDS)
])  # fmt: skip
def test_the_printed_rule_followed_literally_solves_every_solvable_board(
    size, colours, rule, torus, boards
):
    """3,100 random solvable boards, by a program that knows only the printed text."""
    text = words_for(
        "--size", f"{size[0]}x{size[1]}", "--colours", str(colours), "--neighbourhood", rule,
        "--topology", "torus" if torus else "plane",
    )  # fmt: skip
    dice = random.Random(f"{size} {colours} {rule} {torus}")
    for _ in range(boards):
        toy = toy_of(*size, colours, rule, torus=torus)
        for name in toy.lights:
            for _ in range(dice.randrange(colours)):
                toy.press(name)
        follow(text, toy)
        assert not any(toy.lights.values())


@pytest.mark.parametrize("seed", range(12))
def test_boards_with_holes_are_chased_by_the_printed_words_too(seed, tmp_path):
    dice = random.Random(seed)
    rows, columns, colours = dice.randint(2, 5), dice.randint(2, 5), dice.choice([2, 2, 3, 4])
    places = list(itertools.product(range(rows), range(columns)))
    holes = set(dice.sample(places, dice.randint(1, len(places) // 3)))
    board = tmp_path / "board.txt"
    drawn = ["".join("~" if (r, c) in holes else "0" for c in range(columns)) for r in range(rows)]
    board.write_text(f"colours: {colours}\n\n" + "\n".join(drawn) + "\n")
    done = run("chase", str(board), "-q")
    if done.code == 2:
        assert "no light is put out by one button alone" in done.err
        return
    for _ in range(20):
        toy = toy_of(rows, columns, colours, holes=holes)
        for name in toy.lights:
            for _ in range(dice.randrange(colours)):
                toy.press(name)
        follow(done.out, toy)
        assert not any(toy.lights.values())


def test_an_unsolvable_board_stays_lit_and_is_said_to_be_unsolvable():
    puzzle = lo_exact.grid_puzzle(np.array([[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]))
    found = chase(puzzle)
    passes = chase_board(found)
    assert passes.begin is None
    assert "the board cannot be solved" in pass_sentences(found, passes)[-1]


@pytest.mark.parametrize("seed", range(40))
def test_both_passes_of_a_board_put_all_lights_out(seed):
    dice = np.random.Generator(np.random.PCG64(seed))
    colours = int(dice.choice([2, 3, 4, 6, 8, 9, 12]))
    shape = (int(dice.integers(2, 6)), int(dice.integers(1, 6)))
    target = dice.integers(0, colours, shape)
    presses = dice.integers(0, colours, shape)
    empty = lo_exact.grid_puzzle(np.zeros(shape, dtype=int), colours=colours)
    state = (target.ravel() - empty.activation.dot(presses.ravel())) % colours
    puzzle = lo_exact.grid_puzzle(state.reshape(shape), colours=colours, target=target)
    passes = chase_board(chase(puzzle))
    assert passes.begin is not None
    reached = puzzle.state + puzzle.activation.to_dense() @ np.array(passes.presses)
    assert ((reached - puzzle.target) % colours == 0).all()


def test_the_rule_of_six_colours_is_followed_line_by_line():
    rule = chase_rule(chase(described("5x5", colours=6)))
    assert not rule.at_once
    assert [line.step for line in rule.lines] == [1, 1, 3]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--size", "5x5", "--neighbourhood", "knight"], "here it reaches 2 rows"),
        (["--size", "5x5", "--neighbourhood", "row+column"], "here it reaches"),
    ],
)
def test_what_cannot_be_chased_is_refused_with_the_reason(options, why):
    done = run("chase", *options)
    assert done.code == 2
    assert why in done.err
    assert len(done.err.splitlines()) == 1


def test_graphs_and_boards_without_one_target_are_refused(tmp_path):
    graph = lo_exact.graph_puzzle([("a", "b")], {"a": 1, "b": 1})
    with pytest.raises(UsageError, match="has no rows"):
        chase(graph)
    anything = lo_exact.grid_puzzle([[1, 0], [0, 1]], uniform=True)
    with pytest.raises(UsageError, match="--target"):
        chase(anything)
    holes = lo_exact.grid_puzzle([[HOLE, HOLE]])
    with pytest.raises(UsageError, match="cannot be chased"):
        chase(holes)


def test_a_single_row_is_chased_sideways():
    assert words_for("--size", "1x5").startswith("Chase, in this order, each lit light by its b")


def test_a_board_with_too_many_first_rows_has_a_rule_and_no_table():
    found = chase(described("30x30"))
    assert len(chase_rule(found).lines) == 30 - 20  # the nullity of 30x30 is 20
    with pytest.raises(LimitReached, match="2\\^30 first rows"):
        chase_table(found)


def test_with_very_many_colours_some_first_row_is_given_at_once():
    found = chase(described("5x5", colours=2**31))
    rule = chase_rule(found)
    for line in rule.lines:
        assert line.presses.any()
    said = run("chase", "--size", "5x5", "--colours", "2147483648", "-q")
    assert (said.code, "first rows to try" in said.out) == (0, True)


def test_where_nothing_is_left_over_one_chase_does(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("1~\n~1\n")
    done = run("chase", str(board), "-q")
    assert "Nothing is left over: one chase puts all lights out." in done.out
    assert done.out.endswith("done, with 2 presses.\n")


@pytest.mark.large
def test_a_board_too_large_to_chase_is_refused_before_memory_is_taken():
    with pytest.raises(LimitReached, match="at most"):
        chase(described("480x500"))


def test_the_example_of_the_help_runs():
    (example,) = re.findall(r"Example: lo-exact (.*)", run("chase", "--help").out)
    ran = run(*example.split())
    assert (ran.code, "first rows to try" in ran.out) == (0, True)
