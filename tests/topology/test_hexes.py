"""Boards of hexagons: six neighbours, written apart in coordinates of hexagons; text, pictures."""

from xml.etree import ElementTree

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.commands.shared.figures import board_figure
from lo_exact.errors import InputError
from lo_exact.formats import encode_puzzle, parse_puzzle, write_puzzle
from lo_exact.pictures.scene import to_svg
from lo_exact.topology import HOLE, grid_puzzle
from tests.cli_runner import run
from tests.truth.enumeration import Truth

ROUND = """neighbourhood: hex

  # . #
 # . . #
# . # . #
 . # # .
  # . #
"""


def neighbours(cells):
    """Two hexagons touch when their three axial coordinates differ by 0, 1 and -1 in some order."""
    cube = {}
    for number, (row, column) in enumerate(cells):
        q = (column - row) // 2
        cube[q, row, -q - row] = number
    touching = {number: {number} for number in cube.values()}
    for (a, b, c), number in cube.items():
        for (d, e, f), other in cube.items():
            if sorted((a - d, b - e, c - f)) == [-1, 0, 1]:
                touching[number].add(other)
    return touching


def changed(puzzle):
    return {j: set(puzzle.activation.column(j)[0].tolist()) for j in range(puzzle.buttons)}


def test_a_button_changes_its_light_and_the_six_beside_it():
    puzzle = parse_puzzle(ROUND)
    cells = [tuple(cell) for cell in np.argwhere(puzzle.layout.light_at >= 0).tolist()]
    assert len(cells) == 19
    assert changed(puzzle) == neighbours(cells)
    assert max(map(len, changed(puzzle).values())) == 7


@pytest.mark.parametrize("shape", [(1, 5), (4, 1), (3, 4), (4, 3)])
def test_a_full_rectangle_is_rows_that_are_shifted(shape):
    state = np.random.default_rng(1).integers(0, 3, shape)
    puzzle = grid_puzzle(state, colours=3, neighbourhood="hex")
    cells = [(r, 2 * c + r % 2) for r in range(shape[0]) for c in range(shape[1])]
    assert changed(puzzle) == neighbours(cells)
    assert puzzle.state.tolist() == state.ravel().tolist()
    assert [puzzle.layout.light_at[cell] for cell in cells] == list(range(state.size))


def test_targets_prices_and_buttons_go_with_their_lights():
    puzzle = grid_puzzle(
        [[1, 0], [0, 1]], neighbourhood="hex", target=[[0, 1], [1, 1]],
        buttons=np.array([[True, True], [True, False]]),
    )  # fmt: skip
    assert puzzle.target.tolist() == [0, 1, 1, 1]
    assert changed(puzzle) == {0: {0, 1, 2}, 1: {0, 1, 2, 3}, 2: {0, 1, 2, 3}}


SAME = [
    "neighbourhood: hex\n\n# . #\n . #\n",
    "neighbourhood: hex\n\n   # . #\n    . #\n",
    "neighbourhood: hex\n\n#~.~#\n~.~#~\n",
    "neighbourhood: hex\n\n1~0~1\n 0 1 \n",
]


@pytest.mark.parametrize("text", SAME)
def test_blanks_are_between_the_lights(text):
    puzzle = parse_puzzle(text)
    assert puzzle.sha256 == parse_puzzle(SAME[0]).sha256
    assert puzzle.layout.shape == (2, 5)


@pytest.mark.parametrize("text", ["101\n010\n", "1 0 1\n0 1 0\n", "[[1,0,1],[0,1,0]]"])
def test_rows_below_each_other_are_a_rectangle(text):
    puzzle = parse_puzzle(f"neighbourhood: hex\n\n{text}")
    assert puzzle.layout.shape == (2, 6)
    assert puzzle.state.tolist() == [1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    "text", ["##~#\n####\n", "# #\n# #\n ##\n", "  #\n # \n##\n"]
)  # fmt: skip
def test_places_that_touch_in_no_way_are_refused(text):
    with pytest.raises(InputError, match="every second place"):
        parse_puzzle(f"neighbourhood: hex\n\n{text}")


def test_on_other_surfaces_there_are_none():
    with pytest.raises(InputError, match="for the plane"):
        grid_puzzle([[1, 1], [1, 1]], neighbourhood="hex", topology="torus")


@pytest.mark.parametrize("form", ["board", "json", "npz"])
@pytest.mark.parametrize("colours", [2, 3, 12])
def test_boards_of_hexagons_are_written_and_read_back(form, colours, tmp_path):
    state = np.random.default_rng(colours).integers(0, colours, (3, 4))
    puzzle = grid_puzzle(state, colours=colours, neighbourhood="hex", target=1)
    path = tmp_path / "board"
    path.write_bytes(encode_puzzle(puzzle, form))
    shown = run("show", str(path), "--json")
    assert puzzle.sha256 in shown.out
    assert '"neighbourhood": "hex"' in shown.out
    if form == "board":
        assert write_puzzle(parse_puzzle(path.read_text()), form) == path.read_text()


def test_minima_are_those_of_enumeration():
    rng = np.random.default_rng(5)
    for _ in range(8):
        state = np.full((3, 5), HOLE)
        state[::2, ::2] = rng.integers(0, 2, (2, 3))
        state[1::2, 1::2] = rng.integers(0, 2, (1, 2))
        puzzle = grid_puzzle(state, neighbourhood="hex")
        truth = Truth(puzzle)
        answer = solver.minimum(puzzle)
        assert (answer.weight if answer.weight is not None else -1) == truth.weight


def test_text_shows_the_board_as_it_looks():
    shown = run("show", "-", text=ROUND)
    assert ROUND.split("\n\n")[1] in shown.out


def test_pictures_have_a_hexagon_for_each_light(tmp_path):
    puzzle = parse_puzzle(ROUND)
    svg = to_svg(board_figure(puzzle, [1, *[0] * 18]))
    ElementTree.fromstring(svg)
    assert svg.count("z") >= 19
    paths = [line for line in svg.splitlines() if line.startswith("<path") and "f-hue1" in line]
    lit = paths[0].split(' d="')[1]
    assert lit.count("M") == int(puzzle.state.sum())
    assert lit.count("L") == 5 * lit.count("M")
    picture = tmp_path / "b.png"
    assert run("show", "-", "--picture", str(picture), text=ROUND).code == 0
    refused = run("show", str(picture))  # a picture of hexagons is no picture of squares
    assert (refused.code, refused.err.count("\n")) == (3, 1)
