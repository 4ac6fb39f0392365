"""Command ``lo-exact count``: exact numbers of solutions."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import NO, Reply, exit_code
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import ExpectSolvable, Search, Talking
from lo_exact.commands.shared.quick import within

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

Total = Annotated[
    bool, typer.Option("--total", help="Only the number of all solutions; takes no time.")
]


@takes_puzzles
def count(
    puzzle: "AnyPuzzle",
    *,
    total: Total = False,
    search: Search,
    expect_solvable: ExpectSolvable = False,
    talk: Talking,
) -> Reply:
    """Count all solutions and the minimum solutions, exactly.

    The number of all solutions takes no time. Counting the minima can be slow: --time-limit stops
    it, --total leaves it out.

    Example: lo-exact count data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import cost, minima_sentence, status_sentence
    from lo_exact.outcome import Status

    if total:
        with within(search["time_limit"]):
            value = total_json(puzzle)
        number = value["solutions_total"]
        code = NO if expect_solvable and not number else 0
        return Reply(code, lambda: value, lambda: [_said(number)], None, bool(number))
    solution = solver.count(puzzle, **search, report=talk.progress(puzzle.objective))
    talk.end_progress()

    def text() -> list[str]:
        lines = []
        if solution.solutions_total is not None:
            lines.append(_said(solution.solutions_total))
        if solution.minimum_solutions and solution.weight is not None:
            least = cost(puzzle.objective, solution.weight)
            lines.append(f"{minima_sentence(solution)}, with {least}")
            if solution.stopped:
                lines.append(f"all solutions are not counted ({solution.stopped})")
        elif solution.solutions_total != 0:
            lines.append(status_sentence(solution))
        return lines

    solved = solution.status is Status.OPTIMAL
    return Reply(
        exit_code(solution, expect_solvable=expect_solvable),
        solution.to_json,
        text,
        solution.weight if solved else None,
        solved,
    )


def total_json(puzzle: "AnyPuzzle") -> dict[str, Any]:
    """Return the number of all solutions as JSON values."""
    from lo_exact import solver

    return {
        "solutions_total": solver.count_solutions(puzzle),
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }


def _said(number: int) -> str:
    return "1 solution in all" if number == 1 else f"{number} solutions in all"
