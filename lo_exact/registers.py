"""Registers: tables of named entries whose functions are imported on first use.

So a table can be read, by a help text or by a choice, without importing what stands behind it, and
a package's door costs nothing until somebody goes through it.  Some registers hold rows that need
numpy; their names, which help texts and completion tell, stand here, and a test holds each list to
its register.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeVar

from lo_exact.errors import UsageError, printable

TOPOLOGIES = ("plane", "torus", "cylinder", "moebius", "klein", "projective")
"""Of `lo_exact.topology.grid.SURFACES`."""

NEIGHBOURHOODS = (
    "plus", "cross", "x", "king", "knight", "row+column", "row", "column", "diagonals", "queen",
    "triangle", "cube", "hex", "merlin",
)  # fmt: skip
"""Of `lo_exact.topology.rules.RULES`."""

TOYS = (
    "classic", "mini", "deluxe", "2000", "cube", "merlin", "xl-25", "xl-25-knight", "alien-tiles",
    "alien-tiles-small",
)  # fmt: skip
"""Of `lo_exact.topology.toys.TOYS`."""

OBJECTIVES = ("presses", "buttons", "prices")
"""Of `lo_exact.puzzle.Objective`."""

BITS = ("lsb", "msb")
"""Which bit of a hexadecimal board is the top left light: the lowest or the highest."""

EXPORTS = ("cnf", "xor", "wcnf", "opb", "lp", "mps")
"""Of `lo_exact.exports.export_table.EXPORTS`."""

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
"""Names that people try, and ours."""

LONGEST_NAME = 40
"""Characters of an unknown name that are repeated, and compared with the known ones."""


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
"""Packages that answer another kind of question each, and the tables their ``rows.py`` adds to."""


GROUPS = ("Solve", "Boards", "All boards of a size", "Codes", "Trust", "Program")
"""Headings of ``lo-exact --help``, in order."""


@dataclass(frozen=True)
class Command:
    """Entry of the table of commands."""

    name: str
    """As the user writes it."""
    function: str
    """``module:name`` of a function with typer annotations, or of a `typer.Typer`."""
    about: str
    """One line for ``lo-exact --help``: a verb, and what comes out."""
    group: str
    """One of `GROUPS`."""


@dataclass(frozen=True)
class EngineRow:
    """Entry of an engine for counters, which a slice package provides."""

    name: str
    """As the user writes it."""
    about: str
    """One line for people."""
    module: str
    """Its door, with ``refusal`` and ``minimise``."""


@dataclass(frozen=True)
class Task:
    """Entry of a command that can run in pieces, or of work done by a slice package."""

    name: str
    """The command as the user writes it; the work, as in "nothing installed can ..."."""
    function: str
    """``module:name`` of the function that does it; a command's has ``--task``."""


@dataclass(frozen=True)
class FormatRow:
    """Entry of a format of puzzles."""

    name: str
    """As the user writes it."""
    about: str
    """One line for people."""
    looks: re.Pattern[str]
    """What a text in this format has."""
    reader: str
    """``module:function``, text and ``options`` (`ReadOptions`) to a puzzle, or to the parts of a
    text that may hold several; its errors have lines and columns, no file name.
    """
    writer: str = ""
    """``module:function``, puzzle to text, or `UsageError` when the format cannot express it;
    ``""``: the format is read only.
    """
    judge: str = ""
    """``module:function`` that is certain of a text that ``looks`` lets pass; ``""``: no text in
    another format has ``looks``.
    """
    begins: re.Pattern[bytes] | None = None
    """How a file of bytes in this format begins; None: it is text.  Of rows that begin alike the
    first one reads a file that nobody named a format for.
    """
    opens: str = ""
    """``module:function``, such a file at its beginning and ``options`` to parts."""
    whole: bool = False
    """Whether ``looks`` must see the whole text."""
    many: bool = False
    """Whether the reader gives parts; where looks do not say which format a text is in, it takes
    the format's name as well.
    """
    alone: bool = True
    """Whether no board text looks the same; else board text is tried as well, and a text that both
    can read is refused.
    """
    drawn: bool = True
    """Whether rows and columns survive in it."""
    legend: bool = False
    """Whether what its signs mean may be said beside it."""
    counters: bool = False
    """Whether it holds counters, too."""
    example: str = ""
    """a small text that is read; of a file of bytes the Python that writes one."""
    said: str = ""
    """Options that the example needs."""


class Named(Protocol):
    """Interface of a table entry with a name."""

    @property
    def name(self) -> str:
        """Name that the user types."""


Row = TypeVar("Row", bound=Named)


def rows_of_slices(table: str) -> tuple[Any, ...]:
    """Return the entries that all slice packages add to a table.

    Args:
        table: the name of a constant of ``rows.py``, such as ``COMMANDS``.
    """
    found: list[Any] = []
    for name, tables in SLICES.items():
        if table in tables.split():
            found += getattr(import_module(f"{name}.rows"), table)
    return tuple(found)


def done_by_slices(name: str) -> Any:
    """Return the function that a slice package registers in ``HELP`` for the given work.

    Raises:
        UsageError: When the slice was taken out.
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
        name: as the user wrote it.
        kind: what its rows are, as in "no ... is called".
        besides: names that are no rows, but may be written in the same place.

    Raises:
        UsageError: When there is none; it tells all names, and the one that was probably meant.
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
        homes: for each module in it the names that the package gives out.
    """
    home_of = {name: module for module, names in homes.items() for name in names}

    def imported(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return imported
