"""A ledger gives back what was written, and nothing that is not its own."""

import json
from dataclasses import replace

import pytest

from lo_exact.errors import DisagreementError, InputError, LimitReached
from lo_exact.runners.work import (
    Record,
    append,
    gaps,
    parsed_line,
    place_of,
    read_ledger,
    records_covering,
    write_aside,
)
from tests.runners.toys import squares

ORDER = squares(10).order


def record(low, high, order=ORDER):
    return Record(order, low, high, [number * number for number in range(low, high)])


def contents(records):
    return [(one.low, one.high, one.result) for one in records]


@pytest.fixture(params=["file", "folder"])
def ledger(request, tmp_path):
    path = tmp_path / "ledger"
    if request.param == "folder":
        path.mkdir()
    return path


def put(path, *records):
    for one in records:
        if path.is_dir():
            write_aside(path, one)
        else:
            append(path, one.line())


def test_what_was_written_is_read_once(ledger):
    put(ledger, record(0, 3), record(5, 9), record(0, 3))
    assert contents(read_ledger(ledger, ORDER)) == [(0, 3, [0, 1, 4]), (5, 9, [25, 36, 49, 64])]
    assert gaps(read_ledger(ledger, ORDER), 0, 10) == [(3, 5), (9, 10)]
    assert gaps(read_ledger(ledger, ORDER), 2, 6) == [(3, 5)]


def test_no_ledger_is_an_empty_one(tmp_path):
    assert read_ledger(tmp_path / "none", ORDER) == []
    assert gaps([], 0, 10) == [(0, 10)]


def test_a_line_that_was_cut_off_anywhere_is_dropped_and_the_next_stands_alone(tmp_path):
    line = record(0, 3).line()
    for length in range(1, len(line)):
        path = tmp_path / f"{length}.jsonl"
        path.write_text(line[:length])
        assert read_ledger(path, ORDER) == []
        append(path, line)
        assert contents(read_ledger(path, ORDER)) == [(0, 3, [0, 1, 4])]


def _found(path):
    try:
        return read_ledger(path, ORDER)
    except InputError as error:
        return str(error).rpartition("/")[2]


def test_any_changed_byte_is_noticed(tmp_path):
    line = record(0, 3).line()
    for at in range(len(line)):
        path = tmp_path / "changed.jsonl"
        path.write_text(line[:at] + ("0" if line[at] != "0" else "1") + line[at + 1 :] + "\n")
        # where it is no JSON any more it looks cut off, and is dropped
        assert _found(path) in ([], "changed.jsonl:1: not a record of a ledger")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "cubes"}, "a record of cubes, wanted squares"),
        ({"meaning": 0}, "a record with meaning 0, this lo-exact's have meaning"),
        ({"about": {"puzzle": "b" * 64, "power": 2}}, "a record of another puzzle"),
        ({"about": {"puzzle": "a" * 64, "power": 3}}, "a record with power 3, wanted 2"),
        ({"about": {"puzzle": "a" * 64}}, "a record with power None, wanted 2"),
        ({"units": 11}, "a record of 11 numbers, wanted 10"),
    ],
)
def test_records_of_something_else_are_refused_in_one_line(ledger, change, said):
    put(ledger, record(0, 3), record(3, 5, replace(ORDER, **change)))
    with pytest.raises(InputError) as raised:
        read_ledger(ledger, ORDER)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    with pytest.raises(InputError, match="a worker sent"):
        parsed_line(record(3, 5, replace(ORDER, **change)).line(), ORDER)


@pytest.mark.parametrize(
    "text",
    ["[]", "nonsense", "{}", '{"format": "lo-exact class counting 1"}', "[" * 10**5, "\x00\xff"],
)
def test_what_is_no_record_is_refused_with_its_line(tmp_path, text):
    path = tmp_path / "ledger"
    path.write_text(f"{record(0, 3).line()}\n{text}\n")
    with pytest.raises(InputError, match=r"ledger:2: not a record of a ledger$"):
        read_ledger(path, ORDER)


@pytest.mark.parametrize("change", [{"low": 3, "high": 3}, {"high": 11}, {"low": 1.5}])
def test_a_record_without_a_range_is_none(change):
    from lo_exact.runners import work

    content = json.loads(record(0, 3).line()) | change
    del content["sha256"]
    line = json.dumps(content | {"sha256": work._digest(content)})
    with pytest.raises(InputError, match="no record"):
        parsed_line(line, ORDER)


def test_all_units_are_there_exactly_once():
    assert contents(records_covering([record(4, 10), record(0, 4)], ORDER)) == contents(
        [record(0, 4), record(4, 10)]
    )
    with pytest.raises(LimitReached, match=r"^numbers 0 to 3 of 10 are missing$"):
        records_covering([record(4, 10)], ORDER)
    with pytest.raises(LimitReached, match=r"^numbers 8 to 9 of 10 are missing$"):
        records_covering([record(0, 8)], ORDER)
    with pytest.raises(DisagreementError, match=r"^numbers 3 to 3 are in the ledger twice$"):
        records_covering([record(0, 4), record(3, 10)], ORDER)


def test_a_piece_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    import os

    def torn(descriptor):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", torn)
    with pytest.raises(InputError, match="cannot be written: no space left"):
        write_aside(tmp_path, record(0, 3))
    assert not place_of(tmp_path, 0, 3).exists()
    assert read_ledger(tmp_path, ORDER) == []
    assert not [*tmp_path.iterdir()]
