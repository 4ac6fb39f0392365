"""SAT search for a shortest walk with a rising bound; enumeration of all shortest solutions.

The search asks for counts with excess at most t = 0, 1, 2, ...  "No" proves that every walk is
longer, and raises the lower bound by 4.  "Yes" gives counts.  If they are several pieces that
cannot be joined at no cost, each lost piece becomes a cut and the search starts again.  Every "yes"
also gives a walk that works, as an answer at a time limit.

The bridge law and unit propagation leave little open in corridors: 400 cells of maze without dead
ends take seconds, 90 cells of any kind some hundredths.

Two walks are one solution when they use every edge equally often.  Then they also end at the same
cell, the one where the sum of multiplicities is odd (or the start).  To list them, the clauses at
the proved minimum are solved repeatedly, each solution forbidden by one clause, until the answer is
"no": then the number is exact.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from lo_exact.errors import SolverError
from lo_exact.parity_walks.cuts import cut_around, lost_pieces, near_cuts
from lo_exact.parity_walks.ground import MOST_WALKS, Ground
from lo_exact.parity_walks.search.best import BestWalk, Tell
from lo_exact.parity_walks.search.encoding import Clause, WalkEncoding, at_least, encode_ground
from lo_exact.parity_walks.trails import Multiplicities, trail


def search(tell: Tell, ground: Ground) -> str:
    """Return a shortest walk by SAT search with a rising bound.

    Args:
        tell: Receives better walks and bounds.
        ground: A ground with at least one empty cell.
    """
    best = BestWalk(tell, ground)
    encoding = encode_ground(ground)
    counter = ExcessCounter(encoding)
    with make_oracle(encoding) as oracle:
        while not best.proved:
            excess = (best.bound - ground.parity.bound) // 4
            assumed = counter.at_most(oracle, excess)
            for counts, end in relaxed(oracle, encoding, assumed):
                best.offer(counts, end)
                if best.proved:
                    return best.walk
            best.prove(best.bound + 4)
            for literal in assumed:
                oracle.add_clause([-literal])
    if len(best.walk) != best.bound:
        raise SolverError(f"CaDiCaL proved {best.bound} steps, a walk has {len(best.walk)}")
    return best.walk


def make_oracle(encoding: WalkEncoding) -> Any:
    """Return a python-sat solver with the clauses of a level and the first cuts."""
    from pysat.solvers import Solver

    clauses = [*encoding.clauses, *(cut_clause(cut.edges) for cut in near_cuts(encoding.ground))]
    return Solver(name="cadical195", bootstrap_with=clauses)


class ExcessCounter:
    """Rising limit on a walk's extra steps: python-sat's totalizer counts the true excess literals.

    Raising the bound adds clauses and takes none away, so one incremental solver serves all bounds.
    n literals and bound b cost O(n b log n) clauses.  Martins et al. (2014).

    Args:
        encoding: the encoding; its solver has no other variables.
    """

    def __init__(self, encoding: WalkEncoding):
        self._literals, self._last = list(encoding.excess), encoding.variables
        self._totalizer: Any = None

    def at_most(self, oracle: Any, excess: int) -> list[int]:
        """Return assumptions that limit the excess; no call may set a lower limit than before."""
        if excess >= len(self._literals):
            return []
        if self._totalizer is None:
            from pysat.card import ITotalizer

            self._totalizer = ITotalizer(self._literals, ubound=excess, top_id=self._last)
            added = self._totalizer.cnf.clauses
        else:
            self._totalizer.increase(ubound=excess)
            added = self._totalizer.cnf.clauses[-self._totalizer.nof_new :]
        for clause in added:
            oracle.add_clause(clause)
        return [-self._totalizer.rhs[excess]]


def relaxed(
    oracle: Any, encoding: WalkEncoding, assumed: list[int]
) -> Iterator[tuple[Multiplicities, int]]:
    """Yield solutions of the clauses (edge counts, end); add cuts after each disconnected one.

    Connected counts are not cut off: stop, or forbid them, before asking for more.
    """
    ground = encoding.ground
    while oracle.solve(assumptions=assumed):
        counts, end = encoding.decode({literal for literal in oracle.get_model() if literal > 0})
        yield counts, end
        for piece in lost_pieces(ground, counts):
            oracle.add_clause(cut_clause(cut_around(ground, piece).edges))


def cut_clause(edges: Sequence[int]) -> Clause:
    """Return the clause of a cut: at least one of its edges is walked."""
    return [at_least(edge, 1) for edge in edges]


def search_all(tell: Tell, ground: Ground, steps: int, limit: int) -> tuple[list[str], bool]:
    """Return one walk for each shortest solution.

    Args:
        tell: Receives nothing new.
        ground: A ground with at least one empty cell.
        steps: The proved minimum.
        limit: Largest number of solutions.

    Returns:
        The walks, ordered by multiplicities if complete, and whether
        they are complete.
    """
    encoding = encode_ground(ground)
    found: list[tuple[Multiplicities, int]] = []
    with make_oracle(encoding) as oracle:
        assumed = ExcessCounter(encoding).at_most(oracle, (steps - ground.parity.bound) // 4)
        for counts, end in relaxed(oracle, encoding, assumed):
            if lost_pieces(ground, counts):
                continue
            if sum(counts) != steps:
                raise SolverError(f"{steps} steps are said to be the fewest, {sum(counts)} do")
            if len(found) == limit:
                return [trail(ground, *solution) for solution in found], False
            found.append((counts, end))
            # exclude this solution: every other one differs in an edge's multiplicity
            clause: Clause = []
            for edge, times in enumerate(counts):
                if times:
                    clause.append(-at_least(edge, times))
                if times < MOST_WALKS:
                    clause.append(at_least(edge, times + 1))
            oracle.add_clause(clause)
    return [trail(ground, *solution) for solution in sorted(found)], True
