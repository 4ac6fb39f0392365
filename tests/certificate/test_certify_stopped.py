"""Lower bounds of stopped searches: what can be shown is claimed, nothing else."""

import json
import random
from itertools import count

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.certificate import certify, draft, write
from lo_exact.certificate.draft import LowerBoundClaim, SolutionClaim, puzzle_document
from lo_exact.certificate.forms import halves, walk
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import DisagreementError, LimitReached, UsageError
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solution import Solution
from lo_exact.solver import minimum
from tests.boards.puzzles import grid_puzzle, random_puzzle
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.judge import Enumerated


def unfinished(puzzle, bound, presses=(), stop="time limit reached after 1.0 s"):
    """A search that was stopped after it had proved a bound."""
    weight = puzzle.system.weight(np.array(presses, dtype=np.int64)) if presses else None
    status = Status.FEASIBLE if presses else Status.UNKNOWN
    return Solution(puzzle, status, weight, bound, presses or None, stopped=stop)


def certified(solution, path, **more):
    """Write it; return the claim, the forms, and the checker's first line."""
    written = certify.write_proof(solution, path, **more)
    verdict = check_certificate(path, solution.puzzle)
    assert verdict.accepted, verdict.text
    assert sorted(p for p in path.parent.iterdir() if p != path) == sorted(written.proofs)
    return written.claim, written.forms, verdict.text.splitlines()[0]


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_shares_never_prove_more_than_the_minimum(first, tmp_path):
    for seed in range(first, first + 20):
        puzzle = random_puzzle(random.Random(seed), 800)
        truth = Enumerated(puzzle_document(puzzle)).weights
        found = covering_shares(puzzle.system)
        assert found.bound <= min(truth.values(), default=found.bound)
        claim = LowerBoundClaim(found.bound, next(iter(truth), ()))
        write_certificate(puzzle, claim, tmp_path / "c.json", forms=["covering"])
        assert check_certificate(tmp_path / "c.json", puzzle).accepted
        with_one_more = LowerBoundClaim(found.bound + 1)
        write_certificate(puzzle, with_one_more, tmp_path / "c.json", forms=["covering"])
        assert not check_certificate(tmp_path / "c.json", puzzle).accepted


def test_shares_of_boards():
    assert covering_shares(grid_puzzle(5, 5).system).bound == 6
    one_light_two_prices = Puzzle(
        from_dense([[1, 2]], 3), np.array([1]), np.array([0]),
        objective=Objective.PRICES, prices=np.array([2**31, 7]),
    )  # fmt: skip
    found = covering_shares(one_light_two_prices.system)
    assert (found.shares, found.scale, found.bound) == ((7,), 2, 7)


def test_where_all_solutions_can_be_visited_through_the_bound_stays(tmp_path):
    solution = unfinished(grid_puzzle(5, 5), 15)
    claim, forms, said = certified(solution, tmp_path / "c.json")
    assert (claim, forms) == (LowerBoundClaim(15), ("walk",))
    assert said == "no solution has a weight below 15"


def test_presses_stand_beside_the_bound(tmp_path):
    presses = tuple(map(int, "0110101110001111101111000"))
    solution = unfinished(grid_puzzle(5, 5), 12, presses)
    _, _, said = certified(solution, tmp_path / "c.json")
    assert said == "no solution has a weight below 12; these presses solve it, with weight 15"


def beyond_the_walk(monkeypatch):
    """All solutions of the 5x5 board are too many, and there are no halves."""
    monkeypatch.setattr(walk, "MAX_ELEMENTS", 1)
    monkeypatch.setattr(draft, "MAX_ELEMENTS", 1)
    for module in (write, halves):
        monkeypatch.setattr(module, "why_no_halves", lambda system: "not today")


def test_shares_may_prove_more_than_the_search(tmp_path):
    claim, forms, _ = certified(unfinished(grid_puzzle(5, 5), 3), tmp_path / "c.json")
    assert (claim.bound, forms) == (6, ("covering",))


def test_beyond_the_walk_a_proof_is_found(tmp_path, monkeypatch):
    beyond_the_walk(monkeypatch)
    claim, forms, _ = certified(unfinished(grid_puzzle(5, 5), 15), tmp_path / "c.json")
    assert (claim.bound, forms) == (15, ("lrat-plain",))


@pytest.mark.parametrize(("most", "bound"), [(0, 6), (1, 7), (2, 9), (3, 13), (4, 15)])
def test_when_proofs_take_too_long_less_is_claimed(most, bound, tmp_path, monkeypatch):
    beyond_the_walk(monkeypatch)
    calls, good = count(), certify._prover(60)

    def limited(seconds):
        def prove(clauses, folder):
            if next(calls) >= most:
                raise LimitReached("no proof")
            return good(clauses, folder)

        return prove

    monkeypatch.setattr(certify, "_prover", limited)
    claim, forms, _ = certified(unfinished(grid_puzzle(5, 5), 15), tmp_path / "c.json")
    assert claim.bound == bound
    assert forms == (("lrat-plain",) if most else ("covering",))


@pytest.mark.parametrize("more", [{"time_limit": 0.0}, {"stop": "interrupted"}])
def test_without_time_the_shares_are_claimed(more, tmp_path, monkeypatch):
    beyond_the_walk(monkeypatch)
    stop = more.pop("stop", "time limit")
    solution = unfinished(grid_puzzle(5, 5), 15, stop=stop)
    claim, forms, _ = certified(solution, tmp_path / "c.json", **more)
    assert (claim.bound, forms) == (6, ("covering",))


def test_a_bound_that_is_none_is_a_disagreement(tmp_path, monkeypatch):
    beyond_the_walk(monkeypatch)
    with pytest.raises(DisagreementError, match="which was given as a proved lower bound"):
        certify.write_proof(unfinished(grid_puzzle(5, 5), 16), tmp_path / "c.json")
    assert not list(tmp_path.iterdir())


def test_a_form_may_be_asked_for(tmp_path):
    solution = unfinished(grid_puzzle(5, 5), 15)
    for forms, bound in ((["covering"], 6), (["lrat-kernel"], 15), (["walk", "lrat-plain"], 15)):
        claim, written, _ = certified(solution, tmp_path / "c.json", forms=forms)
        assert (claim.bound, written) == (bound, tuple(forms))
        for proof in tmp_path.glob("*.gz"):
            proof.unlink()
    with pytest.raises(UsageError, match="evidence by kernel does not fit"):
        certified(solution, tmp_path / "c.json", forms=["kernel"])


def test_without_a_bound_the_presses_are_claimed(tmp_path):
    presses = tuple(map(int, "0110101110001111101111000"))
    claim, forms, _ = certified(unfinished(grid_puzzle(5, 5), 0, presses), tmp_path / "c.json")
    assert (claim, forms) == (SolutionClaim(presses), ())
    with pytest.raises(LimitReached, match="nothing is known yet"):
        certify.write_proof(unfinished(grid_puzzle(5, 5), 0), tmp_path / "c.json")


def test_a_larger_bound_than_can_be_is_rejected_by_the_checker(tmp_path):
    path = tmp_path / "c.json"
    certify.write_proof(unfinished(grid_puzzle(5, 5), 16), path)
    verdict = check_certificate(path)
    assert (verdict.accepted, verdict.text) == (False, "a solution has weight 15")
    assert json.loads(path.read_text())["claim"]["bound"] == 16


@pytest.mark.large
def test_a_minimum_nobody_can_prove_in_time_is_claimed_as_what_can_be_shown(monkeypatch, tmp_path):
    """2^32 solutions: too many to walk through, no halves, no LRAT proof in a moment."""
    beyond_the_walk(monkeypatch)
    monkeypatch.setattr(certify, "MINIMUM_SECONDS", 0.3)
    monkeypatch.setattr(certify, "BOUND_SECONDS", 0.3)
    solution = minimum(grid_puzzle(39, 39))
    assert (solution.status, solution.weight) == (Status.OPTIMAL, 561)
    written = certify.write_proof(solution, tmp_path / "c.json")
    assert isinstance(written.claim, LowerBoundClaim)
    assert 1521 / 5 <= written.claim.bound < 561
    assert check_certificate(tmp_path / "c.json", solution.puzzle).accepted


@pytest.mark.parametrize(
    ("shown", "checked", "status", "bound", "stopped"),
    [
        (
            15, True, Status.OPTIMAL, 15,
            "counted, but no certificate shows how many minimum solutions there are",
        ),
        (15, False, Status.OPTIMAL, 15, ""),
        (7, False, Status.OPTIMAL, 15, ""),  # the search's own proof still counts
        (7, True, Status.FEASIBLE, 7, "proved, but no certificate shows it"),
    ],
)  # fmt: skip
def test_a_library_user_learns_what_is_still_proved(shown, checked, status, bound, stopped):
    solution = minimum(grid_puzzle(5, 5), count=True)
    claim = LowerBoundClaim(shown, solution.presses)
    left = certify.still_proved(solution, claim, checked=checked)
    assert (left.status, left.weight, left.lower_bound, left.stopped) == (
        status,
        15,
        bound,
        stopped,
    )
    assert left.presses == solution.presses


@pytest.mark.parametrize(("shown", "known", "bound"), [(9, 7, 9), (5, 7, 5), (0, 7, 0)])
def test_the_bound_of_a_stopped_search_that_must_be_checked_is_the_certificate_s(
    shown, known, bound
):
    solution = unfinished(grid_puzzle(5, 5), known, minimum(grid_puzzle(5, 5)).presses)
    claim = LowerBoundClaim(shown) if shown else SolutionClaim(solution.presses)
    left = certify.still_proved(solution, claim, checked=True)
    assert (left.status, left.lower_bound, left.stopped) == (
        Status.FEASIBLE, bound, solution.stopped
    )  # fmt: skip
    unchecked = certify.still_proved(solution, claim, checked=False)
    assert unchecked.lower_bound == max(shown, known)


def test_certify_gives_the_checked_solution():
    solution = minimum(grid_puzzle(5, 5))
    assert certify.certify_solution(solution).solution == solution


def test_a_stopped_search_may_be_proved_by_halves(tmp_path):
    """2^32 solutions, and a bound that no shares of lights show."""
    puzzle = grid_puzzle(39, 39)
    claim = LowerBoundClaim(540)
    best = certify.provable(puzzle, claim, tmp_path, never, 0.0)
    assert (best.form, best.claim) == ("halves", claim)
    write_certificate(puzzle, claim, tmp_path / "c.json", forms=[best.form])
    assert check_certificate(tmp_path / "c.json", puzzle).accepted


def never(seconds):
    raise AssertionError("no LRAT proof is needed")
