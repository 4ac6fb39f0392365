"""Every row's example is read by itself, or as the row says, and is that row's alone."""

import shlex

import pytest

from lo_exact.formats import FORMATS, ReadOptions
from lo_exact.formats.recognise import recognise
from lo_exact.formats.table import NEVER
from tests.cli_runner import run


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_the_example_is_read(row, tmp_path):
    path = tmp_path / "example.txt"
    path.write_text(row.example)
    done = run("show", str(path), *shlex.split(row.said))
    assert done.code == 0, done.err
    assert run("min", str(path), *shlex.split(row.said), "--time-limit", "20").code == 0


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_the_example_is_recognised_as_what_it_is(row):
    if row.looks is NEVER:
        assert "--as" in row.said
    else:
        assert recognise(row.example, ReadOptions()) is row


def test_formats_lists_them_all():
    listed = run("formats")
    assert listed.code == 0
    assert all(f"{row.name} (" in listed.out for row in FORMATS)
