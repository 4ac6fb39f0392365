"""Backends for the SAT solvers of python-sat that read only clauses, by upper and lower bounds.

CaDiCaL is told to try 0 first, because solutions of small weight are wanted.  Glucose 4.2 in
python-sat's incremental mode is not used: it called bounds of 14 x 14 and 16 x 16 boards
unsatisfiable that four other solvers satisfied.
"""

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.backends.sat import minimise_by_bounds
from lo_exact.formula import Formula
from lo_exact.outcome import Outcome, Wanted, Watch

CADICAL, GLUCOSE = "cadical195", "glucose4"
"""Names of python-sat."""


def minimise(name: str, formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses with the SAT solver of this name."""
    from pysat.solvers import Solver

    check_boolean(formula)
    with Solver(name) as solver:
        if name == CADICAL:
            solver.configure({"phase": 0})
        for clause in [*formula.clauses, *units(formula)]:
            solver.add_clause(clause)
        oracle = PysatOracle(solver, formula.variables, formula.variables)
        return minimise_by_bounds(oracle, formula, wanted, watch)
