"""CaDiCaL 1.9.5 through python-sat, with bounds from above and below.

Clauses only.  It is told to try 0 first, because solutions of small weight are wanted.
"""

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.backends.sat import minimise_by_bounds
from lo_exact.formula import Formula
from lo_exact.outcome import Outcome, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses."""
    from pysat.solvers import Cadical195

    check_boolean(formula)
    with Cadical195() as solver:
        solver.configure({"phase": 0})
        for clause in [*formula.clauses, *units(formula)]:
            solver.add_clause(clause)
        oracle = PysatOracle(solver, formula.variables, formula.variables)
        return minimise_by_bounds(oracle, formula, wanted, watch)
