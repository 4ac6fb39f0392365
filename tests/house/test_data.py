"""The files of data/boards are what their sources say."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from lo_exact.formats import FORMATS, parse_puzzle, read_puzzle, write_puzzle
from lo_exact.topology import cube_grid

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "data" / "boards"
PUBLISHED = json.loads((ROOT / "data" / "published.json").read_text(encoding="utf-8"))


def board(name):
    puzzle = read_puzzle(BOARDS / name)
    return puzzle, puzzle.state[puzzle.layout.light_at]


def solves(puzzle, presses):
    """Press by press, on plain integers."""
    lights = puzzle.state.tolist()
    for button, count in enumerate(presses):
        rows, values = puzzle.activation.column(button)
        for light, value in zip(rows.tolist(), values.tolist(), strict=True):
            lights[light] = (lights[light] + count * value) % puzzle.colours
    return lights == puzzle.target.tolist()


@pytest.mark.parametrize("path", sorted(BOARDS.iterdir()), ids=lambda path: path.name)
def test_every_board_is_listed_and_reads_and_writes(path):
    listed = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    assert re.sub("c[4-8]", "c3", path.name) in listed or f"`-{path.name[-6:]}`" in listed
    puzzle = read_puzzle(path)
    assert parse_puzzle(write_puzzle(puzzle)).sha256 == puzzle.sha256
    assert path.read_text(encoding="utf-8").startswith("; ")
    assert next(row.name for row in FORMATS if row.sniff(path.read_text())) == "board"


def test_all_on_is_solved_by_the_four_published_grids():
    puzzle, state = board("all-on-5x5.txt")
    assert (puzzle.colours, state.tolist()) == (2, [[1] * 5] * 5)
    for grid in PUBLISHED["all_on_5x5_c2"]["minimum_solutions"]:
        assert solves(puzzle, [int(glyph) for glyph in "".join(grid)])


def test_all_pressed_is_solved_by_pressing_all():
    puzzle, _ = board("all-pressed-5x5.txt")
    assert solves(puzzle, [1] * 25)
    assert not solves(puzzle, [1] * 24 + [0])


@pytest.mark.parametrize("colours", range(3, 10))
def test_boards_of_the_last_colour(colours):
    puzzle, state = board(f"last-colour-5x5-c{colours}.txt")
    assert (puzzle.colours, state.tolist()) == (colours, [[colours - 1] * 5] * 5)


def test_boards_with_a_state_in_the_publications():
    assert board("seven-colours-3x3.txt")[0].colours == 7
    assert board("seven-colours-3x3.txt")[1].tolist() == PUBLISHED["board_3x3_c7"]["state"]
    for k, entry in enumerate(PUBLISHED["ga_examples_5x5_c2"]["boards"], start=1):
        drawn = ["".join(".#"[v] for v in row) for row in board(f"genetic-{k}-5x5.txt")[1].tolist()]
        assert drawn == [row.replace("-", ".") for row in entry["rows"]]
    fliptile = PUBLISHED["poj_3279_sample"]
    puzzle, state = board("fliptile-4x4.txt")
    assert ["".join(map(str, row)) for row in state.tolist()] == fliptile["rows"]
    assert solves(puzzle, [int(v) for v in "".join(fliptile["lexicographically_least"])])


def test_classic_rules():
    torus, _ = board("mini-lights-out.txt")
    assert (torus.layout.topology, torus.layout.light_at.shape) == ("torus", (4, 4))
    assert solves(torus, [1] * 16)  # five presses reach every light of a torus
    assert board("lights-out-2000.txt")[0].colours == 3
    assert board("lights-out-deluxe.txt")[1].shape == (6, 6)
    cube, _ = board("lights-out-cube.txt")
    assert np.array_equal(cube.layout.light_at >= 0, cube_grid(3).lights)
    assert solves(cube, [1] * 54)
    merlin, _ = board("merlins-magic-square.txt")
    assert merlin.target.tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    tiles, _ = board("alien-tiles.txt")
    assert solves(tiles, [2] * 7 + [0] * 42)  # twice along one row: 14 presses
    knight, _ = board("xl-25-knight.txt")
    assert knight.activation.column(12)[0].tolist() == [1, 3, 5, 9, 12, 15, 19, 21, 23]
