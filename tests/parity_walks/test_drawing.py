"""Walks drawn with characters; the random levels of the tests."""

import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from lo_exact.cli import app
from lo_exact.parity_walks.drawing import draw_walk
from lo_exact.parity_walks.level_text import level_rows, read_levels
from tests.cli_runner import run_program
from tests.marks import with_large
from tests.parity_walks.random_levels import STYLES, Recipe, random_level

ROOT = Path(__file__).resolve().parents[2]
HALF_PLAYED = str(ROOT / "data/levels/half-played.txt")
LEVELS = {
    level.name: level
    for file in sorted((ROOT / "data/levels").glob("*.txt"))
    for level in read_levels(file.read_text())
}


def test_every_kind_of_edge_and_cell_is_drawn():
    level = read_levels("S.*#\n....\n##.#")[0]
    assert draw_walk(level, "RDRDURL") == "S─┐ * #\n  │\n. └─E═╴\n    ║\n### ╵ #"
    more = draw_walk(level, "RDR" + "DU" * 3 + "RL" * 6)
    assert more == "S─┐ * #\n  │\n. └─E+╴\n    6\n### ╵ #"


def test_the_walk_of_level_302_is_drawn_like_this():
    level = LEVELS["level-302"]
    walk = "LLRRRRLRUDLLLLULRDULUDUUDLLLUURRRURURURRDRDRDRRRDDLLLDUUD"
    assert (
        draw_walk(level, walk)
        == """\
#############################
###########       ###########
########### ┌───┐ ###########
#########   │   │   #########
######### ┌─┘ # └─┐ #########
#######   │   #   │   #######
####### ┌─┘ ##### └─┐ #######
#       │   #####   │       #
# ┌─────┘ ######### └─────┐ #
# │       #########       │ #
# │ ### ╷ ######### ╷ ### │ #
# │     ║ ######### ║     │ #
# └─────┤ ######### E─────┘ #
#       3   #####   ║       #
####### └3┐ ##### ╷ ╵ #######
#######   3       ║   #######
######### └3─3S═─4┘ #########
#########           #########
#############################"""
    )


def test_start_and_end_on_one_cell_and_cells_left_alone():
    level = read_levels("*S.\n*..")[0]
    assert draw_walk(level, "") == "* @ .\n\n* . ."
    square = read_levels("S**\n***")[0]
    assert draw_walk(square, "RDLU") == "@─┐ *\n│ │\n└─┘ *"
    assert draw_walk(square, "RDLU", only_ascii=True) == "@-+ *\n| |\n+-+ *"
    assert draw_walk(square, "RL", only_ascii=True) == "@=. *\n\n* * *"
    assert draw_walk(square, "R", colour=True).startswith("\x1b[1;7mS\x1b[0m─\x1b[1;7mE\x1b[0m")


@pytest.mark.parametrize("style", STYLES)
def test_random_levels_are_what_the_recipe_says(style):
    loops, filled = STYLES[style]
    for cells in (1, 2, 30, 70, 104):
        recipe = Recipe(8, 13, cells, loops, filled, painted=0.3)
        level = random_level(recipe, Random(cells))
        assert len(level.cells) == len(level.reachable) == cells
        assert (level.rows, level.columns) == (8, 13)
        assert level == random_level(recipe, Random(cells))
        assert level.painted[level.start]


def test_corridors_have_no_squares_and_rooms_have():
    def squares(style):
        level = random_level(Recipe(20, 20, 120, *STYLES[style]), Random(3))
        free = set(level.cells)
        corners = [{(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} for r, c in free]
        return sum(corner <= free for corner in corners)

    assert squares("corridor") == squares("braided") == 0
    assert squares("open") > 20


def test_rows_of_a_made_level_are_full():
    level = random_level(Recipe(4, 9, 1), Random(2))
    assert [len(row) for row in level_rows(level)] == [9] * 4
    assert re.fullmatch(r"[#S]+", "".join(level_rows(level)))


def test_a_walk_is_drawn_with_lines_where_the_encoding_has_them():
    drawn = {
        encoding: CliRunner(charset=encoding).invoke(app, ["walk", HALF_PLAYED]).output
        for encoding in ("utf-8", "ascii", "cp932")
    }
    assert "┌4─═" in drawn["utf-8"]
    assert "+4-=" in drawn["ascii"]
    assert drawn["cp932"] == drawn["ascii"]


@pytest.mark.parametrize("encoding", with_large(["ascii", "cp932"], {"ascii"}))
def test_a_program_without_a_locale_prints_no_escapes(encoding):
    done = run_program("walk", HALF_PLAYED, "-q", PYTHONIOENCODING=encoding, LANG="C", LC_ALL="C")
    assert (done.code, done.err) == (0, "")
    assert "+4-=" in done.out
    assert "\\u" not in done.out
