"""Command line interface: a table of commands, imported on demand, and the handling of all errors.

``lo-exact --help`` reads the table alone, so it costs what typer costs: no numpy, no solver, no
rich.  Every exception of `lo_exact.errors` becomes its exit code in `guarded`, for all commands.
"""

import errno
import os
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import groupby
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.quick import SETTINGS, QuickGroup, typer_command
from lo_exact.errors import INTERRUPTED, InputError, LoExactError, printable
from lo_exact.registers import GROUPS, Command, meant, rows_of_slices

INTERNAL_ERROR = 70
"""Exit code of a bug or of missing memory; EX_SOFTWARE of the BSD file sysexits.h."""

FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Error codes of a full or failing disk."""

BROKEN_PIPE = 141
"""Exit code that a shell reports for a program ended by SIGPIPE: 128 + 13."""


CORE = (
    Command(
        "min",
        "lo_exact.commands.minimum:minimum",
        "Find the fewest presses: text, JSON, screenshot, Advent of Code.",
        "Solve",
    ),
    Command("solve", "lo_exact.commands.minimum:solve", "Find any solution, quickly.", "Solve"),
    Command(
        "all", "lo_exact.commands.all_minima:all_minima", "Draw every minimum solution.", "Solve"
    ),
    Command(
        "count", "lo_exact.commands.count:count", "Count solutions and minima, exactly.", "Solve"
    ),
    Command(
        "prove",
        "lo_exact.commands.prove:prove",
        "Prove that a board can or cannot be solved.",
        "Solve",
    ),
    Command(
        "show",
        "lo_exact.commands.show:show",
        "Show how the input was read; write it in other formats.",
        "Solve",
    ),
    Command(
        "kernel",
        "lo_exact.commands.kernel:kernel",
        "Draw the patterns of presses that change nothing.",
        "All boards of a size",
    ),
    Command("check", "lo_exact.commands.check:check", "Check a certificate.", "Trust"),
    Command("formats", "lo_exact.commands.about:formats", "List the file formats.", "Program"),
    Command(
        "engines",
        "lo_exact.commands.engines:engines",
        "List the solvers, built-in and external, and test each.",
        "Program",
    ),
    Command(
        "export",
        "lo_exact.commands.export:export",
        "Write a formula for SAT, MaxSAT and integer solvers.",
        "Program",
    ),
    Command(
        "plan",
        "lo_exact.commands.plan:plan",
        "Estimate time and memory without solving.",
        "Program",
    ),
    Command(
        "shard",
        "lo_exact.commands.shard:shard",
        "Run long commands in pieces on many machines.",
        "Program",
    ),
    Command(
        "help",
        "lo_exact.commands.help:print_help",
        "Print the help of a command, or of reading, work, many.",
        "Program",
    ),
    Command(
        "version",
        "lo_exact.commands.about:print_versions",
        "Print versions, for a bug report.",
        "Program",
    ),
)


def all_commands() -> tuple[Command, ...]:
    """Return all commands, of the core and of slice packages, in the order of ``--help``."""
    rows = CORE + rows_of_slices("COMMANDS")
    return tuple(row for group in GROUPS for row in rows if row.group == group)


class LazyGroup(QuickGroup):
    """Command group that imports a command's module only when the command is called."""

    def __init__(self, *args: Any, **settings: Any):
        super().__init__(*args, **settings)
        self.commands: dict[str, Any] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the table's order."""
        return [row.name for row in all_commands()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build a command, or return None if there is none with this name."""
        row = next((row for row in CORE if row.name == cmd_name), None)
        # core commands are found first, so that slice packages are not imported for them
        row = row or next((row for row in all_commands() if row.name == cmd_name), None)
        return row and built(row)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command and its remaining arguments, or suggest a command and fail."""
        command = self.get_command(ctx, args[0])
        if command is None:
            likely = meant(args[0], self.list_commands(ctx))
            if os.path.exists(args[0]) or set(args[0]) & set("./#\n"):
                likely = f"; did you mean lo-exact min {printable(args[0], 60)}?"
            ctx.fail(f"no command is called {printable(args[0], 40)!r}{likely}")
        return args[0], command, args[1:]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the table of commands into the help text, without importing them."""
        width = max(len(row.name) for row in all_commands())
        for group, rows in groupby(all_commands(), lambda row: row.group):
            with formatter.section(group):
                formatter.write_dl([(row.name.ljust(width), row.about) for row in rows])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, and then the options, into the help text."""
        self.format_commands(ctx, formatter)
        with formatter.section("Options"):
            shown = [p for p in self.get_params(ctx) if {"--lang", "--help"} & set(p.opts)]
            formatter.write_dl([option.get_help_record(ctx) for option in shown])

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse the arguments, accepting ``--lang`` at any position."""
        before = args[: args.index("--")] if "--" in args else args
        for at, word in enumerate(before):
            if word == "--lang" and at + 1 < len(before):
                args = [*args[at : at + 2], *args[:at], *args[at + 2 :]]
                break
            if word.startswith("--lang="):
                args = [word, *args[:at], *args[at + 1 :]]
                break
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, and exit with its return code or the exit code of its exception."""
        verbose = bool({"-v", "--verbose"} & set(ctx.args))
        raise typer.Exit(guarded(lambda: super(LazyGroup, self).invoke(ctx), verbose=verbose))


def built(row: Command) -> Any:
    """Import a command and return it as a typer command."""
    module, _, name = row.function.partition(":")
    target = getattr(import_module(module), name)
    return typer_command(row.name, target)


app: typer.Typer = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=SETTINGS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from lo_exact.version import version

        print(f"lo-exact {version()}")
        raise typer.Exit


def _choose_language(name: str | None) -> str | None:
    """Set the language of answers, by default from the environment."""
    from lo_exact.languages.phrases import LANGUAGES, choose_language, language_of

    if name is not None and name not in LANGUAGES:
        raise typer.BadParameter(f"choose {' or '.join(LANGUAGES)}, got {printable(name, 40)!r}")
    spoken = language_of(dict(os.environ)) if name is None else name
    if spoken != "en":  # English texts are built in
        choose_language(spoken)
    return name


@app.callback(
    help="Solve Lights Out and similar puzzles; every answer is proved. A board is a file of 0 and "
    "1, or of . and #. Begin with: lo-exact min FILE"
)
def _lo_exact(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="en|ja",
            callback=_choose_language,
            help="Language of the answers. Default: from LANG, else English.",
        ),
    ] = None,
) -> None:
    """Solve Lights Out and similar puzzles."""


TYPERS_OWN: tuple[type[BaseException], ...] = (
    typer.Exit,
    typer.Abort,
    typer.BadParameter.__bases__[0].__base__ or typer.BadParameter,
)
"""Exceptions that typer itself raises; the third is ClickException, which it does not export."""


def guarded(run: Callable[[], int | None], *, verbose: bool = False) -> int:
    """Run a command, print any error as one line, and return the exit code.

    Bad usage and early exits pass through: typer prints them, and exits with 2 or as asked.
    """
    try:
        code = run()
        sys.stdout.flush()
    except TYPERS_OWN:
        raise
    except LoExactError as error:
        code = complain(str(error), error.exit_code)
        if isinstance(error, InputError) and error.readings:
            from lo_exact.commands.shared.readings import drawn_readings

            print("\n".join(drawn_readings(error.readings)), file=sys.stderr)
        return code
    except KeyboardInterrupt:
        return complain("interrupted", INTERRUPTED)
    except MemoryError:
        return complain("not enough memory for this puzzle", INTERNAL_ERROR)
    except OSError as error:
        from lo_exact import machine

        if machine.reader_has_gone(error):
            # the reader of the pipe is gone: the flush at exit must not fail again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return BROKEN_PIPE
        reason = (error.strerror or str(error)).lower()
        if error.filename:
            return complain(printable(f"{error.filename}: {reason}", 300), InputError.exit_code)
        if error.errno not in FULL:  # no file name: the system lacks processes, memory or the like
            return complain(printable(reason, 300), INTERNAL_ERROR)
        # errors about files name the file, so this error is about standard output; the
        # flush at exit must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return complain(f"standard output: {reason}", InputError.exit_code)
    except Exception as error:  # an internal error of any kind ends here, with exit code 70
        if verbose or os.environ.get("LO_EXACT_DEBUG"):
            import traceback

            traceback.print_exc()
        what = printable(f"{type(error).__name__}: {error}", 300)
        remedy = "please report it; LO_EXACT_DEBUG=1 shows where"
        return complain(f"internal error: {what} ({remedy})", INTERNAL_ERROR)
    return code or 0


def complain(problem: str, code: int) -> int:
    """Print an error message as one line on stderr and return the exit code."""
    print(f"lo-exact: {' '.join(problem.splitlines())}", file=sys.stderr)
    return code
