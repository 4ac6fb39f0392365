"""The engine `quarters` on many random boards, against enumeration, `coset`, and in pieces.

    python -m tests.campaigns.quarters --count 20000 --seed 1
    python -m tests.campaigns.quarters --count 200 --seed 1 --large

Boards, tori and surfaces with any rule, with holes, dead buttons and lights that do not matter, two
copies joined by an edge, and random graphs; with and without prices.  The truth is a table of the
weights of all solutions, made here from the matrix alone; weight, number of minima and the first
three are compared.  ``--large`` takes boards with holes of 2^28 to 2^36 solutions, where the truth
is what `coset` says, which visits them all.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np

from lo_exact.algebra import from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine as quarters
from lo_exact.engines.quarters import groups
from lo_exact.engines.quarters.memory import USUAL, QuartersSizes
from lo_exact.errors import PuzzleError
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import ANY, System
from lo_exact.topology import grid_puzzle
from lo_exact.topology.board import HOLE
from tests.campaigns import frame

WANTED = Wanted(minima=3, count=True)
RULES = ("plus", "plus", "plus", "cross", "x", "king", "knight")
SURFACES = ("plane", "plane", "torus", "cylinder", "moebius", "klein")
SMALL = 24
"""The largest nullity that is enumerated here."""


def boards(rng: np.random.Generator, sides: tuple[int, int]) -> Iterator[tuple[str, np.ndarray]]:
    """Yield (kind, matrix mod 2) without end."""
    while True:
        rows, columns = rng.integers(sides[0], sides[1] + 1, 2).tolist()
        if rng.random() < 0.5:
            columns = rows
        kind = str(rng.choice(["whole", "whole", "holes", "ignored", "copies", "graph", "stencil"]))
        if kind == "graph":
            n = int(rng.integers(4, 30))
            matrix = np.triu(rng.random((n, n)) < 2.5 / n, 1).astype(np.int64)
            yield kind, matrix + matrix.T + np.diag(rng.integers(0, 2, n))
            continue
        state = np.zeros((rows, columns), dtype=np.int64)
        target, buttons = state.copy(), np.ones(state.shape, dtype=bool)
        rule, surface = str(rng.choice(RULES)), str(rng.choice(SURFACES))
        if kind == "stencil":
            glyphs = rng.choice(["#", "."], 9).tolist()
            glyphs[4] = f"[{glyphs[4]}]"
            rule = "\n".join(" ".join(glyphs[i : i + 3]) for i in (0, 3, 6))
        if kind in ("holes", "ignored"):
            most = min(13, state.size)
            some = rng.choice(state.size, int(rng.integers(1, most)), replace=False)
            (state if kind == "holes" else target).flat[some] = HOLE if kind == "holes" else ANY
            buttons.flat[rng.integers(state.size)] = False
            buttons &= state != HOLE
        try:
            puzzle = grid_puzzle(
                state, neighbourhood=rule, topology=surface, target=target, buttons=buttons
            )
        except PuzzleError:  # a surface that wants a square, a rule without a press
            continue
        matrix = puzzle.system.matrix.to_dense() % 2
        if kind == "copies":
            m, n = matrix.shape
            both = np.zeros((2 * m, 2 * n), dtype=np.int64)
            both[:m, :n], both[m:, n:] = matrix, matrix
            for _ in range(int(rng.integers(0, 3))):
                both[rng.integers(m), n + rng.integers(n)] ^= 1
            matrix = both
        yield kind, matrix


def with_state(rng: np.random.Generator, matrix: np.ndarray) -> System:
    """Return a solvable system with a random state and perhaps prices."""
    n = matrix.shape[1]
    highest = int(rng.choice([1, 1, 2, 9, 3000]))
    presses = rng.integers(0, 2, n)
    if rng.random() < 0.1:
        presses[:] = 0
    sparse = from_dense(matrix, 2)
    return System(sparse, sparse.dot(presses), rng.integers(1, highest + 1, n))


def truth(system: System) -> tuple[int, int, list[tuple[int, ...]]]:
    """Return (least weight, number of minima, the first three), from the matrix alone."""
    matrix = system.matrix.to_dense() % 2
    n = matrix.shape[1]
    rows = np.concatenate([matrix, system.syndrome[:, None]], axis=1) % 2
    pivots: list[int] = []
    for j in range(n):
        here = [i for i in range(len(pivots), rows.shape[0]) if rows[i, j]]
        if here:
            rows[[len(pivots), here[0]]] = rows[[here[0], len(pivots)]]
            others = np.flatnonzero(rows[:, j])
            rows[others[others != len(pivots)]] ^= rows[len(pivots)]
            pivots.append(j)
    free = [j for j in range(n) if j not in pivots]
    first = np.zeros(n, dtype=np.int64)
    first[pivots] = rows[: len(pivots), n]
    words = np.zeros((len(free), n), dtype=np.int64)
    for k, j in enumerate(free):
        words[k, j] = 1
        words[k, pivots] = rows[: len(pivots), j]
    # weights of all solutions: button by button, each a pattern of signs over all choices
    choices = np.arange(1 << len(free), dtype=np.uint32)
    weight = np.zeros(choices.size, dtype=np.int64)
    prices: Counter[tuple[int, int]] = Counter()
    for j in range(n):
        mask = sum(int(words[k, j]) << k for k in range(len(free)))
        prices[mask, int(first[j])] += int(system.prices[j])
    for (mask, start), price in prices.items():
        odd = np.bitwise_count(choices & np.uint32(mask)).astype(np.int64) + start
        weight += (odd & 1) * price
    least = int(weight.min())
    best = np.flatnonzero(weight == least)
    shown = best if best.size <= 4096 else best[:0]
    minima = sorted(
        tuple((first + words[[k for k in range(len(free)) if z >> k & 1]].sum(axis=0)) % 2)
        for z in shown.tolist()
    )
    return least, int(best.size), [tuple(map(int, x)) for x in minima[:3]]


def some_sizes(rng: np.random.Generator) -> QuartersSizes:
    """Return sizes that let the engine work as on boards that are much larger, or its own."""
    small = rng.random() < 0.5
    groups.WHOLE_RANK = int(rng.choice([1, 4, 24])) if small else 24
    groups.PART_RANK = int(rng.choice([2, 4, 17])) if small else 17
    if not small:
        return USUAL
    return QuartersSizes(
        table_rank=int(rng.choice([1, 4])),
        piece=int(rng.choice([500, 2**24])),
        fast=int(rng.choice([-1, 16])),
        outer=int(rng.choice([4, 2**12])),
        chunk=1024,
        wide=64,
        few=4,
        block_bits=int(rng.choice([2, 16])),
    )


def compare(system: System, rng: np.random.Generator, sizes: QuartersSizes, *, large: bool) -> str:
    """Return which ways agreed; raise where two differ."""
    found = quarters.minimise(system, WANTED, Watch(), sizes=sizes)
    other = coset.minimise(system, WANTED, Watch())
    # of the minima behind the first, coset lists any
    same = [(o.weight, o.count, o.minima[0], len(o.minima)) for o in (found, other)]
    assert same[0] == same[1], f"quarters {found}, coset {other}"
    assert found.status is Status.OPTIMAL
    if not large:
        least, count, minima = truth(system)
        assert (found.weight, found.count) == (least, count), f"{found}, truth {least}, {count}"
        assert not minima or list(found.minima) == minima, f"{found}, truth {minima}"
    return "at once"


def next_system(rng: np.random.Generator, *, large: bool) -> tuple[str, System]:
    """Return (kind, system) of the next board that the engine takes and that is worth it."""
    for kind, matrix in boards(rng, (28, 50) if large else (2, 12)):
        system = with_state(rng, matrix)
        width = len(system.solutions.kernel.orders)
        if not (28 <= width <= 36 if large else width <= SMALL) or quarters.refusal(system):
            continue
        if large and kind == "whole":
            continue
        # most boards have few solutions, and those with many take a second each
        if large or rng.random() >= (0.97 if width < 4 else 0.99 if width > 16 else 0.0):
            return kind, system
    raise AssertionError("boards never end")


def judge(rng: np.random.Generator, given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Judge the engine's answer to the next board."""
    kind, system = next_system(rng, large=given.large)
    # large boards have the engine's own: tiny ones would list 2^30 forms
    sizes = USUAL if given.large else some_sizes(rng)
    try:
        yield f"{kind} {compare(system, rng, sizes, large=given.large)}", ""
    except AssertionError as wrong:
        matrix = system.matrix.to_dense().tolist()
        yield kind, f"{wrong}\n{matrix} {system.syndrome.tolist()} {system.prices.tolist()}"


if __name__ == "__main__":
    large = {"--large": {"action": "store_true", "help": "boards of 2^28 to 2^36 solutions"}}
    sys.exit(frame.main(judge, __doc__, count=20_000, options=large))
