"""The table of engines, and which one is picked.

An engine is ``search(tell, ground, *arguments)``, returning a shortest walk of a ground that has
something to paint.  Foreign solvers run in a child process that can be killed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from lo_exact.backends.worker import call_in_child
from lo_exact.errors import MissingPackageError, UsageError, printable
from lo_exact.outcome import Watch
from lo_exact.walk.graph.ground import Ground
from lo_exact.walk.search.breadth import refusal as too_large_for_breadth

TINY_CELLS = 9
"""Up to so many cells breadth-first search is done before a child process has started."""

EASY_CELLS = 150
"""Up to so many cells SAT needs no company."""


@dataclass(frozen=True)
class Engine:
    """A named way to find a shortest walk.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        search: ``module:function``.
        arguments: what it takes besides ``tell`` and the ground.
        packages: (import name, what to install) of what must be there.
    """

    name: str
    about: str
    search: str
    arguments: tuple[str, ...] = ()
    packages: tuple[tuple[str, str], ...] = ()


_PYSAT = ("pysat", "python-sat>=1.9.dev2")
_PULP = ("pulp", "pulp>=3.3,<4")
_HIGHS = ("highspy", "highspy>=1.15")

ENGINES = (
    Engine(
        "sat",
        "SAT (CaDiCaL) with a rising bound and cuts on demand",
        "lo_exact.walk.search.sat:search",
        ("cadical195",),
        (_PYSAT,),
    ),
    Engine(
        "sat:glucose",
        "the same with Glucose 4.1",
        "lo_exact.walk.search.sat:search",
        ("glucose4",),
        (_PYSAT,),
    ),
    Engine(
        "maxsat",
        "MaxSAT by cores (RC2) with cuts on demand",
        "lo_exact.walk.search.maxsat:search",
        (),
        (_PYSAT,),
    ),
    Engine(
        "ilp:cbc",
        "integer programming (CBC) with cuts on demand",
        "lo_exact.walk.search.integer:search",
        ("PULP_CBC_CMD",),
        (_PULP,),
    ),
    Engine(
        "ilp:highs",
        "integer programming (HiGHS) with cuts on demand",
        "lo_exact.walk.search.integer:search",
        ("HiGHS",),
        (_PULP, _HIGHS),
    ),
    Engine(
        "breadth-first",
        "every position and painting, the reference; up to 20 cells",
        "lo_exact.walk.search.breadth:search",
    ),
)


def find_engine(name: str) -> Engine:
    """Return the engine of this name.

    Raises:
        UsageError: When there is none.
    """
    for engine in ENGINES:
        if engine.name == name:
            return engine
    known = ", ".join(engine.name for engine in ENGINES)
    raise UsageError(f"no walk engine is called {printable(name)!r}; there are auto, {known}")


def pick(ground: Ground) -> tuple[tuple[Engine, ...], str]:
    """Return the engines for a ground, to run side by side, and why."""
    if ground.cells <= TINY_CELLS:
        return (find_engine("breadth-first"),), f"{ground.cells} cells: all states are soon seen"
    if ground.cells <= EASY_CELLS:
        return (find_engine("sat"),), f"{ground.cells} cells: SAT takes less than a second"
    return (find_engine("sat"), find_engine("maxsat")), f"{ground.cells} cells: two are safer"


def run(engine: Engine, ground: Ground, watch: Watch) -> str:
    """Return a shortest walk, as the engine says.

    Raises:
        UsageError: When the ground is too large for the engine.
        MissingPackageError: When a package is not installed.
        LimitReached: At the watch's deadline.
        SolverError: When a foreign solver breaks its word.
    """
    if engine.name == "breadth-first":
        if sentence := too_large_for_breadth(ground):
            raise UsageError(f"engine {engine.name} cannot take this level: {sentence}")
        if ground.cells <= TINY_CELLS:
            return run_here(engine, ground, watch)
    for module, install in engine.packages:
        if find_spec(module) is None:
            raise MissingPackageError(
                f"engine {engine.name} needs {module}: pip install '{install}'"
            )
    return str(call_in_child(engine.search, ground, *engine.arguments, watch=watch))


def run_here(engine: Engine, ground: Ground, watch: Watch) -> str:
    """Return a shortest walk, found in this process: nothing but its own end can stop it."""

    def tell(kind: str, payload: object) -> None:
        if kind == "bound":
            assert isinstance(payload, int)
            watch.bound(payload)
        else:
            assert isinstance(payload, tuple)
            watch.improved(*payload)

    module, _, function = engine.search.partition(":")
    return str(getattr(import_module(module), function)(tell, ground, *engine.arguments))
