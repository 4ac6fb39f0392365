"""``lo-exact count``: exact numbers of solutions."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import (
    INFEASIBLE_UNEXPECTED,
    allow_long_numbers,
    exit_code,
    print_json,
    seconds_allowed,
)
from lo_exact.commands.shared.options import (
    EngineName,
    ExpectSolvable,
    Json,
    Quiet,
    TimeLimit,
    Verbose,
)
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

Total = Annotated[
    bool, typer.Option("--total", help="Only the number of all solutions, known at once.")
]


@takes_puzzle
def count(
    puzzle: "Puzzle",
    json: Json = False,
    total: Total = False,
    engine: EngineName = "auto",
    time_limit: TimeLimit = None,
    expect_solvable: ExpectSolvable = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Count all solutions and the minimum solutions, exactly.

    The number of all solutions is known at once; a time limit can only hide the second number,
    which --total leaves out.

    Example: lo-exact count data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import cost, minima_sentence, status_sentence

    if total:
        return _print_total(puzzle, expect_solvable=expect_solvable, json=json)
    talk = Talk(quiet=quiet, verbose=verbose)
    solution = solver.count(
        puzzle,
        engine=engine,
        time_limit=seconds_allowed(time_limit),
        report=talk.progress(puzzle.objective),
    )
    talk.end_progress()
    if json:
        print_json(solution.to_json())
        return exit_code(solution, expect_solvable=expect_solvable)
    allow_long_numbers()
    if solution.solutions_total is not None:
        print(_said(solution.solutions_total))
    if solution.minimum_solutions and solution.weight is not None:
        print(f"{minima_sentence(solution)}, with {cost(puzzle.objective, solution.weight)}")
    elif solution.solutions_total != 0:
        print(status_sentence(solution))
    return exit_code(solution, expect_solvable=expect_solvable)


def _print_total(puzzle: "Puzzle", *, expect_solvable: bool, json: bool) -> int:
    """Print the number of all solutions alone."""
    from lo_exact import solver

    number = solver.count_solutions(puzzle)
    if json:
        print_json(_total_json(puzzle, number))
    else:
        allow_long_numbers()
        print(_said(number))
    return INFEASIBLE_UNEXPECTED if expect_solvable and not number else 0


def total_json(puzzle: "Puzzle") -> dict[str, object]:
    """Return the number of all solutions as JSON values."""
    from lo_exact import solver

    return _total_json(puzzle, solver.count_solutions(puzzle))


def _total_json(puzzle: "Puzzle", number: int) -> dict[str, object]:
    return {
        "solutions_total": number,
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }


def _said(number: int) -> str:
    return "1 solution in all" if number == 1 else f"{number} solutions in all"
