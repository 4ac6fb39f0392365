"""``lo-exact all``: every minimum solution."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import Reply, replied, text_table
from lo_exact.commands.shared.console import Talk, coloured
from lo_exact.commands.shared.evidence import Evidence
from lo_exact.commands.shared.listed import listed_reply
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import ExpectSolvable, Limit, Picture, Search, Talking
from lo_exact.commands.shared.writing import draw_picture, solution_scene
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

SHOWN = 1000
"""How many are shown unless ``--limit`` says otherwise; their number is exact in any case."""


Every = Annotated[bool, typer.Option("--every", help="Draw every solution, not only the minima.")]
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
    every: Every = False,
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

    --every draws all solutions, sorted by weight, with a count for each weight. --within T draws
    the solutions that cost at most T more than the minimum.

    Example: lo-exact all data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import minima_sentence
    from lo_exact.outcome import Status
    from lo_exact.solver.within import solutions_within

    if every and within is not None:
        raise UsageError("--every lists all solutions: leave --within out")
    if every or within is not None:
        if evidence.any:
            option = "--every" if every else "--within"
            raise UsageError(f"a certificate is about the minimum: leave {option} out")
        if search["engine"] != "auto":
            raise UsageError("--engine names who finds minima: leave it out")
        shown = SHOWN if limit is None else limit
        if within is not None:
            found = solutions_within(
                puzzle, within, time_limit=search["time_limit"], memory=search["memory"],
                report=talk.progress(puzzle.objective),
            )  # fmt: skip
            talk.end_progress()
            return listed_reply(found, talk, limit=shown, within=within, picture=picture)
        return _every(puzzle, talk, limit=shown, picture=picture)
    solution = solver.all_minima(
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


def _every(puzzle: "AnyPuzzle", talk: Talk, *, limit: int, picture: str | None) -> Reply:
    """Return all solutions, up to ``limit``, and how many weigh how much."""
    from lo_exact import solver
    from lo_exact.commands.shared.figures import solutions_figure
    from lo_exact.commands.shared.render import cost, draw_solution
    from lo_exact.counters import of_colours
    from lo_exact.solution import presses_rows
    from lo_exact.solver.patterns import every_solution

    found = every_solution(of_colours(puzzle, "--every"))
    if found is None:
        refuted = solver.prove(puzzle)
        draw_picture(picture, lambda: solution_scene(refuted), talk)
        return replied(refuted, talk)
    total = len(found.weights)
    listed = found.presses[:limit].tolist()

    def value() -> dict[str, Any]:
        return {
            "status": "optimal",
            "weight": found.weights[0],
            "solutions_total": total,
            "histogram": {str(weight): count for weight, count in found.histogram.items()},
            "weights": list(found.weights[:limit]),
            "solutions": [presses_rows(puzzle.layout, tuple(x)) for x in listed],
            "colours": puzzle.colours,
            "lights": puzzle.lights,
            "buttons": puzzle.buttons,
            "puzzle_sha256": puzzle.sha256,
        }

    def text() -> str:
        rows = [[cost(puzzle.objective, w), str(n)] for w, n in found.histogram.items()]
        lines = [f"{total} solution{'' if total == 1 else 's'}"]
        lines.append(text_table([["weight", "solutions"], *rows], indent=2))
        for weight, presses in zip(found.weights, listed, strict=False):
            lines.append(f"\n{cost(puzzle.objective, weight)}:")
            lines.append(draw_solution(puzzle, presses, colour=coloured()))
        return "\n".join(lines)

    captions = [cost(puzzle.objective, weight) for weight in found.weights[:limit]]
    draw_picture(
        picture,
        lambda: solutions_figure(
            of_colours(puzzle, "--every"), listed, captions, f"all {total} solutions"
        ),
        talk,
    )
    if len(listed) < total:
        talk.say(f"{len(listed)} of {total} solutions shown; --limit {total} shows all")
    return Reply(0, value, text, found.weights[0], True)
