"""Backend for HiGHS as an integer programming solver, through PuLP.

Both gaps are 0.  At least version 1.15: 1.14 returns wrong optima.  Better solutions are told as
they are found.
"""

from math import isinf
from typing import Any

from lo_exact.backends.ilp import IlpAnswer, Tell, minimise_by_programs
from lo_exact.backends.program import solve_program
from lo_exact.formula import Formula
from lo_exact.outcome import Outcome, Wanted, Watch


def minimise(formula: Formula, wanted: Wanted, watch: Watch) -> Outcome:
    """Minimise a formula of linear constraints with HiGHS."""
    return minimise_by_programs(_ask, formula, wanted, watch)


def _ask(formula: Formula, watch: Watch, tell: Tell) -> IlpAnswer:
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
