"""Exceptions of lo-exact, each with its exit code.

    LoExactError
    ├── UsageError           2   an option that cannot be
    ├── InputError           3   bad text, file, or puzzle data
    │   ├── AmbiguousError   3   a text that fits one format in several ways
    │   └── PuzzleError      3   numbers that do not make a puzzle
    ├── LimitReached         4   a time or work limit came before the proof
    ├── MissingPackageError  5   a solver package that is not installed
    ├── DisagreementError    6   two exact engines differ: a bug in one of them
    └── SolverError         70   an engine or an external solver broke its word
        └── ChildDied       70   the process it ran in was killed, or ended by itself

Every message is one line: who, what was wanted, what came, what to do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INTERRUPTED = 130
"""Exit code that a shell reports for a program ended by Ctrl-C (SIGINT): 128 + 2."""


class LoExactError(Exception):
    """Base class of all exceptions that lo-exact raises deliberately.

    Example:
        >>> import lo_exact
        >>> try:
        ...     lo_exact.minimum(lo_exact.grid_puzzle([[1]]), engine="magic")
        ... except lo_exact.LoExactError as error:
        ...     error.exit_code
        2
    """

    exit_code = 70


class UsageError(LoExactError):
    """Invalid option or combination of options.

    Example:
        >>> import lo_exact
        >>> try:
        ...     lo_exact.minimum(lo_exact.grid_puzzle([[1]]), engine="magic")
        ... except lo_exact.errors.UsageError as error:
        ...     error.exit_code
        2
    """

    exit_code = 2


def refuse_use(reason: object, problem: str) -> None:
    """Raise a `UsageError` with the text ``problem`` if ``reason`` is true or not empty.

    Raises:
        UsageError: If the reason is not empty.
    """
    if reason:
        raise UsageError(problem)


class InputError(LoExactError):
    r"""Input that cannot be parsed, with the position of the error.

    Args:
        problem: One line: the expected and the actual input, without position.
        source: File name as the user gave it (``-`` for standard input), or ``""``.
        line: Line number from 1, or 0 for the whole input.
        column: Column number from 1 in characters, or 0 for the whole line.

    Example:
        >>> import lo_exact
        >>> try:
        ...     lo_exact.read_puzzle("##\n#?\n")
        ... except lo_exact.errors.InputError as error:
        ...     error.line, error.column
        (2, 2)
    """

    exit_code = 3
    readings: tuple[Any, ...] = ()
    """The possible puzzles of an ambiguous input."""

    def __init__(self, problem: str, *, source: str = "", line: int = 0, column: int = 0):
        self.problem: str = problem
        self.source: str = source
        self.line: int = line
        self.column: int = column
        place = ":".join(str(part) for part in (printable(source), line, column) if part)
        super().__init__(f"{place}: {problem}" if place else problem)


class AmbiguousError(InputError):
    """Input that has several readings in the same format.

    For code that tries all formats; the caller sees an `InputError`.

    Example:
        >>> from lo_exact.errors import AmbiguousError
        >>> AmbiguousError.exit_code
        3
    """


@contextmanager
def writing(path: object) -> Iterator[None]:
    """Turn an OSError that occurs while a file is written into an InputError that names the file.

    Raises:
        InputError: In place of an OSError such as a full disk or a read-only folder.
    """
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be written: {reason}", source=str(path)) from None


class PuzzleError(InputError):
    """Numbers that do not form a valid puzzle: an array has a wrong shape or numbers out of range.

    Example:
        >>> import lo_exact
        >>> try:
        ...     lo_exact.matrix_puzzle([[1, 1]], [1, 0])
        ... except lo_exact.errors.PuzzleError as error:
        ...     error.exit_code
        3
    """


class LimitReached(LoExactError):
    """Time or work limit reached before the proof was complete.

    Example:
        >>> from lo_exact.errors import LimitReached
        >>> LimitReached.exit_code
        4
    """

    exit_code = 4


class MissingPackageError(LoExactError):
    """Missing package that an engine needs, with the command that installs it.

    Example:
        >>> from lo_exact.errors import MissingPackageError
        >>> MissingPackageError.exit_code
        5
    """

    exit_code = 5


class DisagreementError(LoExactError):
    """Contradictory answers of two exact engines for the same puzzle.

    Example:
        >>> from lo_exact.errors import DisagreementError
        >>> DisagreementError.exit_code
        6
    """

    exit_code = 6
    saved: str = ""
    """File that holds the puzzle and the answers; ``""`` if not saved."""


class SolverError(LoExactError):
    """Crash or unknown status of an external solver, or a violated guarantee of an engine.

    Example:
        >>> from lo_exact.errors import SolverError
        >>> SolverError.exit_code
        70
    """


class ChildDied(SolverError):
    """Unexpected end of a solver's process; a retry can succeed.

    Example:
        >>> from lo_exact.errors import ChildDied
        >>> ChildDied.exit_code
        70
    """


def printable(text: str, limit: int = 120) -> str:
    r"""Return text shortened and with control characters escaped, safe for a terminal.

    >>> printable("a\x1b[31m")
    'a\\x1b[31m'
    """
    safe = "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in text)
    return safe if len(safe) <= limit else safe[: limit - 3] + "..."
