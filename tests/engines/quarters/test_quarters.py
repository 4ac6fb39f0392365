"""The engine of four groups against enumeration, also with pieces of a few pairs."""

import itertools
import json
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.algebra.gf2 import Span
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.quarters import engine as quarters
from lo_exact.engines.quarters import forms, streams
from lo_exact.engines.quarters import groups as quarters_groups
from lo_exact.engines.quarters import pairs as quarters_pairs
from lo_exact.engines.quarters.memory import QuartersSizes
from lo_exact.errors import LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import ANY, System
from lo_exact.solver.running import run_ways, ways
from lo_exact.topology import grid_puzzle
from lo_exact.topology.board import HOLE
from tests.marks import with_large

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "published.json").read_text(encoding="utf-8")
)


def parity(value: int) -> int:
    return bin(value).count("1") % 2


def all_solutions(matrix: list[list[int]], syndrome: list[int]) -> list[tuple[int, ...]]:
    """All solutions mod 2: rows reduced one by one, then every choice of the free buttons."""
    n = len(matrix[0])
    rows: dict[int, list[int]] = {}
    for entries, right in zip(matrix, syndrome, strict=True):
        row = [v % 2 for v in entries] + [right % 2]
        for pivot, other in rows.items():
            if row[pivot]:
                row = [a ^ b for a, b in zip(row, other, strict=True)]
        if not any(row[:n]):
            assert not row[n], "not solvable"
            continue
        pivot = row.index(1)
        for key, other in rows.items():
            if other[pivot]:
                rows[key] = [a ^ b for a, b in zip(row, other, strict=True)]
        rows[pivot] = row
    free = [j for j in range(n) if j not in rows]
    solutions = []
    for values in product((0, 1), repeat=len(free)):
        x = [0] * n
        for j, value in zip(free, values, strict=True):
            x[j] = value
        for pivot, row in rows.items():
            x[pivot] = (row[n] + sum(row[j] * x[j] for j in free)) % 2
        solutions.append(tuple(x))
    return solutions


def board(side, rule="plus", topology="plane", seed=None, highest=1) -> System:
    """A random solvable board, or all lights on; with prices up to ``highest``."""
    rows, columns = side if isinstance(side, tuple) else (side, side)
    system = grid_puzzle(
        np.zeros((rows, columns), dtype=np.int64), colours=2, neighbourhood=rule, topology=topology
    ).system
    n = system.unknowns
    syndrome, prices = np.ones(n, dtype=np.int64), np.ones(n, dtype=np.int64)
    if seed is not None:
        rng = np.random.default_rng(seed)
        syndrome = system.matrix.dot(rng.integers(0, 2, n))
        prices = rng.integers(1, highest + 1, n)
    return System(system.matrix, syndrome, prices)


NO_TABLES = QuartersSizes(block_bits=3, table_rank=1)
"""All groups are streamed."""

PIECES = {
    "large": QuartersSizes(),
    "small": QuartersSizes(
        piece=8, chunk=3, outer=4, few=1, first_band=2, largest_band=5, scanned=4, block_bits=2
    ),
    "streamed": NO_TABLES,
    # streamed, and looked up in tables of bytes first
    "rough": replace(NO_TABLES, fast=-1, outer=8, wide=9, rows=100),
}
"""How a search may be cut so that small boards meet every branch of a large one."""


BOARDS = (
    (4, "plus", "plane"),
    (5, "plus", "plane"),
    (9, "plus", "plane"),
    (11, "plus", "plane"),
    (14, "plus", "plane"),
    ((4, 9), "plus", "plane"),
    ((9, 14), "plus", "plane"),
    ((5, 11), "plus", "plane"),
    ((8, 11), "plus", "plane"),
    (6, "plus", "torus"),
    (8, "plus", "moebius"),
    (8, "x", "plane"),
    (9, "x", "plane"),
    (6, "x", "torus"),
)


@pytest.mark.parametrize("highest", with_large([1, 7, 2000], {7}))
@pytest.mark.parametrize("pieces", PIECES)
def test_boards_against_enumeration(pieces, highest):
    sizes = PIECES[pieces]
    slow = pieces in ("streamed", "rough") and highest == 2000
    for seed, (side, rule, topology) in enumerate(BOARDS[: 3 if slow else None]):
        system = board(side, rule, topology, seed, highest)
        assert quarters.refusal(system) == ""
        solutions = all_solutions(system.matrix.to_dense().tolist(), system.syndrome.tolist())
        costs = [
            sum(p * v for p, v in zip(system.prices.tolist(), x, strict=True)) for x in solutions
        ]
        minima = sorted(x for x, w in zip(solutions, costs, strict=True) if w == min(costs))
        outcome = quarters.minimise(system, Wanted(minima=3, count=True), Watch(), sizes=sizes)
        assert (outcome.status, outcome.weight) == (Status.OPTIMAL, min(costs)), (side, rule)
        assert outcome.count == len(minima)
        assert outcome.canonical
        assert list(outcome.minima) == minima[:3]
        one = quarters.minimise(system, Wanted(), Watch(), sizes=sizes)
        assert (one.status, one.weight) == (Status.OPTIMAL, min(costs))
        assert one.minima[0] in minima


@pytest.mark.parametrize("seed", with_large(range(30), range(12, 30)))
def test_any_four_groups_find_the_largest_sums(seed):
    """Random columns, dependent within groups and across them, of which two tell all apart."""
    rng = np.random.default_rng(seed)
    small, large = PIECES["small"], PIECES["large"]
    streamed = PIECES[("large", "streamed", "rough")[seed % 3]]
    # every second time in small pieces, too
    held = streamed
    if seed % 2:
        held = replace(small, **{k: v for k, v in vars(streamed).items() if v != vars(large)[k]})
    width = int(rng.integers(2, 9))
    while True:
        sizes = rng.integers(1, 9, 4)
        groups = [[int(u) for u in rng.integers(1, 1 << width, size)] for size in sizes]
        halves = groups[0] + groups[1], groups[2] + groups[3]
        if all(len(Span(half)) == width for half in halves):
            break
    columns = [u for group in groups for u in group] + [0, 0]
    amounts = rng.integers(-4, 5, len(columns))
    ends = np.cumsum(sizes)
    indices = tuple(np.arange(e - s, e) for s, e in zip(sizes, ends, strict=True))
    sums = [
        sum(int(a) * (-1) ** parity(u & z) for u, a in zip(columns, amounts, strict=True))
        for z in range(1 << width)
    ]
    told, maxima = [], [z for z, s in enumerate(sums) if s == max(sums)]

    def look(done, expected, best, at_most):
        assert at_most >= max(sums)
        told.append(done)

    for ties, limit in ((True, 99), (True, 2), (False, 1)):
        told.clear()
        found = quarters_pairs.largest(
            width, np.array(columns, dtype=np.uint64), amounts, indices,
            ties=ties, limit=limit, look=look, pause=lambda: None, sizes=held,
        )  # fmt: skip
        assert found.sum == max(sums)
        assert told == sorted(told)
        if ties:
            assert found.first.tolist() == maxima[:limit]
            assert found.count == len(maxima)
        else:
            assert found.first.tolist()[0] in maxima


@pytest.mark.parametrize("block_bits", [0, 1, 2, 5, 16])
@pytest.mark.parametrize("highest", [9, 2**20])
def test_blocks_hold_the_sums_they_say(block_bits, highest):
    rng = np.random.default_rng(3)
    for rank in range(7):
        places = np.flatnonzero(rng.random(1 << rank) < 0.7)
        amounts = rng.integers(-highest, highest + 1, places.size)
        sums = []
        for first, block in forms.blocks_of(rank, places, amounts, lambda: None, block_bits):
            assert first == len(sums)
            sums += block.tolist()
        pairs = list(zip(places.tolist(), amounts.tolist(), strict=True))
        assert sums == [sum(a * (-1) ** parity(p & z) for p, a in pairs) for z in range(1 << rank)]


@pytest.mark.parametrize("seed", range(8))
def test_a_stream_has_the_sums_of_a_table(seed):
    """Sums, looked-up values and lists are equal, wherever the bar is."""
    sizes = QuartersSizes(block_bits=3, deviations=seed / 4, kept=7 if seed % 2 else 2**24)
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 8))
    columns = rng.integers(1, 1 << width, 70).astype(np.uint64)
    amounts = rng.integers(-1, 2, 70) if seed < 4 else rng.integers(-9, 10, 70)
    table = forms.Quarter.of(width, columns, amounts, lambda: None, sizes)
    stream = streams.Stream(width, columns, amounts, lambda: None, sizes)
    assert (stream.pivots, stream.start) == (table.pivots, table.start)
    assert stream.high == max(table.high, stream.bar)
    for low in range(table.low - 1, table.high + 2):
        pieces = list(stream.at_least(low, 3))
        assert sorted(v for f, s in pieces for v in zip(f.tolist(), s.tolist(), strict=True)) == [
            (form, table.sums[form]) for form in range(table.sums.size) if table.sums[form] >= low
        ]


def test_a_bar_above_all_sums_does_not_overflow_the_table_of_bytes():
    """Two sums of 20000 and 12000: 2.6 deviations are more than they add up to, and than 2^15."""
    columns, amounts = np.array([1, 2], dtype=np.uint64), np.array([20000, -12000])
    stream = streams.Stream(2, columns, amounts, lambda: None)
    table, below = stream.octets()
    sums = [8000, -32000, 32000, -8000]
    assert [below + 2 * int(v) for v in table] == [max(s, below) for s in sums]
    assert below + 510 >= 32000


@pytest.mark.parametrize("seed", range(8))
def test_look_ups_give_the_sums_that_are_added_up_by_hand(seed):
    """One table, tables of parts and the bits themselves; amounts of 16 and of 32 bits."""
    rng = np.random.default_rng(seed)
    width = int(rng.integers(1, 70))
    highest = 9 if seed % 2 else 2**20
    basis = [int.from_bytes(rng.bytes(9), "little") % 2**width for _ in range(30)]
    columns = [reduce(xor, itertools.compress(basis, rng.integers(0, 2, 30)), 0) for _ in range(90)]
    given = np.array(columns, dtype=np.uint64 if width <= 64 else object)
    amounts = rng.integers(-highest, highest + 1, 90)
    dtype = forms.dtype_for(int(np.abs(amounts).sum()))
    parts = [np.arange(start, 90, 9) for start in range(9)]
    found = [
        forms.PartTables.of(
            width, [(given[p], amounts[p]) for p in parts], dtype, lambda: None, 16
        ),
        forms.ColumnBits(width, given, amounts, dtype),
    ]
    if width < 16:
        whole = forms.Quarter.of(width, given, amounts, lambda: None)
        found.append(forms.PartTables([(whole.pivots, whole.sums)]))
    vectors = [int.from_bytes(rng.bytes(9), "little") % 2**width for _ in range(20)]
    right = [sum(int(a) * (-1) ** parity(u & z) for u, a in zip(columns, amounts, strict=True))
             for z in vectors]  # fmt: skip
    if width < 16:
        stream = streams.Stream(width, given, amounts, lambda: None)
        table, below = stream.octets()
        roughly = forms.Octets(stream.pivots, table, below, np.int64)
        sums = roughly.at(roughly.images(vectors).T.copy().__getitem__).tolist()
        assert sums == [max(value, below) for value in right]
    for lookup in found:
        assert lookup.at(lookup.images(vectors).T.copy().__getitem__).tolist() == right


def test_published_minima_of_all_on_boards():
    """OEIS A075464, where there are enough quiet patterns: up to 2^32 solutions."""
    values = PUBLISHED["A075464_all_on_minimum_n1_54"]["values"]
    taken = [n for n in range(4, 55) if not quarters.refusal(board(n))]
    assert {9, 16, 19, 30, 39, 47} <= set(taken)
    for n in taken:
        outcome = quarters.minimise(board(n), Wanted(), Watch())
        assert outcome.weight == values[n - 1], n


HOLES = (
    # side, holes, buttons left out, lights that do not matter, topology
    (39, 3, 0, 0, "plane"),
    (39, 5, 1, 1, "plane"),
    (33, 2, 0, 0, "plane"),
    (33, 0, 2, 0, "plane"),
    (33, 0, 0, 2, "plane"),
    (24, 1, 1, 1, "torus"),
    (30, 2, 0, 0, "torus"),
    (23, 1, 0, 0, "plane"),
)


@pytest.mark.parametrize("case", with_large(HOLES, {HOLES[0], HOLES[1], HOLES[5]}))
def test_holes_and_lights_that_do_not_matter_against_coset(case):
    side, holes, without, ignored, topology = case
    rng = np.random.default_rng(sum(case[:-1]))
    state = np.zeros((side, side), dtype=np.int64)
    state.flat[rng.choice(side * side, holes, replace=False)] = HOLE
    buttons = state != HOLE
    buttons.flat[rng.choice(side * side, without, replace=False)] = False
    target = np.zeros((side, side), dtype=np.int64)
    target.flat[rng.choice(side * side, ignored, replace=False)] = ANY
    system = grid_puzzle(state, topology=topology, buttons=buttons, target=target).system
    n = system.unknowns
    for highest in (1, 9):
        syndrome = system.matrix.dot(rng.integers(0, 2, n))
        system = System(system.matrix, syndrome, rng.integers(1, highest + 1, n))
        assert quarters.refusal(system) == ""
        wanted = Wanted(minima=3, count=True)
        assert quarters.minimise(system, wanted, Watch()) == coset.minimise(system, wanted, Watch())


def test_many_holes_join_the_components_but_not_of_typical_buttons(monkeypatch):
    """Ten holes on a torus of side 24: no flat is found, and the ranks stay far below 22."""
    rng = np.random.default_rng(0)
    state = np.zeros((24, 24), dtype=np.int64)
    state.flat[rng.choice(576, 10, replace=False)] = HOLE
    matrix = grid_puzzle(state, topology="torus").system.matrix
    syndrome, prices = matrix.dot(rng.integers(0, 2, 566)), rng.integers(1, 4, 566)
    system = System(matrix, syndrome, prices)
    plan = quarters.plan_of(system)
    assert len(plan.basis.pivots) == 22
    assert max(plan.groups.ranks) <= 16
    wanted = Wanted(minima=3, count=True)
    assert quarters.minimise(system, wanted, Watch()) == coset.minimise(system, wanted, Watch())
    monkeypatch.setattr(quarters_groups, "typical", lambda *_: [])
    assert quarters.refusal(System(matrix, syndrome, prices)) != ""


def test_two_copies_of_a_board_joined_by_an_edge():
    """The components of the square are joined as well; flats are found all the same."""
    one = grid_puzzle(np.zeros((9, 9), dtype=np.int64)).system.matrix.to_dense()
    both = np.zeros((162, 162), dtype=np.int64)
    both[:81, :81], both[81:, 81:] = one, one
    both[40, 121] = both[121, 40] = 1
    rng = np.random.default_rng(4)
    matrix = from_dense(both, 2)
    system = System(matrix, matrix.dot(rng.integers(0, 2, 162)), rng.integers(1, 4, 162))
    assert quarters.refusal(system) == ""
    wanted = Wanted(minima=3, count=True)
    assert quarters.minimise(system, wanted, Watch()) == coset.minimise(system, wanted, Watch())


def with_sums(system: System, sums: int, of: int, rng: np.random.Generator) -> System:
    """Add buttons that change what some other buttons change together, wherever these lie."""
    dense = np.zeros(system.matrix.shape, dtype=np.int64)
    dense[system.matrix.rows, system.matrix.columns_of_entries()] = 1
    more = [
        dense[:, rng.choice(dense.shape[1], of, replace=False)].sum(axis=1) for _ in range(sums)
    ]
    matrix = from_dense(np.column_stack([dense, *more]) % 2, 2)
    x = rng.integers(0, 2, matrix.shape[1])
    return System(matrix, matrix.dot(x), np.ones(x.size, dtype=np.int64))


@pytest.mark.parametrize("sums", [1, 3, 5])
@pytest.mark.parametrize(("side", "topology"), [(14, "plane"), (12, "torus"), (32, "plane")])
def test_quiet_patterns_across_the_classes_cost_about_a_rank_each(side, topology, sums):
    """Each sum is a quiet pattern that spoils classes: no cases are needed for it."""
    rng = np.random.default_rng([side, sums])
    plain = board(side, "plus", topology)
    spoilt = with_sums(plain, sums, 6, rng)
    ranks = [max(quarters.plan_of(one).groups.ranks) for one in (plain, spoilt)]
    assert ranks[1] <= ranks[0] + sums + 1  # groups within a factor of 8 of the best are taken
    assert len(spoilt.solutions.kernel.orders) == len(plain.solutions.kernel.orders) + sums
    outcomes = [
        engine.minimise(spoilt, Wanted(minima=2, count=True), Watch())
        for engine in (quarters, coset)
    ]
    assert outcomes[0] == outcomes[1]


def test_what_it_refuses():
    whole = board(9, seed=1)
    three = grid_puzzle(np.zeros((4, 4), dtype=np.int64), colours=3).system
    free = System(whole.matrix, whole.syndrome, np.where(np.arange(81) == 0, 0, whole.prices))
    dear = System(whole.matrix, whole.syndrome, whole.prices << 22)
    dense = np.random.default_rng(2).integers(0, 2, (9, 9))
    dense[8] = dense[0] ^ dense[1]
    dense[7] = dense[2] ^ dense[1]
    tangled = System(from_dense(dense, 2), np.zeros(9, int), np.ones(9, dtype=np.int64))
    assert quarters.refusal(whole) == ""
    for system, words in (
        (three, "two colours"),
        (free, "without a price"),
        (dear, "prices"),
        (tangled, "independent blocks"),
    ):
        assert words in quarters.refusal(system)


def test_the_whole_torus_of_300_is_for_it_and_small_boards_are_not():
    large = board((60, 60), topology="torus", seed=1)
    way = next(ways(large, Wanted()))
    assert way.engines == ("quarters",)
    assert way.offer.seconds < 60
    assert next(ways(board(9, seed=1), Wanted())).engines == ("coset",)


def test_2_to_the_40_solutions_are_proved_in_a_moment():
    """61 x 61, all lights on: 1629 and 8 minima, found before by visiting all solutions."""
    found = run_ways(board(61), Wanted(count=True), Watch())
    outcome, engine = found.outcome, found.engine
    assert (outcome.weight, outcome.count, engine) == (1629, 8, "quarters")


def test_a_deadline_leaves_true_bounds():
    system = board(61, seed=1)
    watch = Watch(0.0)
    with pytest.raises(LimitReached):
        quarters.minimise(system, Wanted(), watch)

    class Stopping(Watch):
        def check(self, done: int = 0, total: int = 0) -> None:
            if self.lower_bound > 0:
                raise LimitReached("enough")

    watch = Stopping()
    with pytest.raises(LimitReached):
        quarters.minimise(system, Wanted(), watch)
    assert 0 < watch.lower_bound <= watch.best_weight
    assert system.solves(np.array(watch.best))


def test_one_minimum_of_very_many_is_found_at_once():
    """Half of each class of two pressed: all 2^32 solutions weigh the same."""
    system = balanced((16, 48))
    for engine in (lambda: run_ways(system, Wanted(), Watch(60)).outcome,
                   lambda: quarters.minimise(system, Wanted(), Watch(60))):  # fmt: skip
        outcome = engine()
        assert (outcome.status, outcome.weight) == (Status.OPTIMAL, 384)


@pytest.mark.parametrize(
    ("size", "weight", "number"),
    [((8, 24), 96, 2**16), pytest.param((16, 48), 384, 2**32, marks=pytest.mark.large)],
)
def test_very_many_minima_are_counted_by_somebody(size, weight, number):
    found = run_ways(balanced(size), Wanted(count=True), Watch(60))
    outcome, engine = found.outcome, found.engine
    assert (outcome.weight, outcome.count, engine) == (weight, number, "coset")


def balanced(size) -> System:
    """A torus of which one button of every two that quiet patterns treat alike is pressed."""
    whole = board(size, topology="torus")
    words = whole.solutions.kernel.generators
    first: dict[bytes, int] = {}
    presses = np.zeros(whole.unknowns, dtype=np.int64)
    for j in range(whole.unknowns):
        twin = first.setdefault(words[:, j].tobytes(), j)
        presses[twin] = 1 - presses[twin] if twin != j else presses[j]
    return System(whole.matrix, whole.matrix.dot(presses), whole.prices)


def test_too_many_minima_are_not_listed():
    sizes = QuartersSizes(listed=3)
    system = board(5)  # four minima
    assert quarters.minimise(system, Wanted(count=True), Watch(), sizes=sizes).count == 4
    with pytest.raises(LimitReached, match="too many"):
        quarters.minimise(system, Wanted(minima=9), Watch(), sizes=sizes)


def test_trivial_systems():
    for side in (3, (2, 2)):
        outcome = quarters.minimise(board(side, seed=4), Wanted(count=True), Watch())
        solutions = all_solutions(
            board(side, seed=4).matrix.to_dense().tolist(), board(side, seed=4).syndrome.tolist()
        )
        assert outcome.weight == min(map(sum, solutions))
