"""The truth about walks, numbered as the package numbers a level."""

from lo_exact.parity_walks.ground import ground_of
from tests.parity_walks.enumerated import all_shortest


def shortest_counts(level):
    """(counts, end) of every shortest solution, numbered as the ground is."""
    ground = ground_of(level)
    name = {place: v for v, place in enumerate(ground.places)}
    edge = {pair: e for e, pair in enumerate(ground.edges)}
    for times, end in all_shortest(level):
        counts = [0] * len(ground.edges)
        for (u, v), often in times:
            counts[edge[name[level.cells[u]], name[level.cells[v]]]] = often
        yield tuple(counts), name[level.cells[end]]
