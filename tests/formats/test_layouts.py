"""Texts that read several ways are refused with every reading; none is read as what nobody means.

Expected answers are those of plain enumeration on the board that is meant, written out here.
"""

import random
import time
from itertools import product

import pytest

from lo_exact.errors import InputError, UsageError
from lo_exact.formats import ReadOptions
from tests.cli_runner import run
from tests.formats.reading import puzzle, readings_of, refusal

FIVE = "10101\n01010\n11111\n01010\n10101"
SIGNS = ("01", ".#", "-#", ".*", "_X", "□■", ".O")


def board(rows):
    """Return the sha256 of rows of 0 and 1."""
    return puzzle(rows).sha256


def in_signs(text, signs):
    return text.translate(str.maketrans("01", signs))


@pytest.mark.parametrize("signs", SIGNS)
@pytest.mark.parametrize("rows", [FIVE, "101\n010", "10\n01\n11", "1010\n0101\n1111"])
def test_rows_parted_by_blanks_in_one_line_are_refused_with_all_readings(rows, signs):
    text = in_signs(rows.replace("\n", " "), signs)
    said = refusal(text)
    assert all(f"--as {form}" in said for form in ("lines", "grouped", "compact"))
    assert puzzle(text, form="lines").sha256 == board(rows)
    height, width = rows.count("\n") + 1, len(rows.split()[0])
    assert puzzle(text, size=f"{height}x{width}").sha256 == board(rows)
    assert puzzle(text, size=f"1x{height * width}").layout.shape == (1, height * width)
    assert puzzle(text, size=f"1x{len(text)}").layout.shape == (1, len(text))


@pytest.mark.parametrize("mark", [",", "|", "/", ", ", " | ", " / ", "\\n", "\\\\", ",\t"])
def test_rows_parted_by_marks_are_rows(mark):
    for signs in ("01", ".#"):
        text = in_signs(FIVE, signs).replace("\n", mark)
        assert puzzle(text).sha256 == board(FIVE)
    spaced = " ".join(FIVE).replace(" \n ", "\n").replace("\n", mark)
    if mark.strip() != ",":
        assert puzzle(spaced).sha256 == board(FIVE)


@pytest.mark.parametrize(
    "end", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c", "\x1e", "\r", "\r\n"]
)
def test_whatever_ends_a_line_in_unicode_ends_a_row(end):
    assert puzzle(FIVE.replace("\n", end)).sha256 == board(FIVE)


@pytest.mark.parametrize(("bits", "size"), [
    (FIVE.replace("\n", ""), "5x5"), ("101010101", "3x3"), ("1010", "2x2"), ("101010", "2x3"),
    ("1 0 1 0 1 0 1 0 1", "3x3"), ("#.#.#.#.#", "3x3"), ("1 0 1 0", "2x2"),
])  # fmt: skip
def test_places_in_one_line_are_rows_of_the_size(bits, size):
    glyphs = bits.replace(" ", "").replace("#", "1").replace(".", "0")
    width = int(size.split("x")[1])
    rows = "\n".join(glyphs[low : low + width] for low in range(0, len(glyphs), width))
    assert puzzle(bits, size=size).sha256 == board(rows)


@pytest.mark.parametrize("text", [
    "1 0 1\n1   1", "1   1\n1 0 1", "# . #\n#   #", "1 0 1\n0   0\n1 1 1", "1 0   1", "1 1   1 1",
    "1 0   1\n0 1   0", "1   0 1\n0 1   1", "  1 0 1\n  1   1", "1 0 1 1\n1   1 0",
    "1 0 0 1\n1     1",
])  # fmt: skip
def test_a_glyph_left_out_is_no_second_kind_of_hole(text):
    assert "--as spaced" in refusal(text)


@pytest.mark.parametrize("text", [
    "10 01\n01 10", "101 010\n010 101", "#. .#\n.# #.", "11 11 11\n10 01 10", "1 11\n0 01",
    "10 1\n01 0", "111 1\n000 1", "## ##\n## ##\n.. ..", "10  01\n01  10", "1100 11\n0011 00",
])  # fmt: skip
def test_a_column_of_blanks_is_not_taken_for_holes(text):
    said = refusal(text)
    assert "--as compact" in said
    assert "--as grouped" in said


@pytest.mark.parametrize("text", [
    "[[0, 0], [1, 1]]", "{ {0,0}, {0,1}, {1,0} }", "0 0\n1 1", "0 1\n1 0", "1 0\n0 1\n1 1",
    "[[0,1],[1,0]]", "[(0, 0), (1, 1)]", "{{0,1},{1,1}}", "lit = [[0,0],[1,1]]", "((0,1),(1,0))",
])  # fmt: skip
def test_two_columns_may_be_places(text):
    assert "places" in refusal(text)
    if "=" not in text:
        with_size = puzzle(text, size="5x5")
        numbers = [int(ch) for ch in text if ch.isdigit()]
        lit = {5 * r + c for r, c in zip(numbers[::2], numbers[1::2], strict=True)}
        assert {k for k, on in enumerate(with_size.state.tolist()) if on} == lit


def test_places_may_be_numbered_from_0_or_from_1():
    assert "places0" in refusal("[[1, 1], [2, 3]]", size="5x5")
    one = puzzle("[[1, 1], [2, 3]]", size="5x5", form="places1")
    assert one.state.nonzero()[0].tolist() == [0, 7]
    assert puzzle("[[5, 5], [1, 1]]", size="5x5").state.nonzero()[0].tolist() == [0, 24]


def test_a_place_of_thousands_of_digits_is_refused():
    assert refusal("[[0, " + "9" * 5000 + "], [1, 1]]", size="2x2", form="places0")


def test_rows_that_are_alike_are_no_places_and_a_board_by_name_is_one():
    assert puzzle("[[1, 0], [1, 0]]").layout.shape == (2, 2)
    assert puzzle("board = [[1, 0], [0, 1]]").layout.shape == (2, 2)
    assert puzzle("[[1, 0, 1], [0, 1, 1]]").layout.shape == (2, 3)


@pytest.mark.parametrize(("text", "rows"), [
    ("int a[2][3] = {{0,1},{1,0}};", "010\n100"),
    ("int a[3][3] = {{0,1,1},{1}};", "011\n100\n000"),
    ("int a[3][3] = {0,1,1,1};", "011\n100\n000"),
    ("static const bool b[2][2] = {{true},{false,true}};", "10\n01"),
    ("int a[][3] = {{0,1},{1,0,1}};", "010\n101"),
    ("char m[2][2] = {{1,0},{0,1}};", "10\n01"),
    ("unsigned char g[1][4] = {{1}};", "1000"),
    ("int a[2][3]={{1,1,1},{1,0,1}};", "111\n101"),
])  # fmt: skip
def test_what_a_c_array_leaves_out_is_0(text, rows):
    assert puzzle(text).sha256 == board(rows)


def test_a_c_array_with_more_than_was_declared_is_refused():
    assert "declared" in refusal("int a[2][2] = {{0,1,1},{1,0,1}};")
    assert refusal("#define N 3\nint a[N][N] = {{1,1,1},{0,1,0}};")


@pytest.mark.parametrize("name", [
    "edges", "pairs", "positions", "coords", "walls", "graph", "points", "indices", "links",
    "arcs", "obstacles", "offsets", "expected_output", "initialPath", "weights", "distances",
])  # fmt: skip
@pytest.mark.parametrize("value", ["[[0,1],[1,0]]", "[[0,1,1],[1,0,1]]", "[[1,1],[1,1]]"])
def test_a_name_that_says_something_else_is_no_board(name, value):
    assert refusal(f"{name} = {value}")


def test_no_uniform_contradicts_any_target():
    assert "contradicts" in refusal("uniform: no\ntarget: any\n#.\n.#\n")
    assert puzzle("uniform: yes\ntarget: any\n#.\n.#\n").uniform


@pytest.mark.parametrize("text", ["1\n1", "1\n0", "1\n0\n1\n1", "1\n1\n1"])
def test_a_column_below_a_1_may_be_a_board_below_its_size(text):
    said = refusal(text)
    assert "--as judge" in said
    assert "--as board" in said


@pytest.mark.parametrize(
    "text", ["1\t0\t\t1", "1\t\t0\n1\t0\t", "\t1\t0\n1\t0\t", "1\t\t1\n0\t\t1"]
)
def test_an_empty_cell_is_refused(text):
    assert refusal(text)


def test_the_readings_are_drawn_with_their_answers_and_options():
    ran = run("min", "-", text="10101 01010 11111 01010 10101\n")
    assert ran.code == 3
    assert "5 rows of 5, side by side: 10 presses   --as lines" in ran.err
    assert "1 x 29 places, blanks are holes: 14 presses   --as compact" in ran.err
    assert "     #.#.#\n     .#.#.\n" in ran.err


def test_the_readings_of_a_text_are_listed():
    ran = run("show", "--readings", "-", text="10 01\n01 10\n")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "1. 4 rows of 2, side by side: 2 presses   --as lines"
    ran = run("show", "--readings", "-", text="#.\n.#\n")
    assert ran.out == "1. one reading, 1 puzzle: 2 presses\n     #.\n     .#\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [("101/010/111", "3 rows of 3"), ("10010|01100", "2 rows of 5")],  # perhaps a check matrix
)
def test_another_reading_than_the_obvious_one_is_said(text, rows):
    ran = run("min", text)
    assert ran.code == 0
    assert f"read as {rows}, side by side" in ran.err


GLYPHS = (("0", "1"), (".", "#"), ("-", "*"), ("_", "X"), ("□", "■"))


@pytest.mark.parametrize("text", ["| 0 | 1 |", "0/1/0", "1|0", "0,1,0", "|1|", "/", "1,0|1"])
def test_single_places_between_marks_may_be_a_row_or_a_column(text):
    assert refusal(text)


def separately(rows, glue, between, size, header):
    """Return the shapes that a text may have: rows of glyphs, glue in a row, a mark between rows.

    A reader written apart, from the table in docs/formats.md alone.
    """
    height, width = len(rows), len(rows[0])
    shapes = set()
    if between in ("\n", "\f", "\u2028"):
        shapes.add((height, width))
        if width == 2 and glue == " " and height > 1 and len({*rows}) == height:
            digits = all(set(row) <= {"0", "1"} for row in rows)
            if digits and ":" not in header:
                shapes.add("places")
        if width == 1 and height > 1 and rows[0] == "1" and (between, header) == ("\n", ""):
            ones = height % 2 == 0 and all(row == "1" for row in rows[::2])
            counted = height % 2 == 1 and height == 3 and rows[1] == "1"
            if ones or counted:
                shapes.add("judge")
    elif between == " ":
        if glue == " ":
            shapes.add((1, height * width))
            if size is not None:
                shapes.add(size)
        elif height == 1:
            shapes.add((1, width))
        elif width > 1:
            shapes |= {(height, width), (1, height * width), (1, height * width + height - 1)}
        else:
            shapes.add((1, height))
            if size is not None:
                shapes.add(size)
    elif width > 1 or height == 1:
        shapes.add((height, width))
    if height == 1 and size is not None:
        shapes.add(size)
    return shapes


@pytest.mark.large
def test_2000_mixed_texts_are_never_read_as_another_board():
    """Either the one shape a text may have is read, or the text is refused."""
    rng = random.Random(20)
    read = refused = 0
    for _ in range(2000):
        off, on = rng.choice(GLYPHS)
        height, width = rng.randint(1, 5), rng.randint(1, 5)
        rows = ["".join(rng.choice((off, on)) for _ in range(width)) for _ in range(height)]
        glue = rng.choice(["", "", " "])
        between = rng.choice(["\n", "\n", " ", "/", "|", "\f", "\u2028"])
        if between == "/" and "_" in rows[0] and height == 1:
            continue
        size = rng.choice([None, None, None, (height, width), (1, height * width)])
        header = rng.choice(["", "", "; a board\n", "topology: torus\n\n"])
        text = header + between.join(glue.join(row) for row in rows)
        shapes = separately(rows, glue, between, size, header)
        wanted = {shape for shape in shapes if size is None or shape in (size, "places", "judge")}
        options = ReadOptions(size=f"{size[0]}x{size[1]}" if size else None)
        try:
            found = readings_of(text, options)
            boards = [one for reading in found for one in (reading.puzzles or ())] or [
                puzzle(text, size=options.size)
            ]
        except (InputError, UsageError):
            refused += 1
            continue
        if len(found) > 1 or found[0].wants:
            refused += 1
            continue
        (only,) = boards
        assert len(wanted) == 1, (text, size, wanted)
        assert only.layout.shape in wanted, (text, size, wanted, only.layout.shape)
        lit = [int(ch == on) for row in rows for ch in row]
        assert only.state.tolist() == lit, text
        read += 1
    assert read > 900
    assert refused > 200


def test_every_small_board_in_two_columns_is_read_or_refused():
    for cells in product("01", repeat=4):
        text = f"{cells[0]} {cells[1]}\n{cells[2]} {cells[3]}"
        if cells[:2] == cells[2:]:
            assert puzzle(text).layout.shape == (2, 2)
        else:
            assert "places" in refusal(text)


def test_a_text_of_one_column_takes_no_more_time_a_row_than_one_of_two():
    def seconds(row):
        began = time.process_time()
        readings_of(f"{row}\n" * 2500, ReadOptions())
        return time.process_time() - began

    assert min(seconds("1") for _ in range(3)) < 4 * min(seconds("1 1") for _ in range(3))


@pytest.mark.parametrize("count", [7, 8, 9, 20])
def test_many_boards_of_one_light_are_no_board_of_one_column(count):
    found = readings_of("1\n1\n" * count, ReadOptions())
    assert [(one.form, len(one.puzzles) + one.more) for one in found] == [
        ("board", 1), ("judge", count)
    ]  # fmt: skip


@pytest.mark.parametrize("rows", ["01010/10101/00100", ".#.|###|.#.", "11/11"])
def test_rows_in_the_place_of_a_file_are_a_board(rows):
    piped = run("show", "-", text=rows)
    assert piped.code == 0
    assert run("show", rows).out == piped.out


@pytest.mark.parametrize("name", ["10/11/1", "2024/10", "10/1a", "1/2", "../no-such-board"])
def test_what_may_be_a_path_is_one(name):
    ran = run("show", name)
    assert ran.code == 3
    assert "cannot be read" in ran.err


def test_a_file_that_is_called_like_rows_is_read(tmp_path, monkeypatch):
    (tmp_path / "10").mkdir()
    (tmp_path / "10" / "11").write_text("111\n111\n111\n")
    monkeypatch.chdir(tmp_path)
    assert run("show", "10/11").out.startswith("3 x 3 grid")


def test_letters_of_places_are_not_passed_over():
    for name in ("places0", "places1"):
        ran = run("min", "-", "--as", name, "--size", "5x5", text="A1 C3\nB2 D4\n")
        assert (ran.code, ran.out) == (3, "")


def test_a_size_cuts_the_places_of_one_line_into_rows():
    text = "size: 3x2\n\n10\n01\n11\n"
    for line in ("100111", "1 0 0 1 1 1", "0x39"):
        assert puzzle(f"size: 3x2\n\n{line}\n").sha256 == puzzle(text).sha256
    assert "the size is 3x2, the board has 1x5 places" in refusal("size: 3x2\n\n10011\n")


def test_pairs_that_are_alike_are_no_places_in_any_number():
    assert puzzle("0 1\n1 0\n" * 15_000).layout.shape == (30_000, 2)


@pytest.mark.parametrize("text", ["0 1\n1 0\n", "0 1; 1 0\n", "[[0, 1], [1, 0]]\n"])
def test_pairs_that_are_the_same_puzzle_as_places_are_read(text):
    assert puzzle(text, size="2x2").state.tolist() == [0, 1, 1, 0]


def test_pairs_in_one_line_are_chosen_by_the_options_that_the_message_names():
    text = "1 0; 1 1\n"
    assert "--as literal" in refusal(text, size="2x2")
    assert puzzle(text, form="literal").state.tolist() == [1, 0, 1, 1]
    assert puzzle(text, form="places0", size="2x2").state.tolist() == [0, 0, 1, 1]
