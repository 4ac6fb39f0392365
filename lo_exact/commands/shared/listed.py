"""Solutions with their weights, drawn or as JSON: what `all --within` and `sample` print."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import INFEASIBLE_UNEXPECTED, Reply
from lo_exact.commands.shared.talk import Talk, coloured
from lo_exact.commands.shared.writing import draw_picture

if TYPE_CHECKING:
    from lo_exact.solver.spectrum import ListedSolutions


def listed_reply(
    found: "ListedSolutions",
    talk: Talk,
    *,
    limit: int,
    picture: str | None = None,
    expect_solvable: bool = False,
) -> Reply:
    """Return solutions as a reply, or the proof that there is none.

    Args:
        found: the solutions.
        talk: where progress and notes go.
        limit: how many are shown.
        picture: the file to draw them into.
        expect_solvable: whether unsolvable is a failure.
    """
    from lo_exact.byhand.figures import solutions_figure
    from lo_exact.commands.shared.render import cost, draw_solution

    puzzle, total = found.puzzle, len(found.solutions)
    shown = found.solutions[:limit]
    talk.detail(f"{found.seconds:.3f} s")

    def text() -> str:
        if found.witness is not None:
            return "infeasible: no presses solve this, and that is proved"
        lines = [f"{total} solution{'' if total == 1 else 's'}"]
        for weight, presses in shown:
            lines.append(f"\n{cost(puzzle.objective, weight)}:")
            lines.append(draw_solution(puzzle, presses, colour=coloured()))
        return "\n".join(lines)

    if total:
        captions = [cost(puzzle.objective, weight) for weight, _ in shown]
        draw_picture(
            picture,
            lambda: solutions_figure(puzzle, [x for _, x in shown], captions, f"{total} solutions"),
            talk,
        )
    if len(shown) < total:
        talk.say(f"{len(shown)} of {total} solutions shown; --limit {total} shows all")
    code = INFEASIBLE_UNEXPECTED if expect_solvable and found.witness is not None else 0
    return Reply(code, lambda: found.to_json(limit), text, found.weight, found.witness is None)
