"""Plain searches over small levels, to compare engines with, sharing no code with them."""

from collections import deque

from lo_exact.parity_walks.level import WalkLevel

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def neighbours(level: WalkLevel) -> list[list[int]]:
    name = {place: v for v, place in enumerate(level.cells)}
    return [
        [name[r + d, c + e] for d, e in STEPS.values() if (r + d, c + e) in name]
        for r, c in level.cells
    ]


def fewest(level: WalkLevel) -> int:
    """The fewest steps by breadth-first search over (token, paintings), or -1."""
    near = neighbours(level)
    first = (level.start, level.painted)
    seen = {first}
    ahead = deque([(first, 0)])
    while ahead:
        (here, painted), steps = ahead.popleft()
        if all(painted) and level.end in (-1, here):
            return steps
        for there in near[here]:
            new = (there, (*painted[:there], not painted[there], *painted[there + 1 :]))
            if new not in seen:
                seen.add(new)
                ahead.append((new, steps + 1))
    return -1


Solution = tuple[frozenset[tuple[tuple[int, int], int]], int]
"""((pair of cells, how often it is walked), ...) and the end."""


def all_shortest(level: WalkLevel) -> set[Solution]:
    """Every shortest solution, by enumeration."""
    near = neighbours(level)
    layer: dict = {(level.start, level.painted): {frozenset()}}
    seen = set(layer)
    while layer:
        goals = {
            (one, v)
            for (v, done), ways in layer.items()
            if all(done) and level.end in (-1, v)
            for one in ways
        }
        if goals:
            return goals
        ahead: dict = {}
        for (here, painted), all_ways in layer.items():
            for there in near[here]:
                new = (there, (*painted[:there], not painted[there], *painted[there + 1 :]))
                if new in seen:
                    continue
                pair = (min(here, there), max(here, there))
                for ways in all_ways:
                    times = dict(ways)
                    times[pair] = times.get(pair, 0) + 1
                    ahead.setdefault(new, set()).add(frozenset(times.items()))
        seen |= ahead.keys()
        layer = ahead
    return set()
