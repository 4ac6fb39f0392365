"""``lo-exact all --every``: all solutions of one board, by weight."""

from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.answer import replied
from lo_exact.commands.shared.picturing import draw_picture, solution_scene
from lo_exact.commands.shared.reply import Reply
from lo_exact.commands.shared.talk import Talk, coloured

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle


def reply_every(puzzle: "AnyPuzzle", talk: Talk, *, limit: int, picture: str | None) -> Reply:
    """Return all solutions, up to ``limit``, and how many weigh how much."""
    from lo_exact import solver
    from lo_exact.byhand.figures import solutions_figure
    from lo_exact.byhand.patterns import every_solution
    from lo_exact.commands.shared.columns import table
    from lo_exact.commands.shared.render import cost, draw_presses
    from lo_exact.counters import of_colours
    from lo_exact.solution import presses_rows

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
        lines.append(table([["weight", "solutions"], *rows], indent=2))
        for weight, presses in zip(found.weights, listed, strict=False):
            lines.append(f"\n{cost(puzzle.objective, weight)}:")
            lines.append(draw_presses(puzzle, presses, colour=coloured()))
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
