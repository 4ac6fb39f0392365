"""Random small levels of walks."""

from random import Random

from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level import WalkLevel, level_of_places

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def small_level(chance: Random, most: int) -> WalkLevel:
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
            touching = sum((place[0] + d, place[1] + r) in free for d, r in STEPS)
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


def solvable_levels(seed, count, most=9):
    chance = Random(seed)
    found = []
    while len(found) < count:
        level = small_level(chance, most)
        if not level.unpaintable and ground_of(level).empty_cells:
            found.append(level)
    return found
