"""Command ``lo-exact crosscheck``: solve with every engine, and compare the proved answers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import NO, Talk, print_json, text_table
from lo_exact.commands.shared.options import How, Json, Seed, Talking, TimeLimit
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import DisagreementError, LimitReached, UsageError, printable
from lo_exact.judging.random_boards import RandomCount, random_boards, seconds_each

if TYPE_CHECKING:
    from lo_exact.judging.crosscheck import CrossCheck
    from lo_exact.puzzle import Puzzle

Board = Annotated[
    str, typer.Argument(metavar="FILE", help="A puzzle; - reads standard input; or --random N.")
]
Engines = Annotated[
    list[str] | None,
    typer.Option("--engine", metavar="NAME", help="Run this engine; may be given several times."),
]


@grouped
def crosscheck(
    file: Board = "",
    *,
    random: RandomCount = None,
    seed: Seed = 1,
    how: How,
    engine: Engines = None,
    time_limit: TimeLimit = None,
    json: Json = False,
    talk: Talking,
) -> int:
    """Solve a board, or N random ones, with every engine that can, and compare.

    Exit code 1 means that two of them contradict each other; the board and their answers are saved
    in a file. Random boards are matrices of 2 to 9 colours,
    or grids with --size 2x2..6x6; --colours 3..5 limits the colours. Every answer has
    60 s unless --time-limit says otherwise.

    Example: lo-exact crosscheck data/boards/all-on-5x5.txt --engine coset --engine slack:highs
    """
    if bool(file) == bool(random):
        raise UsageError("say either FILE or --random N")
    names, seconds = engine or [], seconds_each(time_limit)
    try:
        if random:
            return _compare_many(random_boards(how, random, seed), names, seconds, talk, json)
        return _compare(how.puzzle(file), names, seconds, talk, json)
    except DisagreementError as clash:
        clash.exit_code = NO  # a disagreement is this command's result, not an internal error
        raise


def _compare_many(
    boards: "Iterator[Puzzle]", names: list[str], seconds: float, talk: Talk, json: bool
) -> int:
    from lo_exact.judging.crosscheck import crosscheck_puzzle

    proofs = done = 0
    for done, puzzle in enumerate(boards, start=1):
        talk.tick(f"{done - 1} puzzles, all engines agree")
        found = crosscheck_puzzle(puzzle, names=names, time_limit=seconds)
        _check_agreement(found)
        proofs += found.proved
    talk.end_progress()
    if json:
        print_json({"agree": True, "puzzles": done, "proofs": proofs})
    else:
        print(f"{done} puzzles, {proofs} proved answers: all engines agree")
    return 0


def _check_agreement(found: "CrossCheck") -> None:
    """Raise an error if engines disagree about a board, after saving the board.

    Raises:
        DisagreementError: When they do.
    """
    if found.disagreement:
        from lo_exact.commands.shared.answer import saved

        raise saved(found.puzzle, found.disagreement, found.to_json())


def _compare(puzzle: "Puzzle", names: list[str], seconds: float, talk: Talk, json: bool) -> int:
    from lo_exact.judging.crosscheck import crosscheck_puzzle

    found = crosscheck_puzzle(
        puzzle, names=names, time_limit=seconds, asking=talk.tick,
        report=talk.progress(puzzle.objective),
    )  # fmt: skip
    talk.end_progress()
    _check_agreement(found)
    if json:
        print_json({"agree": True, "proved": found.proved, "engines": found.to_json()})
    else:
        print(_rows_text(found))
        print(f"\n{found.proved} engines proved an answer, and they agree")
    if not found.proved:
        raise LimitReached("no engine proved an answer")
    return 0


def _rows_text(found: "CrossCheck") -> str:
    def known(number: int | None) -> str:
        return "-" if number is None else str(number)

    head = ["engine", "status", "weight", "minima", "seconds", ""]
    return text_table(
        [head]
        + [
            [
                row.engine,
                row.status.value,
                known(row.weight),
                known(row.minimum_solutions),
                f"{row.seconds:.3f}",
                printable(row.note),
            ]
            for row in found.rows
        ]
    )
