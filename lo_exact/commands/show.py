"""``lo-exact show``: what was understood of the input."""

from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.picturing import Picture, draw_picture
from lo_exact.commands.shared.reply import Reply
from lo_exact.commands.shared.talk import coloured
from lo_exact.commands.shared.writing import FormatName, write

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.pictures import Scene


@takes_puzzles
def show(puzzle: "AnyPuzzle", format: FormatName = "", picture: Picture = None) -> Reply:
    """Show how the input was understood: size, rule, target, the lights drawn.

    With --format, the puzzle is written in that format instead, which any command can read.

    Example: lo-exact show data/boards/all-on-5x5.txt
    """
    draw_picture(picture, lambda: _scene(puzzle), None)
    if format:
        written = write(puzzle, format)
        return Reply(
            0, lambda: {"format": format, "text": written}, lambda: written[:-1], bare=True
        )
    return Reply(0, lambda: as_json(puzzle), lambda: _text(puzzle))


def _text(puzzle: "AnyPuzzle") -> str:
    import numpy as np

    from lo_exact.algebra.packed import held, listed
    from lo_exact.commands.shared.drawing import lights_text
    from lo_exact.commands.shared.render import draw_lights, puzzle_sentences
    from lo_exact.puzzle import Puzzle

    packed = isinstance(puzzle, Puzzle) and puzzle.packed
    sentences = puzzle_sentences(puzzle)
    if not packed:  # it is taken over the matrix written out, and --json has it
        sentences.append(f"sha256: {puzzle.sha256}")
    blocks = ["\n".join(sentences)]
    if packed:
        lights = listed(held(puzzle, "state"))
        return "\n\n".join([*blocks, lights_text(puzzle, lights, colour=coloured())])
    blocks.append(draw_lights(puzzle, puzzle.state.tolist(), colour=coloured()))
    if np.unique(puzzle.target).size > 1:
        drawn = draw_lights(puzzle, puzzle.target.tolist(), colour=coloured())
        blocks.append(f"target:\n{drawn}")
    return "\n\n".join(blocks)


def _scene(puzzle: "AnyPuzzle") -> "Scene":
    from lo_exact.byhand.figures import shown_figure
    from lo_exact.commands.shared.render import puzzle_sentences
    from lo_exact.counters import of_colours

    return shown_figure(of_colours(puzzle, "--picture"), puzzle_sentences(puzzle)[0])


def as_json(puzzle: "AnyPuzzle") -> dict[str, Any]:
    """Return what was understood as JSON values."""
    from lo_exact.solution import lights_rows

    return {
        "state": lights_rows(puzzle.layout, tuple(puzzle.state.tolist())),
        "target": lights_rows(puzzle.layout, tuple(puzzle.target.tolist())),
        "uniform": getattr(puzzle, "uniform", False),
        "objective": puzzle.objective.value,
        "neighbourhood": puzzle.layout.neighbourhood,
        "topology": puzzle.layout.topology,
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
