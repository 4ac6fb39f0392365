"""Solvers that are asked for the same minimum: each takes a board and says weight and proof.

HiGHS gets the raw parity program, A x - 2 k = s; SCIP its own XOR constraints; CP-SAT too; Exact
(a pseudo-Boolean solver) the raw program.  One thread each.  What a solver builds counts: boards
come one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum

Said = tuple[str, int]
"""What it claims, ``"optimal"`` for a proof, and the weight."""


def _said(proved: bool, weight: int) -> Said:
    return "optimal" if proved else "unknown", weight


def auto(puzzle: Puzzle) -> Said:
    """`auto` of this package."""
    found = minimum(puzzle)
    return _said(found.status is Status.OPTIMAL, int(found.weight or 0))


def cores(puzzle: Puzzle) -> Said:
    """Core-guided MaxSAT, which `auto` used to take."""
    found = minimum(puzzle, engine="direct:rc2")
    return _said(found.status is Status.OPTIMAL, int(found.weight or 0))


def highs(puzzle: Puzzle) -> Said:
    """HiGHS on the raw program."""
    import highspy

    system = puzzle.system
    rows = system.matrix.transpose()
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0)):
        solver.setOptionValue(option, value)
    n, m = system.unknowns, system.lights
    lengths = np.diff(rows.starts)
    cost = np.concatenate([system.prices, np.zeros(m)]).astype(np.float64)
    high = np.concatenate([np.ones(n), lengths // 2]).astype(np.float64)
    none = np.zeros(0, dtype=np.int32)
    starts = np.zeros(n + m, dtype=np.int32)
    solver.addCols(n + m, cost, np.zeros(n + m), high, 0, starts, none, np.zeros(0))
    whole = np.arange(n + m, dtype=np.int32)
    kinds = np.full(n + m, int(highspy.HighsVarType.kInteger), dtype=np.uint8)
    solver.changeColsIntegrality(n + m, whole, kinds)
    side = system.syndrome.astype(np.float64)
    for i in range(m):
        columns = np.append(rows.column(i)[0], n + i).astype(np.int32)
        values = np.append(np.ones(columns.size - 1), -2.0)
        solver.addRow(side[i], side[i], columns.size, columns, values)
    solver.run()
    proved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return _said(proved, round(solver.getInfo().objective_function_value))


def scip(puzzle: Puzzle) -> Said:
    """SCIP with XOR constraints."""
    from pyscipopt import Model

    system = puzzle.system
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B", obj=int(price)) for price in system.prices.tolist()]
    rows = system.matrix.transpose()
    for i in range(system.lights):
        model.addConsXor([x[j] for j in rows.column(i)[0].tolist()], bool(system.syndrome[i]))
    model.optimize()
    return _said(model.getStatus() == "optimal", round(model.getObjVal()))


def exact(puzzle: Puzzle) -> Said:
    """Exact on the raw program."""
    from exact import Exact

    system = puzzle.system
    rows = system.matrix.transpose()
    solver = Exact()
    for j in range(system.unknowns):
        solver.addVariable(f"x{j}", 0, 1)
    for i in range(system.lights):
        columns = rows.column(i)[0].tolist()
        solver.addVariable(f"k{i}", 0, len(columns) // 2)
        side = int(system.syndrome[i])
        terms = [(1, f"x{j}") for j in columns] + [(-2, f"k{i}")]
        solver.addConstraint(terms, True, side, True, side)
    solver.setObjective([(int(p), f"x{j}") for j, p in enumerate(system.prices.tolist())], True, 0)
    proved = solver.runFull(True) in ("OPTIMAL", "UNSAT")
    return _said(proved, int(solver.getBestSoFar()))


def cpsat(puzzle: Puzzle) -> Said:
    """CP-SAT with XOR constraints, one worker."""
    from ortools.sat.python import cp_model

    system = puzzle.system
    program = cp_model.CpModel()
    x = [program.new_bool_var(f"x{j}") for j in range(system.unknowns)]
    rows = system.matrix.transpose()
    for i in range(system.lights):
        odd = program.new_constant(1 - int(system.syndrome[i]))
        program.add_bool_xor([*(x[j] for j in rows.column(i)[0].tolist()), odd])
    program.minimize(sum(int(p) * v for p, v in zip(system.prices.tolist(), x, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(program)
    return _said(status == cp_model.OPTIMAL, round(solver.objective_value))


def mqt(puzzle: Puzzle) -> Said:
    """MQT QECC's LightsOut, MaxSAT by Z3: it knows no prices."""
    from mqt.qecc.cc_decoder.decoder import LightsOut

    system = puzzle.system
    if (system.prices != 1).any():
        return "unable", 0
    rows = system.matrix.transpose()
    problem = LightsOut(
        {i: rows.column(i)[0].tolist() for i in range(system.lights)},
        {j: system.matrix.column(j)[0].tolist() for j in range(system.unknowns)},
    )
    problem.preconstruct_z3_instance()
    wrong = [bool(light) for light in system.syndrome]
    presses, found, _ = problem.solve(wrong, timeout=10**9)
    return _said(found, sum(presses) if found else 0)


RIVALS: dict[str, tuple[Callable[[Puzzle], Said], str]] = {
    "auto": (auto, "highspy"),
    "direct:rc2": (cores, "pysat"),
    "highs": (highs, "highspy"),
    "scip": (scip, "pyscipopt"),
    "exact": (exact, "exact"),
    "cpsat": (cpsat, "ortools"),
    "mqt": (mqt, "mqt"),
}
"""Name: function, and the package it needs."""


def available() -> list[str]:
    """Return the rivals whose packages are installed."""
    return [name for name, (_, package) in RIVALS.items() if find_spec(package)]
