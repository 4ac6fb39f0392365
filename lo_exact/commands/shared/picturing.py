"""``--picture FILE``: what is drawn, drawn into a file too."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.options import can_be_written

if TYPE_CHECKING:
    from lo_exact.commands.shared.talk import Talk
    from lo_exact.pictures import Scene
    from lo_exact.solution import Solution


def checked_picture(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file that cannot be a picture before anything is searched."""
    if path is not None:
        from lo_exact.pictures.write import check_picture

        can_be_written(parameter, path)
        check_picture(path)
    return path


Picture = Annotated[
    str | None,
    typer.Option(
        "--picture",
        metavar="FILE",
        callback=checked_picture,
        help="Draw it too: FILE.svg or FILE.png.",
    ),
]


def draw_picture(path: str | None, scene: "Callable[[], Scene]", talk: "Talk | None") -> None:
    """Draw a scene into a file, where one was asked for."""
    if path is None:
        return
    from lo_exact.errors import InputError
    from lo_exact.pictures.write import write_picture

    try:
        write_picture(scene(), path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--picture {path}: cannot be written: {reason}") from None
    if talk is not None:
        talk.say(f"drawn: {path}")


def solution_scene(solution: "Solution", *, steps: bool = False) -> "Scene":
    """Return the picture of an answer: presses on the board, steps, minima, or the proof."""
    from lo_exact.byhand import figures
    from lo_exact.commands.shared.render import status_sentence

    puzzle, title = solution.puzzle, status_sentence(solution)
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
