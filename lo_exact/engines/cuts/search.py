"""Branch-and-cut tree search, in which every bound that prunes is proved in integers.

`CutsSearch` searches the tree.  At each node it solves the relaxation, settles buttons whose change
would cost too much, and adds cuts that the relaxation's values violate.  Cuts of single checks come
first, then those of sums of checks.  This is repeated until the node is refuted, no cut is found or
little is gained; then the search branches on a button.  A node ends only by `exact`: multipliers
show that nothing in it weighs little enough.  Where floating-point numbers promise that and
integers do not confirm it, the search branches.  The node with the least bound is next, the newest
in case of ties, the likelier value of the button first: then a bad first solution costs little.  A
solution is made of each relaxation (Fossorier and Lin 1995), and the root also dives for one.  The
tree is recorded during the search.  A `SearchNode` is its own proof, and holds nothing but buttons,
cuts and whole multipliers.

`choose_branch` chooses the button to branch on.  Candidates are the fractional buttons nearest to
1/2.  A few dual simplex steps with each settled either way estimate how much the relaxation would
rise (strong branching; Applegate, Bixby, Chvatal and Cook 1995).

`dive` looks for good solutions early.

`first_cuts` and `broken_cuts` make cuts of single checks, at most one for each.  `nearest_cut`
makes the one cut that may be violated.  `redundant_cuts` makes cuts of sums of checks, by
elimination.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import gcd

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import eliminate_bits
from lo_exact.engines.cuts.exact import (
    RAY_BITS,
    Checks,
    Cut,
    Multipliers,
    Priced,
    exceeds,
    price_out,
    rounded,
    scale_of,
    settled,
)
from lo_exact.engines.cuts.incumbents import Solution, good_solution
from lo_exact.engines.cuts.relaxation import Floats, Relaxation, Relaxed

BROKEN_BY = 1e-4
"""Least violation of a cut that is added."""


def first_cuts(checks: Checks) -> list[Cut]:
    """Return, for each check with right-hand side 1, the cut that the zero vector violates."""
    none = np.zeros(checks.buttons, dtype=bool)
    found = (checks.cut([int(i)], none) for i in np.flatnonzero(checks.parity))
    return [cut for cut in found if cut is not None]


def broken_cuts(checks: Checks, values: Floats) -> list[Cut]:
    """Return, for each check that the fractional values violate, the most violated cut."""
    used = np.flatnonzero(values > 1e-9)
    rows, owner = checks.entries(used)
    at = values[used][owner]
    lights = checks.lights
    upper = at > 0.5
    missing = np.zeros(lights)
    np.add.at(missing, rows, np.where(upper, 1 - at, at))
    even = (np.bincount(rows[upper], minlength=lights) + checks.parity) % 2 == 0
    change = np.full(lights, np.inf)
    np.minimum.at(change, rows, np.abs(2 * at - 1))
    missing[even] += change[even]
    broken = np.flatnonzero(missing < 1 - BROKEN_BY)
    pressed = values > 0.5
    cuts = []
    for i in broken.tolist():
        cut = nearest_cut(checks, [i], values, pressed, change_one=bool(even[i]))
        if cut is not None:
            cuts.append(cut)
    return cuts


def nearest_cut(
    checks: Checks,
    summed: list[int],
    values: Floats,
    pressed: NDArray[np.bool_],
    *,
    change_one: bool,
) -> Cut | None:
    """Return the cut of a sum of checks that is violated most, or else nearest to violation.

    Of all odd choices S of a check, the one with the buttons above 1/2 is nearest to being
    violated.  Where that choice is even, the button nearest to 1/2 changes sides.  Only buttons
    with x > 0 matter: to take one with x = 0 into S costs 1 (Taghavi and Siegel 2008; Zhang and
    Siegel 2012).

    Args:
        checks: the checks of the system.
        summed: the checks to add up.
        values: (buttons,) values of the relaxation.
        pressed: ``values > 0.5``.
        change_one: whether to round the button nearest to 1/2 the other way.
    """
    if not change_one:
        return checks.cut(summed, pressed)
    columns, _ = checks.support(summed)
    if not columns.size:
        return None
    nearest = int(columns[np.abs(values[columns] - 0.5).argmin()])
    pressed[nearest] ^= True
    cut = checks.cut(summed, pressed)
    pressed[nearest] ^= True
    return cut


WHOLE = 1e-6
"""Tolerance within which a value counts as 0 or 1."""

MAX_CUTS = 40
"""Largest number of cuts added together; those most violated for their length."""


def redundant_cuts(checks: Checks, values: Floats) -> list[Cut]:
    """Return violated cuts derived from sums of several checks.

    Single checks leave most relaxations fractional.  Elimination over GF(2) on the fractional
    columns, those nearest to 1/2 first, makes sums of checks with few fractional buttons.  A sum
    with a single fractional button is always violated (Zhang and Siegel 2012; Tanatmis et al.
    2010).  Only fractional columns are eliminated, and only checks with one take part: buttons at 0
    or 1 count by parity alone.

    Costs a pass over the packed rows for each fractional column.
    """
    fractional = np.flatnonzero((values > WHOLE) & (values < 1 - WHOLE))
    if not fractional.size:
        return []
    fractional = fractional[np.argsort(np.abs(values[fractional] - 0.5), kind="stable")]
    rows, owner = checks.entries(fractional)
    met, row = np.unique(rows, return_inverse=True)
    k, count = fractional.size, met.size
    bits = np.zeros((count, k + count), dtype=bool)
    bits[row, owner] = True
    bits[np.arange(count), k + np.arange(count)] = True
    bits = eliminate_bits(bits, k)[0].astype(bool)
    sums = bits[:, k:]
    ones = np.flatnonzero(values >= 1 - WHOLE)
    pressed_in, _ = checks.entries(ones)
    odd = (checks.parity + np.bincount(pressed_in, minlength=checks.lights)) % 2
    parity = (sums @ odd[met]) % 2
    part, at = bits[:, :k], values[fractional]
    upper = at > 0.5
    missing = part @ np.where(upper, 1 - at, at)
    even = (part @ upper.astype(np.int64) + parity) % 2 == 0
    change = np.where(part, np.abs(2 * at - 1), np.inf).min(axis=1)
    missing[even] += change[even]
    # a larger margin, since fractional values near 0 and 1 were rounded
    broken = np.flatnonzero(missing < 1 - 10 * BROKEN_BY)
    pressed = values > 0.5
    cuts = []
    for i in broken[np.argsort(missing[broken], kind="stable")][:MAX_CUTS].tolist():
        summed = met[sums[i]].tolist()
        cut = nearest_cut(checks, summed, values, pressed, change_one=bool(even[i]))
        if cut is not None and cut.signs @ values[cut.columns] < cut.side - BROKEN_BY:
            cuts.append(cut)
    return cuts


CANDIDATES = 8
"""Fractional buttons, the nearest to 1/2, that are tried before one is branched on."""

TRIAL_STEPS = 30
"""Simplex steps of each of these trials."""

NEARLY = 1e-6
"""Rise of the objective that counts at least, so that a product of two rises is not 0."""


@dataclass(frozen=True)
class ButtonBranch:
    """Button to branch on, and the value to explore first."""

    button: int
    first: int


def choose_branch(
    relaxation: Relaxation, relaxed: Relaxed, free: NDArray[np.bool_], likely: float
) -> ButtonBranch:
    """Choose a free button to branch on.

    Args:
        relaxation: the current relaxation.
        relaxed: its result.
        free: (buttons,) mask of free buttons, at least one.
        likely: largest objective of interest.
    """
    x = relaxed.values
    fractional = np.flatnonzero(free & (x > WHOLE) & (x < 1 - WHOLE))
    if not fractional.size:
        open_ones = np.flatnonzero(free)
        button = int(open_ones[x[open_ones].argmax()])
        return ButtonBranch(button, round(x[button]))
    nearest = fractional[np.argsort(np.abs(x[fractional] - 0.5), kind="stable")][:CANDIDATES]
    best, score = ButtonBranch(int(nearest[0]), 0), -1.0
    for button in nearest.tolist():
        down, up = (relaxation.look(button, value, TRIAL_STEPS) for value in (0, 1))
        rise = [min(after, likely) - relaxed.objective for after in (down, up)]
        found = max(rise[0], NEARLY) * max(rise[1], NEARLY)
        if found > score:
            best, score = ButtonBranch(button, int(up < down)), found
        if min(down, up) >= likely:
            break
    return best


MAX_DIVES = 60
"""Largest number of relaxations solved in one dive."""


def dive(
    relaxation: Relaxation, checks: Checks, values: Floats, low: NDArray[np.int8],
    high: NDArray[np.int8], most: float, *, max_solves: int = MAX_DIVES,
) -> Floats | None:  # fmt: skip
    """Return an integer point of at most a given weight that satisfies all cuts; None if not found.

    Each round settles the buttons that the relaxation likes best and adds the cuts that its new
    values violate.  It ends when all values are whole, the box is empty or nothing good can come.
    The result is advice alone: the caller multiplies it out.

    Costs a few warm relaxations.  The cuts stay in the relaxation, since they hold everywhere.

    Args:
        relaxation: the current relaxation; restricted to the box again at the end.
        checks: all checks.
        values: (buttons,) its last values.
        low: (buttons,) lower bounds of the box.
        high: (buttons,) upper bounds of the box.
        most: largest objective of interest.
        max_solves: largest number of relaxations to solve.
    """
    inside, outside = low.copy(), high.copy()
    try:
        for _ in range(max_solves):
            cuts = broken_cuts(checks, values)
            relaxation.add(cuts)
            if not cuts:
                free = (values > WHOLE) & (values < 1 - WHOLE)
                if not free.any():
                    return values
                inside[values >= 1 - WHOLE] = 1
                inside[int(np.where(free, values, -1.0).argmax())] = 1
                relaxation.restrict(inside, outside)
            relaxed = relaxation.solve()
            if relaxed.empty or relaxed.objective > most:
                return None
            values = relaxed.values
        return None
    finally:
        relaxation.restrict(low, high)


NODE_ROUNDS = 12
"""Rounds of cuts from sums of checks at one node."""

MAX_SOLVES = 1000
"""Largest number of relaxations at one node, in case HiGHS ignores cuts; far above any need."""

IDLE_ROUNDS = 8
"""Consecutive solves with multiplier 0 after which a cut is dropped."""

STALLED = 3
"""Rounds with less gain than `GAIN` after which a node below the root branches."""

LITTLE = 1e-4
"""Least rise of the objective that counts as progress."""

RISE_COUNTS = 1e-3
"""Weight of the reduced price in the preference of buttons at 0."""

GAIN = 0.02
"""Least gain of a round, as a share of the gap."""

Bits = NDArray[np.int8]


@dataclass(eq=False)
class SearchNode:
    """Record of one node of the search tree, as evidence for its refutation."""

    settling: list[Multipliers] = field(default_factory=list)
    """Multipliers that fix buttons, applied first, in order."""
    refutation: Multipliers | None = None
    """Multipliers that refute the node; None if it branches, or if
    all buttons are fixed to a solution up to the limit.
    """
    bounded: bool = True
    """Whether the refutation is about weights (else about solutions at all)."""
    button: int | None = None
    """The branching button."""
    children: tuple[SearchNode, SearchNode] | None = None
    """The children with the button at 0 and at 1."""


@dataclass(eq=False)
class _Open:
    """Open search node: its box, and a lower bound proved by its parent."""

    node: SearchNode
    low: Bits
    high: Bits
    bound: int


class CutsSearch:
    """Branch-and-cut search for solutions of at most a given weight.

    Args:
        checks: the checks of the system.
        prices: (buttons,) int64 >= 0.
        limit: the largest weight of interest.
        found: called with every verified solution up to the limit and its weight; returns the
            new largest weight of interest.
        bound: called with lower bounds.
        pause: called now and then; may raise.
        leaf: called with a node's box before branching; returns True if it has processed
            all solutions in it.  Such a tree is no proof by itself.
        cuts: the initial cuts; by default those of all odd checks.
        record: whether to record the tree in `root`.

    Attributes:
        root: the proof, after `run`.
        solvable: False if elimination has found no solution.
        nodes: number of visited nodes.
    """

    def __init__(
        self,
        checks: Checks,
        prices: IntArray,
        limit: int,
        *,
        found: Callable[[Solution, int], int],
        bound: Callable[[int], None],
        pause: Callable[[], None],
        leaf: Callable[[Bits, Bits], bool] | None = None,
        cuts: Sequence[Cut] = (),
        record: bool = False,
    ):
        self.checks: Checks = checks
        self.prices: IntArray = prices
        self.limit: int = limit
        self.found: Callable[[Solution, int], int] = found
        self.bound: Callable[[int], None] = bound
        self.leaf: Callable[[Bits, Bits], bool] | None = leaf
        self.record: bool = record
        self.unit: int = gcd(*prices.tolist()) or 1
        self.scale: int = scale_of(prices)
        self.relaxation: Relaxation = Relaxation(prices, pause)
        self.relaxation.add(cuts or first_cuts(checks))
        self.root: SearchNode = SearchNode()
        self.solvable: bool = True
        self.nodes: int = 0
        self._open: list[_Open] = []

    def run(self) -> None:
        """Search the whole tree."""
        n = self.checks.buttons
        self._open = [_Open(self.root, np.zeros(n, np.int8), np.ones(n, np.int8), 0)]
        while self._open and self.solvable:
            self.nodes += 1
            # the least bound, the newest in case of ties
            best = max(range(len(self._open)), key=lambda k: (-self._open[k].bound, k))
            self._visit(self._open.pop(best))
            proved = min((o.bound for o in self._open), default=self.limit + 1)
            self.bound(min(proved, self.limit + 1))

    def _visit(self, at: _Open) -> None:
        """Refute a node, or add its children to the open nodes."""
        relaxation = self.relaxation
        relaxation.restrict(at.low, at.high)
        relaxation.drop_idle(IDLE_ROUNDS)
        asked = stalled = 0
        guessed = self.leaf is not None or self.record
        last = highest = -np.inf
        for _ in range(MAX_SOLVES):
            relaxed = relaxation.solve()
            if relaxed.empty:
                if self._refuted_empty(at, relaxed):
                    return
                break
            priced = self._priced(at, relaxed)
            if priced is None:
                return
            values = relaxed.values
            cuts = broken_cuts(self.checks, values)
            if not cuts:
                if (np.minimum(values, 1 - values) <= WHOLE).all():
                    self.offer(np.rint(values).astype(np.int64))
                    if exceeds(priced[1], at.low, at.high, self.limit):
                        self._end(at, priced[0])
                        return
                    break
                if asked >= NODE_ROUNDS or stalled >= STALLED:
                    if not guessed:
                        guessed = True
                        if self._dived(at, relaxed):
                            asked = stalled = 0
                            continue
                    break
                if self.leaf is None and (asked == 0 or (self.nodes == 1 and asked % 4 == 0)):
                    self._guess(relaxed)
                    if not self.solvable:
                        return
                gap = self.limit + self.unit - relaxed.objective * relaxation.unit
                gained = (relaxed.objective - last) * relaxation.unit
                stalled = stalled + 1 if gained < GAIN * gap else 0
                last = relaxed.objective
                asked += 1
                cuts = redundant_cuts(self.checks, values)
                if not cuts:
                    asked = NODE_ROUNDS
                    continue
            # drop cuts only after the objective has risen: else they could return endlessly
            if relaxed.objective > highest + LITTLE:
                highest = relaxed.objective
                relaxation.drop_idle(IDLE_ROUNDS)
            relaxation.add(cuts)
        if self.leaf is None or not self.leaf(at.low, at.high):
            self._branch(at, relaxed)

    def _priced(self, at: _Open, relaxed: Relaxed) -> tuple[Multipliers, Priced] | None:
        """Return multipliers and the bound that they prove; None if the bound refutes the node."""
        relaxation = self.relaxation
        multipliers = rounded(relaxation.cuts, relaxed.duals * (self.scale * relaxation.unit))
        priced = price_out(multipliers, self.prices, self.scale)
        least = priced.least(at.low, at.high)
        if least > self.scale * self.limit:
            self._end(at, multipliers)
            return None
        at.bound = max(at.bound, -(-least // (self.scale * self.unit)) * self.unit)
        if not self._open:  # a new solution may have lowered the limit below the bound
            self.bound(min(at.bound, self.limit + 1))
        out, into = settled(priced, at.low, at.high, self.limit)
        count = int(np.count_nonzero(out)) + int(np.count_nonzero(into))
        if count * 20 > int(np.count_nonzero(at.low != at.high)):
            if self.record:
                at.node.settling.append(multipliers)
            at.high[out] = 0
            at.low[into] = 1
            self.relaxation.restrict(at.low, at.high)
        return multipliers, priced

    def _refuted_empty(self, at: _Open, relaxed: Relaxed) -> bool:
        """Refute a node by exact proof that it is infeasible; return False if the proof fails."""
        multipliers = rounded(self.relaxation.cuts, relaxed.duals * 2.0**RAY_BITS)
        priced = price_out(multipliers, self.prices, 0)
        if not exceeds(priced, at.low, at.high, self.limit):
            return False
        self._end(at, multipliers, bounded=False)
        return True

    def _end(self, at: _Open, refutation: Multipliers, *, bounded: bool = True) -> None:
        """Record the multipliers that refute a node, if the search tree is recorded."""
        if self.record:
            at.node.refutation, at.node.bounded = refutation, bounded

    def _branch(self, at: _Open, relaxed: Relaxed) -> None:
        free = at.low != at.high
        if not free.any():
            self._judge_point(at)
            return
        likely = (self.limit + self.unit) / self.relaxation.unit
        if relaxed.empty:
            branch_on, first = int(np.flatnonzero(free)[0]), 0
        else:
            chosen = choose_branch(self.relaxation, relaxed, free, likely)
            branch_on, first = chosen.button, chosen.first
        children = (SearchNode(), SearchNode())
        if self.record:
            at.node.button, at.node.children = branch_on, children
        for value in (1 - first, first):
            low, high = at.low.copy(), at.high.copy()
            low[branch_on] = high[branch_on] = value
            self._open.append(_Open(children[value], low, high, at.bound))

    def _judge_point(self, at: _Open) -> None:
        """Finish a node with all buttons fixed: accept a solution or record a violation."""
        x = at.low.astype(np.int64)
        rows, _ = self.checks.entries(np.flatnonzero(x))
        wrong = np.bincount(rows, minlength=self.checks.lights) % 2 != self.checks.parity
        if wrong.any():
            cut = self.checks.cut([int(np.flatnonzero(wrong)[0])], x.astype(bool))
            assert cut is not None
            self._end(at, Multipliers((cut,), (1,)), bounded=False)
            return
        self.offer(x)
        if sum(self.prices[x == 1].tolist()) > self.limit:
            self._end(at, Multipliers((), ()))

    def _guess(self, relaxed: Relaxed) -> None:
        liking = relaxed.values - RISE_COUNTS * relaxed.reduced
        found = good_solution(self.checks, self.prices, liking)
        if found is not None:
            self.offer(found)
        elif not self.record:
            self.solvable = False

    def _dived(self, at: _Open, relaxed: Relaxed) -> bool:
        """Run `dive` at the root node only; return whether it found a better solution."""
        if self.nodes > 1:
            return False
        before = self.limit
        most = (self.limit + 0.5 * self.unit) / self.relaxation.unit
        values = dive(self.relaxation, self.checks, relaxed.values, at.low, at.high, most)
        if values is not None:
            self.offer(np.rint(values).astype(np.int64))
        return self.limit < before

    def offer(self, x: Solution) -> None:
        """Accept a vector if it is a solution within the limit, else ignore it."""
        rows, _ = self.checks.entries(np.flatnonzero(x))
        reached = np.bincount(rows, minlength=self.checks.lights) % 2
        if not np.array_equal(reached, self.checks.parity):
            return
        weight = sum(self.prices[x == 1].tolist())
        if weight <= self.limit:
            self.limit = min(self.limit, self.found(x, weight))
