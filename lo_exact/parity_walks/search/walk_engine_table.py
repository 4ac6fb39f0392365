"""Table of the engines for walks; a new engine is one file and one row.

An engine is ``search(tell, ground, *arguments)``, returning a shortest walk of a ground that has
something to paint.  This file imports nothing heavy: help texts tell its names.
"""

from dataclasses import dataclass

from lo_exact.registers import find


@dataclass(frozen=True)
class WalkEngine:
    """A named method to find a shortest walk."""

    name: str
    """As the user writes it."""
    about: str
    """One line for people."""
    search: str
    """``module:function``."""
    arguments: tuple[str, ...] = ()
    """What it takes besides ``tell`` and the ground."""
    packages: tuple[str, ...] = ()
    """(import name, what to install) of what must be there."""


ENGINES = (
    WalkEngine(
        "sat",
        "SAT (CaDiCaL) with a rising bound and cuts on demand",
        "lo_exact.parity_walks.search.sat:search",
        ("cadical195",),
        ("pysat",),
    ),
    WalkEngine(
        "sat:glucose",
        "the same with Glucose 4.1",
        "lo_exact.parity_walks.search.sat:search",
        ("glucose4",),
        ("pysat",),
    ),
    WalkEngine(
        "breadth-first",
        "every position and painting, the reference; up to 20 cells",
        "lo_exact.parity_walks.search.breadth:search",
    ),
)


def find_walk_engine(name: str) -> WalkEngine:
    """Return the engine with this name.

    Raises:
        UsageError: When there is none.
    """
    return find(ENGINES, name, "walk engine", besides=["auto"])
