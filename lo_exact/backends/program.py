"""Conversion of a formula to a PuLP problem, and of PuLP's two status codes to one status.

PuLP's ``status`` says Optimal for any solution in hand at a time limit, so ``sol_status`` decides;
but CBC's "Integer infeasible" comes as ``sol_status`` 0 with ``status`` -1, so the pair is
translated, by one complete table.  Variables are named x1, x2, ...: PuLP writes names unescaped.
"""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from lo_exact.backends.ilp import IlpAnswer, Tell
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, linear_program
from lo_exact.outcome import Status

STATUSES = {
    # (status, sol_status): its meaning for a bounded problem
    (1, 1): Status.OPTIMAL,  # Optimal, Optimal Solution Found
    (1, 2): Status.FEASIBLE,  # Optimal, Solution Found: stopped with a solution
    (0, 2): Status.FEASIBLE,  # Not Solved, Solution Found
    (0, 0): Status.UNKNOWN,  # Not Solved, No Solution Found: stopped without one
    (-1, -1): Status.INFEASIBLE,  # Infeasible, No Solution Exists
    (-1, 0): Status.INFEASIBLE,  # CBC's "Integer infeasible"
}
"""Any other pair (Unbounded, Undefined) is an error: every variable here is bounded."""


def solve_program(formula: Formula, make_solver: Callable[[Tell], Any], tell: Tell) -> IlpAnswer:
    """Solve a formula of linear constraints with PuLP.

    Args:
        formula: At least one term in each row.
        make_solver: Makes the PuLP solver; its argument takes the solver's columns of a better
            solution, where the solver can tell them.
        tell: Is given the variables' values then.
    """
    import pulp

    problem, variables = linear_program(formula)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")

        def told(columns: Sequence[float]) -> None:
            named = {v.name: value for v, value in zip(problem.variables(), columns, strict=True)}
            tell([named.get(v.name, v.lowBound) for v in variables])

        try:
            problem.solve(make_solver(told))
        except pulp.PulpSolverError as error:
            raise SolverError(" ".join(str(error).split())) from None
        status = translate(problem.status, problem.sol_status)
        if status not in (Status.OPTIMAL, Status.FEASIBLE):
            return IlpAnswer(status)
        # a variable in no row and not in the objective has no value in the solver: any is right
        values = tuple(
            float(low if variable.varValue is None else variable.varValue)
            for variable, (low, _) in zip(variables, formula.bounds, strict=True)
        )
        return IlpAnswer(status, values, float(pulp.value(problem.objective) or 0))


def translate(status: int, sol_status: int) -> Status:
    """Convert PuLP's two status codes to one status.

    Raises:
        SolverError: On a pair that is not in the table.
    """
    if (status, sol_status) not in STATUSES:
        raise SolverError(f"the solver ended with status {status}, sol_status {sol_status}")
    return STATUSES[status, sol_status]
