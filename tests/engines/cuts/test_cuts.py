"""The engine `cuts` against enumeration and other engines, with honest and with lying floats."""

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest

from lo_exact.algebra import from_columns, from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.cuts import engine, exact, minimum
from lo_exact.engines.cuts.exact import checks_of
from lo_exact.engines.cuts.incumbents import good_solution
from lo_exact.engines.cuts.relaxation import Relaxation, Relaxed
from lo_exact.engines.cuts.search import CutsSearch, broken_cuts, redundant_cuts
from lo_exact.engines.cuts.search import _Open as OpenNode
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.boards.codes import gross_code
from tests.boards.systems import random_systems
from tests.campaigns.cuts import asked, minima, sparse_systems, verdict
from tests.marks import with_large
from tests.truth.systems import truth


def with_errors(matrix: np.ndarray, errors: list[int]) -> System:
    pressed = np.zeros(matrix.shape[1], dtype=np.int64)
    pressed[errors] = 1
    ones = np.ones(matrix.shape[1], dtype=np.int64)
    return System(from_dense(matrix, 2), matrix @ pressed % 2, ones)


LATE = [
    28, 29, 36, 37, 41, 77, 87, 88, 92, 93, 99, 100, 101, 114, 115, 116, 121, 128, 132, 135, 140,
    141, 142, 143, 148, 150, 154, 160, 164, 169, 170, 171, 187, 195, 204, 208, 213, 221, 223, 231,
    234, 235, 248, 252, 266, 268, 269, 271, 281, 282, 290, 295, 309,
]  # fmt: skip
"""Detectors of a shot of which the last open node met a lighter solution than its own bound."""


@pytest.mark.large
def test_what_is_found_in_a_node_is_not_below_the_bound_told():
    stim = pytest.importorskip("stim", reason="stim needs stim")
    rates = dict.fromkeys(
        (
            "after_clifford_depolarization",
            "before_measure_flip_probability",
            "after_reset_flip_probability",
            "before_round_data_depolarization",
        ),
        0.008,
    )
    task = "surface_code:rotated_memory_z"
    circuit = stim.Circuit.generated(task, distance=7, rounds=7, **rates)
    columns, chances = [], []
    for step in circuit.detector_error_model().flattened():
        if step.type == "error":
            places = [t.val for t in step.targets_copy() if t.is_relative_detector_id()]
            columns.append({place: 1 for place in sorted(places) if places.count(place) % 2})
            chances.append(step.args_copy()[0])
    prices = np.rint(1000 * np.log((1 - np.array(chances)) / chances)).astype(np.int64)
    matrix = from_columns(circuit.num_detectors, 2, columns)
    lit = np.zeros(circuit.num_detectors, dtype=np.int64)
    lit[LATE] = 1
    told: list[int] = []
    watch = Watch(on_bound=told.append)
    outcome = minimum.minimise_by_cuts(System(matrix, lit, prices), Wanted(), watch)
    assert outcome.weight == 122996
    assert max(told) <= 122996


def test_a_node_tells_no_more_than_what_was_found_since_it_got_its_bound():
    system = with_errors(gross_code(), [3, 17, 60])
    told: list[int] = []
    search = CutsSearch(
        checks_of(system), system.prices, 4,
        found=lambda x, weight: weight - 1, bound=told.append, pause=lambda: None,
    )  # fmt: skip
    n = system.unknowns
    at = OpenNode(search.root, np.zeros(n, np.int8), np.ones(n, np.int8), 9)
    search.relaxation.restrict(at.low, at.high)
    assert search._priced(at, search.relaxation.solve()) is not None
    assert told == [5]


# --- answers --------------------------------------------------------------------------------------


@pytest.mark.large
def test_sparse_systems_agree_with_enumeration():
    rng = np.random.default_rng(1)
    for number, system in enumerate(islice(sparse_systems(rng), 400)):
        assert verdict(system, asked(rng)) == "", number


@pytest.mark.parametrize("number", [80, pytest.param(300, marks=pytest.mark.large)])
def test_dense_systems_agree_with_enumeration(number):
    rng = np.random.default_rng(2)
    for k, system in enumerate(islice(random_systems(rng, vectors=512, colours=(2,)), number)):
        true = truth(system)
        outcome = engine.minimise(system, Wanted(minima=3, count=True), Watch())
        if true.weight < 0:
            assert outcome.status is Status.INFEASIBLE, k
        else:
            assert (outcome.weight, outcome.count) == (true.weight, len(true.minima)), k
            assert outcome.minima == true.minima[:3], k


@pytest.mark.large
def test_systems_of_thirty_buttons_agree_with_the_coset_engine():
    rng = np.random.default_rng(3)
    for _ in range(40):
        matrix = np.zeros((14, 30), dtype=np.int64)
        for j in range(30):
            matrix[rng.choice(14, size=3, replace=False), j] = 1
        system = System(
            from_dense(matrix, 2),
            matrix @ rng.integers(0, 2, 30) % 2,
            rng.integers(1, int(rng.choice([2, 9, 1000])), 30),
        )
        wanted = Wanted(minima=5, count=True)
        expected = coset.minimise(system, wanted, Watch())
        found = engine.minimise(system, wanted, Watch())
        assert (found.weight, found.count, found.minima) == (
            expected.weight, expected.count, expected.minima,
        )  # fmt: skip


def test_a_light_error_of_the_gross_code_is_its_own_least_explanation():
    """Its distance is 12, so five errors are the only five or fewer with their syndrome."""
    errors = [3, 40, 77, 101, 143]
    system = with_errors(gross_code(), errors)
    outcome = engine.minimise(system, Wanted(count=True), Watch())
    assert (outcome.weight, outcome.count) == (5, 1)
    assert np.flatnonzero(outcome.minima[0]).tolist() == errors


def test_one_syndrome_of_the_gross_code_needs_more_than_the_root():
    rng = np.random.default_rng(0)
    errors = np.flatnonzero(rng.random(144) < 0.1).tolist()
    system = with_errors(gross_code(), errors)
    watch = Watch()
    outcome = engine.minimise(system, Wanted(), watch)
    assert outcome.weight == 13  # HiGHS and SCIP on the raw program say the same
    assert engine.refute(system, 12, Watch()) is not None
    assert engine.refute(system, 13, watch) is None


def test_what_is_no_parity_system_is_refused():
    system = System(from_dense(np.ones((1, 1)), 3), np.ones(1, dtype=np.int64), np.ones(1, int))
    assert engine.refusal(system) == "cuts are for 2 colours, not 3"
    with pytest.raises(UsageError, match="2 colours"):
        engine.minimise(system, Wanted(), Watch())
    with pytest.raises(UsageError, match="2 colours"):
        engine.refute(system, 0, Watch())


def test_what_the_watch_knows_is_where_it_begins():
    system = with_errors(gross_code(), [1, 2, 3])
    watch = Watch()
    known = tuple(int(j in (1, 2, 3)) for j in range(144))
    watch.improved(known, 3)
    assert engine.minimise(system, Wanted(), watch).minima == (known,)


def test_the_clock_is_watched():
    system = with_errors(gross_code(), [1, 2, 3])
    with pytest.raises(LimitReached):
        engine.minimise(system, Wanted(), Watch(seconds=-1))


# --- the bound, given anything --------------------------------------------------------------------


def box_points(low: np.ndarray, high: np.ndarray) -> list[tuple[int, ...]]:
    return list(product(*(range(int(a), int(b) + 1) for a, b in zip(low, high, strict=True))))


def solutions_in(system: System, low: np.ndarray, high: np.ndarray) -> list[tuple[int, ...]]:
    dense = system.matrix.to_dense()
    return [x for x in box_points(low, high) if (dense @ np.array(x) % 2 == system.syndrome).all()]


def bad_duals(rng: np.random.Generator, duals: np.ndarray, kind: str) -> np.ndarray:
    """Return duals that no honest solver would give."""
    if kind == "wrong sign":
        return -duals
    if kind == "rounded up":
        return np.ceil(duals / 2.0**20) * 2.0**20 + 2.0**20
    if kind == "stale row":
        return np.roll(duals, 1)
    if kind == "not a number":
        return np.where(rng.random(duals.size) < 0.5, np.nan, np.inf) * np.sign(duals + 0.5)
    return rng.normal(size=duals.size) * 10.0 ** rng.integers(0, 20)


KINDS = ("wrong sign", "rounded up", "stale row", "not a number", "noise")


@pytest.mark.parametrize("kind", KINDS)
def test_bad_duals_never_prove_what_is_false(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    judged = 0
    for system in islice(sparse_systems(rng, buttons=9), 50):
        n, checks = system.unknowns, checks_of(system)
        values = rng.random(n)
        cuts = broken_cuts(checks, values) + redundant_cuts(checks, values)
        low = (rng.random(n) < 0.15).astype(np.int8)
        high = np.maximum(low, rng.random(n) > 0.15).astype(np.int8)
        inside = solutions_in(system, low, high)
        scale = exact.scale_of(system.prices)
        duals = bad_duals(rng, rng.random(len(cuts)) * scale * 3, kind)
        multipliers = exact.rounded(cuts, duals)
        assert min(multipliers.times, default=1) > 0
        priced = exact.price_out(multipliers, system.prices, scale)
        empty = exact.price_out(multipliers, system.prices, 0)
        least = priced.least(low, high)
        limit = int(rng.integers(0, 3)) + min(
            (system.weight(np.array(x)) for x in inside), default=0
        )
        out, into = exact.settled(priced, low, high, limit)
        for x in inside:
            weight = system.weight(np.array(x))
            assert least <= scale * weight
            assert empty.least(low, high) <= 0
            if weight <= limit:
                assert not exact.exceeds(priced, low, high, limit)
                assert not np.array(x)[out].any()
                assert np.array(x)[into].all()
            judged += 1
    assert judged > 40


def test_large_prices_are_added_in_whole_numbers():
    """2^31 a button, 2^42 times each cut: more than 64 bits hold."""
    system = System(from_dense(np.ones((1, 40)), 2), np.ones(1, dtype=np.int64), np.full(40, 2**31))
    checks = checks_of(system)
    cut = checks.cut([0], np.zeros(40, dtype=bool))
    times = 2**62
    priced = exact.price_out(exact.Multipliers((cut,), (times,)), system.prices, 2**20)
    low, high = np.zeros(40, dtype=np.int8), np.ones(40, dtype=np.int8)
    assert priced.least(low, high) == times + 40 * (2**51 - times)


def test_an_even_choice_is_no_cut():
    system = System(from_dense(np.ones((1, 3)), 2), np.ones(1, dtype=np.int64), np.ones(3, int))
    checks = checks_of(system)
    assert checks.cut([0], np.array([True, False, False])) is None
    cut = checks.cut([0], np.array([True, True, False]))
    assert (cut.signs.tolist(), cut.side) == ([-1, -1, 1], -1)


def test_every_cut_found_is_true_of_every_solution():
    rng = np.random.default_rng(8)
    found = 0
    for system in islice(sparse_systems(rng, buttons=9), 150):
        checks, values = checks_of(system), np.round(rng.random(system.unknowns) * 4) / 4
        cuts = broken_cuts(checks, values) + redundant_cuts(checks, values)
        n = system.unknowns
        for x in solutions_in(system, np.zeros(n, int), np.ones(n, int)):
            for cut in cuts:
                assert cut.signs @ np.array(x)[cut.columns] >= cut.side
                found += 1
    assert found > 500


# --- a relaxation that lies -----------------------------------------------------------------------

honest = Relaxation.solve


def lying(kind: str, rng: np.random.Generator):
    def solve(self: Relaxation) -> Relaxed:
        told = honest(self)
        if rng.random() < 0.3:
            return told
        if kind == "says empty":
            return replace(told, empty=True, objective=np.inf, duals=np.ones(len(self.cuts)))
        if kind == "says whole":
            values = (rng.random(told.values.size) < 0.3).astype(float)
            return replace(told, empty=False, objective=1e9, values=values)
        return replace(told, objective=1e9, duals=bad_duals(rng, told.duals, kind))

    return solve


@pytest.mark.parametrize(
    "kind", with_large([*KINDS, "says empty", "says whole"], {"not a number", "stale row"})
)
def test_a_lying_relaxation_costs_time_and_changes_no_answer(kind, monkeypatch):
    rng = np.random.default_rng(11)
    monkeypatch.setattr(Relaxation, "solve", lying(kind, rng))
    for number, system in enumerate(islice(sparse_systems(rng, buttons=8), 25)):
        assert verdict(system, asked(rng), minimum.minimise_by_cuts) == "", number


# --- pieces ---------------------------------------------------------------------------------------


def test_a_first_solution_is_found_exactly_when_there_is_one():
    rng = np.random.default_rng(5)
    for system in islice(sparse_systems(rng), 200):
        found = good_solution(checks_of(system), system.prices, rng.random(system.unknowns))
        weight, _ = minima(system)
        assert (found is None) == (weight < 0)
        if found is not None:
            assert system.solves(found)


def test_a_cycle_has_two_solutions_both_counted():
    columns = [{i: 1, (i + 1) % 12: 1} for i in range(12)]
    syndrome = np.zeros(12, dtype=np.int64)
    syndrome[[0, 6]] = 1
    system = System(from_columns(12, 2, columns), syndrome, np.ones(12, dtype=np.int64))
    outcome = engine.minimise(system, Wanted(minima=9, count=True), Watch())
    assert (outcome.weight, outcome.count, len(outcome.minima)) == (6, 2, 2)


def test_ties_beyond_any_list_end_at_the_clock_where_they_are_to_be_counted():
    """40 pairs of equal buttons, each of which must be pressed an odd number of times: 2^40."""
    columns = [{i: 1} for i in range(40) for _ in range(2)]
    system = System(
        from_columns(40, 2, columns), np.ones(40, dtype=np.int64), np.ones(80, dtype=np.int64)
    )
    with pytest.raises(LimitReached):
        engine.minimise(system, Wanted(count=True), Watch(0.5))
    assert engine.minimise(system, Wanted(minima=3), Watch()).weight == 40
