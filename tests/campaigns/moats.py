"""Moats and their search against enumeration: ``python -m tests.campaigns.moats --count 10000``.

A case is a small system of two colours and at most ten different syndromes (``--syndromes``; more
of them come with larger systems): any matrix, so nothing is symmetric, with columns of zeros and
equal columns, lights that no button touches, prices from 0 to 10^6.  All syndromes are decoded in
one call, with inequalities after 1 node, in matrices that keep few buttons at first, and after 20.
``--alone`` of them are asked one by one as well, under caps of nodes: weight, number and list of
minima, and what proves that there is no solution.  With ``NUMBA_DISABLE_JIT=1`` the loops run
plain; without ``--keep`` what is counted holds the nodes, so two runs that print the same visited
the same ones.
"""

import os
import sys

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.engines.moats import engine
from lo_exact.engines.moats.moat_tables import MoatTables
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.campaigns import frame

PRICES = (0, 1, 1, 2, 3, 10, 1000, 10**6)
FEW_NODES = (1, 3, 10)
DUALS_AFTER = ((1, 10**9), (20, 64))
"""Nodes, and the part of a worth that the first cap is above it."""

HANDED_OVER = 20


def small_system(rng, count):
    """A matrix, prices, and different syndromes of which three may have no solution."""
    size = (count - 1).bit_length()
    lights, buttons = int(rng.integers(max(size - 3, 1), size + 5)), int(rng.integers(1, size + 8))
    matrix = (rng.random((lights, buttons)) < rng.choice([0.15, 0.3, 0.5])).astype(np.int64)
    if buttons > 2 and rng.random() < 0.3:
        matrix[:, 0], matrix[:, 1] = 0, matrix[:, 2]
    prices = np.ones(buttons, dtype=np.int64)
    if rng.random() < 0.7:
        prices = np.array(rng.choice(PRICES[rng.integers(2) :], buttons), dtype=np.int64)
        if rng.random() < 0.5:
            prices = np.array(rng.integers(0, 10 ** rng.integers(1, 7), buttons), dtype=np.int64)
    syndromes = rng.integers(0, 2, (count, buttons)) @ matrix.T % 2
    syndromes[-3:] = rng.integers(0, 2, syndromes[-3:].shape)
    return matrix, prices, np.unique(syndromes, axis=0)


def minima_of_all(matrix, prices):
    """By syndrome, read as a number: the least price and all presses that have it, as numbers."""
    columns = [sum(int(v) << i for i, v in enumerate(column)) for column in matrix.T]
    costs = prices.tolist()
    best: dict[int, tuple[int, list[int]]] = {}
    number = seen = price = 0
    for step in range(2 ** len(columns)):
        if step:  # Gray's order: one button changes
            j = (step & -step).bit_length() - 1
            number, seen = number ^ 1 << j, seen ^ columns[j]
            price += costs[j] if number >> j & 1 else -costs[j]
        weight, same = best.get(seen, (price + 1, []))
        if price < weight:
            best[seen] = price, [number]
        elif price == weight:
            same.append(number)
    return {syndrome: (price, sorted(same)) for syndrome, (price, same) in best.items()}


def wrong_of(found, right, ties):
    """Say what is wrong about a search that ended, or ""."""
    if right is None:
        return "" if found.status == 3 else f"status {found.status}: there is no solution"
    weight, minima = right
    if (found.status, found.weight, found.bound) != (2, weight, weight):
        return f"{found.status}, {found.weight}, {found.bound} of a minimum of {weight}"
    listed = sorted(sum(1 << b for b in buttons) for buttons in found.minima)
    if ties and (found.count, listed) != (len(minima), sorted(minima)):
        return f"minima {listed}, {minima} are right"
    return "" if set(listed) <= set(minima) and listed else f"{listed} is no minimum"


def wrong_outcome(system, right):
    """Ask the engine for everything; say what is wrong, or ""."""
    found = engine.minimise(system, Wanted(minima=10**6, count=True, canonical=True), Watch())
    if right is None:
        witness = np.array(found.witness, dtype=np.int64)
        proof = not (witness @ system.matrix.to_dense() % 2).any() and witness @ system.syndrome % 2
        return "" if found.status is Status.INFEASIBLE and proof else "no proof"
    listed = [sum(v << j for j, v in enumerate(presses)) for presses in found.minima]
    same = (found.weight, found.count, sorted(listed)) == (*right[:1], len(right[1]), right[1])
    return "" if same else f"{found.weight}, {found.count}, {listed}"


def judge(rng, given):
    """Judge all syndromes of one system."""
    matrix, prices, syndromes = small_system(rng, given.syndromes)
    sparse, ties = from_dense(matrix, 2), bool(prices.all())
    truth = minima_of_all(matrix, prices)
    tables, later = (
        MoatTables(sparse, prices, duals_after=nodes, gap=gap) for nodes, gap in DUALS_AFTER
    )
    calls = [one.shots(syndromes.astype(np.uint8), 10**9, with_presses=True)
             for one in (later, tables)]  # fmt: skip
    alone = set(rng.permutation(len(syndromes))[: given.alone or None].tolist())
    hand_over = not rng.integers(HANDED_OVER)
    for k, syndrome in enumerate(syndromes):
        place = f"{matrix.tolist()} {prices.tolist()} {syndrome.tolist()}"
        right = truth.get(sum(int(v) << i for i, v in enumerate(syndrome)))
        lit = np.flatnonzero(syndrome)
        wrong, found = "", None
        if k in alone:
            for nodes in FEW_NODES:
                found = tables.solve(lit, nodes)
                if right is not None and not found.bound <= right[0]:
                    wrong = f"after {nodes} nodes a bound of {found.bound}"
                if right is not None and found.minima and found.weight < right[0]:
                    wrong = f"after {nodes} nodes presses of {found.weight}"
            for some in (later, tables):
                found = some.solve(lit, 10**9, 2**11, ties=ties)
                wrong = wrong or wrong_of(found, right, ties)
        for many in calls:
            pressed = int.from_bytes(many.presses[k].tobytes(), "little")
            batch = (int(many.status[k]), int(many.weights[k]), int(many.bounds[k]))
            if batch != ((3, -1, -1) if right is None else (2, right[0], right[0])):
                wrong = wrong or f"in a batch {batch}"
            elif right is not None and pressed not in right[1]:
                wrong = wrong or f"in a batch {pressed} is no minimum"
        if k in alone and (ties or hand_over):
            wrong = wrong or wrong_outcome(System(sparse, syndrome, prices), right)
        kind = "no solution" if right is None else f"{min(len(right[1]), 5)} minima at most 5"
        said = f"{kind}, {found.nodes} nodes" if found and not given.keep else kind
        yield said, f"{wrong}: {place}" if wrong else ""


if __name__ == "__main__":
    print("plain" if os.environ.get("NUMBA_DISABLE_JIT") else "compiled")
    options = {
        "--syndromes": {"type": int, "default": 10, "help": "of a case, at most"},
        "--alone": {"type": int, "default": 0, "help": "asked one by one as well; 0: all"},
    }
    sys.exit(frame.main(judge, __doc__, count=10_000, options=options))
