"""The answer of a checker: accepted, rejected, or too large for it.

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
    """The answers, in the words that the program prints."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    TOO_LARGE = "too-large"
    ELSEWHERE = "for another checker"
    UNREADABLE = "unreadable"


EXIT_CODES = dict(zip(Kind, (0, 1, 4, 2, 3), strict=True))


class Verdict(NamedTuple):
    """An answer; ``text`` is the claim in words, or the reason why it is not accepted."""

    kind: Kind
    text: str

    @property
    def accepted(self) -> bool:
        """Return whether the certificate proves its claim."""
        return self.kind is Kind.ACCEPTED


class Rejected(Exception):
    """The certificate does not prove its claim; the message says why."""


class TooLarge(Rejected):
    """The certificate is beyond a bound of this checker; it may be right."""


class Elsewhere(Rejected):
    """Another checker judges it."""


class Unreadable(Rejected):
    """It is no JSON, so nothing was judged."""


KIND_OF: dict[type[Rejected], Kind] = {TooLarge: Kind.TOO_LARGE, Elsewhere: Kind.ELSEWHERE}
KIND_OF[Unreadable] = Kind.UNREADABLE


def require(condition: bool, reason: str) -> None:
    """Reject unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def bounded(condition: bool, reason: str) -> None:
    """Refuse as too large unless the condition holds."""
    if not condition:
        raise TooLarge(reason)


def verdict_of(judge: Callable[[], str]) -> Verdict:
    """Run a judge, which returns the claim in words or raises, and return the verdict."""
    try:
        return Verdict(Kind.ACCEPTED, judge())
    except Rejected as reason:
        return Verdict(KIND_OF.get(type(reason), Kind.REJECTED), str(reason))
    except MemoryError:
        return Verdict(Kind.TOO_LARGE, "judging this takes more memory than there is")


def say(verdict: Verdict) -> int:
    """Print a verdict and return the exit code; what nobody could hear is no verdict."""
    try:
        said = f"{verdict.kind.value}: {verdict.text}"
        print(said.encode("ascii", "backslashreplace").decode(), flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no second try at the end
        said = "" if isinstance(error, BrokenPipeError) else f"cannot say it: {error.strerror}\n"
        sys.stderr.write(said)
        return 3
    return EXIT_CODES[verdict.kind]


class Part(NamedTuple):
    """A part of the file: its first line, how many lines of code it has, which parts it uses."""

    line: int
    lines: int
    uses: str


PARTS: dict[str, Part] = {}  # filled at the end of the file


def read_by(names: Iterable[str], but: str = "") -> str:
    """Say which parts judged, with all that they use; ``but`` names parts that were not run."""
    needed, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name in PARTS and name not in needed and name not in but.split():
            needed.add(name)
            waiting += PARTS[name].uses.split()
    lines = sum(PARTS[name].lines for name in needed)
    return f"judged by {lines} lines of code: {', '.join(p for p in PARTS if p in needed)}"
