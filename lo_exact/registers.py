"""Registers: tables of named entries whose functions are imported on first use.

So a help text or a choice can read a table without importing the functions in it, and a package's
first file costs nothing until it is used.  Some registers hold rows that need numpy.  Their names,
for help texts and completion, are listed here, and a test compares each list with its register.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeVar

from lo_exact.errors import UsageError, printable

TOPOLOGIES = ("plane", "torus", "cylinder", "moebius", "klein", "projective")
"""Keys of `lo_exact.topology.grid.SURFACES`."""

NEIGHBOURHOODS = (
    "plus", "cross", "x", "king", "knight", "row+column", "row", "column", "diagonals", "queen",
    "triangle", "cube", "hex", "merlin",
)  # fmt: skip
"""Keys of `lo_exact.topology.rules.RULES`."""

TOYS = (
    "classic", "mini", "deluxe", "2000", "cube", "merlin", "xl-25", "xl-25-knight", "alien-tiles",
    "alien-tiles-small",
)  # fmt: skip
"""Keys of `lo_exact.topology.toys.TOYS`."""

OBJECTIVES = ("presses", "buttons", "prices")
"""Values of `lo_exact.puzzle.Objective`."""

BITS = ("lsb", "msb")
"""Which bit of a hexadecimal board is the top left light: lowest or highest."""

EXPORTS = ("cnf", "xor", "wcnf", "opb", "lp", "mps")
"""Keys of `lo_exact.exports.export_table.EXPORTS`."""

SYNONYMS = {
    "moore": "king", "neumann": "plus", "diagonal": "diagonals", "bishop": "diagonals",
    "rook": "row+column", "triangles": "triangle", "columns": "column", "rows": "row",
    "donut": "torus", "doughnut": "torus", "wrap": "torus", "tube": "cylinder", "flat": "plane",
    "play": "serve", "game": "serve", "random": "make", "generate": "make", "worksheet": "levels",
    "solver": "min", "minimum": "min", "minimise": "min", "optimal": "min", "verify": "check",
    "hints": "hint", "nullity": "kernel", "shortest": "min", "fewest": "min", "aoc": "min",
    "screenshot": "min", "solvable": "prove", "impossible": "prove", "unsolvable": "prove",
    "sheet": "levels", "difficulty": "levels", "grade": "levels", "codes": "distance",
    "weight": "spectrum", "weights": "spectrum", "inverse": "matrix",
    "rank": "kernel", "sat": "export", "validate": "check", "draw": "show", "list": "formats",
    "step": "hint", "covering-radius": "hardest", "compare": "crosscheck", "convert": "show",
}  # fmt: skip
"""Command names that users may try, each with the right one."""

LONGEST_NAME = 40
"""Characters of an unknown name that are printed, and compared with the known names."""


SLICES = {
    "lo_exact.spectra": "COMMANDS",
    "lo_exact.codes": "CHECKERS COMMANDS FORMATS LONG",
    "lo_exact.byhand": "COMMANDS",
    "lo_exact.hardest_boards": "CHECKERS COMMANDS HELP LONG",
    "lo_exact.judging": "COMMANDS",
    "lo_exact.parity_walks": "CHECKERS COMMANDS",
    "lo_exact.whole_numbers": "CHECKERS ENGINES FORMS HELP",
    "lo_exact.service": "COMMANDS",
}
"""Slice packages, each for another kind of question, whose ``rows.py`` extend the tables."""


GROUPS = ("Solve", "Boards", "All boards of a size", "Codes", "Trust", "Program")
"""Headings of ``lo-exact --help``, in order."""


@dataclass(frozen=True)
class Command:
    """Entry of the table of commands."""

    name: str
    """Name that the user types."""
    function: str
    """``module:name`` of a function with typer annotations, or of a `typer.Typer`."""
    about: str
    """One line for ``lo-exact --help``: a verb and its result."""
    group: str
    """One of `GROUPS`."""


@dataclass(frozen=True)
class EngineRow:
    """Table entry of an engine for puzzles of counters; the engine is in a slice package."""

    name: str
    """Name that the user types."""
    about: str
    """One-line description for users."""
    module: str
    """Module of the engine, with ``refusal`` and ``minimise``."""


@dataclass(frozen=True)
class Task:
    """Table entry: a command that can run in pieces, or a function of a slice package."""

    name: str
    """Name of the command, or the work in words, as in "nothing installed can ..."."""
    function: str
    """``module:name`` of its function; that of a command takes ``--task``."""


@dataclass(frozen=True)
class FormatRow:
    """Entry of a format of puzzles."""

    name: str
    """Name that the user types."""
    about: str
    """One-line description for users."""
    looks: re.Pattern[str]
    """Pattern found in every text of this format."""
    reader: str
    """``module:function``, text and ``options`` (`ReadOptions`) to a puzzle, or to the parts of a
    text that may hold several; its errors have lines and columns, no file name.
    """
    writer: str = ""
    """``module:function``, puzzle to text, or `UsageError` when the format cannot express it;
    ``""``: the format is read only.
    """
    judge: str = ""
    """``module:function`` that decides about a text with ``looks``; ``""``: no text in
    another format has ``looks``.
    """
    begins: re.Pattern[bytes] | None = None
    """First bytes of a binary file; None: the format is text.  Of rows that begin alike the
    first one reads a file without a named format.
    """
    opens: str = ""
    """``module:function``, open binary file and ``options`` to parts."""
    whole: bool = False
    """Whether ``looks`` needs the whole text."""
    many: bool = False
    """Whether the reader gives parts; if ``looks`` does not decide the format, it takes
    the format's name as well.
    """
    alone: bool = True
    """Whether no board text matches ``looks``; else board text is tried as well, and a text that
    both can read is refused.
    """
    drawn: bool = True
    """Whether the format keeps rows and columns."""
    legend: bool = False
    """Whether the meaning of its signs can be given by an option."""
    counters: bool = False
    """Whether it can hold counters, too."""
    example: str = ""
    """A small text in this format; for binary files, Python code that writes one."""
    said: str = ""
    """Options that the example needs."""


class Named(Protocol):
    """Interface of a table entry with a name."""

    @property
    def name(self) -> str:
        """Name that the user types."""


Row = TypeVar("Row", bound=Named)


def rows_of_slices(table: str) -> tuple[Any, ...]:
    """Return the entries that slice packages, such as ``lo_exact.codes``, add to a table.

    Args:
        table: the name of a constant of ``rows.py``, such as ``COMMANDS``.
    """
    found: list[Any] = []
    for name, tables in SLICES.items():
        if table in tables.split():
            found += getattr(import_module(f"{name}.rows"), table)
    return tuple(found)


def done_by_slices(name: str) -> Any:
    """Return the function that a slice package registered in ``HELP`` under the given name.

    Raises:
        UsageError: When the slice is not installed.
    """
    for row in rows_of_slices("HELP"):
        if row.name == name:
            return named(row.function)
    raise UsageError(f"nothing installed can {name}")


LISTED = ("engine", "format")
"""Kinds with many names, which a command lists: ``lo-exact engines``."""


def find(rows: Iterable[Row], name: str, kind: str, *, besides: Sequence[str] = ()) -> Row:
    """Return the entry with the given name.

    Args:
        rows: the register.
        name: the name that the user typed.
        kind: kind of the rows, as in "no ... is called".
        besides: other permitted names, which are not rows.

    Raises:
        UsageError: When there is none; with all names, and the most similar one.
    """
    known = list(besides)
    for row in rows:
        if row.name == name:
            return row
        known.append(row.name)
    there = f"there are {', '.join(known)}"
    if kind in LISTED:
        there = f"lo-exact {kind}s lists all {len(known)}"
    raise UsageError(
        f"no {kind} is called {printable(name, LONGEST_NAME)!r}; {there}{meant(name, known)}"
    )


def meant(name: str, known: Iterable[str]) -> str:
    """Return a suffix for an error message that suggests similar known names, or ``""``.

    >>> meant("tours", TOPOLOGIES)
    '; did you mean torus?'
    >>> meant("donut", TOPOLOGIES)
    '; did you mean torus?'
    >>> meant("sphere", TOPOLOGIES)
    ''
    """
    from difflib import get_close_matches

    known, ours, short = list(known), SYNONYMS.get(name, ""), name[:LONGEST_NAME]
    close = [ours] if ours in known else get_close_matches(short, known, 1, 0.8)
    close = close or get_close_matches(short, known, 3)
    *others, last = close or [""]
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?" if last else ""


def completing(names: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a shell completion function for the given names."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def named(path: str) -> Any:
    """Import and return the object that ``module:name`` denotes."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def lazily(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """Return a module-level ``__getattr__`` for a package that imports each name on first use.

    Args:
        package: the package's ``__name__``.
        homes: the exported names of each module.
    """
    home_of = {name: module for module, names in homes.items() for name in names}

    def imported(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return imported
