"""Bitmaps: P1 and P4, in and out."""

import io
import tracemalloc

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra.packed import BitRows
from lo_exact.errors import InputError
from lo_exact.formats import ReadOptions, parse_puzzle, read_puzzle
from lo_exact.formats.pictures import read_bitmap, write_pbm
from lo_exact.puzzle import PackedPuzzle
from lo_exact.topology import grid_puzzle
from tests.cli_runner import run


def read_pbm(data):
    """Read a bitmap from its bytes: P1 as text, anything else as bits."""
    if data.startswith(b"P1"):
        return parse_puzzle(data.decode(), format="pbm")
    return read_bitmap(io.BytesIO(data), ReadOptions())[0].read()


def raw(state):
    file = io.BytesIO()
    write_pbm(BitRows.of(np.asarray(state)), file)
    return file.getvalue()


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (3, 8), (5, 17), (520, 515)])
def test_bits_go_through_a_p4_bitmap(shape):
    state = np.random.default_rng(1).integers(0, 2, shape)
    puzzle = read_pbm(raw(state))
    assert puzzle.layout.shape == shape
    assert np.array_equal(puzzle.state, state.ravel())
    assert isinstance(puzzle, PackedPuzzle) == (shape == (520, 515))


@pytest.mark.parametrize("shape", [(1, 1), (5, 17), (520, 515)])
def test_boards_go_through_a_p1_bitmap(shape):
    state = np.random.default_rng(1).integers(0, 2, shape)
    rows = "\n".join("".join(map(str, row)) for row in state.tolist())
    text = f"P1\n{shape[1]} {shape[0]}\n{rows}\n"
    assert parse_puzzle(text).sha256 == grid_puzzle(state).sha256


def test_the_example_of_the_format():
    """The letter J of the netpbm manual, with its comment; rows may run on."""
    text = "P1\n# an example\n6 10\n" + "\n".join(
        ["0 0 0 0 1 0"] * 6 + ["1 0 0 0 1 0", "0 1 1 1 0 0", "000000", "0 0 0 # again\n 0 0 0"]
    )
    puzzle = parse_puzzle(text)
    assert puzzle.layout.shape == (10, 6)
    assert puzzle.state.reshape(10, 6)[6].tolist() == [1, 0, 0, 0, 1, 0]
    assert int(puzzle.state.sum()) == 6 + 2 + 3


def test_bits_beyond_the_width_mean_nothing():
    assert read_pbm(b"P4 3 2\n\xbf\x1f").state.tolist() == [1, 0, 1, 0, 0, 0]


def test_rule_surface_and_target_come_from_options(tmp_path):
    path = tmp_path / "board.pbm"
    path.write_bytes(raw(np.eye(5, dtype=int)))
    options = ReadOptions(topology="torus", neighbourhood="king", target="1", size="5x5")
    puzzle = read_puzzle(path, options=options)
    expected = grid_puzzle(np.eye(5, dtype=int), topology="torus", neighbourhood="king", target=1)
    assert puzzle.sha256 == expected.sha256
    for wrong in (ReadOptions(colours=3), ReadOptions(size="5x6")):
        with pytest.raises(InputError, match="bitmap"):
            read_puzzle(path, options=wrong)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"P4", "P1 or P4, its width"),
        (b"P4\n5", "its width and its height"),
        (b"P4\n0 5\n", "width and height of a bitmap"),
        (b"P4\n99999999999999999999 5\n", "width and height of a bitmap"),
        (b"P4\n-1 5\n", "P1 or P4, its width"),
        (b"P4\n8 2", "one blank"),
        (b"P4\n8 2\n\x00", "ends in row 2"),
        (b"P4\n8 2\n\x00\x00\x00", "more after"),
        (b"P4\n2000000000 2000000000\n", "GiB|at most"),
        (b"P1\n2 2\n0 1 0", "4 digits, this one 3"),
        (b"P1\n2 2\n0 1 0 1 1", "4 digits, this one 5"),
        (b"P1\n2 2\n0 1\n0 2\n", "got '2'"),
        (b"P1\n2 2\n0 1\n0 \x1b\n", "got"),
        (b"P5\n2 2\n", "P1 or P4"),
    ],
)
def test_what_is_no_bitmap_is_refused_in_one_line(data, problem):
    with pytest.raises(InputError, match=problem) as refused:
        read_pbm(data)
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


def test_presses_are_written_as_a_bitmap(tmp_path):
    board, presses = tmp_path / "board.pbm", tmp_path / "presses.pbm"
    state = np.random.default_rng(2).integers(0, 2, (520, 515))
    board.write_bytes(raw(state))
    done = run("solve", str(board), "--pbm", str(presses))
    assert (done.code, done.out.count("\n")) == (0, 1)
    found = read_pbm(presses.read_bytes())
    expected = solver.solve(read_puzzle(board))
    assert np.array_equal(found.state, expected.presses)
    small = run("min", "data/boards/all-on-5x5.txt", "--pbm", str(presses))
    assert small.code == 0
    assert int(read_pbm(presses.read_bytes()).state.sum()) == 15


def test_presses_of_more_colours_are_no_bitmap(tmp_path):
    done = run("solve", "-", "--pbm", str(tmp_path / "x"), text="colours: 3\n\n00\n00\n")
    assert done.code == 2
    assert "two colours" in done.err


def test_comments_of_a_p1_file_are_read_and_the_name_of_its_program_is_not(tmp_path):
    path = tmp_path / "board.pbm"
    path.write_text("P1\n# CREATOR: GIMP PNM Filter Version 1.1\n2 2\n1 0 0 1\n")
    assert read_puzzle(path).lights == 4
    path.write_text("P1\n# feep.pbm\n2 2\n1 0 0 1\n")
    assert read_puzzle(path).lights == 4
    for remark in ("on a torus", "torus.pbm"):
        path.write_text(f"P1\n# {remark}\n2 2\n1 0 0 1\n")
        with pytest.raises(InputError, match="a comment says 'torus"):
            read_puzzle(path)


def test_a_blank_stands_behind_the_magic_number():
    assert parse_puzzle("P1 # a comment\n1 1\n1\n").lights == 1
    with pytest.raises(InputError, match="begins with P1 or P4"):
        parse_puzzle("P1# a comment\n1 1\n1\n", format="pbm")
    with pytest.raises(InputError, match="its width and its height"):  # Pillow reads 11, netpbm 1
        parse_puzzle("P1\n1 1# a comment\n1\n1\n", format="pbm")


@pytest.mark.parametrize("start", ["P1\n9 109951162 101", "P4\n2000000000 9 \0"])
def test_a_bitmap_that_ends_at_once_takes_no_memory(start):
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            read_pbm(start.encode())
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()
