"""Glucose 4.1 through python-sat, with bounds from above and below.

Clauses only.  Glucose 4.2 in python-sat's incremental mode is not used: it called bounds of 14 x 14
and 16 x 16 boards unsatisfiable that four other solvers satisfied.
"""

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.backends.sat import minimise_by_bounds
from lo_exact.formula import Formula
from lo_exact.outcome import Outcome, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses."""
    from pysat.solvers import Glucose4

    check_boolean(formula)
    clauses = [*formula.clauses, *units(formula)]
    with Glucose4(bootstrap_with=clauses) as solver:
        oracle = PysatOracle(solver, formula.variables, formula.variables)
        return minimise_by_bounds(oracle, formula, wanted, watch)
