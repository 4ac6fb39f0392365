"""Certificates written and judged: every claim, every form, every objective."""

import itertools
import json
import random
import stat

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.certificate import checker
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.draft import (
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
    document_text,
    puzzle_document,
    vector_document,
)
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS, FORMS
from lo_exact.certificate.write import formula_of_claim, write_certificate
from lo_exact.errors import DisagreementError, UsageError
from lo_exact.puzzle import ANY, Puzzle
from tests.boards.puzzles import grid_puzzle, random_puzzle
from tests.certificate.in_process import check_certificate
from tests.certificate.shapes import MINIMA_5X5, SHAPES, board, numbers
from tests.marks import with_large
from tests.truth.certificates.judge import Enumerated


def accepted(puzzle, claim, path, **more):
    """Write, judge here and beside, and return the forms and the words."""
    written = write_certificate(puzzle, claim, path, **more)
    verdict = check_certificate(path, puzzle)
    assert verdict.accepted, verdict.text
    return written.forms, verdict.text


def test_all_on_5x5_in_every_form(tmp_path):
    forms = ("walk", "lrat-kernel", "lrat-plain")
    claim = MinimumClaim(15, MINIMA_5X5, 4)
    _, said = accepted(grid_puzzle(5, 5), claim, tmp_path / "c.json", forms=forms)
    assert said.splitlines()[0] == (
        "the least weight is 15; number of solutions that have it: 4, all listed"
    )
    assert len(said.splitlines()) == 6


def test_a_stranger_accepts_it_with_nothing_but_python(tmp_path):
    path = tmp_path / "c.json"
    write_certificate(grid_puzzle(5, 5), MinimumClaim(15, MINIMA_5X5, 4), path)
    verdict = check_in_fresh_process(path)
    assert verdict.accepted
    assert verdict == check_certificate(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("seed", with_large(range(60), range(24, 60)))
def test_random_puzzles_get_certificates_in_every_form(seed, tmp_path):
    puzzle = random_puzzle(random.Random(seed), 800)
    truth = Enumerated(puzzle_document(puzzle))
    path = tmp_path / "c.json"
    if not truth.weights:
        assert accepted(puzzle, UnsolvableClaim(), path)[0] == ("witness",)
        with pytest.raises(UsageError, match="the puzzle has no solution"):
            write_certificate(puzzle, SolutionsClaim(), path)
        return
    minima = tuple(sorted(truth.minima))
    least = truth.weights[minima[0]]
    accepted(puzzle, SolutionClaim(minima[-1]), path)
    assert accepted(puzzle, SolutionsClaim(), path)[0] == ("kernel",)
    assert json.loads(path.read_text())["claim"]["count"] == len(truth.weights)
    forms = ["walk", "lrat-kernel", "lrat-plain"]
    accepted(puzzle, LowerBoundClaim(least), path, forms=forms)
    accepted(puzzle, MinimumClaim(least, minima[:1]), path, forms=forms)
    if len(minima) <= 50:
        accepted(puzzle, MinimumClaim(least, minima, len(minima)), path, forms=forms)
    with pytest.raises(UsageError, match="the puzzle has a solution"):
        write_certificate(puzzle, UnsolvableClaim(), path)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_gets_a_certificate(name, tmp_path):
    puzzle = board(name)
    truth = Enumerated(puzzle_document(puzzle))
    minima = tuple(sorted(truth.minima))
    claim = MinimumClaim(truth.weights[minima[0]], minima, len(minima))
    forms = ("walk", "lrat-kernel", "lrat-plain")
    accepted(puzzle, claim, tmp_path / "c.json", forms=forms)
    # the shift of a uniform target need not be given
    short = MinimumClaim(claim.weight, tuple(x[: puzzle.buttons] for x in minima), len(minima))
    accepted(puzzle, short, tmp_path / "c.json", forms=forms)
    accepted(puzzle, SolutionsClaim(), tmp_path / "c.json")


def test_one_form_that_costs_little_is_chosen_unasked(tmp_path):
    path = tmp_path / "c.json"
    plain = grid_puzzle(5, 5)
    assert accepted(plain, MinimumClaim(15, MINIMA_5X5, 4), path)[0] == ("walk",)
    assert accepted(plain, MinimumClaim(15, MINIMA_5X5[:1]), path)[0] == ("walk",)
    assert accepted(plain, MinimumClaim(15, MINIMA_5X5[:1], 4), path)[0] == ("walk",)
    assert accepted(plain, LowerBoundClaim(15), path)[0] == ("walk",)
    many = Puzzle(from_dense(np.ones((1, 12)), 2), numbers(1), numbers(0))
    one = ((1, *[0] * 11),)
    assert accepted(many, MinimumClaim(1, one, 12), path)[0] == ("walk",)
    assert accepted(many, MinimumClaim(1, one), path)[0] == ("walk",)


def test_beyond_the_checkers_walk_a_proof_is_chosen(tmp_path):
    puzzle = Puzzle(from_dense(np.ones((1, 28)), 2), numbers(0), numbers(0))
    path = tmp_path / "c.json"
    claim = MinimumClaim(0, (tuple([0] * 28),), 1)
    assert accepted(puzzle, claim, path)[0] == ("tree",)
    assert accepted(puzzle, claim, path, forms=("lrat-kernel",))[0] == ("lrat-kernel",)
    with pytest.raises(UsageError, match="does not walk through 134217728 solutions"):
        write_certificate(puzzle, claim, path, forms=("walk",))


def test_without_the_puzzle_the_file_names_it_only(tmp_path):
    path = tmp_path / "c.json"
    puzzle = grid_puzzle(5, 5)
    write_certificate(puzzle, SolutionsClaim(), path)
    document = json.loads(path.read_text())
    del document["puzzle"]
    path.write_text(json.dumps(document))
    assert check_certificate(path, puzzle).accepted
    assert check_in_fresh_process(path, puzzle).accepted
    assert not check_certificate(path).accepted
    other = check_certificate(path, grid_puzzle(5, 5, state=[1] * 24 + [0]))
    assert other.text == "the claim is about a puzzle with another SHA-256"


def test_a_witness_may_be_given(tmp_path):
    path = tmp_path / "c.json"
    puzzle = Puzzle(from_dense([[1], [1], [0]], 3), numbers(1, 0, 2), numbers(0, 0, ANY))
    accepted(puzzle, UnsolvableClaim((2, 1)), path)
    assert json.loads(path.read_text())["evidence"] == [{"by": "witness", "witness": [2, 1, 0]}]
    with pytest.raises(UsageError, match="the witness given does not show"):
        write_certificate(puzzle, UnsolvableClaim((1, 1)), path)


def refused(puzzle, claim, path, **more):
    with pytest.raises(UsageError) as caught:
        write_certificate(puzzle, claim, path, **more)
    return str(caught.value)


def test_claims_that_cannot_be_are_refused_at_once(tmp_path):
    path, puzzle = tmp_path / "c.json", grid_puzzle(5, 5)
    wrong = (1,) * 25
    unsolved = "the presses of the claim do not solve the puzzle"
    assert refused(puzzle, SolutionClaim(wrong), path) == unsolved
    assert refused(puzzle, SolutionClaim(wrong[1:]), path) == unsolved
    assert refused(puzzle, MinimumClaim(25, (wrong,)), path) == unsolved
    assert refused(puzzle, MinimumClaim(15, (), 4), path) == "0 minima are listed, 4 counted"
    said = refused(puzzle, MinimumClaim(15, MINIMA_5X5, 3), path)
    assert said == "4 minima are listed, 3 counted"
    some = MinimumClaim(15, MINIMA_5X5[:2], 4)
    said = refused(puzzle, some, path, forms=("lrat-plain",))
    assert said.endswith("only when all are listed")
    said = refused(puzzle, some, path, forms=("magic",))
    names = ", ".join([*COUNTERS_FORMS, *(row.name for row in FORMS)])
    assert said == f"no form of evidence is called 'magic'; there are {names}"
    assert not path.exists()


@pytest.mark.parametrize(
    ("claim", "form"),
    [
        (SolutionsClaim(), "walk"),
        (SolutionsClaim(), "witness"),
        (SolutionClaim(MINIMA_5X5[0]), "kernel"),
        (LowerBoundClaim(3), "kernel"),
        (LowerBoundClaim(3), "witness"),
        (MinimumClaim(15, MINIMA_5X5), "kernel"),
        (UnsolvableClaim(), "walk"),
    ],
)
def test_a_form_that_does_not_fit_is_refused(claim, form, tmp_path):
    said = refused(grid_puzzle(5, 5), claim, tmp_path / "c.json", forms=(form,))
    assert said == f"evidence by {form} does not fit this claim"


def test_a_covering_that_shows_less_than_is_claimed_is_refused(tmp_path):
    """All on, 5 x 5: the shares of the lights prove 6, the minimum is 15."""
    for claim, said in (
        (MinimumClaim(15, MINIMA_5X5), "a covering shows a bound of 6 here, not of 15"),
        (MinimumClaim(15, MINIMA_5X5, 4), "a covering proves no number of minima"),
    ):
        refusal = refused(grid_puzzle(5, 5), claim, tmp_path / "c.json", forms=("covering",))
        assert refusal == said
    written = write_certificate(
        grid_puzzle(5, 5), LowerBoundClaim(6), tmp_path / "c.json", forms=("covering",)
    )
    assert written.forms == ("covering",)


def test_only_minima_and_bounds_have_a_formula():
    with pytest.raises(UsageError, match="solutions are not counted by formulas"):
        formula_of_claim(grid_puzzle(5, 5), SolutionsClaim(), kernel=True)


def test_a_wrong_fact_is_written_but_rejected(tmp_path):
    """The writer believes the facts; the checker does not."""
    path, puzzle = tmp_path / "c.json", grid_puzzle(5, 5)
    write_certificate(puzzle, MinimumClaim(16, MINIMA_5X5), path, forms=("walk",))
    assert check_certificate(path).text == "the presses have weight 15, not 16"
    write_certificate(puzzle, MinimumClaim(15, MINIMA_5X5[:3], 3), path, forms=("walk",))
    assert check_certificate(path).text == "4 solutions have the least weight"
    write_certificate(puzzle, LowerBoundClaim(16), path, forms=("walk",))
    assert check_certificate(path).text == "a solution has weight 15"
    with pytest.raises(DisagreementError, match="CaDiCaL satisfies the formula"):
        write_certificate(puzzle, LowerBoundClaim(16), path, forms=("lrat-kernel",))
    with pytest.raises(DisagreementError, match="CaDiCaL satisfies the formula"):
        write_certificate(puzzle, MinimumClaim(15, MINIMA_5X5[:3], 3), path, forms=("lrat-plain",))


@pytest.mark.parametrize(
    ("rows", "columns", "minimum", "count"),
    # A075464 (all-on squares); numbers of minima by an enumeration of all cosets written apart
    [(9, 9, 25, 6), (11, 11, 55, 20), (14, 14, 56, 2), (16, 16, 104, 2)],
)
def test_larger_boards_get_both_forms(rows, columns, minimum, count, tmp_path):
    puzzle = grid_puzzle(rows, columns)
    minima = walked(puzzle)
    assert (sum(minima[0]), len(minima)) == (minimum, count)
    path = tmp_path / "c.json"
    forms = ("walk", "lrat-kernel")
    written = write_certificate(puzzle, MinimumClaim(minimum, minima, count), path, forms=forms)
    assert check_certificate(path).accepted
    assert path.stat().st_size < 10_000
    assert written.proofs[0].stat().st_size < 100_000


def walked(puzzle):
    """All minimum solutions of a grid with two colours, by light chasing and brute force."""
    side = int(puzzle.lights**0.5)
    state = puzzle.state.reshape(side, side)
    best, found = side * side + 1, []
    # every choice of the first row decides the rest; the last row must come out dark
    effect = []
    for first in [[0] * side, *np.eye(side, dtype=int).tolist()]:
        start = state if not any(first) else 0 * state
        presses, lights = [first], start.copy()
        for r in range(side):
            row = np.array(presses[r])
            lights[r] ^= row ^ np.append(row[1:], 0) ^ np.append(0, row[:-1])
            if r + 1 < side:
                lights[r + 1] ^= row
                presses.append((lights[r] ^ 0).tolist())
                lights[r] ^= np.array(presses[-1])
        effect.append((lights[-1].copy(), np.array(presses).ravel()))
    dark, base = effect[0]
    table = {}
    half = side // 2
    for low in itertools.product((0, 1), repeat=half):
        rest, x = dark.copy(), base.copy()
        for on, (end, presses) in zip(low, effect[1:], strict=False):
            if on:
                rest, x = rest ^ end, x ^ presses
        table.setdefault(rest.tobytes(), []).append(x)
    for high in itertools.product((0, 1), repeat=side - half):
        rest, x = 0 * dark, 0 * base
        for on, (end, presses) in zip(high, effect[1 + half :], strict=True):
            if on:
                rest, x = rest ^ end, x ^ presses
        for other in table.get(rest.tobytes(), []):
            weight = int((x ^ other).sum())
            if weight < best:
                best, found = weight, []
            if weight == best:
                found.append(tuple((x ^ other).tolist()))
    return tuple(sorted(found))


@pytest.mark.parametrize(
    ("c", "least", "count", "solutions"),
    # M.Hiroi, N colour Lights Out (2018): every light is c - 1
    [(3, 21, 6, 27), (4, 39, 4, 16), (6, 45, 4, 108)],
)
def test_more_colours_on_5x5(c, least, count, solutions, tmp_path):
    puzzle = grid_puzzle(5, 5, colours=c)
    path = tmp_path / "c.json"
    accepted(puzzle, SolutionsClaim(), path)
    document = json.loads(path.read_text())
    assert document["claim"]["count"] == solutions
    system = checker.System(document["puzzle"])
    assert checker.walk(system, checker.Kernel(system, document["kernel"])) == (least, count)
    forms = ("walk", "lrat-plain", "lrat-kernel") if c == 3 else ("walk", "lrat-kernel")
    accepted(puzzle, LowerBoundClaim(least), path, forms=forms)
    write_certificate(puzzle, LowerBoundClaim(least + 1), path, forms=("walk",))
    assert not check_certificate(path).accepted


def test_vectors_of_two_colours_are_hex_numbers():
    assert vector_document([], 2) == ""
    assert vector_document([0, 0, 0, 0, 1], 2) == "10"
    assert vector_document(np.array([1, 1, 1, 1]), 2) == "f"
    assert vector_document((2, 0), 5) == [2, 0]


def test_equal_documents_give_equal_text():
    text = document_text({"a": [1, {"b": 2}], "c": "d"})
    assert text == '{"a":[1,{"b":2}],\n "c":"d"}\n'
