"""Command ``lo-exact help [COMMAND ...]``: print the help of a command, or of a topic."""

from typing import Annotated, Any

import typer

from lo_exact.commands.shared.quick import TOPICS

Named = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="COMMAND", help="A command, like min or walk check; or reading, work, many."
    ),
]


def print_help(ctx: typer.Context, command: Named = None) -> int:
    """Print the help of a command, or the list of all commands.

    Example: lo-exact help min
    """
    from lo_exact.errors import UsageError, printable
    from lo_exact.registers import meant

    here: Any = ctx.parent
    if command and len(command) == 1 and command[0] in TOPICS:
        print("\n".join(_topic(here, command[0])))
        return 0
    for word in command or ():
        # a single command lists none
        names: list[str] = getattr(here.command, "list_commands", lambda _: [])(here)
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
    """Return the lines of a topic's help page: its options, taken from the command `min`."""
    here = _inner(top, "min")
    formatter = here.make_formatter()
    title, options = TOPICS[name]
    with formatter.section(title):
        taken = [parameter for parameter in here.command.params if parameter.name in options]
        formatter.write_dl([option.get_help_record(here) for option in taken])
    return list(formatter.getvalue().splitlines())


def _inner(here: Any, word: str) -> Any:
    """Return the context of a group's command, or None if there is no command of this name."""
    found = here.command.get_command(here, word)
    if found is None:
        return None
    return typer.Context(found, parent=here, info_name=word, **found.context_settings)
