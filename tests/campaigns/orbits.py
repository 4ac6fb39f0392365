"""Engine `orbits` against enumeration: ``python -m tests.campaigns.orbits --count 20000``.

Random systems of two colours that permutations keep: quiet patterns are sums of images of random
ones, and of what tells images of a solution apart; prices are alike on orbits of buttons.  Weight,
count and list of all minima, by the engine and by another submodule and subgroup than it chooses.
"""

import sys
from dataclasses import replace

import numpy as np

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.gf2 import Span, kernel_of_bits
from lo_exact.engines.coset import jobs
from lo_exact.engines.coset.binary_classes import binary_search
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.orbits import engine as orbits
from lo_exact.engines.orbits.action import key_map
from lo_exact.engines.orbits.frames import halves
from lo_exact.engines.orbits.quotient import QuotientSearchPart, quotient
from lo_exact.engines.orbits.submodules import small_submodules, sums_of
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from tests.campaigns import frame

ASKED = Wanted(minima=10**6, count=True, canonical=True)


def permutations_of(rng, buttons):
    """Permutations of one of the usual groups: shifts, reflections, blocks, or by chance."""
    ring = np.arange(buttons)
    kind = rng.integers(4)
    if kind == 0:
        return [np.roll(ring, 1), ring[::-1].copy()]
    if kind == 1 and buttons % 3 == 0:
        grid = ring.reshape(3, -1)
        return [np.roll(grid, 1, axis=0).ravel(), np.roll(grid, 1, axis=1).ravel()]
    if kind == 2 and buttons % 2 == 0:
        grid = ring.reshape(-1, 2)
        return [grid[:, ::-1].ravel(), np.roll(grid, 1, axis=0).ravel()]
    return [rng.permutation(buttons) for _ in range(int(rng.integers(1, 3)))]


def symmetric_system(rng):
    """A system, and permutations that keep it."""
    buttons = int(rng.choice([6, 6, 8, 8, 9, 9, 10, 12]))
    given = permutations_of(rng, buttons)
    weights = 1 << np.arange(buttons)
    share = rng.choice([0.2, 0.4, 0.6])
    quiet = [rng.random(buttons) < share for _ in range(int(rng.integers(0, 3)))]
    presses = rng.random(buttons) < share
    if rng.random() < 0.6:
        quiet += [presses ^ presses[p] for p in given]
    span = Span()
    while quiet:
        word = quiet.pop()
        if span.add(int(word @ weights)):
            quiet += [word[p] for p in given]
    # lights: all sums that no quiet pattern changes
    rows = kernel_of_bits(list(span.rows.values()), buttons)
    matrix = np.array([[row >> j & 1 for j in range(buttons)] for row in rows], dtype=np.int64)
    matrix = matrix.reshape(-1, buttons)
    orbit_of = np.arange(buttons)
    for _ in range(buttons):
        for p in given:
            orbit_of = np.minimum(orbit_of, orbit_of[p])
    prices = np.ones(buttons, dtype=np.int64)
    if rng.random() < 0.3:
        prices = rng.integers(0, 4, buttons)[orbit_of]
    return System(from_dense(matrix, 2), matrix @ presses % 2, prices), given


def enumerated(system):
    """Weight and all minima in order, all press vectors multiplied out."""
    buttons = system.unknowns
    numbers = np.arange(1 << buttons)
    presses = numbers[:, None] >> np.arange(buttons)[::-1] & 1
    right = (presses @ system.matrix.to_dense().T % 2 == system.syndrome).all(axis=1)
    costs = (presses @ system.prices)[right]
    if not costs.size:
        return -1, ()
    return costs.min(), tuple(map(tuple, presses[right][costs == costs.min()].tolist()))


def answers(system, given, rng):
    """Yield outcomes of the engine, and of another frame."""
    if not orbits.refusal(system):
        yield "engine", find_engine("orbits").minimise(system, ASKED, Watch())
    found = system.solutions
    basis = echelon(found.kernel)
    least = basis.reduced(found.particular)
    search = binary_search(basis, least, system.prices)
    if len(search.parts) != 1 or search.idle_orders or not basis.pivots:
        return
    maps = [key_map(basis, least, system.prices, p) for p in [*given, given[0][given[-1]]]]
    maps = [one for one in maps if one is not None and not one.is_identity]
    if not maps:
        return
    groups = [maps, *(half for half in halves(maps[:3]) if half)]
    maps = groups[int(rng.integers(len(groups)))]
    modules = sums_of(small_submodules(maps, len(basis.pivots)))
    modules.append(tuple(1 << i for i in reversed(range(len(basis.pivots)))))
    forms = modules[int(rng.integers(len(modules)))]
    part = QuotientSearchPart(
        search.parts[0].target, quotient(forms, len(basis.pivots), maps), maps,
        1 << int(rng.integers(0, 12)),
    )  # fmt: skip
    search = replace(search, parts=(part,))
    yield "frame", jobs.visit_all(search, ASKED, Watch(), where=Where(jobs=1))


def judge(rng, given):
    """Judge the answers about one system."""
    system, permutations = symmetric_system(rng)
    weight, minima = enumerated(system)
    if isinstance(system.first, Unsolvable):
        yield "unsolvable", "" if weight < 0 else f"solvable: {system}"
        return
    for kind, found in answers(system, permutations, rng):
        said = (found.weight, found.count, found.minima)
        good = said == (weight, len(minima), minima)
        yield kind, "" if good else f"{said[:2]}, not {weight, len(minima)}: {system}"


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=20_000))
