"""Boards for an external solver, and each of its answers judged.

A solver is a command that reads a board on standard input and prints presses, or the word
``unsolvable``; or a function that takes a `Puzzle` and returns the same, or an array.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lo_exact.errors import InputError, printable
from lo_exact.formats import write_puzzle
from lo_exact.judging.judge import Judgement, judge_answer
from lo_exact.judging.program import TIMED_OUT, ask_program, program_words
from lo_exact.puzzle import Puzzle

Solver = str | Callable[[Puzzle], object]

_Asked = tuple[Puzzle, object, str, float | None]
"""A board, its answer, how the solver failed (``""``: it did not), and its seconds."""


@dataclass(frozen=True)
class Refereed:
    """One board of a campaign and its judgement.

    Attributes:
        number: of the board, from 1.
        puzzle: the board.
        answer: what the solver said.
        judgement: what that is worth.
        seconds: wall-clock time that the answer took; None where all boards were asked together.
    """

    number: int
    puzzle: Puzzle
    answer: object
    judgement: Judgement
    seconds: float | None = None


def referee(
    solver: Solver,
    puzzles: Iterable[Puzzle],
    write: Callable[[Puzzle], str] = write_puzzle,
    *,
    seconds: float = 60.0,
    together: bool = False,
) -> Iterator[Refereed]:
    """Feed boards to an external solver and judge each answer.

    Args:
        solver: a command, split as a shell would and run without one; or a function, which is not
            stopped by the limit.
        puzzles: the boards.
        write: how a board is written for a command.
        seconds: wall-clock limit of one answer.
        together: a command gets all boards on one standard input, an empty line between two, and
            parts its answers so too (or gives one in each line).

    Raises:
        UsageError: When the command cannot be started.
    """
    if together and not callable(solver):
        asked = _ask_together(program_words(solver), list(puzzles), write, seconds)
    else:
        asked = _ask_each(solver, puzzles, write, seconds)
    for number, (puzzle, answer, broken, took) in enumerate(asked, start=1):
        yield Refereed(number, puzzle, answer, _judged(puzzle, answer, broken), took)


def _ask_each(
    solver: Solver, puzzles: Iterable[Puzzle], write: Callable[[Puzzle], str], seconds: float
) -> Iterator[_Asked]:
    words = [] if callable(solver) else program_words(solver)
    for puzzle in puzzles:
        question = "" if callable(solver) else write(puzzle)
        start = time.monotonic()
        said = _call(solver, puzzle) if callable(solver) else ask_program(words, question, seconds)
        yield puzzle, *said, time.monotonic() - start


def _judged(puzzle: Puzzle, answer: object, broken: str) -> Judgement:
    if broken:
        late = broken.startswith(TIMED_OUT)
        return Judgement(False, "timed out" if late else "crashed", broken)
    try:
        return judge_answer(puzzle, answer)
    except InputError as problem:
        return Judgement(False, "unreadable", f"the answer cannot be read: {problem}")


def _call(solver: Callable[[Puzzle], object], puzzle: Puzzle) -> tuple[object, str]:
    """Return what a function answers, and how it failed (``""``: it did not)."""
    try:
        return solver(puzzle), ""
    except Exception as problem:  # whatever somebody's function raises is its failure, not ours
        return None, printable(f"raised {type(problem).__name__}: {problem}", 200)


def _ask_together(
    words: list[str], puzzles: list[Puzzle], write: Callable[[Puzzle], str], seconds: float
) -> Iterator[_Asked]:
    question = "\n".join(write(puzzle) for puzzle in puzzles)
    said, broken = ask_program(words, question, seconds * max(1, len(puzzles)))
    answers = _parted(said, len(puzzles))
    if not broken and len(answers) != len(puzzles):
        broken = f"{len(puzzles)} boards were asked, {len(answers)} answers came"
    for k, puzzle in enumerate(puzzles):
        yield puzzle, answers[k] if k < len(answers) else "", broken, None


def _parted(said: str, count: int) -> list[str]:
    """Return the answers in a text: parted by empty lines, or one in each line."""
    lines = [line for line in said.splitlines() if line.strip()]
    if len(lines) == count:
        return lines
    return [part for part in re.split(r"\n[ \t\r]*\n", said) if part.strip()]
