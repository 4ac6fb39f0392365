"""Evidence by the middle: enumeration as the judge, and what is refused."""

import json
import random

import numpy as np
import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.check import check_certificate
from lo_exact.certificate.checker import System
from lo_exact.certificate.claims import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.document import puzzle_document
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.solver import minimum
from lo_exact.topology import matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.truth.certificates.judge import enumerated


def cases(count):
    """Random puzzles, as the checker reads them, and the truth."""
    rng = random.Random(28)
    for _ in range(count):
        puzzle = random_puzzle(rng, 700, binary=rng.random() < 0.4)
        document = json.dumps(puzzle_document(puzzle))
        yield puzzle, System(json.loads(document)), enumerated(document)


def test_the_least_weight_and_its_number_are_those_of_enumeration_wherever_the_middle_is():
    met, colours = set(), set()
    for _, system, truth in cases(160):
        weights = sorted(truth.weights.values())
        least = weights[0] if weights else None
        for limit in {
            -1,
            (least or 0) - 1,
            least or 0,
            weights[min(9, len(weights) - 1)] if weights else 5,
        }:
            if limit > 60:
                continue
            for listed in (0, 1, 2, limit // 2 + 1, limit + 3):
                found = checker.meet(system, limit, max(listed, 0))
                within = least is not None and least <= limit
                assert found == ((least, weights.count(least)) if within else (None, 0))
                met.add((within, listed > limit))
                colours.add((system.colours, system.per_button))
    assert met == {(a, b) for a in (False, True) for b in (False, True)}
    assert {(c, once) for c in (2, 3, 4, 5, 6) for once in (False, True)} <= colours


def test_claims_are_accepted_and_stronger_ones_rejected(tmp_path):
    path, judged = tmp_path / "c.json", 0
    for puzzle, system, truth in cases(60):
        if not truth.weights or not all(system.prices) or min(truth.weights.values()) > 40:
            continue
        least, minima = min(truth.weights.values()), sorted(truth.minima)
        presses = tuple(x[: puzzle.buttons] for x in minima)
        for claim in (
            MinimumClaim(least, presses[:1]),
            MinimumClaim(least, presses[:1], len(minima)),
            LowerBoundClaim(least),
        ):
            write_certificate(puzzle, claim, path, forms=["middle"])
            verdict = check_certificate(path)
            assert verdict.accepted, verdict.text
            assert "two halves of each light solution, with a list of the sums" in verdict.text
            judged += 1
        document = json.loads(path.read_text())
        document["claim"]["bound"] = least + 1
        path.write_text(json.dumps(document))
        assert check_certificate(path).text == f"a solution has weight {least}"
        write_certificate(
            puzzle, MinimumClaim(least, presses[:1], len(minima)), path, forms=["middle"]
        )
        document = json.loads(path.read_text())
        document["claim"]["count"] += 1
        path.write_text(json.dumps(document))
        assert "solutions have the least weight" in check_certificate(path).text
    assert judged > 40


def test_a_dense_system_is_proved_by_the_middle_unasked(tmp_path):
    rng = np.random.default_rng(1)
    matrix = rng.integers(0, 2, (32, 90))
    presses = np.zeros(90, dtype=np.int64)
    presses[[3, 30, 33, 60]] = 1
    puzzle = matrix_puzzle(matrix, matrix @ presses % 2)
    found = minimum(puzzle)
    assert found.weight == 4
    path = tmp_path / "c.json"
    write_certificate(puzzle, MinimumClaim(4, (found.presses,), 1), path)
    assert json.loads(path.read_text())["evidence"] == [{"by": "middle", "listed": 1}]
    assert check_certificate(path).accepted


def test_more_colours_are_proved_by_the_middle_unasked(tmp_path):
    rng = np.random.default_rng(3)
    matrix = rng.integers(0, 3, (20, 40))
    presses = np.zeros(40, dtype=np.int64)
    presses[[3, 17, 30]] = 1, 2, 2
    puzzle = matrix_puzzle(matrix, matrix @ presses % 3, colours=3)
    found = minimum(puzzle)
    assert found.weight == 4
    path = tmp_path / "c.json"
    write_certificate(puzzle, MinimumClaim(4, (found.presses,), 1), path)
    assert [piece["by"] for piece in json.loads(path.read_text())["evidence"]] == ["middle"]
    assert check_certificate(path).accepted


def test_what_it_does_not_prove_is_refused_in_one_line(tmp_path):
    path = tmp_path / "c.json"
    colours = matrix_puzzle(np.array([[1, 1]]), [1], colours=257)
    with pytest.raises(UsageError, match="are for 256 colours at most"):
        write_certificate(colours, LowerBoundClaim(1), path, forms=["middle"])
    many = matrix_puzzle(np.ones((1, 400), dtype=np.int64), [1])
    with pytest.raises(UsageError, match="steps to the middle are more than 268435456"):
        write_certificate(many, LowerBoundClaim(8), path, forms=["middle"])
    far = matrix_puzzle(np.ones((1, 400), dtype=np.int64), [1])
    with pytest.raises(UsageError, match="sums that meet in the middle are too many"):
        write_certificate(far, LowerBoundClaim(70), path, forms=["middle"])


def test_bounds_are_kept(monkeypatch):
    system = System(puzzle_document(matrix_puzzle(np.eye(4, dtype=np.int64), [1] * 4)))
    # 16 choices, of sums of 4 bits; below the last unknown that is chosen are 16 numbers in all
    for name, enough in (("MAX_MET", 16), ("MAX_MET_BITS", 16 * 5), ("MAX_MIDDLE", 32)):
        with monkeypatch.context() as patch:
            patch.setattr(checker, name, enough)
            assert checker.meet(system, 4, 4) == (4, 1)
            patch.setattr(checker, name, enough - 1)
            with pytest.raises(checker.TooLarge, match="are beyond this checker's bound"):
                checker.meet(system, 4, 4)
