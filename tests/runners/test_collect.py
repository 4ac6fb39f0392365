"""However work is cut, whoever does it, and whatever dies: the records are those of one run."""

import os
import signal
from contextlib import suppress

import numpy as np
import pytest

from lo_exact.errors import DisagreementError, InputError, LimitReached, SolverError, UsageError
from lo_exact.outcome import Watch
from lo_exact.processes import worker
from lo_exact.runners.collect import collect, cut
from lo_exact.runners.work import MAX_DEATHS, NoAnswer, Record, Where, append, piece
from tests.runners.toys import squares

ALL = [number * number for number in range(40)]


def numbers(records):
    return [number for one in records for number in one.result]


@pytest.mark.parametrize("settings", [{}, {"seconds": 0.001}, {"seconds": 1e6}, {"largest": 3}])
@pytest.mark.parametrize("where", [Where(), Where(pieces=7), Where(pieces=40)])
def test_any_cutting_gives_the_same(where, settings):
    assert numbers(collect(squares(40, **settings), where, Watch())) == ALL


@pytest.mark.parametrize("keep", ["none", "file", "folder"])
def test_processes_give_what_one_gives(tmp_path, keep):
    path = {"none": None, "file": tmp_path / "ledger", "folder": tmp_path}[keep]
    arrived = []
    where = Where(jobs=2, ledger=path, pieces=8)
    records = collect(squares(40), where, Watch(), arrived.append)
    assert numbers(records) == ALL
    assert sorted((one.low, one.high) for one in arrived) == [piece(40, i, 8) for i in range(8)]
    if path is not None:  # all is there: nothing is done again
        assert numbers(collect(squares(40, run="dying"), where, Watch())) == ALL


def test_pieces_that_are_there_are_not_done_again_however_they_are_cut(tmp_path):
    path = tmp_path / "ledger"
    order = squares(40).order
    append(path, Record(order, 10, 17, ["kept"]).line())
    found = collect(squares(40), Where(ledger=path, pieces=4), Watch())
    ranges = [(0, 10), (10, 17), (17, 20), (20, 30), (30, 40)]
    assert [(one.low, one.high) for one in found] == ranges
    assert found[1].result == ["kept"]
    lines = path.read_bytes()
    assert numbers(collect(squares(40), Where(ledger=path), Watch())) == numbers(found)
    assert path.read_bytes() == lines


def test_every_piece_is_cut_where_pieces_of_the_whole_are():
    random = np.random.default_rng(1)
    for _ in range(300):
        units, pieces = int(random.integers(1, 60)), int(random.integers(1, 60))
        if pieces > units:
            continue
        ends = sorted(set(random.integers(0, units + 1, 4).tolist()))
        missing = list(zip(ends[::2], ends[1::2], strict=False))
        found = list(cut(squares(units), missing, pieces, 1.0))
        assert [n for a, b in found for n in range(a, b)] == [
            n for a, b in missing for n in range(a, b)
        ]
        edges = {piece(units, i, pieces)[0] for i in range(pieces)}
        for low, high in found:
            assert low < high
            assert not edges & set(range(low + 1, high))


def test_a_process_that_is_killed_is_replaced(tmp_path):
    work = squares(40, given=str(tmp_path), run="dying_once")
    assert numbers(collect(work, Where(jobs=2, pieces=10), Watch())) == ALL
    assert (tmp_path / "killed").exists()


def test_processes_killed_from_outside_cost_nothing_but_time():
    kills = []

    def kill(record):
        if len(kills) < 6 and worker._children:
            victim = next(iter(worker._children))
            with suppress(ProcessLookupError):  # it has ended by itself
                os.kill(victim._process.pid, signal.SIGKILL)
                kills.append(victim)

    work = squares(40, given=0.02, run="slowly")
    assert numbers(collect(work, Where(jobs=2, pieces=40), Watch(), kill)) == ALL
    assert len(kills) == 6


def test_processes_killed_again_and_again_end_in_a_sentence(tmp_path):
    where = Where(jobs=2, pieces=10, ledger=tmp_path)
    with pytest.raises(LimitReached, match=r"killed 4 times in a row.*is in the ledger") as raised:
        collect(squares(40, run="dying"), where, Watch())
    assert "\n" not in str(raised.value)
    assert MAX_DEATHS == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_piece_raises_is_raised_here(jobs):
    with pytest.raises(InputError, match="is odd"):
        collect(squares(40, run="refusing"), Where(jobs=jobs, pieces=1 + jobs), Watch())
    if jobs == 2:
        with pytest.raises(SolverError, match="ZeroDivisionError: a bug of ours"):
            collect(squares(40, run="crashing"), Where(jobs=2, pieces=3), Watch())


@pytest.mark.large
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_deadline_keeps_what_is_done(tmp_path, jobs):
    path = tmp_path / "ledger"
    work = squares(40, given=0.3, run="slowly")
    before = set(worker._children)  # of other tests
    with pytest.raises(LimitReached, match="time limit"):
        collect(work, Where(jobs=jobs, ledger=path, pieces=40), Watch(1.2))
    kept = path.read_text().count("\n")
    assert 1 <= kept < 40
    assert not {child for child in worker._children - before if not child.alive()}
    assert numbers(collect(squares(40), Where(ledger=path), Watch())) == ALL


def test_a_plan_a_piece_and_a_merge(tmp_path):
    work = squares(40)
    with pytest.raises(NoAnswer) as planned:
        collect(work, Where(task="plan"), Watch())
    assert planned.value.work is work
    with pytest.raises(LimitReached, match="numbers 0 to 39 of 40 are missing"):
        collect(work, Where(task="merge", ledger=tmp_path), Watch())
    for index in (2, 0, 1):
        with pytest.raises(NoAnswer):
            collect(work, Where(task=f"run {index}", pieces=3, ledger=tmp_path), Watch())
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "0-13.jsonl", "13-26.jsonl", "26-40.jsonl",
    ]  # fmt: skip
    merge = Where(task="merge", ledger=tmp_path)
    assert numbers(collect(squares(40, run="dying"), merge, Watch())) == ALL
    (tmp_path / "0-13.jsonl").unlink()
    for index in (0, 1):  # pieces of another cutting
        with pytest.raises(NoAnswer):
            collect(work, Where(task=f"run {index}", pieces=2, ledger=tmp_path), Watch())
    assert numbers(collect(work, merge, Watch())) == ALL
    append(tmp_path / "more.jsonl", Record(work.order, 25, 27, [625, 676]).line())
    with pytest.raises(DisagreementError, match="are in the ledger twice"):
        collect(work, merge, Watch())


def test_more_pieces_than_units_are_refused():
    with pytest.raises(UsageError, match="40 numbers make 40 pieces at most, got 41"):
        collect(squares(40), Where(pieces=41), Watch())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_piece_is_given_what_it_needs_when_it_is_handed_out(jobs):
    work = squares(6, run="told", given=lambda low, high: [low, high])
    found = collect(work, Where(jobs=jobs, pieces=3), Watch())
    assert [one.result for one in found] == [[0, 2], [2, 4], [4, 6]]
