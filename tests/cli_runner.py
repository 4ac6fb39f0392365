"""Runs the command line, inside this process or as a program of its own."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from lo_exact.cli import all_commands, app

ROOT = Path(__file__).resolve().parents[1]
PYTHON = shlex.quote(sys.executable)
"""For command lines: the folder may have a blank in its name."""

ALL_ON = str(ROOT / "data/boards/all-on-5x5.txt")

TAKEN_OUT = ROOT / "taken-out.txt"
"""Commands and public names of the slices that `tests.campaigns.slices` took out of a copy;
nothing in git."""


def is_taken_out(name: str) -> bool:
    """Tell if a command or public name is of a slice that this copy of the tree is without."""
    return TAKEN_OUT.exists() and name in TAKEN_OUT.read_text(encoding="utf-8").split()


def skip_without_slice(arguments: Sequence[str]) -> None:
    """Leave out the test that asks a command or an engine of a slice that was taken out."""
    if arguments and is_taken_out(arguments[0]):
        pytest.skip(f"the slice of {arguments[0]} was taken out")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def run(*arguments: str, text: str | bytes | None = None) -> Ran:
    """Run a command line in this process; an exception that escapes is raised here."""
    skip_without_slice(arguments)
    # a language chosen for this run ends with it
    invoke = partial(copy_context().run, CliRunner().invoke)
    done = invoke(app, list(arguments), input=text, prog_name="lo-exact")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    for name in re.findall(r"(?:called|has no command) '(\w+)'", done.stderr):
        skip_without_slice([name])
    if TAKEN_OUT.exists() and "nothing installed can " in done.stderr:
        pytest.skip("the slice that can do it was taken out")
    return Ran(done.exit_code, done.stdout, done.stderr)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "lo_exact", *arguments]


def environment(**extra: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)} | extra


def run_program(*arguments: str, text: str = "", **extra: str) -> Ran:
    """Run a command line as a program."""
    skip_without_slice(arguments)
    done = subprocess.run(
        command(*arguments),
        input=text,
        capture_output=True,
        text=True,
        env=environment(**extra),
        check=False,
        timeout=120,
        cwd=ROOT,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def documented() -> list[tuple[str, str]]:
    """Return (command as words, its example) of every command and subcommand."""
    found = []
    for row in all_commands():
        module, _, name = row.function.partition(":")
        target = getattr(import_module(module), name)
        if isinstance(target, typer.Typer):
            inner = [
                (f"{row.name} {c.name}", c.callback.__doc__) for c in target.registered_commands
            ]
        else:
            inner = [(row.name, target.__doc__)]
        for words, text in inner:
            lines = [line.strip() for line in text.splitlines()]
            (example,) = [line for line in lines if line.startswith("Example: ")]
            found.append((words, example.removeprefix("Example: ")))
    return found


def children_of(pid: int) -> set[int]:
    """Return all processes below one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                words = (entry / "stat").read_text().rpartition(")")[2].split()
                parents[int(entry.name)] = int(words[1])
    found: set[int] = set()
    while more := {p for p, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found
