"""Hints against enumeration: each is a press of a shortest solution, each reason is true."""

import itertools
import json

import numpy as np
import pytest

import lo_exact
from lo_exact.byhand.hint import hint_words, hints
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.cli_runner import ALL_ON, run


def solutions(puzzle):
    """All press vectors that solve a puzzle, by trying every one."""
    dense, c = puzzle.activation.to_dense(), puzzle.colours
    presses = np.array(list(itertools.product(range(c), repeat=puzzle.buttons)))
    left = (presses @ dense.T + puzzle.state - puzzle.target) % c
    return presses[~left[:, puzzle.matters].any(axis=1)]


def random_puzzles():
    """Grids and directed matrices, also not square, with two to six colours."""
    rng = np.random.default_rng(30)
    for k in range(60):
        c = int(rng.choice([2, 2, 3, 4, 6]))
        if k % 2:
            shape = tuple(rng.integers(1, 4 if c < 4 else 3, 2))
            yield grid_puzzle(rng.integers(0, c, shape), colours=c)
        else:
            rows, columns = rng.integers(1, 7), int(rng.integers(1, 7 if c < 4 else 5))
            matrix = rng.integers(0, c, (rows, columns)) * rng.integers(0, 2, (rows, columns))
            yield matrix_puzzle(matrix, rng.integers(0, c, rows), colours=c)


def test_hints_lead_to_the_minimum_and_their_reasons_are_true():
    reasons = set()
    for puzzle in random_puzzles():
        every = solutions(puzzle)
        if not len(every):
            continue
        best = int(every.sum(axis=1).min())
        found = list(hints(puzzle, lo_exact.minimum(puzzle)))
        assert [one.left for one in found[:1]] == [best][: len(found)]
        assert sum(one.times for one in found) == best
        pressed = np.zeros(puzzle.buttons, dtype=int)
        for one in found:
            assert hint_words(puzzle, one)
            reasons.add(one.reason)
            rest = every[(every[:, pressed > 0] == pressed[pressed > 0]).all(axis=1)]
            if one.reason == "region":  # in every solution of the board as it was
                assert (every[:, one.button] == one.times).all()
                sums = one.lights @ puzzle.activation.to_dense() % puzzle.colours
                assert sums.tolist() == np.eye(puzzle.buttons, dtype=int)[one.button].tolist()
            if one.reason == "light":
                assert (rest[:, one.button] > 0).all()
            if one.reason == "chasing":
                before = rest[:, : one.button]
                fixed = rest[(before == pressed[: one.button]).all(axis=1)]
                assert (fixed[:, one.button] > 0).all()
            pressed[one.button] = one.times
        assert not ((puzzle.activation.to_dense() @ pressed + puzzle.state) % puzzle.colours).any()
    assert reasons == {"light", "region", "chasing", "choice"}


def test_without_reasons_the_presses_are_those_of_the_minimum():
    puzzle = lo_exact.read_puzzle(ALL_ON)
    found = list(hints(puzzle, lo_exact.minimum(puzzle), why=False))
    assert [one.left for one in found] == list(range(15, 0, -1))


def test_the_command_hints_and_says_why():
    ran = run("hint", ALL_ON, "--why", "--next", "2")
    assert ran.code == 0
    assert ran.out.startswith("press ")
    assert "; 15 presses to go, with this one" in ran.out
    assert ran.out.count("so every solution presses") == 2
    value = json.loads(run("hint", ALL_ON, "--json").out)
    assert (value["left"], len(value["hints"])) == (15, 1)
    assert "reason" not in value["hints"][0]


@pytest.mark.parametrize(
    ("board", "code", "said"),
    [("...\n...\n", 0, "nothing to press"), ("##\n", 0, "press B1"), ("#~#\n###\n", 0, "")],
)
def test_solved_and_small_boards_have_their_hints(board, code, said):
    ran = run("hint", "-", "--why", text=board)
    assert ran.code == code
    assert said in ran.out


def test_an_unsolvable_board_is_explained_by_its_witness():
    ran = run("hint", "-", text="#...\n....\n....\n....\n")
    assert ran.code == 0
    assert ran.out.startswith("unsolvable")


def test_the_command_names_the_same_press_with_and_without_its_reason(tmp_path):
    rng = np.random.default_rng(8)
    path = tmp_path / "board.txt"
    for _ in range(20):
        path.write_text("\n".join("".join(row) for row in rng.choice(["#", "."], (3, 5))) + "\n")
        plain, reasoned = run("hint", str(path), "-q"), run("hint", str(path), "--why", "-q")
        assert plain.out.splitlines()[0] == reasoned.out.splitlines()[0]
        bare, full = (
            json.loads(run("hint", str(path), "--json", *why).out).get("hints", [])
            for why in ([], ["--why"])
        )
        assert [one["button"] for one in bare] == [one["button"] for one in full]
