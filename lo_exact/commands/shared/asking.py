"""Whose boards are asked about: a file's puzzle, or a grid of --size."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

Rules = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A puzzle; its state is not looked at.")
]
Board = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A board; or --size, for all boards of a size.")
]
Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Work in so many processes.")]


def asked(
    file: str,
    size: str | None,
    colours: int | None,
    neighbourhood: str | None,
    topology: str | None,
    objective: str | None,
) -> "Puzzle":
    """Return the puzzle that the options mean.

    Raises:
        UsageError: When there is neither a file nor a size.
    """
    if file:
        from lo_exact.commands.shared.reading import read

        return read(
            file,
            size=size,
            colours=colours,
            neighbourhood=neighbourhood,
            topology=topology,
            objective=objective,
        )
    if size is None:
        raise UsageError("say whose boards: FILE or --size ROWSxCOLUMNS")
    from lo_exact.topology.described import described

    return described(
        size,
        neighbourhood=neighbourhood or "plus",
        topology=topology or "plane",
        colours=2 if colours is None else colours,
        objective=objective or "presses",
    )
