"""The search by pairs of sums as long work: a band of forms a unit, done anywhere in any order.

A search of a few million pairs gives a solution whose sum is the *goal*.  Fixed thresholds t + t'
<= goal + 1 prove that every vector that reaches the goal has A + B >= t or C + D >= t' (`pairs`).
A unit is one half and a *band* of its second group's forms, band i of n: its pairs are those of
the half whose second form lies there and whose sum reaches the threshold.  In the second half what
reaches the threshold of the first is left out, so each vector is met in one band, and numbers add
up.  Ties are always met, so the answer is that of a single search which counts: the least minima
and the number of minima.

Every process makes the four groups' sums once for all its bands; they are kept with the system.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters.engine import QuartersPlan, plan_of
from lo_exact.engines.quarters.memory import QuartersSizes
from lo_exact.engines.quarters.pairs import Halves, cheapest, descended, halves_of
from lo_exact.engines.quarters.tally import Best
from lo_exact.errors import UsageError
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.collect import collect
from lo_exact.runners.ledger import Record
from lo_exact.runners.work import Order, Where, Work, refuse_cutting

LEAST_BANDS, MOST_BANDS = 16, 256
"""About so many bands a search is cut into, wherever it is done."""

BAND_PAIRS = 2**21
"""Expected pairs of a band where that gives neither fewer nor more: about 0.1 s of CPU.  A band
costs 1 to 6 ms besides its pairs."""

FIRST_PAIRS = 2**22
"""Pairs that are visited for the goal."""


@dataclass(frozen=True)
class Bands:
    """The bands into which a search is cut."""

    goal: int
    """a sum that is reached."""
    thresholds: tuple[int, int]
    """Of both halves."""
    numbers: tuple[int, int]
    """Of bands, of both halves."""
    minima: int
    """List so many minima."""
    sizes: QuartersSizes
    """What each process holds; any will do for any band."""


Spec = tuple[System, Bands]

_made: WeakKeyDictionary[System, Halves] = WeakKeyDictionary()


def minimise_in_bands(
    system: System,
    wanted: Wanted,
    watch: Watch,
    where: Where,
    puzzle_sha256: str,
    *,
    bands: int = 0,
    first_pairs: int = FIRST_PAIRS,
    sizes: QuartersSizes | None = None,
) -> Outcome:
    """Find the minimum and the number of minima, band by band.

    Args:
        system: what to solve.
        wanted: what to find out.
        watch: the clock; told of bands done, of the first look's bound, and of the best met.
        where: who visits bands, and where what they found is kept.
        puzzle_sha256: hash of the puzzle, kept in every record.
        bands: about how many, each half at least one, no more than there are forms; 0 for what
            the expected pairs are worth.
        first_pairs: pairs that are visited for the goal.
        sizes: what each process holds, if not the most that the memory allows.

    Raises:
        UsageError: When the buttons do not fall into four groups.
        LimitReached: When it takes more memory, or the clock says so.
        InputError: When the ledger is torn or belongs to something else.
    """
    found, plan = system.solutions, plan_of(system)
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    if plan.refusal:
        raise UsageError(f"quarters does not take this puzzle: {plan.refusal}")
    if plan.groups is None:  # one solution, or two
        refuse_cutting(where, "few solutions")
        return coset.minimise(system, wanted, watch)
    sizes = sizes or plan.sizes(system, wanted.memory)
    made = _halves(system, plan, sizes, watch.check)
    goal = _goal(system, plan, made, watch, first_pairs)
    spec = system.bare(), _cut(made, goal, max(wanted.minima, 1), bands)
    cut = spec[1]
    about = {
        "puzzle": puzzle_sha256, "groups": _groups_sha256(plan), "goal": cut.goal,
        "thresholds": list(cut.thresholds), "bands": list(cut.numbers), "minima": cut.minima,
    }  # fmt: skip
    order = Order(
        "pairs of sums", "", f"{__name__}:visit_bands", about, spec,
        "bands", sum(cut.numbers),
    )  # fmt: skip

    def arrived(record: Record) -> None:
        if record.result["count"] and record.result["sum"] > cut.goal:
            _told(system, plan, _keys(record), watch)

    records = collect(Work(order, ready=(system, cut)), where, watch, arrived)
    top = max(record.result["sum"] for record in records)
    best = [one for one in records if one.result["sum"] == top and one.result["count"]]
    keys = sorted(key for record in best for key in _keys(record))[: cut.minima]
    minima = _presses(system, plan, keys)
    weight = system.weight(np.array(minima[0]))
    count = sum(record.result["count"] for record in best) if wanted.count else None
    return Outcome(Status.OPTIMAL, weight, tuple(minima), count, canonical=True)


def _goal(system: System, plan: QuartersPlan, made: Halves, watch: Watch, most: int) -> int:
    """Return the best sum of so many pairs; the watch gets its presses and a bound."""
    total = int(system.prices.sum())

    def look(done: int, expected: float, best: Best, at_most: int) -> None:
        watch.bound(-(-(total - at_most) // 2))
        watch.check()

    best = descended(made, plan.columns.dtype, ties=False, limit=1, look=look, most=most)
    _told(system, plan, best.first.tolist()[:1], watch)
    return best.sum


def _cut(made: Halves, goal: int, minima: int, bands: int) -> Bands:
    """Cut the search for a sum that is at least the goal."""
    halves = made.halves
    above = [half.top + 1 for half in halves]
    low = (
        (above[0], goal + 1 - above[0])
        if sum(above) <= goal + 1
        else cheapest(halves, above, goal + 1)
    )
    pairs = [float(half.pairs(t)) for half, t in zip(halves, low, strict=True)]
    if not bands:
        bands = int(min(max(sum(pairs) / BAND_PAIRS, LEAST_BANDS), MOST_BANDS))
    first = min(max(round(bands * pairs[0] / max(sum(pairs), 1.0)), 1), max(bands - 1, 1))
    forms = [1 << len(half.own[1].pivots) for half in halves]
    numbers = min(first, forms[0]), min(max(bands - first, 1), forms[1])
    return Bands(goal, low, numbers, minima, made.sizes)


def visit_bands(
    spec: Spec, low: int, high: int, given: None, check: Callable[[int], None]
) -> dict[str, Any]:
    """Visit some bands; return the best sum met, how often, and the first keys (hexadecimal).

    Args:
        spec: the system, and how it is cut.
        low: first band; those of the first half come first.
        high: one past the last.
        given: nothing.
        check: called often with bands done; may raise.
    """
    system, cut = spec
    plan = plan_of(system)
    made = _halves(system, plan, cut.sizes, lambda: check(0))
    best = Best(cut.goal, cut.minima, np.zeros(1, dtype=plan.columns.dtype), most=cut.sizes.listed)
    for number in range(low, high):
        which = int(number >= cut.numbers[0])
        half, other = made.halves[which], made.halves[1 - which]
        # the first half is visited first: nothing of it has been seen in the other
        seen = cut.thresholds[0] if which else other.top + 1
        band = number - which * cut.numbers[0], cut.numbers[which]
        for _ in half.visit(cut.thresholds[which], half.top + 1, seen, best, band):
            check(number - low)
    first = best.first.tolist() if best.count else []
    return {"sum": best.sum, "count": best.count, "first": [f"{key:x}" for key in first]}


def _halves(
    system: System, plan: QuartersPlan, sizes: QuartersSizes, pause: Callable[[], object]
) -> Halves:
    """Return the groups' sums; they are kept as long as the system is."""
    kept = _made.get(system)
    if kept is not None and kept.sizes == sizes:
        return kept
    _made.pop(system, None)
    del kept  # the new tables are made without the old ones
    assert plan.basis is not None
    assert plan.groups is not None
    made = halves_of(
        len(plan.basis.pivots), plan.columns, plan.amounts(system), plan.groups.buttons,
        pause, plan.groups.parts, sizes,
    )  # fmt: skip
    _made[system] = made
    return made


def _groups_sha256(plan: QuartersPlan) -> str:
    """Return the hash of kernel and groups: what keys and forms mean."""
    assert plan.basis is not None
    assert plan.groups is not None
    digest = hashlib.sha256(np.packbits(plan.basis.rows).tobytes())
    groups = [group.tolist() for group in plan.groups.buttons]
    digest.update(json.dumps([groups, list(plan.basis.rows.shape)]).encode())
    return digest.hexdigest()


def _keys(record: Record) -> list[int]:
    return [int(key, 16) for key in record.result["first"]]


def _told(system: System, plan: QuartersPlan, keys: list[int], watch: Watch) -> None:
    """Tell the watch the first of some solutions."""
    presses = _presses(system, plan, keys[:1])[0]
    watch.improved(presses, system.weight(np.array(presses)))


def _presses(system: System, plan: QuartersPlan, keys: list[int]) -> list[Presses]:
    """Return solutions by their keys, multiplied out."""
    assert plan.basis is not None
    least = plan.least(system)
    found = [plan.basis.solution(least, key) for key in keys]
    assert all(system.solves(presses) for presses in found)
    return [tuple(presses.tolist()) for presses in found]
