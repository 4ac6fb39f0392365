"""``lo-exact prove``: is it solvable, and why."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import exit_code, give_evidence, print_json
from lo_exact.commands.shared.options import Certificate, Certify, Json, Quiet, Verbose
from lo_exact.commands.shared.picturing import Picture, draw_picture, solution_scene
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk, coloured

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

NO = 1


@takes_puzzle
def prove(
    puzzle: "Puzzle",
    json: Json = False,
    picture: Picture = None,
    certificate: Certificate = None,
    certify: Certify = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Say whether the board is solvable, with the proof: presses, or why no presses can do it.

    Exit code 1 means unsolvable.

    Example: lo-exact prove data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.drawing import print_presses, print_witness
    from lo_exact.outcome import Status

    solution = solver.prove(puzzle)
    talk = Talk(quiet=quiet, verbose=verbose)
    talk.detail(f"engine {solution.engine}, {solution.seconds:.3f} s")
    solution = give_evidence(solution, talk, certificate=certificate, certify=certify)
    if json:
        print_json(solution.to_json())
    elif solution.presses is not None:
        print("solvable: these presses do it\n")
        print_presses(puzzle, solution.presses, colour=coloured())
    elif solution.witness is not None:
        print("unsolvable: no presses can do it\n")
        print_witness(puzzle, solution.witness, colour=coloured())
    draw_picture(picture, lambda: solution_scene(solution), talk)
    if solution.stopped:  # in the certificate, by Ctrl-C: the answer itself is multiplied out
        return exit_code(solution)
    return NO if solution.status is Status.INFEASIBLE else 0
