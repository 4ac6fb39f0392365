"""``lo-exact referee``: an external solver runs on many boards, and each answer is judged."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.judge import judged_json
from lo_exact.commands.shared.answer import print_json, text_table
from lo_exact.commands.shared.options import AnySolution, Json, Quietly, Seed, TimeLimit
from lo_exact.commands.shared.quick import grouped
from lo_exact.commands.shared.random_boards import RandomCount, random_boards, seconds_each
from lo_exact.commands.shared.reading import How
from lo_exact.commands.shared.writing import FormatName, text_in_format
from lo_exact.errors import InputError, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.referee import Refereed, RefereeTally

NO = 1

MOST_SILENT = 3
"""After so many boards in a row without an answer no more are asked."""

MOST_ECHOED, MOST_LINES = 20_000, 40
"""Characters and lines of an answer that are shown."""

BOARDS = 100
"""Random boards where nothing says which."""

SIZES = "2x2..7x7"
"""Sizes of random boards, unless ``--size`` says otherwise."""

Command = Annotated[
    str,
    typer.Argument(
        metavar="COMMAND", help="Gets a board on its standard input, and prints its answer."
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE...]", help="Boards for it; random ones where none is named."),
]
Together = Annotated[
    bool,
    typer.Option(
        "--together", help="One run of the solver for all boards, an empty line between two."
    ),
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
    together: Together = False,
    format: FormatName = "",
    time_limit: TimeLimit = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Run a solver on boards and judge each answer.

    It prints rows of presses, a list, or the word unsolvable. Exit code 1 means that it is wrong
    somewhere, 3 that an answer cannot be read. The first failure is shown, then a table. Without
    FILE there are 100 random boards, of two colours unless --colours 2..9 says otherwise, of
    2x2..7x7 unless --size does; with --format json alone they are matrices. Every answer has 60 s
    unless --time-limit says otherwise. In the example the solver presses what is lit.

    Example: lo-exact referee cat --size 1x1 --random 9
    """
    from lo_exact.referee import referee as refereed
    from lo_exact.referee.tally import UNREADABLE, RefereeTally

    if files and random:
        raise UsageError("say either FILE or --random N")
    if files:
        puzzles, format = how.puzzles(files), format or "board"
    else:
        sizes = None if format == "json" and not how.has_rules else SIZES
        boards = random_boards(how, random or BOARDS, seed, size=sizes, colours="2", plain=True)
        puzzles, format = boards.puzzles(), format or "board"
    judged = refereed(
        command, puzzles, lambda puzzle: text_in_format(puzzle, format),
        minimal=not any_solution, seconds=seconds_each(time_limit), together=together,
    )  # fmt: skip
    found, silent = RefereeTally(Counter()), 0
    for board in judged:
        found = found.adding(board)
        talk.tick(f"{found.boards} boards, {found.right} answers right")
        silent = silent + 1 if board.judgement.verdict in ("crashed", "timed out") else 0
        if silent == MOST_SILENT:
            talk.say(f"stopped: {silent} boards in a row got no answer")
            break
    talk.end_progress()
    failed = found.failed
    if failed is None and found.worst is not None and not found.worst.judgement.right:
        failed = found.worst
    if json:
        shown = {} if failed is None else _failure_json(failed, format)
        counts = {"boards": found.boards, "verdicts": dict(sorted(found.verdicts.items()))}
        print_json({"right": failed is None} | counts | {"worst_excess": found.excess} | shown)
    else:
        if failed is None:
            said = ", ".join(f"{n} {verdict}" for verdict, n in sorted(found.verdicts.items()))
            print(f"right on all {found.boards} boards: {said}")
        else:
            _show_failure(failed, format)
        print(f"\n{_tally_text(found)}")
    if failed is None:
        return 0
    return InputError.exit_code if failed.judgement.verdict == UNREADABLE else NO


def _tally_text(found: "RefereeTally") -> str:
    """Return the table at the end."""
    counts = {
        "boards": found.boards,
        "right": found.right,
        "minimal": found.verdicts["minimal"],
        "unsolvable": found.verdicts["unsolvable"],
        "not minimal": found.verdicts["not minimal"],
        "worst excess": found.excess,
    }
    others = {v: n for v, n in sorted(found.verdicts.items()) if v not in counts}
    return text_table([[name, str(count)] for name, count in (counts | others).items()])


def _failure_json(board: "Refereed", format: str) -> dict[str, Any]:
    failed = {"board": board.number, "puzzle": text_in_format(board.puzzle, format)}
    judged = {k: v for k, v in judged_json(board.judgement).items() if k != "right"}
    return judged | failed | {"answer": str(board.answer)[:MOST_ECHOED]}


def _show_failure(board: "Refereed", format: str) -> None:
    judgement = board.judgement
    word = "unreadable" if judgement.verdict == "unreadable" else "wrong"
    print(f"{word} on board {board.number}: {printable(judgement.sentence, 500)}")
    print(f"\nthe board:\n{text_in_format(board.puzzle, format)}")
    lines = str(board.answer)[:MOST_ECHOED].splitlines()
    answer = [printable(line, 200) for line in lines[:MOST_LINES]]
    more = len(str(board.answer).splitlines()) - len(answer)
    answer += [f"({more} more lines)"] if more else []
    print("its answer:", *(answer or ["(nothing)"]), sep="\n")
