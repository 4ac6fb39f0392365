"""``lo-exact help [COMMAND ...]``: the same as ``lo-exact COMMAND --help``."""

from typing import Annotated

import typer

Named = Annotated[
    list[str] | None, typer.Argument(metavar="COMMAND", help="A command, like min or walk make.")
]


def print_help(ctx: typer.Context, command: Named = None) -> int:
    """Print the help of a command, or the list of all commands.

    Example: lo-exact help min
    """
    from lo_exact.errors import UsageError, printable
    from lo_exact.registers import meant

    here = ctx.parent
    assert here is not None
    for word in command or ():
        names = getattr(here.command, "commands", {})
        found = here.command.get_command(here, word) if names else None  # type: ignore[attr-defined]
        if found is None:
            likely = meant(word, tuple(names)) if names else ""
            where = here.command_path
            raise UsageError(f"{where} has no command {printable(word, 40)!r}{likely}")
        here = typer.Context(found, parent=here, info_name=word, **found.context_settings)
    print(here.get_help())
    return 0
