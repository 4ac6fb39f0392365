"""Linear relaxation over the current cuts, solved by HiGHS; its results are not proofs.

Cuts are added and slack ones dropped, bounds of buttons change, and the dual simplex method resumes
from its last basis, which stays dual feasible under any bounds.  One thread, no presolve.  A run is
sliced, so that the time limit can be checked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.cuts.exact import Cut

Floats = NDArray[np.float64]

SLICE_SECONDS = 0.5
"""Seconds that HiGHS runs between two checks of the time limit."""

MAX_SLICES_WITHOUT_STEP = 20
"""Slices of `SLICE_SECONDS` in a row without a simplex step, after which a solve is given up."""


@dataclass(frozen=True, eq=False)
class Relaxed:
    """Result of solving the relaxation with HiGHS."""

    empty: bool
    """Whether the relaxation is infeasible, or HiGHS failed."""
    objective: float
    """Least weight, in units of the relaxation."""
    values: Floats
    """(buttons,) between 0 and 1; zeros when empty."""
    duals: Floats
    """Multiplier of each cut, for the optimum or for a proof of infeasibility."""
    reduced: Floats
    """(buttons,) first-order increase of the objective by a button."""


class Relaxation:
    """Linear program min p x over 0 <= x <= 1 and a set of cuts.

    Args:
        prices: (buttons,) int64 >= 0.
        pause: called now and then; may raise.
    """

    def __init__(self, prices: IntArray, pause: Callable[[], None]):
        import highspy

        self.unit: float = float(np.median(prices[prices > 0])) if prices.any() else 1.0
        self.cuts: list[Cut] = []
        self._idle = np.zeros(0, dtype=np.int64)
        self._pause = pause
        self._status = highspy.HighsModelStatus
        solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._solver = solver
        solver.disableCallbacks()
        for option, value in (
            ("output_flag", False), ("presolve", "off"), ("solver", "simplex"),
            ("simplex_strategy", 1), ("threads", 1), ("parallel", "off"),
        ):  # fmt: skip
            solver.setOptionValue(option, value)
        n = prices.size
        self.low: NDArray[np.int8] = np.zeros(n, dtype=np.int8)
        self.high: NDArray[np.int8] = np.ones(n, dtype=np.int8)
        none = np.zeros(0, dtype=np.int32)
        solver.addCols(
            n, prices / self.unit, np.zeros(n), np.ones(n), 0,
            np.zeros(n, dtype=np.int32), none, np.zeros(0),
        )  # fmt: skip

    def add(self, cuts: Sequence[Cut]) -> None:
        """Add cuts to the linear program."""
        if not cuts:
            return
        lengths = np.array([cut.columns.size for cut in cuts])
        starts = np.cumsum(lengths) - lengths
        self._solver.addRows(
            len(cuts),
            np.array([cut.side for cut in cuts], dtype=np.float64),
            np.full(len(cuts), np.inf),
            int(lengths.sum()),
            starts.astype(np.int32),
            np.concatenate([cut.columns for cut in cuts]).astype(np.int32),
            np.concatenate([cut.signs for cut in cuts]).astype(np.float64),
        )
        self.cuts.extend(cuts)
        self._idle = np.concatenate([self._idle, np.zeros(len(cuts), dtype=np.int64)])

    def drop_idle(self, rounds: int) -> None:
        """Remove cuts whose multipliers were 0 in the last ``rounds`` solves."""
        idle = np.flatnonzero(self._idle >= rounds)
        if idle.size * 5 < len(self.cuts):
            return
        self._solver.deleteRows(idle.size, idle.astype(np.int32))
        kept = np.flatnonzero(self._idle < rounds)
        self.cuts = [self.cuts[k] for k in kept.tolist()]
        self._idle = self._idle[kept]

    def restrict(self, low: NDArray[np.int8], high: NDArray[np.int8]) -> None:
        """Set the lower and upper bounds of all buttons."""
        changed = np.flatnonzero((low != self.low) | (high != self.high))
        if changed.size:
            self._solver.changeColsBounds(
                changed.size,
                changed.astype(np.int32),
                low[changed].astype(np.float64),
                high[changed].astype(np.float64),
            )
            self.low, self.high = low.copy(), high.copy()

    def solve(self) -> Relaxed:
        """Solve the linear program; on failure of HiGHS, return multipliers of 0."""
        solver = self._solver
        if not self.low.size:
            return Relaxed(False, 0.0, np.zeros(0), np.zeros(len(self.cuts)), np.zeros(0))
        status = self._run()
        nothing = np.zeros(self.low.size)
        if status == self._status.kInfeasible:
            return Relaxed(True, np.inf, nothing, self._ray(), nothing)
        if status != self._status.kOptimal:
            return Relaxed(True, np.inf, nothing, np.zeros(len(self.cuts)), nothing)
        solution = solver.getSolution()
        duals = np.array(solution.row_dual)
        self._idle = np.where(duals > 1e-9, 0, self._idle + 1)
        values = np.clip(np.array(solution.col_value), self.low, self.high)
        objective = float(solver.getInfo().objective_function_value)
        return Relaxed(False, objective, values, duals, np.array(solution.col_dual))

    def look(self, column: int, value: int, steps: int) -> float:
        """Return the objective after a few simplex steps with one button fixed.

        What it says serves to choose, and is a guess where the steps did not suffice.
        """
        solver = self._solver
        solver.setOptionValue("simplex_iteration_limit", steps)
        solver.changeColBounds(column, float(value), float(value))
        solver.run()
        status = solver.getModelStatus()
        objective = float(solver.getInfo().objective_function_value)
        solver.changeColBounds(column, float(self.low[column]), float(self.high[column]))
        solver.setOptionValue("simplex_iteration_limit", 2**31 - 1)
        return np.inf if status == self._status.kInfeasible else objective

    def _run(self) -> Any:
        solver, last, stuck = self._solver, -1, 0
        while True:
            self._pause()
            solver.setOptionValue("time_limit", solver.getRunTime() + SLICE_SECONDS)
            solver.run()
            status = solver.getModelStatus()
            if status == self._status.kUnknown:  # numerical trouble: solve again from scratch
                solver.clearSolver()
                solver.run()
                status = solver.getModelStatus()
            if status != self._status.kTimeLimit:
                return status
            steps = solver.getInfo().simplex_iteration_count
            stuck = stuck + 1 if steps == last else 0
            last = steps
            if stuck > MAX_SLICES_WITHOUT_STEP:
                return status

    def _ray(self) -> Floats:
        """Return the multipliers of an infeasibility proof, scaled to a maximum of 1."""
        _, known, ray = self._solver.getDualRay()
        if not known or not np.isfinite(ray).all():
            return np.zeros(len(self.cuts))
        ray = np.array(ray)
        if -ray.min(initial=0.0) > ray.max(initial=0.0):
            ray = -ray
        largest = float(ray.max(initial=0.0))
        return ray / largest if largest > 0 else ray
