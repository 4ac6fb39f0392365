"""Printing of the answers to many puzzles, with names and totals."""

import json
import sys
from dataclasses import dataclass

from lo_exact.commands.shared.answer import INTERRUPTED, NO
from lo_exact.commands.shared.console import Talk
from lo_exact.errors import LoExactError, printable
from lo_exact.languages.phrases import phrase

GRAVEST = (INTERRUPTED, 70, 6, 5, 3, 2, 4, 1, 0)
"""Exit codes: many puzzles end with the first of these that one of them ended with."""


@dataclass(frozen=True)
class Done:
    """The result of answering one of many puzzles."""

    code: int
    """Its exit code."""
    text: str
    """What to print."""
    weight: int | None = None
    """What it adds to the sum."""
    solved: bool | None = None
    """As in `Reply`."""
    error: str = ""
    """What went wrong, ``""`` if nothing."""
    place: str = ""
    """The puzzle that went wrong."""


class AnswersTally:
    """Printer of answers as they arrive, and of their totals."""

    def __init__(self, talk: Talk, *, as_json: bool):
        self._talk, self._as_json = talk, as_json
        self.codes: list[int] = []
        self.stopped: str = ""
        self._answered = 0
        self._solved: int | None = None
        self._unsolvable = self._weight = 0

    def add(self, done: Done) -> None:
        """Print one answer and count it."""
        self._print(done)
        self._answered += 1
        if done.solved is not None:
            self._solved = (self._solved or 0) + done.solved
            self._unsolvable += not done.solved and done.code in (0, NO)
            self._weight += done.weight or 0
        self._talk.tick(f"{self._answered} puzzles answered")

    def stop(self, done: Done) -> None:
        """Print the error of a puzzle after which no more puzzles are answered."""
        self._print(done)
        self.stopped = done.place

    def _print(self, done: Done) -> None:
        self._talk.end_progress()
        if done.error:
            print(f"lo-exact: {done.error}", file=sys.stderr)
            if self._as_json:
                print(json.dumps({"status": "error", "error": done.error}))
        else:
            print(done.text)
        sys.stdout.flush()
        self.codes.append(done.code)

    def end(self) -> None:
        """Print the totals, and state where the run stopped if it was not complete."""
        self._talk.end_progress()
        interrupted = self.stopped == "interrupted"
        self.codes += [INTERRUPTED] * interrupted
        self.codes += [NO] * (self._unsolvable > 0)
        sums = {"solved": self._solved, "unsolvable": self._unsolvable, "weight": self._weight}
        known = {} if self._solved is None else sums
        if self._as_json:
            stopped = {"stopped": self.stopped} if self.stopped else {}
            print(json.dumps({"puzzles": self._answered} | known | stopped))
            return
        said = phrase(205, n=self._answered) if self.stopped else ""
        if known:
            open_ones = self._answered - (self._solved or 0) - self._unsolvable
            said = phrase(200, n=self._solved, weight=self._weight)
            said += phrase(201, n=self._unsolvable) if self._unsolvable else ""
            said += phrase(202, n=open_ones) if open_ones else ""
        if self.stopped:
            said += phrase(204) if interrupted else phrase(203, place=self.stopped)
        if said:
            print(f"\n{said}")
        if self.stopped and not interrupted:
            self._talk.say("--keep-going answers the others")


def failed_puzzle(error: LoExactError, file: str, number: int) -> Done:
    """Return the error of one of many puzzles, with the puzzle's name if the message lacks it."""
    said, place = str(error), f"{printable(file)} #{number}"
    said = said if printable(file) in said else f"{place}: {said}"
    return Done(error.exit_code, "", error=said, place=place)


def titled(text: str, file: str, number: int, *, title: str = "", bare: bool) -> str:
    """Return an answer with its name above, or in front if the answer is a single line.

    Args:
        text: the answer.
        file: the puzzle's file.
        number: its number there.
        title: its name there, ``""`` if none.
        bare: whether text is a puzzle that other programs read: no name is put in.
    """
    if bare:
        return text
    lines = text.splitlines()
    drawn = [k for k, line in enumerate(lines) if not line]
    if len(drawn) == 1 and drawn[0] == len(lines) - 2:
        text = f"{'; '.join(lines[: drawn[0]])}; {lines[-1]}"
    named = f" ({printable(title, 60)})" if title else ""
    return f"{printable(file)} #{number}{named}: {text}" + (
        "" if len(drawn) < 2 and "\n" not in text else "\n"
    )
