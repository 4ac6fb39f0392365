"""Backend for RC2, a MaxSAT solver that raises the proved lower bound by unsatisfiable cores.

Clauses only; coefficients of any size are weights of soft clauses.  The backend first finds any
solution, because RC2 itself finds none before the minimum.  At the minimum, RC2's remaining
assumptions hold exactly for the minima, so its own solver lists them.  Ignatiev, Morgado and
Marques-Silva (2019).
"""

from lo_exact.backends.oracle import PysatOracle, check_boolean, units
from lo_exact.backends.sat import list_minima, read_found
from lo_exact.errors import SolverError
from lo_exact.formula import Formula
from lo_exact.outcome import Outcome, Status, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of clauses with RC2."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    class ToldRC2(RC2):  # type: ignore[misc]
        """RC2 solver that reports the lower bound after each unsatisfiable core."""

        def process_core(self) -> None:
            super().process_core()
            watch.bound(self.cost)
            watch.check()

    check_boolean(formula)
    problem = WCNF()
    # set both directly: `append` would search every literal for the largest variable
    problem.nv = formula.variables
    problem.hard = [list(clause) for clause in (*formula.clauses, *units(formula))]
    for coefficient, variable in formula.objective:
        problem.append([-variable], weight=coefficient)
    with ToldRC2(problem, solver="g4", incr=False) as rc2:
        if not rc2.oracle.solve():
            return Outcome(Status.INFEASIBLE)
        first = read_found(PysatOracle(rc2.oracle, formula.variables, 0), formula)
        watch.improved(first.presses, first.weight)
        # None means "unsatisfiable" or "interrupted"; both are impossible here
        if rc2.compute() is None:
            raise SolverError("RC2 found no minimum of a formula that has a solution")
        oracle = PysatOracle(rc2.oracle, formula.variables, max(rc2.pool.top, formula.variables))
        best = read_found(oracle, formula)
        if best.weight != rc2.cost:
            raise SolverError(f"RC2's solution has weight {best.weight}, it claims {rc2.cost}")
        watch.improved(best.presses, best.weight)
        watch.bound(best.weight)
        minimal = [*rc2.sels, *rc2.sums]
        return list_minima(oracle, formula, minimal, best, wanted, watch)
