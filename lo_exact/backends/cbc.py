"""Backend for CBC, the integer programming solver included in PuLP.

It is a program of its own, started for every question (about 0.01 s), with its files in the
worker's scratch directory.  Both gaps are 0: by default it stops early.  It tells no solution on
the way, so it is given a little less than the time there is.
"""

import time
from functools import partial
from math import isinf

from lo_exact.backends.ilp import IlpAnswer, Tell, minimise_by_programs
from lo_exact.backends.program import solve_program
from lo_exact.formula import Formula, violated
from lo_exact.outcome import Outcome, Status, Wanted, Watch

PLAIN = ["preprocess off", "presolve off", "cuts off"]
"""Options of a second try."""


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear constraints with CBC."""
    return minimise_by_programs(_ask, formula, wanted, watch)


def _ask(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
    import pulp

    remaining = watch.remaining()
    seconds = None if isinf(remaining) else max(0.8 * remaining - 0.1, 0.01)
    started = time.monotonic()
    make_solver = partial(pulp.PULP_CBC_CMD, msg=False, gapRel=0.0, gapAbs=0.0, timeLimit=seconds)
    answer = solve_program(formula, lambda told: make_solver(), tell)
    if answer.status is Status.OPTIMAL and violated(formula, list(map(round, answer.values))):
        # CBC's preprocessing has returned solutions that violate a row; without it, none were seen
        answer = solve_program(formula, lambda told: make_solver(options=PLAIN), tell)
    late = seconds is not None and time.monotonic() - started >= seconds
    # CBC reports infeasible if its time limit ends during preprocessing
    return IlpAnswer(Status.UNKNOWN) if late and answer.status is Status.INFEASIBLE else answer
