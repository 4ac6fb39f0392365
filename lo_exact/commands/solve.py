"""Command ``lo-exact solve``: find any solution by elimination."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import Reply, draw_picture, replied, solution_scene
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Bitmap,
    ExpectSolvable,
    Picture,
    StepBoards,
    Steps,
    Talking,
)

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle


@takes_puzzles
def solve(
    puzzle: "AnyPuzzle",
    *,
    steps: Steps = False,
    boards: StepBoards = False,
    picture: Picture = None,
    expect_solvable: ExpectSolvable = False,
    pbm: Bitmap = None,
    talk: Talking,
) -> Reply:
    """Find any solution by elimination; its presses are not minimised.

    Example: lo-exact solve data/boards/all-on-5x5.txt
    """
    from dataclasses import replace

    from lo_exact import solver
    from lo_exact.outcome import Status

    solution = solver.solve(puzzle)
    reply = replied(
        solution, talk, expect_solvable=expect_solvable, steps=steps, boards=boards, bitmap=pbm
    )
    draw_picture(picture, lambda: solution_scene(solution, steps=steps), talk)
    if solution.status is Status.INFEASIBLE:
        return reply
    return replace(reply, solved=True, weight=solution.weight)
