"""Integer programming: multiplicities, excesses and the end as bounded integers, cuts added lazily.

At each cell, sum of m_e - 4 k_v + z_v = 2 [v empty] + [v start]; the sum of k_v over the tight
colour is minimised, for it goes up by 1 where the length goes up by 4.
Bridges are equalities in the z_v behind them; a cut says that a set of cells is entered, and left
too unless the end is inside: sum of m_e over its edges >= 2 - sum of its z_v.  PuLP cannot go on
from a solved program, so every round of cuts starts anew.

A floating-point solver: its counts are rounded and walked, its word that there are no better ones
is taken, so this is a second opinion, not a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lo_exact.backends.program import solve_program
from lo_exact.errors import SolverError
from lo_exact.formula import Formula, Linear, Sense, violated
from lo_exact.outcome import Status
from lo_exact.walk.graph.bridges import descend
from lo_exact.walk.graph.cuts import WalkCut, cut_around, lost_pieces, near_cuts
from lo_exact.walk.graph.ground import MOST, Ground
from lo_exact.walk.search.best import BestWalk, Tell


def search(tell: Tell, ground: Ground, solver: str) -> str:
    """Return a shortest walk.

    Args:
        tell: Told better walks and bounds.
        ground: A ground with at least one empty cell.
        solver: PuLP's name of the solver: ``PULP_CBC_CMD`` or ``HiGHS``.
    """
    import pulp

    best = BestWalk(tell, ground)

    def make_solver(told: Any) -> Any:
        return getattr(pulp, solver)(msg=False, gapRel=0.0, gapAbs=0.0, threads=1)

    base = program(ground)
    rows = [cut_row(ground, cut) for cut in near_cuts(ground)]
    edges = len(ground.edges)
    while not best.proved:
        formula = Formula(base.bounds, linear=(*base.linear, *rows), objective=base.objective)
        answer = solve_program(formula, make_solver, _ignore)
        if answer.status is not Status.OPTIMAL:
            raise SolverError(f"{solver} calls a solvable level {answer.status.value}")
        values = tuple(round(value) for value in answer.values)
        if broken := violated(formula, values):
            raise SolverError(f"{solver}'s solution, rounded, breaks {broken}")
        counts = values[:edges]
        claimed = ground.parity.bound + 4 * answer.weight
        if abs(sum(counts) - claimed) > 0.5:
            raise SolverError(f"{solver} claims {claimed} steps, its counts have {sum(counts)}")
        best.prove(sum(counts))
        best.offer(counts, values[edges : edges + ground.cells].index(1))
        if best.proved:
            break
        lost = lost_pieces(ground, counts)
        if not lost:
            raise SolverError(f"{solver}'s counts are connected, and longer than it claims")
        rows += [cut_row(ground, cut_around(ground, piece)) for piece in lost]
    if len(best.walk) != best.bound:
        raise SolverError(f"{solver} proved {best.bound} steps, a walk has {len(best.walk)}")
    return best.walk


def program(ground: Ground) -> Formula:
    """Return the program without connectivity.

    Variables 1.. are the edges' multiplicities, then for each cell whether it is the end, then for
    each cell its k.
    """
    edges, cells = len(ground.edges), ground.cells
    bounds = [(0, MOST)] * edges
    bounds += [(0, int(cell in ground.ends)) for cell in range(cells)]
    bounds += [(0, len(around)) for around in ground.incident]
    rows = [Linear(tuple((1, _end(ground, v)) for v in range(cells)), Sense.EQUAL, 1)]
    for v in range(cells):
        terms = [(1, e + 1) for e, _ in ground.incident[v]]
        whole = (*terms, (-4, edges + cells + v + 1), (1, _end(ground, v)))
        rows.append(Linear(whole, Sense.EQUAL, ground.sum_at(v)))
        if ground.empty[v] or v == ground.start:
            rows.append(Linear(tuple(terms), Sense.GREATER_EQUAL, 1))
    descent = descend(ground)
    for bridge in descent.bridges:
        change = bridge.without - bridge.within
        behind = descent.order[bridge.first : bridge.last]
        law = ((1, bridge.edge + 1), *((change, _end(ground, v)) for v in behind if change))
        rows.append(Linear(law, Sense.EQUAL, bridge.without))
    tight = (v for v in range(cells) if ground.colour[v] == ground.parity.tight)
    objective = tuple((1, edges + cells + v + 1) for v in tight)
    return Formula(tuple(bounds), linear=tuple(rows), objective=objective)


def _ignore(values: Sequence[float]) -> None:
    """Solutions on the way are in pieces, mostly; the rounds' own are enough."""


def cut_row(ground: Ground, cut: WalkCut) -> Linear:
    """Return the row of a cut."""
    entered = [(1, e + 1) for e in cut.edges]
    return Linear((*entered, *((1, _end(ground, v)) for v in cut.cells)), Sense.GREATER_EQUAL, 2)


def _end(ground: Ground, cell: int) -> int:
    return len(ground.edges) + cell + 1
