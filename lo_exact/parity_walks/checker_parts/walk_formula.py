"""Formula satisfied by every shortest solution of a level, up to a given number of steps.

Proves: nothing alone.  If the clauses are contradictory, no walk is so short.  Why a shortest walk
satisfies them:

1. Let m_e say how often edge e is walked, E the end, z_v = 1 iff v = E, p_v = 1 iff v is empty.
   A step enters v ``(sum of m_e at v + z_v - [v = S]) / 2`` times, an odd number iff p_v = 1.  So
   that sum is ``2 p_v + [v = S] - z_v + 4 k_v`` with k_v >= 0.
2. Colour the cells like a chessboard.  Every edge joins two colours, so the length is the sum over
   the cells of either colour: with a, b empty cells of the colour opposite to S's and of S's, it is
   2a or 2b plus 4 times that colour's k_v, where E counts -1 in its colour and S +1 in its own.
   That fixes E's colour and a least length; the colour that attains it is called tight, and every
   solution has 4 times the sum of the tight k_v steps more.
3. A shortest solution has m_e <= 4, and m_e = 0 on a bridge with neither an empty cell nor the end
   behind it; a bridge with either has one m_e of 1..4, fixed by counting both colours behind it.
4. If taking some edges away cuts an empty cell off from S, one of them is walked.

Where the end is given, all this holds for the shortest of the walks that end there: what 3 takes
away leaves the end where it is, and z is known.

So the formula has tables for 1, the law of bridges for 3, the cuts that the certificate lists for 4
(each is tried), and by 2 a counter that says it is shorter than claimed.
Trusts: the part "walk_level".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from lo_exact.certificate.checker_parts.proof import Clause
from lo_exact.certificate.checker_parts.verdict import bounded, require
from lo_exact.parity_walks.checker_parts.walk_level import Board

MAX_CLAUSES = 2 * 10**6
"""Clauses of a formula."""

MOST_WALKS = 4
"""Times that a shortest walk takes one edge at most: reason 3 above."""


def formula(board: Board, excess: int, cuts: list[list[int]]) -> list[Clause]:
    """Return clauses that a shortest solution of at most bound + 4 * excess steps satisfies.

    The clauses are sorted, and so are the literals in each.  Variables: six for each edge (m >= 1,
    2, 3, 4; m is odd; m is 2 or 3), one for each cell (it is the end), one for each cell in
    depth-first order (the end is no later), then k_v >= 1, 2, ... for the tight cells in that
    order, then the counter's.
    """
    edges, cells = len(board.edges), len(board.places)
    order = board.order()
    rungs = [6 * edges + cells + i + 1 for i in range(cells)]
    fresh = 6 * edges + 2 * cells + 1
    clauses: list[list[int]] = [[6 * e + 1 for e in cut] for cut in cuts]
    for e in range(edges):
        clauses += edge_clauses(e)
    clauses += end_clauses(board, order, rungs)
    clauses += bridge_clauses(board, order, rungs)
    counted: list[int] = []
    for v in order:
        clauses += cell_clauses(board, v)
        if board.colour[v] == board.tight:
            own, forced = excess_clauses(board.at(v), board.base(v), fresh)
            clauses += forced
            counted += own
            fresh += len(own)
        bounded(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
    outputs, counting, _ = counter(counted, excess + 1, fresh)
    clauses += counting
    clauses += [[-outputs[excess]]] if len(outputs) > excess else []
    bounded(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
    return sorted({tuple(sorted(clause)) for clause in clauses})


def edge_clauses(e: int) -> list[list[int]]:
    """Return clauses that make six variables encode the multiplicity of an edge, 0 to 4."""
    one, two, three, four, odd, half = (6 * e + i for i in range(1, 7))
    ordered = [[one, -two], [two, -three], [three, -four]]
    halves = [[-half, two], [-half, -four], [half, -two, four]]
    odds = [[-odd, one], [-odd, -two, three], [-odd, -four], [odd, -one, two], [odd, -three, four]]
    return ordered + halves + odds


def end_clauses(board: Board, order: list[int], rungs: list[int]) -> list[list[int]]:
    """Return clauses for exactly one end cell; rungs[i] means: the end is in order[:i + 1]."""
    clauses = [[rungs[-1]]]
    for i, v in enumerate(order):
        z, rung = board.end(v), rungs[i]
        clauses += [[-z]] if board.colour[v] != board.end_colour else []
        clauses += [[z]] if v == board.wanted else []
        if i:
            before = rungs[i - 1]
            clauses += [[-z, rung], [-z, -before], [z, -rung, before], [-before, rung]]
        else:
            clauses += [[-z, rung], [z, -rung]]
    return clauses


def bridge_clauses(board: Board, order: list[int], rungs: list[int]) -> list[list[int]]:
    """Return clauses that fix each bridge's multiplicity by the side on which the walk ends.

    Behind a bridge every edge joins two colours, so m is the sum over the cells of the far cell's
    colour less the sum over the others: 2 for each empty cell mod 4 (2 = -2), less 1 for an end of
    the far cell's colour, more 1 for an end of the other.
    """
    clauses: list[list[int]] = []
    position = {v: i for i, v in enumerate(order)}
    for e in range(len(board.edges)):
        behind = board.behind(e)
        if not behind:
            continue
        first, last = min(position[v] for v in behind), max(position[v] for v in behind)
        require(last - first + 1 == len(behind), "the cells behind a bridge are no interval")
        twice = 2 * sum(board.empty[v] for v in behind)
        same = board.colour[order[first]] == board.end_colour
        elsewhere = (twice - 1) % 4 + 1 if twice else 0
        within = (twice + (-1 if same else 1) - 1) % 4 + 1
        for times in range(1, MOST_WALKS + 1):
            here = 6 * e + times
            literal = here if times <= elsewhere else -here
            clauses += [[-rungs[first - 1], literal], [rungs[last], literal]]
            literal = here if times <= within else -here
            clauses.append([rungs[first - 1], -rungs[last], literal])
    return clauses


def cell_clauses(board: Board, v: int) -> list[list[int]]:
    """Return clauses that fix a cell's sum of multiplicities mod 4, and force any required visit.

    The residue of m is odd + 2 half.  The odd bits alone settle z, so z is left out of the rest.
    """
    at, base = board.at(v), board.base(v)
    z = board.end(v) if board.colour[v] == board.end_colour else 0
    clauses: list[list[int]] = []
    for odds in product((0, 1), repeat=len(at)):
        not_these = [-(6 * e + 5) if bit else 6 * e + 5 for e, bit in zip(at, odds, strict=True)]
        ends = (base - sum(odds)) % 2
        if z:
            clauses.append([*not_these, z if ends else -z])
        elif ends:
            clauses.append(not_these)
            continue
        for halves in product((0, 1), repeat=len(at)):
            if (sum(odds) + 2 * sum(halves) - base + ends) % 4:
                also = [
                    -(6 * e + 6) if bit else 6 * e + 6 for e, bit in zip(at, halves, strict=True)
                ]
                clauses.append(not_these + also)
    touched = [6 * e + 1 for e in at]
    if board.empty[v] or v == board.start:
        clauses.append(touched)
    elif z:
        clauses.append([-z, *touched])
    return clauses


def excess_clauses(at: list[int], base: int, fresh: int) -> tuple[list[int], list[list[int]]]:
    """Return variables "k >= j" and clauses; a cell's multiplicities exceed ``base`` by 4 k.

    k >= j means: the sum is above ``base + 4 (j - 1)``; each way to the least such sum forces it.
    """
    own: list[int] = []
    clauses: list[list[int]] = []
    for least in range(base + 1, MOST_WALKS * len(at) + 1, 4):
        k = fresh + len(own)
        clauses += [[-k, k - 1]] if own else []
        own.append(k)
        for sums in product(range(MOST_WALKS + 1), repeat=len(at)):
            if sum(sums) == least:
                clauses.append([k, *(-(6 * e + m) for e, m in zip(at, sums, strict=True) if m)])
    return own, clauses


def counter(literals: list[int], bound: int, fresh: int) -> tuple[list[int], list[list[int]], int]:
    """Return a unary counter of true literals: output j - 1 is forced if j literals are true.

    Returns:
        The outputs, the clauses, and the next free variable.
    """
    if len(literals) < 2:
        return literals, [], fresh
    half = len(literals) // 2
    left, clauses, fresh = counter(literals[:half], bound, fresh)
    right, others, fresh = counter(literals[half:], bound, fresh)
    outputs = list(range(fresh, fresh + min(len(literals), bound)))
    clauses += others
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 1 <= i + j <= len(outputs):
                both = [-left[i - 1]] * (i > 0) + [-right[j - 1]] * (j > 0)
                clauses.append([outputs[i + j - 1], *both])
    return outputs, clauses, fresh + len(outputs)


def dimacs(clauses: list[Clause]) -> Iterator[bytes]:
    """Yield the formula as DIMACS CNF, line by line."""
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    for clause in clauses:
        yield b"%s 0\n" % " ".join(map(str, clause)).encode()
