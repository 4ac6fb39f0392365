"""Commands ``lo-exact hint``, the next press, and ``lo-exact press``, the board after presses."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    Talk,
    coloured,
    draw_picture,
    exit_code,
    print_json,
    replied,
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
    from lo_exact.algebra import IntArray
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

    With --why a sentence gives the reason: a light that only this button changes, a set of lights,
    or the row above. For an unsolvable board the proof of that is printed.

    Example: lo-exact hint data/boards/all-on-5x5.txt --why
    """
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
        replied(solution, talk).print_text(as_json=json)
        return exit_code(solution)
    if json:
        print_json(hints_json(solution, next, why=why))
        return 0
    found = list(islice(hints(puzzle, solution), next))
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
    """Return the next presses of an optimal solution as a JSON object."""
    from lo_exact.byhand.hint import hints
    from lo_exact.counters import of_colours

    puzzle = of_colours(solution.puzzle, "a hint")
    found = islice(hints(puzzle, solution), next)
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


Presses = Annotated[
    list[str],
    typer.Argument(
        metavar="PRESSES",
        help="Places (A1 C3x2), a file with presses, or rows themselves (0110/1001).",
    ),
]


@takes_puzzle
def press(
    puzzle: "Puzzle",
    presses: Presses,
    json: Json = False,
    picture: Picture = None,
    *,
    talk: Quietly,
) -> int:
    """Draw the board after the given presses, and print how many lights are lit.

    Places are a column's letter and a row's number, A1 the upper left; x2 presses twice. Other
    notations are read as well: R1C3, lists, drawings, what a program prints. If numbers could
    count from 1 or from 0, the reading that solves the board is taken.

    Example: lo-exact press data/boards/all-on-5x5.txt D1 E1
    """
    from lo_exact.byhand.pressing import press as pressed
    from lo_exact.byhand.pressing import press_sentence
    from lo_exact.commands.shared.figures import board_figure
    from lo_exact.commands.shared.render import draw_lights
    from lo_exact.solution import lights_rows, presses_rows
    from lo_exact.topology import with_state

    after = pressed(puzzle, read_pressed(presses, puzzle, talk))
    draw_picture(
        picture,
        lambda: board_figure(with_state(puzzle, after.state), title=press_sentence(puzzle, after)),
        None,
    )
    if json:
        print_json({
            "presses": presses_rows(puzzle.layout, tuple(after.presses.tolist())),
            "state": lights_rows(puzzle.layout, tuple(after.state.tolist())),
            "lit": after.lit,
            "wrong": after.wrong,
            "solved": after.solved,
            "colours": puzzle.colours,
            "lights": puzzle.lights,
            "buttons": puzzle.buttons,
            "puzzle_sha256": puzzle.sha256,
        })  # fmt: skip
        return 0
    print(press_sentence(puzzle, after))
    print(f"\n{draw_lights(puzzle, after.state.tolist(), colour=coloured())}")
    return 0


def read_pressed(
    texts: "Sequence[str]", puzzle: "Puzzle", talk: Talk, *, by_solving: bool = True
) -> "IntArray":
    """Parse presses from the command line or a file, and report how they were read.

    Args:
        texts: arguments of the command line.
        puzzle: the puzzle.
        talk: output for the chosen reading.
        by_solving: whether to choose, of several readings, the one that solves the puzzle.
    """
    import os

    from lo_exact.formats.answers import read_presses
    from lo_exact.formats.files import read_text

    text = " ".join(texts)
    if len(texts) == 1 and (text == "-" or os.path.exists(text)):
        found, how = read_presses(read_text(text), puzzle, source=text, by_solving=by_solving)
    else:
        text = text.replace("/", "\n") if "[" not in text else text
        found, how = read_presses(text, puzzle, source="PRESSES", by_solving=by_solving)
    if how:
        talk.say(f"read as {how}")
    return found
