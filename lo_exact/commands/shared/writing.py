"""Output files of commands: puzzles in any format, pictures, bitmaps, saved disagreements."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.console import Talk
from lo_exact.commands.shared.options import can_be_written
from lo_exact.errors import DisagreementError, UsageError, writing
from lo_exact.formats.format_table import FORMATS, find_format
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle
    from lo_exact.solution import Solution

FORMAT_NAMES = (FORMATS[-1].name, *(row.name for row in FORMATS[:-1] if row.is_written))
"""The one that takes any text is the one to write."""

FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=completing(FORMAT_NAMES),
        help=f"Format to write: {', '.join(FORMAT_NAMES)}.",
    ),
]


Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=can_be_written,
        help="Write it there instead of printing it.",
    ),
]


def write_out(puzzle: "AnyPuzzle", format_name: str, path: str) -> None:
    """Write a puzzle to a file, replacing the file only after all text is written.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
        InputError: When the file cannot be written.
    """
    from lo_exact.formats.files import write_bytes_atomically

    data = text_in_format(puzzle, format_name).encode("utf-8")
    with writing(f"--output {path}"):
        write_bytes_atomically(path, lambda file: file.write(data))


def text_in_format(puzzle: "AnyPuzzle", format_name: str) -> str:
    """Return a puzzle as text that ends with a newline.

    Raises:
        UsageError: When there is no such format, or it cannot express the puzzle.
    """
    return find_format(format_name).write(puzzle)


def draw_picture(path: str | None, scene: "Callable[[], Scene]", talk: Talk | None) -> None:
    """Draw a scene to a file, if a file is requested."""
    if path is None:
        return
    from lo_exact.pictures.write import write_picture

    write_picture(scene(), path)
    if talk is not None:
        talk.say(f"drawn: {path}")


def solution_scene(solution: "Solution", *, steps: bool = False) -> "Scene":
    """Return the picture of a solution: presses on the board, steps, minima, or the proof."""
    from lo_exact.commands.shared import figures
    from lo_exact.commands.shared.render import status_sentence
    from lo_exact.counters import of_colours

    puzzle, title = of_colours(solution.puzzle, "--picture"), status_sentence(solution)
    if solution.witness is not None:
        return figures.witness_figure(puzzle, solution.witness, title)
    if solution.presses is None:
        return figures.board_figure(puzzle, title=title)
    if steps:
        return figures.steps_figure(puzzle, solution.presses, title)
    if solution.solutions:
        captions = [str(k + 1) for k in range(len(solution.solutions))]
        return figures.solutions_figure(puzzle, solution.solutions, captions, title)
    return figures.board_figure(puzzle, solution.presses, title)


def write_bitmap(solution: "Solution", path: str) -> None:
    """Write the presses of a solution as a P4 bitmap; write nothing if there are none.

    Raises:
        UsageError: When they are not those of a full grid of two colours.
    """
    import numpy as np

    from lo_exact.algebra.packed import BitRows
    from lo_exact.formats.files import write_bytes_atomically
    from lo_exact.formats.pictures import write_pbm

    puzzle, presses = solution.puzzle, solution.presses
    if presses is None:
        return
    rows, columns = puzzle.layout.shape
    if puzzle.colours != 2 or not puzzle.layout.is_grid or puzzle.buttons != rows * columns:
        raise UsageError("--pbm writes presses of a full grid of two colours, and this is none")
    packed: object = presses
    if isinstance(packed, BitRows):
        bits = packed
    else:
        bits = BitRows.of(np.array(presses, dtype=np.uint8).reshape(rows, columns))
    with writing(f"--pbm {path}"):
        write_bytes_atomically(path, lambda file: write_pbm(bits, file))


def saved(
    puzzle: "Puzzle", sentence: str, answers: list[dict[str, Any]] | None = None
) -> Exception:
    """Save a puzzle about which engines disagree, and return the error to raise.

    Args:
        puzzle: The puzzle the engines disagree about.
        sentence: Who said what.
        answers: Each engine's answer, where there are more than the sentence tells.
    """
    import json

    from lo_exact.formats import write_file_atomically, write_puzzle

    path = f"lo-exact-disagreement-{puzzle.sha256[:12]}.json"
    found: dict[str, Any] = {
        "disagreement": sentence,
        "puzzle": json.loads(write_puzzle(puzzle, "json")),
        "puzzle_sha256": puzzle.sha256,
        "answers": answers or [],
    }
    write_file_atomically(path, json.dumps(found, indent=1) + "\n")
    clash = DisagreementError(f"{sentence}; puzzle and answers are saved in {path}")
    clash.saved = path
    return clash
