"""Every encoding with every backend, against plain enumeration; and the judge over them."""

import os
import random
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.backends.backend_table import BACKENDS, find_backend, missing
from lo_exact.encodings.encoding_table import ENCODINGS
from lo_exact.engines import foreign
from lo_exact.engines.engine import least_shares_bound
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.foreign import foreign_engines, minimise
from lo_exact.engines.self_test import self_test
from lo_exact.errors import LimitReached, MissingPackageError, SolverError, UsageError
from lo_exact.formats import parse_puzzle
from lo_exact.outcome import Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System
from tests.boards.systems import random_plus_board

ENGINES = {engine.name: engine for engine in foreign_engines()}
ROOT = Path(__file__).parents[2]


def installed(*names: str) -> list[str]:
    """Return the engines whose packages are here: pycryptosat has no wheels for newer Pythons."""
    return [n for n in names if not missing(find_backend(ENGINES[n].arguments[1]))]


Enumerated = tuple[System, int, list[tuple[int, ...]]]


def enumerate_all(matrix, syndrome, colours, prices, per_button) -> tuple[int, list]:
    """Return the least cost (-1: unsolvable) and all presses that reach it, by trying all."""
    best, minima = -1, []
    for presses in product(range(colours), repeat=len(prices)):
        if any(
            sum(a * x for a, x in zip(row, presses, strict=True)) % colours != s
            for row, s in zip(matrix, syndrome, strict=True)
        ):
            continue
        cost = sum(p * ((x > 0) if per_button else x) for p, x in zip(prices, presses, strict=True))
        if best < 0 or cost < best:
            best, minima = cost, []
        if cost == best:
            minima.append(presses)
    return best, minima


def random_case(rng: random.Random) -> Enumerated:
    """A random system, not square and not symmetric, solvable or not, any of the objectives."""
    colours = rng.choice([2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    unknowns = rng.randint(0, {2: 7, 3: 4, 4: 3, 5: 3}.get(colours, 2))
    lights = rng.randint(0, 6)
    density = rng.random()
    matrix = [
        [rng.randrange(colours) if rng.random() < density else 0 for _ in range(unknowns)]
        for _ in range(lights)
    ]
    if unknowns > 1 and rng.random() < 0.2:
        matrix = [[*row[:-1], row[0]] for row in matrix]  # equal buttons
    presses = [rng.randrange(colours) for _ in range(unknowns)]
    syndrome = [sum(a * x for a, x in zip(row, presses, strict=True)) % colours for row in matrix]
    if rng.random() < 0.3:
        syndrome = [rng.randrange(colours) for _ in range(lights)]
    kind = rng.choice(["presses", "buttons", "prices", "large prices"])
    choices = {"prices": [0, 1, 2, 5, 30], "large prices": [0, 3, 2**31, 2**31 - 1, 10**6]}
    prices = [rng.choice(choices.get(kind, [1])) for _ in range(unknowns)]
    weight, minima = enumerate_all(matrix, syndrome, colours, prices, kind == "buttons")
    system = System(
        from_dense(np.array(matrix, dtype=np.int64).reshape(lights, unknowns), colours),
        np.array(syndrome, dtype=np.int64),
        np.array(prices, dtype=np.int64),
        kind == "buttons",
    )
    return system, weight, minima


@pytest.fixture(scope="module")
def cases() -> list[Enumerated]:
    rng = random.Random(31)
    return [random_case(rng) for _ in range(300)]


WANTED = [
    Wanted(),
    Wanted(3),
    Wanted(2, canonical=True),
    Wanted(1, count=True),
    Wanted(50, count=True, canonical=True),
]


@pytest.mark.parametrize("name", installed(*ENGINES))
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.large)])
def test_an_engine_agrees_with_enumeration(name, every, cases):
    engine = ENGINES[name]
    rng = random.Random(name)
    answered = 0
    # CBC starts a program for every question, so it gets fewer of the larger lists
    for system, weight, minima in cases[:: 3 * every if name.endswith(":cbc") else every]:
        if engine.refusal(system):
            continue
        answered += 1
        wanted = rng.choice(WANTED)
        if engine.floating:  # one minimum, and nothing about the others
            wanted = Wanted()
        watch = Watch()
        got = engine.minimise(system, wanted, watch)
        where = (system.matrix.to_dense().tolist(), system, wanted, got)
        if not minima:
            assert got.status is Status.INFEASIBLE, where
            continue
        assert got.status is Status.OPTIMAL, where
        assert got.weight == watch.best_weight == weight, where
        assert watch.lower_bound <= weight, where
        assert watch.lower_bound == weight or engine.floating, where
        assert len(got.minima) == len(set(got.minima)) == min(wanted.minima, len(minima)), where
        assert set(got.minima) <= set(minima), where
        if wanted.count or got.count is not None:
            assert got.count == len(minima), where
        assert got.canonical or not wanted.canonical, where
        if got.canonical:
            assert got.minima[0] == minima[0], where
    assert answered >= (60 if every == 1 else 7)


@pytest.mark.parametrize("name", installed(*ENGINES))
def test_an_engine_solves_the_known_boards(name):
    assert self_test(ENGINES[name]) == ""


STARTED = installed(
    "chain:cadical",
    "direct:glucose",
    "xor:cryptominisat",
    "sum:cadical",
    "chain:rc2",
    "slack:highs",
)


@pytest.mark.parametrize("name", STARTED)
def test_what_is_known_beforehand_changes_no_answer(name, cases):
    """A solution, a minimum or not, and a lower bound, met by it or not."""
    engine, taken = ENGINES[name], 0
    for number, (system, weight, minima) in enumerate(cases[:150]):
        if weight < 0 or engine.refusal(system):
            continue
        taken += 1
        some = system.solutions.particular
        first = (minima[-1], tuple(some.tolist()))[number % 2]
        known = Known(max(weight - number % 3, 0), first, system.weight(np.array(first)))
        lists = (Wanted(minima=99, count=True), Wanted(canonical=True))
        for wanted in (Wanted(), *(() if engine.floating else lists)):
            watch = Watch()
            watch.start_from(known)
            got = engine.minimise(system, wanted, watch)
            assert (got.status, got.weight) == (Status.OPTIMAL, weight)
            assert set(got.minima) <= set(minima)
            assert watch.known.weight == weight
            assert watch.lower_bound <= weight
            if wanted.count:
                assert sorted(got.minima) == minima
            if wanted.canonical:
                assert got.minima[0] == minima[0]
    assert taken >= 15


def test_a_known_bound_above_a_solution_is_an_error():
    system = random_plus_board(3, 2)
    watch = Watch()
    watch.start_from(Known(99))
    with pytest.raises(SolverError, match="lower bound of 99"):
        minimise("chain", "cadical", system, Wanted(), watch)


def test_there_is_an_engine_for_every_fitting_pair_and_no_other():
    pairs = {f"{e.name}:{b.name}" for e in ENCODINGS for b in BACKENDS if not e.writes - b.reads}
    assert set(ENGINES) == pairs
    assert {"xor:cryptominisat", "chain:rc2", "direct:glucose", "slack:cbc"} <= pairs
    assert not {"xor:cadical", "slack:rc2", "chain:highs"} & pairs
    assert all(engine.foreign for engine in ENGINES.values())
    assert ENGINES["slack:highs"].packages == ("pulp", "highspy")
    assert find_engine("sum:rc2").arguments == ("sum", "rc2")


@pytest.mark.parametrize(
    "name",
    [
        "slack:highs",
        *(
            pytest.param(name, marks=pytest.mark.large)
            for name in ("slack:cbc", "chain:rc2", "sum:cadical")
        ),
    ],
)
def test_a_time_limit_leaves_a_true_lower_bound_and_no_proof(name):
    system = random_plus_board(18, 1)
    watch = Watch(1.0)
    with pytest.raises(LimitReached):
        find_engine(name).minimise(system, Wanted(), watch)
    assert -1.0 < watch.remaining() < 0.5
    assert watch.lower_bound >= least_shares_bound(system) > 20
    if watch.best:
        assert system.solves(np.array(watch.best))
        assert watch.best_weight == sum(watch.best) > watch.lower_bound


@pytest.mark.parametrize(
    "name",
    [
        "chain:glucose",
        *(
            pytest.param(name, marks=pytest.mark.large)
            for name in installed("xor:cryptominisat", "slack:cbc", "slack:highs")
        ),
    ],
)
def test_ctrl_c_ends_a_solver_within_two_seconds(name):
    script = f"""
import sys, time
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Wanted, Watch
from tests.boards.systems import random_plus_board
watch = Watch()
system = random_plus_board(30, 3)
print("ready", flush=True)
try:
    find_engine({name!r}).minimise(system, Wanted(), watch)
except KeyboardInterrupt:
    print(watch.lower_bound > 0)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert time.monotonic() - started < 2.0
    assert (out, process.returncode) == ("True\n", 0)


def test_the_covering_bound_is_never_above_the_minimum(cases):
    reached = 0
    for system, weight, minima in cases:
        if minima:
            bound = least_shares_bound(system)
            assert 0 <= bound <= weight
            reached += bound == weight > 0
    assert reached >= 20


def tiny() -> System:
    """x + y = 1, y = 1 over GF(2): only y is pressed."""
    ones = np.ones(2, dtype=np.int64)
    return System(from_dense([[1, 1], [0, 1]], 2), ones, ones)


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(Status.OPTIMAL, 1, ((1, 0),)), "do not solve"),
        (Outcome(Status.OPTIMAL, 0, ((0, 1),)), "claims weight 0, the presses have 1"),
        (Outcome(Status.OPTIMAL, 1, ((0, 1), (0, 1))), "listed a minimum twice"),
        (Outcome(Status.OPTIMAL, 1, ()), "without a proof"),
        (Outcome(Status.FEASIBLE, 1, ((0, 1),)), "without a proof"),
        (Outcome(Status.OPTIMAL, 1, ((0, 1),), count=0), "counted 0 minima, listed 1"),
        (Outcome(Status.OPTIMAL, 1, ((0, 3),)), "do not solve"),
    ],
)
def test_a_wrong_answer_is_an_error(outcome, sentence, monkeypatch):
    monkeypatch.setattr(foreign, "minimise_formula_in_child", lambda *asked: outcome)
    with pytest.raises(SolverError, match=f"^chain:rc2.*{sentence}"):
        ENGINES["chain:rc2"].minimise(tiny(), Wanted(count=True), Watch())


def test_a_wrong_solution_on_the_way_is_an_error(monkeypatch):
    def tell(presses, weight):
        def run(backend, formula, wanted, watch, *known):
            watch.improved(presses, weight)
            return Outcome(Status.OPTIMAL, 1, ((0, 1),))

        return run

    monkeypatch.setattr(foreign, "minimise_formula_in_child", tell((1, 1), 2))
    with pytest.raises(SolverError, match="do not solve"):
        minimise("chain", "rc2", tiny(), Wanted(), Watch())
    monkeypatch.setattr(foreign, "minimise_formula_in_child", tell((0, 1), 0))
    with pytest.raises(SolverError, match="told weight 0, the presses have 1"):
        minimise("chain", "rc2", tiny(), Wanted(), Watch())


def test_weights_beyond_floating_point_are_refused_by_integer_programs_only():
    system = tiny()
    heavy = System(system.matrix, system.syndrome, np.array([2**31, 1], dtype=np.int64))
    assert "beyond what cbc decides exactly" in ENGINES["slack:cbc"].refusal(heavy)
    with pytest.raises(UsageError, match=r"^slack:cbc: weights up to 2147483649"):
        ENGINES["slack:cbc"].minimise(heavy, Wanted(), Watch())
    assert ENGINES["chain:rc2"].refusal(heavy) == ""
    scaled = System(system.matrix, system.syndrome, np.array([2**31, 2**30], dtype=np.int64))
    assert ENGINES["slack:cbc"].refusal(scaled) == ""
    assert ENGINES["slack:cbc"].minimise(scaled, Wanted(), Watch()).weight == 2**30


def test_a_missing_package_is_said_in_one_line(without):
    without("pulp")
    with pytest.raises(MissingPackageError, match=r"cbc needs pulp: pip install 'pulp>=3\.3'"):
        minimise("slack", "cbc", tiny(), Wanted(), Watch())


def test_a_self_test_says_what_is_wrong(monkeypatch):
    monkeypatch.setattr(
        foreign, "minimise_formula_in_child", lambda *asked: Outcome(Status.INFEASIBLE)
    )
    assert self_test(ENGINES["chain:rc2"]) == (
        "16 lights mod 2: wanted optimal, weight 4, 2 minima; got infeasible, 0, None"
    )


def test_a_light_with_many_buttons():
    """Row and column on 6 x 6: every light has 11 buttons."""
    side = 6
    matrix = np.array(
        [
            [int(i // side == j // side or i % side == j % side) for j in range(side * side)]
            for i in range(side * side)
        ]
    )
    ones = np.ones(side * side, dtype=np.int64)
    one_lit = np.zeros(side * side, dtype=np.int64)
    one_lit[0] = 1
    # even side: the matrix is its own inverse, so one light takes the buttons in its cross
    assert (matrix @ matrix % 2 == np.eye(side * side)).all()
    system = System(from_dense(matrix, 2), one_lit, ones)
    for name in installed("xor:cryptominisat", "chain:cadical", "kernel:glucose"):
        assert find_engine(name).minimise(system, Wanted(), Watch(60)).weight == 2 * side - 1


def test_a_floating_point_optimum_is_no_lower_bound(monkeypatch):
    """Three lights at 2 of 4, each in two of three buttons: the minimum is 3, covering proves 2."""
    matrix = from_dense([[1, 1, 0], [0, 1, 1], [1, 0, 1]], 4)
    system = System(matrix, np.array([2, 2, 2]), np.ones(3, dtype=np.int64))

    def minimised(backend, formula, wanted, watch, *known):
        watch.bound(3)
        return Outcome(Status.OPTIMAL, 3, ((1, 1, 1),))

    monkeypatch.setattr(foreign, "minimise_formula_in_child", minimised)
    for encoding, backend, bound in (("slack", "highs", 2), ("sum", "cadical", 3)):
        if not missing(find_backend(backend)):
            watch = Watch()
            ENGINES[f"{encoding}:{backend}"].minimise(system, Wanted(), watch)
            assert (watch.best_weight, watch.lower_bound) == (3, bound)


def test_boards_beyond_every_formula_are_refused_without_being_written():
    puzzle = parse_puzzle("size: 5000x5000\nstate: 1\n")
    for engine in ENGINES.values():
        assert engine.refusal(puzzle.system).startswith("a matrix of 124980000 entries is more")
    assert "_written" not in vars(puzzle.activation)
