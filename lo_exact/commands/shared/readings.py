"""List of the possible interpretations of a text, each with the option that selects it.

Small puzzles are shown with their answers: two different numbers make the difference clear.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.reading import TextReading

Readings = Annotated[
    bool, typer.Option("--readings", help="List every way to read the text, and what chooses it.")
]

MAX_ROWS = 8
"""Largest number of rows drawn; of larger boards the first ones."""

MAX_COLUMNS = 60
"""Letters of a line of a drawn board."""

MAX_LIGHTS = 64
"""Lights of the largest puzzle whose minimum is shown beside its drawing."""


def drawn_readings(readings: "Sequence[TextReading]") -> Iterator[str]:
    """Yield the lines that show the interpretations of a text."""
    for number, reading in enumerate(readings, start=1):
        answers = ", ".join(filter(None, map(_answer, reading.puzzles)))
        answers += f" and {reading.more} more" if reading.more else ""
        choice = f"   {reading.choice}" if reading.choice else ""
        yield f"{number}. {reading.about}{': ' if answers else ''}{answers}{choice}"
        for puzzle in reading.puzzles[:1]:
            yield from _drawn(puzzle)


def print_readings(files: Sequence[str], options: "ReadOptions", form: str | None) -> int:
    """Print the possible interpretations of the given files, and return exit code 0.

    Raises:
        InputError: When a file has no reading.
    """
    from lo_exact.errors import InputError
    from lo_exact.formats.reading import TextReading, read_parts

    for file in files:
        try:
            puzzles = [part.read() for part in read_parts(file, options=options, format=form)]
        except InputError as refusal:
            if not refusal.readings:
                raise
            # words that are in doubt come first
            doubt = [refusal.problem] if refusal.readings[0].form == "alone" else []
            print("\n".join([*doubt, *drawn_readings(refusal.readings)]))
            continue
        note = puzzles[0].layout.note.removeprefix("read as ")
        about = f"one reading, {len(puzzles)} puzzle{'s' if len(puzzles) > 1 else ''}"
        print("\n".join(drawn_readings([TextReading(form or "", note or about, tuple(puzzles))])))
    return 0


def _drawn(puzzle: "AnyPuzzle") -> Iterator[str]:
    from lo_exact.commands.shared.render import draw_lights

    if puzzle.lights > MAX_ROWS * MAX_COLUMNS**2:
        return
    lines = draw_lights(puzzle, puzzle.state.tolist()).splitlines()
    for line in lines[:MAX_ROWS]:
        yield f"     {line if len(line) <= MAX_COLUMNS else line[:MAX_COLUMNS] + ' ...'}"
    if len(lines) > MAX_ROWS:
        yield "     ..."


def _answer(puzzle: "AnyPuzzle") -> str:
    from lo_exact.outcome import Status
    from lo_exact.puzzle import Puzzle
    from lo_exact.solver import minimum

    if not isinstance(puzzle, Puzzle) or puzzle.lights > MAX_LIGHTS:
        return ""
    answer = minimum(puzzle)
    if answer.status is Status.INFEASIBLE:
        return "no solution"
    return f"{answer.weight} {puzzle.objective.value}"
