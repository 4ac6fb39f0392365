"""Command ``lo-exact referee``: run an external solver on many boards, and judge each answer."""

from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import NO, print_json, text_table
from lo_exact.commands.shared.options import (
    AnySolution,
    FormatName,
    How,
    Json,
    Quietly,
    Seed,
    TimeLimit,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats.format_table import find_format
from lo_exact.judging.judge_command import judged_json
from lo_exact.judging.random_boards import RandomCount, random_boards, seconds_each

if TYPE_CHECKING:
    from lo_exact.judging.campaign import Refereed
    from lo_exact.judging.tally import RefereeTally

MOST_SILENT = 3
"""Boards in a row without an answer, after which the program gets no more boards."""

MOST_ECHOED, MOST_LINES = 20_000, 40
"""Largest number of characters and of lines of an answer that are printed."""

BOARDS = 100
"""Number of random boards if no board is given."""

SIZES = "2x2..7x7"
"""Default sizes of random boards."""

Command = Annotated[
    str,
    typer.Argument(
        metavar="COMMAND",
        help="Gets a board on its standard input, prints its answer; quoted: 'python3 my.py'.",
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE", help="Boards for it; random ones where none is named."),
]


@grouped
def referee(
    command: Command,
    files: Files = None,
    *,
    random: RandomCount = None,
    seed: Seed = 1,
    how: How,
    any_solution: AnySolution = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="One run of the solver for all boards, an empty line between two."
        ),
    ] = False,
    format: FormatName = "",
    time_limit: TimeLimit = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Run a solver on boards and judge each answer.

    The solver reads a board and prints presses, a list, places, several answers, or the word
    unsolvable. An answer is right if it solves the board, or if it rightly says unsolvable. Exit
    code 1 means that an answer is wrong, or (without --any-solution) not minimal; 3 that an answer
    cannot be read. The first failure is shown, then a table; --json lists all. Without FILE, the
    solver gets 100 random boards of two colours (or --colours 2..9) from 2x2 to 7x7 (or --size);
    with --format json and no --size they are matrices. The limit is 60 s for each answer, or
    --time-limit.
    In the example, the "solver" presses what is lit.

    Example: lo-exact referee cat --size 1x1 --random 9
    """
    from lo_exact.judging.campaign import referee as refereed
    from lo_exact.judging.tally import SILENT, UNREADABLE, RefereeTally

    if files and random:
        raise UsageError("say either FILE or --random N")
    sizes = None if format == "json" and not how.has_rules else SIZES
    format = format or "board"
    puzzles = how.puzzles(files) if files else random_boards(
        how, random or BOARDS, seed, size=sizes, colours="2", plain=True
    )  # fmt: skip
    judged = refereed(
        command, puzzles, find_format(format).write,
        seconds=seconds_each(time_limit), together=together,
    )  # fmt: skip
    found, silent = RefereeTally(), 0
    failures = list[dict[str, Any]]()
    for board in judged:
        found.add(board)
        if json and not board.judgement.passes(minimal=not any_solution):
            failures.append(failure_json(board, format))
        talk.tick(f"{found.boards} boards, {found.right} answers right")
        silent = silent + 1 if board.judgement.verdict in SILENT else 0
        if silent == MOST_SILENT and not together:
            talk.say(f"stopped: {silent} boards in a row got no answer")
            break
    talk.end_progress()
    failed = found.failed or (None if any_solution else found.worst or found.open)
    if json:
        print_json(tally_json(found) | {"failures": failures})
    elif failed is None:
        print(f"right on all {found.boards} boards\n\n{text_table(found.rows())}")
    else:
        _show_failure(failed, format)
        print(f"\n{text_table(found.rows())}")
    if failed is None:
        return 0
    return InputError.exit_code if failed.judgement.verdict == UNREADABLE else NO


def tally_json(found: "RefereeTally") -> dict[str, Any]:
    """Return the tally of a campaign as JSON values."""
    times = {"median": median(found.seconds), "worst": max(found.seconds)} if found.seconds else {}
    return {
        "boards": found.boards,
        "right": found.right,
        "minimal": found.verdicts["minimal"] + found.verdicts["unsolvable"],
        "wrong": found.wrong,
        "verdicts": dict(sorted(found.verdicts.items())),
        "longer_by": found.excess,
        "seconds": {name: round(seconds, 3) for name, seconds in times.items()},
    }


def failure_json(board: "Refereed", format: str) -> dict[str, Any]:
    """Return a failed board with its answer and judgement as JSON values."""
    judgement = board.judgement
    return (
        {"board": board.number}
        | judged_json(judgement)
        | {"longer_by": judgement.excess, "seconds": board.seconds and round(board.seconds, 3)}
        | {
            "puzzle": find_format(format).write(board.puzzle),
            "answer": str(board.answer)[:MOST_ECHOED],
        }
    )


def _show_failure(board: "Refereed", format: str) -> None:
    from lo_exact.judging.tally import WRONG

    judgement = board.judgement
    word = "wrong" if judgement.verdict in WRONG else judgement.verdict
    print(f"{word} on board {board.number}: {printable(judgement.sentence, 500)}")
    print(f"\nthe board:\n{find_format(format).write(board.puzzle)}")
    lines = str(board.answer)[:MOST_ECHOED].splitlines()
    answer = [printable(line, 200) for line in lines[:MOST_LINES]]
    more = len(str(board.answer).splitlines()) - len(answer)
    answer += [f"({more} more lines)"] if more else []
    print("its answer:", *(answer or ["(nothing)"]), sep="\n")
