"""What a notebook and a terminal show of values: short, drawn, and nothing that breaks a page."""

from xml.etree import ElementTree

import numpy as np
import pytest

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.pictures.subject import html_table
from lo_exact.puzzle import Layout


def all_on(*shape: int, colours: int = 2):
    return lo_exact.grid_puzzle(np.full(shape, colours - 1), colours=colours)


def test_representations_are_one_short_line():
    puzzle = all_on(300, 300)
    values = [
        puzzle,
        puzzle.activation,
        lo_exact.minimum(all_on(2, 2)),
        lo_exact.kernel(all_on(5, 5)),
    ]
    for value in values:
        assert len(repr(value).splitlines()) == 1
        assert len(repr(value)) < 120
    assert repr(puzzle) == "Puzzle(300 x 300 grid, 90000 lights, 90000 buttons, 2 colours)"


def test_strings_are_drawn():
    assert str(all_on(2, 3)) == "###\n###"
    assert str(all_on(1, 3, colours=12)) == "11 11 11"
    assert str(lo_exact.minimum(all_on(2, 2))) == "optimal: weight 4\n\n##\n##"
    assert str(all_on(2, 2).activation) == "1110\n1101\n1011\n0111"
    assert str(lo_exact.kernel(all_on(2, 2))) == "(no quiet patterns)"
    graph = lo_exact.graph_puzzle([("a", "b\x1b")], {"a": 1, "b\x1b": 1})
    assert str(graph) == "a, b\\x1b"
    refused = lo_exact.prove(lo_exact.grid_puzzle([[1, 0, 0, 0], *[[0] * 4] * 3]))
    assert str(refused).startswith("infeasible\n\n")


@pytest.mark.parametrize("colours", [2, 3, 12])
def test_boards_and_answers_are_drawn_as_svg(colours):
    puzzle = all_on(4, 4, colours=colours)
    for value in (puzzle, lo_exact.solve(puzzle), lo_exact.prove(puzzle)):
        assert ElementTree.fromstring(value._repr_svg_()).tag.endswith("svg")


def test_what_is_too_large_for_a_page_is_not_drawn():
    assert all_on(400, 400)._repr_svg_() is None
    assert all_on(10, 10).activation._repr_latex_() is None
    wide = lo_exact.matrix_puzzle(from_dense(np.eye(900, dtype=int), 2), [0] * 900)
    assert wide._repr_svg_() is None


def test_matrices_are_typeset():
    assert all_on(1, 2).activation._repr_latex_() == (
        "$\\displaystyle \\begin{pmatrix}\n1 & 1 \\\\\n1 & 1\n\\end{pmatrix}$"
    )
    assert lo_exact.kernel(all_on(2, 2))._repr_latex_() is None


def test_tables_are_escaped_html():
    said = html_table(["<a>"], [["&"]])
    assert said == (
        "<table><thead><tr><th>&lt;a&gt;</th></tr></thead>"
        "<tbody><tr><td>&amp;</td></tr></tbody></table>"
    )


def test_names_of_a_puzzle_without_a_grid_never_reach_the_page_unescaped():
    layout = Layout(names=("<script>",))
    puzzle = lo_exact.matrix_puzzle(from_dense([[1]], 2), [1], layout=layout)
    assert "<script" not in puzzle._repr_svg_()
