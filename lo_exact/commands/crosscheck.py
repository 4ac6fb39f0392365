"""``lo-exact crosscheck``: engines against each other, and the referee of foreign solvers."""

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import print_json, seconds_allowed
from lo_exact.commands.shared.columns import table
from lo_exact.commands.shared.options import Json, Quiet, Seed, TimeLimit, Verbose
from lo_exact.commands.shared.random_boards import number_range, random_puzzles
from lo_exact.commands.shared.reading import Neighbourhood, ObjectiveName, Target, Topology, read
from lo_exact.commands.shared.talk import Talk
from lo_exact.commands.shared.writing import FormatName, write
from lo_exact.errors import LimitReached, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.crosscheck import CrossCheck
    from lo_exact.puzzle import Puzzle
    from lo_exact.referee import Judgement, Refereed

NO = 1
ANSWER_SECONDS = 60.0
"""A foreign solver's time for one board, unless ``--time-limit`` says otherwise."""

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
    format: FormatName = "",
    time_limit: TimeLimit = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Compare every engine on a board, or judge a foreign solver's answers.

    Without --answer and --solver, every fitting engine solves the board; a disagreement is saved
    and ends with exit code 6. A foreign solver prints rows of presses, a JSON list, or the word
    unsolvable; exit code 1 means that it is wrong, and the first failing board is shown. Random
    boards are grids with --size and matrices in JSON without.

    Example: lo-exact crosscheck data/boards/all-on-5x5.txt --engine coset --engine slack:highs
    """
    if bool(file) == bool(random):
        raise UsageError("say either FILE or --random N")
    talk = Talk(quiet=quiet, verbose=verbose)
    how: dict[str, Any] = {
        "neighbourhood": neighbourhood,
        "topology": topology,
        "target": target,
        "objective": objective,
    }
    if random:
        if answer is not None:
            raise UsageError("--answer judges one board: give FILE, not --random")
        puzzles = random_puzzles(random, seed or 0, size, colours, how, plain=solver is not None)
        format = format or ("board" if size else "json")
    else:
        number = None if colours is None else number_range("--colours", colours).low
        puzzles = iter([read(file, size=size, colours=number, **how)])
        format = format or "board"
    seconds = seconds_allowed(time_limit)
    if answer is not None:
        return _judge(next(puzzles), answer, minimal=not any_solution, json=json)
    if solver is not None:
        limit = ANSWER_SECONDS if seconds == inf else seconds
        return _referee(solver, puzzles, format, limit, talk, minimal=not any_solution, json=json)
    if random:
        return _compare_many(puzzles, engine or [], seconds, talk, json=json)
    return _compare(next(puzzles), engine or [], seconds, talk, json=json)


def _judge(puzzle: "Puzzle", answer: str, *, minimal: bool, json: bool) -> int:
    from lo_exact.formats import read_text
    from lo_exact.referee import judge_answer

    return print_judgement(judge_answer(puzzle, read_text(answer), minimal=minimal), json=json)


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


def _referee(
    solver: str,
    puzzles: Iterator["Puzzle"],
    format: str,
    seconds: float,
    talk: Talk,
    *,
    minimal: bool,
    json: bool,
) -> int:
    """Judge board after board; stop at the first wrong answer and show it."""
    from lo_exact.referee import referee

    tally: dict[str, int] = {}
    judged = referee(solver, puzzles, lambda p: write(p, format), minimal=minimal, seconds=seconds)
    for board in judged:
        verdict = board.judgement.verdict
        tally[verdict] = tally.get(verdict, 0) + 1
        if not board.judgement.right:
            talk.end_progress()
            _show_failure(board, write(board.puzzle, format), json=json)
            return NO
        talk.tick(f"{sum(tally.values())} boards, all answers right")
    talk.end_progress()
    if json:
        print_json({"right": True, "boards": sum(tally.values()), "verdicts": tally})
    else:
        said = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.items()))
        print(f"right on all {sum(tally.values())} boards: {said}")
    return 0


def _show_failure(board: "Refereed", text: str, *, json: bool) -> None:
    if json:
        failed = {"board": board.number, "puzzle": text, "answer": board.answer}
        print_json(_judged_json(board.judgement) | failed)
        return
    print(f"wrong on board {board.number}: {board.judgement.sentence}")
    print(f"\nthe board:\n{text}")
    answer = [printable(line, 500) for line in board.answer.splitlines()]
    print("its answer:", *(answer or ["(nothing)"]), sep="\n")


def _compare(puzzle: "Puzzle", names: list[str], seconds: float, talk: Talk, *, json: bool) -> int:
    from lo_exact.crosscheck import crosscheck_puzzle

    found = crosscheck_puzzle(puzzle, names=names, time_limit=seconds)
    _refuse_disagreement(found)
    if json:
        print_json({"agree": True, "proved": found.proved, "engines": _rows_json(found)})
    else:
        print(_rows_text(found))
        print(f"\n{found.proved} engines proved an answer, and they agree")
    if not found.proved:
        raise LimitReached("no engine proved an answer")
    return 0


def _rows_json(found: "CrossCheck") -> list[dict[str, Any]]:
    return [
        {
            "engine": row.engine,
            "status": row.status.value,
            "weight": row.weight,
            "lower_bound": row.lower_bound,
            "minimum_solutions": row.minimum_solutions,
            "seconds": round(row.seconds, 6),
            "note": row.note,
        }
        for row in found.rows
    ]


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
    puzzles: Iterator["Puzzle"], names: list[str], seconds: float, talk: Talk, *, json: bool
) -> int:
    from lo_exact.crosscheck import crosscheck_puzzle

    boards = proofs = 0
    for puzzle in puzzles:
        found = crosscheck_puzzle(puzzle, names=names, time_limit=seconds)
        _refuse_disagreement(found)
        boards, proofs = boards + 1, proofs + found.proved
        talk.tick(f"{boards} puzzles, all engines agree")
    talk.end_progress()
    if json:
        print_json({"agree": True, "puzzles": boards, "proofs": proofs})
    else:
        print(f"{boards} puzzles, {proofs} proved answers: all engines agree")
    return 0


def _refuse_disagreement(found: "CrossCheck") -> None:
    """Save a disagreement beside the user and raise it."""
    if not found.disagreement:
        return
    from lo_exact.commands.shared.disagreement import saved

    raise saved(found.puzzle, found.disagreement, _rows_json(found))
