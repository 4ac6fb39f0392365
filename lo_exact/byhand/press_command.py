"""``lo-exact press``: the board after presses."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json, Picture, Quietly
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk, coloured
from lo_exact.commands.shared.writing import draw_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lo_exact.algebra import IntArray
    from lo_exact.puzzle import Puzzle

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
    """Draw the board after these presses, and say how many lights are lit.

    Places are a column's letter and a row's number, A1 the upper left; x2 presses twice. Other
    notations are read as well: R1C3, lists, drawings, what a program prints. Where numbers may be
    counted from 1 or from 0, the reading that solves the board is meant.

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
        value: dict[str, object] = {
            "presses": presses_rows(puzzle.layout, tuple(after.presses.tolist())),
            "state": lights_rows(puzzle.layout, tuple(after.state.tolist())),
            "lit": after.lit,
            "wrong": after.wrong,
            "solved": after.solved,
            "colours": puzzle.colours,
            "lights": puzzle.lights,
            "buttons": puzzle.buttons,
            "puzzle_sha256": puzzle.sha256,
        }
        print_json(value)
        return 0
    print(press_sentence(puzzle, after))
    print(f"\n{draw_lights(puzzle, after.state.tolist(), colour=coloured())}")
    return 0


def read_pressed(texts: "Sequence[str]", puzzle: "Puzzle", talk: Talk) -> "IntArray":
    """Return presses: places, rows written out, or a file's; how they were read is said."""
    import os

    from lo_exact.formats.answers import read_presses
    from lo_exact.formats.files import read_text

    text = " ".join(texts)
    if len(texts) == 1 and (text == "-" or os.path.exists(text)):
        found, how = read_presses(read_text(text), puzzle, source=text)
    else:
        text = text.replace("/", "\n") if "[" not in text else text
        found, how = read_presses(text, puzzle, source="PRESSES")
    if how:
        talk.say(f"read as {how}")
    return found
