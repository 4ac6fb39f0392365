"""Registers: tables of named entries whose functions are imported on first use.

So a table can be read, by a help text or by a choice, without importing what stands behind it, and
a package's door costs nothing until somebody goes through it.  Some registers hold rows that need
numpy; their names, which help texts and completion tell, stand here, and a test holds each list to
its register.
"""

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

SYMMETRIC = ("h", "v", "r180", "d4")
"""Of `lo_exact.topology.symmetric.FLIPS`."""

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

LONGEST = 40
"""Characters of an unknown name that are repeated, and compared with the known ones."""


SLICES = (
    "lo_exact.spectra", "lo_exact.codes", "lo_exact.byhand", "lo_exact.hardest_boards",
    "lo_exact.judging", "lo_exact.parity_walks", "lo_exact.whole_numbers", "lo_exact.service",
)  # fmt: skip
"""Packages that answer another kind of question each; their ``rows.py`` has their rows."""


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
    for name in SLICES:
        found += getattr(import_module(f"{name}.rows"), table, ())
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
        f"no {kind} is called {printable(name, LONGEST)!r}; {there}{meant(name, known)}"
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

    known, ours, short = list(known), SYNONYMS.get(name, ""), name[:LONGEST]
    close = [ours] if ours in known else get_close_matches(short, known, 1, 0.8)
    close = close or get_close_matches(short, known, 3)
    *others, last = close or [""]
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?" if last else ""


def completing(names: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a shell completion function for the given names."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def one_of(names: Sequence[str]) -> str:
    """Return the names joined as "a, b or c." for a help text.

    >>> one_of(["a", "b", "c"])
    'a, b or c.'
    """
    return f"{', '.join(names[:-1])} or {names[-1]}."


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
