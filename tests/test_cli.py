"""Help, errors and streams of the command line."""

import subprocess

import pytest

import lo_exact
from lo_exact.cli import TYPERS_OWN, guarded
from lo_exact.errors import (
    DisagreementError,
    InputError,
    LimitReached,
    MissingPackageError,
    SolverError,
    UsageError,
)
from tests.cli_runner import command, documented, environment, run, run_program


@pytest.mark.parametrize(("words", "example"), documented())
def test_help_shows_the_example(words, example):
    ran = run(*words.split(), "--help")
    assert ran.code == 0
    # help may be broken at a hyphen, so no blank is compared
    assert "".join(example.split()) in "".join(ran.out.split())
    assert run(*words.split(), "-h").out == ran.out


def test_version_and_unknown_command():
    assert run("--version").out == f"lo-exact {lo_exact.__version__}\n"
    ran = run("mim")
    assert ran.code == 2
    assert ran.err.endswith("no command is called 'mim'; did you mean min?\n")
    assert run().code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_can_be_shown(shell):
    ran = run_program(
        "--show-completion",
        shell,
        SHELL=f"/bin/{shell}",
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert ran.code == 0
    assert "lo-exact" in ran.out or "lo_exact" in ran.out


def test_completion_offers_commands_and_engines():
    asked = {"_LO_EXACT_COMPLETE": "complete_bash"}
    ran = run_program(COMP_WORDS="lo-exact k", COMP_CWORD="1", **asked)
    assert ran.out.split() == ["kernel"]
    ran = run_program(COMP_WORDS="lo-exact min --engine sl", COMP_CWORD="3", **asked)
    assert ran.out.split() == ["slack:cbc", "slack:highs"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (InputError("x", source="f", line=1), 3),
        (LimitReached("x"), 4),
        (MissingPackageError("x"), 5),
        (DisagreementError("x"), 6),
        (SolverError("x"), 70),
        (MemoryError(), 70),
        (OSError(28, "No space left on device", "c.json"), 3),
        (OSError(11, "Resource temporarily unavailable"), 70),  # no more processes: no file's fault
        (ZeroDivisionError("x\ny"), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_exception_has_its_exit_code_and_one_line(error, code, capsys):
    def fail() -> int:
        raise error

    assert guarded(fail) == code
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said


def test_verbose_shows_where_an_internal_error_is(capsys):
    assert guarded(lambda: 1 // 0, verbose=True) == 70
    assert "Traceback" in capsys.readouterr().err


def test_what_typer_raises_itself_passes_through():
    for kind in TYPERS_OWN:
        assert kind.__name__ in ("Exit", "Abort", "ClickException")


def test_a_closed_pipe_is_no_error(tmp_path):
    (tmp_path / "board.txt").write_text(("1" * 600 + "\n") * 600)
    shown = command("show", "--format", "board", str(tmp_path / "board.txt"))
    done = subprocess.run(
        ["bash", "-c", 'set -o pipefail; "$@" | head -c 1', "-", *shown],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("1", "")
    assert done.returncode in (0, 141)


def test_output_survives_a_terminal_that_knows_ascii_only(tmp_path):
    ran = run_program("min", "größe.txt", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 3
    assert ran.err.count("\n") == 1
