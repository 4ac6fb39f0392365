"""CryptoMiniSat with native XOR constraints, with bounds from above and below in CNF.

pycryptosat swallows Ctrl-C and cannot be interrupted; it does stop after a number of conflicts, and
takes assumptions and new clauses between calls.  Assumptions about a variable it has not
seen are an error, so the last variable is shown to it in a clause that says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lo_exact.backends.oracle import check_boolean, units
from lo_exact.backends.sat import minimise_by_bounds
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Literal
from lo_exact.outcome import Outcome, Status, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses and XOR constraints."""
    import pycryptosat

    check_boolean(formula, xors=True)
    solver = pycryptosat.Solver()
    if formula.variables:
        solver.add_clause([formula.variables, -formula.variables])
    solver.add_clauses([*formula.clauses, *units(formula)])
    for xor in formula.xors:
        if xor.variables:
            solver.add_xor_clause(list(xor.variables), bool(xor.parity))
        elif xor.parity:
            return Outcome(Status.INFEASIBLE)
    return minimise_by_bounds(_Oracle(solver, formula.variables), formula, wanted, watch)


class _Oracle:
    """CryptoMiniSat as an `Oracle`."""

    def __init__(self, solver: Any, variables: int):
        self._solver, self._variables, self._last = solver, variables, variables
        self._values: Sequence[bool | None] = ()

    def fresh(self) -> int:
        self._last += 1
        return self._last

    def add(self, clause: Sequence[Literal]) -> None:
        self._solver.add_clause(clause)

    def solve(self, assumptions: Sequence[Literal], conflicts: int) -> bool | None:
        answer, values = self._solver.solve(list(assumptions), confl_limit=conflicts)
        if answer not in (True, False, None):
            raise SolverError(f"CryptoMiniSat answered {answer!r}, wanted True, False or None")
        self._values = values or ()
        return None if answer is None else bool(answer)

    def values(self) -> list[int]:
        return [int(bool(value)) for value in self._values[1 : self._variables + 1]]
