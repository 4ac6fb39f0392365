"""Command ``lo-exact show``: describe the parsed input."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeGuard

from lo_exact.commands.shared.answer import Reply, coloured, draw_picture
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import FormatName, Output, Picture
from lo_exact.commands.shared.readings import Readings
from lo_exact.errors import printable, refuse_use, writing
from lo_exact.formats.format_table import find_format
from lo_exact.machine import write_bytes_atomically

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import PackedPuzzle


@takes_puzzles
def show(
    puzzle: "AnyPuzzle",
    format: FormatName = "",
    output: Output = None,
    picture: Picture = None,
    readings: Readings = False,
) -> Reply:
    """Show how the input was understood: size, rule, target, the lights drawn.

    With --format, the puzzle is written in that format instead, which any command can read; with
    --output, into that file. With --readings, every way to read the text is listed instead, with
    the option that chooses it.

    Example: lo-exact show data/boards/all-on-5x5.txt
    """
    draw_picture(picture, lambda: _scene(puzzle), None)
    if not format:
        refuse_use(output is not None, "--output writes a puzzle: say in which --format")
        return Reply(0, lambda: as_json(puzzle), lambda: _lines(puzzle))
    written = find_format(format).write(puzzle)
    if output is None:
        return Reply(
            0, lambda: {"format": format, "text": written}, lambda: [written[:-1]], bare=True
        )
    with writing(f"--output {output}"):
        write_bytes_atomically(output, written.encode("utf-8"))
    return Reply(
        0, lambda: {"format": format, "file": output}, lambda: [f"written: {printable(output)}"]
    )


def _is_packed(puzzle: "AnyPuzzle") -> TypeGuard["PackedPuzzle"]:
    from lo_exact.puzzle import PackedPuzzle

    return isinstance(puzzle, PackedPuzzle)


def _lines(puzzle: "AnyPuzzle") -> Iterator[str]:
    import numpy as np

    from lo_exact.algebra.packed import as_tuple
    from lo_exact.commands.shared.render import draw_lights, lights_lines, puzzle_sentences

    yield from puzzle_sentences(puzzle)
    if _is_packed(puzzle):  # hashing takes longer than solving, so only --json prints the hash
        yield ""
        yield from lights_lines(puzzle, as_tuple(puzzle.packed_state), colour=coloured())
        return
    yield from [f"sha256: {puzzle.sha256}", ""]
    yield draw_lights(puzzle, puzzle.state.tolist(), colour=coloured())
    if np.unique(puzzle.target).size > 1:
        drawn = draw_lights(puzzle, puzzle.target.tolist(), colour=coloured())
        yield from ["", f"target:\n{drawn}"]


def _scene(puzzle: "AnyPuzzle") -> "Scene":
    from lo_exact.commands.shared.figures import shown_figure
    from lo_exact.commands.shared.render import puzzle_sentences
    from lo_exact.counters import of_colours

    return shown_figure(of_colours(puzzle, "--picture"), puzzle_sentences(puzzle)[0])


def as_json(puzzle: "AnyPuzzle") -> dict[str, Any]:
    """Return the description of a parsed puzzle as JSON values."""
    from lo_exact.algebra.packed import as_tuple
    from lo_exact.counters import drawn_puzzle
    from lo_exact.solution import check_json, lights_rows

    check_json(puzzle)
    if _is_packed(puzzle):
        state, target = as_tuple(puzzle.packed_state), as_tuple(puzzle.packed_target)
    else:
        residues = drawn_puzzle(puzzle)
        state, target = as_tuple(residues.state), as_tuple(residues.target)
    return {
        "state": lights_rows(puzzle.layout, state),
        "target": lights_rows(puzzle.layout, target),
        "uniform": getattr(puzzle, "uniform", False),
        "objective": puzzle.objective.value,
        "neighbourhood": puzzle.layout.neighbourhood,
        "topology": puzzle.layout.topology,
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
