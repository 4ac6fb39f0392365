"""Which engine is picked for a level, and how one is run: solvers in a child that can be killed."""

from importlib import import_module

from lo_exact.errors import UsageError
from lo_exact.outcome import Watch
from lo_exact.packages import require
from lo_exact.parity_walks.ground import Ground
from lo_exact.parity_walks.search.breadth import size_refusal_of_ground as too_large_for_breadth
from lo_exact.parity_walks.search.walk_engine_table import WalkEngine, find_walk_engine
from lo_exact.processes.worker import call_in_child

TINY_CELLS = 9
"""Up to so many cells breadth-first search is done before a child process has started."""

EASY_CELLS = 150
"""Up to so many cells SAT needs no company."""


def pick(ground: Ground) -> tuple[tuple[WalkEngine, ...], str]:
    """Return the engines for a ground, to run side by side, and why."""
    if ground.cells <= TINY_CELLS:
        return (
            find_walk_engine("breadth-first"),
        ), f"{ground.cells} cells: all states are soon seen"
    if ground.cells <= EASY_CELLS:
        return (find_walk_engine("sat"),), f"{ground.cells} cells: SAT takes less than a second"
    return (
        find_walk_engine("sat"),
        find_walk_engine("maxsat"),
    ), f"{ground.cells} cells: two are safer"


def run_walk_engine(engine: WalkEngine, ground: Ground, watch: Watch) -> str:
    """Return a shortest walk, as the engine says.

    Raises:
        UsageError: When the ground is too large for the engine.
        MissingPackageError: When a package is not installed.
        LimitReached: At the watch's deadline.
        SolverError: When an external solver breaks its word.
    """
    if engine.name == "breadth-first":
        if sentence := too_large_for_breadth(ground):
            raise UsageError(f"engine {engine.name} cannot take this level: {sentence}")
        if ground.cells <= TINY_CELLS:
            return run_here(engine, ground, watch)
    require(f"engine {engine.name}", *engine.packages)
    return str(call_in_child(engine.search, ground, *engine.arguments, watch=watch))


def run_here(engine: WalkEngine, ground: Ground, watch: Watch) -> str:
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
