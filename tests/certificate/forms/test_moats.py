"""Evidence by moats: enumeration as the judge, forgeries, and when it is written."""

import copy
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.certificate.certify import write_proof
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim, puzzle_document
from lo_exact.certificate.forms.moats import grown_moats, moats_bound
from lo_exact.certificate.write import write_certificate
from lo_exact.engines.moats.moat_tables import SCALE, MoatTables
from lo_exact.errors import UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle, matrix_puzzle
from tests.boards.codes import gross_code
from tests.boards.puzzles import random_puzzle
from tests.campaigns.mutate import campaign
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.judge import enumerated, named

RING = {"lights": 5, "buttons": [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]]}


def solvable(count):
    """Random puzzles of two colours with solutions, and the truth about them."""
    rng, found = random.Random(5), 0
    while found < count:
        puzzle = random_puzzle(rng, 300, binary=found % 2 == 0)
        if puzzle.colours == 2:
            truth = enumerated(json.dumps(puzzle_document(puzzle)))
            if truth.weights:
                found += 1
                yield puzzle, truth


def test_bounds_are_true_and_what_meets_the_minimum_is_accepted(tmp_path):
    path, met = tmp_path / "c.json", 0
    for puzzle, truth in solvable(120):
        bound = moats_bound(puzzle.system, Watch())
        least = min(truth.weights.values())
        assert 0 <= bound <= least
        write_certificate(puzzle, LowerBoundClaim(bound), path, forms=["moats"])
        verdict = check_certificate(path)
        assert verdict.accepted, verdict.text
        assert "moats: their heights add up to" in verdict.text
        document = json.loads(path.read_text())
        document["claim"]["bound"] = bound + 1
        path.write_text(json.dumps(document))
        assert check_certificate(path).text == f"the moats show {bound} only"
        claim = MinimumClaim(least, (min(truth.minima),))
        if bound == least:
            met += 1
            write_certificate(puzzle, claim, path, forms=["moats"])
            assert check_certificate(path).accepted
        else:
            with pytest.raises(
                UsageError, match=f"^moats show a bound of {bound} here, not of {least}$"
            ):
                write_certificate(puzzle, claim, path, forms=["moats"])
    assert 60 < met < 120


@pytest.mark.large
def test_the_sets_are_those_of_the_search_on_codes():
    """Which moats merge first may differ, so bounds are near each other, and never wrong."""
    rng, equal = np.random.default_rng(4), 0
    matrix = from_dense(gross_code(), 2)
    tables = MoatTables(matrix, np.ones(144, dtype=np.int64))
    for _ in range(40):
        syndrome = matrix.dot((rng.random(144) < 0.03).astype(np.int64))
        puzzle = Puzzle(matrix, syndrome, np.zeros(72, dtype=np.int64))
        weight = tables.solve(np.flatnonzero(syndrome), 10**6).weight
        total = sum(height for _, height in grown_moats(puzzle.system))
        assert -(-total // SCALE) <= weight
        equal += -(-total // SCALE) == weight
    assert equal > 20


@pytest.fixture
def ring():
    """Lights 0 and 2 of five in a ring are on: two presses, and {0} and {2} prove it."""
    puzzle = matrix_puzzle(
        np.array([[int(light in b) for b in RING["buttons"]] for light in range(5)]),
        [1, 0, 1, 0, 0],
    )
    return json.loads(json.dumps(puzzle_document(puzzle))), puzzle


def ring_certificate(puzzle, path):
    write_certificate(puzzle, MinimumClaim(2, ((1, 1, 0, 0, 0),)), path, forms=["moats"])
    return json.loads(path.read_text())


def test_what_is_written_adds_up(ring, tmp_path):
    (evidence,) = ring_certificate(ring[1], tmp_path / "c.json")["evidence"]
    assert list(evidence) == ["by", "scale", "sets", "heights"]
    assert sum(evidence["heights"]) == 2 * evidence["scale"]
    assert len(evidence["sets"]) == len(evidence["heights"]) <= 3


def two_sets(scale=1, heights=(1, 1), sets=((0,), (2,))):
    listed = [list(lights) for lights in sets]
    return {"by": "moats", "scale": scale, "heights": list(heights), "sets": listed}


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        (two_sets(), ""),
        (two_sets(3, (3, 3)), ""),
        (two_sets(2, (2, 1)), ""),
        (two_sets(2, (1, 1)), "the moats show 1 only"),
        (two_sets(1, (2, 0)), "the moats that a button crosses exceed its price"),
        (two_sets(1, (1, 1), ((0,), (0,))), "the moats that a button crosses exceed its price"),
        (
            two_sets(1, (1, 1), ((0,), (0, 3, 4))),
            "the moats that a button crosses exceed its price",
        ),
        (two_sets(1, (1, 1), ((0, 4), (2,))), ""),
        (two_sets(1, (1, 1), ((0,), (3,))), "a moat need not be crossed"),
        (two_sets(1, (1, 1), ((0,), (0, 2))), "a moat need not be crossed"),
        (two_sets(1, (1, 1), ((0,), ())), "a moat need not be crossed"),
        (two_sets(1, (1, 1), ((0,), (2, 2, 2))), "a moat has a light twice"),
        (two_sets(1, (1, 1), ((0,), (5,))), "a moat has a light that is none"),
        (two_sets(1, (1, 1), ((0,), (-3,))), "a moat has a light that is none"),
        (two_sets(1, (1, 1), ((0,), (True, 1, 2))), "a moat has a light that is none"),
        (two_sets(1, (1, 1), ((0,), ("2",))), "a moat has a light that is none"),
        (two_sets(1, (1, 1), ((0,), ([2],))), "a moat has a light that is none"),
        (two_sets(1, (2, -1)), "height must be 0"),
        (two_sets(1, (1, True)), "height must be an integer"),
        (two_sets(1, (1, 1, 1)), "each moat has a height"),
        (two_sets(1, (1,)), "each moat has a height"),
        (two_sets(0), "scale must be 1"),
        (two_sets(-1, (0, 0)), "scale must be 1"),
        (two_sets(True), "scale must be an integer"),
        ({**two_sets(), "more": 1}, "moats has unknown keys: 'more'"),
        ({**two_sets(), "sets": 1}, "sets must be a list"),
        ({**two_sets(), "sets": [0, 2]}, "a moat must be a list"),
        ({**two_sets(), "heights": 1}, "heights must be a list"),
        ({"by": "moats", "scale": 1, "sets": []}, "moats lacks heights"),
    ],
)
def test_forgeries_are_rejected_with_a_reason(ring, tmp_path, evidence, reason):
    path = tmp_path / "c.json"
    document = ring_certificate(ring[1], path)
    document["evidence"] = [evidence]
    path.write_text(json.dumps(document))
    verdict = check_certificate(path)
    assert verdict.accepted is (not reason)
    assert verdict.text.startswith(reason or "the least weight is 2")


def test_other_prices_and_lights_that_do_not_matter_count(ring, tmp_path):
    path = tmp_path / "c.json"
    good = ring_certificate(ring[1], path)
    good["evidence"] = [two_sets()]
    for change, weight, reason in (
        ({"objective": "prices", "prices": [1, 0, 1, 1, 1]}, 1, "the moats that a button crosses"),
        ({"ignored": [2]}, 2, "a moat has a light that is none, or that does not matter"),
    ):
        document = copy.deepcopy(good)
        document["puzzle"] |= change
        document["claim"] |= {"puzzle_sha256": named(document["puzzle"]), "weight": weight}
        path.write_text(json.dumps(document))
        assert check_certificate(path).text.startswith(reason)


def test_a_uniform_shift_costs_nothing_so_only_even_sets_have_heights(tmp_path):
    path = tmp_path / "c.json"
    board = replace(grid_puzzle(np.array([[1, 0], [0, 0]])), uniform=True)
    solution = minimum(board)
    bound = moats_bound(board.system, Watch())
    assert bound <= solution.weight
    write_certificate(board, LowerBoundClaim(bound), path, forms=["moats"])
    document = json.loads(path.read_text())
    assert check_certificate(path).accepted
    document["evidence"] = [{"by": "moats", "scale": 1, "sets": [[0]], "heights": [1]}]
    path.write_text(json.dumps(document))
    assert not check_certificate(path).accepted


def test_a_count_more_colours_and_no_claim_are_refused(tmp_path):
    path = tmp_path / "c.json"
    solution = minimum(grid_puzzle(np.ones((2, 2), dtype=np.int64)), count=True)
    claim = MinimumClaim(4, (solution.presses,), 1)
    with pytest.raises(UsageError, match="moats prove no number of minima"):
        write_certificate(solution.puzzle, claim, path, forms=["moats"])
    three = matrix_puzzle([[1]], [1], colours=3)
    with pytest.raises(UsageError, match="moats are for 2 colours, not 3"):
        write_certificate(three, LowerBoundClaim(0), path, forms=["moats"])
    write_certificate(solution.puzzle, replace(claim, count=-1), path, forms=["walk"])
    document = json.loads(path.read_text())
    document["claim"]["count"] = 1
    document["evidence"] = [{"by": "moats", "scale": 1, "sets": [[0]], "heights": [0]}]
    path.write_text(json.dumps(document))
    assert check_certificate(path).text == "moats prove no count"


def test_codes_with_few_errors_get_moats_unasked_and_boards_a_walk(tmp_path):
    path, matrix = tmp_path / "c.json", from_dense(gross_code(), 2)
    presses = tuple(int(j in (3, 40, 77)) for j in range(144))
    syndrome = matrix.dot(np.array(presses))
    code = Puzzle(matrix, syndrome, np.zeros(72, dtype=np.int64))
    written = write_certificate(code, MinimumClaim(3, (presses,)), path)
    assert written.forms == ("moats",)
    assert check_certificate(path).accepted
    board = grid_puzzle(np.ones((3, 3), dtype=np.int64))
    solution = minimum(board)
    claim = MinimumClaim(solution.weight, (solution.presses,))
    assert write_certificate(board, claim, path).forms == ("walk",)


def test_wide_boards_grow_nothing_unasked(tmp_path, monkeypatch):
    monkeypatch.setattr("lo_exact.certificate.forms.moats.grown_moats", None)
    board = grid_puzzle(np.ones((39, 39), dtype=np.int64))
    solution = minimum(board)
    claim = MinimumClaim(solution.weight, (solution.presses,))
    assert write_certificate(board, claim, tmp_path / "c.json").forms == ("halves",)


def test_a_stopped_search_claims_what_moats_show_where_they_were_asked_for(tmp_path):
    board = grid_puzzle(np.ones((7, 7), dtype=np.int64))
    solution = replace(minimum(board, engine="coset"), stopped="")
    assert solution.weight is not None
    bound = moats_bound(board.system, Watch())
    stopped = replace(solution, **stopped_at(solution, bound + 1))
    written = write_proof(stopped, tmp_path / "c.json", forms=["moats"])
    assert written.claim.bound == bound
    assert check_certificate(tmp_path / "c.json").accepted


def stopped_at(solution, bound):
    status = type(solution.status).FEASIBLE
    return {
        "status": status, "stopped": "time limit", "lower_bound": bound, "minimum_solutions": None,
        "solutions": (), "canonical": False,
    }  # fmt: skip


@pytest.mark.large
def test_200_mutations():
    tally = campaign(200, seed=3, each=5, only="moats")
    rejected = sum(n for (_, verdict), n in tally.items() if verdict == "rejected")
    assert rejected > 100
    assert not [kind for kind, verdict in tally if kind.startswith("claim") and verdict[0] == "a"]
