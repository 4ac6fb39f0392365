"""The coset engine against plain enumeration, whatever the sizes of its blocks and jobs."""

import json
import time
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import Coset, Kernel, Unsolvable, from_dense, from_entries
from lo_exact.algebra.echelon import echelon
from lo_exact.engines.coset import binary_visit, residue_classes
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.coset import jobs as coset_run
from lo_exact.engines.coset.binary_classes import binary_search
from lo_exact.engines.coset.engine import DirectSearchPart, direct_search, prepare
from lo_exact.engines.coset.residue_classes import table_search
from lo_exact.engines.coset.search import CosetSearch
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from tests.boards.systems import plus_board, take
from tests.truth.systems import Truth, truth

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "published.json").read_text(encoding="utf-8")
)


def same(outcome: Outcome, wanted: int, true: Truth) -> None:
    assert outcome.status is Status.OPTIMAL
    assert outcome.weight == true.weight
    assert outcome.count == len(true.minima)
    assert outcome.canonical
    assert outcome.minima[0] == true.minima[0]
    assert len(outcome.minima) == min(wanted, len(true.minima))
    assert len(set(outcome.minima)) == len(outcome.minima)
    assert set(outcome.minima) <= set(true.minima)
    if len(true.minima) <= wanted:
        assert outcome.minima == true.minima


def run(search: CosetSearch, wanted: Wanted, processes: int = 1) -> Outcome:
    where = Where(jobs=processes, pieces=0 if processes == 1 else most_pieces(search))
    return coset_run.visit_all(search, wanted, Watch(), where=where)


def most_pieces(search: CosetSearch) -> int:
    """Return a number of pieces that processes are started for, where there is more than one."""
    return min(sum(part.jobs for part in search.parts), 7)


def searches(system: System, rng: np.random.Generator) -> list[CosetSearch]:
    found = system.solutions
    basis = echelon(found.kernel)
    least = basis.reduced(found.particular)
    block = 1 << int(rng.integers(0, 8))
    tables = residue_classes.ResidueVisitSizes(block, 1 << int(rng.integers(0, 11)))
    listed = [
        table_search(basis, least, system.prices, system.per_button, tables),
        direct_search(basis, least, system.prices, system.per_button),
    ]
    if system.colours == 2:
        sizes = binary_visit.BinaryVisitSizes(block, int(rng.integers(0, 11)))
        listed.append(binary_search(basis, least, system.prices, sizes))
    return listed


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(k, marks=pytest.mark.large) for k in (1, 2, 3))]
)
def test_every_way_of_searching_agrees_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    for number, system in enumerate(take(150, seed)):
        true = truth(system)
        wanted = Wanted(minima=int(rng.integers(1, 6)))
        outcome = coset.minimise(system, wanted, Watch())
        if true.weight < 0:
            assert outcome.status is Status.INFEASIBLE, number
            assert system.refutes(np.array(outcome.witness, dtype=np.int64)), number
            continue
        same(outcome, wanted.minima, true)
        for search in searches(system, rng):
            same(run(search, wanted), wanted.minima, true)


def test_larger_kernels_over_gf2_agree_with_enumeration():
    rng = np.random.default_rng(8)
    for system in take(25, 9, vectors=2**10, colours=(2,)):
        true = truth(system)
        if true.weight >= 0:
            for search in searches(system, rng):
                same(run(search, Wanted(minima=3), processes=2), 3, true)


def test_a_solution_is_found_by_its_key_and_keys_are_in_lexicographic_order():
    for system in take(150, 77):
        found = system.solutions
        if isinstance(found, Unsolvable) or found.kernel.size > 200:
            continue
        basis = echelon(found.kernel)
        least = basis.reduced(found.particular)
        listed = [tuple(basis.solution(least, key).tolist()) for key in range(basis.size)]
        assert listed == sorted(set(listed))
        assert all(system.solves(np.array(x, dtype=np.int64)) for x in listed)
        assert basis.keys(
            np.array(listed, dtype=np.int64).reshape(len(listed), -1)
        ).tolist() == list(range(basis.size))


def test_independent_parts_are_searched_apart():
    # four pairs of equal buttons: four kernel words that share no button
    matrix = np.repeat(np.eye(4, dtype=np.int64), 2, axis=1)
    for c in (2, 3):
        prices = np.array([1, 3, 2, 5, 2, 7, 1, 4], dtype=np.int64)
        system = System(from_dense(matrix, c), np.array([1, 0, 1, 1]), prices)
        for search in searches(system, np.random.default_rng(0)):
            if not isinstance(search.parts[0], DirectSearchPart):
                assert len(search.parts) == 4
            same(run(search, Wanted(minima=9)), 9, truth(system))


def test_prices_near_the_largest_are_summed_exactly():
    prices = np.array([2**31, 2**31 - 1, 2**31, 2**31 - 3, 1, 2**30], dtype=np.int64)
    for c in (2, 3, 4):
        rng = np.random.default_rng(c)
        matrix = rng.integers(0, c, (3, 6))
        system = System(from_dense(matrix, c), matrix @ rng.integers(0, c, 6) % c, prices)
        true = truth(system)
        for search in searches(system, rng):
            same(run(search, Wanted(minima=2)), 2, true)


def test_very_many_colours_are_written_out():
    c = 2**31
    # x0 + x1 = 5, and 2^30 (x2 - 1) = 0: x2 is odd
    matrix = from_entries(
        (2, 3), c, np.array([0, 0, 1]), np.array([0, 1, 2]), np.array([1, 1, 2**30])
    )
    kernel_bits = 31 + 30
    system = System(matrix, np.array([5, 2**30]), np.ones(3, dtype=np.int64))
    assert f"2^{kernel_bits}" in coset.refusal(system)
    c = 12_289
    matrix = from_entries((1, 3), c, np.array([0, 0]), np.array([0, 1]), np.array([3, 5]))
    system = System(
        matrix.take_columns(np.array([0, 1])), np.array([1]), np.array([7, 2**31], dtype=np.int64)
    )
    # 3 x + 5 y = 1 (mod c): enumerated over y
    best = min(
        (7 * ((1 - 5 * y) * pow(3, -1, c) % c) + 2**31 * y, ((1 - 5 * y) * pow(3, -1, c) % c, y))
        for y in range(c)
    )
    outcome = coset.minimise(system, Wanted(), Watch())
    assert (outcome.weight, outcome.minima[0], outcome.count) == (*best, 1)


def test_cpu_time_decides_how_many_solutions_of_more_colours_are_visited():
    def dense(colours: int, buttons: int) -> System:
        rng = np.random.default_rng(colours)
        matrix = np.column_stack(
            [np.eye(8, dtype=np.int64), rng.integers(1, colours, (8, buttons - 8))]
        )
        return System(from_dense(matrix, colours), matrix[:, -1], np.ones(buttons, dtype=np.int64))

    assert coset.refusal(dense(3, 8 + 22)) == ""
    assert coset.refusal(dense(3, 8 + 23)) == (
        "2^36 solutions are more than 2^36, the limit of enumeration"
    )
    assert coset.refusal(dense(101, 8 + 4)) == ""
    assert coset.refusal(dense(101, 8 + 5)) == (
        "2^33 solutions of 101 colours would take 4304 CPU seconds, more than 600"
    )
    offers = [coset.offer(dense(c, 8 + 5), Wanted()).seconds for c in (3, 4, 7)]
    assert offers == sorted(offers)


def test_tails_of_several_sizes_are_bounded_as_one_by_one():
    # columns 2 and 3 mod 12 leave 6 and 4 residues, so the tables of a node have three sizes
    matrix = np.array([[1, 5, 2, 3, 4, 6]])
    system = System(from_dense(matrix, 12), np.array([7]), np.ones(6, dtype=np.int64))
    basis = echelon(system.solutions.kernel)
    search = table_search(
        basis, basis.reduced(system.solutions.particular), system.prices, False,
        residue_classes.ResidueVisitSizes(64, 2**10),
    )  # fmt: skip
    sizes = {size for part in search.parts for level in part._levels for *_, size in level.runs}
    assert len(sizes) > 2
    # 7 = 1 + 6 = 3 + 4 = 5 + 2: two presses
    same(
        run(search, Wanted(minima=9)), 9,
        Truth(2, ((0, 0, 0, 1, 1, 0), (0, 1, 1, 0, 0, 0), (1, 0, 0, 0, 0, 1))),
    )  # fmt: skip


def test_an_enormous_kernel_is_refused_with_numbers():
    system = System(from_dense(np.ones((1, 71)), 2), np.zeros(1, dtype=np.int64), np.ones(71, int))
    assert coset.refusal(system) == "2^70 solutions are more than 2^36, the limit of enumeration"
    with pytest.raises(LimitReached, match=r"2\^70 solutions"):
        coset.minimise(system, Wanted(), Watch())


@pytest.mark.parametrize("c", [2, 3, 4, 6])
def test_any_number_of_independent_parts_is_searched(c):
    # forty copies of one small system: 2 to 4 solutions each become 2^40 and more
    rng = np.random.default_rng(c)
    matrix = np.array([[1, 1, 1, 0], [0, 1, c - 1, 1]])
    small = System(from_dense(matrix, c), np.array([1, c - 1]), rng.integers(1, 4, 4))
    true = truth(small)
    rows, columns = np.nonzero(matrix)
    copies = np.arange(40)[:, None]
    whole = System(
        from_entries(
            (80, 160),
            c,
            (2 * copies + rows).ravel(),
            (4 * copies + columns).ravel(),
            np.tile(matrix[rows, columns], 40),
        ),
        np.tile(small.syndrome, 40),
        np.tile(small.prices, 40),
    )
    assert coset.refusal(whole) == ""
    outcome = coset.minimise(whole, Wanted(minima=3), Watch())
    assert outcome.weight == 40 * true.weight
    assert outcome.count == len(true.minima) ** 40
    assert outcome.minima[0] == true.minima[0] * 40
    assert len(outcome.minima) == min(3, outcome.count)


def test_the_watch_hears_of_better_presses_and_of_the_deadline():
    rng = np.random.default_rng(3)
    matrix = rng.integers(0, 2, (30, 52))
    system = System(from_dense(matrix, 2), matrix @ rng.integers(0, 2, 52) % 2, np.ones(52, int))
    watch = Watch()
    outcome = coset.minimise(system, Wanted(), watch)
    assert watch.best_weight == outcome.weight
    assert system.solves(np.array(watch.best))
    with pytest.raises(LimitReached):
        coset.minimise(system, Wanted(), Watch(seconds=-1))


def test_all_on_boards_have_the_published_minima():
    # OEIS A075464
    for n, weight in enumerate(PUBLISHED["A075464_all_on_minimum_n1_54"]["values"][:30], start=1):
        assert coset.minimise(plus_board(n), Wanted(), Watch()).weight == weight, n


def test_the_5x5_all_on_board_has_its_four_published_minima():
    outcome = coset.minimise(plus_board(5), Wanted(minima=10), Watch())
    published = PUBLISHED["all_on_5x5_c2"]["minimum_solutions"]
    assert sorted("".join(map(str, x)) for x in outcome.minima) == sorted(map("".join, published))
    assert outcome.weight == 15


def test_sizes_and_child_processes_do_not_change_a_longer_search(monkeypatch):
    rng = np.random.default_rng(12)
    words = np.concatenate([np.eye(16, dtype=np.uint8), rng.integers(0, 2, (16, 60), np.uint8)], 1)
    found = Coset(rng.integers(0, 2, 76), Kernel(2, words, (2,) * 16))
    basis = echelon(found.kernel)
    least = basis.reduced(found.particular)
    prices = np.ones(76, dtype=np.int64)
    kinds = [
        binary_search(basis, least, prices, binary_visit.BinaryVisitSizes(2**18, 26)),
        binary_search(basis, least, prices, binary_visit.BinaryVisitSizes(2**10, 12)),
        table_search(basis, least, prices, False, residue_classes.ResidueVisitSizes(2**12, 2**12)),
    ]
    alone = [run(search, Wanted(minima=4)) for search in kinds]
    shared = [run(search, Wanted(minima=4), processes=2) for search in kinds]
    assert len(set(alone + shared)) == 1


@pytest.mark.large
def test_a_deadline_stops_the_children(monkeypatch):
    rng = np.random.default_rng(12)
    words = np.concatenate([np.eye(44, dtype=np.uint8), rng.integers(0, 2, (44, 60), np.uint8)], 1)
    search = prepare(Kernel(2, words, (2,) * 44), np.ones(104, int), per_button=False)
    started = time.monotonic()
    with pytest.raises(LimitReached):
        coset_run.visit_all(
            search.search(rng.integers(0, 2, 104)),
            Wanted(),
            Watch(seconds=2),
            where=Where(jobs=2, pieces=1000),
        )
    assert time.monotonic() - started < 8


def test_the_kept_all_on_minima_solve_their_boards_and_are_the_published_ones():
    kept = Path(__file__).parents[3] / "data" / "results" / "all-on-minima.json"
    published = PUBLISHED["A075464_all_on_minimum_n1_54"]["values"]
    boards = json.loads(kept.read_text(encoding="utf-8"))["boards"]
    assert [board["n"] for board in boards] == [n for n in range(1, 131) if n != 123]
    assert [board["weight"] for board in boards[:54]] == published
    for board in boards:
        n = board["n"]
        presses = np.array(list(f"{int(board['presses'], 16):0{n * n}b}"), dtype=np.int64)
        drawn = presses.reshape(n, n)
        lights = drawn.copy()
        lights[1:] += drawn[:-1]
        lights[:-1] += drawn[1:]
        lights[:, 1:] += drawn[:, :-1]
        lights[:, :-1] += drawn[:, 1:]
        assert (lights % 2 == 1).all(), n
        assert presses.sum() == board["weight"], n
