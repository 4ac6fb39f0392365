"""Backend for CryptoMiniSat through python-sat, with native XOR constraints.

pycryptosat, which python-sat uses, ignores Ctrl-C and cannot be interrupted.  It does stop after a
number of conflicts, and takes assumptions and new clauses between calls.  Assumptions about an
unknown variable are an error, so the last variable is introduced by a clause that is always true.
A time limit in python-sat 1.9 must be a number, and is forgotten at each call.
"""

from collections.abc import Sequence

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.backends.sat import minimise_by_bounds
from lo_exact.formula import Formula, Literal
from lo_exact.outcome import Outcome, Status, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses and XOR constraints with CryptoMiniSat."""
    from pysat.solvers import CryptoMinisat

    check_boolean(formula, xors=True)
    with CryptoMinisat() as solver:
        if formula.variables:
            solver.add_clause([formula.variables, -formula.variables])
        for clause in [*formula.clauses, *units(formula)]:
            solver.add_clause(clause)
        for xor in formula.xors:
            if xor.variables:
                solver.add_xor_clause(list(xor.variables), bool(xor.parity))
            elif xor.parity:
                return Outcome(Status.INFEASIBLE)
        oracle = _TimedOracle(solver, formula.variables, formula.variables)
        return minimise_by_bounds(oracle, formula, wanted, watch)


class _TimedOracle(PysatOracle):
    """CryptoMiniSat as an oracle; each call is limited by a number of conflicts, not by time."""

    def solve(self, assumptions: Sequence[Literal], conflicts: int) -> bool | None:
        """Decide satisfiability under assumptions, or return None after too many conflicts."""
        self._solver.time_budget(1e9)
        return super().solve(assumptions, conflicts)
