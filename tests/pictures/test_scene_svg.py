"""Boards, sheets and graphs as SVG: valid, escaped, equal bytes, the squares asked for."""

import re
import time
from xml.etree import ElementTree

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.errors import UsageError
from lo_exact.pictures import Captioned, picture, sheet, to_svg
from lo_exact.pictures.marks import (
    FILLS,
    HUES,
    OFF,
    RAMP,
    Bitmap,
    Dots,
    Group,
    Squares,
    Words,
    fills_of,
)
from lo_exact.pictures.scene import Scene
from lo_exact.pictures.tiles import letters
from lo_exact.puzzle import Layout
from lo_exact.topology import HOLE

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</title><script>alert("1")</script>&\x1b[31m\n"\x00'


def marks(scene: Scene, kind: type) -> list:
    flat, rest = [], list(scene.marks)
    while rest:
        mark = rest.pop(0)
        rest = [*mark.marks, *rest] if isinstance(mark, Group) else rest
        flat += [mark] if isinstance(mark, kind) else []
    return flat


def places(scene: Scene, ink) -> set[tuple[int, int]]:
    """Return (row, column) of the squares of one ink, read off their corners."""
    return {
        (round((y - 1) / mark.side), round((x - 1) / mark.side))
        for mark in marks(scene, Squares)
        if mark.fill is ink
        for x, y in mark.corners
    }


def test_lit_squares_and_dots_stand_where_the_lights_and_presses_are():
    drawn = np.array([[1, 0, 1, HOLE], [0, 0, 1, 1]])
    puzzle = lo_exact.grid_puzzle(drawn)
    scene = picture(puzzle, lights=puzzle.state, presses=[0, 1, 0, 0, 0, 0, 1])
    assert places(scene, HUES[0]) == {(0, 0), (0, 2), (1, 2), (1, 3)}
    assert places(scene, OFF) == {(0, 1), (1, 0), (1, 1)}
    (dots,) = marks(scene, Dots)
    side = marks(scene, Squares)[0].side
    assert {(int(y // side), int(x // side)) for x, y in dots.centres} == {(0, 1), (1, 3)}


def test_many_colours_bear_their_digits_and_no_two_of_eight_look_alike():
    puzzle = lo_exact.grid_puzzle(np.arange(8).reshape(2, 4), colours=8)
    scene = picture(puzzle, lights=puzzle.state)
    assert sorted(text for words in marks(scene, Words) for text in words.texts) == list("01234567")
    assert len({mark.fill for mark in marks(scene, Squares)}) == 8
    assert [FILLS[k] for k in fills_of(np.arange(8), 8)] == [OFF, *HUES]


@pytest.mark.parametrize("colours", [9, 12, 100, 2**31])
def test_the_ramp_ascends_from_its_first_step_to_its_last(colours):
    values = np.unique(np.linspace(0, colours - 1, 50).astype(np.int64))
    fills = fills_of(values, colours)
    assert FILLS[fills[0]] is OFF
    assert FILLS[fills[-1]] is RAMP[-1]
    assert (np.diff(fills) >= 0).all()


def test_hostile_names_and_titles_are_escaped_and_the_file_is_valid_xml():
    matrix = from_dense([[1, 0], [1, 1], [0, 1]], 2)
    layout = Layout(names=(HOSTILE[:15], "<&>", "'\"\x07"), button_names=("]]>", "\ud800"))
    puzzle = lo_exact.matrix_puzzle(matrix, [1, 0, 1], layout=layout)
    scene = picture(puzzle, lights=puzzle.state, title=HOSTILE, description=HOSTILE)
    text = to_svg(scene)
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert root.find(f"{SVG}title").text == HOSTILE.translate({0: "�", 10: "�", 27: "�"})
    assert {child.tag for child in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "title", "desc", "style", "rect", "path", "g", "text")
    }


def test_equal_pictures_have_equal_bytes_and_nothing_is_fetched():
    def drawn() -> str:
        puzzle = lo_exact.grid_puzzle(np.arange(12).reshape(3, 4) % 5, colours=5)
        return to_svg(sheet([Captioned(picture(puzzle, lights=puzzle.state), ("a",))] * 3))

    assert drawn() == drawn()
    assert not re.search(r"href|url\(|<script|<image", drawn())


def test_dark_paper_has_its_own_inks():
    puzzle = lo_exact.grid_puzzle([[1, 0]])
    style = re.search(r"<style>(.*)</style>", to_svg(picture(puzzle, lights=puzzle.state)))[1]
    assert style.startswith("@media (prefers-color-scheme:dark){")
    assert ".f-paper{fill:#17191c}" in style


def test_a_sheet_puts_its_parts_side_by_side_without_overlap():
    puzzle = lo_exact.grid_puzzle(np.ones((5, 5), dtype=int))
    parts = [Captioned(picture(puzzle, lights=puzzle.state), (f"board {k}",)) for k in range(9)]
    page = sheet(parts, title="nine")
    groups = [mark for mark in page.marks if isinstance(mark, Group)]
    assert len(groups) == 9
    assert len({(group.x, group.y) for group in groups}) == 9
    width = parts[0].scene.width
    assert max(group.x for group in groups) + width <= page.width
    assert max(group.y for group in groups) + parts[0].scene.height <= page.height


def test_an_empty_sheet_and_boards_without_lights_or_buttons_are_drawn():
    assert ElementTree.fromstring(to_svg(sheet([]))) is not None
    for shape in ((0, 0), (0, 3), (2, 0)):
        matrix = from_dense(np.zeros(shape, dtype=int), 3)
        puzzle = lo_exact.matrix_puzzle(matrix, [0] * shape[0])
        scene = picture(puzzle, lights=puzzle.state, presses=[0] * shape[1])
        assert ElementTree.fromstring(to_svg(scene)) is not None
    lonely = lo_exact.grid_puzzle([[HOLE, HOLE]])
    assert ElementTree.fromstring(to_svg(picture(lonely, lights=lonely.state))) is not None


def test_a_directed_graph_has_arrows_and_an_undirected_one_has_none():
    edges = [("a", "b"), ("b", "c")]
    state = {"a": 1, "b": 0, "c": 1}
    there, back = (
        len(to_svg(picture(lo_exact.graph_puzzle(edges, state, directed=directed))))
        for directed in (True, False)
    )
    assert there > back


def test_vertices_named_by_places_stand_there():
    names = [("0,0", "0,1"), ("0,1", "1,1")]
    puzzle = lo_exact.graph_puzzle(names, {"0,0": 0, "0,1": 0, "1,1": 0})
    (discs,) = marks(picture(puzzle), Dots)
    (x0, y0), (x1, y1), (x2, y2) = discs.centres
    assert y0 == y1 < y2
    assert x0 < x1 == x2


def test_a_board_of_hexagons_is_a_graph_whose_rows_are_half_a_step_aside():
    names = ["0,0", "0,1", "1,0.5", "1,-0.5", "1,1.5"]
    edges = [
        ("0,0", "0,1"),
        ("0,0", "1,0.5"),
        ("0,1", "1,0.5"),
        ("0,0", "1,-0.5"),
        ("0,1", "1,1.5"),
    ]
    puzzle = lo_exact.graph_puzzle(edges, dict.fromkeys(names, 0))
    (discs,) = marks(picture(puzzle), Dots)
    at = dict(zip(puzzle.layout.names, discs.centres.tolist(), strict=True))
    assert at["1,0.5"][0] == (at["0,0"][0] + at["0,1"][0]) / 2
    assert at["1,-0.5"][0] < at["0,0"][0]


def test_a_graph_too_large_to_see_is_refused_with_a_sentence():
    puzzle = lo_exact.matrix_puzzle(from_dense(np.eye(900, dtype=int), 2), [0] * 900)
    with pytest.raises(UsageError, match="at most 400 lights"):
        picture(puzzle)


def test_large_boards_are_written_within_two_seconds_of_work():
    board = lo_exact.grid_puzzle(np.indices((300, 300)).sum(axis=0) % 2)
    started = time.process_time()
    text = to_svg(picture(board, lights=board.state, presses=board.state))
    pixels = np.random.Generator(np.random.PCG64(1)).integers(0, 2, (1000, 1000), dtype=np.uint8)
    drawn = to_svg(Scene(1000, 1000, (Bitmap(pixels, 0, 0, 1),)))
    assert time.process_time() - started < 4
    assert text.count("z") == 90_000 + 45_000
    lit = sum(int(run) for run in re.findall(r"h(\d+)", drawn.split("<path")[1]))
    assert lit == pixels.sum()


def test_columns_are_lettered_as_in_a_spreadsheet():
    assert [letters(k) for k in (0, 25, 26, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip
