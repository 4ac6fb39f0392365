"""The checker's formulas: contradictory exactly when nothing is left, and small."""

import json
import random

import numpy as np
import pytest
from pysat.solvers import Cadical153

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected
from lo_exact.certificate.draft import LowerBoundClaim, UnsolvableClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.topology import grid_puzzle
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.certificate.checker_cases import FOUR, PAIR, case, lrat, minimum, words
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.formula import claim_formula
from tests.truth.enumeration import Truth


def satisfiable(clauses):
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        return solver.solve()


@pytest.mark.parametrize("first", range(0, 120, 15))
def test_a_formula_is_contradictory_exactly_when_nothing_is_left(first):
    for seed in range(first, first + 15):
        puzzle, coset, truth, system, kernel = case(seed, largest=600)
        rng = random.Random(-seed)
        solutions = sorted(truth.weights, key=truth.weights.get)
        near = rng.choice(solutions[: rng.choice([1, 5, 50])])
        bound = truth.weights[near] + rng.choice([-1, 0, 0, 1])
        below = [x for x in solutions if truth.weights[x] <= bound]
        blocked = below[: rng.choice([0, 1, len(below), len(below), max(len(below) - 1, 0)])]
        if len(blocked) > 60:
            blocked = blocked[:60]
        for own, theirs in ((None, None), (kernel, coset)):
            formula = checker.Formula(system, bound, [list(x) for x in blocked], own)
            assert satisfiable(formula.clauses) == (len(below) > len(blocked))
            written = claim_formula(puzzle.system, bound, blocked=blocked, coset=theirs)
            assert written.clauses == tuple(formula.clauses)
            assert written.dimacs() == b"".join(formula.dimacs())
            assert all(
                1 <= abs(x) <= formula.variables for clause in formula.clauses for x in clause
            )
            assert all(0 < len(set(map(abs, clause))) == len(clause) for clause in formula.clauses)


def test_the_formulas_of_a_small_puzzle_byte_by_byte():
    """x0 + x1 + x2 = 1, x2 = 0: nothing of weight 1 but 100 and 010 (mod 2)."""
    system = checker.System(PAIR)
    kernel = checker.Kernel(system, minimum()["kernel"])
    plain = checker.Formula(system, 1, [[1, 0, 0], [0, 1, 0]], None)
    assert b"".join(plain.dimacs()) == (
        b"p cnf 7 18\n"
        b"1 2 -4 0\n1 -2 4 0\n-1 2 4 0\n-1 -2 -4 0\n"  # 4 is x0 + x1
        b"4 3 -5 0\n4 -3 5 0\n-4 3 5 0\n-4 -3 -5 0\n"  # 5 is 4 + x2
        b"5 0\n"
        b"-3 0\n"
        b"-1 2 3 0\n1 -2 3 0\n"
        b"-3 6 0\n-2 6 0\n-2 -3 0\n"  # 6: x1, x2 cost 1
        b"-6 7 0\n-1 7 0\n-1 -6 0\n"
    )
    small = checker.Formula(system, 1, [[1, 0, 0], [0, 1, 0]], kernel)
    # one class {0, 1} of variable 1, with cost 1 either way; the third is free, and costs nothing
    assert b"".join(small.dimacs()) == b"p cnf 1 2\n1 0\n-1 0\n"


BOUNDED = [
    # variables and clauses so far, and what is looked at next
    ({"colours": 2, "buttons": [[], [], []], "prices": [0, 0, 0]}, 3),
    ({"colours": 2, "buttons": [[], []], "prices": [1, 1]}, 2 + 2 * 2 * 2),
    ({"colours": 2, "buttons": [[], [], []], "prices": [1, 1, 1]}, 3 + 2 + 3 + 2 * 2 * 3),
    ({"colours": 2, "buttons": [[], [], [], []], "prices": [1] * 4}, 4 + 5 + 5 + 2 * 3 * 3),
    ({"colours": 3, "buttons": [[0], [0]], "prices": [0, 0]}, 6 + 3 + 3 + 3 * 3),
    ({"colours": 3, "buttons": [[0]], "prices": [0]}, 3 + 3 * 1 + 0),
]


@pytest.mark.parametrize(("part", "size"), BOUNDED)
def test_the_size_of_a_formula_is_bounded_before_it_is_built(part, size, monkeypatch):
    lights = 1 if part["buttons"][0] else 0
    vector = {2: "0" * lights, 3: [0] * lights}[part["colours"]]
    puzzle = {**PAIR, "lights": lights, "state": vector, "target": vector, "objective": "prices"}
    system = checker.System({**puzzle, **part})
    monkeypatch.setattr(checker, "MAX_CLAUSES", size)
    checker.Formula(system, 9, [], None)
    monkeypatch.setattr(checker, "MAX_CLAUSES", size - 1)
    over = f"the formula has over {size - 1} variables and clauses"
    with pytest.raises(Rejected, match=over):
        checker.Formula(system, 9, [], None)


def test_the_formula_of_an_unsolvable_puzzle_is_contradictory():
    # a light that nothing changes is on
    puzzle = {**PAIR, "lights": 2, "buttons": [[0]], "state": "2"}
    formula = checker.Formula(checker.System(puzzle), 5, [], None)
    assert b"".join(formula.dimacs()) == b"p cnf 2 3\n-1 0\n2 0\n-2 0\n"


@pytest.mark.parametrize("colours", [10**9, 10**4])
def test_a_formula_of_very_many_colours_is_rejected_at_once(colours):
    system = checker.System({**FOUR, "colours": colours})
    with pytest.raises(Rejected, match="the formula has over 2000000 variables and clauses"):
        checker.Formula(system, 3, [], None)


def test_a_formula_proves_no_count_of_minima_that_are_not_listed():
    document = minimum()
    del document["claim"]["minima"][0]
    document["evidence"] = [lrat(b"", encoding="plain")]
    refused = "rejected: a formula proves a count only if all are listed"
    assert words(document) == refused


def test_the_raw_formula_has_a_solution_just_where_the_puzzle_has(tmp_path):
    found = set()
    puzzles = random_matrix_puzzles(np.random.default_rng(61), max_vectors=200)
    for puzzle, _ in zip(puzzles, range(120), strict=False):
        clauses = claim_formula(puzzle.system, None).clauses
        with Cadical153(bootstrap_with=clauses) as solver:
            satisfied = solver.solve()
        assert satisfied == bool(Truth(puzzle).solutions)
        found.add(satisfied)
        if satisfied:
            continue
        path = tmp_path / "c.json"
        write_certificate(puzzle, UnsolvableClaim(), path, forms=("lrat-raw",))
        assert check_certificate(path).accepted
        document = json.loads(path.read_text())
        for encoding in ("plain", "kernel", "cooked"):
            document["evidence"][0]["encoding"] = encoding
            path.write_text(json.dumps(document))
            assert not check_certificate(path).accepted
    assert found == {False, True}


def test_the_raw_formula_proves_no_bound(tmp_path):
    path = tmp_path / "c.json"
    write_certificate(
        grid_puzzle(np.ones((2, 2), dtype=int)), LowerBoundClaim(4), path, forms=["lrat-plain"]
    )
    document = json.loads(path.read_text())
    document["evidence"][0]["encoding"] = "raw"
    path.write_text(json.dumps(document))
    assert "encoding raw" in check_certificate(path).text
