"""The ways to solve a board that are compared: ours, raw external solvers, and other software.

A contestant is prepared first (what it builds once is not measured) and run then.  Names are
``auto``, an engine's name as ``lo-exact engines`` lists it (the raw system goes to the solver, none
of our algebra in front), ``cpsat`` (OR-tools; parities as XOR constraints for two colours, which it
takes thirty times faster than ``cpsat:integer``, A x - c k = s), and ``mqt`` (MQT QECC's LightsOut,
MaxSAT by Z3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum

PACKAGES = {"cpsat": "ortools", "cpsat:integer": "ortools", "mqt": "mqt"}
"""What the contestants from elsewhere need; see the dependency group ``bench``."""


@dataclass(frozen=True)
class Answer:
    """What a contestant says.

    Attributes:
        proved: whether it claims a proved minimum, or a proof that there is no solution.
        presses: (buttons,) int64; empty without an answer, and where there is no solution.
        engine: who found it.
    """

    proved: bool
    presses: IntArray
    engine: str


Run = Callable[[], Answer]


def available(contestant: str) -> bool:
    """Say whether the package of a contestant from elsewhere is installed."""
    return contestant not in PACKAGES or find_spec(PACKAGES[contestant]) is not None


def prepare(contestant: str, puzzle: Puzzle) -> Run:
    """Return what is measured: a call that solves the board once."""
    if contestant in ("cpsat", "cpsat:integer"):
        return _cpsat(puzzle, xors=contestant == "cpsat" and puzzle.colours == 2)
    if contestant == "mqt":
        return _mqt(puzzle)

    def run() -> Answer:
        found = minimum(puzzle, engine=contestant)
        presses = np.array(found.presses or (), dtype=np.int64)
        return Answer(found.status in (Status.OPTIMAL, Status.INFEASIBLE), presses, found.engine)

    return run


def _cpsat(puzzle: Puzzle, *, xors: bool) -> Run:
    """Minimise sum x with CP-SAT, one worker: one core is what is compared."""
    from ortools.sat.python import cp_model

    system, c = puzzle.system, puzzle.colours
    program = cp_model.CpModel()
    x = [program.new_int_var(0, c - 1, f"x{j}") for j in range(system.unknowns)]
    by_light = system.matrix.transpose()
    for light in range(system.lights):
        buttons, amounts = by_light.column(light)
        residue = int(system.syndrome[light])
        if xors:
            program.add_bool_xor([x[j] for j in buttons] + [program.new_constant(1 - residue)])
            continue
        wraps = program.new_int_var(0, (c - 1) * int(amounts.sum()) // c, f"k{light}")
        terms = [int(a) * x[j] for j, a in zip(buttons, amounts, strict=True)]
        program.add(sum(terms) - c * wraps == residue)
    program.minimize(sum(x))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def run() -> Answer:
        status = solver.solve(program)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            proved = status == cp_model.INFEASIBLE
            return Answer(proved, np.zeros(0, dtype=np.int64), "cpsat")
        presses = np.array([solver.value(v) for v in x], dtype=np.int64)
        return Answer(status == cp_model.OPTIMAL, presses, "cpsat")

    return run


def _mqt(puzzle: Puzzle) -> Run:
    """Let LightsOut solve it; the part of its formula that all boards share is built before.

    It returns (presses, whether found, seconds of the solver), empties nothing that is ours but
    flips the list of lights it is given, and takes its time limit in milliseconds.
    """
    from mqt.qecc.cc_decoder.decoder import LightsOut

    by_button = puzzle.activation
    by_light = by_button.transpose()
    problem = LightsOut(
        {i: by_light.column(i)[0].tolist() for i in range(puzzle.lights)},
        {j: by_button.column(j)[0].tolist() for j in range(puzzle.buttons)},
    )
    problem.preconstruct_z3_instance()
    lights = [bool(light) for light in puzzle.system.syndrome]

    def run() -> Answer:
        presses, found, _ = problem.solve(list(lights), timeout=10**9)
        return Answer(found, np.array(presses if found else [], dtype=np.int64), "mqt")

    return run
