"""Evidence about counters: written from the search, judged by the checker, and never when wrong."""

import copy
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.certificate.certify import certify_solution, with_evidence
from lo_exact.certificate.counters_checker import check
from lo_exact.certificate.draft import (
    LowerBoundClaim,
    MinimumClaim,
    SolutionsClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Status, Watch
from lo_exact.whole_numbers import claim as splits
from tests.campaigns.mutate import campaign
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.counters import claims_about, random_counters
from tests.whole_numbers.test_whole_numbers import counters

# x0 + 2 x1 + 2 x2 = 5 and x0 + x3 = 3: x0 is 1 (cost 5, in 3 ways) or 3 (cost 4, in 2 ways)
ROWS, NEEDS = [[1, 2, 2, 0], [1, 0, 0, 1]], [5, 3]


def machine(**options):
    return counters(ROWS, NEEDS, **options)


def written(puzzle, claim, path: Path, **options) -> dict:
    write_certificate(puzzle, claim, path, **options)
    return json.loads(path.read_text())


def said(document: dict, path: Path) -> str:
    path.write_text(json.dumps(document))
    verdict = check(path)
    return verdict.text.rpartition("\n")[0] if verdict.accepted else f"rejected: {verdict.text}"


def test_every_claim_about_random_counters_is_accepted(tmp_path):
    rng = random.Random(2)
    judged = 0
    for number in range(60):
        puzzle = random_counters(rng)
        for claim in claims_about(rng, puzzle)[0]:
            written(puzzle, claim, tmp_path / "c.json")
            verdict = check(tmp_path / "c.json")
            assert verdict.accepted, (number, claim, verdict.text)
            judged += 1
    assert judged > 150


def test_the_numbers_of_all_solutions_are_those_of_enumeration(tmp_path):
    rng = random.Random(8)
    for _ in range(30):
        puzzle = random_counters(rng)
        claims, truth = claims_about(rng, puzzle)
        if SolutionsClaim() in claims:
            document = written(puzzle, SolutionsClaim(), tmp_path / "c.json")
            assert document["claim"]["count"] == len(truth.weights)


def test_claims_that_are_too_strong_get_no_evidence(tmp_path):
    rng = random.Random(4)
    refused = 0
    for _ in range(40):
        puzzle = random_counters(rng)
        _, truth = claims_about(rng, puzzle)
        if not truth.weights:
            continue
        least = min(truth.weights.values())
        with pytest.raises(UsageError, match=f"there is a solution of weight {least}"):
            written(puzzle, LowerBoundClaim(least + 1), tmp_path / "c.json")
        with pytest.raises(UsageError, match="there is a solution"):
            written(puzzle, UnsolvableClaim(), tmp_path / "c.json")
        refused += 1
    assert refused > 20


def test_300_mutations():
    tally = campaign(300, seed=5, each=6, counters=1)
    assert sum(n for (_, verdict), n in tally.items() if verdict == "rejected") > 150
    assert not [kind for kind, verdict in tally if kind.startswith("claim") and verdict[0] == "a"]


def test_whatever_is_changed_in_the_evidence_a_false_claim_stays_rejected(tmp_path):
    """The claim is made false first: one more than the minimum, or another number of solutions."""
    rng = random.Random(6)
    path = tmp_path / "c.json"
    for lie in ({"bound": 5}, {"count": 3}):
        claim = LowerBoundClaim(4) if "bound" in lie else SolutionsClaim()
        document = written(machine(), claim, path)
        assert not said(document, path).startswith("rejected")
        document["claim"] |= lie
        for _ in range(200):
            changed = copy.deepcopy(document)
            piece = changed["evidence"][0]
            for _ in range(rng.randint(0, 3)):
                spoil(rng, piece)
            assert said(changed, path).startswith("rejected"), changed


def spoil(rng, value):
    """Change one number somewhere inside, or drop or double something."""
    while True:
        keys = [k for k in (value if isinstance(value, dict) else range(len(value))) if k != "by"]
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(value, list) and rng.random() < 0.1:
            value.pop(key) if rng.random() < 0.5 else value.insert(key, copy.deepcopy(value[key]))
            return
        if isinstance(value[key], list | dict):
            value = value[key]
            continue
        if isinstance(value[key], int):
            value[key] += rng.choice([-2, -1, 1, 2])
        return


def of_minimum(tmp_path) -> dict:
    return written(machine(), MinimumClaim(4, ((3, 0, 1, 0),), 2), tmp_path / "c.json")


def test_a_certificate_says_what_it_proves(tmp_path):
    document = of_minimum(tmp_path)
    nodes = len(document["evidence"][0]["nodes"])
    assert document["puzzle"]["colours"] is None
    assert said(document, tmp_path / "c.json") == (
        "the least weight is 4; number of solutions that have it: 2, 1 listed\n"
        f"proved by whole numbers split in {nodes} nodes\n"
        f"puzzle: 2 lights, 4 buttons, whole numbers, SHA-256 {machine().sha256}"
    )


# by hand: 3 x0 = 7 is no whole x0; 2 x0 + 2 x1 = 6 has four solutions in a row
def row_of_four(**change) -> dict:
    puzzle = {
        "colours": None, "lights": 1, "buttons": [[0], [0]], "amounts": [[2], [2]],
        "state": [0], "target": [6], "uniform": False, "objective": "presses",
    }  # fmt: skip
    document = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"hand": "1"},
        "claim": {
            "kind": "minimum",
            "puzzle_sha256": counters([[2, 2]], [6]).sha256,
            "weight": 3,
            "count": 4,
            "minima": [[3, 0], [1, 2]],
        },
        "puzzle": puzzle,
        "evidence": [{"by": "splits", "functionals": [], "nodes": [["row", [3, 0], [-1, 1]]]}],
    }
    document["evidence"][0] |= change
    return document


def test_a_row_by_hand(tmp_path):
    assert said(row_of_four(), tmp_path / "c.json").startswith("the least weight is 3; number of")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"nodes": [["row", [3, 0], [-2, 2]]]}, "the numbers of a step have a divisor"),
        ({"nodes": [["row", [3, 0], [0, 0]]]}, "a row leaves out some solutions"),
        ({"nodes": [["row", [3, 0], [1, 1]]]}, "the step of a row changes a light"),
        ({"nodes": [["row", [3, 1], [-1, 1]]]}, "the start of a row is no solution"),
        ({"nodes": [["row", [3], [-1, 1]]]}, "start must have 2 numbers"),
        ({"nodes": [["row", [3, True], [-1, 1]]]}, "start must hold integers"),
        ({"nodes": []}, "the nodes end early"),
        ({"nodes": [["row", [3, 0], [-1, 1]]] * 2}, "there are nodes behind the last"),
        ({"nodes": [["end", [3, 0], [-1, 1]]]}, "a node ends by split, empty or row"),
        ({"nodes": [["row", [3, 0]]]}, "a node is a list of three"),
        ({"nodes": [["empty", [0], [0]]]}, "a part may hold a solution"),
        ({"nodes": [["empty", [1], [0]]]}, "a sum of conditions is above 0 at a button"),
        ({"nodes": [["empty", [-1], [-1]]]}, "multipliers holds a number below 0"),
        ({"nodes": [["empty", [-1], [1, 1]]]}, "multipliers must have 1 numbers"),
        ({"nodes": [["split", 0, 0]]}, "a functional's number must be 0..-1, got 0"),
        ({"functionals": [[1]]}, "a functional must have 2 numbers"),
        ({"functionals": [[1, 2**1025]]}, "a functional holds a number that is too large"),
        ({"functionals": 1}, "functionals must be a list"),
        (
            {"functionals": [[1, 0]], "nodes": [["split", 0, 1], *[["row", [3, 0], [0, 0]]] * 2]},
            "a row leaves out some solutions",
        ),
        (
            {
                "functionals": [[1, 0]],
                "nodes": [
                    ["split", 0, 1],
                    ["split", 0, 0],
                    *[["row", [1, 2], [0, 0]]] * 2,
                    ["row", [3, 0], [-1, 1]],
                ],
            },
            "a row leaves out some solutions",
        ),
        (
            {"congruence": {"lights": [0], "divisor": 1, "modulus": 2}},
            "a price is not congruent",
        ),
        (
            {"congruence": {"lights": [1], "divisor": 4, "modulus": 1}},
            "a price is not congruent",
        ),
        (
            {"congruence": {"lights": [0], "divisor": 0, "modulus": 1}},
            f"divisor must be 1..{2**1024}"[:40],
        ),
    ],
)
def test_what_is_wrong_is_said(change, reason, tmp_path):
    assert said(row_of_four(**change), tmp_path / "c.json").startswith(f"rejected: {reason}")


def test_a_wrong_number_of_minima_is_rejected(tmp_path):
    document = row_of_four()
    document["claim"]["count"] = 5
    assert said(document, tmp_path / "c.json") == "rejected: the parts hold 4 solutions, not 5"


def test_a_point_settled_elsewhere_does_not_count(tmp_path):
    """The parts x0 <= 0, x0 = 1, x0 >= 2 of 2 x0 + 2 x1 = 6: the point of another is no answer."""
    nodes = [["split", 0, 1], ["split", 0, 0], ["row", [0, 3], [-1, 1]], ["row", [3, 0], [0, 0]]]
    nodes.append(["row", [3, 0], [-1, 1]])
    document = row_of_four(functionals=[[1, 0]], nodes=nodes)
    reason = "rejected: the start of a row is in another part"
    assert said(document, tmp_path / "c.json") == reason


def test_counters_take_no_evidence_of_colours(tmp_path):
    path = tmp_path / "c.json"
    for by in ("walk", "kernel", "halves", "covering", "tree", "lrat"):
        document = row_of_four()
        document["evidence"] = [{"by": by}]
        assert said(document, path) == f"rejected: evidence by '{by}' cannot prove this claim"
    document = row_of_four()
    document["kernel"] = {"particular": [3, 0], "generators": [], "orders": []}
    assert said(document, path) == "rejected: counters have no kernel"


def test_puzzles_of_colours_take_no_splits(tmp_path):
    path = tmp_path / "c.json"
    document = row_of_four()
    document["puzzle"]["colours"] = 2**31
    puzzle = counters([[2, 2]], [6]).as_residues
    document["claim"]["puzzle_sha256"] = puzzle.sha256
    assert said(document, path) == "rejected: evidence by 'splits' cannot prove this claim"


@pytest.mark.parametrize("change", [{"uniform": True}, {"objective": "buttons"}])
def test_counters_have_no_uniform_target_and_no_buttons_to_count(change, tmp_path):
    document = row_of_four()
    document["puzzle"] |= change
    reason = "rejected: counters have no uniform target, and presses or prices to be few"
    assert said(document, tmp_path / "c.json") == reason


def test_a_congruence_rounds_the_limit(tmp_path):
    """2 x0 + 4 x1 = 10, prices 1 and 3: costs are 5 + x1, or odd prices make them even or odd."""
    puzzle = counters([[1, 1, 2]], [6], prices=[3, 3, 6])  # every solution costs 18
    document = written(puzzle, LowerBoundClaim(18), tmp_path / "c.json")
    assert document["evidence"][0]["nodes"][0][0] == "empty"
    # 3 x0 + 5 x1 + 4 x2 = 20 with prices 1, 3, 2: costs differ by even numbers only
    puzzle = counters([[1, 1, 0], [0, 2, 2]], [4, 8], prices=[1, 3, 2])
    assert solver.minimum(puzzle).weight == 12
    document = written(puzzle, LowerBoundClaim(12), tmp_path / "c.json")
    assert not said(document, tmp_path / "c.json").startswith("rejected")


def test_idle_buttons_that_cost_nothing_cannot_be_counted(tmp_path):
    puzzle = counters([[1, 0]], [2], prices=[1, 0])
    path = tmp_path / "c.json"
    document = written(puzzle, MinimumClaim(2, ((2, 0),)), path)
    assert not said(document, path).startswith("rejected")
    for claim in (MinimumClaim(2, ((2, 0),), 1), SolutionsClaim()):
        with pytest.raises(UsageError, match="endless"):
            written(puzzle, claim, path)
    document["claim"]["count"] = 1
    document["evidence"] = [{"by": "splits", "functionals": [], "nodes": [["row", [2, 0], [0, 0]]]}]
    reason = "rejected: a button that adds to nothing makes endless solutions"
    assert said(document, path) == reason


def test_an_idle_button_is_no_step_of_a_row(tmp_path):
    puzzle = counters([[1, 0]], [2], prices=[1, 0])
    path = tmp_path / "c.json"
    document = written(puzzle, MinimumClaim(2, ((2, 0),)), path)
    document["evidence"] = [{"by": "splits", "functionals": [], "nodes": [["row", [2, 0], [0, 1]]]}]
    assert said(document, path) == "rejected: a button that adds to nothing is pressed"


@pytest.mark.parametrize("depth", [4_000, pytest.param(20_000, marks=pytest.mark.large)])
def test_a_deep_tree_is_read_in_little_memory(depth, tmp_path):
    """A chain of splits, each of which leaves a part waiting: conditions are shared, not copied."""
    nodes = [["split", 0, -k] for k in range(depth)] + [["empty", [0], [0] * (depth + 1)]]
    document = row_of_four(functionals=[[1, 0]], nodes=nodes)
    reason = "rejected: a part may hold a solution"
    assert said(document, tmp_path / "c.json") == reason


def test_certify_lets_a_fresh_process_judge(tmp_path):
    answer = certify_solution(solver.all_minima(machine()), tmp_path / "c.json")
    assert answer.text.startswith("the least weight is 4; number of solutions that have it: 2, all")
    assert answer.solution.minimum_solutions == 2
    beside = check_certificate(tmp_path / "c.json", machine())
    assert beside.accepted
    other = check_certificate(tmp_path / "c.json", counters(ROWS, [5, 2]))
    assert other.text == "the puzzle beside it has another SHA-256"


def test_unsolvable_counters_have_a_witness_or_splits(tmp_path):
    for rows, needs, form in (([[2, 4]], [7], "witness"), ([[3, 5]], [7], "splits")):
        made = with_evidence(solver.prove(counters(rows, needs)), tmp_path / "c", checked=True)
        assert made.solution.status is Status.INFEASIBLE
        assert json.loads((tmp_path / "c").read_text())["evidence"][0]["by"] == form
        assert "no presses solve it" in made.said[0]


def test_a_stopped_search_claims_its_bound(tmp_path):
    solution = replace(
        solver.minimum(machine()), status=Status.FEASIBLE, lower_bound=3, stopped="time limit"
    )
    made = with_evidence(solution, tmp_path / "c.json", checked=True)
    assert "no solution has a weight below 3; these presses solve it" in made.said[0]
    assert made.solution.lower_bound == 3


def test_a_count_that_is_too_long_leaves_the_minimum(tmp_path, monkeypatch):
    monkeypatch.setattr(splits, "MAX_NODES", 1)
    made = with_evidence(solver.all_minima(machine()), tmp_path / "c.json", checked=True)
    assert (made.solution.status, made.solution.weight) == (Status.OPTIMAL, 4)
    assert made.solution.minimum_solutions is None
    assert made.solution.stopped.startswith("counted, but no certificate shows")
    assert made.said[-1] == "the certificate does not show how many minimum solutions there are"


def test_the_clock_ends_the_evidence(tmp_path):
    rng = random.Random(11)
    rows = [[rng.randint(1, 9) for _ in range(40)] for _ in range(3)]
    puzzle = counters(rows, [9973, 9967, 9949])
    with pytest.raises(LimitReached):
        write_certificate(puzzle, SolutionsClaim(), tmp_path / "c.json", watch=Watch(0))


def test_forms_that_counters_do_not_have(tmp_path):
    with pytest.raises(UsageError, match="evidence by witness and splits, not by walk"):
        written(machine(), MinimumClaim(4, ((3, 0, 1, 0),)), tmp_path / "c.json", forms=["walk"])
    with pytest.raises(UsageError, match="does not fit this claim"):
        written(machine(), MinimumClaim(4, ((3, 0, 1, 0),)), tmp_path / "c.json", forms=["witness"])
    with pytest.raises(UsageError, match="do not solve the counters"):
        written(machine(), MinimumClaim(4, ((1, 1, 1, 1),)), tmp_path / "c.json")
    assert np.array_equal(machine().needs, NEEDS)
