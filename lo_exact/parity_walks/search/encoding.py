"""Encoding of a level as clauses over edge multiplicities and the end cell.

Variables of an edge: ``m >= 1 .. m >= 4`` (ordered), and its residue mod 4 in two bits: ``odd`` and
``half`` (m is 2 or 3).  A cell's sum mod 4 is a table over these bits: with d edges, 2^d clauses
for the parity and 2^(2d - 1) for the rest.  A cell of the tight colour has excess literals
``k >= j``, forced by every least way its edges can add up to more than k = j - 1 allows.  Of the
``end`` variables exactly one is true; a ladder over them in depth-first order makes "the end lies
behind this bridge" a difference of two rungs, so the bridge law costs no variable.  About 300
clauses a cell in the open, 60 in a corridor.

Connectivity is not here: see ``cuts``.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from lo_exact.parity_walks.ground import MOST_WALKS, Descent, Ground, descend
from lo_exact.parity_walks.trails import Multiplicities

Clause = list[int]

EDGE_VARIABLES = 6
"""Variables of an edge: four for its number of walks, two for that number mod 4."""


@dataclass(frozen=True)
class WalkEncoding:
    """Clauses of a level with at least one empty cell; they do not require a connected walk."""

    ground: Ground
    """The encoded ground."""
    variables: int
    """Number of variables, numbered from 1."""
    clauses: tuple[Clause, ...]
    """Clauses that every shortest solution satisfies."""
    excess: tuple[int, ...]
    """Literals of which at least (length - bound) / 4 are true, a number that can be attained."""

    def decode(self, true: Collection[int]) -> tuple[Multiplicities, int]:
        """Return the multiplicity of each edge and the end cell, given the true variables."""
        ground = self.ground
        counts = tuple(
            sum(at_least(e, times) in true for times in range(1, MOST_WALKS + 1))
            for e in range(len(ground.edges))
        )
        return counts, next(v for v in range(ground.cells) if end_at(ground, v) in true)


def at_least(edge: int, times: int) -> int:
    """Return the variable "this edge is walked at least ``times`` times" (1 <= times <= 4)."""
    return EDGE_VARIABLES * edge + times


def odd(edge: int) -> int:
    """Return the variable "this edge is walked an odd number of times"."""
    return EDGE_VARIABLES * edge + 5


def half(edge: int) -> int:
    """Return the variable "this edge is walked 2 or 3 times"."""
    return EDGE_VARIABLES * edge + 6


def end_at(ground: Ground, cell: int) -> int:
    """Return the variable "the walk ends at this cell"."""
    return EDGE_VARIABLES * len(ground.edges) + cell + 1


def encode_ground(ground: Ground) -> WalkEncoding:
    """Encode the cells connected with the start as clauses.

    Args:
        ground: A ground with at least one empty cell.
    """
    descent = descend(ground)
    first_rung = EDGE_VARIABLES * len(ground.edges) + ground.cells + 1
    rungs = range(first_rung, first_rung + ground.cells)
    clauses: list[Clause] = []
    for edge in range(len(ground.edges)):
        clauses += _edge_clauses(edge)
    clauses += _ladder_clauses(ground, descent.order, rungs)
    clauses += _bridge_clauses(descent, rungs)
    excess: list[int] = []
    fresh = rungs.stop
    for cell in descent.order:
        edges = [edge for edge, _ in ground.incident[cell]]
        end = end_at(ground, cell) if ground.colour[cell] == ground.parity.end_colour else 0
        clauses += _residue_clauses(edges, ground.sum_at(cell), end)
        touched = [at_least(edge, 1) for edge in edges]
        if ground.empty[cell] or cell == ground.start:
            clauses.append(touched)
        elif end:
            clauses.append([-end, *touched])
        if ground.colour[cell] == ground.parity.tight:
            own, forced = _excess_clauses(edges, ground.sum_at(cell), fresh)
            clauses += forced
            excess += own
            fresh += len(own)
    return WalkEncoding(ground, fresh - 1, tuple(clauses), tuple(excess))


def _edge_clauses(edge: int) -> Iterator[Clause]:
    one, two, three, four = (at_least(edge, times) for times in range(1, MOST_WALKS + 1))
    o, h = odd(edge), half(edge)
    yield from ([-two, one], [-three, two], [-four, three])
    yield from ([-h, two], [-h, -four], [h, -two, four])
    yield from ([-o, one], [-o, -four], [-o, -two, three])
    yield from ([o, -one, two], [o, -three, four])


def _ladder_clauses(ground: Ground, order: tuple[int, ...], rungs: range) -> Iterator[Clause]:
    """Yield clauses that define the variables rungs[i]: "the end cell is in order[:i + 1]"."""
    yield [rungs[-1]]
    before = 0
    for rung, cell in zip(rungs, order, strict=True):
        z = end_at(ground, cell)
        if cell == ground.end:
            yield [z]
        elif ground.colour[cell] != ground.parity.end_colour:
            yield [-z]
        yield [-z, rung]
        yield [z, -rung, before] if before else [z, -rung]
        if before:
            yield [-before, rung]
            yield [-z, -before]
        before = rung


def _bridge_clauses(descent: Descent, rungs: range) -> Iterator[Clause]:
    for bridge in descent.bridges:
        before, last = rungs[bridge.first - 1], rungs[bridge.last - 1]
        for times in range(1, MOST_WALKS + 1):
            here = at_least(bridge.edge, times)
            without = here if times <= bridge.without else -here
            yield [-before, without]
            yield [last, without]
            yield [before, -last, here if times <= bridge.within else -here]


def _residue_clauses(edges: list[int], base: int, end: int) -> Iterator[Clause]:
    """Yield clauses: multiplicities at a cell sum to ``base`` mod 4, or base - 1 at the end."""
    for odds, z in product(product((0, 1), repeat=len(edges)), (0, 1) if end else (0,)):
        wrong = [-odd(e) if bit else odd(e) for e, bit in zip(edges, odds, strict=True)]
        missing = (base - z - sum(odds)) % 4
        if missing % 2:
            yield wrong + ([-end if z else end] if end else [])
            continue
        for halves in product((0, 1), repeat=len(edges)):
            if sum(halves) % 2 != missing // 2:
                yield wrong + [
                    -half(e) if bit else half(e) for e, bit in zip(edges, halves, strict=True)
                ]


def _excess_clauses(edges: list[int], base: int, fresh: int) -> tuple[list[int], list[Clause]]:
    own: list[int] = []
    clauses: list[Clause] = []
    for least in range(base + 1, MOST_WALKS * len(edges) + 1, 4):
        k = fresh + len(own)
        if own:
            clauses.append([-k, own[-1]])
        own.append(k)
        clauses += [
            [k] + [-at_least(e, part) for e, part in zip(edges, parts, strict=True) if part]
            for parts in _sums(len(edges), least)
        ]
    return own, clauses


@cache
def _sums(parts: int, total: int) -> tuple[tuple[int, ...], ...]:
    """Return all tuples of ``parts`` numbers in 0..4 with the given sum."""
    return tuple(c for c in product(range(MOST_WALKS + 1), repeat=parts) if sum(c) == total)
