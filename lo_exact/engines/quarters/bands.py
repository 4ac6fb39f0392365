"""One search by pairs in pieces that know nothing of each other.

`pieces` says what is to be done, `run` does one of them and returns a record, `merged` makes of all
records the answer that one search gives.  Pieces and records are JSON values; a piece may run in
any process, on any machine, in any order, more than once.

A search of a few million pairs gives a solution whose sum is the *goal*.  Fixed thresholds t + t'
<= goal + 1 prove that every vector that reaches the goal has A + B >= t or C + D >= t' (`pairs`).
A piece is one half and a *band* of its second group's forms, band i of n: it visits the pairs of
the half whose second form lies there and whose sum reaches the threshold.  In the second half what
reaches the threshold of the first is left out, so each vector is met in one piece, and numbers add
up.

Every process makes the four groups' sums once for all its pieces; they are kept with the system.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from lo_exact.engines.quarters.engine import Plan, plan_of
from lo_exact.engines.quarters.memory import Sizes
from lo_exact.engines.quarters.pairs import Halves, cheapest, descended, halves_of
from lo_exact.engines.quarters.tally import Best
from lo_exact.errors import InputError, UsageError
from lo_exact.outcome import MEMORY, Outcome, Status, Watch
from lo_exact.puzzle import System

Json = dict[str, Any]

FORMAT = "lo-exact quarters 1"

FIRST_PAIRS = 2**22
"""Pairs that are visited for the goal."""

_made: WeakKeyDictionary[System, tuple[Sizes, Halves]] = WeakKeyDictionary()


def pieces(
    system: System,
    puzzle_sha256: str,
    number: int,
    watch: Watch,
    *,
    minima: int = 1,
    memory: int = MEMORY,
) -> list[Json]:
    """Return the pieces of a search for the minimum, the number of minima, and the first of them.

    Args:
        system: what to solve; solvable, with four solutions or more.
        puzzle_sha256: hash of the puzzle, kept in the pieces.
        number: about how many pieces, each half at least one; no more than there are forms.
        watch: the clock of the first look; it is told the best presses and a bound.
        minima: list so many minima.
        memory: bytes that it may take, about.

    Raises:
        UsageError: When the buttons do not fall into four groups.
        LimitReached: When it takes more memory.
    """
    plan, made = _taken_apart(system, watch, memory)
    assert plan.basis is not None
    best = descended(
        made, plan.columns.dtype, ties=False, limit=1, look=lambda *_: watch.check(),
        most=FIRST_PAIRS,
    )  # fmt: skip
    presses = _presses(system, plan, best.first.tolist()[:1])[0]
    watch.improved(presses, system.weight(np.array(presses)))
    goal, halves = best.sum, made.halves
    above = [half.top + 1 for half in halves]
    low = (
        (above[0], goal + 1 - above[0])
        if sum(above) <= goal + 1
        else cheapest(halves, above, goal + 1)
    )
    pairs = [float(half.pairs(t)) for half, t in zip(halves, low, strict=True)]
    first = min(max(round(number * pairs[0] / max(sum(pairs), 1.0)), 1), max(number - 1, 1))
    found = []
    for half, bands in enumerate((first, max(number - first, 1))):
        bands = min(bands, 1 << len(halves[half].own[1].pivots))
        for band in range(bands):
            found.append({
                "format": FORMAT, "puzzle_sha256": puzzle_sha256, "groups": _groups_sha256(plan),
                "goal": goal, "thresholds": list(low), "half": half, "band": band, "bands": bands,
                "minima": minima,
            })  # fmt: skip
    return found


def run(system: System, piece: Json, watch: Watch, *, memory: int = MEMORY) -> Json:
    """Visit one piece and return its record.

    Args:
        system: the system of `pieces`.
        piece: one of them.
        watch: the clock; it is told the best presses met.
        memory: bytes that it may take, about; any will do for any piece.

    Raises:
        InputError: When the piece belongs to another puzzle or another cut of this one.
        LimitReached: When the clock says so, or it takes more memory; nothing is kept of the piece
            then.
    """
    plan, made = _taken_apart(system, watch, memory)
    _check(piece, plan)
    half, other = made.halves[piece["half"]], made.halves[1 - piece["half"]]
    low = piece["thresholds"]
    # the first half is visited first: nothing of it has been seen in the other
    seen = low[0] if piece["half"] == 1 else other.top + 1
    best = Best(piece["goal"], piece["minima"], np.zeros(1, dtype=plan.columns.dtype))
    visited = 0
    band = piece["band"], piece["bands"]
    for pairs in half.visit(low[piece["half"]], half.top + 1, seen, best, band):
        visited += pairs
        watch.check(visited)
    first = best.first.tolist() if best.count else []
    if first:
        presses = _presses(system, plan, first[:1])[0]
        watch.improved(presses, system.weight(np.array(presses)))
    return {
        "piece": piece, "sum": best.sum, "count": best.count,
        "first": [f"{key:x}" for key in first], "pairs": visited,
    }  # fmt: skip


def merged(system: System, records: Iterable[Json]) -> Outcome:
    """Return the answer of all pieces, the same as one search gives with ``count=True``.

    Args:
        system: the system of `pieces`.
        records: of all pieces, in any order; a piece may stand there more than once.

    Raises:
        InputError: When a piece is missing, or records belong to different searches, or two of one
            piece say different things.
    """
    plan = _plan(system)
    assert plan.basis is not None
    found: dict[tuple[int, int], Json] = {}
    whole = None
    bands = [0, 0]
    for record in records:
        piece = record["piece"]
        _check(piece, plan)
        same = {k: v for k, v in piece.items() if k not in ("half", "band", "bands")}
        if whole not in (None, same):
            raise InputError("records of different searches")
        whole = same
        bands[piece["half"]] = bands[piece["half"]] or piece["bands"]
        at = piece["half"], piece["band"]
        if found.setdefault(at, record) != record or piece["bands"] != bands[piece["half"]]:
            raise InputError(f"two records of half {at[0]}, band {at[1]} differ")
    wanted = {(half, band) for half in (0, 1) for band in range(max(bands[half], 1))}
    missing = sorted(wanted - found.keys())
    if missing or whole is None:
        raise InputError(f"{len(missing)} pieces are missing, the first {missing[:1]}")
    top = max(record["sum"] for record in found.values())
    best = [record for record in found.values() if record["sum"] == top and record["count"]]
    keys = sorted(int(key, 16) for record in best for key in record["first"])[: whole["minima"]]
    minima = _presses(system, plan, keys)
    weight = system.weight(np.array(minima[0]))
    count = sum(record["count"] for record in best)
    return Outcome(Status.OPTIMAL, weight, tuple(minima), count, canonical=True)


def _check(piece: Json, plan: Plan) -> None:
    if piece.get("format") != FORMAT:
        raise InputError(f"wanted a piece of {FORMAT}")
    if piece["groups"] != _groups_sha256(plan):
        raise InputError("the piece belongs to another puzzle, or to other groups of its buttons")


def _groups_sha256(plan: Plan) -> str:
    """Return the hash of kernel and groups: what keys and forms mean."""
    assert plan.basis is not None
    assert plan.groups is not None
    digest = hashlib.sha256(np.packbits(plan.basis.rows).tobytes())
    groups = [group.tolist() for group in plan.groups.buttons]
    digest.update(json.dumps([groups, list(plan.basis.rows.shape)]).encode())
    return digest.hexdigest()


def _plan(system: System) -> Plan:
    plan = plan_of(system)
    if plan.refusal or plan.groups is None:
        raise UsageError(f"no pieces of this puzzle: {plan.refusal or 'it has few solutions'}")
    return plan


def _taken_apart(system: System, watch: Watch, memory: int) -> tuple[Plan, Halves]:
    plan = _plan(system)
    sizes = plan.sizes(system, memory)
    kept = _made.get(system)
    if kept is not None and kept[0] == sizes:
        return plan, kept[1]
    _made.pop(system, None)
    del kept  # the new tables are made without the old ones
    assert plan.basis is not None
    assert plan.groups is not None
    made = halves_of(
        len(plan.basis.pivots), plan.columns, plan.amounts(system), plan.groups.buttons,
        watch.check, plan.groups.parts, sizes,
    )  # fmt: skip
    _made[system] = sizes, made
    return plan, made


def _presses(system: System, plan: Plan, keys: list[int]) -> list[tuple[int, ...]]:
    """Return solutions by their keys, multiplied out."""
    assert plan.basis is not None
    least = plan.least(system)
    found = [plan.basis.solution(least, key) for key in keys]
    assert all(system.solves(presses) for presses in found)
    return [tuple(presses.tolist()) for presses in found]
