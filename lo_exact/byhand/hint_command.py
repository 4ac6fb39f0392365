"""``lo-exact hint``: the next press of a shortest solution."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import exit_code, print_answer, print_json
from lo_exact.commands.shared.options import Json, Quietly, TimeLimit, seconds_allowed
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import coloured
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.byhand.hint import PressHint
    from lo_exact.puzzle import Puzzle
    from lo_exact.solution import Solution

Next = Annotated[
    int, typer.Option("--next", min=1, max=2**31, metavar="N", help="Show the next N presses.")
]
Why = Annotated[bool, typer.Option("--why", help="Print why each press is right.")]


@takes_puzzle
def hint(
    puzzle: "Puzzle",
    *,
    next: Next = 1,
    why: Why = False,
    json: Json = False,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Show the next press of a shortest solution, and how many presses are left.

    With --why a sentence says why: a light that only this button changes, lights that no other
    button changes an odd number of, or the row above. An unsolvable board is explained by its
    witness.

    Example: lo-exact hint data/boards/all-on-5x5.txt --why
    """
    from itertools import islice

    from lo_exact import solver
    from lo_exact.byhand.hint import hint_words, hints
    from lo_exact.commands.shared.render import cost, draw_lights
    from lo_exact.outcome import Status
    from lo_exact.solver.button_names import button_faces

    solution = solver.minimum(
        puzzle, time_limit=seconds_allowed(time_limit), report=talk.progress(puzzle.objective)
    )
    talk.end_progress()
    if solution.status is not Status.OPTIMAL:
        print_answer(solution, talk, as_json=json)
        return exit_code(solution)
    if json:
        print_json(hints_json(solution, next, why=why))
        return 0
    found = list(islice(hints(puzzle, solution, why=why), next))
    if not found:
        print(phrase(144))
    for one in found:
        often = "" if one.times == 1 else phrase(141 if one.times == 2 else 142, n=one.times)
        face = button_faces(puzzle)[one.button]
        on = phrase(22, face=face) if face else ""
        left = cost(puzzle.objective, one.left)
        print(phrase(140, name=one.name, on=on, often=often, cost=left))
        if why:
            print(phrase(143, why=hint_words(puzzle, one)))
        if why and one.reason == "region" and puzzle.layout.is_grid:
            print(f"\n{draw_lights(puzzle, one.lights.tolist(), colour=coloured())}\n")
    return 0


def hints_json(solution: "Solution", next: int, *, why: bool) -> dict[str, Any]:
    """Return the next presses of an optimal solution of a board as JSON."""
    from itertools import islice

    from lo_exact.byhand.hint import hints
    from lo_exact.counters import of_colours

    puzzle = of_colours(solution.puzzle, "a hint")
    found = islice(hints(puzzle, solution, why=why), next)
    return {
        "status": solution.status.value,
        "left": solution.weight,
        "hints": [_as_json(puzzle, one, why) for one in found],
        "puzzle_sha256": puzzle.sha256,
    }


def _as_json(puzzle: "Puzzle", one: "PressHint", why: bool) -> dict[str, Any]:
    from lo_exact.byhand.hint import hint_words
    from lo_exact.solution import lights_rows
    from lo_exact.solver.button_names import button_faces, positions

    value: dict[str, Any] = {"button": one.name, "times": one.times, "left": one.left}
    if puzzle.layout.is_grid:
        row, column = positions(puzzle.layout.button_at)
        value["button"] = [int(row[one.button]) + 1, int(column[one.button]) + 1]
        value["place"] = one.name
        if face := button_faces(puzzle)[one.button]:
            value["face"] = face
    if why:
        value |= {
            "reason": one.reason,
            "lights": lights_rows(puzzle.layout, tuple(one.lights.tolist())),
            "why": hint_words(puzzle, one),
        }
    return value
