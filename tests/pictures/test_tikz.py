"""TikZ: every mark is written, text is escaped, groups are closed; where there is TeX it is run."""

import re
import shutil
import subprocess

import numpy as np
import pytest

import lo_exact
from lo_exact.errors import UsageError
from lo_exact.pictures import marks as shapes
from lo_exact.pictures.inks import DOT, INK, NONE, PAPER, fill_number
from lo_exact.pictures.scene import Scene
from lo_exact.pictures.tikz import MAX_PLACES, to_tikz
from lo_exact.pictures.write import write_pages

EVERY = (
    shapes.Squares(shapes.points([(1, 2)]), 10, DOT),
    shapes.Hexagons(shapes.points([(20, 20)]), 6, DOT),
    shapes.Dots(shapes.points([(5, 6)]), 3),
    shapes.Lines(np.array([[0.0, 0, 4, 5]])),
    shapes.Bars(np.array([[1.0, 2, 3, 4]]), DOT),
    shapes.Words(shapes.points([(7, 8)]), ("50% of $x_1 & {#}",), 12, bold=True),
    shapes.Bitmap(np.array([[0, fill_number(INK)]]), 0, 0, 2),
    shapes.Curve((("M", (0, 0)), ("L", (3, 4)), ("C", (1, 2, 3, 4, 5, 6)))),
    shapes.Changing((1, 1), 5, (PAPER, DOT), (0, 0.5), 1),
    shapes.Moving(shapes.points([(0, 0), (9, 9)]), 2, 1),
)


def test_every_mark_is_written_where_it_stands():
    text = to_tikz([Scene(40, 30, (shapes.Group(2, 3, EVERY, 1.5),))])
    assert r"\path[use as bounding box] (0,0) rectangle (40,30);" in text
    assert r"\begin{scope}[shift={(2,3)},scale=1.5]" in text
    assert "(1,2) rectangle (11,12);" in text
    assert "(5,6) circle[radius=2.25bp];" in text
    assert "(0,0)--(4,5);" in text
    assert "(1,2) rectangle (4,6);" in text
    assert "(0,0)--(3,4) .. controls (1,2) and (3,4) .. (5,6);" in text
    assert r"at (7,8) {50\% of \$x\_1 \& \{\#\}};" in text
    assert "(2,0) rectangle (4,2);" in text  # the set pixel
    assert "(1,1) rectangle (6,6);" in text  # what changes, as it ends
    assert len(re.findall("--cycle", text)) == 1
    assert "{rgb,255:red,0;green,114;blue,178}" in text


@pytest.mark.parametrize("mark", EVERY)
def test_braces_and_environments_are_closed(mark):
    text = to_tikz([Scene(40, 30, (mark,))])
    bare = re.sub(r"\\[{}]", "", text)
    depth = 0
    for sign in re.findall("[{}]", bare):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+)\}", text) == ["tikzpicture"]
    assert re.findall(r"\\end\{(\w+)\}", text) == ["tikzpicture"]
    drawn = [line for line in text.splitlines() if line.startswith(("\\path", "\\node"))]
    assert all(line.endswith(";") for line in drawn)


def test_pages_are_pictures_of_one_file(tmp_path):
    path = tmp_path / "a.tex"
    board = lo_exact.picture(lo_exact.grid_puzzle([[1, 0], [0, 1]]), title="two")
    write_pages([board, board], path)
    text = path.read_text()
    assert text.count(r"\begin{tikzpicture}") == 2
    assert text.count(r"\clearpage") == 1
    assert text.startswith("% needs \\usepackage{tikz}")


def test_a_matrix_too_large_for_tex_is_refused():
    side = int(MAX_PLACES**0.5) + 1
    pixels = shapes.Bitmap(np.zeros((side, side), dtype=np.uint8), 0, 0, 1)
    with pytest.raises(UsageError, match="at most 16384 pixels, this one has 129 x 129"):
        to_tikz([Scene(side, side, (pixels,))])


def test_what_is_not_drawn_gets_no_option():
    text = to_tikz([Scene(4, 4, (shapes.Squares(shapes.points([(0, 0)]), 4, NONE, NONE),))])
    assert r"\path[] (0,0) rectangle (4,4);" in text


@pytest.mark.large
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_tex_makes_pages_of_it(tmp_path):
    body = to_tikz([Scene(40, 30, EVERY), Scene(40, 30, EVERY[:3])])
    text = rf"\documentclass{{article}}\usepackage{{tikz}}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "a.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "(2 pages" in done.stdout
