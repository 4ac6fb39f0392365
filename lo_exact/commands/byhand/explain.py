"""``lo-exact explain``: why a minimum is one, as a person would show it."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import exit_code, print_answer
from lo_exact.commands.shared.options import Quiet
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk, coloured

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


@takes_puzzle
def explain(puzzle: "Puzzle", quiet: Quiet = False) -> int:
    """Show by hand why no fewer presses do: no quiet pattern covers more pressed buttons than not.

    For two colours and at most 6 independent quiet patterns; an unsolvable board is explained by
    its witness.

    Example: lo-exact explain data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.byhand.explain import explain as explained
    from lo_exact.commands.shared.render import draw_presses
    from lo_exact.outcome import Status

    talk = Talk(quiet=quiet)
    solution = solver.minimum(puzzle, report=talk.progress(puzzle.objective))
    talk.end_progress()
    if solution.status is not Status.OPTIMAL or solution.presses is None:
        print_answer(solution, talk, as_json=False)
        return exit_code(solution)
    colour = coloured()
    print(explained(puzzle, solution.presses, lambda p, x: draw_presses(p, x, colour=colour)))
    return 0
