"""Levels as text: every glyph, every refusal with its place, and round trips."""

from random import Random

import pytest

from lo_exact.errors import InputError, PuzzleError
from lo_exact.parity_walks.level import MAX_PLACES, level_of_places
from lo_exact.parity_walks.level_text import (
    cell_named,
    level_rows,
    read_levels,
)
from lo_exact.parity_walks.solve import fewest_steps
from lo_exact.parity_walks.trails import check_letters, simulate
from tests.parity_walks.enumerated import fewest
from tests.parity_walks.random_levels import write_level
from tests.parity_walks.small_levels import small_level


def only(text, **how):
    (level,) = read_levels(text, **how)
    return level


def test_glyphs_of_both_alphabets_mean_the_same():
    assert only("#S.*\n.#") == only("※Ω□●\n□※") == only("＃Ｓ．＊\n．＃")
    level = only("#S.*\n.#")
    assert level.cells == ((0, 1), (0, 2), (0, 3), (1, 0))
    assert level.start == 0
    assert level.painted == (True, False, True, False)
    assert (level.rows, level.columns) == (2, 4)


def test_short_rows_are_padded_with_walls():
    assert level_rows(only("S\n...\n.")) == ["S##", "...", ".##"]


def test_a_token_may_stand_on_an_empty_cell():
    assert only("s.").painted == only("ω□").painted == (False, False)
    assert level_rows(only("s*")) == ["s*"]


def test_headers_comments_and_blank_lines_part_levels():
    levels = read_levels(
        "; all of it\nname: first \nlimit: 7\nS.\n; inside\n..\n\n\nS\nname:second\n.S\r\n#.\r\n"
    )
    assert [(one.name, one.limit, level_rows(one)) for one in levels] == [
        ("first", 7, ["S.", ".."]),
        ("", None, ["S"]),
        ("second", None, [".S", "#."]),
    ]


def test_levels_that_are_written_are_read_back():
    chance = Random(5)
    levels = []
    for k in range(100):
        level = small_level(chance, 20)
        levels.append(level.renamed(f"level {k}" if k % 2 else "", k if k % 3 else None))
    assert [only(write_level(level)) for level in levels] == levels
    assert read_levels("\n".join(map(write_level, levels))) == levels


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 0, 0, "no level"),
        ("\n\n; only a comment\n", 0, 0, "no level"),
        ("..\n..", 1, 0, "no start"),
        ("S.\n\n\n#.\n..", 4, 0, "no start"),
        ("S.\n.S", 2, 2, "second"),
        ("SΩ", 1, 2, "second"),
        ("sS", 1, 2, "second"),
        ("S.\n.x.", 2, 2, "'x'"),
        ("S.\n ..", 2, 1, "' '"),
        ("S\x1b.", 1, 2, "x1b"),
        ("name: a\nname: b\nS", 2, 1, "twice"),
        ("limit: many\nS", 1, 1, "'many'"),
        ("limit: -3\nS", 1, 1, "'-3'"),
        ("limit: ٣\nS", 1, 1, "limit"),
        ("limit: 99999999999999999999\nS", 1, 1, "limit"),
        ("  colour: 3\nS", 1, 3, "'colour'"),
        ("end: B1\nS", 1, 1, "no free cell"),
        ("end: here\nS", 1, 1, "a cell is named"),
        ("end: A1\nend: A1\nS", 2, 1, "twice"),
        ("S\n\nname: alone", 3, 0, "no rows"),
        ("S" + "." * MAX_PLACES, 1, 0, "at most"),
        ("S" * 1 + "." * 999 + "\n." * 1000, 251, 0, "251 x 1000"),
    ],
)
def test_bad_levels_are_refused_with_their_place(text, line, column, said):
    with pytest.raises(InputError, match=said) as caught:
        read_levels(text, source="levels.txt")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("levels.txt:")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 3


def test_places_that_make_no_level_are_refused():
    with pytest.raises(PuzzleError, match="must be free"):
        level_of_places([(0, 0)], (0, 1))
    with pytest.raises(PuzzleError, match="must be free"):
        level_of_places([(0, 0)], (0, 0), [(5, 5)])
    with pytest.raises(PuzzleError, match="at most"):
        level_of_places([(0, 0)], (0, 0), rows=10**6, columns=10**6)
    with pytest.raises(PuzzleError, match="counted from 0"):
        level_of_places([(-1, 0), (0, 0)], (0, 0))


def test_a_walk_is_walked_step_by_step():
    level = only("S..\n.#.")
    assert simulate(level, "").unpainted == (1, 2, 3, 4)
    assert simulate(level, "RL").unpainted == (0, 2, 3, 4)
    verdict = simulate(level, "RDL")
    assert (verdict.illegal, verdict.end) == (2, 1)
    assert not verdict.solves
    assert simulate(level, "L").illegal == 1
    assert simulate(only("S."), "R").solves
    assert not simulate(only("S."), "RLR").solves


def test_walks_have_four_letters():
    assert check_letters("URDL") == "URDL"
    for walk, at in (("UxD", 2), ("urdl", 1), ("U R", 2), ("UR\n", 3)):
        with pytest.raises(InputError, match=f"at step {at}"):
            check_letters(walk)


def test_an_end_is_named_by_letters_or_numbers_and_written_back():
    rows = "S..\n.#.\n"
    for name, cell in (("C2", 4), ("c2", 4), ("2,3", 4), ("2 , 1", 3), ("start", 0), ("A1", 0)):
        level = only(f"end: {name}\n{rows}")
        assert level.end == cell
        assert only(write_level(level)) == level
    assert only(rows).end == -1
    for name in ("B2", "D1", "0,1", "9,9", "2", "", "A0"):
        with pytest.raises(PuzzleError):
            cell_named(only(rows), name)


def test_a_figure_without_a_start_takes_one_by_name():
    figure = "※※※口※\n※●●●※\n"
    (level,) = read_levels(figure, start="B2")
    assert (level.cells[level.start], level.painted.count(False)) == ((1, 1), 1)
    with pytest.raises(InputError, match="--start CELL"):
        read_levels(figure)
    with pytest.raises(InputError, match="no free cell"):
        read_levels(figure, start="A1")
    with pytest.raises(InputError, match="start of its own"):
        read_levels("S.", start="A1")


WALL = "※" * 12
FIGURES = {
    # from a page about the puzzle: detours from a corridor, no start marked
    "two stubs": [WALL, WALL, "※※※※口※※口※※※※", "※●●●●●●●●●●※", WALL],
    "a long stub": [WALL, "※※※※※口※※※※※※", "※※※※※口※※※※※※", "※●●●●●●●●●●※", WALL],
    "a fork": [WALL, "※※※※口口口※※※※※", "※※※※※口※※※※※※", "※●●●●●●●●●●※", WALL],
}


@pytest.mark.parametrize("rows", FIGURES.values(), ids=FIGURES)
@pytest.mark.parametrize("end", ["start", "J4", "K4"])
def test_printed_figures_are_read_as_they_stand(rows, end):
    (level,) = read_levels("\n".join(rows) + "\n", start="B4")
    level = level.ending(cell_named(level, end))
    assert len(level.cells) == 12 + (rows == FIGURES["a fork"]) * 2
    assert fewest_steps(level).steps == fewest(level)
