"""Every encoding says exactly what the system says, judged without any solver."""

import random
import re
from itertools import product

import numpy as np
import pytest

from lo_exact.algebra import from_dense, from_entries
from lo_exact.encodings import chain, direct, slack, xor
from lo_exact.encodings import sum as running_sum
from lo_exact.encodings.encoding_table import ENCODINGS, find_encoding
from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Sense, violated
from lo_exact.puzzle import System

NAMES = [encoding.name for encoding in ENCODINGS]


def system_of(matrix, syndrome, colours, prices=None, per_button=False) -> System:
    rows = np.array(matrix, dtype=np.int64)
    if prices is not None:
        rows = rows.reshape(len(syndrome), len(prices))
    weights = [1] * rows.shape[1] if prices is None else prices
    return System(
        from_dense(rows, colours),
        np.array(syndrome, dtype=np.int64),
        np.array(weights, dtype=np.int64),
        per_button,
    )


def random_system(rng: random.Random) -> System:
    colours = rng.choice([2, 2, 3, 4, 5, 6, 8, 9, 12])
    unknowns = rng.randint(0, 5 if colours == 2 else 3 if colours < 6 else 2)
    lights = rng.randint(0, 4)
    density = rng.random()
    matrix = [
        [rng.randrange(colours) if rng.random() < density else 0 for _ in range(unknowns)]
        for _ in range(lights)
    ]
    presses = [rng.randrange(colours) for _ in range(unknowns)]
    syndrome = [sum(a * x for a, x in zip(row, presses, strict=True)) % colours for row in matrix]
    if rng.random() < 0.3:
        syndrome = [rng.randrange(colours) for _ in syndrome]
    prices = [rng.choice([0, 1, 1, 2, 5]) for _ in range(unknowns)]
    return system_of(matrix, syndrome, colours, prices, per_button=rng.random() < 0.3)


def solutions(system: System) -> dict[tuple[int, ...], int]:
    """Return every solution with its cost, by trying all press vectors."""
    c, matrix = system.colours, system.matrix.to_dense().tolist()
    found = {}
    for x in product(range(c), repeat=system.unknowns):
        sums = [sum(a * v for a, v in zip(row, x, strict=True)) % c for row in matrix]
        if sums == system.syndrome.tolist():
            counted = [int(v > 0) for v in x] if system.per_button else x
            found[x] = sum(int(p) * v for p, v in zip(system.prices, counted, strict=True))
    return found


def least_costs(formula: Formula) -> dict[tuple[int, ...], int]:
    """Return each reading of the unknowns that satisfies the formula, with its least objective.

    Backtracking over the variables in order; a constraint is looked at when its last variable has
    been given a value.
    """
    checks = [[] for _ in range(formula.variables + 1)]
    for clause in formula.clauses:
        checks[max(map(abs, clause), default=0)].append(
            lambda a, c=clause: any((a[abs(lit)] == 1) == (lit > 0) for lit in c)
        )
    for one in formula.xors:
        checks[max(one.variables, default=0)].append(
            lambda a, one=one: sum(a[v] for v in one.variables) % 2 == one.parity
        )
    for row in formula.linear:
        checks[max((v for _, v in row.terms), default=0)].append(
            lambda a, row=row: {
                Sense.EQUAL: lambda total: total == row.bound,
                Sense.LESS_EQUAL: lambda total: total <= row.bound,
                Sense.GREATER_EQUAL: lambda total: total >= row.bound,
            }[row.sense](sum(k * a[v] for k, v in row.terms))
        )
    found: dict[tuple[int, ...], int] = {}
    assignment = [0] * (formula.variables + 1)

    def go_on(variable: int) -> None:
        if not all(check(assignment) for check in checks[variable]):
            return
        if variable == formula.variables:
            assert violated(formula, assignment[1:]) == ""
            read = tuple(sum(k * assignment[v] for k, v in terms) for terms in formula.readout)
            cost = sum(k * assignment[v] for k, v in formula.objective)
            found[read] = min(cost, found.get(read, cost))
            return
        low, high = formula.bounds[variable]
        for value in range(low, high + 1):
            assignment[variable + 1] = value
            go_on(variable + 1)

    go_on(0)
    return found


@pytest.mark.parametrize("cases", [60, pytest.param(150, marks=pytest.mark.large)])
@pytest.mark.parametrize("name", NAMES)
def test_a_formula_has_the_systems_solutions_and_costs(name, cases):
    encoding = find_encoding(name)
    rng = random.Random(11)
    written = 0
    for _ in range(cases):
        system = random_system(rng)
        if encoding.refuses(system):
            continue
        formula = encoding.encode(system)
        used = {kind for kind in ("clauses", "xors", "linear") if getattr(formula, kind)}
        assert used <= encoding.writes
        assert all(k > 0 for k, _ in formula.objective)
        assert all(k >= 0 for terms in formula.readout for k, _ in terms)
        if formula.variables <= 26:
            written += 1
            assert least_costs(formula) == solutions(system), (system.matrix.to_dense(), formula)
    assert written >= cases // 5


EDGES = {
    "nothing at all": (np.zeros((0, 0), dtype=np.int64), [], 2),
    "no lights": (np.zeros((0, 2), dtype=np.int64), [], 2),
    "no buttons, all quiet": (np.zeros((2, 0), dtype=np.int64), [0, 0], 2),
    "no buttons, one light wrong": (np.zeros((2, 0), dtype=np.int64), [0, 1], 2),
    "a light without buttons": ([[1, 1], [0, 0]], [1, 0], 2),
    "a wrong light without buttons": ([[1, 1], [0, 0]], [1, 1], 2),
    "a button without lights": ([[1, 0]], [1], 2),
    "equal buttons": ([[1, 1, 1]], [1], 2),
    "a directed pair": ([[1, 1], [0, 1]], [1, 0], 2),
    "no unit among the coefficients": ([[2, 4], [4, 2]], [2, 4], 6),
    "no unit, unsolvable": ([[2, 2]], [1], 4),
    "nine colours": ([[3, 6]], [3], 9),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("per_button", [False, True])
def test_edges(name, edge, per_button):
    matrix, syndrome, colours = EDGES[edge]
    system = system_of(matrix, syndrome, colours, per_button=per_button)
    if not find_encoding(name).refuses(system):
        assert least_costs(find_encoding(name).encode(system)) == solutions(system)


def one_light(buttons: int, colours: int = 2) -> System:
    return system_of([[1] * buttons], [1], colours)


def test_sizes_of_the_parity_encodings():
    chained = chain.encode(one_light(9))
    assert (chained.variables, len(chained.clauses)) == (9 + 6, 4 * 7)
    written_out = direct.encode(one_light(9))
    assert (written_out.variables, len(written_out.clauses)) == (9, 2**8)
    native = xor.encode(one_light(999))
    assert (native.variables, len(native.xors), native.clauses) == (999, 1, ())


def test_the_slack_is_no_wider_than_the_row():
    formula = slack.encode(system_of([[1, 3]], [2], 4))  # 3 is taken as -1: -3 <= x - y <= 3
    assert formula.bounds == ((0, 3), (0, 3), (-1, 0))
    fixed = slack.encode(system_of([[1]], [1], 2))  # only x = 1 is left: no slack at all
    assert fixed.bounds == ((0, 1),)


@pytest.mark.parametrize(
    ("name", "system", "sentence"),
    [
        ("xor", one_light(2, 3), "know 2 colours, the puzzle has 3"),
        ("chain", one_light(2, 4), "know 2 colours, the puzzle has 4"),
        ("direct", one_light(2, 3), "know 2 colours, the puzzle has 3"),
        ("direct", one_light(19), r"a light with 19 buttons would take 2\^18 clauses"),
        ("sum", one_light(3, 5000), "clauses would be written for 5000 colours"),
        ("slack", one_light(3, 2**31), "at most 1000 colours, the puzzle has 2147483648"),
        ("kernel", one_light(3, 5000), "5000 colours on 3 buttons"),
    ],
)
def test_refusals_say_why(name, system, sentence):
    assert re.search(sentence, find_encoding(name).refuses(system))


@pytest.fixture(scope="module")
def million() -> System:
    """Two million lights with a button each."""
    diagonal = np.arange(2_000_000)
    ones = np.ones(diagonal.size, dtype=np.int64)
    matrix = from_entries((diagonal.size, diagonal.size), 2, diagonal, diagonal, ones)
    return System(matrix, ones, ones)


@pytest.mark.parametrize("name", NAMES)
def test_a_system_too_large_is_refused_before_memory_is_taken(name, million):
    assert find_encoding(name).refuses(million)


def test_the_sum_of_many_colours_stays_below_its_estimate():
    system = system_of([[1, 5, 7, 10], [2, 0, 3, 11]], [4, 9], 12)
    formula = running_sum.encode(system)
    estimate = 3 * 12 * 12 * system.matrix.entries // 2 + 12 * system.unknowns
    assert len(formula.clauses) <= estimate


def test_an_unknown_encoding_is_a_usage_error():
    with pytest.raises(UsageError, match="no encoding is called 'tseitin'; there are xor, chain"):
        find_encoding("tseitin")
