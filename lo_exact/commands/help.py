"""``lo-exact help [COMMAND ...]``: the same as ``lo-exact COMMAND --help``; all of it as a page."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.quick import TOPICS

Named = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="COMMAND", help="A command, like min or walk make; or reading, work, many."
    ),
]
Man = Annotated[bool, typer.Option("--man", help="Print the help of every command as a man page.")]


def print_help(ctx: typer.Context, command: Named = None, *, man: Man = False) -> int:
    """Print the help of a command, or the list of all commands.

    Example: lo-exact help min
    """
    from lo_exact.errors import UsageError, printable
    from lo_exact.registers import meant

    here: Any = ctx.parent
    if man:
        if command:
            raise UsageError("--man is a page of all commands")
        print("\n".join(_page(here)))
        return 0
    if command and len(command) == 1 and command[0] in TOPICS:
        print("\n".join(_topic(here, command[0])))
        return 0
    for word in command or ():
        names = _names(here)
        found = _inner(here, word) if names else None
        if found is None:
            known = names if here is not ctx.parent else [*names, *TOPICS]
            likely = meant(word, known) if names else ""
            topics = "" if likely else f"; topics are {', '.join(TOPICS)}"
            raise UsageError(
                f"{here.command_path} has no command {printable(word, 40)!r}{likely or topics}"
            )
        here = found
    print(here.get_help())
    return 0


def _topic(top: Any, name: str) -> list[str]:
    """Return the page of a topic: its options, which `min` has all."""
    here = _inner(top, "min")
    formatter = here.make_formatter()
    title, options = TOPICS[name]
    with formatter.section(title):
        taken = [parameter for parameter in here.command.params if parameter.name in options]
        formatter.write_dl([option.get_help_record(here) for option in taken])
    return list(formatter.getvalue().splitlines())


def _names(here: Any) -> list[str]:
    """Return the names of a group's commands; none where it is a command."""
    listed = getattr(here.command, "list_commands", None)
    return list(listed(here)) if listed else []


def _inner(here: Any, word: str) -> Any:
    """Return the context of a command of a group, None where there is none of this name."""
    found = here.command.get_command(here, word)
    if found is None:
        return None
    return typer.Context(found, parent=here, info_name=word, **found.context_settings)


def _page(top: Any) -> Iterator[str]:
    """Yield the lines of lo-exact.1, in roff."""
    from lo_exact.version import version

    yield f'.TH LO\\-EXACT 1 "" "lo\\-exact {_escaped(version())}" "User Commands"'
    yield from (".SH NAME", r"lo\-exact \- exact answers about Lights Out, with proof")
    yield from (".SH SYNOPSIS", r".B lo\-exact", ".I COMMAND", "[OPTIONS] [ARGS]...")
    yield from (".SH COMMANDS", *_as_it_stands(top.get_help()))
    for name in _names(top):
        yield from _section(top, name)
    for topic in TOPICS:
        yield from (f".SH {topic.upper()}", *_as_it_stands("\n".join(_topic(top, topic))))
    yield from (".SH EXIT STATUS", *_as_it_stands(_EXITS))


def _section(here: Any, name: str) -> Iterator[str]:
    found = _inner(here, name)
    assert found is not None
    yield from (f'.SS "{_escaped(found.command_path)}"', *_as_it_stands(found.get_help()))
    for inner in _names(found):
        yield from _section(found, inner)


def _as_it_stands(text: str) -> list[str]:
    return [".nf", *(_escaped(line) for line in text.splitlines()), ".fi"]


def _escaped(line: str) -> str:
    """Return a line that roff prints as it stands; a dot at its start would be a request."""
    plain = line.replace("\\", r"\(rs").replace("-", r"\-").replace("'", r"\(aq")
    return rf"\&{plain}" if plain.startswith(".") else plain


_EXITS = """\
0    the question was answered and proved
1    prove, check, judge, referee, crosscheck, certify say no
2    bad usage
3    bad input, with file, line and column; or a file that cannot be written
4    a limit was reached: best weight and lower bound are printed
5    a needed package is missing
6    two engines disagree
70   internal error: please report it
130  interrupted: best and bound are printed"""
