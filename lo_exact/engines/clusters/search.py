"""Tree search for all words up to a given weight, starting from given roots.

A root is a button that is pressed first, with the excluded buttons; or, where checks are lit, the
empty set.  Without symmetries each button is a root and excludes all earlier ones, so a word is
found at the root of its first button.  With symmetries one button an orbit is enough.  Its root
excludes all earlier orbits, and a word is found there as often as it has buttons of the orbit, so
numbers of words are added up as fractions.

The search is deterministic: nodes depend on the problem, the limit and the roots alone, compiled or
not, in one piece or in many.  *Units* are the nodes at one depth of the trees of all roots; any
range of them can be searched apart, and results add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from lo_exact.compiled import has_numba
from lo_exact.compiled.clusters import (
    BEST,
    COUNT,
    HIGH,
    KEPT,
    LOW,
    NODES,
    OPEN,
    SHARES,
    SPLIT,
    TOP,
    UNIT,
    advance,
)
from lo_exact.engines.clusters.problem import ClusterProblem

NODES_A_LOOK = 2_000
"""Nodes between two checks of the time limit: about 50 ms."""

COMPILED_NODES_A_LOOK = 100_000
"""Nodes between two checks of the time limit in the compiled loop: about 25 ms."""

SMALL_NODE = 64
"""Matrix entries of a node up to which these intervals hold; larger nodes shorten them."""

ALL_UNITS = 2**62
"""Number of units that no search tree has: the whole tree is searched."""

Word = tuple[int, ...]
Check = Callable[[int], None]
"""Function called now and then with the number of visited nodes; may raise."""


class Root(NamedTuple):
    """Root of a search tree: the first button pressed and the buttons excluded."""

    button: int
    """First button pressed; -1 to begin at a lit check."""
    out: Word
    """Buttons that are not pressed."""
    orbit: Word
    """Images of the first button under the symmetries; empty for -1."""


@dataclass(frozen=True)
class Clusters:
    """Result of a search: the lightest words found, their number, and the search nodes visited."""

    weight: int | None = None
    """Weight of the lightest words; None without a word of at most ``limit`` presses."""
    count: Fraction = Fraction(0)
    """Number of words of that weight, if ties were kept; an integer once all units are
    added up.
    """
    words: tuple[Word, ...] = ()
    """Some lightest words, each ascending."""
    nodes: int = 0
    """Number of visited nodes, without those above the split depth."""
    units: int = 0
    """Number of nodes at the split depth, or 0 without one."""

    def joined(self, other: Clusters, keep: int) -> Clusters:
        """Combine the results of two searches, with at most ``keep`` of the lightest words."""
        nodes, units = self.nodes + other.nodes, self.units + other.units
        found = [one for one in (self, other) if one.weight is not None]
        weight = min((one.weight for one in found if one.weight is not None), default=None)
        best = [one for one in found if one.weight == weight]
        words = tuple(word for one in best for word in one.words)[:keep]
        return Clusters(weight, sum((one.count for one in best), Fraction(0)), words, nodes, units)


def plain_roots(problem: ClusterProblem, orbits: Iterable[Sequence[int]] = ()) -> list[Root]:
    """Return search roots whose trees contain every nonempty word, up to the given symmetries.

    Args:
        problem: the problem.
        orbits: disjoint orbits of buttons under symmetries of the problem; other
            buttons are orbits of their own.
    """
    if problem.lit:
        return [Root(-1, (), ())]
    given = [tuple(sorted(orbit)) for orbit in orbits]
    listed = {button for orbit in given for button in orbit}
    given += [(button,) for button in range(problem.size) if button not in listed]
    roots: list[Root] = []
    out: list[int] = []
    for orbit in sorted(given):
        roots.append(Root(orbit[0], tuple(out), orbit))
        out += orbit
    return roots


def search_clusters(
    problem: ClusterProblem,
    limit: int,
    roots: Iterable[Root],
    *,
    keep: int = 1,
    ties: bool = False,
    check: Check = lambda nodes: None,
    split: int = -1,
    units: tuple[int, int] = (0, ALL_UNITS),
    compiled: bool = False,
) -> Clusters:
    """Search for the lightest words of at most ``limit`` presses.

    Args:
        problem: which words count.
        limit: largest number of presses, at least 1.
        roots: where the search begins; complete roots prove that there are no other words.
        keep: largest number of lightest words to return.
        ties: whether to find and count all lightest words instead of one.
        check: called about 40 times a second.
        split: depth whose nodes are units; -1 for none.
        units: first unit to search, and one past the last; all others are only numbered.
        compiled: whether to use the compiled loop, if numba is installed.  Importing numba takes as
            long as 20,000 nodes without it.
    """
    met = Clusters()
    unit = 0
    for root in roots:
        lighter = met.weight is not None and split < 0
        most = met.weight - (not ties) if lighter and met.weight else limit
        if most < 1:
            break
        tree = _Tree(problem, most, root, keep, split, units, unit, compiled=compiled)
        while not tree.advance(ties=ties):
            check(met.nodes + tree.nodes)
        found = tree.met()
        unit += found.units
        met = met.joined(found, keep)
    return met


WORTH_COMPILING = 30_000
"""Nodes that plain Python visits in about a second, the time that numba takes to start."""


class _WorthCompiling(Exception):
    """Raised when a plain search has taken so long that restarting it compiled is faster."""


def search_quickly(
    problem: ClusterProblem,
    limit: int,
    roots: Sequence[Root],
    *,
    expected: float,
    keep: int = 1,
    ties: bool = False,
    check: Check,
) -> Clusters:
    """Search like `search_clusters`; use the compiled loop for long searches if numba is installed.

    Args:
        problem: which words count.
        limit: largest number of presses.
        roots: where the search begins.
        expected: expected number of nodes.
        keep: largest number of lightest words to return.
        ties: whether to find and count all lightest words.
        check: called about 40 times a second.
    """

    def looking(nodes: int) -> None:
        check(nodes)
        if nodes > WORTH_COMPILING and has_numba():
            raise _WorthCompiling

    if expected < WORTH_COMPILING or not has_numba():
        try:
            return search_clusters(problem, limit, roots, keep=keep, ties=ties, check=looking)
        except _WorthCompiling:
            pass
    return search_clusters(problem, limit, roots, keep=keep, ties=ties, check=check, compiled=True)


class _Tree:
    """Search tree below one root, with the arrays that hold its state."""

    def __init__(
        self,
        problem: ClusterProblem,
        limit: int,
        root: Root,
        keep: int,
        split: int,
        units: tuple[int, int],
        unit: int,
        *,
        compiled: bool,
    ):
        self._compiled = compiled
        self.problem, self.limit, self.root, self.keep = problem, limit, root, keep
        self._first_unit = unit
        # average number of buttons that a press visits: those on all checks of the pressed button
        touching = sum(len(check) ** 2 for check in problem.checks) // max(problem.size, 1)
        a_look = COMPILED_NODES_A_LOOK if compiled else NODES_A_LOOK
        self._budget = max(a_look // (1 + touching // SMALL_NODE), 1)
        size, checks, width = problem.size, len(problem.checks), problem.width
        state, free = [0] * size, list(map(len, problem.checks))
        for button in root.out:
            state[button] = 2
            for check in problem.columns[button]:
                free[check] -= 1
        lit, touched, open_checks, place = [0] * checks, [0] * size, [0] * checks, [0] * checks
        for number, check in enumerate(problem.lit):
            lit[check], open_checks[number], place[check] = 1, check, number
            for button in problem.checks[check]:
                touched[button] += 1
        first = [root.button]
        if root.button < 0:  # start at the smallest lit check, its buttons in many lit checks first
            check = min(problem.lit, key=lambda lit: len(problem.checks[lit]))
            first = sorted(problem.checks[check], key=lambda button: -touched[button])
        candidates = (first + [0] * width)[: max(width, 1)] + [0] * (width * (limit + 1))
        at = [0] * 13
        at[OPEN], at[BEST], at[SPLIT] = len(problem.lit), limit + 1, split
        at[UNIT], (at[LOW], at[HIGH]) = unit, units
        orbit = [0] * size
        for button in root.orbit:
            orbit[button] = 1
        share = [ALL_UNITS // 2**20] + [SHARES // k for k in range(1, problem.degree + 1)]
        label_words = problem.label_words
        made: Callable[[Any], Any] = partial(np.array, dtype=np.int64) if compiled else list
        self._at, self._tallies, self._words = (
            made(at), made([0] * (limit + 1)), made([0] * (keep * limit)),
        )  # fmt: skip
        self._arguments = (
            *map(made, problem.fixed), label_words, made(orbit), made(state), made(lit), made(free),
            made(touched), made(share), made([0] * len(problem.trivial)), made(open_checks),
            made(place), made(candidates), made([len(first)] + [0] * (limit + 1)),
            made([0] * (limit + 2)), width, made([0] * (limit + 1)), made([0] * label_words),
            self._at, self._tallies, self._words,
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        return int(self._at[NODES])

    def advance(self, *, ties: bool) -> bool:
        """Visit a limited number of nodes and return whether the search is complete."""
        go_on = advance if self._compiled else advance.plain
        return bool(go_on(self.limit, self._budget, self.keep, ties, *self._arguments))

    def met(self) -> Clusters:
        """Return the words found, and the numbers of nodes and of work units visited so far."""
        at = self._at
        units = int(at[UNIT]) - self._first_unit
        nodes = self.nodes - (int(at[TOP]) if at[LOW] else 0)
        if not at[COUNT]:
            return Clusters(nodes=nodes, units=units)
        weight = int(at[BEST])
        if self.root.orbit:
            shares = [Fraction(int(n) * len(self.root.orbit), i) for i, n in
                      enumerate(self._tallies) if n]  # fmt: skip
        else:
            shares = [Fraction(int(at[COUNT]))]
        words = tuple(
            tuple(sorted(int(b) for b in self._words[k * self.limit : k * self.limit + weight]))
            for k in range(int(at[KEPT]))
        )
        return Clusters(weight, sum(shares, Fraction(0)), words, nodes, units)
