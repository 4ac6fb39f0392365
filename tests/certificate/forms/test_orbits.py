"""Evidence by orbits: enumeration as the judge, tori with all lights on, and what is refused."""

import json
import random

import numpy as np
import pytest

from lo_exact.certificate import checker, wide_checker
from lo_exact.certificate.claims import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle, matrix_puzzle, one_colour
from tests.truth.certificates.cases import random_orbits_case
from tests.truth.certificates.judge import PROOF, enumerated, proves


def torus(side):
    zeros = np.zeros((side, side), dtype=np.int64)
    return one_colour(grid_puzzle(zeros, neighbourhood="plus", topology="torus"), 1)


@pytest.mark.parametrize("program", [checker, wide_checker])
def test_least_weights_and_their_numbers_are_those_of_enumeration(program, tmp_path):
    rng, shapes = random.Random(31), set()
    path = tmp_path / "c.json"
    for _ in range(60):
        case = random_orbits_case(rng, tmp_path)
        assert proves(case)
        del case[PROOF]
        truth = enumerated(json.dumps(case["puzzle"]))
        weights = list(truth.weights.values())
        (piece,) = case["evidence"]
        shapes.add((bool(piece["symmetries"]), len(piece["forms"]) < len(case["kernel"]["orders"])))
        claim = case["claim"]
        claim |= {"kind": "minimum", "weight": min(weights), "count": weights.count(min(weights))}
        claim.pop("bound", None)
        x = min(truth.minima)
        claim["minima"] = [f"{sum(v << j for j, v in enumerate(x)):0{-(-len(x) // 4)}x}"]
        for more, accepted in ((0, True), (1, False)):
            claim["count"] += more
            path.write_text(json.dumps(case))
            assert program.check(path).accepted == accepted
    assert shapes == {(a, b) for a in (False, True) for b in (False, True)}


@pytest.mark.parametrize("side", [5, 10, 15])
def test_tori_with_all_lights_on_are_proved_by_what_the_engine_chooses(side, tmp_path):
    puzzle, path = torus(side), tmp_path / "c.json"
    by_coset = minimum(puzzle, engine="coset", count=True)
    claim = MinimumClaim(by_coset.weight, (by_coset.presses,), by_coset.minimum_solutions)
    write_certificate(puzzle, claim, path, forms=["orbits", "walk"])
    for program in (checker, wide_checker):
        verdict = program.check(path)
        assert verdict.accepted, verdict.text
        assert "prefixes, the solutions of one prefix of each\n" in verdict.text


def test_symmetries_and_forms_are_not_believed(tmp_path):
    puzzle, path = torus(15), tmp_path / "c.json"
    found = minimum(puzzle)
    claim = MinimumClaim(found.weight, (found.presses,))
    write_certificate(puzzle, claim, path, forms=["orbits"])
    document = json.loads(path.read_text())
    (piece,) = document["evidence"]

    def said(**change):
        document["evidence"] = [{**piece, **change}]
        path.write_text(json.dumps(document))
        return checker.check(path).text

    assert "orbits of" in said()
    first, *others = piece["symmetries"]
    exchanged = [first[1], first[0], *first[2:]]
    assert said(symmetries=[exchanged, *others]) == "a symmetry maps a solution to none"
    assert said(symmetries=[[0] * 225]) == "a symmetry must have every unknown once"
    assert said(forms=piece["forms"] * 2) == "the forms are not independent"
    assert said(forms=piece["forms"][:1]) == "a symmetry does not keep the forms"


def test_what_it_does_not_prove_is_refused_in_one_line(tmp_path):
    path = tmp_path / "c.json"
    three = matrix_puzzle(np.array([[1, 1]]), [1], colours=3)
    with pytest.raises(UsageError, match="no evidence by orbits: it is for two colours"):
        write_certificate(three, LowerBoundClaim(1), path, forms=["orbits"])
    one = matrix_puzzle(np.eye(3, dtype=np.int64), [1] * 3)
    with pytest.raises(UsageError, match="no evidence by orbits: there is one solution only"):
        write_certificate(one, LowerBoundClaim(1), path, forms=["orbits"])
