"""Commands ``lo-exact min`` and ``lo-exact solve``: a proved minimum, or any solution."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import Reply, draw_picture, replied, solution_scene
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Bitmap,
    Evidence,
    ExpectSolvable,
    Picture,
    Search,
    StepBoards,
    Steps,
    Talking,
    WhereKept,
)

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

Count = Annotated[bool, typer.Option("--count", help="Also the exact number of minimum solutions.")]
Canonical = Annotated[
    bool, typer.Option("--canonical", help="Print the first minimum in lexicographic order.")
]


@takes_puzzles
def minimum(
    puzzle: "AnyPuzzle",
    *,
    search: Search,
    count: Count = False,
    canonical: Canonical = False,
    steps: Steps = False,
    boards: StepBoards = False,
    picture: Picture = None,
    evidence: Evidence,
    where: WhereKept,
    expect_solvable: ExpectSolvable = False,
    pbm: Bitmap = None,
    talk: Talking,
) -> Reply:
    """Find the fewest presses, prove that fewer are not enough, and draw them.

    If the board is unsolvable, that is proved instead. If the time limit or Ctrl-C comes first, the
    best presses so far and a proved lower bound are printed, never "optimal". With --ledger
    or --pieces the work is cut into pieces; repeat the command to resume.

    Example: lo-exact min data/boards/all-on-5x5.txt --count
    """
    from lo_exact.commands.shared.render import claim_sentences, minima_sentence
    from lo_exact.solver import questions

    solution = questions.minimum(
        puzzle,
        **search,
        count=count,
        canonical=canonical,
        where=where,
        report=talk.progress(puzzle.objective),
    )
    solution = evidence.give(solution, talk, time_limit=search["time_limit"])
    sentences = [minima_sentence(solution)] if solution.minimum_solutions else []
    sentences += claim_sentences(solution)
    reply = replied(
        solution, talk, sentences=sentences, expect_solvable=expect_solvable, steps=steps,
        boards=boards, bitmap=pbm,
    )  # fmt: skip
    draw_picture(picture, lambda: solution_scene(solution, steps=steps), talk)
    return reply


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
