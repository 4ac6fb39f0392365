"""Engine `dual` against enumeration: ``python -m tests.campaigns.dual --count 20000``.

Random systems of two colours and one price, up to 12 buttons and 20 lights, dense and sparse,
dependent lights, solvable or not: weight, count and list of all minima, and the number of solutions
of each weight.
"""

import sys

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.weights.dual import dual_counts
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.campaigns import frame

ASKED = (Wanted(), Wanted(count=True), Wanted(minima=10**6, count=True, canonical=True))


def random_system(rng):
    """A system of at most 12 buttons."""
    buttons, lights = int(rng.integers(1, 13)), int(rng.integers(0, 21))
    matrix = (rng.random((lights, buttons)) < rng.choice([0.1, 0.3, 0.5])).astype(np.int64)
    if lights > 2 and rng.random() < 0.5:
        matrix[lights // 2 :] = matrix[: lights - lights // 2]
    syndrome = matrix @ rng.integers(0, 2, buttons) % 2
    if rng.random() < 0.1:
        syndrome = rng.integers(0, 2, lights)
    price = int(rng.choice([1, 1, 1, 3, 2**31]))
    return System(from_dense(matrix, 2), syndrome, np.full(buttons, price, dtype=np.int64))


def by_weight(system):
    """All solutions by weight, all press vectors multiplied out."""
    numbers = np.arange(1 << system.unknowns)
    presses = numbers[:, None] >> np.arange(system.unknowns)[::-1] & 1
    right = (presses @ system.matrix.to_dense().T % 2 == system.syndrome).all(axis=1)
    found = {}
    for x, cost in zip(presses[right].tolist(), (presses @ system.prices)[right], strict=True):
        found.setdefault(int(cost), []).append(tuple(x))
    return dict(sorted(found.items()))


def judge(rng, given):
    """Judge the answers about one system."""
    system = random_system(rng)
    right = by_weight(system)
    weight = next(iter(right), -1)
    for wanted in ASKED:
        found = find_engine("dual").minimise(system, wanted, Watch())
        said = ""
        if not right:
            said = "" if found.status is Status.INFEASIBLE else "no solution"
        elif (found.weight, found.count) != (weight, len(right[weight])):
            said = f"{found.weight}, {found.count} minima, not {weight}, {len(right[weight])}"
        elif wanted.minima > 1 and list(found.minima) != right[weight]:
            said = f"{found.minima}, not {right[weight]}"
        yield "solvable" if right else "unsolvable", said and f"{said}: {system}"
    if right:
        counts = dual_counts(system.solutions, int(system.prices[0]), Watch())
        good = counts == {cost: len(several) for cost, several in right.items()}
        yield "spectrum", "" if good else f"{counts}: {system}"


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=20_000))
