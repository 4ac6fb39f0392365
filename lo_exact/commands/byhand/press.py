"""``lo-exact press``: the board after presses."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json, Picture
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import coloured
from lo_exact.commands.shared.writing import draw_picture

if TYPE_CHECKING:
    from lo_exact.algebra import IntArray
    from lo_exact.puzzle import Puzzle

Presses = Annotated[
    str,
    typer.Argument(
        metavar="PRESSES",
        help="A file with rows of presses, such rows themselves (0110/1001), or places: A1 C3x2.",
    ),
]


@takes_puzzle
def press(puzzle: "Puzzle", presses: Presses, json: Json = False, picture: Picture = None) -> int:
    """Draw the board after these presses, and say how many lights are lit.

    Places are a column's letter and a row's number, A1 the upper left; x2 presses twice.

    Example: lo-exact press data/boards/all-on-5x5.txt "D1 E1"
    """
    from lo_exact.byhand.figures import board_figure
    from lo_exact.byhand.pressing import press as pressed
    from lo_exact.byhand.pressing import press_sentence
    from lo_exact.commands.shared.render import draw_lights
    from lo_exact.solution import lights_rows, presses_rows
    from lo_exact.topology import with_state

    after = pressed(puzzle, read_pressed(presses, puzzle))
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


def read_pressed(text: str, puzzle: "Puzzle") -> "IntArray":
    """Return presses: places, rows written out, or a file's."""
    import os

    from lo_exact.formats.files import read_text

    if text == "-" or os.path.exists(text):
        return _of(read_text(text), puzzle, text)
    return _of(text.replace("/", "\n") if "[" not in text else text, puzzle, "PRESSES")


def _of(text: str, puzzle: "Puzzle", source: str) -> "IntArray":
    from lo_exact.byhand.pressing import read_spots
    from lo_exact.formats.board.presses import read_presses

    found = read_spots(text, puzzle)
    return read_presses(text, puzzle, source=source) if found is None else found
