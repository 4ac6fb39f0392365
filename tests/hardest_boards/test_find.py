"""The hardest board is what plain enumeration of all boards says, and what is published."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.engines.coset.engine import minimise
from lo_exact.errors import DisagreementError, UsageError
from lo_exact.hardest_boards import find
from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.find import hardest, histogram
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import ANY, Objective, Puzzle
from lo_exact.runners.work import Where
from lo_exact.topology import grid_puzzle
from lo_exact.topology.toys import find_toy
from tests.cli_runner import run


def grid(rows, columns=None, colours=2, rule="plus", topology="plane", **more):
    return grid_puzzle(
        np.zeros((rows, columns or rows), dtype=int),
        colours=colours,
        neighbourhood=rule,
        topology=topology,
        **more,
    )


def plain(puzzle):
    """Least weight of every solvable board, by pressing everything: one dictionary, no algebra."""
    c = puzzle.colours
    matrix = puzzle.activation.to_dense()[puzzle.target != ANY]
    if puzzle.objective is Objective.PRICES:
        prices = puzzle.prices.tolist()
    else:
        prices = [1] * puzzle.buttons
    best = {}
    for x in product(range(c), repeat=puzzle.buttons):
        image = matrix @ np.array(x, dtype=int).reshape(-1)
        values = [v > 0 for v in x] if puzzle.objective is Objective.BUTTONS else x
        weight = sum(p * int(v) for p, v in zip(prices, values, strict=True))
        for shift in range(c) if puzzle.uniform and len(image) else (0,):
            key = tuple(((image + shift) % c).tolist())
            best[key] = min(weight, best.get(key, weight))
    return Counter(best.values())


def random_puzzle(random, case):
    c = (2, 3, 4, 6, 8, 9, 12, 2, 5)[case % 9]
    buttons = int(random.integers(0, {2: 9, 3: 6, 4: 5, 5: 4}.get(c, 4)))
    lights = int(random.integers(0, 6))
    dense = random.integers(0, c, (lights, buttons))
    if case % 3 == 0 and buttons > 1:
        dense[:, 0] = dense[:, -1]  # two equal buttons
    if case % 4 == 0 and buttons:
        dense[:, 0] = 0  # a button without lights
    if case % 5 == 0 and lights:
        dense[0] = 0  # a light without buttons
    if case % 2 and c % 2 == 0:
        dense = dense // 2 * 2  # far from invertible
    target = random.integers(0, c, lights)
    if case % 7 == 0 and lights:
        target[0] = ANY
    objective = list(Objective)[case % 3]
    prices = random.integers(0, 4, buttons) if objective is Objective.PRICES else []
    return Puzzle(
        from_dense(dense.reshape(lights, buttons), c),
        np.zeros(lights, dtype=np.int64),
        target.astype(np.int64),
        uniform=case % 11 == 0,
        objective=objective,
        prices=np.array(prices, dtype=np.int64),
    )


@pytest.mark.parametrize(
    ("way", "cases"),
    [
        ("cheapest", 15),
        ("counting", 15),
        ("table", 15),
        ("interval", 12),
        *(
            pytest.param(way, 33 if way == "interval" else 110, marks=pytest.mark.large)
            for way in ("cheapest", "counting", "table", "spectrum", "interval")
        ),
    ],
)
def test_any_puzzle_agrees_with_enumeration(way, cases, monkeypatch):
    random = np.random.default_rng(20)
    exact = 0
    if way in ("counting", "spectrum", "interval"):
        monkeypatch.setattr(find, "table_seconds", lambda census: float("inf"))
    if way in ("table", "spectrum", "interval"):
        monkeypatch.setattr(find, "_counting_plan", lambda census: None)
    if way == "interval":
        monkeypatch.setattr(find, "_has_spectrum", lambda census: False)
    for case in range(cases):
        puzzle = random_puzzle(random, case)
        expected = plain(puzzle)
        found = hardest(puzzle)
        assert found.lower_bound <= max(expected) <= found.upper_bound, case
        if found.status is Status.OPTIMAL:
            exact += 1
            assert found.weight == max(expected), case
            if found.boards >= 0:
                assert found.boards == expected[max(expected)], case
        if way in ("cheapest", "counting", "table"):
            assert found.status is Status.OPTIMAL, case
            assert found.boards == expected[max(expected)], case
            counted = histogram(puzzle)
            assert counted.terms == dict(expected), case
            assert counted.boards == sum(expected.values())
        if found.state:
            board = Puzzle(
                puzzle.activation,
                np.array(found.state),
                puzzle.target,
                puzzle.uniform,
                puzzle.objective,
                puzzle.prices,
            )
            assert minimise(board.system, Wanted(), Watch()).weight == found.lower_bound
    assert exact > 5


def test_an_example_lighter_than_the_method_says_is_a_disagreement(monkeypatch):
    lighter = find._KnownMaximum("a method", 8, 8, 32, find._by_table(
        take_census(grid(4)), Watch()
    ).presses)  # fmt: skip
    monkeypatch.setattr(find, "_known", lambda *_: lighter)
    with pytest.raises(DisagreementError, match=r"a method says 8, enumerating .* says 7"):
        hardest(grid(4))


def test_an_example_above_the_bound_is_a_disagreement(monkeypatch):
    right = find._by_table(take_census(grid(4)), Watch())
    below = replace(right, lower=5, upper=6)
    monkeypatch.setattr(find, "_known", lambda *_: below)
    with pytest.raises(DisagreementError, match="a board needs 7, above the bound 6"):
        hardest(grid(4))


def test_a_histogram_that_misses_boards_is_a_disagreement(monkeypatch):
    tallied = find.tally_of_weights
    monkeypatch.setattr(find, "_counting_plan", lambda census: None)
    monkeypatch.setattr(find, "tally_of_weights", lambda least: [0, *tallied(least)[1:]])
    with pytest.raises(DisagreementError, match="table of all boards met 4095 boards of 4096"):
        histogram(grid(4))


@pytest.mark.parametrize(("size", "method"), [(3, "no quiet patterns"), (5, "balanced classes")])
def test_what_is_answered_in_one_go_is_not_cut_into_shards(size, method):
    with pytest.raises(UsageError, match="answered in one go"):
        hardest(grid(size), where=Where(task="plan"))
    assert hardest(grid(size)).method == method


@pytest.mark.parametrize(
    ("size", "weight", "boards"),
    [
        # W. Boyles, LightsOut-Math; J. Scherphuis; M. Hiroi
        (4, 7, 32),
        (5, 15, 7350),
        (11, 65, None),
        (17, 199, None),
        (35, 721, None),
        (41, 1191, None),
    ],
)
def test_published_squares(size, weight, boards):
    found = hardest(grid(size))
    assert (found.status, found.weight) == (Status.OPTIMAL, weight)
    assert found.boards > 0
    if boards:
        assert found.boards == boards


# OEIS A159257, n = 1..40: the squares with nullity 0 need all their n^2 buttons
REGULAR = [1, 2, 3, 6, 7, 8, 10, 12, 13, 15, 18, 20, 21, 22, 25, 26, 27, 28, 31, 36, 37, 38, 40]


@pytest.mark.parametrize("size", REGULAR)
def test_squares_without_quiet_patterns_need_every_button(size):
    found = hardest(grid(size))
    assert (found.status, found.weight, found.boards) == (Status.OPTIMAL, size * size, 1)
    assert found.method == "no quiet patterns"


@pytest.mark.parametrize(
    ("size", "weight"),
    # W. Boyles' integer programs, without certificates; the last two he gives as computed
    [
        (14, 123), (24, 375), (34, 763),
        *(pytest.param(*one, marks=pytest.mark.large) for one in ((9, 37), (16, 124), (29, 443))),
    ],
)  # fmt: skip
def test_squares_with_odd_classes(size, weight):
    found = hardest(grid(size))
    assert (found.status, found.weight) == (Status.OPTIMAL, weight)
    assert [refuted.peak for refuted in found.refutations] == list(
        range(0, found.refutations[-1].peak + 1, 2)
    )


@pytest.mark.large
def test_the_claimed_19x19_is_above_what_any_board_needs():
    found = hardest(grid(19), time_limit=1)
    assert found.status is Status.FEASIBLE
    # 181 is the averaging bound; what a second adds to it depends on the machine
    assert 120 <= found.lower_bound <= found.upper_bound <= 181 < 197


def test_alien_tiles_are_hardest_at_ten_clicks():
    # CSPLib prob027: Gent, Linton, Smith (2000)
    found = hardest(grid(4, colours=3, rule="row+column"))
    assert (found.weight, found.boards) == (10, 168)


@pytest.mark.parametrize("colours", [2, 3, 4, 6])
def test_free_buttons_are_pressed_as_often_as_they_can_be(colours):
    puzzle = grid(1, 3, colours=colours)
    assert plain(puzzle) == histogram(puzzle).terms
    found = hardest(puzzle)
    assert (found.weight, found.boards) == (max(plain(puzzle)), plain(puzzle)[found.weight])


@pytest.mark.large
def test_many_quiet_patterns_leave_an_interval_without_an_example():
    # 40 equal buttons: 2^39 quiet patterns, two boards; and a wide kernel without a small image
    dense = np.zeros((30, 90), dtype=int)
    random = np.random.default_rng(1)
    dense[:] = random.integers(0, 2, dense.shape)
    puzzle = Puzzle(
        from_dense(dense, 2), np.zeros(30, dtype=np.int64), np.zeros(30, dtype=np.int64)
    )
    found = hardest(puzzle)
    assert found.status is Status.FEASIBLE
    assert found.state == ()
    assert 0 < found.lower_bound <= found.upper_bound <= 45


def test_json_keys_are_in_their_order():
    out = hardest(grid(4)).to_json()
    assert list(out) == [
        "status",
        "weight",
        "boards",
        "lower_bound",
        "upper_bound",
        "state",
        "presses",
        "method",
        "seconds",
        "puzzle_sha256",
    ]
    assert sum(map(sum, out["presses"])) == out["weight"] == 7


def hardest_of_all(puzzle):
    """Press every combination and keep the least number of presses of every board."""
    columns = [
        sum(1 << int(i) for i in puzzle.activation.column(j)[0]) for j in range(puzzle.buttons)
    ]
    best = np.full(2**puzzle.lights, 99, dtype=np.int8)
    boards = np.zeros(1, dtype=np.int64)
    presses = np.zeros(1, dtype=np.int8)
    for column in columns:
        boards = np.concatenate([boards, boards ^ column])
        presses = np.concatenate([presses, presses + 1])
    np.minimum.at(best, boards, presses)
    return int(best[best < 99].max())


def test_the_hardest_boards_of_small_toys_by_enumeration_and_by_us():
    """Merlin: each board has one solution, so pressing all nine is the hardest (Pelletier 1987)."""
    assert hardest_of_all(find_toy("merlin").puzzle()) == 9
    mini = find_toy("mini").puzzle()
    assert hardest(mini).weight == hardest_of_all(mini)


def test_the_hardest_boards_of_three_larger_toys_as_published():
    """Classic: 15 (Hiroi 2022, histogram of all boards); Deluxe: one solution each, so 36.

    2000: OEIS A079875 has 25 terms, for 0 to 24 presses.
    """
    assert hardest(find_toy("classic").puzzle()).weight == 15
    assert hardest(find_toy("deluxe").puzzle()).weight == 36
    assert hardest(find_toy("2000").puzzle()).weight == 24


def test_a_file_of_rows_is_a_board_and_says_so_or_a_check_matrix_by_its_option(tmp_path):
    """The [7,4] Hamming code is perfect: its covering radius is 1 (Hamming 1950)."""
    path = tmp_path / "h.txt"
    path.write_text("1010101\n0110011\n0001111\n")
    board = run("hardest", str(path))
    assert f"all boards with the lights and buttons of {path}: a 3 x 7 board" in board.err
    matrix = run("hardest", str(path), "--as", "checks")
    assert "a 3 x 7 check matrix" in matrix.err
    assert matrix.out.startswith("optimal: the hardest boards need 1 press; 7 boards")
    counted = run("histogram", str(path), "--as", "checks", "--format", "csv")
    assert counted.out.split() == ["minimum,boards", "0,1", "1,7"]


def test_a_notebooks_stop_button_leaves_the_proved_interval(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(find, "_known", interrupt)
    board = lo_exact.grid_puzzle([[0] * 5] * 5)
    found = lo_exact.hardest(board)
    assert found.stopped == "interrupted"
    assert found.lower_bound <= 15 <= found.upper_bound
    ran = run("hardest", "--size", "5x5")
    assert (ran.code, ran.err) == (130, "interrupted: the interval above is proved\n")


def test_an_answer_is_short_in_a_notebook():
    assert len(repr(lo_exact.hardest(lo_exact.grid_puzzle([[1] * 5] * 5)))) < 100
