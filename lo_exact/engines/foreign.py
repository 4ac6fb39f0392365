"""External solvers as engines: each encoding combined with each backend that reads its output.

``xor:cryptominisat``, ``chain:rc2``, ``slack:cbc``, ...: the raw system A x = s is written as a
formula, and a solver minimises it in a child process.  Its solution is used only after it is
multiplied out.  No algebra of this package comes before the solver (except for the encodings named
``kernel``), so each is an independent second opinion.
"""

from functools import cache
from itertools import product

import numpy as np

from lo_exact.backends.backend_table import (
    BACKENDS,
    find_backend,
    minimise_formula_in_child,
)
from lo_exact.encodings.encoding_table import ENCODINGS, find_encoding
from lo_exact.engines.engine import Engine, least_shares_bound
from lo_exact.errors import SolverError, UsageError
from lo_exact.outcome import Outcome, Presses, Wanted, Watch
from lo_exact.packages import require
from lo_exact.puzzle import System

MAX_FORMULA_ENTRIES = 5_000_000
"""Largest number of matrix entries for writing a formula, which grows with them."""


@cache
def foreign_engines() -> tuple[Engine, ...]:
    """Return an engine for each compatible pair of an encoding and a backend."""
    return tuple(
        Engine(
            f"{encoding.name}:{backend.name}",
            f"{encoding.about}; {backend.about}",
            "lo_exact.engines.foreign",
            raw=True,
            foreign=True,
            packages=(*encoding.packages, *backend.packages),
            arguments=(encoding.name, backend.name),
            floating=backend.floating,
        )
        for encoding, backend in product(ENCODINGS, BACKENDS)
        if encoding.writes <= backend.reads
    )


def refusal(encoding: str, backend: str, system: System) -> str:
    """Return the reason why the encoding or the solver cannot represent the system, or ``""``."""
    entries = system.matrix.entries
    if entries > MAX_FORMULA_ENTRIES:
        return (
            f"a matrix of {entries} entries is more than external solvers get, "
            f"{MAX_FORMULA_ENTRIES}"
        )
    largest = find_backend(backend).largest_weight
    prices = system.prices[system.prices > 0]
    heaviest = int(prices.sum()) // int(np.gcd.reduce(prices) or 1)
    if not system.per_button:
        heaviest *= system.colours - 1
    if heaviest > largest:
        return (
            f"weights up to {heaviest} are beyond what {backend} decides exactly "
            f"(floating point; at most {largest})"
        )
    return find_encoding(encoding).refuses(system)


def minimise(encoding: str, backend: str, system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise with an external solver, whose solutions are verified before being reported.

    Args:
        encoding: Name of a row of ``ENCODINGS``.
        backend: Name of a row of ``BACKENDS``.
        system: What to solve.
        wanted: What to find out.
        watch: Receives verified solutions and the solver's proved bounds.  SAT solvers begin
            with the bounds that it has at the start.

    Raises:
        MissingPackageError: When a package is not installed.
        UsageError: When the pair refuses the system.
        LimitReached: At the watch's deadline.
        SolverError: When the solver fails: a crash, an unknown status, presses that do
            not solve the system.
        ChildDied: When its process died.
    """
    require(backend, *find_backend(backend).packages)
    if sentence := refusal(encoding, backend, system):
        raise UsageError(f"{encoding}:{backend}: {sentence}")
    floating = find_backend(backend).floating
    if floating and wanted.more_than_one:
        raise UsageError(f"{encoding}:{backend} finds one minimum: it neither counts nor lists")
    known = watch.known
    watch.bound(least_shares_bound(system))
    formula = find_encoding(encoding).encode(system)
    name = f"{encoding}:{backend}"

    def judged(presses: Presses, weight: int) -> None:
        """Report presses to the watch, after verifying that they solve the system."""
        array = np.array(presses, dtype=np.int64)
        if not system.solves(array):
            raise SolverError(f"{name} gave presses that do not solve the puzzle")
        true_weight = system.weight(array)
        if true_weight > weight:
            raise SolverError(f"{name} told weight {weight}, the presses have {true_weight}")
        watch.improved(presses, true_weight)

    inner = watch.child(
        on_improved=judged,
        on_bound=None if not floating else lambda _: None,  # floating-point bounds are not proofs
    )
    try:
        outcome = minimise_formula_in_child(backend, formula, wanted, inner, known)
    except SolverError as error:
        raise type(error)(f"{name}: {error}") from None
    return outcome
