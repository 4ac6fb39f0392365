"""Exact, a pseudo-Boolean solver by cutting planes in whole numbers, inside the worker process.

Its arithmetic is exact, so its optimum is no matter of tolerances.  It is licensed under the AGPL:
an extra that the user chooses.  Its own clock is coarse; the worker's deadline ends it.
"""

from math import isinf

from lo_exact.backends.ilp import IlpAnswer, Tell, minimise_by_programs
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Sense
from lo_exact.outcome import Outcome, Status, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear constraints."""
    return minimise_by_programs(_ask, formula, wanted, watch)


def _ask(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
    from exact import Exact

    solver = Exact()
    names = [f"x{i}" for i in range(formula.variables)]
    for name, (low, high) in zip(names, formula.bounds, strict=True):
        solver.addVariable(name, low, high)
    for row in formula.linear:
        terms = [(a, names[v - 1]) for a, v in row.terms]
        above, below = row.sense is not Sense.LESS_EQUAL, row.sense is not Sense.GREATER_EQUAL
        solver.addConstraint(
            terms, above, row.bound if above else 0, below, row.bound if below else 0
        )
    if formula.objective:
        solver.setObjective([(a, names[v - 1]) for a, v in formula.objective], True, 0)
    seconds = watch.remaining()
    said = solver.runFull(True, 0 if isinf(seconds) else max(0.9 * seconds - 0.1, 0.01))
    # UNSAT: nothing is better than its best solution, if it has one
    if said not in ("UNSAT", "TIMEOUT"):
        raise SolverError(f"Exact ended with {said!r}")
    if not solver.hasSolution():
        return IlpAnswer(Status.INFEASIBLE if said == "UNSAT" else Status.UNKNOWN)
    values = tuple(map(float, solver.getLastSolutionFor(names)))
    weight = sum(a * values[v - 1] for a, v in formula.objective)
    return IlpAnswer(Status.OPTIMAL if said == "UNSAT" else Status.FEASIBLE, values, weight)
