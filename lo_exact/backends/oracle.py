"""SAT solver of python-sat, called with a budget of conflicts.

A solver is called in slices of conflicts, since none of them can be interrupted reliably from
Python (CaDiCaL ignores it).  Between slices the time limit is checked.
"""

from collections.abc import Sequence
from typing import Any

from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Literal


class PysatOracle:
    """Incremental SAT solver of python-sat, loaded with a formula.

    Args:
        solver: A ``pysat.solvers.Solver``; it may hold clauses already.
        variables: Number of variables of the formula.
        used: Number of variables in use, at least ``variables``.
    """

    def __init__(self, solver: Any, variables: int, used: int):
        self._solver, self._variables, self._last = solver, variables, used

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        self._last += 1
        return self._last

    def add(self, clause: Sequence[Literal]) -> None:
        """Add a clause permanently."""
        self._solver.add_clause(list(clause))

    def solve(self, assumptions: Sequence[Literal], conflicts: int) -> bool | None:
        """Decide satisfiability under assumptions, or return None after too many conflicts."""
        self._solver.conf_budget(conflicts)
        once = list(dict.fromkeys(assumptions))  # Glucose fails on repeated assumptions
        answer = self._solver.solve_limited(assumptions=once)
        if answer not in (True, False, None):
            raise SolverError(f"the SAT solver answered {answer!r}, wanted True, False or None")
        return None if answer is None else bool(answer)

    def values(self) -> list[int]:
        """Return the value 0 or 1 of each variable of the formula, 0 if it is in no clause."""
        true = {literal for literal in self._solver.get_model() if literal > 0}
        return [int(v in true) for v in range(1, self._variables + 1)]


def check_boolean(formula: Formula, *, xors: bool = False) -> None:
    """Raise an error if a SAT solver cannot read the formula.

    Raises:
        SolverError: For linear constraints, integer variables, or XORs where ``xors`` is False.
    """
    if formula.linear or (formula.xors and not xors):
        raise SolverError("this backend reads clauses, the formula has other constraints")
    if any(low < 0 or high > 1 for low, high in formula.bounds):
        raise SolverError("this backend reads 0..1 variables, the formula has others")


def units(formula: Formula) -> list[tuple[Literal]]:
    """Return a unit clause for each variable that is fixed by its bounds."""
    return [
        (v if low else -v,) for v, (low, high) in enumerate(formula.bounds, start=1) if low == high
    ]
