"""Certificates for counter puzzles: the claim in whole numbers, and the evidence for it.

`counters_document` returns both.  There are two forms of evidence.  `witness_of` makes a witness,
for counters that not even numbers below 0 solve.  `splits_evidence` makes the evidence for
everything else: the tree of branch and bound, with the multipliers that end its parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from lo_exact.certificate.draft import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS
from lo_exact.counters import Counters
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Presses, Watch
from lo_exact.whole_numbers.dictionary import FreeLine, PolytopePart, Refused
from lo_exact.whole_numbers.lattice import Lattice, NoLattice, program_of
from lo_exact.whole_numbers.search import CountersSearch

MAX_NODES = 200_000
"""Largest number of nodes of a tree: about 60 MB, the checker's limit."""


@dataclass(frozen=True)
class Shown:
    """Evidence for a claim about a counter puzzle, and the number of solutions that it contains."""

    piece: dict[str, Json]
    """The evidence as JSON."""
    solutions: int
    """Number of solutions in its rows."""


def splits_evidence(
    puzzle: Counters, limit: int | None, watch: Watch, *, counted: bool = False
) -> Shown:
    """Return evidence by splits about all solutions, or about those of cost at most ``limit``.

    The search is repeated with the answer known.  A part ends where a row of its dictionary cannot
    be 0 or more.  That row is a sum of equations, presses and conditions; presses and conditions
    have multipliers of at least 0.  As whole numbers these multipliers prove to a stranger that the
    part is empty.  Where solutions are counted, other parts end in rows of solutions.  Nothing is
    rounded.

    Costs the search, and for each part the solution of a triangular system as large as A's rank.

    Args:
        puzzle: The counters.
        limit: largest cost of a solution.
        watch: the time limit.
        counted: whether to count solutions; otherwise there must be none.

    Raises:
        UsageError: When there is an unexpected solution, or infinitely many to count.
        LimitReached: At the time limit, or the tree has more than `MAX_NODES` nodes.
    """
    program, used = program_of(puzzle.system)
    search = CountersSearch(program, watch.check)
    if isinstance(search.lattice, NoLattice):
        raise UsageError("not even numbers below 0 solve it: that has evidence by witness")
    idle = set(range(puzzle.buttons)).difference(used)
    if counted and any(limit is None or puzzle.each_price[j] == 0 for j in idle):
        raise UsageError("a button adds to nothing that matters: there are endless solutions")
    written = _WrittenSplits(puzzle, search, search.lattice, used, limit)
    lowest = limit
    evidence: dict[str, Json] = {"by": "splits"}
    if limit is not None and not counted:
        evidence |= written.congruence()
        lowest = written.limit
    evidence["functionals"] = [written.spread(row) for row in search.lattice.coordinates]
    nodes: list[Json] = []
    solutions = 0
    for part in search.parts(lowest, rows=counted):
        if isinstance(part, Refused):
            nodes.append(written.empty(part))
        elif isinstance(part, FreeLine):
            if not counted:
                cost = program.weight(search.presses(part.node))
                raise UsageError(f"there is a solution of weight {cost}")
            nodes.append(written.row(part))
            solutions += max(0, part.high - part.low + 1)
        else:
            nodes.append(["split", part.coordinate, part.value + written.shifts[part.coordinate]])
        if len(nodes) > MAX_NODES:
            raise LimitReached(f"the evidence has more than {MAX_NODES} parts")
    return Shown({**evidence, "nodes": nodes}, solutions)


def witness_of(puzzle: Counters) -> dict[str, Json] | None:
    """Return evidence that the equations have no integer solution of any sign, or None."""
    program, _ = program_of(puzzle.system)
    lattice = CountersSearch(program, lambda _: None).lattice
    if isinstance(lattice, Lattice):
        return None
    witness = [0] * puzzle.lights
    for light, times in zip(puzzle.matters.tolist(), lattice.rows, strict=True):
        witness[light] = times
    return {"by": "witness", "witness": witness, "modulus": lattice.modulus}


@dataclass
class _WrittenSplits:
    """Writer that turns parts of a search into the nodes of a certificate."""

    puzzle: Counters
    """The counters."""
    search: CountersSearch
    """The search."""
    lattice: Lattice
    """Lattice of the search."""
    used: list[int]
    """The buttons of the search."""
    limit: int | None
    """Largest cost of a solution; after `congruence`, the largest possible cost."""

    def __post_init__(self) -> None:
        origin = self.lattice.origin
        self.shifts = [_dot(row, origin) for row in self.lattice.coordinates]

    def spread(self, row: Sequence[int]) -> list[int]:
        """Extend a vector over the search's buttons by zeros to a vector over all buttons."""
        out = [0] * self.puzzle.buttons
        for j, value in zip(self.used, row, strict=True):
            out[j] = value
        return out

    def congruence(self) -> dict[str, Json]:
        """Return as JSON a congruence that all costs satisfy; lower the limit to satisfy it."""
        prices, lattice = self.search.program.prices, self.lattice
        step = gcd(*(_dot(prices, vector) for vector in lattice.basis))
        if self.limit is None or step <= 1:
            return {}
        rest = list(prices)
        for vector, row in zip(lattice.basis, lattice.coordinates, strict=True):
            times = _dot(prices, vector)
            rest = [a - times * b for a, b in zip(rest, row, strict=True)]
        lights, divisor = self._sum_of_rows(rest)
        self.limit -= (self.limit - _dot(prices, lattice.origin)) % step
        return {"congruence": {"lights": lights, "divisor": divisor, "modulus": step}}

    def empty(self, part: Refused) -> Json:
        """Return a node with multipliers that prove a part of the search empty."""
        node, row = part.node, part.node.table.rows[part.row]
        program, name = self.search.program, node.table.names[part.row]
        n = len(program.columns)
        sign = -1 if row[0] > 0 else 1
        times = {free: -sign * value for free, value in zip(node.table.free, row[1:], strict=True)}
        if not n <= name < n + len(program.wanted):  # only an inequality's slack has a term
            times[name] = node.table.denominator
        conditions = self._conditions(node)
        sums = [times.get(j, 0) for j in range(n)]
        for condition, g in conditions:
            if times.get(condition):
                sums = [a + times[condition] * b for a, b in zip(sums, g, strict=True)]
        lights, scale = self._sum_of_rows([-value for value in sums])
        multipliers = [times.get(condition, 0) * scale for condition, _ in conditions]
        divisor = gcd(*lights, *multipliers)
        return ["empty", [v // divisor for v in lights], [v // divisor for v in multipliers]]

    def row(self, part: FreeLine) -> Json:
        """Return a node for solutions on a line, given by a start and a step."""
        lattice, i = self.lattice, part.coordinate
        start = list(lattice.origin)
        for k, vector in enumerate(lattice.basis):
            times = part.low if k == i else part.node.low[k]
            start = [a + times * b for a, b in zip(start, vector, strict=True)]
        step = [0] * len(start) if i == -1 else lattice.basis[i]
        return ["row", self.spread(start), self.spread(step)]

    def _conditions(self, node: PolytopePart) -> list[tuple[int, list[int]]]:
        """Return (number of the slack quantity, g) for each condition g x >= h of a node."""
        found = []
        if self.limit is not None:
            # `spent` is -1 (no slack) if the limit was not used, so the limit's multiplier is 0
            found.append((node.spent, [-price for price in self.search.program.prices]))
        for slack, branch in node.branches.items():
            sign = -1 if branch.at_most else 1
            row = self.lattice.coordinates[branch.coordinate]
            found.append((slack, [sign * value for value in row]))
        return found

    def _sum_of_rows(self, wanted: Sequence[int]) -> tuple[list[int], int]:
        """Return y, one number for each light, and d > 0 such that y A is d times a given row."""
        matters = self.puzzle.matters.tolist()
        y, divisor = self.lattice.sum_of_rows(wanted, len(matters))
        lights = [0] * self.puzzle.lights
        for light, times in zip(matters, y, strict=True):
            lights[light] = times
        return lights, divisor


def _dot(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True))


Json = Any


def counters_document(
    puzzle: Counters, claim: Claim, forms: Sequence[str], watch: Watch
) -> tuple[dict[str, Json], list[Json]]:
    """Return a claim about a counter puzzle and its evidence as JSON objects.

    Raises:
        UsageError: When a form does not fit the claim, or the claim is refuted.
        LimitReached: At the time limit, or when the evidence would be too large.
    """
    shown = counters_evidence(puzzle, claim, forms, watch)
    solutions = max((one.solutions for one in shown), default=0)
    return counters_claim(puzzle, claim, solutions), [one.piece for one in shown]


def counters_claim(puzzle: Counters, claim: Claim, solutions: int) -> dict[str, Json]:
    """Return a claim about a counter puzzle as a JSON object.

    Args:
        puzzle: The puzzle.
        claim: The claim.
        solutions: The number of all solutions, for a `SolutionsClaim`.

    Raises:
        UsageError: When its presses do not solve the counters.
    """
    about = {"puzzle_sha256": puzzle.sha256}
    if isinstance(claim, SolutionClaim):
        return {"kind": "solution", **about, **_presses(puzzle, claim.presses)}
    if isinstance(claim, LowerBoundClaim):
        beside = _presses(puzzle, claim.presses) if claim.presses else {}
        return {"kind": "lower bound", **about, "bound": claim.bound, **beside}
    if isinstance(claim, SolutionsClaim):
        return {"kind": "solutions", **about, "count": solutions}
    if isinstance(claim, MinimumClaim):
        minima = [_presses(puzzle, x)["presses"] for x in claim.minima]
        count = {} if claim.count < 0 else {"count": claim.count}
        return {"kind": "minimum", **about, "weight": claim.weight, **count, "minima": minima}
    return {"kind": "unsolvable", **about}


def counters_evidence(
    puzzle: Counters, claim: Claim, forms: Sequence[str], watch: Watch
) -> list[Shown]:
    """Return the evidence for a claim about a counter puzzle, in the given forms or a default one.

    Raises:
        UsageError: When a form does not fit the claim, or the claim is refuted.
        LimitReached: At the time limit, or when the evidence would be too large.
    """
    if isinstance(claim, SolutionClaim) and not forms:
        return []
    witness = witness_of(puzzle) if isinstance(claim, UnsolvableClaim) else None
    found = []
    for form in forms or ["splits" if witness is None else "witness"]:
        if form not in ("witness", *COUNTERS_FORMS):
            raise UsageError(
                f"counters have evidence by witness and {' and '.join(COUNTERS_FORMS)},"
                f" not by {form}"
            )
        if isinstance(claim, SolutionClaim) or (form == "witness" and witness is None):
            raise UsageError(f"evidence by {form} does not fit this claim")
        if form == "witness":
            assert witness is not None
            found.append(Shown(witness, 0))
        else:
            found.append(_splits(puzzle, claim, watch))
    return found


def _splits(puzzle: Counters, claim: Claim, watch: Watch) -> Shown:
    if isinstance(claim, MinimumClaim):
        counted = claim.count != -1
        return splits_evidence(puzzle, claim.weight - (not counted), watch, counted=counted)
    if isinstance(claim, LowerBoundClaim):
        return splits_evidence(puzzle, claim.bound - 1, watch)
    return splits_evidence(puzzle, None, watch, counted=isinstance(claim, SolutionsClaim))


def _presses(puzzle: Counters, presses: Presses) -> dict[str, Json]:
    reached, wanted = puzzle.reached(presses), puzzle.target.tolist()
    if min(presses, default=0) < 0 or any(reached[i] != wanted[i] for i in puzzle.matters.tolist()):
        raise UsageError("the presses of the claim do not solve the counters")
    return {"weight": puzzle.weight(presses), "presses": list(presses)}
