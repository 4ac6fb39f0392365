"""Boards that stay on disk are answered like the same boards held in memory."""

import os

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.errors import InputError, LimitReached, SolverError, UsageError
from lo_exact.formats import ReadOptions, read_puzzle
from lo_exact.outcome import Status
from lo_exact.solver import streams
from lo_exact.topology import Grid, find_surface
from lo_exact.topology.grid import written_matrix
from lo_exact.topology.rules import find_stencil

SHAPES = [(1, 1), (2, 3), (5, 5), (4, 16), (9, 9), (16, 16), (17, 5), (14, 33), (34, 30)]
RULES = ["plus", "cross", "x", "king", "knight", "##./.[#]./...", ".../.[#]./.##", "[#]", "#[.]"]
SURFACES = ["plane", "cylinder", "torus"]


def write_bitmap(path, bits):
    path.write_bytes(b"P4\n%d %d\n" % bits.shape[::-1] + np.packbits(bits, axis=1).tobytes())


def read_bitmap(path, shape):
    head = b"P4\n%d %d\n" % shape[::-1]
    data = path.read_bytes()
    assert data.startswith(head)
    packed = np.frombuffer(data[len(head) :], dtype=np.uint8).reshape(shape[0], -1)
    assert not (packed[:, -1] & ((1 << -shape[1] % 8) - 1)).any()
    return np.unpackbits(packed, axis=1, count=shape[1])


def on_disk(path, **how):
    return read_puzzle(path, options=ReadOptions(on_disk=0, **how))


def boards(shape, rule, surface, matrix):
    """Random states and states that have a solution."""
    rng = np.random.default_rng(shape[0] * 100 + shape[1])
    yield rng.integers(0, 2, shape, dtype=np.uint8)
    reached = matrix.dot(rng.integers(0, 2, shape[0] * shape[1])) % 2
    yield reached.reshape(shape).astype(np.uint8)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("rule", RULES)
def test_boards_on_disk_are_answered_like_boards_in_memory(rule, surface, tmp_path):
    board, presses = tmp_path / "board.pbm", tmp_path / "presses.pbm"
    kinds = set()
    for shape in SHAPES:
        full = np.ones(shape, dtype=bool)
        matrix = written_matrix(Grid(full, full), find_stencil(rule), find_surface(surface), 2)
        for target, state in enumerate(boards(shape, rule, surface, matrix)):
            write_bitmap(board, state)
            how = {"neighbourhood": rule, "topology": surface, "target": str(target)}
            puzzle = on_disk(board, **how)
            rows = streams.rows_on_disk(puzzle)
            rows.block_bytes = 7
            found = streams.solve_on_disk(puzzle, str(presses))
            expected = solver.solve(read_puzzle(board, options=ReadOptions(**how)))
            kinds.add(found and found.status)
            if found is None:
                continue
            assert found.status is expected.status
            if found.status is Status.INFEASIBLE:
                assert (found.weight, found.solutions_total) == (None, 0)
                assert found.lit > 0
                assert not presses.exists()
                continue
            pressed = read_bitmap(presses, shape)
            assert np.array_equal(matrix.dot(pressed.ravel().astype(int)) % 2,
                                  (state ^ target).ravel())  # fmt: skip
            assert found.weight == pressed.sum()
            assert found.solutions_total == expected.solutions_total
            presses.unlink()
    assert kinds - {None} >= EXPECTED.get((rule, surface), {Status.OPTIMAL})
    assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]


ALL = {Status.OPTIMAL, Status.FEASIBLE, Status.INFEASIBLE}
EXPECTED = {
    **{(rule, surface): ALL for rule in ("plus", "king") for surface in SURFACES},
    ("cross", "plane"): ALL,
    ("cross", "cylinder"): ALL,
    ("cross", "torus"): {Status.FEASIBLE, Status.INFEASIBLE},
    ("x", "plane"): ALL,
    ("##./.[#]./...", "torus"): ALL,
    (".../.[#]./.##", "torus"): ALL,
    ("#[.]", "plane"): set(),  # its rows are not settled by others
}
"""What is met among boards that are answered from disk."""


@pytest.fixture
def puzzle(tmp_path):
    rng = np.random.default_rng(6)
    write_bitmap(tmp_path / "board.pbm", rng.integers(0, 2, (40, 41), dtype=np.uint8))
    return on_disk(tmp_path / "board.pbm")


def test_only_bitmaps_stay_on_disk_and_only_those_that_are_large_enough(tmp_path, puzzle):
    path = tmp_path / "board.pbm"
    assert streams.rows_on_disk(puzzle).shape == (40, 41)
    assert not streams.is_on_disk(read_puzzle(path))
    larger = ReadOptions(on_disk=40 * 41 + 1)
    assert not streams.is_on_disk(read_puzzle(path, options=larger))
    any_colour = ReadOptions(on_disk=0, target="any")
    assert not streams.is_on_disk(read_puzzle(path, options=any_colour))
    text = tmp_path / "board.txt"
    text.write_text("10\n01\n")
    assert not streams.is_on_disk(on_disk(text))


def test_a_board_that_memory_has_to_hold_is_read_whole(tmp_path, puzzle):
    found = streams.held(puzzle)
    assert not streams.is_on_disk(found)
    assert found.sha256 == read_puzzle(tmp_path / "board.pbm").sha256


def test_long_rows_are_left_to_columns(tmp_path):
    write_bitmap(tmp_path / "long.pbm", np.ones((5, 21), dtype=np.uint8))
    assert streams.solve_on_disk(on_disk(tmp_path / "long.pbm"), str(tmp_path / "out")) is None


def test_progress_ends_with_all_that_is_read(tmp_path, puzzle):
    told = []
    streams.rows_on_disk(puzzle).block_bytes = 60
    streams.solve_on_disk(puzzle, str(tmp_path / "out"), report=lambda *two: told.append(two))
    assert told[0] == (60, 480)
    assert told[-1] == (480, 480)


def test_presses_do_not_replace_the_board(tmp_path, puzzle):
    board = tmp_path / "board.pbm"
    before = board.read_bytes()
    os.link(board, tmp_path / "same.pbm")
    for name in ("board.pbm", "same.pbm"):
        with pytest.raises(UsageError, match="would replace the board"):
            streams.solve_on_disk(puzzle, str(tmp_path / name))
    assert board.read_bytes() == before


def test_a_disk_without_room_is_refused_before_anything_is_written(tmp_path, puzzle, monkeypatch):
    usage = type("Usage", (), {"free": 248})
    monkeypatch.setattr(streams.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(LimitReached, match="40 x 41 buttons take 249 bytes, and the disk has 248"):
        streams.solve_on_disk(puzzle, str(tmp_path / "out.pbm"))
    assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]


def test_a_row_that_is_wrong_anywhere_is_no_answer(tmp_path, puzzle, monkeypatch):
    from lo_exact.algebra.polynomials.band import Band

    chased = Band.chased
    for wrong in (0, 1, 17, 38, 39):

        def one_wrong(band, first, syndrome, wrong=wrong):
            for number, row in enumerate(chased(band, first, syndrome)):
                yield row ^ (1 << 40 if number == wrong and any(first) else 0)

        with monkeypatch.context() as patch:
            patch.setattr(Band, "chased", one_wrong)
            with pytest.raises(SolverError, match="do not fit the board"):
                streams.solve_on_disk(puzzle, str(tmp_path / "out.pbm"))
        assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]


def test_a_witness_that_proves_nothing_is_no_answer(tmp_path, monkeypatch):
    from lo_exact.algebra.polynomials.part import UniformPart

    one = np.zeros((5, 5), dtype=np.uint8)
    one[0, 0] = 1
    write_bitmap(tmp_path / "board.pbm", one)
    rows = UniformPart.numbered_witness_rows
    for change in (lambda number, row: 0, lambda number, row: row ^ (number == 3)):

        def other(part, failure, change=change):
            for number, row in rows(part, failure):
                yield number, change(number, row)

        with monkeypatch.context() as patch:
            patch.setattr(UniformPart, "numbered_witness_rows", other)
            with pytest.raises(SolverError, match="do not fit the board"):
                streams.solve_on_disk(on_disk(tmp_path / "board.pbm"), str(tmp_path / "out.pbm"))


@pytest.mark.parametrize("size", [300, 100])
def test_a_board_that_changes_meanwhile_is_no_answer(tmp_path, puzzle, size):
    """It becomes longer, or shorter, while its first rows are read."""

    def change(done, total):
        os.truncate(tmp_path / "board.pbm", size)

    streams.rows_on_disk(puzzle).block_bytes = 6
    with pytest.raises(InputError):
        streams.solve_on_disk(puzzle, str(tmp_path / "out.pbm"), report=change)
    assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]


def test_presses_that_do_not_solve_the_board_get_no_name(tmp_path, puzzle, monkeypatch):
    from lo_exact.algebra.polynomials.part import UniformPart

    found = UniformPart.first_rows
    monkeypatch.setattr(UniformPart, "first_rows", lambda part, lit: [found(part, lit)[0] ^ 1])
    with pytest.raises(SolverError, match="do not fit the board"):
        streams.solve_on_disk(puzzle, str(tmp_path / "out.pbm"))
    assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]


def test_a_time_limit_leaves_nothing_behind(tmp_path, puzzle):
    from lo_exact.algebra.elimination import looking

    calls = []

    def over():
        calls.append(1)
        if len(calls) > 5:
            raise LimitReached("time limit reached")

    streams.rows_on_disk(puzzle).block_bytes = 60
    with looking(over), pytest.raises(LimitReached, match="time limit"):
        streams.solve_on_disk(puzzle, str(tmp_path / "out.pbm"))
    assert [path.name for path in tmp_path.iterdir()] == ["board.pbm"]
