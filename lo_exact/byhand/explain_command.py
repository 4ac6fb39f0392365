"""Command ``lo-exact explain``: step-by-step proof that a solution is optimal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    coloured,
    draw_picture,
    exit_code,
    print_json,
    replied,
    solution_scene,
)
from lo_exact.commands.shared.options import (
    Json,
    Picture,
    Quietly,
    TimeLimit,
    seconds_allowed,
    takes_puzzle,
)
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.byhand.overlays import Improvement, Overlays
    from lo_exact.puzzle import Puzzle

Start = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="PRESSES",
        help="Improve this solution with quiet patterns: A1 C3, or rows.",
    ),
]
Improve = Annotated[
    bool, typer.Option("--improve", help="Improve any solution with quiet patterns, step by step.")
]


@takes_puzzle
def explain(
    puzzle: "Puzzle",
    *,
    json: Json = False,
    start: Start = None,
    improve: Improve = False,
    picture: Picture = None,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Show step by step why fewer presses are not enough.

    A quiet pattern is a set of presses that together change nothing. Adding one to the solution
    never makes it shorter. With --improve or --from, start from any solution and add quiet patterns
    until none saves a press. For an unsolvable board the proof of that is printed.

    Example: lo-exact explain data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.byhand.explain import improved, improvement_words, laid_over, overlays_in_words
    from lo_exact.byhand.overlays import refuse_many
    from lo_exact.certificate.draft import all_solutions
    from lo_exact.commands.shared.render import draw_solution
    from lo_exact.outcome import Status

    solution = solver.solve(puzzle)
    if solution.presses is not None:
        refuse_many(all_solutions(puzzle))  # refuse before the long search for a minimum
    if start is None and not improve:
        solution = solver.minimum(
            puzzle,
            time_limit=seconds_allowed(time_limit),
            report=talk.progress(puzzle.objective),
        )
    talk.end_progress()
    if solution.presses is None or (solution.status is not Status.OPTIMAL and solution.stopped):
        draw_picture(picture, lambda: solution_scene(solution), talk)
        replied(solution, talk).print_text(as_json=json)
        return exit_code(solution)
    presses = solution.presses
    if start is not None:
        from lo_exact.byhand.hint_command import read_pressed

        presses = tuple(read_pressed([start], puzzle, talk).tolist())
    steps = improved(puzzle, presses) if start is not None or improve else []
    found = laid_over(puzzle, steps[-1].presses.tolist() if steps else presses)
    draw_picture(picture, lambda: _scene(puzzle, found), talk)
    if json:
        print_json(as_json(puzzle, found, steps))
        return 0

    def draw(of: "Puzzle", x: "Sequence[int]") -> str:
        return draw_solution(of, x, colour=coloured())

    if steps:
        print(phrase(132, weight=puzzle.system.weight(steps[0].before)))
        print(f"{draw(puzzle, presses)}\n\n{improvement_words(puzzle, steps, draw)}")
    print(overlays_in_words(puzzle, found, draw))
    return 0


def _scene(puzzle: "Puzzle", found: "Overlays") -> Any:
    from lo_exact.byhand.figures import overlays_figure

    return overlays_figure(puzzle, found)


def as_json(
    puzzle: "Puzzle", found: "Overlays", steps: "Sequence[Improvement]"
) -> dict[str, object]:
    """Return an explanation as a JSON object.

    Args:
        puzzle: the board.
        found: cost change by each quiet pattern.
        steps: the earlier improvements, empty if the presses were a minimum.
    """
    from lo_exact.byhand.overlays import MAX_DRAWN
    from lo_exact.solution import presses_rows

    def rows(x: Any) -> Any:
        return presses_rows(puzzle.layout, tuple(x[: puzzle.buttons].tolist()))

    value: dict[str, object] = {
        "weight": puzzle.system.weight(found.presses),
        "presses": rows(found.presses),
        "minimum": not found.saved,
        "quiet_patterns": len(found.patterns),
        "ties": found.ties,
        "changes": {str(change): count for change, count in found.histogram.items()},
        "classes": [
            {"buttons": list(buttons), "presses": [int(found.presses[j]) for j in buttons]}
            for buttons in found.classes
        ],
    }
    if len(found.patterns) <= MAX_DRAWN:
        triples = zip(found.patterns, found.lowered.tolist(), found.raised.tolist(), strict=True)
        value["patterns"] = [
            {"pattern": rows(x), "lowered": low, "raised": high} for x, low, high in triples
        ]
    if steps:
        value["improvements"] = [
            {"pattern": rows(step.pattern), "saved": step.saved, "weight": step.weight}
            for step in steps
        ]
    return value | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
