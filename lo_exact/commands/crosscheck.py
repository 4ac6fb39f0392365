"""``lo-exact crosscheck``: engines against each other, and the referee of foreign solvers."""

from collections import Counter
from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import print_json, seconds_allowed
from lo_exact.commands.shared.asking import Jobs
from lo_exact.commands.shared.columns import table
from lo_exact.commands.shared.options import (
    ClusterAddress,
    Json,
    Ledger,
    Pieces,
    Quiet,
    Seed,
    Task,
    TimeLimit,
    Verbose,
    where_of,
)
from lo_exact.commands.shared.random.boards import RandomBoards, number_range
from lo_exact.commands.shared.reading import Neighbourhood, ObjectiveName, Target, Topology, read
from lo_exact.commands.shared.talk import Talk
from lo_exact.commands.shared.writing import FormatName, write
from lo_exact.errors import InputError, LimitReached, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.crosscheck import CrossCheck
    from lo_exact.puzzle import Puzzle
    from lo_exact.referee import Judgement, Refereed, Tally
    from lo_exact.runners.work import Where

NO = 1
ANSWER_SECONDS = 60.0
"""Time of one engine or foreign solver for one board, unless ``--time-limit`` says otherwise."""

MOST_SILENT = 3
"""After so many boards in a row without an answer no more are asked."""

MOST_ECHOED, MOST_LINES = 20_000, 40
"""Characters and lines of an answer that are shown."""

SOLVER_BOARDS = 100
"""Random boards for a foreign solver where nothing says which."""

BOARDS = "2x2..7x7"
"""Sizes of the random boards for a foreign solver, unless ``--size`` says otherwise."""

Board = Annotated[str, typer.Argument(help="A puzzle; - reads standard input.")]
Answer = Annotated[
    str | None, typer.Option("--answer", metavar="FILE", help="Judge what a solver printed.")
]
Solver = Annotated[
    str | None,
    typer.Option(
        "--solver",
        metavar="COMMAND",
        help="Run it with each board on its standard input, and judge what it prints.",
    ),
]
Random = Annotated[
    int | None, typer.Option("--random", min=1, metavar="N", help="Make N random boards instead.")
]
Sizes = Annotated[
    str | None,
    typer.Option("--size", metavar="RxC[..RxC]", help="Sizes of random grids, or FILE's size."),
]
ColourRange = Annotated[
    str | None, typer.Option("--colours", metavar="C[..C]", help="Numbers of colours.")
]
Engines = Annotated[
    list[str] | None,
    typer.Option("--engine", metavar="NAME", help="Ask this engine (again and again: these)."),
]
Together = Annotated[
    bool,
    typer.Option(
        "--together", help="One run of the solver for all boards, an empty line between two."
    ),
]
AnySolution = Annotated[
    bool, typer.Option("--any-solution", help="A solution need not be minimal to be right.")
]


def crosscheck(
    file: Board = "",
    answer: Answer = None,
    solver: Solver = None,
    random: Random = None,
    seed: Seed = 1,
    size: Sizes = None,
    colours: ColourRange = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    target: Target = None,
    objective: ObjectiveName = None,
    engine: Engines = None,
    any_solution: AnySolution = False,
    together: Together = False,
    format: FormatName = "",
    jobs: Jobs = 1,
    ledger: Ledger = None,
    cluster: ClusterAddress = "",
    pieces: Pieces = 0,
    task: Task = "",
    time_limit: TimeLimit = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Compare every engine on a board, or judge a foreign solver's answers.

    Without --answer and --solver, every fitting engine solves the board; a disagreement is saved
    and ends with exit code 6. A foreign solver prints rows of presses, a list, or the word
    unsolvable; exit code 1 means that it is wrong somewhere, 3 that it cannot be read. The first
    failure is shown, then a table. A solver gets 100 random boards where neither FILE nor --random
    is given. For a solver random boards have two colours unless --colours says otherwise, and are
    matrices with --format json alone; for our engines they are grids with --size and matrices
    without. Every answer has 60 s unless --time-limit says otherwise.

    Example: lo-exact crosscheck data/boards/all-on-5x5.txt --engine coset --engine slack:highs
    """
    if solver is not None and not file and not random:
        random = SOLVER_BOARDS
    if bool(file) == bool(random):
        raise UsageError("say either FILE or --random N")
    where = where_of(jobs, cluster, ledger, pieces, task)
    if (jobs > 1 or ledger or cluster or pieces or task) and (not random or solver is not None):
        raise UsageError(
            "--jobs, --cluster, --ledger and --pieces are for --random and our engines"
        )
    talk = Talk(quiet=quiet, verbose=verbose)
    how: dict[str, Any] = {
        "neighbourhood": neighbourhood,
        "topology": topology,
        "target": target,
        "objective": objective,
    }
    if together and solver is None:
        raise UsageError("--together is about a --solver")
    if random:
        if answer is not None:
            raise UsageError("--answer judges one board: give FILE, not --random")
        if solver is not None:
            size = size or (None if format == "json" and not any(how.values()) else BOARDS)
            colours = colours or "2"
        boards = RandomBoards(random, seed or 0, size, colours, how, solver is not None)
        puzzles = boards.puzzles()
        format = format or ("board" if size else "json")
    else:
        number = None if colours is None else number_range("--colours", colours).low
        puzzles = iter([read(file, size=size, colours=number, **how)])
        format = format or "board"
    seconds = seconds_allowed(time_limit)
    seconds = ANSWER_SECONDS if seconds == inf else seconds
    if answer is not None:
        return _judge(next(puzzles), answer, minimal=not any_solution, json=json)
    if solver is not None:
        from lo_exact.referee import referee

        judged = referee(
            solver, puzzles, lambda puzzle: write(puzzle, format),
            minimal=not any_solution, seconds=seconds, together=together,
        )  # fmt: skip
        return _referee(judged, format, talk, json=json)
    if random:
        return _compare_many(boards, engine or [], seconds, where, talk, json=json)
    return _compare(next(puzzles), engine or [], seconds, talk, json=json)


def _judge(puzzle: "Puzzle", answer: str, *, minimal: bool, json: bool) -> int:
    from lo_exact.formats import read_text
    from lo_exact.referee import judge_answer

    judged = judge_answer(puzzle, read_text(answer), minimal=minimal, source=answer)
    return print_judgement(judged, json=json)


def print_judgement(judgement: "Judgement", *, json: bool) -> int:
    """Print what a foreign answer is worth; return 1 when it is wrong."""
    if json:
        print_json(_judged_json(judgement))
    else:
        print(f"{'right' if judgement.right else 'wrong'}: {judgement.sentence}")
    return 0 if judgement.right else NO


def _judged_json(judgement: "Judgement") -> dict[str, Any]:
    return {
        "right": judgement.right,
        "verdict": judgement.verdict,
        "sentence": judgement.sentence,
        "weight": judgement.weight,
        "minimum": judgement.minimum,
    }


def _referee(judged: "Iterable[Refereed]", format: str, talk: Talk, *, json: bool) -> int:
    """Judge all boards, show the first failure or else the worst answer, and the table."""
    from lo_exact.referee.tally import UNREADABLE, Tally

    found, silent = Tally(Counter()), 0
    for board in judged:
        found = found.adding(board)
        talk.tick(f"{found.boards} boards, {found.right} answers right")
        silent = silent + 1 if board.judgement.verdict == "crashed" else 0
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


def _tally_text(found: "Tally") -> str:
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
    return table([[name, str(count)] for name, count in (counts | others).items()])


def _failure_json(board: "Refereed", format: str) -> dict[str, Any]:
    failed = {"board": board.number, "puzzle": write(board.puzzle, format)}
    judged = {k: v for k, v in _judged_json(board.judgement).items() if k != "right"}
    return judged | failed | {"answer": str(board.answer)[:MOST_ECHOED]}


def _show_failure(board: "Refereed", format: str) -> None:
    judgement = board.judgement
    word = "unreadable" if judgement.verdict == "unreadable" else "wrong"
    print(f"{word} on board {board.number}: {printable(judgement.sentence, 500)}")
    print(f"\nthe board:\n{write(board.puzzle, format)}")
    lines = str(board.answer)[:MOST_ECHOED].splitlines()
    answer = [printable(line, 200) for line in lines[:MOST_LINES]]
    more = len(str(board.answer).splitlines()) - len(answer)
    answer += [f"({more} more lines)"] if more else []
    print("its answer:", *(answer or ["(nothing)"]), sep="\n")


def _compare(puzzle: "Puzzle", names: list[str], seconds: float, talk: Talk, *, json: bool) -> int:
    from lo_exact.crosscheck import crosscheck_puzzle

    found = crosscheck_puzzle(
        puzzle, names=names, time_limit=seconds, asking=talk.tick,
        report=talk.progress(puzzle.objective),
    )  # fmt: skip
    talk.end_progress()
    _refuse_disagreement(found)
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
    return table(
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


def _compare_many(
    boards: "RandomBoards", names: list[str], seconds: float, where: "Where", talk: Talk, *,
    json: bool,
) -> int:  # fmt: skip
    from lo_exact.commands.shared.random.comparing import compare_all
    from lo_exact.outcome import Watch

    watch = Watch(report=lambda moment: talk.tick(f"{moment.done} puzzles, all engines agree"))
    proofs = compare_all(boards, names, seconds, where, watch)
    talk.end_progress()
    if json:
        print_json({"agree": True, "puzzles": boards.count, "proofs": proofs})
    else:
        print(f"{boards.count} puzzles, {proofs} proved answers: all engines agree")
    return 0


def _refuse_disagreement(found: "CrossCheck") -> None:
    """Save a disagreement beside the user and raise it."""
    if not found.disagreement:
        return
    from lo_exact.commands.shared.disagreement import saved

    raise saved(found.puzzle, found.disagreement, found.to_json())
