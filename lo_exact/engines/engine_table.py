"""Table of all engines, by name.

Rows of our own algorithms are written here; rows of external solvers are derived from the tables of
encodings and backends, so a new encoding or backend needs no line here.  `auto` requests offers
from the rows that are not raw, in this order, and takes the cheapest.
"""

from lo_exact.engines.engine import Engine
from lo_exact.registers import find, rows_of_slices

OWN_ENGINES = (
    Engine(
        "coset",
        "enumerates all solutions with fast Walsh-Hadamard transforms",
        "lo_exact.engines.coset.engine",
    ),
    Engine(
        "quarters",
        "combines the best partial solutions of four groups, when A^2 has independent blocks: cost "
        "grows with the square root of the number of solutions",
        "lo_exact.engines.quarters.engine",
        asking=0.1,
    ),
    Engine(
        "syndrome",
        "breadth-first search over syndromes, when the rank is small",
        "lo_exact.engines.syndrome.engine",
        asking=0.01,
    ),
    Engine(
        "windows",
        "all cheap patterns on sets of buttons, which bound all other solutions: dense systems",
        "lo_exact.engines.windows.engine",
        asking=0.02,
    ),
    Engine(
        "moats",
        "dual sets grown around the wrong lights, then a deepening search: microseconds where "
        "minima are light",
        "lo_exact.engines.moats.engine",
        by_structure=True,
    ),
    Engine(
        "matching",
        "shortest paths and perfect matching, when every button touches at most two lights",
        "lo_exact.engines.matching.engine",
        by_structure=True,
        packages=("networkx",),
    ),
    Engine(
        "cuts",
        "branch and cut over the parity polytope, where checks and minima are light",
        "lo_exact.engines.cuts.engine",
        by_structure=True,
        packages=("highspy",),
    ),
    Engine(
        "clusters",
        "branching on an open check, where checks and minima are light; distances of codes",
        "lo_exact.engines.clusters.engine",
        by_structure=True,
    ),
    Engine(
        "exhaustive",
        "every press vector, one by one: the reference",
        "lo_exact.engines.exhaustive",
        raw=True,
    ),
)


def all_engines() -> tuple[Engine, ...]:
    """Return all engines, the built-in ones first."""
    from lo_exact.engines.foreign import foreign_engines

    return OWN_ENGINES + engines_of_slices() + foreign_engines()


def engines_of_slices() -> tuple[Engine, ...]:
    """Return the engines for counters (integer boards), listed in `rows.py` of other packages."""
    return tuple(
        Engine(row.name, row.about, row.module, raw=True, whole=True)
        for row in rows_of_slices("ENGINES")
    )


def find_engine(name: str) -> Engine:
    """Return the engine with the given name.

    Raises:
        UsageError: When there is none.
    """
    own = any(engine.name == name for engine in OWN_ENGINES)
    return find(OWN_ENGINES if own else all_engines(), name, "engine", besides=["auto"])
