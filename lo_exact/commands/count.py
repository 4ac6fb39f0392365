"""``lo-exact count``: exact numbers of solutions."""

from typing import TYPE_CHECKING

from lo_exact.commands.answer import allow_long_numbers, exit_code, print_json, seconds_allowed
from lo_exact.commands.options import EngineName, ExpectSolvable, Json, Quiet, TimeLimit, Verbose
from lo_exact.commands.reading import takes_puzzle
from lo_exact.commands.talk import Talk

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


@takes_puzzle
def count(
    puzzle: "Puzzle",
    json: Json = False,
    engine: EngineName = "auto",
    time_limit: TimeLimit = None,
    expect_solvable: ExpectSolvable = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Count all solutions and the minimum solutions, exactly.

    The number of all solutions is known at once; a time limit can only hide the second number.

    Example: lo-exact count data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.render import cost, minima_sentence, status_sentence

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
    total = solution.solutions_total
    print("1 solution in all" if total == 1 else f"{total} solutions in all")
    if solution.minimum_solutions > 0:
        print(f"{minima_sentence(solution)}, with {cost(puzzle.objective, solution.weight)}")
    elif total:
        print(status_sentence(solution))
    return exit_code(solution, expect_solvable=expect_solvable)
