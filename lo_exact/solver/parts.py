"""Minimum solutions of a system: presolve, an engine for each component, the combined result.

`presolve` fixes unused and forced buttons and splits the rest into independent components.  A
button that changes no light and costs something is never pressed in a minimum.  A light with one
button left, whose amount is a unit, forces that button.  What remains has components that share no
light and no button: minima add up and numbers of minima multiply.  The lexicographically least
minimum of the whole consists of those of the parts, because the first place where two solutions
differ lies in one part.  `Presolved.lift` combines the results.  A system that is one component is
recognised by array operations.  Otherwise presolve costs a few plain passes over the entries.
Systems with more than `MAX_ENTRIES` are not split: elimination handles them in one piece, and the
coset engine splits the kernel itself.

`minimise_system` runs an engine on each component.  An external solver works on the raw system,
without presolve, so that it is an independent second opinion.  Bounds of the components known
during the search add up to bounds on the whole.  `confirmed` proves again, by an exact engine, a
result that rests on floating-point numbers.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import gcd, prod

import numpy as np

from lo_exact.algebra import IntArray, SparseMatrix, Unsolvable
from lo_exact.algebra.sparse import remembered
from lo_exact.counters import WholeSystem
from lo_exact.engines.engine import Engine
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import DisagreementError, LimitReached, UsageError
from lo_exact.outcome import MEMORY, Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.running import FoundOutcome, first_known, run_ways

MAX_ENTRIES = 200_000
"""Entries, lights or buttons of a system that is split into components by plain Python."""

SPREADS = 64
"""Largest number of rounds of label spreading; most rounds at least double the reach."""


@dataclass(frozen=True, eq=False)
class Component:
    """Independent component: a system, and the indices of its unknowns in the whole system."""

    system: System
    unknowns: IntArray


@dataclass(frozen=True, eq=False)
class Presolved:
    """Result of presolve: fixed values and components, with methods to combine their results."""

    system: System
    """The whole system."""
    values: IntArray
    """(unknowns,) int64, the fixed values; 0 at unknowns of the parts."""
    parts: tuple[Component, ...]
    """The components, ordered by least unknown."""
    contradiction: bool = False
    """Whether some light can never reach its goal."""

    def lift(self, outcomes: Sequence[Outcome], limit: int = 1) -> Outcome:
        """Combine the minimum solutions of all components into those of the whole system.

        Weights add up, numbers of minima multiply, and minima are those of the product of the
        parts' minima, the lexicographically least first.

        Args:
            outcomes: the outcomes of all parts, all optimal.
            limit: largest number of minima to list.
        """
        joined = [self.values]
        for part, outcome in zip(self.parts, outcomes, strict=True):
            extended = []
            for presses, minimum in islice(((a, b) for b in outcome.minima for a in joined), limit):
                whole = presses.copy()
                whole[part.unknowns] = minimum
                extended.append(whole)
            joined = extended
        counts = [outcome.count for outcome in outcomes if outcome.count is not None]
        return Outcome(
            Status.OPTIMAL,
            self.system.weight(self.values) + sum(outcome.weight for outcome in outcomes),
            tuple(tuple(x.tolist()) for x in joined),
            prod(counts) if len(counts) == len(outcomes) else None,
            all(outcome.canonical for outcome in outcomes),
        )

    def lift_known(self, parts: Sequence[Known]) -> Known:
        """Return bounds on the whole system, combined from the bounds on all components.

        Bounds add up; there are presses where each part has some.
        """
        fixed = self.system.weight(self.values)
        bound = fixed + sum(known.lower_bound for known in parts)
        presses, weight = self.values.copy(), fixed
        for part, known in zip(self.parts, parts, strict=True):
            if known.presses is None or known.weight is None:
                return Known(bound)
            presses[part.unknowns] = known.presses
            weight += known.weight
        return Known(bound, tuple(presses.tolist()), weight)

    def share(self, part: Component, known: Known) -> Known:
        """Return known presses restricted to a component, `Known()` if they do not solve it."""
        if known.presses is None:
            return Known()
        presses = np.array(known.presses, dtype=np.int64)[part.unknowns]
        if not part.system.solves(presses):
            return Known()
        return Known(0, tuple(presses.tolist()), part.system.weight(presses))


@dataclass(frozen=True, eq=False)
class _Lists:
    """Buttons and lights of a system, as lists that presolve changes in place."""

    columns: list[list[tuple[int, int]]]
    """(light, amount) pairs that a press of each button changes."""
    buttons_of: list[dict[int, int]]
    """Unfixed buttons of each light, with their amounts."""
    missing: list[int]
    """Amount that the unfixed buttons of each light must add."""
    values: list[int | None]
    """Fixed value of each button, or None."""


def left_whole(system: System) -> bool:
    """Return whether a system is too large to be split into components."""
    return max(system.matrix.entries, *system.matrix.shape) > MAX_ENTRIES


def presolve(system: System) -> Presolved:
    """Fix forced values and split the remaining system into independent components."""
    n = system.matrix.shape[1]
    whole = Presolved(system, np.zeros(n, dtype=np.int64), (Component(system, np.arange(n)),))
    if left_whole(system) or _is_whole(system.matrix):
        return whole
    lists = _as_lists(system)
    if not _force(lists, system.colours):
        return Presolved(system, whole.values, (), contradiction=True)
    # buttons that change nothing, but cost something, are never pressed
    for j, (column, price) in enumerate(zip(lists.columns, system.prices.tolist(), strict=True)):
        if lists.values[j] is None and not column and price:
            lists.values[j] = 0
    components = _components(lists)
    if len(components) == 1 and len(components[0]) == n:
        return whole
    missing = np.array(lists.missing, dtype=np.int64)
    values = np.array([value or 0 for value in lists.values], dtype=np.int64)
    parts = tuple(_part(system, missing, names) for names in components)
    return Presolved(system, values, parts)


@remembered
def _is_whole(matrix: SparseMatrix) -> bool:
    """Return True if array operations show that no button is forced and all are connected."""
    lights = matrix.shape[0]
    if not matrix.entries or np.diff(matrix.starts).min() == 0:
        return False
    if np.bincount(matrix.rows, minlength=lights).min() < 2:
        return False
    owner = matrix.columns_of_entries()
    label = np.arange(lights)
    for _ in range(SPREADS):
        least = np.minimum.reduceat(label[matrix.rows], matrix.starts[:-1])
        spread = label.copy()
        np.minimum.at(spread, matrix.rows, least[owner])
        # pointer jumping: each label is itself a light of the same component
        spread = np.minimum(spread, spread[spread])
        if not spread.any():
            return True
        if np.array_equal(spread, label):
            return False
        label = spread
    return False


def _as_lists(system: System) -> _Lists:
    starts = system.matrix.starts.tolist()
    entries = list(zip(system.matrix.rows.tolist(), system.matrix.values.tolist(), strict=True))
    columns = [entries[start:end] for start, end in pairwise(starts)]
    buttons_of: list[dict[int, int]] = [{} for _ in range(system.lights)]
    for j, column in enumerate(columns):
        for light, amount in column:
            buttons_of[light][j] = amount
    return _Lists(columns, buttons_of, system.syndrome.tolist(), [None] * len(columns))


def _force(lists: _Lists, c: int) -> bool:
    """Fix each button that a light forces, repeatedly, and return False on a contradiction.

    Returns:
        Whether every light without unfixed buttons has reached its goal.
    """
    buttons_of, missing = lists.buttons_of, lists.missing
    waiting = [light for light, buttons in enumerate(buttons_of) if len(buttons) < 2]
    while waiting:
        first = waiting.pop()
        if not buttons_of[first]:
            if missing[first]:
                return False
            continue
        ((j, unit),) = buttons_of[first].items()
        if gcd(unit, c) != 1:
            continue
        value = missing[first] * pow(unit, -1, c) % c
        lists.values[j] = value
        for light, amount in lists.columns[j]:
            missing[light] = (missing[light] - amount * value) % c
            del buttons_of[light][j]
            if len(buttons_of[light]) < 2:
                waiting.append(light)
    return True


def _components(lists: _Lists) -> list[list[int]]:
    """Return the unfixed unknowns of each component, ascending."""
    seen = [value is not None for value in lists.values]
    light_seen = [False] * len(lists.buttons_of)
    components = []
    for first in range(len(seen)):
        if seen[first]:
            continue
        seen[first] = True
        found, stack = [], [first]
        while stack:
            j = stack.pop()
            found.append(j)
            for light, _ in lists.columns[j]:
                if light_seen[light]:
                    continue
                light_seen[light] = True
                fresh = [other for other in lists.buttons_of[light] if not seen[other]]
                for other in fresh:
                    seen[other] = True
                stack.extend(fresh)
        components.append(sorted(found))
    return components


def _part(system: System, syndrome: IntArray, names: list[int]) -> Component:
    unknowns = np.array(names, dtype=np.int64)
    columns = system.matrix.take_columns(unknowns)
    lights = np.unique(columns.rows).astype(np.int64)
    part = System(
        columns.take_rows(lights), syndrome[lights], system.prices[unknowns], system.per_button
    )
    return Component(part, unknowns)


_TELLING_SECONDS = 0.2
"""Least seconds between two reports of a component's bounds."""


def minimise_system(system: System, engine: str, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Return minimum solutions of a system, found by presolve and an engine for each component."""
    whole = left_whole(system) or isinstance(system, WholeSystem)
    if engine != "auto":
        row = find_engine(engine)
        if row.raw or whole:
            refuse(row, system, wanted)
            return FoundOutcome(row.minimise(system, wanted, watch), (row.name,))
    if whole:
        return run_ways(system, wanted, watch)
    settled = presolve(system)
    if settled.contradiction:
        return FoundOutcome(Outcome(Status.INFEASIBLE), ("presolve",))
    return minimise_parts(settled, engine, wanted, watch)


def refuse(engine: Engine, system: System, wanted: Wanted) -> None:
    """Raise an error if the engine that the user named cannot take the system.

    Raises:
        UsageError: When it cannot take the system, or needs more memory than permitted.
    """
    refusal = engine.refusal(system)
    if not refusal and wanted.memory < MEMORY and (offer := engine.offer(system)) is not None:
        refusal = offer.too_large(wanted.memory)  # built-in engines never need more than MEMORY
    if refusal:
        raise UsageError(f"engine {engine.name} cannot take this puzzle: {refusal}")


def confirmed(system: System, found: FoundOutcome, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Repeat the proof of a floating-point result with an exact engine.

    The watch has the presses, so the engine begins with them and only has to prove that nothing
    weighs less.

    Raises:
        DisagreementError: When the exact engine disagrees.
        LimitReached: When the time limit is reached before the proof.
    """
    claim = found.outcome
    proof = minimise_system(system, "auto", wanted, watch)
    if (claim.status, claim.weight) != (proof.outcome.status, proof.outcome.weight):
        raise DisagreementError(
            f"{found.engine} says {_in_words(claim)}, {proof.engine} proves "
            f"{_in_words(proof.outcome)}: please report this puzzle"
        )
    return replace(found, confirmed_by=proof.engines)


def _in_words(outcome: Outcome) -> str:
    if outcome.status is Status.INFEASIBLE:
        return "there is no solution"
    return f"the minimum is {outcome.weight}"


def minimise_parts(settled: Presolved, engine: str, wanted: Wanted, watch: Watch) -> FoundOutcome:
    """Minimise each component and combine the results.

    Args:
        settled: the result of presolve.
        engine: ``"auto"`` or an engine's name.
        wanted: the request.
        watch: the time limit; receives bounds on the whole system during the search.

    Raises:
        UsageError: When the engine cannot take a component.
    """
    several = len(settled.parts) > 1  # its engine finds a single component unsolvable
    if several and any(isinstance(p.system.first, Unsolvable) for p in settled.parts):
        return FoundOutcome(Outcome(Status.INFEASIBLE), ("elimination",))
    finished: list[Outcome] = []
    names: list[str] = []
    notes: list[str] = []
    for part in settled.parts:
        inner, tell_whole = _part_watch(settled, finished, watch)
        inner.start_from(settled.share(part, watch.known))
        try:
            if engine == "auto":
                found = run_ways(part.system, wanted, inner)
            else:
                row = find_engine(engine)
                refuse(row, part.system, wanted)
                found = FoundOutcome(row.minimise(part.system, wanted, inner), (row.name,))
        except (LimitReached, KeyboardInterrupt):
            tell_whole()
            raise
        notes += found.notes
        if found.outcome.status is Status.INFEASIBLE:
            return FoundOutcome(Outcome(Status.INFEASIBLE), found.engines, tuple(notes))
        finished.append(found.outcome)
        names += found.engines
    return FoundOutcome(
        settled.lift(finished, max(wanted.minima, 1)),
        tuple(dict.fromkeys(names)) or ("presolve",), tuple(dict.fromkeys(notes)),
    )  # fmt: skip


def _part_watch(
    settled: Presolved, finished: list[Outcome], whole: Watch
) -> tuple[Watch, Callable[[], None]]:
    """Return the watch of a component, and a function that reports to the whole system's watch.

    Bounds of parts add up, and so do solutions; those of one part alone are no bounds on the whole.
    So sums over all parts are reported to the whole from time to time during the search.

    Args:
        settled: the result of presolve.
        finished: minima of the finished components, in order; the caller appends to it.  The
            next component is the one being searched.
        whole: the watch of the whole.
    """
    told: tuple[int, int | None] = (0, None)
    due = time.monotonic() + _TELLING_SECONDS

    def tell() -> None:
        nonlocal told, due
        told, due = news(), time.monotonic() + _TELLING_SECONDS
        known = [Known(one.weight, one.minima[0], one.weight) for one in finished]
        known.append(inner.known)
        known += [first_known(part.system) for part in settled.parts[len(known) :]]
        whole.heard(settled.lift_known(known))

    def news() -> tuple[int, int | None]:
        return inner.lower_bound, inner.best_weight

    def tell_now_and_then(done: int, total: int) -> None:
        if news() != told and time.monotonic() >= due:
            tell()

    def later(*_: object) -> None:
        """Do nothing: `tell_now_and_then` reports the new bounds."""

    inner = whole.child(on_improved=later, on_bound=later, stop=tell_now_and_then)
    return inner, tell
