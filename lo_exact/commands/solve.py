"""``lo-exact solve``: any solution, at once."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import exit_code, print_answer
from lo_exact.commands.shared.options import Bitmap, ExpectSolvable, Json, Quiet, Verbose
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


@takes_puzzle
def solve(
    puzzle: "Puzzle",
    json: Json = False,
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
    print_answer(solution, Talk(quiet=quiet, verbose=verbose), as_json=json, bitmap=pbm)
    return exit_code(solution, expect_solvable=expect_solvable)
