"""The third table: every named way to answer.

Rows of our own algorithms are written here; rows of foreign solvers are derived from the tables of
encodings and backends, so a new encoding or backend needs no line here.  Functions are named by
``module:function`` and imported when they are first used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lo_exact.errors import UsageError, printable
from lo_exact.outcome import Outcome, Wanted, Watch
from lo_exact.puzzle import System

Run = Callable[[System, Wanted, Watch], Outcome]


@dataclass(frozen=True)
class Engine:
    """A named way to answer.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        run: ``module:function`` of a `Run`; it returns only proved outcomes.
        refuses: ``module:function`` taking a `System` and returning why the engine cannot take it,
            or ``""``.
        foreign: whether a solver that is not ours does the work (on the raw system).
        packages: import names that must be installed.
        arguments: what ``run`` and ``refuses`` take before the system (encoding, backend).
        floating: whether its optimum rests on floating-point numbers: right or wrong, no proof.
    """

    name: str
    about: str
    run: str
    refuses: str
    foreign: bool = False
    packages: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    floating: bool = False

    def minimise(self, system: System, wanted: Wanted, watch: Watch) -> Outcome:
        """Answer, with a proof."""
        outcome: Outcome = _named(self.run)(*self.arguments, system, wanted, watch)
        return outcome

    def refusal(self, system: System) -> str:
        """Say why this engine cannot take the system; ``""`` when it can."""
        return str(_named(self.refuses)(*self.arguments, system))


OWN_ENGINES = (
    Engine(
        "coset",
        "all solutions, by classes of buttons and Walsh-Hadamard transforms",
        "lo_exact.engines.coset.engine:minimise",
        "lo_exact.engines.coset.engine:refusal",
    ),
    Engine(
        "quarters",
        "pairs of four groups' best, when the square of the matrix falls apart: a square root of "
        "the solutions",
        "lo_exact.engines.quarters.engine:minimise",
        "lo_exact.engines.quarters.engine:refusal",
    ),
    Engine(
        "syndrome",
        "breadth-first search over syndromes, when the rank is small",
        "lo_exact.engines.syndrome.engine:minimise",
        "lo_exact.engines.syndrome.engine:refusal",
    ),
    Engine(
        "matching",
        "shortest paths and perfect matching, when every button touches at most two lights",
        "lo_exact.engines.matching.engine:minimise",
        "lo_exact.engines.matching.engine:refusal",
        packages=("networkx",),
    ),
    Engine(
        "exhaustive",
        "every press vector, one by one: the reference",
        "lo_exact.engines.exhaustive:minimise",
        "lo_exact.engines.exhaustive:refusal",
    ),
)


def engines() -> tuple[Engine, ...]:
    """Return all engines, our own first."""
    from lo_exact.engines.foreign import foreign_engines

    return OWN_ENGINES + foreign_engines()


def find_engine(name: str) -> Engine:
    """Return the engine of this name.

    Raises:
        UsageError: When there is none.
    """
    for engine in OWN_ENGINES if any(e.name == name for e in OWN_ENGINES) else engines():
        if engine.name == name:
            return engine
    known = ", ".join(engine.name for engine in engines())
    raise UsageError(f"no engine is called {printable(name)!r}; there are auto, {known}")


def _named(path: str) -> Callable[..., Any]:
    module, _, function = path.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
