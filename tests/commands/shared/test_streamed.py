"""`solve BOARD.pbm --pbm OUT` of boards that stay on disk: words, JSON, exit codes, files."""

import json
import os

import numpy as np
import pytest

from lo_exact.topology import packed_board
from tests.cli_runner import run


def write_bitmap(path, bits):
    path.write_bytes(b"P4\n%d %d\n" % bits.shape[::-1] + np.packbits(bits, axis=1).tobytes())
    return str(path)


@pytest.fixture(autouse=True)
def streaming(monkeypatch):
    monkeypatch.setattr(packed_board, "STREAM_PLACES", 1)


@pytest.fixture
def board(tmp_path):
    """All lights of 6 x 6 are on: one solution, of 28 presses (OEIS A075464)."""
    return write_bitmap(tmp_path / "board.pbm", np.ones((6, 6), dtype=np.uint8))


def left(tmp_path):
    return sorted(path.name for path in tmp_path.iterdir())


def test_the_answer_in_words_and_json(board, tmp_path):
    out = str(tmp_path / "out.pbm")
    done = run("solve", board, "--pbm", out, "-v")
    assert (done.code, done.out) == (0, "optimal: 28 presses, the only solution\n")
    assert "the board stayed on disk" in done.err
    found = json.loads(run("solve", board, "--pbm", out, "--json").out)
    assert list(found) == [
        "status", "weight", "lower_bound", "solutions_total", "colours", "lights", "buttons",
        "engine", "seconds", "canonical",
    ]  # fmt: skip
    assert (found["status"], found["weight"], found["lower_bound"]) == ("optimal", 28, 28)
    assert (found["solutions_total"], found["lights"], found["canonical"]) == (1, 36, True)
    bits = np.frombuffer((tmp_path / "out.pbm").read_bytes()[-6:], dtype=np.uint8)
    assert int(np.unpackbits(bits).sum()) == 28
    assert left(tmp_path) == ["board.pbm", "out.pbm"]


def test_several_solutions_and_none(tmp_path):
    many = write_bitmap(tmp_path / "many.pbm", np.ones((5, 5), dtype=np.uint8))
    out = str(tmp_path / "out.pbm")
    done = run("solve", many, "--pbm", out)
    assert (done.code, done.out[:9]) == (0, "feasible:")
    found = json.loads(run("solve", many, "--pbm", out, "--json").out)
    assert (found["solutions_total"], found["lower_bound"], found["canonical"]) == (4, 0, False)
    (tmp_path / "out.pbm").unlink()
    one = np.zeros((5, 5), dtype=np.uint8)
    one[0, 0] = 1
    none = write_bitmap(tmp_path / "none.pbm", one)
    done = run("solve", none, "--pbm", out)
    assert done.code == 0
    assert done.out.startswith("infeasible: no presses solve this, and that is proved\n\nEvery")
    assert run("solve", none, "--pbm", out, "--expect-solvable").code == 1
    assert "weight" not in json.loads(run("solve", none, "--pbm", out, "--json").out)
    assert left(tmp_path) == ["many.pbm", "none.pbm"]


def test_what_wants_each_light_is_answered_from_memory(board, tmp_path):
    out = str(tmp_path / "out.pbm")
    done = run("solve", board, "--pbm", out, "--steps")
    assert done.code == 0
    assert "28" in done.out.splitlines()[-1]
    assert run("solve", board, "--pbm", out, "--boards").code == 2
    long = write_bitmap(tmp_path / "long.pbm", np.ones((2, 11), dtype=np.uint8))
    assert run("solve", long, "--pbm", out).code == 0


BAD = [
    (b"P4\n6 6\n12345", "ends in row 6"),
    (b"P4\n6 6\n1234567", "there is more after the 6 rows"),
    (b"P4\n6 0\n", "the height of a bitmap is 1"),
    (b"P4\n6\n", "no height"),
    (b"P4\n6 6x", "no height"),
    (b"P4\n2147483647 2147483647\n", "a board has at most"),
]


@pytest.mark.parametrize(("data", "said"), BAD)
def test_bad_bitmaps_are_one_line_and_write_nothing(data, said, tmp_path):
    path = tmp_path / "bad.pbm"
    path.write_bytes(data)
    done = run("solve", str(path), "--pbm", str(tmp_path / "out.pbm"))
    assert (done.code, done.out) == (3, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert left(tmp_path) == ["bad.pbm"]


def test_the_board_is_not_replaced(board, tmp_path):
    before = (tmp_path / "board.pbm").read_bytes()
    done = run("solve", board, "--pbm", board)
    assert (done.code, "would replace the board" in done.err) == (2, True)
    assert (tmp_path / "board.pbm").read_bytes() == before


def test_a_pipe_is_held_in_memory_where_there_is_room(board, tmp_path, monkeypatch):
    data = (tmp_path / "board.pbm").read_bytes()
    out = str(tmp_path / "out.pbm")
    assert run("solve", "-", "--pbm", out, text=data).code == 0
    monkeypatch.setattr(packed_board, "MAX_PACKED_PLACES", 2**60)
    head = b"P4\n4000000 4000000\n"

    class Pipe:
        def __init__(self):
            self.left = head

        def read(self, count=-1):
            data, self.left = self.left[:count], self.left[count:]
            return data

        def seekable(self):
            return False

    from lo_exact.errors import LoExactError
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.pbm import read_pbm

    with pytest.raises(LoExactError, match="cannot be read twice: save it as a file"):
        read_pbm(Pipe(), options=ReadOptions(on_disk=1))


def test_a_full_disk_is_named(board, tmp_path, monkeypatch):
    def full(*words):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("lo_exact.solver.streams.write_numbered_rows", full)
    done = run("solve", board, "--pbm", str(tmp_path / "out.pbm"))
    assert done.code == 3
    assert done.err == (
        f"lo-exact: --pbm {tmp_path}/out.pbm: cannot be written: {os.strerror(28).lower()}\n"
    )
    assert left(tmp_path) == ["board.pbm"]


def test_an_interrupt_leaves_nothing(board, tmp_path, monkeypatch):
    def interrupted(*words):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_exact.solver.streams.write_numbered_rows", interrupted)
    assert run("solve", board, "--pbm", str(tmp_path / "out.pbm")).code == 130
    assert left(tmp_path) == ["board.pbm"]


def test_the_answer_in_japanese(board, tmp_path):
    done = run("--lang", "ja", "solve", board, "--pbm", str(tmp_path / "out.pbm"))
    assert done.out.startswith("最少（optimal）：28")
