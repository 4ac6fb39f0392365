"""CBC, the solver that PuLP brings along, as an integer program.

It is a program of its own, started for every question (about 0.01 s), with its files in the
worker's scratch directory.  Both gaps are 0: by default it stops early.  It tells no solution on
the way, so it is given a little less than the time there is.
"""

from __future__ import annotations

from functools import partial
from math import isinf

from lo_exact.backends.ilp import Answer, Tell, minimise_by_programs
from lo_exact.backends.program import solve_program
from lo_exact.formula import Formula, violated
from lo_exact.outcome import Outcome, Status, Wanted, Watch

PLAIN = ["preprocess off", "presolve off", "cuts off"]
"""Options of a second try."""


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear constraints."""
    return minimise_by_programs(_ask, formula, wanted, watch)


def _ask(formula: Formula, watch: Watch, tell: Tell) -> Answer:
    import pulp

    seconds = watch.remaining()
    make_solver = partial(
        pulp.PULP_CBC_CMD,
        msg=False,
        gapRel=0.0,
        gapAbs=0.0,
        timeLimit=None if isinf(seconds) else max(0.8 * seconds - 0.1, 0.01),
    )
    answer = solve_program(formula, lambda told: make_solver(), tell)
    if answer.status is not Status.OPTIMAL or not violated(
        formula, list(map(round, answer.values))
    ):
        return answer
    # its preprocessing has been seen to give solutions that break a row; without, it did not
    return solve_program(formula, lambda told: make_solver(options=PLAIN), tell)
