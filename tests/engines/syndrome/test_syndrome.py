"""The syndrome engine against plain enumeration, and the trellis facts it stands on."""

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.syndrome import engine as syndrome
from lo_exact.engines.syndrome.spans import kernel_spans
from lo_exact.engines.syndrome.sweep import Sweep, SweepSizes
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.boards.systems import take
from tests.marks import with_large
from tests.truth.systems import truth


@pytest.mark.parametrize("seed", with_large(range(4), range(2, 4)))
def test_the_engine_agrees_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    for number, system in enumerate(take(150, 100 + seed)):
        true = truth(system)
        wanted = Wanted(minima=int(rng.integers(1, 6)), count=True)
        outcome = syndrome.minimise(system, wanted, Watch())
        if true.weight < 0:
            assert outcome.status is Status.INFEASIBLE, number
            assert system.refutes(np.array(outcome.witness, dtype=np.int64)), number
            continue
        assert outcome.status is Status.OPTIMAL
        assert outcome.weight == true.weight, number
        assert outcome.count == len(true.minima), number
        assert outcome.minima == true.minima[: wanted.minima], number
        assert outcome.canonical


@pytest.mark.parametrize("seed", range(3))
def test_every_seam_is_crossed(seed):
    rng = np.random.default_rng(seed)
    for system in take(100, 200 + seed):
        true = truth(system)
        if true.weight < 0:
            continue
        sizes = SweepSizes(
            sparse_states=int(rng.integers(0, 20)),
            inner_states=1 << int(rng.integers(0, 6)),
            block_states=8 << int(rng.integers(0, 5)),
        )
        found = system.solutions
        sweep = Sweep(
            kernel_spans(found.kernel),
            found.particular,
            system.prices,
            system.per_button,
            max_choice_bytes=int(rng.integers(1, 60)),
            sizes=sizes,
        )
        assert sweep.back(Watch()) == true.weight
        assert tuple(sweep.minima(3, Watch())) == true.minima[:3]
        assert sweep.count(Watch()) == len(true.minima)
        assert tuple(sweep.minima(10**6, Watch())) == true.minima


def test_kernel_words_are_the_kernel_and_their_digits_are_unique():
    for system in take(200, 300):
        found = system.solutions
        if isinstance(found, Unsolvable) or found.kernel.size > 500:
            continue
        c = system.colours
        words = kernel_spans(found.kernel).words
        elements = {tuple([0] * system.unknowns)}
        for word in words:
            support = np.flatnonzero(word.values)
            assert (word.start, word.end) == (support[0], support[-1])
            elements = {
                tuple((np.array(x) + digit * word.values) % c)
                for x in elements
                for digit in range(word.prime)
            }
        assert len(elements) == found.kernel.size
        assert all(not system.matrix.dot(np.array(x, dtype=np.int64)).any() for x in elements)


@pytest.mark.parametrize("c", [2, 3, 4, 6, 8, 9])
def test_the_states_are_as_few_as_the_code_allows(c):
    # least possible: kernel elements, over those that live before and those that live after
    for system in take(60, 400 + c, colours=(c,)):
        found = system.solutions
        if isinstance(found, Unsolvable) or not system.unknowns or found.kernel.size > 500:
            continue
        c, n = system.colours, system.unknowns
        elements = np.zeros((1, n), dtype=np.int64)
        for generator, order in zip(found.kernel.generators, found.kernel.orders, strict=True):
            multiples = np.arange(order)[:, None] * generator.astype(np.int64)
            elements = (elements[:, None] + multiples).reshape(-1, n) % c
        words = kernel_spans(found.kernel).words
        for cut in range(n + 1):
            before = (~elements[:, cut:].any(axis=1)).sum()
            after = (~elements[:, :cut].any(axis=1)).sum()
            states = 1
            for word in words:
                states *= word.prime if word.start < cut <= word.end else 1
            assert states == elements.shape[0] // (before * after)


def test_many_buttons_on_few_lights():
    rng = np.random.default_rng(5)
    for c, lights, buttons in ((2, 7, 120), (3, 4, 60), (4, 3, 40), (6, 2, 30)):
        matrix = rng.integers(0, c, (lights, buttons))
        prices = rng.integers(0, 9, buttons)
        system = System(from_dense(matrix, c), rng.integers(0, c, lights), prices)
        outcome = syndrome.minimise(system, Wanted(), Watch())
        # Dijkstra over syndromes, one press at a time, with a table of c^lights costs
        best = {(0,) * lights: 0}
        done: set[tuple[int, ...]] = set()
        while len(done) < len(best):
            here = min((s for s in best if s not in done), key=best.__getitem__)
            done.add(here)
            for j in range(buttons):
                there = tuple(int(v) for v in (np.array(here) + matrix[:, j]) % c)
                best[there] = min(best.get(there, 10**9), best[here] + int(prices[j]))
        assert outcome.weight == best[tuple(system.syndrome.tolist())]
        assert system.solves(np.array(outcome.minima[0]))
        assert system.weight(np.array(outcome.minima[0])) == outcome.weight


def test_counts_beyond_64_bits_are_exact():
    # 150 equal buttons with price 0 on one light: half of all subsets
    free = np.zeros(150, dtype=np.int64)
    system = System(from_dense(np.ones((1, 150)), 2), np.array([1]), free)
    assert syndrome.minimise(system, Wanted(count=True), Watch()).count == 2**149
    # 2^60 minima: more than 2^53, less than 2^63
    system = System(from_dense(np.ones((1, 61)), 2), np.array([1]), free[:61])
    assert syndrome.minimise(system, Wanted(count=True), Watch()).count == 2**60


@pytest.mark.parametrize(
    ("lights", "minima"), [(35, 50031545098999707), (41, 36472996377170786403)]
)
def test_odd_counts_at_the_seams_of_number_types_are_exact(lights, minima):
    """3^35 is the first that a double rounds, 3^41 the first that 64 bits do not hold."""
    matrix = np.kron(np.eye(lights, dtype=np.int64), np.ones((1, 3), dtype=np.int64))
    system = System(from_dense(matrix, 2), np.ones(lights, int), np.ones(3 * lights, np.int64))
    outcome = syndrome.minimise(system, Wanted(count=True), Watch())
    assert (outcome.weight, outcome.count) == (lights, minima)


def test_both_engines_agree_where_enumeration_is_out_of_reach():
    rng = np.random.default_rng(11)
    for c, lights, buttons in ((2, 12, 30), (3, 7, 17), (4, 6, 13), (6, 5, 11)):
        matrix = rng.integers(0, c, (lights, buttons)) * (rng.random((lights, buttons)) < 0.4)
        prices = rng.integers(0, 4, buttons)
        system = System(from_dense(matrix, c), matrix @ rng.integers(0, c, buttons) % c, prices)
        wanted = Wanted(minima=5, count=True)
        first, second = (engine.minimise(system, wanted, Watch()) for engine in (coset, syndrome))
        assert (first.weight, first.count) == (second.weight, second.count)
        assert first.minima[0] == second.minima[0]


def test_prices_near_the_largest_are_summed_exactly():
    prices = np.array([2**31, 2**31 - 1, 2**31, 2**31 - 3, 1], dtype=np.int64)
    for c in (2, 3, 4):
        matrix = np.random.default_rng(c).integers(0, c, (2, 5))
        system = System(from_dense(matrix, c), matrix.sum(axis=1) % c, prices)
        outcome = syndrome.minimise(system, Wanted(minima=3, count=True), Watch())
        true = truth(system)
        assert (outcome.weight, outcome.minima) == (true.weight, true.minima[:3])


def test_a_large_rank_and_nullity_are_refused_with_numbers():
    rng = np.random.default_rng(2)
    matrix = rng.integers(0, 2, (60, 120))
    system = System(from_dense(matrix, 2), matrix.sum(axis=1) % 2, np.ones(120, dtype=np.int64))
    assert "syndromes at once are more than 2^28" in syndrome.refusal(system)
    with pytest.raises(LimitReached, match="syndromes"):
        syndrome.minimise(system, Wanted(), Watch())


def test_the_deadline_stops_a_sweep():
    system = System(from_dense(np.ones((1, 9)), 2), np.array([1]), np.ones(9, dtype=np.int64))
    with pytest.raises(LimitReached):
        syndrome.minimise(system, Wanted(), Watch(seconds=-1))
