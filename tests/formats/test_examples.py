"""Every row's example is read by itself, or as the row says, and is that row's alone."""

import shlex
import subprocess
import sys

import pytest

from lo_exact.formats import FORMATS, ReadOptions
from lo_exact.formats.format_table import NEVER, format_of_bytes
from tests.cli_runner import run
from tests.formats.reading import readings_of


def written_by(program, folder):
    """Return the file that a line of Python writes."""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=folder)
    (path,) = (path for path in folder.iterdir() if path.name != "example.txt")
    return path


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_the_example_is_read(row, tmp_path):
    path = tmp_path / "example.txt"
    path.write_text(row.example)
    if not row.reader:
        path = written_by(row.example, tmp_path)
    done = run("show", str(path), *shlex.split(row.said))
    assert done.code == 0, done.err
    assert run("min", str(path), *shlex.split(row.said), "--time-limit", "20").code == 0


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_the_example_is_recognised_as_what_it_is(row, tmp_path):
    if not row.reader:
        assert format_of_bytes(written_by(row.example, tmp_path).read_bytes()) is row
    elif "--as" in row.said:
        assert row.looks is NEVER or row.name in {
            reading.form for reading in readings_of(row.example, ReadOptions())
        }
    else:
        assert row.looks is not NEVER
        assert [one.form for one in readings_of(row.example, ReadOptions())] == [row.name]


def test_formats_lists_them_all():
    listed = run("formats")
    assert listed.code == 0
    assert all(f"{row.name} (" in listed.out for row in FORMATS)
