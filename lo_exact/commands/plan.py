"""Command ``lo-exact plan``: estimate the cost of solving."""

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

from lo_exact.commands.minimum import Count
from lo_exact.commands.shared.answer import allow_long_numbers, print_json, rough_time
from lo_exact.commands.shared.options import Json, Memory, Quiet, memory_allowed, takes_puzzle

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle
    from lo_exact.solver.forecast import Forecast, PartForecast
    from lo_exact.solver.running import Way

SHOWN = 20
"""Largest number of components to list."""


@takes_puzzle
def plan(
    puzzle: "Puzzle",
    json: Json = False,
    count: Count = False,
    memory: Memory = None,
    quiet: Quiet = False,
) -> int:
    """Estimate time and memory of finding the minimum, without solving; name structure and engine.

    The plan lists the engines that min would run: which one starts, and which ones join after how
    much CPU time. Times are within a factor of two on most boards. A time marked as a guess may
    be far off. Boards with --colours none cannot be estimated.

    Example: lo-exact plan data/boards/all-on-5x5.txt
    """
    from lo_exact.solver.forecast import plan as planned

    found = planned(puzzle, count=count, memory=memory_allowed(memory))
    allow_long_numbers()
    if json:
        print_json(as_json(found, puzzle.sha256))
    else:
        print(_as_text(found))
    return 0


def as_json(found: "Forecast", sha256: str) -> dict[str, Any]:
    """Return a forecast as JSON values."""
    known: dict[str, Any] = {
        "lights": found.lights,
        "buttons": found.buttons,
        "colours": found.colours,
        "entries": found.entries,
        "solvable": found.solvable,
        "solutions_total": found.solutions if found.solvable else 0,
        "solutions_if_solvable": found.solutions,
    }
    if found.nullity is not None:
        known |= {"nullity": found.nullity, "rank": found.rank}
    parts = [
        {
            "lights": part.lights,
            "buttons": part.unknowns,
            **_way_json(part.main),
            "seconds": None if part.seconds is None else round(part.seconds, 3),
            "ways": [
                _way_json(way)
                | {"patience_seconds": round(way.patience, 3) if isfinite(way.patience) else None}
                for way in part.ways
            ],
        }
        for part in found.parts
    ]
    rest = {"classes": found.classes, "free": found.free, "components": parts}
    return known | rest | {"puzzle_sha256": sha256}


def _way_json(way: "Way") -> dict[str, Any]:
    offer = way.offer
    return {
        "engine": "+".join(way.engines),
        "why": way.why,
        "work": offer.work if offer else None,
        "seconds": round(offer.seconds, 3) if offer else None,
        "memory_bytes": offer.memory if offer else None,
    }


def _as_text(found: "Forecast") -> str:
    lines = [
        f"{found.lights} lights, {found.buttons} buttons, {found.colours} colours, "
        f"{found.entries} entries"
    ]
    many = f"a solvable board has {found.solutions} solutions"
    if found.nullity is not None:
        many = f"rank {found.rank}, nullity {found.nullity}: {many}"
    lines += [
        many,
        f"{found.classes} classes of buttons in quiet patterns; "
        f"{found.free} buttons are in no pattern",
    ]
    if not found.solvable:
        lines.append("unsolvable: elimination has the proof, nothing is left to do")
        return "\n".join(lines)
    lines.append(f"{len(found.parts)} components" if len(found.parts) != 1 else "1 component")
    lines += [f"  {_part_text(part)}" for part in found.parts[:SHOWN]]
    if len(found.parts) > SHOWN:
        lines.append(f"  ... and {len(found.parts) - SHOWN} more")
    offers = [part.main.offer for part in found.parts if part.main.offer is not None]
    if len(offers) == len(found.parts):
        seconds = sum(part.seconds or 0.0 for part in found.parts)
        memory = max((offer.memory or 0 for offer in offers), default=0)
        said = f"{memory // 2**20} MiB" if memory >= 2**20 else "less than 1 MiB"
        lines.append(f"in all about {rough_time(seconds)} of CPU and {said}")
    else:
        lines.append("in all: the time cannot be predicted; a --time-limit gives best and bound")
    return "\n".join(lines)


def _part_text(part: "PartForecast") -> str:
    lines = [f"{part.lights} lights, {part.unknowns} buttons: {_way_text(part.ways[0])}"]
    for before, way in pairwise(part.ways):
        begins = "then" if before.trial else "joined by"
        lines.append(f"    after {rough_time(before.patience)} of CPU {begins} {_way_text(way)}")
    return "\n".join(lines)


def _way_text(way: "Way") -> str:
    if not way.engines:
        return f"no engine takes it ({way.why})"
    cost, offer = "", way.offer
    if offer is not None and offer.seconds > 0:
        visits = f"{offer.work:,} to visit, " if offer.work is not None else ""
        most = "" if offer.late is None else f" to {rough_time(offer.late)}, a guess"
        cost = f"; {visits}about {rough_time(offer.seconds)}{most}"
    return f"{'+'.join(way.engines)} ({way.why}){cost}"
