"""Steps and presses: what is printed is followed literally, on toys written apart."""

import json
import re

import pytest

import lo_exact
from tests.cli_runner import ROOT, run
from tests.truth.hand_chaser import toy_of

TOYS = ["all-on-5x5", "genetic-1-5x5", "genetic-2-5x5", "fliptile-4x4"]


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.parametrize("command", ["min", "solve"])
def test_a_child_who_follows_the_steps_turns_all_lights_of_the_toy_off(name, command):
    path = ROOT / f"data/boards/{name}.txt"
    said = run(command, str(path), "--steps", "-q")
    rows = json.loads(run("show", str(path), "--json").out)["state"]
    toy = toy_of(len(rows), len(rows[0]), 2)
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            toy.lights[f"{chr(65 + c)}{r + 1}"] = value
    listed = re.findall(r"^ *(\d+)\. press ([A-Z]+)(\d+)$", said.out, re.MULTILINE)
    assert [int(number) for number, _, _ in listed] == list(range(1, len(listed) + 1))
    for _, column, row in listed:
        toy.press(f"{column}{row}")
    assert not any(toy.lights.values())


@pytest.mark.parametrize("colours", [3, 4, 6, 9])
def test_steps_with_more_colours_say_how_often_and_the_last_board_is_dark(colours, tmp_path):
    board = tmp_path / "board.txt"
    made = run("make", "random", "--size", "3x4", "--colours", str(colours), "--seed", "5").out
    board.write_text(made)
    said = json.loads(run("min", str(board), "--steps", "--boards", "-q", "--json").out)
    toy = toy_of(3, 4, colours)
    start = json.loads(run("show", str(board), "--json").out)["state"]
    for r, row in enumerate(start):
        for c, value in enumerate(row):
            toy.lights[f"{chr(65 + c)}{r + 1}"] = value
    for step in said["steps"]:
        row, column = step["button"]
        for _ in range(step["times"]):
            toy.press(f"{chr(64 + column)}{row}")
        drawn = [[toy.lights[f"{chr(65 + c)}{r + 1}"] for c in range(4)] for r in range(3)]
        assert step["state"] == drawn
    assert not any(toy.lights.values())
    assert sum(step["times"] for step in said["steps"]) == said["weight"]


def test_named_buttons_are_called_by_their_names_and_hostile_ones_escaped(tmp_path):
    graph = lo_exact.graph_puzzle([("a\x1b[31m", "b")], {"a\x1b[31m": 1, "b": 0})
    from lo_exact.solver.steps import step_sentence, steps

    presses = lo_exact.minimum(lo_exact.graph_puzzle([("x", "y")], {"x": 1, "y": 1})).presses
    assert sum(presses) == 1
    (step,) = steps(graph, (1, 0))
    assert step_sentence(step) == "1. press a\\x1b[31m"


def test_boards_without_steps_are_bad_usage():
    done = run("min", str(ROOT / "data/boards/all-on-5x5.txt"), "--boards", "-q")
    assert (done.code, "--steps" in done.err) == (2, True)


def test_an_unsolvable_board_has_no_steps(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("#....\n" + ".....\n" * 4)
    assert ". press" not in run("min", str(board), "--steps", "-q").out
    assert "steps" not in json.loads(run("min", str(board), "--steps", "-q", "--json").out)


CUBE = str(ROOT / "data/boards/lights-out-cube.txt")
FACES = {
    "U": ("DEF", "123"), "L": ("ABC", "456"), "F": ("DEF", "456"), "R": ("GHI", "456"),
    "B": ("JKL", "456"), "D": ("DEF", "789"),
}  # fmt: skip
"""Columns and rows of each face in the net, as data/boards/lights-out-cube.txt draws it."""


def test_steps_on_a_cube_name_the_face():
    said = run("min", CUBE, "--steps", "-q").out
    listed = re.findall(r"press ([A-L])([1-9]) \(face ([ULFRBD])\)", said)
    assert len(listed) == 14
    for column, row, face in listed:
        columns, rows = FACES[face]
        assert column in columns
        assert row in rows
    steps = json.loads(run("min", CUBE, "--steps", "-q", "--json").out)["steps"]
    assert [step["face"] for step in steps] == [face for _, _, face in listed]
    hint = run("hint", CUBE, "-q").out
    assert hint.startswith(f"press {listed[0][0]}{listed[0][1]} (face {listed[0][2]}); 14 presses")


def test_pictures_of_steps_name_places_and_faces(tmp_path):
    path = tmp_path / "a.svg"
    assert run("min", CUBE, "--steps", "-q", "--picture", str(path)).code == 0
    text = path.read_text()
    assert "14. E8 on D" in text
    for letter in "ULFRBD":
        assert len(re.findall(f'font-weight="bold"><text [^>]*>{letter}</text>', text)) == 15
