"""Output of solutions with their weights for `all --within` and `sample`, drawn or as JSON."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import INFEASIBLE_UNEXPECTED, Reply
from lo_exact.commands.shared.console import Talk, coloured
from lo_exact.commands.shared.writing import draw_picture
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.solver.within import ListedSolutions


def listed_reply(
    found: "ListedSolutions",
    talk: Talk,
    *,
    limit: int,
    within: int | None = None,
    picture: str | None = None,
    expect_solvable: bool = False,
) -> Reply:
    """Return solutions as a reply, or the proof that there are none.

    Args:
        found: the solutions.
        talk: where progress and notes go.
        limit: how many are shown.
        within: how much more than the minimum they cost at most; None for samples of the minima.
        picture: the file to draw them into.
        expect_solvable: whether unsolvable is a failure.
    """
    from lo_exact.commands.shared.figures import solutions_figure
    from lo_exact.commands.shared.render import cost, draw_solution

    puzzle, total = found.puzzle, len(found.solutions)
    shown = found.solutions[:limit]
    talk.detail(f"{found.seconds:.3f} s")
    most = cost(puzzle.objective, (found.weight or 0) + (within or 0))
    title = phrase(27, n=total) if within is None else phrase(26, n=total, cost=most)

    def text() -> list[str]:
        if found.witness is not None:
            return [phrase(10)]
        lines = [title]
        for weight, presses in shown:
            lines.append(f"\n{cost(puzzle.objective, weight)}:")
            lines.append(draw_solution(puzzle, presses, colour=coloured()))
        return lines

    if total:
        captions = [cost(puzzle.objective, weight) for weight, _ in shown]
        presses = [x for _, x in shown]
        draw_picture(picture, lambda: solutions_figure(puzzle, presses, captions, title), talk)
    if len(shown) < total:
        talk.say(f"{len(shown)} of {total} solutions shown; --limit {total} shows all")
    code = INFEASIBLE_UNEXPECTED if expect_solvable and found.witness is not None else 0
    return Reply(code, lambda: found.to_json(limit), text, found.weight, found.witness is None)
