"""The distance of a code: the least weight of a nontrivial word, with proof.

Limits are refuted one after another, from 1 up (from 2 in steps of 2 where every word is even):
while there is no word of at most W presses the distance is more than W.  Each step costs some 2.5
to 4 times the one before, so the last two cost nearly all; light words found by chance meet the
bound, often a step before the search would.  Where each column is on two checks at most, lightest
words are cycles of a graph, found in polynomial time (`lo_exact.codes.shortest_cycles`).

Found in milliseconds to minutes where checks are light and the distance is up to 24; see
docs/distances.md for figures and growth.

Permutations of columns that map a side's rows onto themselves, and their orbits.

One column of each orbit is enough as the root of a search.  Permutations are proposed by colour
refinement of the matrix; each is checked row by row before it is used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.echelon import joined
from lo_exact.algebra.modulus import prime_powers
from lo_exact.algebra.sparse import from_columns
from lo_exact.codes.chance import WordsByChance, round_seconds
from lo_exact.codes.code import Code, Permutation, Side, is_symmetry
from lo_exact.codes.pieces import searched_in_pieces
from lo_exact.codes.shortest_cycles import CycleSearch
from lo_exact.compiled import has_numba
from lo_exact.engines.clusters.search import Clusters, Root, plain_roots, search_quickly
from lo_exact.engines.symmetry import generators
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Known, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import HERE, Where


def system_of(side: Side, first: int = -1) -> System:
    """Return the checks of a side as a linear system.

    Args:
        side: the side.
        first: the first functional that is odd on all solutions; -1: any may be odd or none.  Each
            word that matters solves just one of these systems.
    """
    if side.residues is not None:
        return side.residues
    odd = [[j for j in range(side.size) if side.labels[j] >> k & 1] for k in range(first + 1)]
    rows = [*side.checks, *odd]
    columns: list[dict[int, int]] = [{} for _ in range(side.size)]
    for number, row in enumerate(rows):
        for button in row:
            columns[button][number] = 1
    wanted = (np.arange(len(rows)) == len(side.checks) + first) & (first >= 0)
    ones = np.ones(side.size, dtype=np.int64)
    return System(from_columns(len(rows), 2, columns), wanted.astype(np.int64), ones)


def found_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Return generators of symmetries of a side's rows, each of them checked."""
    rows = [(row, 0) for row in side.problem.checks] + [(row, 1) for row in side.problem.trivial]
    columns: list[dict[int, int]] = [{} for _ in range(side.size)]
    for number, (row, _) in enumerate(rows):
        for button in row:
            columns[button][number] = 1
    kinds = np.array([kind for _, kind in rows], dtype=np.int64)
    ones = np.ones(side.size, dtype=np.int64)
    system = System(from_columns(len(rows), 2, columns), kinds, ones)
    proposed = (tuple(permutation.tolist()) for permutation in generators(system))
    return tuple(permutation for permutation in proposed if is_symmetry(side, side, permutation))


def cyclic_symmetries(side: Side) -> tuple[Permutation, ...]:
    """Return checked symmetries of cyclic and extended quadratic residue codes.

    Tried are x + 1 mod n; x + 1 mod n - 1 with the last button fixed; and -1 / x mod n - 1, where
    n - 1 is a prime and the last button stands for infinity.
    """
    size, prime = side.size, side.size - 1
    tried = [tuple((x + 1) % size for x in range(size))]
    tried += [(*((x + 1) % prime for x in range(prime)), prime)] if prime else []
    if prime_powers(max(prime, 2)) == ((prime, 1),):
        inverse = (-pow(x, -1, prime) % prime for x in range(1, prime))
        tried.append((prime, *inverse, 0))
    return tuple(permutation for permutation in tried if is_symmetry(side, side, permutation))


def orbits_of(
    size: int, symmetries: Sequence[Permutation], *, alone: bool = False
) -> list[list[int]]:
    """Return the orbits of buttons under symmetries, including single ones only if requested."""
    orbits = joined(size, [pair for moved in symmetries for pair in enumerate(moved)])
    return [orbit for orbit in orbits if len(orbit) > 1 or alone]


def even_orbits(
    side: Side, known: tuple[Permutation, ...]
) -> tuple[tuple[Permutation, ...], list[list[int]]]:
    """Return symmetries, including those of cyclic codes, and their orbits, or none if too many."""
    moves = () if side.observed else (*known, *cyclic_symmetries(side))
    orbits = orbits_of(side.size, moves, alone=True)
    return (moves, orbits) if len(orbits) < ORBITS else ((), [])


if TYPE_CHECKING:
    from lo_exact.engines.weights.pieces import Pieces
    from lo_exact.engines.windows.plan import WindowPlan, WindowProblem

SEED = 1
"""Of the words found by chance: equal input gives equal output."""

CHANCE_SHARES = (0.25, 0.05)
"""The share of the work expected for the next limit that chance may use, and that when it has found
nothing lighter for long.
"""

STALE_ROUNDS = 1_000
"""Rounds of chance without a lighter word that are long."""

WORTH_SYMMETRIES = 20_000
"""Expected nodes from which symmetries are looked for: it takes as long, up to a second."""

WORTH_PIECES = 2.0
"""Expected seconds from which a search is cut into pieces."""

NODE_SECONDS = 0.25e-6
PLAIN_NODE_SECONDS = 25e-6
"""CPU time of a node, compiled and plain: [[144,12,12]] and [[288,12,18]]."""

GROWTH = 4
"""Nodes of a limit for each node of the one before; 2.5 to 8 on sparse codes, dense ones more."""

LARGEST_FOR_A_WORD = 4_000
"""Columns up to which a stopped search still looks for some word: a second of elimination."""

HOPELESS_SECONDS = 3e7
"""A limit that would take a year on one core is not begun."""

COLUMNS = 8
"""Of a check, for which the time of a node was measured."""

WORTH_OTHERS = 1_000, 100_000
"""Expected nodes of the next limit from which windows and counts are asked for their forecasts, and
the same of quantum codes and error models where no check has a quarter of the columns.
"""

MAX_COUNTED = 32
"""Dimension or rank of codes whose words may be counted by weight, where they are long."""

MAX_FUNCTIONALS = 16
"""Functionals of a side whose words may be searched by windows, once for each."""

ORBITS = 5
"""With so many orbits or more a window has no even share of each."""

COUNTING_SECONDS = 0.3
"""A count is worth it only beside longer searches, which leave evidence."""

Word = tuple[int, ...]


@dataclass(frozen=True)
class SideDistance:
    """Lower and upper bounds on the least weight of a nontrivial word of one side."""

    name: str
    """Of the side; ``""`` where there is one."""
    lower_bound: int
    """Every word that matters has at least so many buttons; proved."""
    word: Word | None = None
    """The lightest that is known, ascending, counted from 0 in what was given: columns of a matrix,
    errors of an error model in its order; None: none yet.
    """
    count: int | None = None
    """The number of lightest words, where it was asked for and the bound is met."""
    refuted: tuple[tuple[int, int], ...] = ()
    """(limit, nodes) of each search that met no word."""
    by_cycles: bool = False
    """Whether the bound was proved by shortest cycles of a graph."""
    by_symmetry: bool = False
    """Whether this was not searched, but follows from the first side."""
    symmetries: tuple[Permutation, ...] = ()
    """The permutations that were used, each checked."""
    forecast_seconds: float | None = None
    """CPU time that refuting all limits below the best word may take, from the growth so far; None
    where nothing is known, or nothing is left.
    """

    @property
    def weight(self) -> int | None:
        """The weight of the lightest known word, or None."""
        return None if self.word is None else len(set(self.word))

    @property
    def proved(self) -> bool:
        """Return whether the lightest known word is proved lightest."""
        return self.weight == self.lower_bound


@dataclass(frozen=True)
class Distance:
    """Proved lower and upper bounds on the distance of a code."""

    code: Code
    """Whose distance."""
    sides: tuple[SideDistance, ...]
    """What is known of each side."""
    seconds: float
    """Wall-clock time."""
    stopped: str = ""
    """Why the search ended early: ``"interrupted"`` or a sentence; ``""``: it did not."""

    def __repr__(self) -> str:
        least, most = self.lower_bound, "?" if self.weight is None else self.weight
        bounds = f"{least}, proved" if self.proved else f"{least} to {most}"
        return f"Distance({', '.join(filter(None, (bounds, self.stopped)))})"

    @property
    def lower_bound(self) -> int:
        """A lower bound on the distance."""
        return min(side.lower_bound for side in self.sides)

    @property
    def weight(self) -> int | None:
        """An upper bound on the distance, or None if no word is known."""
        return min((side.weight for side in self.sides if side.weight is not None), default=None)

    @property
    def proved(self) -> bool:
        """Return whether the lower and upper bounds are equal."""
        return self.weight == self.lower_bound


def find_distance(
    code: Code,
    *,
    count: bool = False,
    at_least: int = 0,
    where: Where = HERE,
    worth_pieces: float = WORTH_PIECES,
    most_seconds: float = HOPELESS_SECONDS,
    watch: Watch | None = None,
    told: Callable[[SideDistance, int], None] = lambda known, nodes: None,
    heard: Callable[[Distance], None] | None = None,
) -> Distance:
    """Find the distance of a code, or bounds on it after a limit.

    Args:
        code: its symmetries are checked before they are used.
        count: whether the lightest words of each side are counted.
        at_least: stop as soon as the distance is known to be at least this; 0: do not.
        where: who searches, and the folder where long searches are kept.
        worth_pieces: expected seconds from which a search is cut into pieces.
        most_seconds: a limit that is forecast to take longer on one core is not begun.
        watch: the clock.
        told: called with what is known of a side and the nodes visited for the limit that is
            searched now: when more is known, and some 40 times a second.
        heard: called with what is known of all sides, whenever it is more; None: nobody is.

    Returns:
        What is proved; at a limit or after Ctrl-C the best word and the bound.
    """
    watch = watch or Watch()
    began = time.monotonic()
    swap, shown = code.swap, list[SideDistance]()

    def tell(known: SideDistance, nodes: int) -> None:
        told(known, nodes)
        assert heard is not None
        if (now := [search.known for search in searched]) != shown:
            shown[:] = now
            heard(_of_all_sides(code, now, time.monotonic() - began))

    alike = swap is not None and all(is_symmetry(s, code.sides[0], swap) for s in code.sides[1:])
    searched = [
        _SideSearch(
            side, tuple(p for p in code.symmetries if is_symmetry(side, side, p)), where,
            worth_pieces, most_seconds, watch, told if heard is None else tell,
        )
        for side in (code.sides[:1] if alike else code.sides)
    ]  # fmt: skip
    stopped = _search_all(searched, watch, count=count, at_least=at_least)
    sides = [search.with_a_word() if stopped else search.known for search in searched]
    return _of_all_sides(code, sides, time.monotonic() - began, stopped)


def _of_all_sides(
    code: Code, searched: Sequence[SideDistance], seconds: float, stopped: str = ""
) -> Distance:
    """Combine the bounds of the sides; a side that was not searched equals the first."""
    sides, swap = list(searched), code.swap
    if len(sides) < len(code.sides) and swap is not None:
        back, first = {image: button for button, image in enumerate(swap)}, sides[0]
        word = None if first.word is None else tuple(sorted(back[b] for b in first.word))
        image = replace(first, word=word, refuted=(), by_symmetry=True, symmetries=(swap,))
        sides += [replace(image, name=side.name) for side in code.sides[1:]]
    for number, (given, found) in enumerate(zip(code.sides, sides, strict=True)):
        if found.word is not None:
            assert given.matters(found.word)
            sides[number] = replace(found, word=code.as_given(found.word))
    return Distance(code, tuple(sides), seconds, stopped)


def _search_all(
    searched: Sequence[_SideSearch], watch: Watch, *, count: bool, at_least: int
) -> str:
    """Search all sides with equal shares of the time, then with the unused time of others.

    Returns:
        Why a side was stopped; ``""`` where none was.
    """
    stopped: dict[int, str] = {}
    for _ in range(2):
        for number, search in enumerate(searched):
            if not stopped.get(number, "again"):
                continue
            share = watch.remaining() / (len(searched) - number)
            try:
                watch.check()
                search.run(count=count, at_least=at_least, watch=_until(watch, share))
                stopped[number] = ""
            except LimitReached as reason:
                stopped[number] = str(reason)
            except KeyboardInterrupt:
                return "interrupted"
        if watch.remaining() <= 0 or watch.deadline == inf:
            break
    return next(filter(None, stopped.values()), "")


def _until(watch: Watch, seconds: float) -> Watch:
    """Return a watch whose deadline is that of another watch or after some seconds."""
    part = Watch(seconds)

    def over(done: int, total: int) -> None:
        part.check()

    return watch.child(stop=over)


class _EnoughKnown(Exception):
    """Raised when the lower bound is as large as requested."""


class _SideSearch:
    """The search of one side, with the bounds found so far."""

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
        self.side, self.where, self.watch, self._told = side, where, watch, told
        self._worth_pieces, self._most_seconds = worth_pieces, most_seconds
        self.known = SideDistance(side.name, 2 if side.even else 1, symmetries=symmetries)
        self._chance = WordsByChance(side, np.random.default_rng(SEED))
        self._fruitless, self._round_seconds = 0, round_seconds(len(side.checks), side.size)
        self._node_seconds = NODE_SECONDS if has_numba() else PLAIN_NODE_SECONDS
        self._others_seconds: float | None = None  # forecast of the alternative method in use

    @cached_property
    def _roots(self) -> list[Root]:
        """The root nodes of the search, one for each orbit of buttons."""
        return plain_roots(self.side.problem, orbits_of(self.side.size, self.known.symmetries))

    def run(self, *, count: bool, at_least: int, watch: Watch) -> None:
        """Refute increasing limits until a word is found; continue after an earlier stop.

        Raises:
            LimitReached: At the deadline.
        """
        self.watch = watch
        if self.side.residues is not None:
            self._by_windows(count=count, at_least=at_least)
            return
        problem = self.side.problem
        if problem.degree <= 2:
            self._by_cycles(count=count)
            return
        step = 2 if self.side.even else 1
        looked = False
        while not self.known.proved:
            limit = self.known.lower_bound
            if at_least and limit >= at_least:
                return
            if self._by_chance():
                break
            if not (looked or self.side.observed) and self._expected_nodes() > WORTH_SYMMETRIES:
                looked = True
                self._look_for_symmetries()
            if (nodes := self._expected_nodes()) > WORTH_OTHERS[0] and (
                nodes > WORTH_OTHERS[4 * problem.width < problem.size and self.side.functionals > 0]
            ):
                seconds, search = self._fastest(count=count)
                if seconds < min(self._all_expected(step), self._most_seconds):
                    self._others_seconds = seconds
                    search(count=count, at_least=at_least)
                    return
            if self._expected() > self._most_seconds:
                raise LimitReached(
                    f"words of {limit} columns would take about {self._expected():.0e} CPU seconds:"
                    f" {self._growth():.0f} times as many nodes as the limit before; a check has up"
                    f" to {self.side.problem.width} columns"
                )
            met = self._searched(limit, ties=count)
            if met.weight is None:
                refuted = (*self.known.refuted, (limit, met.nodes))
                self._note(replace(self.known, lower_bound=limit + step, refuted=refuted))
            else:
                self._note(replace(self.known, word=met.words[0]))
                if count:
                    self._note(replace(self.known, count=int(met.count)))
                    return
        if count:
            met = self._searched(self.known.lower_bound, ties=True)
            self._note(replace(self.known, count=int(met.count)))

    def _by_cycles(self, *, count: bool) -> None:
        """Find the shortest nontrivial cycles of a side that is a graph."""
        found = CycleSearch(self.side, lambda: self._look(0)).shortest(
            lambda word: self._note(replace(self.known, word=word))
        )
        number = found.count if count else None
        bound = len(found.word)
        self._note(replace(self.known, lower_bound=bound, count=number, by_cycles=True))

    def with_a_word(self) -> SideDistance:
        """Return the known bounds, with any nontrivial word if the search found none."""
        side = self.side
        if self.known.word is None and side.residues is None and side.size <= LARGEST_FOR_A_WORD:
            word = WordsByChance(self.side, np.random.default_rng(SEED)).any_word()
            return replace(self.known, word=word)
        return self.known

    @cached_property
    def _dense(self) -> list[WindowProblem]:
        """The nontrivial words as window problems, one for each functional."""
        from lo_exact.engines.windows.plan import WindowProblem

        side = self.side
        if not side.functionals:
            return [WindowProblem(system_of(side), nonzero=True)]
        parts = [system_of(side, first) for first in range(side.functionals)]
        return [WindowProblem(part) for part in parts if not isinstance(part.first, Unsolvable)]

    @cached_property
    def _counted(self) -> Pieces:
        """The words of a classical code as pieces for counting by weight."""
        from lo_exact.engines.weights.pieces import cut_solutions

        system = self._dense[0].system
        assert isinstance(system.solutions, Coset)
        return cut_solutions(system, system.solutions, MEMORY)

    def _fastest(self, *, count: bool) -> tuple[float, Callable[..., None]]:
        """Return the fastest alternative to the tree search, with its forecast in seconds."""
        from lo_exact.engines.windows.plan import MAX_ELIMINATED

        side, ways = self.side, [(inf, self._by_windows)]
        if side.functionals <= MAX_FUNCTIONALS and side.size <= MAX_ELIMINATED:
            ways += [(plan.seconds, self._by_windows) for plan in self._window_plans(count=count)]
        dimension = side.size - len(side.problem.checks)
        if not side.functionals and min(dimension, len(side.problem.checks)) <= MAX_COUNTED:
            ways.append((self._counted.seconds + COUNTING_SECONDS, self._by_weights))
        return min(ways, key=lambda way: way[0])

    def _orbits(self, *, count: bool) -> list[list[int]]:
        """Return orbits for which a single window suffices, or none if they do not help."""
        # `known` keeps only the symmetries used in refutations, because node counts depend on them
        return (
            []
            if count or self.side.residues is not None or self.side.functionals > 1
            else even_orbits(self.side, self.known.symmetries)[1]
        )

    def _window_plans(self, *, count: bool) -> list[WindowPlan]:
        """Return plans of windows that would prove the distance, with their forecasts."""
        from lo_exact.engines.windows.plan import Planner

        planner = Planner(self._dense[0], MEMORY, orbits=self._orbits(count=count))
        plans = planner.plans(self.known.weight or planner.likely(), ties=False)
        return [replace(plan, seconds=plan.seconds * len(self._dense)) for plan in plans]

    def _by_weights(self, *, count: bool, at_least: int) -> None:
        """Count all words by weight, and search for a word of the least weight."""
        counts = self._counted.histogram(self.watch)
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
            word = tuple(button for button, times in enumerate(presses) for _ in range(times))
            if self.known.weight is None or weight < self.known.weight:
                self._note(replace(self.known, word=word))

        def note_bound(part: int, bound: int) -> None:
            bounds[part] = max(bounds[part], bound)
            self._note(replace(self.known, lower_bound=min(bounds)))

        def enough(done: int, total: int) -> None:
            self._look(0)
            if at_least and self.known.lower_bound >= at_least:
                raise _EnoughKnown

        with suppress(_EnoughKnown):
            for part, problem in enumerate(self._dense):
                watch = self.watch.child(
                    on_improved=note_word, on_bound=partial(note_bound, part), stop=enough
                )
                watch.start_from(Known(0, self.known.word, self.known.weight))
                best, wanted = self.known.weight, Wanted(count=count)
                search = WindowSearch(
                    problem, wanted, watch, self._orbits(count=count), self.where, self.side.name
                )
                search.run()
                note_bound(part, search.best)
                met = search.count + met * (self.known.weight == best)
            self._note(replace(self.known, count=met if count else None))

    def _look_for_symmetries(self) -> None:
        """Find symmetries of the rows, and repeat the search of the last limit with them."""
        found = found_symmetries(self.side)
        kept = tuple(dict.fromkeys((*self.known.symmetries, *found)))
        orbits = orbits_of(self.side.size, kept)
        roots = plain_roots(self.side.problem, orbits)
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
        problem, roots = self.side.problem, self._roots
        seconds = self._expected()
        self._told(self.known, 0)
        if seconds >= self._worth_pieces and self.where != HERE:
            return searched_in_pieces(
                problem, limit, roots, ties=ties, where=self.where, watch=self.watch,
                about={"code": self._sha256, "side": self.side.name}, seconds=seconds,
            )  # fmt: skip
        return search_quickly(
            problem, limit, roots, expected=self._expected_nodes(), ties=ties,
            check=self._look,
        )  # fmt: skip

    def _look(self, nodes: int) -> None:
        """Check the deadline, and report progress."""
        self.watch.check()
        self._told(self.known, nodes)

    def _expected_nodes(self) -> float:
        """Return a forecast of the nodes for the next limit, by the growth of the last two.

        A node takes as long as its check has columns: they are counted as nodes of `COLUMNS`.
        """
        refuted, heavier = self.known.refuted, max(self.side.problem.width / COLUMNS, 1)
        return refuted[-1][1] * self._growth() * heavier if refuted else 0.0

    def _growth(self) -> float:
        """Return the ratio of nodes between consecutive limits."""
        nodes = [nodes for _, nodes in self.known.refuted]
        return max(nodes[-1] / nodes[-2], 2.0) if len(nodes) > 1 else GROWTH

    def _forecast(self, known: SideDistance, step: int) -> float | None:
        """Return a forecast in seconds for all limits below the weight of the best word."""
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

    def _all_expected(self, step: int) -> float:
        """Return a forecast in seconds for all limits up to the best word, or at least the next."""
        plain = min(self._expected_nodes() * PLAIN_NODE_SECONDS, 1.0)
        return max(self._forecast(self.known, step) or 0.0, self._expected(), plain)

    def _expected(self) -> float:
        """Return a forecast in seconds for the next limit."""
        return self._expected_nodes() * self._node_seconds

    @property
    def _sha256(self) -> str:
        """Hash that identifies the side: its rows, and the symmetries in use."""
        side, used = self.side, self.known.symmetries
        return sha256(repr((side.checks, side.trivial, side.labels, used)).encode()).hexdigest()

    def _by_chance(self) -> bool:
        """Search randomly for a lighter word within a share of the next limit; return if proved.

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
        step = 2 if self.side.even else 1
        self.known = replace(known, forecast_seconds=self._forecast(known, step))
        self._told(self.known, 0)
