"""``lo-exact solve``: any solution, at once."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import exit_code, print_answer
from lo_exact.commands.shared.options import (
    Bitmap,
    ExpectSolvable,
    Json,
    Quiet,
    StepBoards,
    Steps,
    Verbose,
)
from lo_exact.commands.shared.picturing import Picture, draw_picture, solution_scene
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


@takes_puzzle
def solve(
    puzzle: "Puzzle",
    json: Json = False,
    steps: Steps = False,
    boards: StepBoards = False,
    picture: Picture = None,
    expect_solvable: ExpectSolvable = False,
    pbm: Bitmap = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Find any solution by elimination; its presses are not minimised.

    Example: lo-exact solve data/boards/all-on-5x5.txt
    """
    from lo_exact import solver

    solution = solver.solve(puzzle)
    talk = Talk(quiet=quiet, verbose=verbose)
    print_answer(solution, talk, as_json=json, steps=steps, boards=boards, bitmap=pbm)
    draw_picture(picture, lambda: solution_scene(solution, steps=steps), talk)
    return exit_code(solution, expect_solvable=expect_solvable)
