"""Commands ``lo-exact walk solve`` (fewest steps) and ``walk check`` (simulation of a walk).

If the first word after ``lo-exact walk`` is no command, the arguments are those of ``walk solve``,
so that ``lo-exact walk LEVEL`` works (`DefaultGroup`).  Each option is described once.  Only light
modules are imported before a command runs.
"""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    LIMIT_REACHED,
    NO,
    Talk,
    coloured,
    print_json,
    prints,
)
from lo_exact.commands.shared.options import (
    ExpectSolvable,
    Json,
    Quiet,
    Verbose,
    named_file,
    seconds,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import QuickGroup
from lo_exact.errors import INTERRUPTED, InputError, UsageError, printable
from lo_exact.outcome import Status
from lo_exact.parity_walks.walk_sentences import (
    limit_sentence,
    listed_sentence,
    place_in_words,
    title,
    verdict_json,
    verdict_sentence,
    walk_progress_sentence,
    walk_status_sentence,
    walked_json,
)

if TYPE_CHECKING:
    from lo_exact.parity_walks.level import WalkLevel
    from lo_exact.parity_walks.solve import Listed, Walked

LevelFile = Annotated[str, typer.Argument(metavar="LEVEL", help="Levels; - reads standard input.")]
Walk = Annotated[
    str,
    typer.Argument(
        metavar="WALK",
        help="Letters U, R, D, L, or arrows; or a file, or - , with them.",
    ),
]
End = Annotated[
    str | None,
    typer.Option("--end", metavar="CELL", help="Where the walk has to end: B3, 3,2 or start."),
]
Closed = Annotated[bool, typer.Option("--closed", help="The walk has to end where it starts.")]
Start = Annotated[
    str | None,
    typer.Option("--start", metavar="CELL", help="Where it starts, if LEVEL does not say."),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="For each level: stop with the best and a bound.",
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every shortest solution, and their number.")]
Listing = Annotated[
    int, typer.Option("--limit-solutions", min=1, metavar="N", help="List at most N.")
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="NAME", help="The level of this name or number, from 1."),
]
Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=named_file,
        help="Write the proof, for lo-exact check.",
    ),
]


_HELP = ("-h", "--help")


class DefaultGroup(QuickGroup):
    """A command group that runs ``solve`` if no command is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert ``solve`` before arguments that do not begin with a command."""
        if args and args[0] not in self.commands and args[0] not in _HELP:
            args = ["solve", *args]
        return super().parse_args(ctx, args)


_SETTINGS = {"help_option_names": list(_HELP), "max_content_width": 100}

app: typer.Typer = typer.Typer(
    cls=DefaultGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=False,
    context_settings=_SETTINGS,
    help="Solve parity walks, a puzzle: each step onto a cell paints it or wipes it clean; paint "
    "every cell in the fewest steps. "
    "lo-exact walk LEVEL is short for lo-exact walk solve LEVEL.",
)


@app.command("solve", context_settings=_SETTINGS)
def solve(
    level: LevelFile,
    json: Json = False,
    time_limit: TimeLimit = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=0, metavar="N", help="Say whether N steps are enough."),
    ] = None,
    all_: All = False,
    limit_solutions: Listing = 1000,
    only: Only = None,
    start: Start = None,
    end: End = None,
    closed: Closed = False,
    ascii_: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters.")] = False,
    certificate: Certificate = None,
    expect_solvable: ExpectSolvable = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Find the fewest steps that paint every cell, proved.

    With several levels each is answered in turn, with --json one object a line. When the time
    limit or Ctrl-C comes first, the best walk so far and a proved lower bound are printed.

    Example: lo-exact walk data/levels/published.txt --only level-302
    """
    from lo_exact.parity_walks.solve import all_fewest, fewest_steps

    talk = Talk(quiet=quiet, verbose=verbose)
    levels = _levels(level, only, start=start, end=_end(end, closed))
    if certificate is not None and len(levels) > 1:
        raise UsageError(
            f"--certificate takes one level, here are {len(levels)}: choose with --only"
        )
    # an output file that cannot be written is refused before the search begins
    folder = os.path.dirname(certificate or "") or "."
    if not os.access(folder, os.W_OK) or os.path.isdir(certificate or ""):
        raise UsageError(f"--certificate {printable(certificate or '')}: cannot be written there")
    how: dict[str, Any] = {
        "time_limit": seconds_allowed(time_limit),
        "report": lambda moment: talk.tick(walk_progress_sentence(moment)),
    }
    code = 0
    for number, one in levels:
        asked = one if limit is None else one.renamed(one.name, limit)
        listed = all_fewest(asked, limit=limit_solutions, **how) if all_ else None
        walked = listed.walked if listed else fewest_steps(asked, **how)
        talk.end_progress()
        talk.detail(f"engine {walked.engine}, {walked.seconds:.3f} s")
        if len(levels) > 1 and not json:
            print(f"{title(asked, number)}: ", end="")
        _print_answer(walked, listed, as_json=json, only_ascii=ascii_)
        if certificate is not None:
            _write_certificate(certificate, walked, talk)
        code = max(code, _exit_code(walked, expect_solvable=expect_solvable))
        if code == INTERRUPTED:
            break
    return code


@app.command("check", context_settings=_SETTINGS)
def check(
    level: LevelFile,
    walk: Walk,
    json: Json = False,
    only: Only = None,
    start: Start = None,
    end: End = None,
    closed: Closed = False,
) -> int:
    """Follow a walk step by step: does it solve the level?

    The first impossible step is printed, or the cells left unpainted. Exit code 1 means that it
    does not solve the level. It need not be the shortest.

    Example: lo-exact walk check data/levels/published.txt RLRRLLLL --only needs-four
    """
    from lo_exact.parity_walks.trails import simulate

    levels = _levels(level, only, start=start, end=_end(end, closed))
    if len(levels) > 1:
        raise UsageError(f"a walk is of one level, here are {len(levels)}: choose with --only")
    one = levels[0][1]
    walk = _written_walk(walk)
    verdict = simulate(one, walk)
    if json:
        print_json(verdict_json(one, walk, verdict))
    else:
        print(verdict_sentence(one, walk, verdict))
        if verdict.solves and one.limit is not None:
            over = len(walk) - one.limit
            print(f"limit {one.limit}: " + ("kept" if over <= 0 else f"exceeded by {over}"))
    return 0 if verdict.solves else NO


def _end(end: str | None, closed: bool) -> str | None:
    """Return the required end cell as the user named it; ``--closed`` means the start."""
    from lo_exact.parity_walks.level_text import AT_THE_START

    if closed and end is not None:
        raise UsageError("--closed is an end of its own: leave --end out")
    return AT_THE_START if closed else end


def _written_walk(walk: str) -> str:
    """Return the letters of a walk given as an argument, a file or standard input."""
    from lo_exact.formats.files import read_text
    from lo_exact.parity_walks.trails import read_walk

    named = walk == "-" or ("\n" not in walk and os.path.isfile(walk))
    try:
        return read_walk(read_text(walk) if named else walk)
    except InputError as error:
        raise InputError(error.problem, source=walk if named else "") from None


def _levels(
    file: str, only: str | None, *, start: str | None, end: str | None
) -> "list[tuple[int, WalkLevel]]":
    """Read the requested levels, with their numbers in the file."""
    from lo_exact.formats.files import read_text
    from lo_exact.parity_walks.level_text import cell_named, read_levels

    found = read_levels(read_text(file), source=file, start=start)
    levels = [
        (k, one if end is None else one.ending(cell_named(one, end)))
        for k, one in enumerate(found, start=1)
    ]
    if only is None:
        return levels
    chosen = [(k, one) for k, one in levels if only == one.name] or [
        (k, one) for k, one in levels if only == str(k)
    ]
    if not chosen:
        raise UsageError(f"--only: no level of {len(levels)} is called {printable(only, 40)!r}")
    return chosen


def _print_answer(
    walked: "Walked", listed: "Listed | None", *, as_json: bool, only_ascii: bool
) -> None:
    from lo_exact.parity_walks.drawing import DRAWN, draw_walk

    if as_json:
        print_json(walked_json(walked, listed))
        return
    print(walk_status_sentence(walked))
    level = walked.level
    for line in filter(None, [limit_sentence(walked), listed and listed_sentence(listed)]):
        print(line)
    if walked.end < 0:
        return
    only_ascii = only_ascii or not prints(DRAWN)
    print(f"start {place_in_words(level, level.start)}, end {place_in_words(level, walked.end)}")
    for walk in listed.walks if listed and listed.walks else [walked.walk]:
        print(f"{walk}\n\n{draw_walk(level, walk, colour=coloured(), only_ascii=only_ascii)}\n")


def _write_certificate(file: str, walked: "Walked", talk: Talk) -> None:
    from lo_exact.parity_walks.certify import write_walk_certificate

    if walked.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        talk.say("nothing is proved yet, so there is no certificate")
        return
    write_walk_certificate(walked, file)
    talk.say(f"certificate written; judge it with: lo-exact check {printable(file)}")


def _exit_code(walked: "Walked", *, expect_solvable: bool) -> int:
    if walked.stopped:
        return INTERRUPTED if walked.stopped == "interrupted" else LIMIT_REACHED
    return NO if expect_solvable and walked.status is Status.INFEASIBLE else 0
