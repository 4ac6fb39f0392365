"""Random small levels, and plain searches to compare engines with, sharing no code with them."""

from collections import deque
from random import Random

from lo_exact.walk.levels.level import Level, level_of_places

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def small_level(chance: Random, most: int) -> Level:
    """Any shape of up to so many cells, a third with painted cells, some in pieces."""
    rows, columns = chance.randint(1, 6), chance.randint(1, 6)
    places = [(r, c) for r in range(rows) for c in range(columns)]
    cells = min(chance.randint(1, most), len(places))
    if chance.random() < 0.1:
        free = chance.sample(places, cells)
    else:
        free = [chance.choice(places)]
        dense = chance.random()
        while len(free) < cells:
            place = chance.choice(places)
            touching = sum((place[0] + d, place[1] + r) in free for d, r in STEPS.values())
            if place not in free and touching and (touching == 1 or chance.random() < dense):
                free.append(place)
            elif chance.random() < 0.02:
                dense = 1
    share = chance.choice([0, 0, 0.5])
    return level_of_places(
        free,
        chance.choice(free),
        [place for place in free if chance.random() < share],
        on_empty=chance.random() < 0.15,
    )


def neighbours(level: Level) -> list[list[int]]:
    name = {place: v for v, place in enumerate(level.cells)}
    return [
        [name[r + d, c + e] for d, e in STEPS.values() if (r + d, c + e) in name]
        for r, c in level.cells
    ]


def fewest(level: Level) -> int:
    """The fewest steps by breadth-first search over (token, paintings), or -1."""
    near = neighbours(level)
    first = (level.start, level.painted)
    seen = {first}
    ahead = deque([(first, 0)])
    while ahead:
        (here, painted), steps = ahead.popleft()
        if all(painted):
            return steps
        for there in near[here]:
            new = (there, (*painted[:there], not painted[there], *painted[there + 1 :]))
            if new not in seen:
                seen.add(new)
                ahead.append((new, steps + 1))
    return -1


Solution = tuple[frozenset[tuple[tuple[int, int], int]], int]
"""((pair of cells, how often it is walked), ...) and the end."""


def all_shortest(level: Level) -> set[Solution]:
    """Every shortest solution, by enumeration."""
    near = neighbours(level)
    layer: dict = {(level.start, level.painted): {frozenset()}}
    seen = set(layer)
    while layer:
        goals = {(one, v) for (v, done), ways in layer.items() if all(done) for one in ways}
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
