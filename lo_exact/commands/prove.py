"""Command ``lo-exact prove``: prove that a board is solvable or unsolvable."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import (
    NO,
    Reply,
    coloured,
    draw_picture,
    exit_code,
    solution_scene,
)
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Evidence,
    Picture,
    Talking,
    TimeLimit,
    seconds_allowed,
)
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle


@takes_puzzles
def prove(
    puzzle: "AnyPuzzle",
    *,
    time_limit: TimeLimit = None,
    picture: Picture = None,
    evidence: Evidence,
    talk: Talking,
) -> Reply:
    """Prove that the board is solvable, by a solution, or unsolvable, by a witness.

    Exit code 1 means unsolvable.

    Example: lo-exact prove data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import presses_lines, witness_lines
    from lo_exact.counters import Counters
    from lo_exact.outcome import Status

    solution = solver.prove(
        puzzle,
        time_limit=seconds_allowed(time_limit),
        report=talk.progress(puzzle.objective),
    )
    talk.detail(f"engine {solution.engine}, {solution.seconds:.3f} s")
    if solution.status is not Status.UNKNOWN:
        solution = evidence.give(solution, talk)
    elif evidence.any:
        talk.say("no certificate: nothing is known that could be claimed")
    solvable = solution.presses is not None

    def lines() -> Iterator[str]:
        if solution.presses is not None:
            yield from [phrase(24), ""]
            yield from presses_lines(puzzle, solution.presses, colour=coloured())
        elif solution.status is Status.UNKNOWN:
            yield f"unknown: {solution.stopped}"
        elif isinstance(puzzle, Counters) or solution.witness is None:
            yield f"unsolvable: {', '.join(solution.notes)}"
        else:
            yield from [phrase(25), ""]
            yield from witness_lines(puzzle, solution.witness, colour=coloured())

    draw_picture(picture, lambda: solution_scene(solution), talk)
    return Reply(
        exit_code(solution) or (0 if solvable else NO),
        solution.to_json,
        lines,
        solution.weight if solvable else None,
        solvable,
    )
