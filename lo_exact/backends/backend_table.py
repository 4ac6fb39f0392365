"""Table of all external solvers, and the call that runs one in a child process."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf

from lo_exact.backends import cryptominisat, rc2
from lo_exact.backends.ilp import minimise_by_programs
from lo_exact.backends.pulp_solvers import ask_cbc, ask_highs
from lo_exact.backends.sat import CADICAL, GLUCOSE, minimise_clauses
from lo_exact.formula import Formula
from lo_exact.outcome import Known, Outcome, Wanted, Watch
from lo_exact.packages import find_package, installed_version, lack, require
from lo_exact.processes.progress_pipe import Tell, telling_watch
from lo_exact.processes.worker import call_in_child
from lo_exact.registers import find

CLAUSES = frozenset({"clauses"})
LINEAR = frozenset({"linear"})
MAX_FLOAT_WEIGHT = 100_000
"""Largest weight at which a tolerance of 1e-6 in every variable stays well below 1."""

NOTHING_KNOWN = Known()


@dataclass(frozen=True)
class Backend:
    """External solver, with the constraints it reads and its limits."""

    name: str
    """Name that the user types, after the colon."""
    about: str
    """One-line description for users."""
    reads: frozenset[str]
    """Kinds of constraints it takes: ``clauses``, ``xors``, ``linear``."""
    minimise: Callable[[Formula, Wanted, Watch], Outcome]
    """Function that minimises a formula; run it with `minimise_formula_in_child`."""
    packages: tuple[str, ...]
    """Import names of the required packages."""
    largest_weight: float = inf
    """Largest objective, divided by the coefficients' common divisor, that it handles reliably."""
    floating: bool = False
    """Whether its optimum relies on floating-point numbers and so is not proved."""


BACKENDS = (
    Backend(
        "cryptominisat",
        "CryptoMiniSat: SAT with XOR constraints and Gauss-Jordan elimination",
        CLAUSES | {"xors"},
        cryptominisat.minimise,
        ("pysat", "pycryptosat"),
    ),
    Backend(
        "cadical", "CaDiCaL 1.9.5: SAT", CLAUSES, partial(minimise_clauses, CADICAL), ("pysat",)
    ),
    Backend("glucose", "Glucose 4.1: SAT", CLAUSES, partial(minimise_clauses, GLUCOSE), ("pysat",)),
    Backend("rc2", "RC2: MaxSAT by unsatisfiable cores", CLAUSES, rc2.minimise, ("pysat",)),
    Backend(
        "cbc",
        "CBC, PuLP's own: integer programming",
        LINEAR,
        partial(minimise_by_programs, ask_cbc),
        ("pulp",),
        MAX_FLOAT_WEIGHT,
        floating=True,
    ),
    Backend(
        "highs",
        "HiGHS through PuLP: integer programming",
        LINEAR,
        partial(minimise_by_programs, ask_highs),
        ("pulp", "highspy"),
        MAX_FLOAT_WEIGHT,
        floating=True,
    ),
)


def find_backend(name: str) -> Backend:
    """Return the backend with this name.

    Raises:
        UsageError: When there is none.
    """
    return find(BACKENDS, name, "backend")


def missing(backend: Backend) -> str:
    """Return a message that names a backend's missing package and how to install it, or ``""``."""
    return lack(backend.name, *backend.packages)


def backend_version(backend: Backend) -> str:
    """Return the packages of a backend with their versions, or ``""`` if one is missing."""
    if missing(backend):
        return ""
    names = [find_package(module).name for module in backend.packages]
    return ", ".join(f"{name} {installed_version(name)}".strip() for name in names)


def minimise_formula_in_child(
    name: str, formula: Formula, wanted: Wanted, watch: Watch, known: Known = NOTHING_KNOWN
) -> Outcome:
    """Minimise a formula with the backend of this name, in a child process.

    The solver's solutions and bounds go to ``watch`` unchecked; the caller checks them.
    SAT solvers start from what is known; a bound that is wrong makes their answer wrong.

    Raises:
        MissingPackageError: When a package is not installed.
        LimitReached: At the watch's deadline.
        SolverError: When the solver's result is wrong.
    """
    require(name, *find_backend(name).packages)
    outcome: Outcome = call_in_child(
        "lo_exact.backends.backend_table:run_backend",
        name,
        formula,
        wanted,
        watch.remaining(),
        known,
        watch=watch,
    )
    return outcome


def run_backend(
    tell: Tell,
    name: str,
    formula: Formula,
    wanted: Wanted,
    seconds: float,
    known: Known = NOTHING_KNOWN,
) -> Outcome:
    """Minimise a formula in the current process; entry point of the child process."""
    return find_backend(name).minimise(formula, wanted, telling_watch(seconds, tell, known))
