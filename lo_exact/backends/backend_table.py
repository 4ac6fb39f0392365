"""The second table: every backend, one row each, and how one is run in a child process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from math import inf

from lo_exact.backends import cadical, cbc, cryptominisat, exact, glucose, highs, rc2, scip
from lo_exact.errors import MissingPackageError
from lo_exact.formula import Formula
from lo_exact.outcome import Known, Outcome, Wanted, Watch
from lo_exact.processes.telling import Tell, telling_watch
from lo_exact.processes.worker import call_in_child
from lo_exact.registers import find

CLAUSES = frozenset({"clauses"})
LINEAR = frozenset({"linear"})
MAX_FLOAT_WEIGHT = 100_000
"""Largest weight at which a tolerance of 1e-6 in every variable stays well below 1."""

MAX_EXACT_WEIGHT = 2**50
"""Its solutions come as whole numbers, which we read as floats up to here."""

NOTHING_KNOWN = Known()


@dataclass(frozen=True)
class Package:
    """A package a backend needs.

    Attributes:
        module: what is imported.
        name: what is installed.
        at_least: oldest version that will do, or ``""``.
    """

    module: str
    name: str
    at_least: str = ""


PYSAT = Package("pysat", "python-sat")
CRYPTOSAT = Package("pycryptosat", "pycryptosat")
PULP = Package("pulp", "pulp", "3.3")
PYSCIPOPT = Package("pyscipopt", "pyscipopt", "6.0")
EXACT = Package("exact", "exact", "2.2")
HIGHSPY = Package("highspy", "highspy", "1.15")


@dataclass(frozen=True)
class Backend:
    """An external solver.

    Attributes:
        name: as the user writes it, after the colon.
        about: one line for people.
        reads: the kinds of constraints it takes: ``clauses``, ``xors``, ``linear``.
        minimise: minimises a formula; run it with `minimise_formula_in_child`.
        packages: what must be installed.
        largest_weight: the largest objective it is trusted with, over the coefficients' common
            divisor.
        floating: whether its optimum rests on floating-point numbers, so that it is no proof.
    """

    name: str
    about: str
    reads: frozenset[str]
    minimise: Callable[[Formula, Wanted, Watch], Outcome]
    packages: tuple[Package, ...]
    largest_weight: float = inf
    floating: bool = False


BACKENDS = (
    Backend(
        "cryptominisat",
        "CryptoMiniSat: SAT with XOR constraints and Gauss-Jordan elimination",
        CLAUSES | {"xors"},
        cryptominisat.minimise,
        (CRYPTOSAT,),
    ),
    Backend("cadical", "CaDiCaL 1.9.5: SAT", CLAUSES, cadical.minimise, (PYSAT,)),
    Backend("glucose", "Glucose 4.1: SAT", CLAUSES, glucose.minimise, (PYSAT,)),
    Backend("rc2", "RC2: MaxSAT by unsatisfiable cores", CLAUSES, rc2.minimise, (PYSAT,)),
    Backend(
        "cbc",
        "CBC, PuLP's own: integer programming",
        LINEAR,
        cbc.minimise,
        (PULP,),
        MAX_FLOAT_WEIGHT,
        floating=True,
    ),
    Backend(
        "highs",
        "HiGHS through PuLP: integer programming",
        LINEAR,
        highs.minimise,
        (PULP, HIGHSPY),
        MAX_FLOAT_WEIGHT,
        floating=True,
    ),
    Backend(
        "scip",
        "SCIP: integer programming, XOR constraints of its own; an extra",
        LINEAR | {"xors"},
        scip.minimise,
        (PYSCIPOPT,),
        MAX_FLOAT_WEIGHT,
        floating=True,
    ),
    Backend(
        "exact",
        "Exact: pseudo-Boolean cutting planes in whole numbers; an extra, licensed AGPL-3.0",
        LINEAR,
        exact.minimise,
        (EXACT,),
        MAX_EXACT_WEIGHT,
    ),
)


def find_backend(name: str) -> Backend:
    """Return the backend of this name.

    Raises:
        UsageError: When there is none.
    """
    return find(BACKENDS, name, "backend")


_there: set[str] = set()


def is_there(module: str) -> bool:
    """Say whether a module can be imported; what was found once is not looked for again."""
    if module not in _there and find_spec(module) is not None:
        _there.add(module)
    return module in _there


def missing(backend: Backend) -> str:
    """Say which package is missing and how to install it, without importing it; or ``""``."""
    for package in backend.packages:
        found = package_version(package)
        wanted = f"{package.name}>={package.at_least}" if package.at_least else package.name
        if not is_there(package.module):
            return f"{backend.name} needs {package.name}: pip install '{wanted}'"
        if package.at_least and found and _numbers(found) < _numbers(package.at_least):
            return (
                f"{backend.name} needs {package.name} {package.at_least} or later, "
                f"{found} is installed: pip install '{wanted}'"
            )
    return ""


@cache
def package_version(package: Package) -> str:
    """Return the installed version, or ``""``."""
    try:
        return version(package.name)
    except PackageNotFoundError:
        return ""


def backend_version(backend: Backend) -> str:
    """Return the packages of a backend with their versions, or ``""`` when one is missing."""
    if missing(backend):
        return ""
    return ", ".join(f"{p.name} {package_version(p)}".strip() for p in backend.packages)


def minimise_formula_in_child(
    name: str, formula: Formula, wanted: Wanted, watch: Watch, known: Known = NOTHING_KNOWN
) -> Outcome:
    """Minimise a formula with the backend of this name, in a child process.

    The solver's solutions and bounds go to ``watch`` unchecked: whoever knows the puzzle checks.
    SAT solvers start from what is known; a bound that is wrong makes their answer wrong.

    Raises:
        MissingPackageError: When a package is not installed.
        LimitReached: At the watch's deadline.
        SolverError: When the solver breaks its word.
    """
    backend = find_backend(name)
    if sentence := missing(backend):
        raise MissingPackageError(sentence)
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
    """Minimise in this process, telling solutions and bounds: what the child is called with."""
    return find_backend(name).minimise(formula, wanted, telling_watch(seconds, tell, known))


def _numbers(text: str) -> list[int]:
    """Return the leading numbers of a version.

    >>> _numbers("1.15.0rc1")
    [1, 15, 0]
    """
    numbers = []
    for part in text.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if digits:
            numbers.append(int(digits))
        if digits != part:
            break
    return numbers
