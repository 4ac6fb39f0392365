"""What the walls are answered by: `auto` and external solvers, each with a limit of CPU seconds.

`auto` may use `WALL` times as many seconds on the clock, where the machine is busy.  One answer is
a dictionary: status (``optimal``, ``limit``, ``refused``, or ``infeasible``, which no puzzle is),
weight, bound, CPU seconds and, for `auto`, the engine.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.cost import Meter
from benchmarks.wall_puzzles import PUZZLES
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Watch
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum

Said = dict[str, Any]

WALL = 12.0

LOOK_SECONDS = 0.5


def answered(name: str, contestant: str, limit: float) -> Said:
    """Answer one puzzle; its making is not measured."""
    puzzle = PUZZLES[name][1]()
    _ = puzzle.system
    meter = Meter()
    said = CONTESTANTS[contestant](puzzle, limit)
    return {**said, "cpu_seconds": round(meter.seconds(), 4)}


def auto(puzzle: Puzzle, limit: float) -> Said:
    """`auto` of this package."""
    meter, looked = Meter(), [time.monotonic()]

    def stop(done: int, total: int) -> None:
        if time.monotonic() > looked[0] + LOOK_SECONDS:
            looked[0] = time.monotonic()
            if meter.seconds() > limit:
                raise LimitReached(f"{limit:g} s of CPU time are over")

    try:
        found = minimum(puzzle, watch=Watch(WALL * limit, stop=stop))
    except LimitReached as reason:
        return {"status": "refused", "why": str(reason)}
    status = "optimal" if found.status is Status.OPTIMAL else "limit"
    said: Said = {"status": status, "engine": found.engine}
    if found.weight is not None:
        said["weight"] = found.weight
    return said | {"bound": found.lower_bound}


def cpsat(puzzle: Puzzle, limit: float) -> Said:
    """CP-SAT, one worker; XOR constraints at c = 2."""
    from ortools.sat.python import cp_model

    system, c = puzzle.system, puzzle.colours
    program = cp_model.CpModel()
    x = [program.new_int_var(0, c - 1, f"x{j}") for j in range(system.unknowns)]
    rows = system.matrix.transpose()
    for light in range(system.lights):
        buttons, amounts = rows.column(light)
        residue = int(system.syndrome[light])
        if c == 2:
            program.add_bool_xor([x[j] for j in buttons] + [program.new_constant(1 - residue)])
            continue
        wraps = program.new_int_var(0, (c - 1) * int(amounts.sum()) // c, f"k{light}")
        terms = [int(a) * x[j] for j, a in zip(buttons, amounts, strict=True)]
        program.add(sum(terms) - c * wraps == residue)
    program.minimize(sum(x))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    with _StoppedAfter(limit, solver.stop_search):
        status = solver.solve(program)
    if status == cp_model.OPTIMAL:
        return {"status": "optimal", "weight": round(solver.objective_value)}
    said: Said = {"status": "limit", "bound": math.ceil(solver.best_objective_bound - 1e-6)}
    return said | ({"weight": round(solver.objective_value)} if status == cp_model.FEASIBLE else {})


def highs(puzzle: Puzzle, limit: float) -> Said:
    """HiGHS on the raw program, one thread."""
    import highspy

    system, c = puzzle.system, puzzle.colours
    rows = system.matrix.transpose()
    solver = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0}
    for option, value in options.items():
        solver.setOptionValue(option, value)
    n, m = system.unknowns, system.lights
    most = [(c - 1) * int(rows.column(i)[1].sum()) // c for i in range(m)]
    cost = np.concatenate([np.ones(n), np.zeros(m)])
    high = np.concatenate([np.full(n, c - 1), most]).astype(np.float64)
    none, starts = np.zeros(0, dtype=np.int32), np.zeros(n + m, dtype=np.int32)
    solver.addCols(n + m, cost, np.zeros(n + m), high, 0, starts, none, np.zeros(0))
    kinds = np.full(n + m, int(highspy.HighsVarType.kInteger), dtype=np.uint8)
    solver.changeColsIntegrality(n + m, np.arange(n + m, dtype=np.int32), kinds)
    for i in range(m):
        buttons, amounts = rows.column(i)
        columns = np.append(buttons, n + i).astype(np.int32)
        values = np.append(amounts, -c).astype(np.float64)
        side = float(system.syndrome[i])
        solver.addRow(side, side, columns.size, columns, values)
    solver.HandleUserInterrupt = True
    with _StoppedAfter(limit, solver.cancelSolve):
        solver.run()
    info = solver.getInfo()
    return _said(
        solver.getModelStatus() == highspy.HighsModelStatus.kOptimal,
        info.objective_function_value, info.mip_dual_bound,
    )  # fmt: skip


def scip(puzzle: Puzzle, limit: float) -> Said:
    """SCIP, with XOR constraints at c = 2 and the raw program otherwise."""
    from pyscipopt import Model, quicksum

    system, c = puzzle.system, puzzle.colours
    model = Model()
    model.hideOutput()
    model.setParam("timing/clocktype", 1)  # CPU time
    model.setParam("limits/time", limit)
    kind = "B" if c == 2 else "I"
    x = [model.addVar(vtype=kind, lb=0, ub=c - 1, obj=1) for _ in range(system.unknowns)]
    rows = system.matrix.transpose()
    for i in range(system.lights):
        buttons, amounts = rows.column(i)
        residue = int(system.syndrome[i])
        if c == 2:
            model.addConsXor([x[j] for j in buttons.tolist()], bool(residue))
            continue
        wraps = model.addVar(vtype="I", lb=0, ub=(c - 1) * int(amounts.sum()) // c)
        terms = [int(a) * x[j] for j, a in zip(buttons, amounts, strict=True)]
        model.addCons(quicksum(terms) - c * wraps == residue)
    model.optimize()
    if model.getStatus() == "infeasible":
        return {"status": "infeasible"}
    value = model.getObjVal() if model.getNSols() else math.inf
    return _said(model.getStatus() == "optimal", value, model.getDualbound())


class _StoppedAfter:
    """Calls something when this process has used so many CPU seconds since the beginning.

    Args:
        seconds: of CPU time, all threads together.
        stop: what is called then.
    """

    def __init__(self, seconds: float, stop: Callable[[], object]):
        self._end = time.process_time() + seconds
        self._stop, self._over = stop, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            if time.process_time() > self._end:
                self._stop()


def _said(proved: bool, value: float, bound: float) -> Said:
    """Return an answer of a solver that counts in floating-point numbers."""
    said: Said = {"status": "optimal" if proved else "limit"}
    if math.isfinite(value) and abs(value) < 1e9:
        said["weight"] = round(value)
    if not proved and math.isfinite(bound):
        said["bound"] = math.ceil(bound - 1e-6)
    return said


CONTESTANTS: dict[str, Callable[[Puzzle, float], Said]] = {
    "auto": auto, "cpsat": cpsat, "highs": highs, "scip": scip,
}  # fmt: skip
