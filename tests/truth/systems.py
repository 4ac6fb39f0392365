"""The truth about small systems, by nested loops over Python integers."""

from dataclasses import dataclass
from itertools import product

from lo_exact.puzzle import System


@dataclass(frozen=True)
class Truth:
    """The minimum weight (-1: unsolvable) and all minima in lexicographic order."""

    weight: int
    minima: tuple[tuple[int, ...], ...]


def truth(system: System) -> Truth:
    c, n = system.colours, system.unknowns
    rows = system.matrix.to_dense().tolist()
    wanted = system.syndrome.tolist()
    prices = system.prices.tolist()
    found: dict[int, list[tuple[int, ...]]] = {}
    for x in product(range(c), repeat=n):
        if all(
            (sum(a * v for a, v in zip(row, x, strict=True)) - s) % c == 0
            for row, s in zip(rows, wanted, strict=True)
        ):
            cost = sum(
                p * ((v > 0) if system.per_button else v) for p, v in zip(prices, x, strict=True)
            )
            found.setdefault(cost, []).append(x)
    if not found:
        return Truth(-1, ())
    return Truth(min(found), tuple(found[min(found)]))
