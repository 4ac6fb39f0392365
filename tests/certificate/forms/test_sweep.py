"""Evidence by sweeps: enumeration as the judge, any number of colours, and what is refused."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected, System
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim, puzzle_document
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.judge import enumerated


def cases(count):
    """Random puzzles with solutions or without, as the checker reads them, and the truth."""
    rng = random.Random(11)
    for number in range(count):
        puzzle = random_puzzle(rng, 700, binary=number % 4 == 0)
        document = json.loads(json.dumps(puzzle_document(puzzle)))
        yield rng, puzzle, System(document), enumerated(json.dumps(puzzle_document(puzzle)))


def test_the_least_weight_and_its_number_are_those_of_enumeration_in_any_order():
    met = set()
    for rng, _, system, truth in cases(120):
        order = rng.sample(range(len(system.prices)), len(system.prices))
        weights = sorted(truth.weights.values())
        least = weights[0] if weights else None
        for limit in {0, (least or 0) - 1, least or 0, weights[-1] if weights else 5}:
            found = checker.sweep(system, order, limit)
            within = least is not None and least <= limit
            assert found == ((least, weights.count(least)) if within else (None, 0))
            met.add((system.colours, within))
    assert {(c, within) for c in (2, 3, 4, 6, 12) for within in (False, True)} <= met


def test_claims_are_accepted_and_stronger_ones_rejected(tmp_path):
    path, judged = tmp_path / "c.json", 0
    for _, puzzle, _, truth in cases(60):
        if not truth.weights:
            continue
        least, minima = min(truth.weights.values()), sorted(truth.minima)
        presses = tuple(x[: puzzle.buttons] for x in minima)
        if len(set(presses)) < len(presses):
            continue
        for claim in (
            MinimumClaim(least, presses[:1]),
            MinimumClaim(least, presses[:1], len(minima)),
            LowerBoundClaim(least),
        ):
            write_certificate(puzzle, claim, path, forms=["sweep"])
            verdict = check_certificate(path)
            assert verdict.accepted, verdict.text
            said = "a sweep over the unknowns, with a table of what they add up to"
            assert f"\nproved by {said}\n" in verdict.text
            judged += 1
        document = json.loads(path.read_text())
        document["claim"]["bound"] = least + 1
        path.write_text(json.dumps(document))
        assert check_certificate(path).text == f"a solution has weight {least}"
        write_certificate(
            puzzle, MinimumClaim(least, presses[:1], len(minima)), path, forms=["sweep"]
        )
        document = json.loads(path.read_text())
        document["claim"]["count"] += 1
        path.write_text(json.dumps(document))
        assert "solutions have the least weight" in check_certificate(path).text
    assert judged > 90


@pytest.mark.parametrize(("colours", "lights"), [(2, 12), (3, 6)])
def test_few_lights_of_many_buttons_get_a_sweep(tmp_path, colours, lights):
    """More than 2^40 solutions, and few sums at once."""
    rng = np.random.default_rng(2)
    matrix = rng.integers(0, colours, (lights, 60))
    state = rng.integers(1, colours, lights)
    solution = minimum(matrix_puzzle(matrix, state, colours=colours), engine="syndrome")
    claim = MinimumClaim(solution.weight, (solution.presses,))
    asked = ("sweep",) if colours == 2 else ()  # a tree is made first there
    written = write_certificate(solution.puzzle, claim, tmp_path / "c.json", forms=asked)
    assert written.forms == ("sweep",)
    assert check_certificate(tmp_path / "c.json").accepted


@pytest.fixture
def four(tmp_path):
    solution = minimum(grid_puzzle(np.ones((4, 4), dtype=np.int64)), count=True)
    claim = MinimumClaim(4, (solution.presses,), 2)
    write_certificate(solution.puzzle, claim, tmp_path / "four.json", forms=["sweep"])
    return json.loads((tmp_path / "four.json").read_text())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda e: e.pop("order"), "sweep lacks order"),
        (lambda e: e.update(more=1), "sweep has unknown keys: 'more'"),
        (lambda e: e.update(order=0), "order must be a list"),
        (lambda e: e["order"].pop(), "order must have every unknown once"),
        (lambda e: e["order"].append(3), "order must have every unknown once"),
        (lambda e: e["order"].__setitem__(0, 5), "order must have every unknown once"),
        (lambda e: e["order"].__setitem__(0, "0"), "order must be an integer"),
        (lambda e: e["order"].__setitem__(0, -1), "order must be 0 or more, got -1"),
    ],
)
def test_a_rejection_says_its_reason(four, tmp_path, change, reason):
    change(four["evidence"][0])
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps(four))
    verdict = check_certificate(path)
    assert not verdict.accepted
    assert verdict.text.startswith(reason)


@pytest.mark.parametrize(("name", "bound"), [("MAX_SWEEP", 150), ("MAX_STATES", 15)])
def test_what_is_too_much_is_refused(monkeypatch, four, name, bound):
    system = System(four["puzzle"])
    assert checker.sweep(system, list(range(16)), 4) == (4, 2)
    monkeypatch.setattr(checker, name, bound)
    with pytest.raises(Rejected, match=r"^the sweep is beyond this checker's bound$"):
        checker.sweep(system, list(range(16)), 4)


def test_its_steps_are_sums_times_colours_times_lights_and_one(monkeypatch):
    """Two buttons of one light, three colours: 1 sum, then 3, each with 3 presses and 1 light."""
    document = puzzle_document(matrix_puzzle([[1, 1]], [1], colours=3))
    system = System(json.loads(json.dumps(document)))
    monkeypatch.setattr(checker, "MAX_SWEEP", 1 * 3 * 2 + 3 * 3 * 2)
    assert checker.sweep(system, [0, 1], 9) == (2, 3)
    monkeypatch.setattr(checker, "MAX_SWEEP", 1 * 3 * 2 + 3 * 3 * 2 - 1)
    with pytest.raises(Rejected, match="beyond this checker's bound"):
        checker.sweep(system, [0, 1], 9)


@pytest.mark.parametrize(
    ("side", "why"), [(30, r"a sweep of [0-9]+ steps is longer"), (39, r"sums at once are more")]
)
def test_wide_boards_get_no_sweep(tmp_path, side, why):
    solution = minimum(grid_puzzle(np.ones((side, side), dtype=np.int64)))
    claim = MinimumClaim(solution.weight, (solution.presses,))
    with pytest.raises(UsageError, match=why):
        write_certificate(solution.puzzle, claim, tmp_path / "c.json", forms=["sweep"])


def test_what_cannot_become_right_is_left_out_at_once(monkeypatch):
    """On 2x2 one sum is left after each button: that of its press."""
    document = json.loads(json.dumps(puzzle_document(grid_puzzle(np.ones((2, 2), dtype=int)))))
    monkeypatch.setattr(checker, "MAX_STATES", 1)
    for order in ([0, 1, 2, 3], [2, 0, 3, 1]):
        assert checker.sweep(System(document), order, 4) == (4, 1)


def test_a_narrow_board_numbered_along_its_long_side_is_swept_across(tmp_path):
    puzzle = grid_puzzle(np.random.default_rng(3).integers(0, 2, (4, 40)))
    target = puzzle.target.copy()
    target[np.random.default_rng(4).choice(160, 40, replace=False)] = -1
    solution = minimum(replace(puzzle, target=target), engine="syndrome", count=True)
    claim = MinimumClaim(solution.weight, [solution.presses], solution.minimum_solutions)
    written = write_certificate(solution.puzzle, claim, tmp_path / "a.json", forms=["sweep"])
    assert written.forms == ("sweep",)
    assert check_certificate(tmp_path / "a.json").accepted
