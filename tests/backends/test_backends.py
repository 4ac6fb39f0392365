"""Every backend minimises formulas exactly, and no word of a solver is taken for a proof."""

import random
import time
from itertools import product

import pytest

from lo_exact.backends import backend_table, pulp_solvers
from lo_exact.backends.backend_table import (
    BACKENDS,
    Backend,
    backend_version,
    find_backend,
    minimise_formula_in_child,
    missing,
)
from lo_exact.backends.ilp import IlpAnswer, minimise_by_programs
from lo_exact.backends.oracle import PysatOracle
from lo_exact.backends.pulp_solvers import translate
from lo_exact.backends.sat import adder, minimise_by_bounds, totalizer
from lo_exact.errors import LimitReached, MissingPackageError, SolverError, UsageError
from lo_exact.formula import Formula, Linear, Sense, Xor, read_unknowns, violated
from lo_exact.outcome import Outcome, Status, Wanted, Watch

NAMES = [backend.name for backend in BACKENDS if not missing(backend)]
SAT = [name for name in NAMES if "clauses" in find_backend(name).reads]


def truth(formula: Formula) -> tuple[int, list[tuple[int, ...]]]:
    """Return the minimum and all readings that reach it, by trying every assignment."""
    costs: dict[tuple[int, ...], int] = {}
    for values in product(*(range(low, high + 1) for low, high in formula.bounds)):
        if violated(formula, values) == "":
            cost = sum(k * values[v - 1] for k, v in formula.objective)
            read = read_unknowns(formula, values)
            costs[read] = min(cost, costs.get(read, cost))
    least = min(costs.values(), default=-1)
    return least, sorted(read for read, cost in costs.items() if cost == least)


def random_formula(rng: random.Random, reads: frozenset[str]) -> Formula:
    """A few constraints of the kinds a backend reads, over at most 8 variables."""
    count = rng.randint(1, 8)
    variables = range(1, count + 1)
    bounds = [(0, 1)] * count
    clauses: list[tuple[int, ...]] = []
    xors, linear = [], []
    if "clauses" in reads:
        bounds = [rng.choice([(0, 1)] * 6 + [(0, 0), (1, 1)]) for _ in variables]
        for _ in range(rng.randint(0, 6)):
            chosen = rng.sample(variables, rng.randint(1, min(3, count)))
            clauses.append(tuple(v * rng.choice([-1, 1]) for v in chosen))
    if "xors" in reads:
        for _ in range(rng.randint(0, 3)):
            xors.append(Xor(tuple(rng.sample(variables, rng.randint(0, count))), rng.randint(0, 1)))
    if "linear" in reads:
        count = min(count, 5)
        variables = range(1, count + 1)
        bounds = [rng.choice([(0, 1), (0, 1), (0, 3), (-1, 2), (2, 2)]) for _ in variables]
        for _ in range(rng.randint(0, 4)):
            terms = tuple((rng.randint(-3, 3), v) for v in variables if rng.random() < 0.7)
            sense = rng.choice(list(Sense))
            linear.append(Linear(terms, sense, rng.randint(-2, 6)))
    objective = tuple((rng.choice([1, 1, 2, 7]), v) for v in variables if rng.random() < 0.8)
    objective = tuple((k, v) for k, v in objective if bounds[v - 1][0] >= 0)
    readable = [v for v in variables if bounds[v - 1][0] >= 0]
    rng.shuffle(readable)
    readout = []
    while readable and rng.random() < 0.9:
        size = rng.randint(1, min(2, len(readable)))
        readout.append(tuple((rng.choice([1, 1, 2]), readable.pop()) for _ in range(size)))
    return Formula(
        tuple(bounds), tuple(clauses), tuple(xors), tuple(linear), objective, tuple(readout)
    )


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.large)])
@pytest.mark.parametrize("name", NAMES)
def test_a_backend_agrees_with_trying_everything(name, every):
    rng = random.Random(23)
    infeasible = 0
    for number in range((60 if name == "cbc" else 150) // every):
        formula = random_formula(rng, find_backend(name).reads)
        wanted = rng.choice(
            [Wanted(), Wanted(3), Wanted(2, canonical=True), Wanted(2, count=True), Wanted(999)]
        )
        if find_backend(name).floating:  # one minimum, and nothing about the others
            wanted = Wanted()
        watch = Watch()
        got = minimise_formula_in_child(name, formula, wanted, watch)
        weight, minima = truth(formula)
        where = (number, wanted, formula, got)
        if not minima:
            infeasible += 1
            assert got.status is Status.INFEASIBLE, where
            continue
        assert got.status is Status.OPTIMAL, where
        assert got.weight == watch.lower_bound == watch.best_weight == weight, where
        assert set(got.minima) <= set(minima), where
        assert len(set(got.minima)) == min(wanted.minima, len(minima)), where
        assert len(got.minima) == len(set(got.minima)), where
        if wanted.count or got.count is not None:
            assert got.count == len(minima), where
        assert got.canonical or not wanted.canonical, where
        if got.canonical:
            assert got.minima[0] == minima[0], where
    assert infeasible >= 3 // every


@pytest.mark.parametrize("name", NAMES)
def test_formulas_without_variables(name):
    empty = Formula(bounds=(), readout=((), ()))
    if find_backend(name).floating:
        found, wanted = Outcome(Status.OPTIMAL, 0, ((0, 0),)), Wanted()
    else:
        found = Outcome(Status.OPTIMAL, 0, ((0, 0),), 1, canonical=True)
        wanted = Wanted(3, count=True)
    assert minimise_formula_in_child(name, empty, wanted, Watch()) == found
    reads = find_backend(name).reads
    impossible = Formula(
        bounds=(),
        clauses=((),) if "clauses" in reads else (),
        linear=(Linear((), Sense.EQUAL, 1),) if "linear" in reads else (),
    )
    assert minimise_formula_in_child(name, impossible, Wanted(), Watch()) == Outcome(
        Status.INFEASIBLE
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_a_backend_does_not_read_is_refused(name):
    reads = find_backend(name).reads
    for kind, part in (
        ("clauses", {"clauses": ((1,),)}),
        ("xors", {"xors": (Xor((1,), 1),)}),
        ("linear", {"linear": (Linear(((1, 1),), Sense.EQUAL, 1),)}),
    ):
        formula = Formula(bounds=((0, 1),), readout=(((1, 1),),), **part)
        if kind in reads:
            assert minimise_formula_in_child(name, formula, Wanted(), Watch()).minima == ((1,),)
        else:
            with pytest.raises(SolverError, match="this backend reads"):
                minimise_formula_in_child(name, formula, Wanted(), Watch())


@pytest.mark.parametrize("name", SAT)
def test_coefficients_of_any_size(name):
    prices = [2**31, 2**31 - 1, 10**12, 3, 1, 7, 123_456_789, 2**40]
    variables = range(1, len(prices) + 1)
    formula = Formula(
        bounds=((0, 1),) * len(prices),
        clauses=((1, 2), (3, 8), (-2, 5, 6), (7, -5), (7, 4)),
        objective=tuple(zip(prices, variables, strict=True)),
        readout=tuple(((1, v),) for v in variables),
    )
    got = minimise_formula_in_child(name, formula, Wanted(9, count=True), Watch())
    weight, minima = truth(formula)
    assert (got.weight, list(got.minima), got.count) == (weight, minima, len(minima))


@pytest.mark.parametrize("make", ["totalizer", "adder"])
def test_at_most_is_exact_for_every_bound(make):
    from pysat.solvers import Cadical195

    rng = random.Random(5)
    for coefficients in ([1] * 6, [2, 2, 2, 4], [3, 5, 7, 11, 13], [9], [1, 2, 4, 8, 100], []):
        rng.shuffle(coefficients)
        terms = [(k, v) for v, k in enumerate(coefficients, start=1)]
        total = sum(coefficients)
        for limit in {0, total // 2, total}:
            with Cadical195() as solver:
                oracle = PysatOracle(solver, len(terms), len(terms))
                if make == "totalizer":
                    at_most = totalizer(oracle, terms, limit)
                    assert at_most is not None
                else:
                    at_most = adder(oracle, terms)
                for k in range(limit + 1):
                    assumed = at_most(k)
                    for values in product((0, 1), repeat=len(terms)):
                        inputs = [v if x else -v for x, (_, v) in zip(values, terms, strict=True)]
                        holds = sum(k * x for x, (k, _) in zip(values, terms, strict=True)) <= k
                        assert oracle.solve([*inputs, *assumed], 10_000) is holds


def test_a_totalizer_that_would_explode_declines_at_once():
    terms = [(2**i, i + 1) for i in range(60)]
    assert totalizer(None, terms, 2**60) is None  # no solver is touched


LIAR = Formula(
    bounds=((0, 1), (0, 1)),
    clauses=((1, 2),),
    objective=((1, 1), (1, 2)),
    readout=(((1, 1),), ((1, 2),)),
)


class StubOracle:
    """A SAT solver that answers from a list."""

    def __init__(self, *answers):
        self.answers, self.last, self.current = list(answers), 2, None

    def fresh(self):
        self.last += 1
        return self.last

    def add(self, clause):
        pass

    def solve(self, assumptions, conflicts):
        self.current = self.answers.pop(0)
        return None if self.current is None else bool(self.current)

    def values(self):
        return self.current


def test_an_assignment_that_breaks_the_formula_is_an_error():
    with pytest.raises(SolverError, match=r"breaks clause \(1, 2\)"):
        minimise_by_bounds(StubOracle([0, 0]), LIAR, Wanted(), Watch())


def test_a_budget_that_runs_out_proves_nothing():
    watch = Watch()
    # first: weight 2; at most 1: unknown; at most 0: unknown; at most 1: unsatisfiable
    outcome = minimise_by_bounds(StubOracle([1, 1], None, None, False), LIAR, Wanted(), watch)
    assert outcome.weight == 2
    watch = Watch()
    # at most 1: unknown; at most 0: unsatisfiable, so 1 is a bound; then weight 1
    minimise_by_bounds(StubOracle([1, 1], None, False, [0, 1]), LIAR, Wanted(), watch)
    assert (watch.lower_bound, watch.best) == (1, (0, 1))


def test_a_minimum_of_another_weight_is_an_error():
    with pytest.raises(SolverError, match="gave 2, the minimum 1"):
        minimise_by_bounds(StubOracle([0, 1], False, [1, 1]), LIAR, Wanted(2), Watch())


PROGRAM = Formula(
    bounds=((0, 1), (0, 1)),
    linear=(Linear(((1, 1), (1, 2)), Sense.GREATER_EQUAL, 1),),
    objective=((2, 1), (4, 2)),
    readout=(((1, 1),), ((1, 2),)),
)


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (IlpAnswer(Status.OPTIMAL, (0.0, 0.2), 0.4), SolverError, "rounded, breaks"),
        (IlpAnswer(Status.OPTIMAL, (1.0, 1.0), 1.0), SolverError, "claims weight 1.0"),
        (IlpAnswer(Status.UNKNOWN), LimitReached, "stopped at its time limit"),
        (IlpAnswer(Status.FEASIBLE, (0.0, 0.0), 0.0), LimitReached, "stopped at its time limit"),
    ],
)
def test_an_integer_program_is_not_believed(answer, error, sentence):
    with pytest.raises(error, match=sentence):
        minimise_by_programs(lambda *asked: answer, PROGRAM, Wanted(), Watch(60))


def test_a_solver_that_gives_up_without_a_limit_is_an_error():
    with pytest.raises(SolverError, match="gave up, though it had no time limit"):
        minimise_by_programs(lambda *asked: IlpAnswer(Status.UNKNOWN), PROGRAM, Wanted(), Watch())


def test_a_solution_at_the_time_limit_is_told_but_proves_nothing():
    watch = Watch(60)
    with pytest.raises(LimitReached):
        minimise_by_programs(
            lambda *asked: IlpAnswer(Status.FEASIBLE, (0.0, 1.0), 2.0), PROGRAM, Wanted(), watch
        )
    assert (watch.best, watch.best_weight, watch.lower_bound) == ((0, 1), 4, 0)


def test_an_integer_program_neither_counts_nor_lists():
    for wanted in (Wanted(2), Wanted(count=True), Wanted(canonical=True)):
        with pytest.raises(SolverError, match="neither count nor list"):
            minimise_by_programs(lambda *asked: IlpAnswer(Status.UNKNOWN), PROGRAM, wanted, Watch())


def test_the_objective_is_divided_by_its_common_divisor():
    asked = []

    def ask(formula, watch, tell):
        asked.append(formula.objective)
        return IlpAnswer(Status.OPTIMAL, (1.0, 0.0), 1.0)

    assert minimise_by_programs(ask, PROGRAM, Wanted(), Watch()).weight == 2
    assert asked == [((1, 1), (2, 2))]


def test_every_pair_of_statuses_pulp_can_give_is_translated_or_raises():
    import pulp

    proofs = {
        pair: translate(*pair)
        for pair in product(pulp.LpStatus, pulp.LpSolution)
        if pair in pulp_solvers.STATUSES
    }
    assert {pair for pair, s in proofs.items() if s is Status.OPTIMAL} == {(1, 1)}
    assert {pair for pair, s in proofs.items() if s is Status.INFEASIBLE} == {(-1, -1), (-1, 0)}
    others = set(product(pulp.LpStatus, pulp.LpSolution)) - set(proofs)
    assert {(-2, -2), (-3, 0), (1, 0), (0, 1)} <= others
    for pair in others:
        with pytest.raises(SolverError, match="ended with status"):
            translate(*pair)


def test_what_cbc_says_is_infeasible_when_its_time_was_over_is_not_known(monkeypatch):
    def stopped(formula, make_solver, tell):
        time.sleep(0.03)
        return IlpAnswer(Status.INFEASIBLE)

    monkeypatch.setattr(pulp_solvers, "solve_program", stopped)
    formula = Formula(((0, 1),), linear=(Linear(((1, 1),), Sense.GREATER_EQUAL, 1),))
    with pytest.raises(LimitReached):
        # 0.02 s for the solver
        minimise_by_programs(pulp_solvers.ask_cbc, formula, Wanted(), Watch(0.15))
    for in_time in (Watch(60), Watch()):
        found = minimise_by_programs(pulp_solvers.ask_cbc, formula, Wanted(), in_time)
        assert found.status is Status.INFEASIBLE


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Optimal - objective value 15.00000000", Status.OPTIMAL),
        ("Infeasible - objective value 0.00000000", Status.INFEASIBLE),
        ("Integer infeasible - objective value 3.00000000", Status.INFEASIBLE),
        ("Stopped on time - objective value 29.00000000", Status.FEASIBLE),
        (
            "Stopped on time (no integer solution - continuous used) - objective value 13.0",
            Status.UNKNOWN,
        ),
        ("Stopped on iterations - objective value 7.00000000", Status.FEASIBLE),
        ("Unbounded - objective value 0.00000000", SolverError),
        ("Something new", SolverError),
    ],
)
def test_the_first_line_of_cbc_means_this(line, status, tmp_path):
    import pulp

    file = tmp_path / "solution"
    file.write_text(line + "\n")
    pair = pulp.COIN_CMD().get_status(str(file))
    if isinstance(status, Status):
        assert translate(*pair) is status
    else:
        with pytest.raises(status):
            translate(*pair)


def test_a_missing_package_is_said_with_its_install_line(monkeypatch):
    backend = Backend("dream", "", frozenset(), find_backend("cbc").minimise, ("no_such",))
    assert missing(backend) == "dream needs no_such: pip install no_such"
    assert backend_version(backend) == ""
    monkeypatch.setattr(backend_table, "BACKENDS", (backend,))
    with pytest.raises(MissingPackageError, match="pip install no_such"):
        minimise_formula_in_child("dream", LIAR, Wanted(), Watch())


def test_names_and_versions():
    assert "python-sat 1." in backend_version(find_backend("cadical"))
    with pytest.raises(UsageError, match="no backend is called 'z3'; there are cryptominisat"):
        find_backend("z3")


def hard_formula(holes: int) -> Formula:
    """More pigeons than holes: hopeless for a SAT solver without a trick."""
    place = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    clauses = [tuple(place[p, h] for h in range(holes)) for p in range(holes + 1)]
    clauses += [
        (-place[p, h], -place[q, h])
        for h in range(holes)
        for p in range(holes + 1)
        for q in range(p)
    ]
    return Formula(bounds=((0, 1),) * len(place), clauses=tuple(clauses))


@pytest.mark.parametrize("name", SAT)
def test_the_deadline_holds_inside_a_solver(name):
    watch = Watch(0.2)
    with pytest.raises(LimitReached):
        minimise_formula_in_child(name, hard_formula(14), Wanted(), watch)
    assert watch.remaining() > -1.0
    assert watch.best_weight is None
