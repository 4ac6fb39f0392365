"""The engine `orbits` against enumeration, and against what is known of tori."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.orbits import engine as orbits
from lo_exact.errors import InputError, LimitReached
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from lo_exact.topology import grid_puzzle, one_colour
from tests.campaigns.orbits import judge

ALL = Wanted(minima=10**4, count=True, canonical=True)


def lit_torus(side):
    """A torus with all lights on."""
    empty = grid_puzzle(np.zeros((side, side), dtype=np.int64), topology="torus")
    return one_colour(empty, 1).system


@pytest.mark.parametrize("block", range(4))
def test_symmetric_systems_agree_with_enumeration(block):
    rng = np.random.default_rng([block, 28])
    seen = [one for _ in range(12) for one in judge(rng, None)]
    assert not [wrong for _, wrong in seen if wrong]
    assert {kind for kind, _ in seen} >= {"engine", "frame"}


def test_minima_of_a_torus_are_those_of_visiting_all_solutions():
    # data/results/all-on-tori.json: 45 presses in 10 ways
    system = lit_torus(15)
    found = find_engine("orbits").minimise(system, ALL, Watch())
    assert (found.weight, found.count, len(found.minima)) == (45, 10, 10)
    assert found.minima == find_engine("coset").minimise(system, ALL, Watch()).minima


def test_no_offer_is_made_for_few_solutions_and_none_without_symmetry():
    assert find_engine("orbits").offer(lit_torus(15)) is None
    rng = np.random.default_rng(3)
    matrix = rng.integers(0, 2, (10, 60))
    ones = np.ones(60, dtype=np.int64)
    system = System(from_dense(matrix, 2), matrix[:, 0], ones)
    assert orbits.refusal(system) == "no symmetry of its buttons is known"


def test_what_it_does_not_take_is_refused_in_one_line():
    ones = np.ones(3, dtype=np.int64)
    three = System(from_dense(np.ones((1, 3), dtype=np.int64), 3), np.ones(1, dtype=np.int64), ones)
    assert orbits.refusal(three) == "it is for two colours"
    alone = System(from_dense(np.eye(3, dtype=np.int64), 2), np.ones(3, dtype=np.int64), ones)
    assert orbits.refusal(alone) == "there is one solution only"
    many = System(
        from_dense(np.ones((1, 71), dtype=np.int64), 2), np.ones(1, dtype=np.int64),
        np.ones(71, dtype=np.int64),
    )  # fmt: skip
    assert orbits.refusal(many) == "2^70 solutions are more than 2^62"
    with pytest.raises(
        LimitReached, match=r"orbits of 2\^\d+ prefixes take \d+ MiB, more than 1 MiB"
    ):
        find_engine("orbits").minimise(lit_torus(15), Wanted(memory=2**20), Watch())


def test_no_solution_has_a_witness():
    matrix = np.array([[1, 1, 0], [1, 1, 0]])
    system = System(from_dense(matrix, 2), np.array([0, 1]), np.ones(3, dtype=np.int64))
    found = find_engine("orbits").minimise(system, Wanted(), Watch())
    assert found.status is Status.INFEASIBLE


def test_a_ledger_is_resumed_and_gives_the_answer_of_one_run(tmp_path):
    system, path = lit_torus(15), tmp_path / "ledger.jsonl"
    wanted = Wanted(minima=10**4)

    def run():
        where = Where(ledger=path, pieces=3)
        return orbits.minimise(system, wanted, Watch(), where=where, puzzle_sha256="ab" * 32)

    expected = find_engine("orbits").minimise(system, wanted, Watch())
    assert run() == expected
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[: len(lines) // 2]) + lines[-1][:20])
    assert run() == expected
    assert run() == expected
    where = Where(ledger=path)
    with pytest.raises(InputError):
        coset.minimise(system, wanted, Watch(), where=where, puzzle_sha256="ab" * 32)


@pytest.mark.large
def test_all_on_the_torus_of_31_takes_341_presses_in_620_ways():
    # a second way: `test_spectrum_by_orbits` counts all weights and holds them against the dual
    found = find_engine("orbits").minimise(lit_torus(31), Wanted(count=True), Watch())
    assert (found.weight, found.count) == (341, 620)
