"""Halves evidence: enumeration as the judge, boards of known minima, and what is refused."""

import copy
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.checker import Kernel, Rejected, System
from lo_exact.certificate.draft import (
    LowerBoundClaim,
    MinimumClaim,
    all_solutions,
    kernel_document,
    puzzle_document,
)
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle
from lo_exact.topology.board import HOLE
from tests.boards.puzzles import random_puzzle
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.cases import random_halves
from tests.truth.certificates.judge import enumerated

RESULTS = Path(__file__).parents[3] / "data" / "results" / "all-on-minima.json"


def cases(count, most=10**9):
    """Random puzzles of two colours that have solutions, their kernels, and random evidence."""
    rng = random.Random(5)
    while count:
        puzzle = random_puzzle(rng, binary=True)
        truth = enumerated(json.dumps(puzzle_document(puzzle)))
        if not truth.weights:
            continue
        kernel = kernel_document(all_solutions(puzzle))
        limit = rng.choice([*truth.weights.values(), min(truth.weights.values()) - 1])
        piece = random_halves(rng, kernel, truth.prices, limit)
        if piece is not None and sum(truth.prices) <= most:
            count -= 1
            yield puzzle, truth, kernel, limit, piece


def read(puzzle, kernel):
    system = System(json.loads(json.dumps(puzzle_document(puzzle))))
    return system, Kernel(system, kernel)


@pytest.mark.parametrize("number", [8, pytest.param(60, marks=pytest.mark.large)])
def test_all_solutions_of_small_weight_are_found_and_no_other(number):
    listed = 0
    for puzzle, truth, kernel, limit, piece in cases(number):
        system, solutions = read(puzzle, kernel)
        found = checker.light(system, solutions, piece["groups"], piece["thresholds"], limit)
        wanted = Counter(weight for weight in truth.weights.values() if weight <= limit)
        assert found == wanted
        listed += len(wanted) > 1
    assert listed > (number * 2 // 15 if number > 8 else 0)


@pytest.mark.parametrize("number", [10, pytest.param(20, marks=pytest.mark.large)])
def test_without_enough_pairs_nothing_is_proved(number):
    for puzzle, _, kernel, limit, piece in cases(number):
        system, solutions = read(puzzle, kernel)
        low, _ = piece["thresholds"]
        total = sum(system.prices) - 2 * limit
        free = set(range(len(system.prices)))
        for group in piece["groups"]:
            free -= {j for j, v in enumerate(system.presses(group, "group")) if v}
        total -= sum(system.prices[j] * (1 - 2 * solutions.particular[j]) for j in free)
        checker.light(system, solutions, piece["groups"], [low, total + 1 - low], limit)
        with pytest.raises(Rejected, match="leave out"):
            checker.light(system, solutions, piece["groups"], [low, total + 2 - low], limit)


def board_certificate(puzzle, claim, path, forms=("halves",)):
    write_certificate(puzzle, claim, path, forms=forms)
    return json.loads(path.read_text())


def rejected(document, folder):
    path = folder / "spoilt.json"
    path.write_text(json.dumps(document))
    verdict = check_certificate(path)
    assert not verdict.accepted
    return verdict.text


@pytest.fixture
def four(tmp_path):
    """The certificate of the 4x4 board, all on: least weight 4, in 2 ways."""
    solution = minimum(grid_puzzle(np.ones((4, 4), dtype=np.int64)), count=True)
    assert (solution.weight, solution.minimum_solutions) == (4, 2)
    claim = MinimumClaim(4, (solution.presses,), 2)
    return board_certificate(solution.puzzle, claim, tmp_path / "four.json")


def test_the_board_of_side_4(four, tmp_path):
    path = tmp_path / "four.json"
    assert check_in_fresh_process(path).accepted
    said = "pairs of sums of four groups of unknowns"
    assert f"\nproved by {said}\n" in check_certificate(path).text


def test_claims_without_a_count_are_judged_by_what_weighs_less(four, tmp_path):
    puzzle = grid_puzzle(np.ones((4, 4), dtype=np.int64))
    presses = tuple(int(v) for v in f"{int(four['claim']['minima'][0], 16):016b}"[::-1])
    for claim in (MinimumClaim(4, (presses,)), LowerBoundClaim(4), LowerBoundClaim(3)):
        document = board_certificate(puzzle, claim, tmp_path / "c.json")
        assert check_certificate(tmp_path / "c.json").accepted
    document["claim"]["bound"] = 5
    assert rejected(document, tmp_path) == "the thresholds leave out some pairs"
    document["evidence"][0]["thresholds"] = [-20, -20]
    assert rejected(document, tmp_path) == "a solution has weight 4"


@pytest.mark.parametrize("apart", [11, pytest.param(1, marks=pytest.mark.large)])
def test_the_numbers_are_the_same_whatever_the_thresholds(four, apart):
    system = System(four["puzzle"])
    kernel, groups = Kernel(system, four["kernel"]), four["evidence"][0]["groups"]
    truth = Counter(enumerated(json.dumps(four["puzzle"])).weights.values())
    met = 0
    for limit in (3, 4, 6, 8):
        wanted = Counter({weight: n for weight, n in truth.items() if weight <= limit})
        aim = 16 - 2 * limit
        for low in range(-17, 18, apart):
            for spare in range(4):
                thresholds = [low, aim + 1 - low - spare]
                assert checker.light(system, kernel, groups, thresholds, limit) == wanted
                met += bool(wanted)
    assert met > 300 // apart


def test_as_many_sums_as_its_bound_and_no_more(tmp_path, monkeypatch):
    solution = minimum(grid_puzzle(np.ones((9, 9), dtype=np.int64)))
    claim = MinimumClaim(solution.weight, (solution.presses,))
    document = board_certificate(solution.puzzle, claim, tmp_path / "c.json")
    words = [int(g, 16) for g in document["kernel"]["generators"]]
    span = [0]
    for word in words:
        span += [word ^ other for other in span]
    sums = sum(len({w & int(g, 16) for w in span}) for g in document["evidence"][0]["groups"])
    monkeypatch.setattr(checker.Group, "max_sums", sums)
    assert check_certificate(tmp_path / "c.json").accepted
    monkeypatch.setattr(checker.Group, "max_sums", sums - 1)
    assert check_certificate(tmp_path / "c.json").text == f"more than {sums - 1} sums"


@pytest.mark.parametrize("count", [1, 3])
def test_a_wrong_count_is_rejected(four, tmp_path, count):
    four["claim"]["count"] = count
    assert rejected(four, tmp_path) == "2 solutions have the least weight"


def test_a_cheaper_solution_is_found(four, tmp_path):
    """A quiet pattern is added to the minimum that is claimed: all but its weight still fits."""
    four["claim"] |= {"kind": "lower bound", "bound": 5}
    del four["claim"]["weight"], four["claim"]["minima"], four["claim"]["count"]
    assert rejected(four, tmp_path) == "a solution has weight 4"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda e: e.pop("groups"), "halves lacks groups"),
        (lambda e: e.pop("thresholds"), "halves lacks thresholds"),
        (lambda e: e.update(more=1), "halves has unknown keys: 'more'"),
        (lambda e: e.update(groups="0000"), "groups must be a list"),
        (lambda e: e["groups"].pop(), "there must be four groups"),
        (lambda e: e["groups"].append("0000"), "there must be four groups"),
        (lambda e: e["groups"].__setitem__(1, [3]), "group must be a string of hex digits"),
        (lambda e: e["groups"].__setitem__(1, e["groups"][0]), "an unknown is in two groups"),
        (lambda e: e["groups"].__setitem__(1, "0000"), "an unknown is in no group"),
        (lambda e: e.update(thresholds=0), "thresholds must be a list"),
        (lambda e: e["thresholds"].pop(), "there must be two thresholds"),
        (lambda e: e["thresholds"].append(0), "there must be two thresholds"),
        (lambda e: e.update(thresholds=["1", 1]), "threshold must be an integer"),
        (lambda e: e.update(thresholds=[2**40 + 1, 1]), "threshold must be -1099511627776..1099"),
        (lambda e: e.update(thresholds=[0, -(2**40) - 1]), "threshold must be -1099511627776..10"),
        (lambda e: e["thresholds"].__setitem__(0, 20), "the thresholds leave out some pairs"),
    ],
)  # fmt: skip
def test_a_rejection_says_its_reason(four, tmp_path, change, reason):
    change(four["evidence"][0])
    assert rejected(four, tmp_path).startswith(reason)


def test_groups_that_do_not_tell_all_solutions_apart_are_rejected(four, tmp_path):
    groups = four["evidence"][0]["groups"]
    groups[0], groups[2] = f"{int(groups[0], 16) | int(groups[2], 16):04x}", "0000"
    groups[1], groups[3] = f"{int(groups[1], 16) | int(groups[3], 16):04x}", "0000"
    assert rejected(four, tmp_path) == "two groups do not tell all solutions apart"


def test_it_needs_a_kernel_and_two_colours(four, tmp_path):
    spoilt = copy.deepcopy(four)
    del spoilt["kernel"]
    assert rejected(spoilt, tmp_path) == "this evidence needs a kernel"
    three = grid_puzzle(np.zeros((2, 2), dtype=np.int64), colours=3)
    document = board_certificate(three, LowerBoundClaim(0), tmp_path / "three.json", ("walk",))
    document["evidence"] = four["evidence"]
    assert rejected(document, tmp_path) == "halves are for two colours"
    with pytest.raises(UsageError, match="only two colours"):
        board_certificate(three, LowerBoundClaim(0), tmp_path / "three.json")


@pytest.mark.parametrize(
    ("name", "bound", "reason"),
    [
        ("Group.max_rank", 1, "a group has a rank above 1"),
        ("Group.max_sums", 15, "more than 15 sums"),
        ("MAX_LISTED", 0, "more than 0 sums of one group are to be listed"),
        ("MAX_PAIRS", 0, "more than 0 pairs of sums are to be looked at"),
    ],
)
def test_its_bounds(four, tmp_path, monkeypatch, name, bound, reason):
    monkeypatch.setattr(f"lo_exact.certificate.checker.{name}", bound)
    assert rejected(four, tmp_path) == reason


@pytest.mark.large
def test_all_on_boards_of_many_solutions(tmp_path):
    """Sides with 2^28 solutions and more; minima and numbers as they were enumerated once."""
    boards = json.loads(RESULTS.read_text())["boards"]
    for entry in boards:
        n = entry["n"]
        if not 28 <= entry["nullity"] <= 32 or n > 50:
            continue
        presses = tuple(int(bit) for bit in f"{int(entry['presses'], 16):0{n * n}b}")
        puzzle = grid_puzzle(np.ones((n, n), dtype=np.int64))
        path = tmp_path / f"{n}.json"
        claim = MinimumClaim(entry["weight"], (presses,), entry["minimum_solutions"])
        assert write_certificate(puzzle, claim, path).forms == ("halves",)
        assert check_certificate(path).accepted
        for wrong in (entry["minimum_solutions"] - 1, entry["minimum_solutions"] + 1):
            claim = MinimumClaim(entry["weight"], (presses,), wrong)
            write_certificate(puzzle, claim, path)
            assert not check_certificate(path).accepted


def test_a_board_with_holes_and_prices(tmp_path):
    rng = np.random.default_rng(3)
    state = np.zeros((39, 39), dtype=np.int64)
    state[[5, 17, 30], [7, 22, 3]] = HOLE
    board = grid_puzzle(state)
    matrix = board.activation
    puzzle = Puzzle(
        matrix,
        matrix.dot(rng.integers(0, 2, matrix.shape[1])),
        np.zeros(matrix.shape[0], dtype=np.int64),
        objective=Objective.PRICES,
        prices=rng.integers(30, 60, matrix.shape[1]),
    )
    solution = minimum(puzzle, count=True)
    claim = MinimumClaim(solution.weight, (solution.presses,), solution.minimum_solutions)
    document = board_certificate(puzzle, claim, tmp_path / "holes.json")
    assert check_certificate(tmp_path / "holes.json").accepted
    bound = {"kind": "lower bound", "bound": solution.weight + 1}
    document["claim"] = {"puzzle_sha256": document["claim"]["puzzle_sha256"], **bound}
    assert rejected(document, tmp_path) == f"a solution has weight {solution.weight}"
