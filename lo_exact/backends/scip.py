"""Backend for SCIP through PySCIPOpt, with linear constraints and native XOR constraints.

Its gap limits are 0 by default.  Its wheel has no exact mode, so an optimum rests on floating-point
numbers, and is confirmed elsewhere.  One thread.
"""

from math import isinf
from typing import Any

from lo_exact.backends.ilp import IlpAnswer, Tell, minimise_by_programs
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Sense, violated
from lo_exact.outcome import Outcome, Status, Wanted, Watch

STOPPED = ("timelimit", "memlimit", "nodelimit", "userinterrupt")
"""What it says where it has proved nothing; it has no other limits here."""


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear and XOR constraints with SCIP."""
    return minimise_by_programs(_ask, formula, wanted, watch, reads_xors=True)


def _ask(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
    answer = _asked(formula, watch, presolve=True)
    if answer.status is not Status.OPTIMAL or not violated(
        formula, list(map(round, answer.values))
    ):
        return answer
    # SCIP's presolve has returned solutions that violate an XOR; without it, none were seen
    return _asked(formula, watch, presolve=False)


def _asked(formula: Formula, watch: Watch, *, presolve: bool) -> IlpAnswer:
    from pyscipopt import Model, quicksum
    from pyscipopt.scip import PY_SCIP_PARAMSETTING

    model = Model()
    model.hideOutput()
    if not presolve:
        model.setPresolve(PY_SCIP_PARAMSETTING.OFF)
    if not isinf(seconds := watch.remaining()):
        model.setParam("limits/time", max(0.9 * seconds - 0.1, 0.01))
    x = [
        model.addVar(vtype="B" if (low, high) == (0, 1) else "I", lb=low, ub=high)
        for low, high in formula.bounds
    ]
    for xor in formula.xors:
        if any(formula.bounds[v - 1] != (0, 1) for v in xor.variables):
            raise SolverError("scip reads XOR constraints over variables of 0..1 only")
        if xor.variables:
            model.addConsXor([x[v - 1] for v in xor.variables], bool(xor.parity))
        elif xor.parity:
            return IlpAnswer(Status.INFEASIBLE)
    for row in formula.linear:
        left: Any = quicksum(a * x[v - 1] for a, v in row.terms)
        if row.sense is Sense.LESS_EQUAL:
            model.addCons(left <= row.bound)
        elif row.sense is Sense.EQUAL:
            model.addCons(left == row.bound)
        else:
            model.addCons(left >= row.bound)
    model.setObjective(quicksum(a * x[v - 1] for a, v in formula.objective), "minimize")
    model.optimize()
    status = model.getStatus()
    if status == "infeasible":
        return IlpAnswer(Status.INFEASIBLE)
    if status not in ("optimal", *STOPPED):
        raise SolverError(f"SCIP ended with {status!r}")
    if not model.getNSols():
        return IlpAnswer(Status.UNKNOWN)
    values = tuple(float(model.getVal(v)) for v in x)
    found = Status.OPTIMAL if status == "optimal" else Status.FEASIBLE
    return IlpAnswer(found, values, float(model.getObjVal()))
