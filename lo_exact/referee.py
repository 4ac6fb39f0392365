"""The referee of foreign solvers: is their answer a solution, is it minimal, by how much not.

A foreign solver is any command that reads a board on standard input and prints rows of presses, or
the word ``unsolvable``.  It is run without a shell, with a time limit, and its words are read
strictly: what cannot be read is a failed board, with the reason.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.errors import DisagreementError, LoExactError, UsageError, printable
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum

MAX_ANSWER = 64 * 2**20


@dataclass(frozen=True)
class Judgement:
    """What an answer is worth.

    Attributes:
        right: whether it is what was asked for.
        verdict: ``minimal``, ``not minimal``, ``not a solution``, ``unsolvable``,
            ``wrongly unsolvable``, ``unreadable``, ``crashed`` or ``open``.
        sentence: the verdict in one line for people.
        weight: cost of the answer's presses; None when there are none.
        minimum: the proved minimum; None when unsolvable or open.
    """

    right: bool
    verdict: str
    sentence: str
    weight: int | None = None
    minimum: int | None = None


def judge_answer(puzzle: Puzzle, answer: str, *, minimal: bool = True) -> Judgement:
    """Judge what a foreign solver printed.

    Args:
        puzzle: The board it was given.
        answer: rows of presses (digits, or numbers separated by blanks; any glyph in a hole), a
            JSON list or object with ``presses``, or the word ``unsolvable``.
        minimal: whether a solution that is not minimal is wrong.
    """
    truth = minimum(puzzle)
    if truth.stopped == "interrupted":
        raise KeyboardInterrupt
    proved = truth.weight if truth.status is Status.OPTIMAL else None
    solvable = truth.status is not Status.INFEASIBLE
    if answer.strip().lower() in ("unsolvable", "infeasible"):
        if not solvable:
            return Judgement(True, "unsolvable", "rightly called unsolvable")
        sentence = f"called unsolvable, but presses of weight {truth.weight} solve it"
        return Judgement(False, "wrongly unsolvable", sentence, minimum=proved)
    try:
        presses = read_presses(puzzle, answer)
    except AnswerError as problem:
        return Judgement(False, "unreadable", f"the answer cannot be read: {problem}")
    rows = puzzle.matters
    reached = (puzzle.state + puzzle.activation.dot(presses)) % puzzle.colours
    missing = (puzzle.target[rows] - reached[rows]) % puzzle.colours
    same = puzzle.uniform and bool((missing == missing[:1]).all())
    if missing.any() and not same:
        wrong = int((missing != 0).sum())
        sentence = f"not a solution: {wrong} of {rows.size} lights end up wrong"
        return Judgement(False, "not a solution", sentence, minimum=proved)
    shown = np.append(presses, missing[0] * -1 % puzzle.colours) if _shifted(puzzle) else presses
    weight = puzzle.system.weight(shown)
    if truth.status is not Status.OPTIMAL:
        sentence = f"a solution of {weight}; the minimum is at least {truth.lower_bound}"
        return Judgement(not minimal, "open", sentence, weight)
    assert truth.weight is not None
    if weight < truth.weight:
        raise DisagreementError(
            f"{truth.engine} proved a minimum of {truth.weight}, but the answer is a solution of "
            f"{weight}: please report this puzzle"
        )
    if weight > truth.weight:
        sentence = f"a solution, but {weight} instead of {truth.weight}"
        return Judgement(not minimal, "not minimal", sentence, weight, truth.weight)
    return Judgement(True, "minimal", f"a minimum solution ({weight})", weight, truth.weight)


def _shifted(puzzle: Puzzle) -> bool:
    return puzzle.system.unknowns > puzzle.buttons


class AnswerError(LoExactError):
    """An answer of a foreign solver that cannot be read."""


def read_presses(puzzle: Puzzle, answer: str) -> IntArray:
    """Read a foreign answer as presses, (buttons,) int64 of 0..c-1.

    Raises:
        AnswerError: When it is not rows of presses for this puzzle.
    """
    text = answer.strip()
    if text[:1] in "[{" and text:
        rows = _json_rows(text)
    else:
        lines = [line.split() for line in text.splitlines() if line.strip()]
        if lines and lines[0] == ["presses"]:
            lines = lines[1:]
        rows = [list(line[0]) if len(line) == 1 else line for line in lines]
        if all(len(line) == 1 for line in lines) and len(lines) == _numbers_below(puzzle):
            rows = lines  # one number a line, whatever its number of digits
    places = puzzle.layout.button_at
    if not puzzle.layout.is_grid or len(rows) == 1 != places.shape[0]:
        flat = [glyph for row in rows for glyph in row]
        if len(flat) != puzzle.buttons:
            raise AnswerError(f"{puzzle.buttons} numbers are needed, one a button; got {len(flat)}")
        return _residues(flat, puzzle.colours)
    if len(rows) != places.shape[0] or any(len(row) != places.shape[1] for row in rows):
        shape = f"{places.shape[0]} rows of {places.shape[1]}"
        raise AnswerError(f"{shape} are needed; got rows of {[len(row) for row in rows][:12]}")
    spots = [(int(k), row[c]) for r, row in enumerate(rows) for c, k in enumerate(places[r])]
    ordered = sorted((k, glyph) for k, glyph in spots if k >= 0)
    return _residues([glyph for _, glyph in ordered], puzzle.colours)


def _numbers_below(puzzle: Puzzle) -> int:
    """Return how many numbers stand below each other, each alone; -1 when rows hold several."""
    if not puzzle.layout.is_grid:
        return puzzle.buttons
    rows, columns = puzzle.layout.button_at.shape
    return int(rows) if columns == 1 else -1


def _json_rows(text: str) -> list[list[str]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise AnswerError("it starts like JSON but is not") from problem
    if isinstance(value, dict):
        value = value.get("presses")
    if not isinstance(value, list):
        raise AnswerError("JSON answers are a list, or an object with a list `presses`")
    rows = value if all(isinstance(row, list) for row in value) else [value]
    return [["." if glyph is None else str(glyph) for glyph in row] for row in rows]


def _residues(glyphs: list[str], colours: int) -> IntArray:
    for glyph in glyphs:
        if not (glyph.isascii() and glyph.isdigit() and len(glyph) < 12 and int(glyph) < colours):
            raise AnswerError(f"presses are 0..{colours - 1}; got {printable(glyph, 20)!r}")
    return np.array([int(glyph) for glyph in glyphs], dtype=np.int64)


@dataclass(frozen=True)
class Refereed:
    """One board of a campaign and its judgement."""

    number: int
    puzzle: Puzzle
    answer: str
    judgement: Judgement


def referee(
    command: str,
    puzzles: Iterable[Puzzle],
    write: Callable[[Puzzle], str],
    *,
    minimal: bool = True,
    seconds: float = 60.0,
) -> Iterator[Refereed]:
    """Feed boards to a foreign solver, one process a board, and judge each answer.

    Args:
        command: program and arguments, split as a shell would, run without one.
        puzzles: the boards.
        write: how a board is written for the solver.
        minimal: whether a solution that is not minimal is wrong.
        seconds: wall-clock limit of one answer.

    Raises:
        UsageError: When the command cannot be started.
    """
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise UsageError(f"--solver {printable(command)!r}: {problem}") from problem
    if not words:
        raise UsageError("--solver wants a command, got an empty one")
    for number, puzzle in enumerate(puzzles):
        answer, broken = _ask(words, write(puzzle), seconds)
        if broken:
            yield Refereed(number, puzzle, answer, Judgement(False, "crashed", broken))
        else:
            yield Refereed(number, puzzle, answer, judge_answer(puzzle, answer, minimal=minimal))


def _ask(words: list[str], board: str, seconds: float) -> tuple[str, str]:
    """Return what the command printed, and why it failed (``""``: it did not).

    What it prints goes to files, whose size is watched, so that a solver that never stops printing
    takes no memory of ours; when the time is over everything it started ends with it.
    """
    deadline = time.monotonic() + seconds
    with TemporaryFile() as asked, TemporaryFile() as said, TemporaryFile() as complained:
        asked.write(board.encode())
        asked.seek(0)
        try:
            solver = subprocess.Popen(
                words, stdin=asked, stdout=said, stderr=complained, start_new_session=True
            )
        except OSError as problem:
            sentence = f"--solver cannot be started: {problem.strerror}: {words[0]}"
            raise UsageError(sentence) from problem
        broken, pause = "", 0.001
        try:
            while solver.poll() is None and not broken:
                if max(os.fstat(f.fileno()).st_size for f in (said, complained)) > MAX_ANSWER:
                    broken = f"printed more than {MAX_ANSWER} bytes"
                elif time.monotonic() > deadline:
                    broken = f"no answer within {seconds:g} s"
                time.sleep(pause)
                pause = min(2 * pause, 0.05)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(solver.pid, signal.SIGKILL)
            solver.wait()
        said.seek(0)
        answer = said.read(MAX_ANSWER).decode("utf-8", "replace")
        if not broken and solver.returncode:
            complained.seek(0)
            lines = complained.read(MAX_ANSWER).decode("utf-8", "replace").strip().splitlines()
            last = printable(lines[-1]) if lines else "nothing"
            broken = f"ended with exit code {solver.returncode}, saying: {last}"
    return answer, broken
