"""Search of one side of a code for its lightest word, with proved bounds on the weight.

Limits are refuted one after another, from 1 up (from 2 in steps of 2 where every word is even):
while there is no word of at most W presses the distance is more than W.  Each step costs some 2.5
to 4 times the one before, so the last two cost nearly all; light words found by chance meet the
bound, often a step before the search would.  Where each column is on two checks at most, lightest
words are cycles of a graph, found in polynomial time (`lo_exact.codes.shortest_cycles`).  Dense
codes are searched by windows, or all words are counted by weight, where that is forecast to be
faster.

Long searches are cut into pieces, for parallel processes, with a ledger.  Units are
the nodes at one depth of the search; which depth is chosen so that there are some thousands.  Each
piece walks the few nodes above them again, and what was found and the nodes add up to the search in
one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.sparse import from_columns
from lo_exact.codes.chance import WordsByChance, round_seconds
from lo_exact.codes.code import (
    Permutation,
    Side,
    even_orbits,
    found_symmetries,
    orbits_of,
    rows_with,
)
from lo_exact.codes.shortest_cycles import CycleSearch
from lo_exact.compiled import has_numba
from lo_exact.engines.clusters.problem import ClusterProblem
from lo_exact.engines.clusters.search import (
    Clusters,
    Root,
    plain_roots,
    search_clusters,
    search_quickly,
)
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Known, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.collect import collect
from lo_exact.runners.work import HERE, Order, Where, Work

if TYPE_CHECKING:
    from lo_exact.engines.weights.pieces import Pieces
    from lo_exact.engines.windows.plan import WindowProblem

CHANCE_SEED = 1
"""Seed of the random search: equal input gives equal output."""

CHANCE_SHARES = (0.25, 0.05)
"""Shares of the next limit's expected work that the random search may use: usually, and after
many rounds without a lighter word.
"""

STALE_ROUNDS = 1_000
"""Rounds without a lighter word after which the random search gets the smaller share."""

WORTH_SYMMETRIES = 20_000
"""Expected nodes from which on to look for symmetries, which takes up to a second."""

WORTH_PIECES = 2.0
"""Expected seconds from which on a search is split into pieces."""

NODE_SECONDS = 0.25e-6
"""CPU seconds for a node in compiled code: [[144,12,12]] and [[288,12,18]]."""

PLAIN_NODE_SECONDS = 25e-6
"""CPU seconds for a node in plain Python: [[144,12,12]] and [[288,12,18]]."""

GROWTH = 4
"""Assumed growth of nodes from one limit to the next; 2.5 to 8 on sparse codes, dense ones more."""

LARGEST_FOR_A_WORD = 4_000
"""Columns up to which a stopped search still computes some word: a second of elimination."""

HOPELESS_SECONDS = 3e7
"""Forecast seconds on one core from which on a limit is not searched: a year."""

COLUMNS = 8
"""Columns of a check in the codes for which NODE_SECONDS was measured."""

WORTH_OTHERS = 1_000, 100_000
"""Expected nodes of the next limit from which on windows and counting are considered, and
the same for quantum codes and error models without a check on a quarter of the columns.
"""

MAX_COUNTED = 32
"""Largest dimension or rank of long codes whose words may be counted by weight."""

MAX_FUNCTIONALS = 16
"""Largest number of functionals for a search by windows, which repeats for each."""

COUNTING_SECONDS = 0.3
"""Forecast seconds of a search below which counting is not tried; searches leave evidence."""

WANTED_UNITS = 2_000
"""Number of pieces: enough to share them evenly among many cores."""

MAX_SPLIT = 8
"""Depth at which the search tree is cut into units of work at most."""

Spec = tuple[ClusterProblem, int, tuple[Root, ...], int, bool]
"""Problem, limit, roots, split depth, and whether to keep ties."""


Word = tuple[int, ...]


def system_of(side: Side, first: int = -1) -> System:
    """Return the checks of a side as a linear system.

    Args:
        side: the side.
        first: the first functional that is odd on all solutions; -1: no condition.  Each
            nontrivial word solves exactly one of these systems.
    """
    if side.residues is not None:
        return side.residues
    odd = [[j for j in range(side.size) if side.labels[j] >> k & 1] for k in range(first + 1)]
    rows = [*side.checks, *odd]
    columns = [dict.fromkeys(checks, 1) for checks in rows_with(rows, side.size)]
    wanted = (np.arange(len(rows)) == len(side.checks) + first) & (first >= 0)
    ones = np.ones(side.size, dtype=np.int64)
    return System(from_columns(len(rows), 2, columns), wanted.astype(np.int64), ones)


@dataclass(frozen=True)
class SideDistance:
    """Lower and upper bounds on the least weight of a nontrivial word of one side."""

    name: str
    """Name of the side; ``""`` if it is the only one."""
    lower_bound: int
    """Proved lower bound on the weight of every nontrivial word."""
    word: Word | None = None
    """The lightest known word, ascending: columns of the input matrix, or errors of the
    error model in its order, numbered from 0; None if none is known.
    """
    count: int | None = None
    """Number of lightest words, if requested and the bounds are equal."""
    refuted: tuple[tuple[int, int], ...] = ()
    """(limit, nodes) of each search that found no word."""
    by_cycles: bool = False
    """Whether the bound was proved by shortest cycles of a graph."""
    by_symmetry: bool = False
    """Whether the result follows from the first side by symmetry, without a search."""
    symmetries: tuple[Permutation, ...] = ()
    """The symmetries used, each checked."""
    forecast_seconds: float | None = None
    """Forecast CPU seconds for refuting all limits below the best word, from the growth so far;
    None if unknown, or if none is left.
    """

    @property
    def weight(self) -> int | None:
        """The weight of the lightest known word, or None."""
        return None if self.word is None else len(set(self.word))

    @property
    def proved(self) -> bool:
        """Return whether the lightest known word is proved lightest."""
        return self.weight == self.lower_bound


class _EnoughKnown(Exception):
    """Raised when the lower bound is as large as requested."""


class SideSearch:
    """Search for the lightest word of one side, with the bounds found so far."""

    def __init__(
        self,
        side: Side,
        symmetries: tuple[Permutation, ...],
        where: Where,
        worth_pieces: float,
        most_seconds: float,
        watch: Watch,
        told: Callable[[SideDistance, int], None],
    ):
        self._side, self._where, self._watch, self._told = side, where, watch, told
        self._worth_pieces, self._most_seconds = worth_pieces, most_seconds
        self._step = 2 if side.even else 1
        self.known: SideDistance = SideDistance(side.name, self._step, symmetries=symmetries)
        self._chance = WordsByChance(side, np.random.default_rng(CHANCE_SEED))
        self._fruitless, self._round_seconds = 0, round_seconds(len(side.checks), side.size)
        self._node_seconds = NODE_SECONDS if has_numba() else PLAIN_NODE_SECONDS
        # forecast seconds of the method that replaces the tree search; None before one is chosen
        self._others_seconds: float | None = None

    @cached_property
    def _roots(self) -> list[Root]:
        """The root nodes of the search, one for each orbit of buttons."""
        return plain_roots(self._side.problem, orbits_of(self._side.size, self.known.symmetries))

    def run(self, *, count: bool, at_least: int, watch: Watch) -> None:
        """Refute increasing weight limits until a word is found; resume if an earlier run stopped.

        Raises:
            LimitReached: At the deadline.
        """
        self._watch = watch
        if self._side.residues is not None:
            self._by_windows(count=count, at_least=at_least)
            return
        problem = self._side.problem
        if problem.degree <= 2:
            self._by_cycles(count=count)
            return
        looked = False
        while not self.known.proved:
            limit = self.known.lower_bound
            if at_least and limit >= at_least:
                return
            if self._by_chance():
                break
            if not (looked or self._side.observed) and self._expected_nodes() > WORTH_SYMMETRIES:
                looked = True
                self._look_for_symmetries()
            if (nodes := self._expected_nodes()) > WORTH_OTHERS[0] and (
                nodes
                > WORTH_OTHERS[4 * problem.width < problem.size and self._side.functionals > 0]
            ):
                seconds, search = self._fastest(count=count)
                if seconds < min(self._all_expected(), self._most_seconds):
                    self._others_seconds = seconds
                    search(count=count, at_least=at_least)
                    return
            if self._expected() > self._most_seconds:
                raise LimitReached(
                    f"words of {limit} columns would take about {self._expected():.0e} CPU seconds:"
                    f" {self._growth():.0f} times as many nodes as the limit before; a check has up"
                    f" to {self._side.problem.width} columns"
                )
            met = self._searched(limit, ties=count)
            if met.weight is None:
                refuted = (*self.known.refuted, (limit, met.nodes))
                self._note(replace(self.known, lower_bound=limit + self._step, refuted=refuted))
            else:
                self._note(replace(self.known, word=met.words[0]))
                if count:
                    self._note(replace(self.known, count=int(met.count)))
                    return
        if count:
            met = self._searched(self.known.lower_bound, ties=True)
            self._note(replace(self.known, count=int(met.count)))

    def _by_cycles(self, *, count: bool) -> None:
        """Find a side's lightest words as shortest cycles; each column is on at most two checks."""
        found = CycleSearch(self._side, lambda: self._look(0)).shortest(
            lambda word: self._note(replace(self.known, word=word))
        )
        number = found.count if count else None
        bound = len(found.word)
        self._note(replace(self.known, lower_bound=bound, count=number, by_cycles=True))

    def with_a_word(self) -> SideDistance:
        """Return the known bounds, with a random nontrivial word if the search found none."""
        side = self._side
        if self.known.word is None and side.residues is None and side.size <= LARGEST_FOR_A_WORD:
            chance = WordsByChance(side, np.random.default_rng(CHANCE_SEED))
            return replace(self.known, word=chance.lighter(None, sums=False))
        return self.known

    @cached_property
    def _dense(self) -> list[WindowProblem]:
        """Window problems, one for each functional, whose solutions are the nontrivial words."""
        from lo_exact.engines.windows.plan import WindowProblem

        side = self._side
        if not side.functionals:
            return [WindowProblem(system_of(side), nonzero=True)]
        parts = [system_of(side, first) for first in range(side.functionals)]
        return [WindowProblem(part) for part in parts if not isinstance(part.first, Unsolvable)]

    @cached_property
    def _counted(self) -> Pieces:
        """Division of all words of a classical code into pieces, for counting by weight."""
        from lo_exact.engines.weights.pieces import cut_solutions

        system = self._dense[0].system
        assert isinstance(system.solutions, Coset)
        return cut_solutions(system, system.solutions, MEMORY)

    def _fastest(self, *, count: bool) -> tuple[float, Callable[..., None]]:
        """Return forecast seconds and method of the fastest alternative to the tree search."""
        from lo_exact.engines.windows.plan import MAX_ELIMINATED, Planner

        side, ways = self._side, [(inf, self._by_windows)]
        if side.functionals <= MAX_FUNCTIONALS and side.size <= MAX_ELIMINATED:
            planner = Planner(self._dense[0], MEMORY, orbits=self._orbits(count=count))
            plans = planner.plans(self.known.weight or planner.likely(), ties=False)
            ways += [(plan.seconds * len(self._dense), self._by_windows) for plan in plans]
        dimension = side.size - len(side.problem.checks)
        if not side.functionals and min(dimension, len(side.problem.checks)) <= MAX_COUNTED:
            ways.append((self._counted.seconds + COUNTING_SECONDS, self._by_weights))
        return min(ways, key=lambda way: way[0])

    def _orbits(self, *, count: bool) -> list[list[int]]:
        """Return orbits of buttons for a search with one window, or [] if it needs several."""
        # `known` keeps only the symmetries used in refutations, because node counts depend on them
        return (
            []
            if count or self._side.residues is not None or self._side.functionals > 1
            else even_orbits(self._side, self.known.symmetries)[1]
        )

    def _by_weights(self, *, count: bool, at_least: int) -> None:
        """Count all words by weight, and search for a word of the least weight."""
        counts = self._counted.histogram(self._watch)
        least = min(weight for weight in counts if weight)
        number = counts[least] if count else None
        self._note(replace(self.known, lower_bound=least, count=number))
        while not (self.known.proved or 0 < at_least <= least):
            self._look(0)
            word = self._chance.lighter(self.known.weight)
            if word is not None:
                self._note(replace(self.known, word=word))

    def _by_windows(self, *, count: bool, at_least: int) -> None:
        """Search windows until the distance is proved; with symmetries one window suffices.

        Words that matter are searched by the first functional that is odd on them; what none of
        these parts can hold is the bound.
        """
        from lo_exact.engines.windows.search import WindowSearch

        bounds, met = [self.known.lower_bound] * len(self._dense), 0

        def note_word(presses: Sequence[int], weight: int) -> None:
            if self.known.weight is None or weight < self.known.weight:
                buttons = np.repeat(np.arange(self._side.size), presses)
                self._note(replace(self.known, word=tuple(buttons.tolist())))

        def note_bound(part: int, bound: int) -> None:
            bounds[part] = max(bounds[part], bound)
            self._note(replace(self.known, lower_bound=min(bounds)))

        def enough(done: int, total: int) -> None:
            self._look(0)
            if at_least and self.known.lower_bound >= at_least:
                raise _EnoughKnown

        with suppress(_EnoughKnown):
            for part, problem in enumerate(self._dense):
                watch = self._watch.child(
                    on_improved=note_word, on_bound=partial(note_bound, part), stop=enough
                )
                watch.start_from(Known(0, self.known.word, self.known.weight))
                best, wanted = self.known.weight, Wanted(count=count)
                search = WindowSearch(
                    problem, wanted, watch, self._orbits(count=count), self._where, self._side.name
                )
                search.run()
                note_bound(part, search.best)
                met = search.count + met * (self.known.weight == best)
            self._note(replace(self.known, count=met if count else None))

    def _look_for_symmetries(self) -> None:
        """Find symmetries of the checks, and use them to repeat the search at the last limit."""
        found = found_symmetries(self._side)
        kept = tuple(dict.fromkeys((*self.known.symmetries, *found)))
        orbits = orbits_of(self._side.size, kept)
        roots = plain_roots(self._side.problem, orbits)
        if len(roots) >= len(self._roots):
            return
        before = self.known, self._roots
        self._roots = roots
        limit, _ = self.known.refuted[-1]
        self.known = replace(self.known, symmetries=kept, refuted=())
        try:
            met = self._searched(limit, ties=False)
        except (LimitReached, KeyboardInterrupt):
            self.known, self._roots = before
            raise
        assert met.weight is None
        self._note(replace(self.known, refuted=((limit, met.nodes),)))

    def _searched(self, limit: int, *, ties: bool) -> Clusters:
        """Search up to a weight limit; with numba, long searches run compiled code."""
        problem, roots = self._side.problem, self._roots
        seconds = self._expected()
        self._told(self.known, 0)
        if seconds >= self._worth_pieces and self._where != HERE:
            return self._in_pieces(limit, seconds, ties=ties)
        return search_quickly(
            problem, limit, roots, expected=self._expected_nodes(), ties=ties,
            check=self._look,
        )  # fmt: skip

    def _look(self, nodes: int) -> None:
        """Check the deadline, and report progress."""
        self._watch.check()
        self._told(self.known, nodes)

    def _expected_nodes(self) -> float:
        """Forecast the nodes of the search at the next weight limit from those at earlier limits.

        A node takes as long as its check has columns: they are counted as nodes of `COLUMNS`.
        """
        refuted, heavier = self.known.refuted, max(self._side.problem.width / COLUMNS, 1)
        return refuted[-1][1] * self._growth() * heavier if refuted else 0.0

    def _growth(self) -> float:
        """Return the estimated ratio of search nodes between consecutive weight limits."""
        nodes = [nodes for _, nodes in self.known.refuted]
        return max(nodes[-1] / nodes[-2], 2.0) if len(nodes) > 1 else GROWTH

    def _forecast(self) -> float | None:
        """Forecast the seconds to refute all limits below the best weight; None if unknown."""
        known, step = self.known, self._step
        if self._others_seconds is not None:
            return self._others_seconds
        if known.weight is None or len(known.refuted) < 2 or known.proved:
            return None
        limits = (known.weight - known.lower_bound + step - 1) // step
        growth = self._growth()
        try:
            return self._expected() * sum(growth**k for k in range(limits))
        except OverflowError:
            return inf

    def _all_expected(self) -> float:
        """Forecast seconds for all limits below the best weight; at least for the next limit."""
        plain = min(self._expected_nodes() * PLAIN_NODE_SECONDS, 1.0)
        return max(self._forecast() or 0.0, self._expected(), plain)

    def _expected(self) -> float:
        """Forecast the seconds of the search at the next limit."""
        return self._expected_nodes() * self._node_seconds

    def _in_pieces(self, limit: int, seconds: float, *, ties: bool) -> Clusters:
        """Search up to a weight limit in pieces, with the same result as `search_clusters`."""
        side, problem, roots = self._side, self._side.problem, tuple(self._roots)
        split, units = _split(problem, limit, roots, self._watch)
        used = side.checks, side.trivial, side.labels, self.known.symmetries
        code = sha256(repr(used).encode()).hexdigest()
        order = Order(
            kind="distance",
            prepare="",
            run=f"{__name__}:searched",
            about={"code": code, "side": side.name, "limit": limit, "split": split, "ties": ties},
            spec=(problem, limit, roots, split, ties),
            unit="branches",
            units=units,
        )
        file = self._where.file(f"{side.name or 'words'}-{limit}")
        met = Clusters()
        for record in collect(Work(order, seconds=seconds), file, self._watch):
            weight, count, words, nodes = record.result
            part = Clusters(weight, Fraction(count), tuple(map(tuple, words)), nodes, 0)
            met = met.joined(part, 1)
        return met

    def _by_chance(self) -> bool:
        """Search at random for part of the next limit's expected time; return True if now proved.

        Nodes decide how long, not the clock: equal input gives equal words on every machine.
        """
        share = CHANCE_SHARES[self._fruitless > STALE_ROUNDS]
        seconds = share * self._expected_nodes() * NODE_SECONDS
        for _ in range(int(seconds / self._round_seconds)):
            if self.known.proved:
                break
            word, self._fruitless = self._chance.lighter(self.known.weight), self._fruitless + 1
            if word is not None:
                self._fruitless = 0
                self._note(replace(self.known, word=word))
            self._look(0)
        return self.known.proved

    def _note(self, known: SideDistance) -> None:
        self.known = known
        self.known = replace(known, forecast_seconds=self._forecast())
        self._told(self.known, 0)


def _split(
    problem: ClusterProblem, limit: int, roots: Sequence[Root], watch: Watch
) -> tuple[int, int]:
    """Return a search tree depth with enough nodes to split the work, and the node count there."""
    split = units = 0
    while split < min(limit - 1, MAX_SPLIT) and units < WANTED_UNITS:
        split += 1
        found = search_clusters(
            problem, limit, roots, ties=True, split=split, units=(0, 0), compiled=has_numba(),
            check=lambda nodes: watch.check(),
        )  # fmt: skip
        units = max(found.units, 1)
    return split, units


def searched(
    spec: Spec, low: int, high: int, given: None, check: Callable[[int], None]
) -> list[Any]:
    """Search a range of units (nodes at depth ``split``); return [weight, count, words, nodes]."""
    problem, limit, roots, split, ties = spec
    met = search_clusters(
        problem, limit, roots, ties=ties, split=split, units=(low, high), compiled=has_numba(),
        check=lambda nodes: check(0),
    )  # fmt: skip
    return [met.weight, str(met.count), [list(word) for word in met.words], met.nodes]
