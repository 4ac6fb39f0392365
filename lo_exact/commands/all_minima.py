"""Command ``lo-exact all``: list every minimum solution."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import (
    Reply,
    draw_picture,
    listed_reply,
    replied,
    solution_scene,
)
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Evidence,
    ExpectSolvable,
    Limit,
    Picture,
    Search,
    Talking,
)
from lo_exact.errors import refuse_use

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

SHOWN = 1000
"""Default of ``--limit``: solutions shown; their number is exact in any case."""


Within = Annotated[
    int | None,
    typer.Option(
        "--within", min=0, metavar="T", help="Draw the solutions of at most the minimum plus T."
    ),
]


@takes_puzzles
def all_minima(
    puzzle: "AnyPuzzle",
    *,
    within: Within = None,
    picture: Picture = None,
    search: Search,
    limit: Limit = None,
    evidence: Evidence,
    expect_solvable: ExpectSolvable = False,
    talk: Talking,
) -> Reply:
    """Draw every minimum solution, in lexicographic order, and count them exactly.

    At most 1000 are drawn; --limit changes that. If there are more than 5000 minima, these are any
    1000 of them, and a note says so. The count is always exact.

    --within T draws the solutions that cost at most T more than the minimum, the lightest
    first. With a large T these are all solutions.

    Example: lo-exact all data/boards/all-on-5x5.txt
    """
    from lo_exact.commands.shared.render import minima_sentence
    from lo_exact.outcome import Status
    from lo_exact.solver import questions

    if within is not None:
        refuse_use(evidence.any, "a certificate is about the minimum: leave --within out")
        refuse_use(search["engine"] != "auto", "--engine names who finds minima: leave it out")
        found = questions.solutions_within(
            puzzle, within, time_limit=search["time_limit"], memory=search["memory"],
            report=talk.progress(puzzle.objective),
        )  # fmt: skip
        talk.end_progress()
        shown = SHOWN if limit is None else limit
        return listed_reply(found, talk, limit=shown, within=within, picture=picture)
    solution = questions.all_minima(
        puzzle,
        limit=SHOWN if limit is None else limit,
        **search,
        report=talk.progress(puzzle.objective),
    )
    solution = evidence.give(solution, talk, time_limit=search["time_limit"])
    total, shown = solution.minimum_solutions or 0, len(solution.solutions)
    sentences = [minima_sentence(solution)] if total > 0 else []
    if solution.status is Status.OPTIMAL and solution.stopped and shown:
        sentences = [f"{shown} minimum solutions were found until then; there may be more"]
    if shown < total:
        which = f"the first {shown} of {total}" if solution.ordered else f"some {shown} of {total}"
        talk.say(f"{which} minimum solutions shown; --limit {total} shows all")
    draw_picture(picture, lambda: solution_scene(solution), talk)
    return replied(solution, talk, sentences=sentences, expect_solvable=expect_solvable)
