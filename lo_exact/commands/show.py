"""``lo-exact show``: what was understood of the input."""

from typing import TYPE_CHECKING

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json
from lo_exact.commands.shared.picturing import Picture, draw_picture
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import coloured
from lo_exact.commands.shared.writing import FormatName, write

if TYPE_CHECKING:
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle


@takes_puzzle
def show(
    puzzle: "Puzzle", json: Json = False, format: FormatName = "", picture: Picture = None
) -> int:
    """Show how the input was understood: size, rule, target, the lights drawn.

    With --format, the puzzle is written in that format instead, which any command can read.

    Example: lo-exact show data/boards/all-on-5x5.txt
    """
    import numpy as np

    from lo_exact.algebra.packed import held, listed
    from lo_exact.commands.shared.drawing import print_lights
    from lo_exact.commands.shared.render import draw_lights, puzzle_sentences

    draw_picture(picture, lambda: _scene(puzzle), None)
    if format:
        print(write(puzzle, format), end="")
        return 0
    if json:
        print_json(as_json(puzzle))
        return 0
    for sentence in puzzle_sentences(puzzle):
        print(sentence)
    if not puzzle.packed:  # it is taken over the matrix written out, and --json has it
        print(f"sha256: {puzzle.sha256}")
    print()
    print_lights(puzzle, listed(held(puzzle, "state")), colour=coloured())
    if puzzle.packed:
        return 0
    if np.unique(puzzle.target).size > 1:
        print(f"\ntarget:\n{draw_lights(puzzle, puzzle.target.tolist(), colour=coloured())}")
    return 0


def _scene(puzzle: "Puzzle") -> "Scene":
    from lo_exact.byhand.figures import shown_figure
    from lo_exact.commands.shared.render import puzzle_sentences

    return shown_figure(puzzle, puzzle_sentences(puzzle)[0])


def as_json(puzzle: "Puzzle") -> dict[str, object]:
    """Return what was understood as JSON values."""
    from lo_exact.solution import lights_rows

    return {
        "state": lights_rows(puzzle.layout, tuple(puzzle.state.tolist())),
        "target": lights_rows(puzzle.layout, tuple(puzzle.target.tolist())),
        "uniform": puzzle.uniform,
        "objective": puzzle.objective.value,
        "neighbourhood": puzzle.layout.neighbourhood,
        "topology": puzzle.layout.topology,
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
