r"""Terminals whose encoding has few signs: drawings in ASCII, and nothing printed as \u2576."""

import pytest
from typer.testing import CliRunner

from lo_exact.cli import all_commands, app
from tests.cli_runner import ALL_ON, ROOT, is_taken_out, run_program

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
    ["walk", str(ROOT / "data/levels/half-played.txt")],
    ["formats"],
    ["help"],
    *(["help", row.name] for row in all_commands()),
]
PRINTED = [words for words in PRINTED if not is_taken_out(words[0])]


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_what_is_printed_fits_into_the_encoding(words, encoding):
    """A sign that does not is an error of this runner, whose streams escape nothing."""
    done = CliRunner(charset=encoding).invoke(app, words, prog_name="lo-exact")
    assert done.exit_code == 0, (done.exception, done.output)
    assert "\\u" not in done.output
    assert "\\x" not in done.output


def test_a_long_name_is_shortened_with_signs_of_every_encoding():
    done = run_program("show", "a" * 300, PYTHONIOENCODING="ascii")
    assert done.code == 3
    assert "aaa...: " in done.err
    assert len(done.err.splitlines()) == 1
