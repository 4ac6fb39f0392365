"""The help of every command as Markdown, for the page of the commands."""

from __future__ import annotations

from importlib import import_module

import typer
from typer.testing import CliRunner

from lo_exact.cli import all_commands, app

WIDTH = {"COLUMNS": "90", "TERMINAL_WIDTH": "90", "NO_COLOR": "1"}


def names() -> list[str]:
    """Return every command and subcommand, as typed."""
    found = []
    for row in all_commands():
        found.append(row.name)
        module, _, name = row.function.partition(":")
        command = getattr(import_module(module), name)
        if isinstance(command, typer.Typer):
            inner = typer.main.get_command(command)
            found += [f"{row.name} {sub}" for sub in getattr(inner, "commands", {})]
    return found


def help_of_commands() -> str:
    """Return a heading for each command, and what its --help prints."""
    parts = []
    for name in names():
        done = CliRunner().invoke(app, [*name.split(), "--help"], prog_name="lo-exact", env=WIDTH)
        assert done.exit_code == 0, f"{name}: {done.output}"
        text = "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())
        parts.append(f"\n### lo-exact {name}\n\n```text\n{text}\n```\n")
    return "".join(parts)
