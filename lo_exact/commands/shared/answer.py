"""Output of commands: answers on standard output, messages on standard error, files.

A question's command returns a `Reply`, with text or JSON to print and an exit code.  The caller
prints it: one puzzle without a heading, many with their names and a summary.

On a terminal the progress is one line that rewrites itself; elsewhere it is plain lines, one a
second at most (the search's `Watch` ensures that).  With ``-q`` no message is printed.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lo_exact.errors import INTERRUPTED, DisagreementError, UsageError, writing
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.outcome import Progress
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Objective, Puzzle
    from lo_exact.solution import Solution
    from lo_exact.solver.questions import ListedSolutions

CLEAR = "\r\x1b[K"


class Talk:
    """Writer of messages to standard error, at the verbosity that the user chose.

    Args:
        quiet: print nothing.
        verbose: also print how the answer was found.
    """

    def __init__(self, *, quiet: bool = False, verbose: bool = False):
        self.quiet: bool = quiet
        self.verbose: bool = verbose
        self._drawn = self._advised = False
        self._next_tick = time.monotonic() + 1.0

    def progress(self, objective: "Objective") -> "Callable[[Progress], None] | None":
        """Return the function that a search calls to report progress, or None in quiet mode."""
        from lo_exact.commands.shared.render import progress_sentence

        if self.quiet:
            return None

        def drawn(moment: "Progress") -> None:
            if moment.advice and not self._advised:
                self._advised = True
                self.say(moment.advice)
            self._draw(progress_sentence(moment, objective))

        return drawn

    def tick(self, text: str) -> None:
        """Show a progress text of a long command, at most once a second."""
        now = time.monotonic()
        if not self.quiet and now >= self._next_tick:
            self._next_tick = now + 1.0
            self._draw(text)

    def _draw(self, text: str) -> None:
        if sys.stderr.isatty():
            print(f"{CLEAR}{text}", end="", file=sys.stderr, flush=True)
            self._drawn = True
        else:
            print(text, file=sys.stderr, flush=True)

    def end_progress(self) -> None:
        """Erase the progress line before the answer is printed."""
        if self._drawn:
            print(CLEAR, end="", file=sys.stderr, flush=True)
            self._drawn = False

    def say(self, text: str) -> None:
        """Print one line to standard error, unless quiet."""
        if not self.quiet:
            self.end_progress()
            print(text, file=sys.stderr)

    def detail(self, text: str) -> None:
        """Print one line to standard error if verbose."""
        if self.verbose:
            self.say(text)


def rough_time(seconds: float) -> str:
    """Format a duration roughly: ``0.01 s``, ``40 s``, ``3 h``, ``5 years``."""
    if seconds > 10_000 * 365 * 86_400:
        return "more than 10,000 years"
    for unit, size in (("years", 365 * 86_400), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s" if seconds >= 0.01 else "0.01 s"


def prints(signs: str) -> bool:
    """Return whether the encoding of standard output includes all of these characters."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def coloured() -> bool:
    """Return whether standard output is a terminal that accepts colours (https://no-color.org)."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") != "dumb"
    )


NO = 1
"""Exit code of a negative answer: unsolvable instead of solvable, wrong, or different."""
LIMIT_REACHED = 4
"""Exit code of an answer that a limit stopped: presses and a bound at best."""


@dataclass(frozen=True)
class Reply:
    """Reply of a command about one puzzle: exit code, text and JSON object."""

    code: int
    """The exit code."""
    json: Callable[[], dict[str, Any]]
    """Returns the JSON object."""
    lines: Callable[[], Iterable[str]]
    """Yields the text, some lines at a time: it may be too long for memory."""
    weight: int | None = None
    """Weight, to be added to the total; None if there is none."""
    solved: bool | None = None
    """Whether the puzzle is solved, in the sense of the command; None: the command solves none."""
    bare: bool = False
    """Whether the text is for other programs, so that nothing may be added to it."""

    def print_text(self, *, as_json: bool) -> None:
        """Print the reply, as JSON or as text."""
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
    """Convert a solution to a reply: status, then presses, minimum solutions or proof.

    Args:
        solution: The answer.
        talk: output for progress and notes.
        sentences: more lines of the answer, between status and drawing.
        expect_solvable: whether an unsolvable puzzle is a failure.
        steps: also number the presses, one by one.
        boards: also draw the board after each press.
        bitmap: the file that the presses are written to in place of the drawing.
    """
    if boards and not steps:
        raise UsageError("--boards draws the board after each of --steps: give both")
    from lo_exact.outcome import Status

    talk.end_progress()
    say_goal(solution.puzzle, talk)
    if bitmap is not None:
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
"""Largest number of rows, and of columns, of a goal that is drawn."""


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
    """Yield the lines of an answer: status, then presses, minimum solutions or the proof.

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
    """Return the exit code for the answer to a question about a minimum."""
    from lo_exact.outcome import Status

    if solution.stopped == "interrupted":
        return INTERRUPTED
    if solution.stopped:
        return LIMIT_REACHED
    if expect_solvable and solution.status is Status.INFEASIBLE:
        return NO
    return 0


def text_table(rows: Sequence[Sequence[str]], *, indent: int = 0) -> str:
    """Return rows of cells as lines of text with aligned columns, without trailing spaces.

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


def draw_picture(path: str | None, scene: "Callable[[], Scene]", talk: Talk | None) -> None:
    """Draw a scene to a file, if a file is requested."""
    if path is None:
        return
    from lo_exact.pictures.write import write_picture

    write_picture(scene(), path)
    if talk is not None:
        talk.say(f"drawn: {path}")


def solution_scene(solution: "Solution", *, steps: bool = False) -> "Scene":
    """Return the picture of a solution: presses, steps, minimum solutions, or the proof."""
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
        UsageError: When the puzzle is not a full grid of two colours.
    """
    import numpy as np

    from lo_exact.algebra.packed import BitRows
    from lo_exact.formats.pictures import write_pbm
    from lo_exact.machine import write_bytes_atomically

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
        sentence: The engines and their answers, in words.
        answers: Each engine's answer, when ``sentence`` lacks some.
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


def listed_reply(
    found: "ListedSolutions",
    talk: Talk,
    *,
    limit: int,
    within: int | None = None,
    picture: str | None = None,
    expect_solvable: bool = False,
) -> Reply:
    """Return a reply that lists solutions, or reports that the puzzle has none.

    Args:
        found: the solutions.
        talk: output for progress and notes.
        limit: how many to show.
        within: largest excess over the minimum; None for samples of the minima.
        picture: the file to draw to.
        expect_solvable: whether an unsolvable puzzle is a failure.
    """
    from lo_exact.commands.shared.figures import solutions_figure
    from lo_exact.commands.shared.render import cost, draw_solution

    puzzle, total = found.puzzle, len(found.solutions)
    shown = found.solutions[:limit]
    talk.detail(f"{found.seconds:.3f} s")
    most = cost(puzzle.objective, (found.weight or 0) + (within or 0))
    title = phrase(27, n=total) if within is None else phrase(26, n=total, cost=most)

    def text() -> list[str]:
        if found.witness is not None:
            return [phrase(10)]
        lines = [title]
        for weight, presses in shown:
            lines.append(f"\n{cost(puzzle.objective, weight)}:")
            lines.append(draw_solution(puzzle, presses, colour=coloured()))
        return lines

    if total:
        captions = [cost(puzzle.objective, weight) for weight, _ in shown]
        presses = [x for _, x in shown]
        draw_picture(picture, lambda: solutions_figure(puzzle, presses, captions, title), talk)
    if len(shown) < total:
        talk.say(f"{len(shown)} of {total} solutions shown; --limit {total} shows all")
    code = NO if expect_solvable and found.witness is not None else 0
    return Reply(code, lambda: found.to_json(limit), text, found.weight, found.witness is None)
