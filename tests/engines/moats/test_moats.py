"""Moats and the deepening search, against plain enumeration; plain and compiled loops agree."""

import json
import os
import subprocess
import sys
from argparse import Namespace

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.compiled.inequalities import search_cuts
from lo_exact.compiled.moats import TOTALS
from lo_exact.engines.moats import duals, engine, moat_tables
from lo_exact.engines.moats.moat_tables import SCALE, MoatTables, size_refusal
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.solver.running import by_structure
from tests.campaigns.frame import run_block
from tests.campaigns.moats import judge

PRICES = (0, 1, 1, 2, 3, 10, 1000, 10**6)
LOADED = engine.loaded
"""Whether they are; fixtures say of every process that they are not."""


def random_system(rng):
    """A small system with zero and equal columns now and then, and 8 syndromes."""
    lights, buttons = int(rng.integers(1, 8)), int(rng.integers(1, 11))
    matrix = (rng.random((lights, buttons)) < rng.choice([0.2, 0.4, 0.6])).astype(np.int64)
    if buttons > 2 and rng.random() < 0.2:
        matrix[:, 0], matrix[:, 1] = 0, matrix[:, 2]
    prices = rng.choice(PRICES, buttons) if rng.random() < 0.6 else np.ones(buttons)
    presses = rng.integers(0, 2, (8, buttons))
    syndromes = presses @ matrix.T % 2
    syndromes[5:] = rng.integers(0, 2, (3, lights))
    return matrix, prices.astype(np.int64), syndromes


def least(matrix, prices):
    """By syndrome: the least price, and how many presses have it."""
    best: dict[bytes, tuple[int, int]] = {}
    for number in range(2 ** matrix.shape[1]):
        x = number >> np.arange(matrix.shape[1]) & 1
        key, price = (matrix @ x % 2).tobytes(), int(x @ prices)
        weight, count = best.get(key, (price, 0))
        best[key] = (price, 1) if price < weight else (weight, count + (price == weight))
    return best


def all_answers(seed: int, systems: int) -> list[list[int]]:
    """Judge searches for random systems; return what tells one run from another."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(systems):
        matrix, prices, syndromes = random_system(rng)
        ties = bool((prices > 0).all())
        truth = least(matrix, prices)
        made = MoatTables(from_dense(matrix, 2), prices)
        many = made.shots(syndromes.astype(np.uint8), 10**9, with_presses=True)
        for k, syndrome in enumerate(syndromes):
            found = made.solve(np.flatnonzero(syndrome), 10**9, 3, ties=ties)
            seen.append([found.status, found.weight, found.nodes, found.count])
            weight, count = truth.get(syndrome.tobytes(), (-1, 0))
            if count == 0:
                assert found.status == 3
                assert (many.status[k], many.weights[k], many.bounds[k]) == (3, -1, -1)
                if found.alone.size:
                    assert syndrome[found.alone].sum() % 2 == 1
                    assert not (matrix[found.alone].sum(axis=0) % 2).any()
                continue
            assert (found.status, found.weight, found.bound) == (2, weight, weight)
            assert (many.status[k], many.weights[k], many.bounds[k]) == (2, weight, weight)
            presses = np.unpackbits(many.presses[k], count=len(prices), bitorder="little")
            assert presses @ prices == weight
            assert (matrix @ presses % 2 == syndrome).all()
            if ties:
                assert found.count == count
            for buttons in found.minima:
                x = np.zeros(len(prices), dtype=np.int64)
                x[buttons] = 1
                assert x @ prices == weight
                assert (matrix @ x % 2 == syndrome).all()
    return seen


@pytest.mark.parametrize("systems", [30, pytest.param(150, marks=pytest.mark.large)])
def test_random_systems_agree_with_enumeration(systems):
    assert len(all_answers(1, systems)) == 8 * systems


@pytest.mark.parametrize("systems", [3, pytest.param(60, marks=pytest.mark.large)])
def test_plain_and_compiled_loops_visit_the_same_nodes(systems):
    code = "import json; from tests.engines.moats.test_moats import all_answers as a; "
    ran = subprocess.run(
        [sys.executable, "-c", code + f"print(json.dumps(a(2, {systems})))"],
        capture_output=True, text=True, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert json.loads(ran.stdout) == all_answers(2, systems)


def ring(side: int, price: int = 1) -> System:
    """Buttons on neighbours in a ring; two opposite lights are wrong."""
    matrix = np.zeros((side, side), dtype=np.int64)
    for j in range(side):
        matrix[j, j] = matrix[(j + 1) % side, j] = 1
    syndrome = np.zeros(side, dtype=np.int64)
    syndrome[[0, side // 2]] = 1
    return System(from_dense(matrix, 2), syndrome, np.full(side, price, dtype=np.int64))


def test_both_ways_round_a_ring_are_counted_and_listed():
    outcome = engine.minimise(ring(12), Wanted(minima=5, count=True), Watch())
    assert (outcome.weight, outcome.count, outcome.canonical) == (6, 2, True)
    assert outcome.minima == ((0,) * 6 + (1,) * 6, (1,) * 6 + (0,) * 6)


def test_an_odd_set_without_buttons_is_the_witness():
    system = System(
        from_dense(np.array([[1, 0], [1, 0], [0, 1]]), 2), np.array([1, 0, 0]), np.array([1, 1])
    )
    outcome = engine.minimise(system, Wanted(), Watch())
    assert outcome.status is Status.INFEASIBLE
    assert outcome.witness == (1, 1, 0)


@pytest.mark.parametrize("spare", [1, 0])
def test_the_dearest_prices_that_fit_are_answered_and_dearer_ones_refused(spare):
    side = 4
    price = (moat_tables.MAX_PRICES // moat_tables.SCALE) // side + 1 - spare
    system = ring(side, price)
    assert bool(size_refusal(system.matrix, system.prices)) == (spare == 0)
    if spare:
        outcome = engine.minimise(system, Wanted(count=True), Watch())
        assert (outcome.weight, outcome.count) == (2 * price, 2)


def test_a_search_beyond_256_presses_is_handed_over_with_its_bound():
    system = ring(520)
    found = MoatTables(system.matrix, system.prices).solve(np.array([0, 260]), 10**6)
    assert (found.status, found.bound) == (0, 260)
    watch = Watch()
    assert engine.minimise(system, Wanted(), watch).weight == 260
    assert watch.lower_bound == 260


@pytest.mark.parametrize("systems", [20, pytest.param(60, marks=pytest.mark.large)])
def test_a_search_of_few_nodes_ends_with_a_bound_that_holds(systems):
    rng = np.random.default_rng(5)
    for _ in range(systems):
        matrix, prices, syndromes = random_system(rng)
        truth = least(matrix, prices)
        made = MoatTables(from_dense(matrix, 2), prices)
        for syndrome in syndromes[:5]:
            weight, _ = truth[syndrome.tobytes()]
            for nodes in (1, 2, 3, 8):
                found = made.solve(np.flatnonzero(syndrome), nodes)
                assert found.bound <= weight
                assert found.status in (0, 1, 2)
                if found.status:
                    assert found.weight >= weight
                again = made.solve(np.flatnonzero(syndrome), 10**9)
                assert (again.status, again.weight) == (2, weight)


def test_moats_without_room_are_dropped_and_the_answer_stays(monkeypatch):
    monkeypatch.setattr(moat_tables, "LINKS_AN_ENTRY", 0)
    monkeypatch.setattr(moat_tables, "MIN_LINKS", 3)
    all_answers(3, 30)


@pytest.mark.parametrize("systems", [20, pytest.param(300, marks=pytest.mark.large)])
def test_a_sample_of_the_campaign(systems):
    tally, wrong = run_block(judge, Namespace(seed=7, syndromes=10, alone=0, keep=""), 0, systems)
    assert not wrong
    assert 5 * systems < tally.total() <= 10 * systems  # syndromes that differ


def ladder(length: int):
    """Lights in two rows; buttons touch three or four of them, so growth alone is not the best."""
    matrix = np.zeros((2 * length, 3 * length), dtype=np.int64)
    for i in range(length):
        j = (i + 1) % length
        for column, lights in enumerate(
            ((i, j, length + i), (i, length + j), (length + i, length + j))
        ):
            matrix[list(lights), 3 * i + column] = 1
    return matrix


def bound_after(duals_after: int, matrix, prices, lit, nodes: int) -> tuple[int, int]:
    """The bound that a short search proves, and the weight of a whole one."""
    made = MoatTables(from_dense(matrix, 2), prices, duals_after=duals_after)
    return made.solve(lit, nodes).bound, made.solve(lit, 10**9).weight


def test_inequalities_prove_more_than_grown_moats_and_never_too_much():
    rng = np.random.default_rng(8)
    matrix, higher = ladder(9), 0
    prices = rng.integers(1, 1000, matrix.shape[1])
    for _ in range(40):
        lit = np.flatnonzero(matrix @ (rng.random(matrix.shape[1]) < 0.2) % 2)
        grown, weight = bound_after(10**9, matrix, prices, lit, 2)
        priced, again = bound_after(1, matrix, prices, lit, 2)
        assert priced <= weight == again
        higher += priced > grown
    assert higher > 5


def test_forty_blocks_beside_each_other_have_a_bound_that_holds():
    """The minimum is the sum of theirs."""
    rng = np.random.default_rng(9)
    block = ladder(3)
    prices = rng.integers(1, 50, 40 * 9)
    presses = rng.random(40 * 9) < 0.15
    right = 0
    for k in range(40):
        part = slice(9 * k, 9 * k + 9)
        right += least(block, prices[part])[(block @ presses[part] % 2).tobytes()][0]
    matrix = np.kron(np.eye(40, dtype=np.int64), block)
    lit = np.flatnonzero(matrix @ presses % 2)
    assert lit.size > 60
    grown, priced = (
        MoatTables(from_dense(matrix, 2), prices, duals_after=nodes).solve(lit, 2).bound
        for nodes in (10**9, 1)
    )
    assert grown < priced <= right


@pytest.mark.parametrize("systems", [3, pytest.param(12, marks=pytest.mark.large)])
def test_sums_of_lights_prove_more_than_lights_and_nothing_that_is_wrong(systems):
    rng, more = np.random.default_rng(13), 0
    for _ in range(systems):
        matrix = (rng.random((9, 14)) < 0.35).astype(np.int64)
        prices = rng.integers(20, 40, 14)
        made = MoatTables(from_dense(matrix, 2), prices)
        for syndrome, (weight, _) in list(least(matrix, prices).items())[1:20]:
            shot = np.frombuffer(syndrome, dtype=np.int64).astype(np.uint8)
            advice, bounds = duals.ParityDuals(made.numbers, 9, prices * SCALE), []
            lit = np.flatnonzero(shot)
            made.solve(lit, 1)  # the room is made ready, and has these wrong lights
            for rounds in (0, 4):
                advice.find(lit, rounds, rounds, 10**9, np.inf, duals.NO_SUMS)
                limits = int(prices.sum()), 1, 10**6
                search_cuts(
                    lit.size, 0, limits, 0, advice.cuts, made.numbers,
                    np.zeros((1, 256), dtype=np.int64), np.zeros(1, dtype=np.int64),
                )  # fmt: skip
                bounds.append(made.weight_and_bound()[1])
            assert max(bounds) <= weight
            more += bounds[1] > bounds[0]
    assert more > systems * 20 // 12


class WrongAdvice(duals.ParityDuals):
    """Inequalities at random: any lights, any buttons, heights of every size and none."""

    rng = np.random.default_rng(11)
    dearest = 1

    def find(self, wrong, begun, rounds, work, most, more):
        rng, count, buttons = self.rng, int(self.rng.integers(0, 9)), self.names.size
        lights = self.numbers[0]
        _, parts, cuts, flipped, values = self.cuts
        flipped[:count], parts[:count] = -1, -1
        for k in range(count):
            size = int(rng.integers(0, min(4, buttons) + 1))
            flipped[k, :size] = rng.permutation(buttons)[:size]
            size = int(rng.integers(1, 4))  # a light may stand there twice
            parts[k, :size] = rng.integers(0, lights, size)
        heights = SCALE * self.dearest * rng.random(count) * rng.choice([0.2, 1, 3])
        strange = (0.0, -1.0, np.nan, np.inf, 1e300, 2.0**43, 2.0**43 - 1)
        odd = rng.random(count) < 0.1
        heights[odd] = rng.choice(strange, odd.sum())
        values[:2, :count] = heights, rng.choice([-1.0, 0.0, 0.3, 1.0, np.nan, 1e300], count)
        count *= buttons > 0
        cuts[:count, 0] = rng.integers(0, lights, count)
        cuts[:count, 1] = rng.integers(0, max(buttons, 1), count)
        self.cuts = count, *self.cuts[1:]
        self.worked, self.added = int(rng.integers(0, 100)), int(rng.integers(0, 3))
        self.worth = float(rng.integers(0, 3) * SCALE * self.dearest)


@pytest.mark.parametrize("systems", [40, pytest.param(1500, marks=pytest.mark.large)])
def test_inequalities_of_any_kind_with_any_heights_leave_the_answer(systems):
    rng, used = WrongAdvice.rng, 0
    for _ in range(systems):
        matrix, prices, syndromes = random_system(rng)
        truth, ties = least(matrix, prices), bool((prices > 0).all())
        made = MoatTables(from_dense(matrix, 2), prices, duals_after=0, gap=10**9)
        rooms = made.numbers, np.empty_like(made.numbers), np.empty_like(made.numbers)
        made.__dict__["_duals"] = tuple(WrongAdvice(room, len(matrix), prices) for room in rooms)
        WrongAdvice.dearest = int(prices.max())
        for syndrome in syndromes:
            weight, count = truth.get(syndrome.tobytes(), (-1, 0))
            found = made.solve(np.flatnonzero(syndrome), 10**9, ties=ties)
            if count == 0:
                assert found.status == 3
                continue
            assert (found.status, found.weight) == (2, weight)
            assert not ties or found.count == count
            used += max(part.numbers[-TOTALS] for part in made._duals) > 0
            assert made.solve(np.flatnonzero(syndrome), 2).bound <= weight
    assert used > systems


@pytest.mark.parametrize("spare", [1, 0])
def test_prices_at_the_edge_of_the_heights_are_answered_with_and_without_inequalities(spare):
    rng = np.random.default_rng(12)
    dearest = duals.PRICES_BELOW // SCALE + 1 - spare
    for _ in range(20):
        matrix = (rng.random((6, 9)) < 0.4).astype(np.int64)
        prices = dearest - rng.integers(0, 5, 9)
        prices[0] = dearest
        made = MoatTables(from_dense(matrix, 2), prices, duals_after=1)
        assert duals.takes(prices, SCALE) == (spare == 1)
        for syndrome, (weight, _) in list(least(matrix, prices).items())[:8]:
            lit = np.flatnonzero(np.frombuffer(syndrome, dtype=np.int64))
            found = made.solve(lit, 10**9)
            assert (found.status, found.weight) == (2, weight)


@pytest.mark.parametrize("scale", [1, 3, 1000])
def test_weights_that_can_only_be_some_numbers_apart_are_found_and_counted(scale):
    """Prices are an odd or even multiple of the scale as a button has an odd or even number."""
    rng = np.random.default_rng(10)
    for _ in range(25):
        lights, buttons = int(rng.integers(2, 7)), int(rng.integers(2, 10))
        matrix = (rng.random((lights, buttons)) < 0.5).astype(np.int64)
        sizes = matrix.sum(axis=0)
        prices = scale * (2 * rng.integers(1, 4, buttons) - sizes % 2)
        if not (sizes % 2).any():
            continue
        made = MoatTables(from_dense(matrix, 2), prices, duals_after=3)
        common = np.gcd.reduce(prices)
        assert made.numbers[8:10].tolist() == [2 * common, common]
        truth = least(matrix, prices)
        for syndrome, (weight, count) in truth.items():
            lit = np.flatnonzero(np.frombuffer(syndrome, dtype=np.int64))
            assert weight // common % 2 == lit.size % 2
            found = made.solve(lit, 10**9, 1, ties=True)
            assert (found.status, found.weight, found.count) == (2, weight, count)
            for nodes in (1, 2, 5):
                assert made.solve(lit, nodes).bound <= weight


def test_loaded_loops_offer_minima_of_codes_alone(monkeypatch):
    """A sparse code's minimum is offered where loops are loaded, nowhere else, and no board's."""
    monkeypatch.setattr(engine, "loaded", LOADED)
    lit, twice = np.ones(40, dtype=np.int64), np.hstack([np.eye(40, dtype=np.int64)] * 2)
    code = System(from_dense(twice, 2), lit, np.ones(80, dtype=np.int64))
    board = System(from_dense(np.eye(40, dtype=np.int64), 2), lit, lit)
    MoatTables(code.matrix, code.prices).solve(np.arange(3), 10)
    outcome = engine.offer(code, Wanted()).outcome
    assert (outcome.status, outcome.weight) == (Status.OPTIMAL, 40)
    assert by_structure(code, Wanted())[0][0].name == "moats"
    assert engine.offer(board, Wanted()) is None
    monkeypatch.delitem(sys.modules, "numba")
    assert engine.offer(code, Wanted()) is None
