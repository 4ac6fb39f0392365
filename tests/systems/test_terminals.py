r"""Terminals whose encoding has few signs: drawings in ASCII, and nothing printed as \u2576."""

import pytest
from typer.testing import CliRunner

from lo_exact.cli import all_commands, app
from tests.cli_runner import ALL_ON, ROOT, run_program

HALF_PLAYED = str(ROOT / "data/levels/half-played.txt")
PRINTED = [
    ["show", ALL_ON],
    ["min", ALL_ON],
    ["min", ALL_ON, "--steps", "--boards"],
    ["solve", ALL_ON],
    ["all", ALL_ON],
    ["kernel", ALL_ON],
    ["press", ALL_ON, ALL_ON],
    ["chase", ALL_ON],
    ["explain", ALL_ON],
    ["hint", ALL_ON],
    ["walk", HALF_PLAYED],
    ["formats"],
    ["help"],
    ["help", "walk"],
    *(["help", row.name] for row in all_commands()),
]


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_what_is_printed_fits_into_the_encoding(words, encoding):
    """A sign that does not is an error of this runner, whose streams escape nothing."""
    done = CliRunner(charset=encoding).invoke(app, words, prog_name="lo-exact")
    assert done.exit_code == 0, (done.exception, done.output)
    assert "\\u" not in done.output
    assert "\\x" not in done.output


def test_a_walk_is_drawn_with_lines_where_the_encoding_has_them():
    drawn = {
        encoding: CliRunner(charset=encoding).invoke(app, ["walk", HALF_PLAYED]).output
        for encoding in ("utf-8", "ascii", "cp932")
    }
    assert "┌4─═" in drawn["utf-8"]
    assert "+4-=" in drawn["ascii"]
    assert drawn["cp932"] == drawn["ascii"]


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_a_program_without_a_locale_prints_no_escapes(encoding):
    done = run_program("walk", HALF_PLAYED, PYTHONIOENCODING=encoding, LANG="C", LC_ALL="C")
    assert (done.code, done.err) == (0, "")
    assert "+4-=" in done.out
    assert "\\u" not in done.out


def test_a_long_name_is_shortened_with_signs_of_every_encoding():
    done = run_program("show", "a" * 300, PYTHONIOENCODING="ascii")
    assert done.code == 3
    assert "aaa...: " in done.err
    assert len(done.err.splitlines()) == 1
