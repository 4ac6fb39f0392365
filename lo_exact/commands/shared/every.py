"""``lo-exact all --every``: all solutions of one board, by weight."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import allow_long_numbers, print_answer, print_json
from lo_exact.commands.shared.picturing import draw_picture, solution_scene
from lo_exact.commands.shared.talk import Talk, coloured

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


def print_every(
    puzzle: "Puzzle", talk: Talk, *, as_json: bool, limit: int, picture: str | None
) -> int:
    """Print all solutions, up to ``limit``, and how many weigh how much; return the exit code."""
    from lo_exact import solver
    from lo_exact.byhand.figures import solutions_figure
    from lo_exact.byhand.patterns import every_solution
    from lo_exact.commands.shared.columns import table
    from lo_exact.commands.shared.render import cost, draw_presses
    from lo_exact.solution import presses_rows

    found = every_solution(puzzle)
    if found is None:
        refuted = solver.prove(puzzle)
        print_answer(refuted, talk, as_json=as_json)
        draw_picture(picture, lambda: solution_scene(refuted), talk)
        return 0
    allow_long_numbers()
    total = len(found.weights)
    listed = found.presses[:limit].tolist()
    if as_json:
        print_json(
            {
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
        )
    else:
        print(f"{total} solution{'' if total == 1 else 's'}")
        rows = [[cost(puzzle.objective, w), str(n)] for w, n in found.histogram.items()]
        print(table([["weight", "solutions"], *rows], indent=2))
        for weight, presses in zip(found.weights, listed, strict=False):
            print(f"\n{cost(puzzle.objective, weight)}:")
            print(draw_presses(puzzle, presses, colour=coloured()))
    captions = [cost(puzzle.objective, weight) for weight in found.weights[:limit]]
    draw_picture(
        picture,
        lambda: solutions_figure(puzzle, listed, captions, f"all {total} solutions"),
        talk,
    )
    if len(listed) < total:
        talk.say(f"{len(listed)} of {total} solutions shown; --limit {total} shows all")
    return 0
