"""Every shortest solution, up to the order in which its walk runs through its edges.

Two walks are one solution when they use every edge equally often; then they also end at the same
cell, the one where the sum of multiplicities is odd (or the start).  The clauses of the default
engine at the proved minimum are asked again and again, each solution forbidden by one clause, until
the answer is "no": then the number is exact.
"""

from __future__ import annotations

from lo_exact.errors import SolverError
from lo_exact.walk.graph.cuts import lost_pieces
from lo_exact.walk.graph.ground import MOST, Ground
from lo_exact.walk.graph.trails import Multiplicities, trail
from lo_exact.walk.search.best import Tell
from lo_exact.walk.search.encoding import Clause, at_least, encode
from lo_exact.walk.search.sat import CADICAL, ExcessCounter, make_oracle, relaxed


def search_all(tell: Tell, ground: Ground, steps: int, limit: int) -> tuple[list[str], bool]:
    """Return one walk for each shortest solution.

    Args:
        tell: Told nothing new.
        ground: A ground with at least one empty cell.
        steps: The proved minimum.
        limit: Stop after so many solutions.

    Returns:
        The walks, in the order of their multiplicities when they are all there are, and whether
        they are.
    """
    encoding = encode(ground)
    found: list[tuple[Multiplicities, int]] = []
    with make_oracle(encoding, CADICAL) as oracle:
        assumed = ExcessCounter(encoding).at_most(oracle, (steps - ground.parity.bound) // 4)
        for counts, end in relaxed(oracle, encoding, assumed):
            if lost_pieces(ground, counts):
                continue
            if sum(counts) != steps:
                raise SolverError(f"{steps} steps are said to be the fewest, {sum(counts)} do")
            if len(found) == limit:
                return [trail(ground, *solution) for solution in found], False
            found.append((counts, end))
            oracle.add_clause(_other_than(counts))
    return [trail(ground, *solution) for solution in sorted(found)], True


def _other_than(counts: Multiplicities) -> Clause:
    """Return the clause "some edge is walked more often or less often"."""
    clause: Clause = []
    for edge, times in enumerate(counts):
        if times:
            clause.append(-at_least(edge, times))
        if times < MOST:
            clause.append(at_least(edge, times + 1))
    return clause
