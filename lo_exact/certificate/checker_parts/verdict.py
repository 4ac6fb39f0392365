"""Verdicts of a checker: accepted, rejected, too large, unreadable.

Proves: nothing by itself.  Every check in the other parts is a call of `require` or `bounded`; the
first one that fails ends the judging, so "accepted" means that all of them passed.
Does not prove: that a rejected or a too large certificate is wrong.  It may be right.
Trusts: Python's exceptions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """Kinds of verdict, with the word that the program prints for each."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    TOO_LARGE = "too-large"
    ELSEWHERE = "for another checker"
    UNREADABLE = "unreadable"


EXIT_CODES = dict(zip(Kind, (0, 1, 4, 2, 3), strict=True))


class Verdict(NamedTuple):
    """Verdict on a certificate; ``text`` is the claim in words or the reason for refusal."""

    kind: Kind
    text: str

    @property
    def accepted(self) -> bool:
        """Return whether the certificate proves its claim."""
        return self.kind is Kind.ACCEPTED


class Rejected(Exception):
    """Exception: the certificate does not prove its claim, for the reason in the message."""


class TooLarge(Rejected):
    """Exception: the certificate exceeds a bound of this checker, but may still be valid."""


class Elsewhere(Rejected):
    """Exception: this certificate must be judged by another checker."""


class Unreadable(Rejected):
    """Exception: the file is not JSON, so nothing was judged."""


KIND_OF: dict[type[Rejected], Kind] = {TooLarge: Kind.TOO_LARGE, Elsewhere: Kind.ELSEWHERE}
KIND_OF[Unreadable] = Kind.UNREADABLE


def require(condition: bool, reason: str) -> None:
    """Raise Rejected unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def bounded(condition: bool, reason: str) -> None:
    """Raise TooLarge unless the condition holds."""
    if not condition:
        raise TooLarge(reason)


def verdict_of(judge: Callable[[], str]) -> Verdict:
    """Call a checking function, which returns the claim in words or raises; return the verdict."""
    try:
        return Verdict(Kind.ACCEPTED, judge())
    except Rejected as reason:
        return Verdict(KIND_OF.get(type(reason), Kind.REJECTED), str(reason))
    except MemoryError:
        return Verdict(Kind.TOO_LARGE, "judging this takes more memory than there is")


def say(verdict: Verdict) -> int:
    """Print a verdict and return the exit code, 3 if the verdict cannot be printed."""
    try:
        said = f"{verdict.kind.value}: {verdict.text}"
        print(said.encode("ascii", "backslashreplace").decode(), flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else flush fails at exit
        said = "" if isinstance(error, BrokenPipeError) else f"cannot say it: {error.strerror}\n"
        sys.stderr.write(said)
        return 3
    return EXIT_CODES[verdict.kind]


class Part(NamedTuple):
    """Part of the checker file: first line, number of lines of code, names of used parts."""

    line: int
    lines: int
    uses: str


PARTS: dict[str, Part] = {}  # filled at the end of the joined file


def read_by(names: Iterable[str], but: str = "") -> str:
    """Return, as text, the used parts except those in ``but``, and their total number of lines."""
    needed, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name in PARTS and name not in needed and name not in but.split():
            needed.add(name)
            waiting += PARTS[name].uses.split()
    lines = sum(PARTS[name].lines for name in needed)
    return f"judged by {lines} lines of code: {', '.join(p for p in PARTS if p in needed)}"
