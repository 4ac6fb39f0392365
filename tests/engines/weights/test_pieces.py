"""Numbers of solutions by weight: each way against plain enumeration, and what is refused."""

from itertools import product

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.engines.weights import near, pieces
from lo_exact.engines.weights.blocks import blocks_refusal
from lo_exact.engines.weights.pieces import dual_counts
from lo_exact.engines.weights.window import degree, window_histogram
from lo_exact.errors import LimitReached
from lo_exact.outcome import MEMORY, Watch
from lo_exact.puzzle import System
from tests.boards.systems import take


def by_weight(system: System) -> dict[int, list[tuple[int, ...]]]:
    """All solutions by weight, by trying all presses."""
    rows, wanted = system.matrix.to_dense().tolist(), system.syndrome.tolist()
    prices, c = system.prices.tolist(), system.colours
    found: dict[int, list[tuple[int, ...]]] = {}
    for x in product(range(c), repeat=system.unknowns):
        sums = (sum(a * v for a, v in zip(row, x, strict=True)) for row in rows)
        if all((total - s) % c == 0 for total, s in zip(sums, wanted, strict=True)):
            paid = [min(v, 1) if system.per_button else v for v in x]
            weight = sum(p * v for p, v in zip(prices, paid, strict=True))
            found.setdefault(weight, []).append(x)
    return dict(sorted(found.items()))


@pytest.mark.parametrize("seed", range(2))
def test_every_way_of_counting_agrees_with_enumeration(seed):
    met = set()
    for system in take(60, 40 + seed, vectors=300):
        found, truth = system.solutions, by_weight(system)
        if isinstance(found, Unsolvable):
            assert not truth
            continue
        cut = pieces.cut_solutions(system, found, MEMORY)
        counts = {weight: len(several) for weight, several in truth.items()}
        assert cut.histogram(Watch()) == counts
        per_button = system.per_button
        for piece in cut.pieces:
            ways = {}
            if not blocks_refusal(piece.coset, piece.system.prices):
                ways["blocks"] = piece.blocks.histogram(Watch())
            if degree(piece.ordered, per_button=per_button) < 20_000:
                ways["window"] = window_histogram(piece.ordered, Watch(), per_button=per_button)
            if system.colours == 2 and np.unique(piece.system.prices).size == 1:
                price = int(piece.system.prices[0])
                ways["dual"] = dual_counts(piece.coset, price, Watch())
            if system.colours == 2:
                prices = piece.system.prices
                ways["transform"] = pieces._by_transform(piece.coset, prices, Watch())
            assert len({tuple(sorted(counts.items())) for counts in ways.values()}) <= 1
            met |= {(name, system.colours > 2) for name in ways}
    assert {(name, more) for name in ("blocks", "window") for more in (False, True)} <= met
    assert {(name, False) for name in ("dual", "transform")} <= met


@pytest.mark.parametrize("swept", [False, True])
def test_all_near_the_minimum_are_listed_whether_visited_or_swept(swept, monkeypatch):
    if swept:
        monkeypatch.setattr(near, "BLOCKS_SECONDS", -1.0)
        monkeypatch.setattr(near, "is_swept", lambda piece: True)
    for number, system in enumerate(take(60, 60, vectors=300)):
        found, truth = system.solutions, by_weight(system)
        if isinstance(found, Unsolvable):
            continue
        excess = (0, 1, 3, 1000)[number % 4]
        least = next(iter(truth))
        wanted = [(w, x) for w, several in truth.items() for x in several if w <= least + excess]
        got = near.near_minimum(pieces.cut_solutions(system, found, MEMORY), excess, Watch())
        assert got == wanted


def test_numbers_beyond_64_bits_are_exact():
    # 150 buttons on one light: as many solutions of weight w as choices of w, w odd
    from math import comb

    ones = np.ones(150, dtype=np.int64)
    system = System(from_dense(ones.reshape(1, -1), 2), np.array([1]), ones)
    (piece,) = pieces.cut_solutions(system, system.solutions, MEMORY).pieces
    truth = {w: comb(150, w) for w in range(1, 151, 2)}
    assert window_histogram(piece.ordered, Watch(), per_button=False) == truth
    assert dual_counts(piece.coset, 1, Watch()) == truth


def test_what_has_no_way_is_refused_before_anything_is_counted():
    rng = np.random.default_rng(1)
    matrix = rng.integers(0, 2, (80, 200))
    system = System(from_dense(matrix, 2), matrix[:, 0], np.ones(200, dtype=np.int64))
    cut = pieces.cut_solutions(system, system.solutions, MEMORY)
    with pytest.raises(LimitReached, match=r"120 generators of 200 buttons .* at once"):
        cut.histogram(Watch())
    with pytest.raises(LimitReached, match="too many solutions to visit"):
        near.near_minimum(cut, 0, Watch())
