"""Integer programs solved by CBC or HiGHS through PuLP, inside the worker process.

Both gaps are 0: by default they stop early.

CBC comes with PuLP.  It is a program of its own, started for every question (about 0.01 s), with
its files in the worker's scratch directory.  It reports no solution during the search, so its time
limit is a little below the time that is left.  HiGHS reports better solutions when it finds them,
and must be at least version 1.15: 1.14 returns wrong optima.

PuLP's ``status`` says Optimal for any solution in hand at a time limit, so ``sol_status`` decides.
But CBC's "Integer infeasible" comes as ``sol_status`` 0 with ``status`` -1, so the pair is
translated, by one complete table.  Variables are named x1, x2, ...: PuLP writes names unescaped.
"""

import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from math import isinf
from typing import Any

from lo_exact.backends.ilp import IlpAnswer, Tell
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, linear_program, violated
from lo_exact.outcome import Status, Watch

STATUSES = {
    # PuLP's (status, sol_status) -> status of a problem whose variables are bounded
    (1, 1): Status.OPTIMAL,  # Optimal, Optimal Solution Found
    (1, 2): Status.FEASIBLE,  # Optimal, Solution Found: stopped with a solution
    (0, 2): Status.FEASIBLE,  # Not Solved, Solution Found
    (0, 0): Status.UNKNOWN,  # Not Solved, No Solution Found: stopped without a solution
    (-1, -1): Status.INFEASIBLE,  # Infeasible, No Solution Exists
    (-1, 0): Status.INFEASIBLE,  # CBC's "Integer infeasible"
}
"""Status of each known pair; others (Unbounded, Undefined) are errors: variables are bounded."""


def solve_program(formula: Formula, make_solver: Callable[[Tell], Any], tell: Tell) -> IlpAnswer:
    """Solve a formula of linear constraints with PuLP.

    Args:
        formula: At least one term in each row.
        make_solver: Function that makes the PuLP solver; its argument is called with the columns of
            a better solution, if the solver reports them.
        tell: Called with the variables' values then.
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
        # a variable in no row and not in the objective gets no value: any value is correct
        values = tuple(
            float(low if variable.varValue is None else variable.varValue)
            for variable, (low, _) in zip(variables, formula.bounds, strict=True)
        )
        return IlpAnswer(status, values, float(pulp.value(problem.objective) or 0))


def translate(status: int, sol_status: int) -> Status:
    """Convert PuLP's two status codes to one status.

    Raises:
        SolverError: When the pair is not in the table.
    """
    if (status, sol_status) not in STATUSES:
        raise SolverError(f"the solver ended with status {status}, sol_status {sol_status}")
    return STATUSES[status, sol_status]


PLAIN = ["preprocess off", "presolve off", "cuts off"]
"""CBC's options for a second attempt."""


def ask_cbc(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
    """Minimise a formula of linear constraints with CBC."""
    import pulp

    remaining = watch.remaining()
    seconds = None if isinf(remaining) else max(0.8 * remaining - 0.1, 0.01)
    started = time.monotonic()
    make_solver = partial(pulp.PULP_CBC_CMD, msg=False, gapRel=0.0, gapAbs=0.0, timeLimit=seconds)
    answer = solve_program(formula, lambda told: make_solver(), tell)
    if answer.status is Status.OPTIMAL and violated(formula, list(map(round, answer.values))):
        # CBC's preprocessing sometimes returns solutions that violate a row
        answer = solve_program(formula, lambda told: make_solver(options=PLAIN), tell)
    late = seconds is not None and time.monotonic() - started >= seconds
    # at a time limit during preprocessing CBC reports "infeasible"
    return IlpAnswer(Status.UNKNOWN) if late and answer.status is Status.INFEASIBLE else answer


def ask_highs(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
    """Minimise a formula of linear constraints with HiGHS."""
    import highspy
    import pulp

    seconds = watch.remaining()

    def make_solver(told: Tell) -> Any:
        return pulp.HiGHS(
            msg=False,
            gapRel=0.0,
            gapAbs=0.0,
            threads=1,
            timeLimit=None if isinf(seconds) else max(0.9 * seconds - 0.1, 0.01),
            callbackTuple=(lambda kind, text, out, into, data: told(out.mip_solution), None),
            callbacksToActivate=[highspy.cb.HighsCallbackType.kCallbackMipImprovingSolution],
        )

    return solve_program(formula, make_solver, tell)
