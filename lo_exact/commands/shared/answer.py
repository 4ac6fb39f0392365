"""The result of a command: `Reply`, with text or JSON to print and an exit code.

A question's command returns a `Reply`; the caller prints it: one puzzle as it stands, many with
their names and a sum at the end.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.console import Talk, coloured
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.solution import Solution

INFEASIBLE_UNEXPECTED = 1
NO = 1
LIMIT_REACHED = 4
INTERRUPTED = 130


@dataclass(frozen=True)
class Reply:
    """The reply of a command about one puzzle."""

    code: int
    """The exit code."""
    json: Callable[[], dict[str, Any]]
    """Makes the JSON object."""
    lines: Callable[[], Iterable[str]]
    """Makes the text, a line or some lines at a time: it may be too long to hold."""
    weight: int | None = None
    """What it adds to the sum; None when there is none."""
    solved: bool | None = None
    """Whether the puzzle is solved, as the command understands it; None: it solves none."""
    bare: bool = False
    """Whether the text is for other programs, so that nothing may be put around it."""

    def print_text(self, *, as_json: bool) -> None:
        """Print the text, or the JSON object."""
        if as_json:
            print_json(self.json())
            return
        for line in self.lines():
            print(line)


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    allow_long_numbers()
    print(json.dumps(value))


def allow_long_numbers() -> None:
    """Lift Python's limit on printing integers of thousands of digits, after input is parsed."""
    sys.set_int_max_str_digits(0)


def replied(
    solution: "Solution",
    talk: Talk,
    *,
    sentences: Sequence[str] = (),
    expect_solvable: bool = False,
    steps: bool = False,
    boards: bool = False,
    bitmap: str | None = None,
) -> Reply:
    """Return a reply from a solution: status, presses, minima or proof, as text or JSON.

    Args:
        solution: The answer.
        talk: where progress and notes go.
        sentences: more lines of the answer, between status and drawing.
        expect_solvable: whether unsolvable is a failure.
        steps: also number the presses, one by one.
        boards: with the board after each.
        bitmap: the file that the presses are written to in place of the drawing.
    """
    if boards and not steps:
        raise UsageError("--boards draws the board after each of --steps: give both")
    from lo_exact.outcome import Status

    talk.end_progress()
    say_goal(solution.puzzle, talk)
    if bitmap is not None:
        from lo_exact.commands.shared.writing import write_bitmap

        write_bitmap(solution, bitmap)
    for note in solution.notes:
        talk.detail(note)
    talk.detail(f"engine {solution.engine}, {solution.seconds:.3f} s")
    solved = solution.status is Status.OPTIMAL

    def lines() -> Iterator[str]:
        return answer_lines(solution, sentences, steps=steps, boards=boards, drawn=bitmap is None)

    return Reply(
        exit_code(solution, expect_solvable=expect_solvable),
        lambda: _value(solution, steps=steps, boards=boards),
        lines,
        solution.weight if solved else None,
        solved,
    )


MAX_GOAL = 40
"""The most rows and columns of a goal that is drawn."""


def say_goal(puzzle: "AnyPuzzle", talk: Talk) -> None:
    """Draw the goal of a board on standard error if it is a pattern instead of one colour."""
    from lo_exact.commands.shared.render import draw_lights
    from lo_exact.puzzle import Puzzle

    sides = puzzle.layout.shape if isinstance(puzzle, Puzzle) else (0, 0)
    if not 0 < min(sides) <= max(sides) <= MAX_GOAL:
        return
    wanted = puzzle.target[puzzle.matters]
    if not wanted.any() or (wanted == wanted[0]).all():
        return
    talk.say(f"the goal is a pattern:\n{draw_lights(puzzle, puzzle.target.tolist())}\n")


def _value(solution: "Solution", *, steps: bool, boards: bool) -> dict[str, Any]:
    value = solution.to_json()
    if steps and solution.presses is not None:
        from lo_exact.commands.shared.render import steps_json

        value["steps"] = steps_json(solution, boards=boards)
    return value


def answer_lines(
    solution: "Solution",
    sentences: Sequence[str] = (),
    *,
    steps: bool = False,
    boards: bool = False,
    drawn: bool = True,
) -> Iterator[str]:
    """Yield the lines of an answer: the status in words, then presses, minima or the proof.

    Large drawings come a line at a time, other pieces of text whole.
    """
    from lo_exact.commands.shared.render import presses_lines, status_sentence, witness_lines
    from lo_exact.puzzle import Puzzle

    puzzle, colour = solution.puzzle, coloured()
    yield from [status_sentence(solution), *sentences]
    if solution.witness is not None and isinstance(puzzle, Puzzle):
        yield ""
        yield from witness_lines(puzzle, solution.witness, colour=colour)
    found = solution.solutions or ([] if solution.presses is None else [solution.presses])
    for presses in found if drawn else []:
        yield ""
        yield from presses_lines(puzzle, presses, colour=colour)
    if steps and solution.presses is not None:
        from lo_exact.commands.shared.render import steps_text

        yield from ["", steps_text(solution, boards=boards, colour=colour)]


def exit_code(solution: "Solution", *, expect_solvable: bool = False) -> int:
    """Return the exit code of a question about a minimum."""
    from lo_exact.outcome import Status

    if solution.stopped == "interrupted":
        return INTERRUPTED
    if solution.stopped:
        return LIMIT_REACHED
    if expect_solvable and solution.status is Status.INFEASIBLE:
        return INFEASIBLE_UNEXPECTED
    return 0


def text_table(rows: Sequence[Sequence[str]], *, indent: int = 0) -> str:
    """Return rows of cells as aligned lines; the width of the last column is not limited.

    >>> print(text_table([["a", "first"], ["bc", "second"]]))
    a   first
    bc  second
    """
    if not rows:
        return ""

    def wide(cell: str) -> int:  # Japanese letters take two columns
        return sum(2 if ord(letter) > 0x2E7F else 1 for letter in cell)

    widths = [max(map(wide, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell + " " * (width - wide(cell)) for cell, width in zip(row, widths, strict=True)
        )
        for row in rows
    ]
    lines = [line.rstrip() for line in lines]
    return "\n".join(" " * indent + line for line in lines)
