"""MaxSAT by unsatisfiable cores (RC2), with cuts added on the way.

The excess literals are the soft clauses; every core raises the proved bound by 4.  After each
optimum of the clauses at hand, lost pieces become cuts, and RC2 resumes with the cores it has.
Best where many corridors cost something each, and no two have to do with each other.
Ignatiev, Morgado and Marques-Silva (2019).
"""

from lo_exact.errors import SolverError
from lo_exact.parity_walks.cuts import cut_around, lost_pieces, near_cuts
from lo_exact.parity_walks.ground import Ground
from lo_exact.parity_walks.search.best import BestWalk, Tell
from lo_exact.parity_walks.search.encoding import encode_ground
from lo_exact.parity_walks.search.sat import cut_clause


def search(tell: Tell, ground: Ground) -> str:
    """Return a shortest walk.

    Args:
        tell: Told better walks and bounds.
        ground: A ground with at least one empty cell.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    best = BestWalk(tell, ground)

    class ToldRC2(RC2):  # type: ignore[misc]
        """RC2 that says what each core proves."""

        def process_core(self) -> None:
            super().process_core()
            best.prove(ground.parity.bound + 4 * self.cost)

    encoding = encode_ground(ground)
    problem = WCNF()
    problem.nv = encoding.variables
    for clause in encoding.clauses:
        problem.append(clause)
    for cut in near_cuts(ground):
        problem.append(cut_clause(cut.edges))
    for literal in encoding.excess:
        problem.append([-literal], weight=1)
    with ToldRC2(problem, solver="cadical195") as rc2:
        while not best.proved:
            assignment = rc2.compute()
            if assignment is None:
                raise SolverError("RC2 found the clauses of a solvable level contradictory")
            best.prove(ground.parity.bound + 4 * rc2.cost)
            counts, end = encoding.decode({literal for literal in assignment if literal > 0})
            best.offer(counts, end)
            if best.proved:
                break
            lost = lost_pieces(ground, counts)
            if not lost:
                raise SolverError("RC2's counts are connected, and longer than it claims")
            for piece in lost:
                rc2.add_clause(cut_clause(cut_around(ground, piece).edges))
    if len(best.walk) != best.bound:
        raise SolverError(f"RC2 proved {best.bound} steps, a walk has {len(best.walk)}")
    return best.walk
