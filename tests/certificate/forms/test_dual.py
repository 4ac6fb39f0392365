"""Evidence by the dual: enumeration as the judge, and what is refused."""

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
from lo_exact.puzzle import Objective
from lo_exact.solver import minimum
from lo_exact.topology import matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.truth.certificates.judge import enumerated


def cases(count):
    """Random puzzles of two colours and one price, as the checker reads them, and the truth."""
    rng = random.Random(40)
    while count:
        puzzle = random_puzzle(rng, 3000, binary=True)
        if len({*puzzle.system.prices.tolist()} | {1}) > 1 or puzzle.colours > 2:
            continue
        document = json.dumps(puzzle_document(puzzle))
        yield puzzle, System(json.loads(document)), enumerated(document)
        count -= 1


def test_the_least_weight_and_its_number_are_those_of_enumeration():
    solved = set()
    for _, system, truth in cases(200):
        weights = sorted(truth.weights.values())
        least = weights[0] if weights else None
        for limit in {-1, (least or 0) - 1, least or 0, len(system.columns), 10**6}:
            within = least is not None and least <= limit
            assert checker.by_rows(system, limit) == (
                (least, weights.count(least)) if within else None
            )
            solved.add((bool(weights), within))
    assert solved == {(True, True), (True, False), (False, False)}


def test_claims_are_accepted_and_stronger_ones_rejected(tmp_path):
    path, judged = tmp_path / "c.json", 0
    for puzzle, _, truth in cases(60):
        if not truth.weights:
            continue
        least, minima = min(truth.weights.values()), sorted(truth.minima)
        claims = (
            MinimumClaim(least, minima[:1]),
            MinimumClaim(least, minima[:1], len(minima)),
            LowerBoundClaim(least),
        )
        for claim in claims:
            write_certificate(puzzle, claim, path, forms=["dual"])
            verdict = check_certificate(path)
            assert verdict.accepted, verdict.text
            assert "proved by the sizes of all sums of rows" in verdict.text
            judged += 1
        document = json.loads(path.read_text())
        document["claim"]["bound"] = least + 1
        path.write_text(json.dumps(document))
        assert check_certificate(path).text == f"a solution has weight {least}"
        write_certificate(puzzle, claims[1], path, forms=["dual"])
        document = json.loads(path.read_text())
        document["claim"]["count"] += 1
        path.write_text(json.dumps(document))
        assert "solutions have the least weight" in check_certificate(path).text
    assert judged > 60


def test_prices_are_divided_by_the_one_price_that_there_is(tmp_path):
    path = tmp_path / "c.json"
    rng = np.random.default_rng(5)
    matrix = rng.integers(0, 2, (6, 12))
    puzzle = matrix_puzzle(
        matrix, matrix @ rng.integers(0, 2, 12) % 2, objective=Objective.PRICES, prices=[7] * 12
    )
    least = minimum(puzzle).weight
    assert least % 7 == 0
    for bound, accepted in ((least, True), (least - 6, True), (least + 1, False)):
        write_certificate(puzzle, LowerBoundClaim(bound), path, forms=["dual"])
        assert check_certificate(path).accepted == accepted


def test_what_it_does_not_prove_is_refused_in_one_line(tmp_path):
    path = tmp_path / "c.json"
    three = matrix_puzzle(np.array([[1, 1]]), [1], colours=3)
    priced = matrix_puzzle(np.array([[1, 1]]), [1], objective=Objective.PRICES, prices=[1, 2])
    for puzzle in (three, priced):
        with pytest.raises(UsageError, match="are weighed for two colours and one price"):
            write_certificate(puzzle, LowerBoundClaim(1), path, forms=["dual"])
    square = matrix_puzzle(np.eye(27, dtype=np.int64), [1] * 27)
    with pytest.raises(UsageError, match=r"2\^27 sums of rows are more than the checker"):
        write_certificate(square, LowerBoundClaim(1), path, forms=["dual"])


def test_bounds_are_kept(monkeypatch):
    system = System(puzzle_document(matrix_puzzle(np.eye(4, dtype=np.int64), [1] * 4)))
    for name, enough in (("MAX_ROW_SUMS", 16), ("MAX_ROW_SUM_BITS", 64)):
        with monkeypatch.context() as patch:
            patch.setattr(checker, name, enough)
            assert checker.by_rows(system, 4) == (4, 1)
            patch.setattr(checker, name, enough - 1)
            with pytest.raises(checker.TooLarge, match="sums of rows, or they have too many bits"):
                checker.by_rows(system, 4)
