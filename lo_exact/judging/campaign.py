"""Run an external solver on many boards, and judge each of its answers.

`referee` runs the solver.  A solver is a command that reads a board on standard input and prints
presses, or the word ``unsolvable``.  It may also be a function that takes a `Puzzle` and returns
the same, or an array.

`ask_program` runs a command, with limits on its time and its output.
"""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile

from lo_exact import machine
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats import write_puzzle
from lo_exact.judging.judge import Judgement, judge_answer
from lo_exact.puzzle import Puzzle

MAX_ANSWER = 64 * 2**20
"""Bytes of a program's output that are read."""

_PAUSE = 0.005
"""Seconds between two checks of a running program, and the error of its measured time."""

TIMED_OUT = "no answer within"
"""Beginning of the message about a program that took too long."""


def program_words(command: str) -> list[str]:
    """Split a command line into program and arguments as a shell would.

    Raises:
        UsageError: When there are none.
    """
    try:
        words = machine.command_words(command)
    except ValueError as problem:
        raise UsageError(f"COMMAND {printable(command)!r}: {problem}") from problem
    if not words:
        raise UsageError("COMMAND is empty: a program and its arguments are wanted")
    return words


def ask_program(words: list[str], question: str, seconds: float) -> tuple[str, str]:
    """Run a program on one input; return its output, and the reason of a failure or ``""``.

    The program runs without a shell.  Its output goes to files whose size is watched, so a solver
    that never stops printing does not fill the memory of this process.  At the time limit the
    program and every process it started are ended.

    Raises:
        UsageError: When it cannot be started.
    """
    deadline = time.monotonic() + seconds
    with TemporaryFile() as asked, TemporaryFile() as said, TemporaryFile() as complained:
        asked.write(question.encode())
        asked.seek(0)
        try:
            solver = subprocess.Popen(
                words, stdin=asked, stdout=said, stderr=complained, **machine.own_group()
            )
        except OSError as problem:
            sentence = f"the solver cannot be started: {problem.strerror}: {words[0]}"
            raise UsageError(sentence) from problem
        broken, pause = "", 0.001
        try:
            while solver.poll() is None and not broken:
                if max(os.fstat(f.fileno()).st_size for f in (said, complained)) > MAX_ANSWER:
                    broken = f"printed more than {MAX_ANSWER} bytes"
                elif time.monotonic() > deadline:
                    broken = f"{TIMED_OUT} {seconds:g} s"
                time.sleep(pause)
                pause = min(2 * pause, _PAUSE)
        finally:
            machine.end_group(solver.pid)
            solver.wait()
        said.seek(0)
        answer = said.read(MAX_ANSWER).decode("utf-8", "replace")
        if not broken and solver.returncode:
            complained.seek(0)
            lines = complained.read(MAX_ANSWER).decode("utf-8", "replace").strip().splitlines()
            last = printable(lines[-1]) if lines else "nothing"
            broken = f"ended with exit code {solver.returncode}, saying: {last}"
    return answer, broken


Solver = str | Callable[[Puzzle], object]

_Asked = tuple[Puzzle, object, str, float | None]
"""A board, its answer, the solver's failure or ``""``, and its seconds."""


@dataclass(frozen=True)
class Refereed:
    """One board of a campaign, the solver's answer, and its judgement."""

    number: int
    """Number of the board, from 1."""
    puzzle: Puzzle
    """The board."""
    answer: object
    """The solver's answer."""
    judgement: Judgement
    """Judgement of the answer."""
    seconds: float | None = None
    """Wall-clock seconds of the answer; None if all boards were solved together."""


def referee(
    solver: Solver,
    puzzles: Iterable[Puzzle],
    write: Callable[[Puzzle], str] = write_puzzle,
    *,
    seconds: float = 60.0,
    together: bool = False,
) -> Iterator[Refereed]:
    """Run an external solver on each board, and yield the judgement of each answer.

    Args:
        solver: a command, split as a shell would and run without one; or a function, which is not
            stopped by the limit.
        puzzles: the boards.
        write: function that writes a board for a command.
        seconds: wall-clock limit of one answer.
        together: whether a command gets all boards on standard input, separated by empty lines, and
            prints answers separated likewise, or one in each line.

    Yields:
        The number, answer and judgement of each board.

    Raises:
        UsageError: When the command cannot be started.

    Example:
        >>> import lo_exact
        >>> def my_solver(puzzle):
        ...     return puzzle.state  # presses what is lit
        >>> boards = [lo_exact.grid_puzzle([[1]]), lo_exact.grid_puzzle([[1, 1], [1, 0]])]
        >>> [judged.judgement.verdict for judged in lo_exact.referee(my_solver, boards)]
        ['minimal', 'not a solution']
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
    """Call a solver function; return its answer, and the error message if it raised, or ``""``."""
    try:
        return solver(puzzle), ""
    except Exception as problem:  # any exception of the user's function counts as its failure
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
    """Split a text into answers: its lines if there are ``count`` of them, else its paragraphs."""
    lines = [line for line in said.splitlines() if line.strip()]
    if len(lines) == count:
        return lines
    return [part for part in re.split(r"\n[ \t\r]*\n", said) if part.strip()]
