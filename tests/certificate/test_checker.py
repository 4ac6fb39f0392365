"""The checker: hand-made certificates, what each rejection says, and enumeration as the judge."""

import copy
import gzip
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from lo_exact.algebra import Coset, solve
from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected
from lo_exact.certificate.cnf import claim_formula
from lo_exact.certificate.document import kernel_document, puzzle_document
from tests.truth.mutate import Enumerated, named, random_puzzle

# one light with three buttons, the third also changes the second light: x0 + x1 + x2 = 1, x2 = 0
PAIR = {
    "colours": 2,
    "lights": 2,
    "buttons": [[0], [0], [0, 1]],
    "state": "1",
    "target": "0",
    "uniform": False,
    "objective": "presses",
}
# 2 x0 + x1 = 3 (mod 4); the kernel is the multiples of (1, 2)
FOUR = {
    "colours": 4,
    "lights": 1,
    "buttons": [[0], [0]],
    "amounts": [[2], [1]],
    "state": [1],
    "target": [0],
    "uniform": False,
    "objective": "presses",
}
# 2 x0 = 1 (mod 4)
HOPELESS = {**FOUR, "buttons": [[0]], "amounts": [[2]], "state": [3]}
PRICED = {**PAIR, "objective": "prices", "prices": [5, 3, 0]}


def certificate(puzzle, claim, evidence, kernel=None):
    document = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"hand": "1"},
        "claim": {"puzzle_sha256": named(puzzle), **claim},
        "puzzle": puzzle,
        "evidence": evidence,
    }
    return document if kernel is None else {**document, "kernel": kernel}


def minimum(puzzle=PAIR):
    kernel = {"particular": "1", "generators": ["3"], "orders": [2]}
    claim = {"kind": "minimum", "weight": 1, "count": 2, "minima": ["1", "2"]}
    evidence = [{"by": "walk"}, {"by": "overlaps", "counts": [[1, 1]]}]
    return copy.deepcopy(certificate(puzzle, claim, evidence, kernel))


def counted():
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "solutions", "count": 4}
    return copy.deepcopy(certificate(FOUR, claim, [{"by": "kernel"}], kernel))


def unsolvable():
    evidence = [{"by": "witness", "witness": [2]}]
    return copy.deepcopy(certificate(HOPELESS, {"kind": "unsolvable"}, evidence))


def solution():
    claim = {"kind": "solution", "weight": 3, "presses": [0, 3]}
    return copy.deepcopy(certificate(FOUR, claim, []))


def priced():
    kernel = {"particular": "1", "generators": ["3"], "orders": [2]}
    claim = {"kind": "lower bound", "bound": 3}
    return copy.deepcopy(certificate(PRICED, claim, [{"by": "walk"}], kernel))


def covered():
    # 2 x0 + 2 x1 = 3, x1 + 2 x2 = 4 (mod 5): shares 1 and 1 cost 2, 3 and 2
    puzzle = {
        "colours": 5,
        "lights": 2,
        "buttons": [[0], [0, 1], [1]],
        "amounts": [[2], [2, 1], [2]],
        "state": [2, 1],
        "target": [0, 0],
        "uniform": False,
        "objective": "prices",
        "prices": [2, 3, 2],
    }
    claim = {"kind": "lower bound", "bound": 7, "weight": 12, "presses": [0, 4, 0]}
    evidence = [{"by": "covering", "scale": 1, "shares": [1, 1]}]
    return copy.deepcopy(certificate(puzzle, claim, evidence))


def words(document, folder=Path("/nonexistent"), beside=None):
    """What the checker says about a document: the claim, or the reason of the rejection."""
    text = json.dumps(document)
    try:
        return checker.Certificate(checker.read_json(text.encode()), folder, beside).judge()
    except Rejected as reason:
        return f"rejected: {reason}"


def test_a_minimum_is_accepted_and_said_in_words():
    assert words(minimum()) == (
        "the least weight is 1; number of solutions that have it: 2, all listed\n"
        "proved by a walk through all 2 solutions\n"
        "proved by what each of 1 quiet patterns covers\n"
        f"puzzle: 2 lights, 3 buttons, 2 colours, SHA-256 {named(PAIR)}"
    )


def test_a_minimum_without_a_count_is_accepted():
    document = minimum()
    del document["claim"]["count"], document["claim"]["minima"][1]
    assert words(document).startswith("the least weight is 1; 1 listed\n")


def test_a_count_of_minima_that_are_not_all_listed_is_accepted():
    document = minimum()
    del document["claim"]["minima"][0]
    said = "the least weight is 1; number of solutions that have it: 2, 1 listed\n"
    assert words(document).startswith(said)


def test_a_number_of_solutions_is_accepted():
    assert words(counted()).startswith(
        "number of solutions: 4\nproved by the kernel, eliminated anew\npuzzle: 1 lights, 2"
    )


def test_an_unsolvable_puzzle_is_accepted():
    assert words(unsolvable()).startswith(
        "no presses solve it\n"
        "proved by a witness: no button changes its sum mod 4, which is to change by 2\n"
    )


def test_a_solution_is_accepted():
    assert words(solution()).startswith("these presses solve it, with weight 3\npuzzle:")


def test_a_lower_bound_is_accepted():
    said = "no solution has a weight below 3\nproved by a walk through all 2 solutions\n"
    assert words(priced()).startswith(said)


def test_a_lower_bound_with_presses_is_accepted():
    assert words(covered()).startswith(
        "no solution has a weight below 7; these presses solve it, with weight 12\n"
        "proved by a covering: the lights' shares add up to 7 / 1\n"
    )
    without = changed(changed(covered(), "claim.weight", DELETE), "claim.presses", DELETE)
    assert words(without).startswith("no solution has a weight below 7\nproved by a covering")


def test_a_covering_is_rounded_up_to_whole_prices():
    document = covered()
    document["evidence"] = [{"by": "covering", "scale": 10, "shares": [0, 10]}]
    assert words(document) == "rejected: the shares show 4 only"
    document["evidence"] = [{"by": "covering", "scale": 10, "shares": [10, 8]}]
    assert words(document).splitlines()[1].endswith("add up to 62 / 10")


def test_where_a_button_costs_once_a_covering_counts_once():
    document = covered()
    puzzle = document["puzzle"]
    puzzle["objective"] = "buttons"
    del puzzle["prices"]
    document["claim"].update(puzzle_sha256=named(puzzle), bound=1, weight=1)
    document["evidence"] = [{"by": "covering", "scale": 2, "shares": [1, 1]}]
    assert words(document).splitlines()[1].endswith("add up to 2 / 2")
    document["evidence"] = [{"by": "covering", "scale": 1, "shares": [1, 1]}]
    assert words(document) == "rejected: the shares of a button exceed its price"
    document["evidence"] = [{"by": "covering", "scale": 1, "shares": [1, 0]}]
    document["claim"]["bound"] = 2
    assert words(document) == "rejected: the shares show 1 only"


def test_a_covering_may_prove_a_minimum_but_not_how_many_there_are():
    document = minimum()
    del document["claim"]["count"]
    document["evidence"] = [{"by": "covering", "scale": 1, "shares": [1, 0]}]
    assert words(document).startswith("the least weight is 1; 2 listed\nproved by a covering")
    document["claim"]["count"] = 2
    assert words(document) == "rejected: a covering proves no count"


def test_a_covering_has_no_shares_where_any_colour_will_do():
    document = changed(covered(), "puzzle.uniform", True)
    document["claim"]["puzzle_sha256"] = named(document["puzzle"])
    document["claim"]["presses"] = [0, 4, 0, 0]
    assert words(document) == "rejected: the shares of a button exceed its price"
    document["evidence"][0]["shares"], document["claim"]["bound"] = [0, 0], 0
    assert words(document).startswith("no solution has a weight below 0; these")


def test_the_shares_of_ignored_lights_pay_nothing():
    document = changed(covered(), "puzzle.ignored", [0])
    document["claim"].update(puzzle_sha256=named(document["puzzle"]), bound=4)
    document["evidence"][0]["shares"] = [9, 1]
    assert words(document).splitlines()[1].endswith("add up to 4 / 1")


def test_the_puzzle_may_stand_beside():
    document = minimum()
    beside = document.pop("puzzle")
    assert words(document) == "rejected: the puzzle is neither inside nor beside"
    assert words(document, beside=beside).startswith("the least weight is 1")
    assert words(minimum(), beside=beside).startswith("the least weight is 1")
    other = "rejected: the puzzle beside it has another SHA-256"
    assert words(minimum(), beside=FOUR) == other


DELETE = object()


def changed(document, path, value):
    """Set or delete what a path like "claim.minima.0" leads to."""
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    place = document
    for key in way:
        place = place[key]
    if value is DELETE:
        del place[last]
    elif type(place) is list and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return document


HEX = "0123456789abcdef" * 4
REJECTIONS = [
    # the document
    (minimum, "format", "another", "this is no lo-exact certificate"),
    (minimum, "format", DELETE, "certificate lacks format"),
    (minimum, "version", 2, "version must be 1..1, got 2"),
    (minimum, "version", True, "version must be an integer"),
    (minimum, "more", 1, "certificate has unknown keys: 'more'"),
    (minimum, "made_by", {"a": "x" * 200, "b": 0}, "made_by must be a short string"),
    (minimum, "ärger", 1, "certificate has unknown keys: '\\xe4rger'"),
    (minimum, "made_by", "me", "made_by must be an object"),
    (minimum, "made_by.hand", 3, "made_by must be a short string"),
    (minimum, "made_by.hand", "x" * 201, "made_by must be a short string"),
    (minimum, "claim", [], "claim must be an object"),
    (minimum, "claim.puzzle_sha256", HEX, "the claim is about a puzzle with another SHA-256"),
    (minimum, "claim.puzzle_sha256", HEX[1:], "puzzle_sha256 is no SHA-256"),
    (minimum, "claim.puzzle_sha256", HEX.upper(), "puzzle_sha256 is no SHA-256"),
    (minimum, "claim.puzzle_sha256", "X" + HEX[1:], "puzzle_sha256 is no SHA-256"),
    (minimum, "claim.puzzle_sha256", DELETE, "puzzle_sha256 must be a short string"),
    (minimum, "claim.kind", "maximum", "there is no claim of kind 'maximum'"),
    (minimum, "claim.kind", 1, "kind must be a short string"),
    (minimum, "evidence", {}, "evidence must be a list"),
    (minimum, "evidence", [], "there is no evidence"),
    (minimum, "evidence.0", "walk", "evidence must be an object"),
    (minimum, "evidence.0.by", 1, "by must be a short string"),
    (minimum, "evidence.0.by", "kernel", "evidence by 'kernel' cannot prove this claim"),
    (minimum, "evidence.0.more", 1, "evidence has unknown keys: 'more'"),
    (counted, "evidence.0.by", "walk", "evidence by 'walk' cannot prove this claim"),
    (counted, "evidence.0.more", 1, "evidence has unknown keys: 'more'"),
    (counted, "evidence", [], "there is no evidence"),
    (unsolvable, "evidence.0.by", "walk", "evidence by 'walk' cannot prove this claim"),
    (solution, "evidence.0", {"by": "walk"}, "evidence by 'walk' cannot prove this claim"),
    (priced, "evidence.0.by", "overlaps", "evidence by 'overlaps' cannot prove this claim"),
    # the puzzle
    (minimum, "puzzle", [], "puzzle must be an object"),
    (minimum, "puzzle.more", 1, "puzzle has unknown keys: 'more'"),
    (minimum, "puzzle.colours", 1, "colours must be 2..2147483648, got 1"),
    (minimum, "puzzle.colours", 2**31 + 1, "colours must be 2..2147483648, got 2147483649"),
    (minimum, "puzzle.lights", -1, "lights must be 0..4194304, got -1"),
    (minimum, "puzzle.lights", 2**22 + 1, "lights must be 0..4194304, got 4194305"),
    (minimum, "puzzle.lights", 5, "state must have 2 hex digits, got 1"),
    (minimum, "puzzle.state", "4", "state has a 1 behind its 2 numbers"),
    (minimum, "puzzle.state", "x", "state has something that is no hex digit"),
    (minimum, "puzzle.state", "A", "state has something that is no hex digit"),
    (minimum, "puzzle.state", "X", "state has something that is no hex digit"),
    (minimum, "puzzle.state", "01", "state must have 1 hex digits, got 2"),
    (minimum, "puzzle.state", [1, 0], "state must be a string of hex digits"),
    (minimum, "puzzle.state", "0", "the claim is about a puzzle with another SHA-256"),
    (minimum, "puzzle.target", 3, "target must be a string of hex digits"),
    (minimum, "puzzle.target", "1", "the claim is about a puzzle with another SHA-256"),
    (counted, "puzzle.state", "1", "state must be a list"),
    (counted, "puzzle.state.0", 4, "state must be 0..3, got 4"),
    (counted, "puzzle.state.0", -1, "state must be 0..3, got -1"),
    (counted, "puzzle.state.1", 1, "state must have 1 numbers"),
    (counted, "puzzle.target.0", True, "target must be an integer"),
    (minimum, "puzzle.buttons", {}, "buttons must be a list"),
    (minimum, "puzzle.buttons.0", 0, "buttons must be a list"),
    (minimum, "puzzle.buttons.0.0", 2, "buttons must be 0..1, got 2"),
    (minimum, "puzzle.buttons.0.0", "0", "buttons must be an integer"),
    (minimum, "puzzle.buttons.2", [1, 0], "buttons: lights must ascend"),
    (minimum, "puzzle.buttons.2", [0, 0], "buttons: lights must ascend"),
    (minimum, "puzzle.ignored", [0], "the claim is about a puzzle with another SHA-256"),
    (minimum, "puzzle.ignored", [1, 1], "ignored: lights must ascend"),
    (minimum, "puzzle.ignored", [2], "ignored must be 0..1, got 2"),
    (counted, "puzzle.amounts", 3, "amounts must be a list"),
    (counted, "puzzle.amounts.0", 3, "amounts must be a list"),
    (counted, "puzzle.amounts.0", [], "amounts do not fit buttons"),
    (counted, "puzzle.amounts.2", [1], "amounts do not fit buttons"),
    (counted, "puzzle.amounts.0.0", 4, "amount must be 1..3, got 4"),
    (counted, "puzzle.amounts.0.0", 0, "amount must be 1..3, got 0"),
    (minimum, "puzzle.uniform", 0, "uniform must be true or false"),
    (minimum, "puzzle.uniform", True, "the claim is about a puzzle with another SHA-256"),
    (minimum, "puzzle.objective", "joy",
     "objective must be one of ['presses', 'buttons', 'prices']"),
    (minimum, "puzzle.objective", [], "objective must be one of ['presses', 'buttons', 'prices']"),
    (minimum, "puzzle.objective", "buttons", "the claim is about a puzzle with another SHA-256"),
    (minimum, "puzzle.prices", [1, 1, 1], "prices are for the objective prices"),
    (priced, "puzzle.prices", DELETE, "prices are for the objective prices"),
    (priced, "puzzle.prices", 3, "prices must be a list"),
    (priced, "puzzle.prices.0", -1, "price must be 0..2147483648, got -1"),
    (priced, "puzzle.prices.0", 2**31 + 1, "price must be 0..2147483648, got 2147483649"),
    (priced, "puzzle.prices.3", 1, "there must be one price for each button"),
    (priced, "puzzle.prices.0", 4, "the claim is about a puzzle with another SHA-256"),
    # the kernel
    (minimum, "kernel", [], "kernel must be an object"),
    (minimum, "kernel", DELETE, "this evidence needs a kernel"),
    (minimum, "kernel.more", 1, "kernel has unknown keys: 'more'"),
    (minimum, "kernel.particular", "0", "particular is no solution"),
    (minimum, "kernel.particular", 1, "particular must be a string of hex digits"),
    (minimum, "kernel.generators", 1, "generators must be a list"),
    (minimum, "kernel.generators.0", 1, "generator must be a string of hex digits"),
    (minimum, "kernel.generators.0", "1", "a generator changes a light"),
    (minimum, "kernel.generators.0", "0", "the generators do not span the kernel"),
    (minimum, "kernel.generators.1", "3", "one order for each generator"),
    (minimum, "kernel.orders", 1, "orders must be a list"),
    (minimum, "kernel.orders.0", 1, "order must be 2..2, got 1"),
    (minimum, "kernel.orders.0", 4, "order must be 2..2, got 4"),
    (minimum, "kernel.orders.0", "2", "order must be an integer"),
    (counted, "kernel.orders.0", 2, "an order is not its generator's"),
    (counted, "kernel.orders.0", 5, "order must be 2..4, got 5"),
    (counted, "kernel.orders.0", 3, "an order is not its generator's"),
    (counted, "kernel.generators.0", [2, 0], "the generators do not span the kernel"),
    (counted, "kernel.generators.0", [2, 1], "a generator changes a light"),
    # claims
    (minimum, "claim.more", 1, "claim has unknown keys: 'more'"),
    (minimum, "claim.weight", 0, "the presses have weight 1, not 0"),
    (minimum, "claim.weight", -1, "weight must be 0 or more, got -1"),
    (minimum, "claim.weight", 2**96, f"the presses have weight 1, not {2**96}"),
    (minimum, "claim.weight", -int("7" * 50), "weight must be 0 or more, got -" + "7" * 39),
    (minimum, "claim.weight", DELETE, "claim lacks weight"),
    (minimum, "claim.minima", 3, "minima must be a list"),
    (minimum, "claim.minima", [], "minima must list one solution at least"),
    (minimum, "claim.minima.0", "2", "a minimum is listed twice"),
    (minimum, "claim.minima.0", "3", "the presses do not solve the puzzle"),
    (minimum, "claim.minima.0", 1, "presses must be a string of hex digits"),
    (minimum, "claim.count", 3, "2 solutions have the least weight"),
    (minimum, "claim.count", 1, "count must be 2 or more, got 1"),
    (counted, "claim.count", 5, "there are 4 solutions"),
    (counted, "claim.count", 0, "count must be 1 or more, got 0"),
    (counted, "claim.more", 5, "claim has unknown keys: 'more'"),
    (unsolvable, "claim.more", 5, "claim has unknown keys: 'more'"),
    (solution, "claim.more", 5, "claim has unknown keys: 'more'"),
    (solution, "claim.weight", 4, "the presses have weight 3, not 4"),
    (solution, "claim.weight", "3", "weight must be an integer"),
    (solution, "claim.presses", [3, 0], "the presses do not solve the puzzle"),
    (solution, "claim.presses", [0], "presses must have 2 numbers"),
    (solution, "claim.presses", [0, 7], "presses must be 0..3, got 7"),
    (priced, "claim.bound", 4, "a solution has weight 3"),
    (priced, "claim.bound", "3", "bound must be an integer"),
    (priced, "claim.more", 3, "claim has unknown keys: 'more'"),
    # evidence
    (minimum, "evidence.1.more", 3, "overlaps has unknown keys: 'more'"),
    (minimum, "evidence.1.counts", 3, "counts must be a list"),
    (minimum, "evidence.1.counts", [], "counts must have 1 pairs"),
    (minimum, "evidence.1.counts.0", 3, "counts must be a list"),
    (minimum, "evidence.1.counts.0", [True, 1], "count must be an integer"),
    (minimum, "evidence.1.counts.0", [1, 1, 0], "pattern 1 covers something else"),
    (minimum, "evidence.1.counts.0", [-1, 1], "count must be 0 or more, got -1"),
    (minimum, "evidence.1.counts.0", [1, 2], "pattern 1 covers something else"),
    (minimum, "evidence.1.counts.0", [0, 1], "pattern 1 covers something else"),
    (covered, "claim.bound", 8, "the shares show 7 only"),
    (covered, "claim.weight", 13, "the presses have weight 12, not 13"),
    (covered, "claim.weight", -1, "weight must be 0 or more, got -1"),
    (covered, "claim.weight", DELETE, "claim lacks weight"),
    (covered, "claim.presses", DELETE, "claim lacks presses"),
    (covered, "claim.presses", [4, 0, 0], "the presses do not solve the puzzle"),
    (covered, "claim.more", 3, "claim has unknown keys: 'more'"),
    (covered, "evidence.0.more", 3, "covering has unknown keys: 'more'"),
    (covered, "evidence.0.scale", 0, "scale must be 1 or more, got 0"),
    (covered, "evidence.0.scale", True, "scale must be an integer"),
    (covered, "evidence.0.scale", 2, "the shares show 4 only"),
    (covered, "evidence.0.shares", 1, "shares must be a list"),
    (covered, "evidence.0.shares", [1], "there must be 2 shares"),
    (covered, "evidence.0.shares.0", -1, "share must be 0 or more, got -1"),
    (covered, "evidence.0.shares.0", True, "share must be an integer"),
    (covered, "evidence.0.shares.0", 2, "the shares of a button exceed its price"),
    (solution, "evidence.0", {"by": "covering"}, "evidence by 'covering' cannot prove this claim"),
    (counted, "evidence.0", {"by": "covering"}, "evidence by 'covering' cannot prove this claim"),
    (unsolvable, "evidence.0.more", 3, "witness has unknown keys: 'more'"),
    (unsolvable, "evidence.0.witness", [1], "a button changes the witness's sum"),
    (unsolvable, "evidence.0.witness", [0], "the witness's sum is 0, so it shows nothing"),
    (unsolvable, "evidence.0.witness", [2, 0], "witness must have 1 numbers"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "path", "value", "reason"),
    REJECTIONS,
    ids=lambda part: part if type(part) is str and len(part) < 30 else "",
)
def test_a_rejection_says_its_reason(make, path, value, reason):
    assert words(changed(make(), path, value)) == f"rejected: {reason}"


def test_all_unknown_keys_are_named():
    document = {**minimum(), "b": 1, "a": 1}
    assert words(document) == "rejected: certificate has unknown keys: 'a', 'b'"


def test_strings_of_200_characters_are_read():
    document = minimum()
    document["made_by"]["hand"] = "x" * 200
    assert words(document).startswith("the least weight is 1")


def test_a_wrong_count_is_rejected_by_every_evidence():
    document = minimum()
    document["claim"]["count"] = 3
    for piece in minimum()["evidence"]:
        document["evidence"] = [piece]
        assert words(document) == "rejected: 2 solutions have the least weight"


def test_generators_that_repeat_each_other_are_rejected():
    document = counted()
    document["kernel"] = {"particular": [0, 3], "generators": [[1, 2], [2, 0]], "orders": [4, 2]}
    assert words(document) == "rejected: the orders do not fit the kernel"
    document["kernel"] = {"particular": [0, 3], "generators": [[0, 0]] * 2, "orders": [2, 2]}
    assert words(document) == "rejected: the generators do not span the kernel"


def test_an_order_divides_the_number_of_colours():
    # 2 x0 = 0 (mod 6): 3 has order 2, so 4 times 3 is 0 as well
    puzzle = {**FOUR, "colours": 6, "buttons": [[0]], "amounts": [[2]], "state": [0]}
    kernel = {"particular": [0], "generators": [[3]], "orders": [4]}
    document = certificate(puzzle, {"kind": "solutions", "count": 4}, [{"by": "kernel"}], kernel)
    assert words(document) == "rejected: an order does not divide the number of colours"
    document["kernel"]["orders"] = [2]
    document["claim"]["count"] = 2
    assert words(document).startswith("number of solutions: 2\n")


def test_a_witness_is_weighed_with_what_is_needed():
    # 2 x0 = 3 (mod 4): twice that is 0 = 2
    document = unsolvable()
    document["puzzle"]["state"] = [1]
    document["claim"]["puzzle_sha256"] = named(document["puzzle"])
    assert "which is to change by 2" in words(document)


def test_quiet_patterns_are_sums_mod_2():
    puzzle = {**PAIR, "lights": 1, "buttons": [[0], [0], [0]]}
    kernel = {"particular": "1", "generators": ["3", "6"], "orders": [2, 2]}
    claim = {"kind": "minimum", "weight": 1, "count": 3, "minima": ["1"]}
    evidence = [{"by": "overlaps", "counts": [[1, 1], [0, 2], [1, 1]]}]
    assert words(certificate(puzzle, claim, evidence, kernel)).startswith("the least weight is 1")


def test_the_bounds_are_what_the_first_lines_say():
    assert checker.MAX_FILE == 64 * 2**20
    assert checker.MAX_STEPS == 10**9
    assert (checker.MAX_PLACES, checker.MAX_PIECES) == (2**22, 10)
    assert (checker.MAX_ELEMENTS, checker.MAX_BITS) == (2**26, 2**40)
    assert (checker.MAX_LITERALS, checker.MAX_LOOKS) == (2 * 10**7, 10**10)
    assert checker.MAX_CLAUSES == 2 * 10**6
    assert checker.MAX_PROOF == 2**31
    assert checker.MAX_LINE == 2**24
    assert checker.MAX_HELD == 10**8
    assert checker.MAX_DIGITS == 4000


def test_ten_pieces_of_evidence_are_enough():
    document = minimum()
    document["evidence"] = [{"by": "walk"}] * 10
    assert words(document).count("proved by") == 10
    document["evidence"] = [{"by": "walk"}] * 11
    assert words(document) == "rejected: there are more than 10 pieces of evidence"


def test_too_many_buttons_are_refused(monkeypatch):
    monkeypatch.setattr(checker, "MAX_PLACES", 3)
    assert words(minimum()).startswith("the least weight is 1")
    monkeypatch.setattr(checker, "MAX_PLACES", 2)
    assert words(minimum()) == "rejected: the number of buttons must be 0..2, got 3"


def steps_of(document, monkeypatch):
    """The fewest steps of multiplying out with which a certificate is accepted."""
    for steps in range(1000):
        monkeypatch.setattr(checker, "MAX_STEPS", steps)
        said = words(document)
        if said != "rejected: multiplying out is beyond this checker's bound":
            assert not said.startswith("rejected")
            return steps
    raise AssertionError


def test_multiplying_out_is_counted(monkeypatch):
    # 2 unknowns and 1 light, and 1 for each button that is pressed
    assert steps_of(solution(), monkeypatch) == 3 + 1
    # the particular solution and the generator
    assert steps_of(counted(), monkeypatch) == (3 + 1) + (3 + 2)


def test_the_costs_of_a_formula_are_counted(monkeypatch):
    system = checker.System(minimum()["puzzle"])
    kernel = checker.Kernel(system, minimum()["kernel"])
    before = system.steps
    assert before == (3 + 2 + 1) + (3 + 2 + 2)
    checker.Formula(system, 1, [], kernel)
    # the first two buttons take 2 values, the third none; each class has one generator
    assert system.steps - before == (3 * 2 + 1) + (1 * 1 + 1)


def test_a_walk_over_too_many_bits_is_refused(monkeypatch):
    # 2 solutions, 3 buttons of 1 bit each, 1 kind of price
    monkeypatch.setattr(checker, "MAX_BITS", 12)
    assert words(minimum()).startswith("the least weight is 1")
    monkeypatch.setattr(checker, "MAX_BITS", 11)
    assert words(minimum()) == "rejected: more than 11 bits to walk through"
    # prices 5 and 3 have 3 kinds of bits, for 2 buttons
    monkeypatch.setattr(checker, "MAX_BITS", 16)
    assert words(priced()).startswith("no solution")
    monkeypatch.setattr(checker, "MAX_BITS", 15)
    assert words(priced()) == "rejected: more than 15 bits to walk through"


def test_more_colours_take_more_bits(monkeypatch):
    # 4 solutions, 2 buttons of 3 bits each, 1 kind of price
    system = checker.System(counted()["puzzle"])
    kernel = checker.Kernel(system, counted()["kernel"])
    monkeypatch.setattr(checker, "MAX_BITS", 48)
    assert checker.walk(system, kernel) == (2, 1)
    monkeypatch.setattr(checker, "MAX_BITS", 47)
    with pytest.raises(Rejected, match=r"^more than 47 bits to walk through$"):
        checker.walk(system, kernel)


def test_literals_of_a_formula_are_counted(monkeypatch):
    system = checker.System(minimum()["puzzle"])
    literals = sum(map(len, checker.Formula(system, 1, [], None).clauses))
    monkeypatch.setattr(checker, "MAX_LITERALS", literals)
    checker.Formula(system, 1, [], None)
    monkeypatch.setattr(checker, "MAX_LITERALS", literals - 1)
    with pytest.raises(Rejected, match=rf"^the formula has over {literals - 1} literals$"):
        checker.Formula(system, 1, [], None)


def test_a_proof_that_looks_at_too_many_literals_is_refused(monkeypatch):
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    proof = [b"5 2 0 1 2 0", b"6 0 5 3 4 0"]  # looks at 2 + 2, then at 1 + 2 + 2
    monkeypatch.setattr(checker, "MAX_LOOKS", 9)
    assert checker.check_lrat(clauses, proof) == 2
    monkeypatch.setattr(checker, "MAX_LOOKS", 8)
    with pytest.raises(Rejected, match=r"^proof line 2: more than 8 literals are looked at$"):
        checker.check_lrat(clauses, proof)


def test_many_orders_of_a_large_prime_take_no_time():
    c = 2**31 - 1
    puzzle = {**FOUR, "colours": c, "lights": 0, "buttons": [], "state": [], "target": []}
    del puzzle["amounts"]
    kernel = {"particular": [], "generators": [[]] * 20000, "orders": [c] * 20000}
    document = certificate(puzzle, {"kind": "solutions", "count": 1}, [{"by": "kernel"}], kernel)
    started = time.process_time()
    assert words(document) == "rejected: the orders do not fit the kernel"
    assert time.process_time() - started < 5


def test_presses_that_a_quiet_pattern_betters_are_rejected():
    document = minimum({**PRICED, "prices": [5, 3, 0]})
    document["claim"].update(weight=5, count=1, minima=["1"])
    document["evidence"] = [{"by": "overlaps", "counts": [[5, 3]]}]
    assert words(document) == "rejected: pattern 1 would save something"
    document["evidence"] = [{"by": "walk"}]
    assert words(document) == "rejected: the least weight is 3, not 5"


def test_prices_count_in_overlaps():
    document = minimum(PRICED)
    document["claim"].update(weight=3, count=1, minima=["2"])
    document["evidence"] = [{"by": "overlaps", "counts": [[3, 5]]}]
    assert words(document).startswith(
        "the least weight is 3; number of solutions that have it: 1, all"
    )


def test_overlaps_of_too_many_patterns_are_refused():
    puzzle = {**PAIR, "lights": 0, "buttons": [[]] * 7, "state": "", "target": ""}
    kernel = {
        "particular": "00",
        "generators": [f"{2**i:02x}" for i in range(7)],
        "orders": [2] * 7,
    }
    claim = {"kind": "minimum", "weight": 0, "count": 1, "minima": ["00"]}
    counts = [[0, z.bit_count()] for z in range(1, 128)]
    evidence = [{"by": "overlaps", "counts": counts}]
    refused = "rejected: overlaps are for two colours and up to 64 patterns"
    assert words(certificate(puzzle, claim, evidence, kernel)) == refused
    puzzle["buttons"] = [[]] * 6
    kernel.update(generators=kernel["generators"][:6], orders=[2] * 6)
    evidence[0]["counts"] = counts[:63]
    assert words(certificate(puzzle, claim, evidence, kernel)).startswith("the least weight is 0")


def test_overlaps_of_more_colours_are_refused():
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "minimum", "weight": 2, "count": 1, "minima": [[1, 1]]}
    evidence = [{"by": "overlaps", "counts": [[0, 0], [0, 0], [0, 0]]}]
    refused = "rejected: overlaps are for two colours and up to 64 patterns"
    assert words(certificate(FOUR, claim, evidence, kernel)) == refused


def test_an_ignored_light_has_target_0():
    puzzle = {**PAIR, "ignored": [0], "target": "1"}
    document = certificate({**PAIR, "ignored": [0]}, {"kind": "unsolvable"}, [])
    document["puzzle"] = puzzle
    assert words(document) == "rejected: the target of an ignored light must be 0"


def test_lights_that_do_not_matter_are_dropped():
    puzzle = {**HOPELESS, "ignored": [0]}
    kernel = {"particular": [0], "generators": [[1]], "orders": [4]}
    document = certificate(puzzle, {"kind": "solutions", "count": 4}, [{"by": "kernel"}], kernel)
    assert words(document).startswith("number of solutions: 4\n")


def test_the_shift_of_a_uniform_target_is_an_unknown_that_costs_nothing():
    puzzle = {**HOPELESS, "uniform": True}
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "minimum", "weight": 0, "count": 1, "minima": [[0, 3]]}
    document = certificate(puzzle, claim, [{"by": "walk"}], kernel)
    assert words(document).startswith("the least weight is 0")


def test_a_uniform_target_of_no_lights_has_no_shift():
    puzzle = {**HOPELESS, "uniform": True, "ignored": [0]}
    claim = {"kind": "solution", "weight": 0, "presses": [0]}
    assert words(certificate(puzzle, claim, [])).startswith("these presses solve it")


def test_a_button_costs_its_price_once_when_buttons_count():
    claim = {"kind": "solution", "weight": 1, "presses": [0, 3]}
    document = certificate({**FOUR, "objective": "buttons"}, claim, [])
    assert words(document).startswith("these presses solve it, with weight 1")


# --- JSON ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a":1,"a":1}', "a key stands twice in one JSON object"),
        (b'[{"b":{"a":1,"a":2}}]', "a key stands twice in one JSON object"),
        (b"[1.0]", "1.0 is not an integer"),
        (b"[1e5]", "1e5 is not an integer"),
        (b"[NaN]", "NaN is not an integer"),
        (b"[-Infinity]", "-Infinity is not an integer"),
        (b"[0." + b"1" * 40 + b"]", "0.111111111111111111 is not an integer"),
        (b"1" * 4001, "a number has more than 4000 digits"),
        (b"{} {}", "this is not JSON: Extra data: line 1 column 4 (char 3)"),
        (b"", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
    ],
)
def test_json_is_read_strictly(data, reason):
    with pytest.raises(Rejected) as caught:
        checker.read_json(data)
    assert str(caught.value) == reason


@pytest.mark.parametrize("data", [b"\xff", b"\xef\xbb\xbf{}", b"[" * 10**5, '"a"'.encode("utf-16")])
def test_what_is_no_utf8_json_is_rejected(data):
    with pytest.raises(Rejected, match="this is not JSON: "):
        checker.read_json(data)


def test_numbers_of_4000_digits_are_read():
    assert checker.read_json(b"[" + b"7" * 4000 + b"]") == [int("7" * 4000)]


def test_a_file_beyond_the_bound_is_rejected(tmp_path, monkeypatch):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(solution()))
    monkeypatch.setattr(checker, "MAX_FILE", path.stat().st_size)
    assert checker.check(path).accepted
    monkeypatch.setattr(checker, "MAX_FILE", path.stat().st_size - 1)
    said = f"c.json has more than {path.stat().st_size - 1} bytes"
    assert checker.check(path) == (False, said)


@pytest.mark.parametrize(
    ("value", "length", "read"),
    [("", 0, []), ("13", 5, [1, 1, 0, 0, 1]), ("08", 5, [0, 0, 0, 1, 0]), ("1", 1, [1])],
)
def test_a_vector_of_two_colours_is_a_hex_number(value, length, read):
    assert checker.vector(value, "v", length, 2) == read


# --- linear algebra --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("c", "powers"),
    [
        (2, [(2, 1)]),
        (9, [(3, 2)]),
        (12, [(2, 2), (3, 1)]),
        (360, [(2, 3), (3, 2), (5, 1)]),
        (2**31 - 1, [(2**31 - 1, 1)]),
        (2**31, [(2, 31)]),
        (46337 * 46327, [(46327, 1), (46337, 1)]),
        (46337**2, [(46337, 2)]),
    ],
)
def test_prime_powers(c, powers):
    assert checker.prime_powers(c) == powers


def span_size(vectors, q):
    """Count all sums of multiples by closing a set."""
    span = {(0,) * len(vectors[0])}
    for vector in vectors:
        span = {
            tuple((a + k * b) % q for a, b in zip(old, vector, strict=True))
            for old in span
            for k in range(q)
        }
    return len(span)


@pytest.mark.parametrize("seed", range(150))
def test_the_span_of_vectors_is_counted_rightly(seed):
    rng = random.Random(seed)
    p, e = rng.choice([(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)])
    length = rng.randrange(1, 5)
    pool = [0, 0, *range(p**e), *[p ** rng.randrange(e)] * 3]
    vectors = [[rng.choice(pool) for _ in range(length)] for _ in range(rng.randrange(1, 6))]
    sparse = [dict(enumerate(v)) for v in vectors]
    assert p ** checker.span_exponent(sparse, p, e) == span_size(vectors, p**e)
    if (p, e) == (2, 1):
        bits = [checker.bits_of(v) for v in vectors]
        assert 2 ** checker.rank_of_bits(bits) == span_size(vectors, 2)


@pytest.mark.parametrize("seed", range(60))
def test_the_span_over_higher_powers_is_counted_rightly(seed):
    rng = random.Random(seed)
    p, e = rng.choice([(2, 4), (2, 5), (3, 3), (5, 2)])
    pool = [0, *range(p**e), *[p**v for v in range(e)] * 5]
    vectors = [[rng.choice(pool) for _ in range(2)] for _ in range(rng.randrange(1, 4))]
    sparse = [dict(enumerate(v)) for v in vectors]
    assert p ** checker.span_exponent(sparse, p, e) == span_size(vectors, p**e)
    # 8 times the first is what is left when its 2 is gone
    assert checker.span_exponent([{0: 2, 1: 1}], 2, 4) == 4


def test_bits_are_numbered_from_the_first():
    assert checker.bits_of([]) == 0
    assert checker.bits_of([1, 0, 1, 1]) == 13


@pytest.mark.parametrize(
    ("vectors", "steps"),
    [
        ([{0: 1}], 1),
        # the second meets the first: 1 left, 2 kept, and 1; then the rest leads anew
        ([{0: 1, 1: 1}, {0: 1}], 1 + 4 + 1),
        ([{0: 1, 1: 1}, {0: 1}, {0: 1}], 6 + 4 + 2),
    ],
)
def test_the_steps_of_elimination_are_bounded(vectors, steps, monkeypatch):
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    checker.span_exponent(vectors, 3, 1)
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.span_exponent(vectors, 3, 1)


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        ([1, 1], 1),
        ([1 << 510 | 1, 1 << 510], 2),
        ([1 << 511 | 1, 1 << 511], 3),
        ([1 << 511 | 1, 1 << 511, 1 << 511], 3 + 3 + 1),
    ],
)
def test_the_steps_of_elimination_with_bits_are_bounded(rows, steps, monkeypatch):
    monkeypatch.setattr(checker, "MAX_STEPS", steps)
    checker.rank_of_bits(rows)
    monkeypatch.setattr(checker, "MAX_STEPS", steps - 1)
    with pytest.raises(Rejected, match=r"^the elimination is beyond this checker's bound$"):
        checker.rank_of_bits(rows)


def case(seed, largest=1000):
    """A random solvable puzzle: its document, its enumeration, its system and kernel."""
    rng = random.Random(seed)
    while True:
        puzzle = random_puzzle(rng, largest)
        coset = solve(puzzle.system.matrix, puzzle.system.syndrome)
        if isinstance(coset, Coset):
            document = puzzle_document(puzzle)
            system = checker.System(document)
            kernel = checker.Kernel(system, kernel_document(coset))
            return puzzle, coset, Enumerated(document), system, kernel


@pytest.mark.parametrize("seed", range(120))
def test_the_walk_finds_what_enumeration_finds(seed):
    _, _, truth, system, kernel = case(seed)
    assert kernel.size == len(truth.weights)
    assert checker.walk(system, kernel) == (min(truth.weights.values()), len(truth.minima))


@pytest.mark.parametrize("c", range(2, 19))
@pytest.mark.parametrize("objective", ["presses", "buttons"])
def test_the_walk_over_one_button_that_does_nothing(c, objective):
    puzzle = {**FOUR, "colours": c, "lights": 0, "buttons": [[]], "objective": objective}
    puzzle |= {"state": "" if c == 2 else [], "target": "" if c == 2 else []}
    del puzzle["amounts"]
    system = checker.System(puzzle)
    for start in range(c):
        for step in (v for v in range(1, c) if math.gcd(v, c) == 1):
            numbers = [f"{v:x}" if c == 2 else [v] for v in (start, step)]
            document = {"particular": numbers[0], "generators": numbers[1:], "orders": [c]}
            assert checker.walk(system, checker.Kernel(system, document)) == (0, 1)


@pytest.mark.parametrize("seed", range(40))
def test_puzzle_and_hash_are_read_as_the_library_does(seed):
    puzzle, _, truth, system, _ = case(seed)
    assert system.sha256 == puzzle.sha256 == named(puzzle_document(puzzle))
    for x in list(truth.weights)[:20]:
        assert system.image(list(x)) == system.need
        assert system.weight(list(x)) == truth.weights[x]


@pytest.mark.parametrize("orders", [[], [2], [4, 2], [2, 3, 2], [6, 3, 2, 2]])
def test_the_counter_reaches_every_combination_once(orders):
    reached = [0] * len(orders)
    seen = {tuple(reached)}
    for place in checker._counter(orders):
        reached[place] = (reached[place] + 1) % orders[place]
        seen.add(tuple(reached))
    assert len(seen) == math.prod(orders) == 1 + len(list(checker._counter(orders)))


def test_a_walk_beyond_the_bound_is_rejected(monkeypatch):
    monkeypatch.setattr(checker, "MAX_ELEMENTS", 1)
    assert words(minimum()) == "rejected: more than 1 solutions to walk through"
    monkeypatch.setattr(checker, "MAX_ELEMENTS", 2)
    assert words(minimum()).startswith("the least weight is 1")


@pytest.mark.parametrize(("c", "buttons"), [(4, 1), (4, 5), (4, 21), (3, 40), (5, 50), (12, 3)])
@pytest.mark.parametrize("objective", ["presses", "buttons"])
def test_a_walk_sums_as_much_as_there_can_be(c, buttons, objective):
    """All numbers are c - 1, then all 0, then all 1, ...; for c = 4 the fields are just full."""
    puzzle = {
        **{key: FOUR[key] for key in FOUR if key != "amounts"},
        "colours": c,
        "objective": objective,
        "lights": 0,
        "buttons": [[]] * buttons,
        "state": [],
        "target": [],
    }
    system = checker.System(puzzle)
    whole = {"particular": [0] * buttons, "generators": [], "orders": []}
    for j in range(buttons):
        whole["generators"].append([int(i == j) for i in range(buttons)])
        whole["orders"].append(c)
    kernel = checker.Kernel(system, whole)
    kernel.particular = [c - 1] * buttons
    kernel.generators, kernel.orders, kernel.size = [[2] * buttons], [1], 1
    full = buttons * (c - 1) if objective == "presses" else buttons
    assert checker.walk(system, kernel) == (full, 1)
    kernel.generators, kernel.orders, kernel.size = [[1] * buttons], [c], c
    assert checker.walk(system, kernel) == (0, 1)


def test_a_walk_with_many_colours_and_high_prices_is_exact():
    c = 2**31
    puzzle = {
        **FOUR,
        "colours": c,
        "objective": "prices",
        "prices": [2**31, 2**31 - 1, 7],
        "lights": 1,
        "buttons": [[0], [0], [0]],
        "amounts": [[c // 2], [1], [c - 1]],
        "state": [1],
        "target": [0],
    }
    kernel = {
        "particular": [0, c - 1, 0],
        "generators": [[1, c // 2, 0], [0, 1, 1]],
        "orders": [c, c],
    }
    document = certificate(puzzle, {"kind": "solutions", "count": c**2}, [{"by": "kernel"}], kernel)
    assert words(document).startswith(f"number of solutions: {c**2}\n")
    system = checker.System(puzzle)
    reduced = checker.Kernel(system, kernel)
    reduced.generators, reduced.orders, reduced.size = [[c // 2, 0, 0]], [2], 2
    assert checker.walk(system, reduced) == ((c - 1) * (2**31 - 1), 1)


# --- formulas --------------------------------------------------------------------------------


def satisfiable(clauses):
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        return solver.solve()


@pytest.mark.parametrize("seed", range(120))
def test_a_formula_is_contradictory_exactly_when_nothing_is_left(seed):
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
        assert all(1 <= abs(x) <= formula.variables for clause in formula.clauses for x in clause)
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


# --- proofs ----------------------------------------------------------------------------------

SQUARE = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
SHORT = b"5 2 0 1 2 0\n6 0 5 3 4 0\n"


def lrat(proof, **more):
    return {
        "by": "lrat",
        "encoding": "kernel",
        "cnf_sha256": hashlib.sha256(b"p cnf 1 2\n1 0\n-1 0\n").hexdigest(),
        "proof_sha256": hashlib.sha256(proof).hexdigest(),
        "proof_bytes": len(proof),
        **more,
    }


def proved(folder, proof=b"3 0 1 2 0\n", packed=None, **more):
    """What the checker says about the pair of PAIR's minima with an LRAT proof."""
    document = minimum()
    document["evidence"] = [lrat(proof, **more)]
    name = document["evidence"][0]["proof_sha256"]
    if type(name) is str:
        path = folder / f"{name}.lrat.gz"
        path.write_bytes(gzip.compress(proof) if packed is None else packed)
    return words(document, folder)


def test_an_lrat_proof_is_accepted(tmp_path):
    assert "proved by an LRAT proof of 1 lines that a formula of 2 clauses (kernel encoding) " in (
        proved(tmp_path)
    )


def test_an_lrat_proof_may_forget_clauses(tmp_path):
    assert checker.check_lrat(SQUARE, [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 0 5 3 4 0"]) == 3


def test_a_lower_bound_is_proved_by_lrat(tmp_path):
    """The class of the first two costs 5 or 3: over 2 anyway, and 3 only if z is true."""
    document = priced()
    document["evidence"] = [lrat(GOOD)]
    evidence = document["evidence"][0]
    (tmp_path / f"{evidence['proof_sha256']}.lrat.gz").write_bytes(gzip.compress(GOOD))
    evidence["cnf_sha256"] = hashlib.sha256(b"p cnf 2 2\n2 0\n-2 0\n").hexdigest()
    said = (
        "no solution has a weight below 3\nproved by an LRAT proof of 1 lines that a formula of 2"
    )
    assert words(document, tmp_path).startswith(said)
    document["claim"]["bound"] = 4
    evidence["cnf_sha256"] = hashlib.sha256(b"p cnf 1 1\n1 0\n").hexdigest()
    assert words(document, tmp_path) == (
        "rejected: proof line 1 names clause 2, which is not there"
    )


def test_hints_behind_the_contradiction_are_not_needed(tmp_path):
    assert checker.check_lrat(SQUARE, [b"5 2 0 1 2 3 0", b"9 0 5 3 4 1 0"]) == 2


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (SHORT + b"7 0 5 3 4 0\n", "proof line 3 stands behind the empty clause"),
        (SHORT.replace(b"\n", b"\r\n"), "proof line 1 ends with CR LF"),
        (SHORT[:12], "the proof ends without the empty clause"),
        (SHORT[12:], "proof line 1 names clause 5, which is not there"),
        (SHORT[:-3], "the proof's last line is cut off"),
        (b"", "the proof ends without the empty clause"),
        (b"\n" + SHORT, "proof line 1 does not end with 0"),
        (b"5 2 0 1 2\n", "proof line 1 does not end with 0"),
        (b"5 0\n", "proof line 1 does not end with 0"),
        (b"5 2 0\n", "proof line 1 has no hints"),
        (b"5 2 0 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 2 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 3 0\n", "proof line 1: hint 3 leaves 2 literals"),
        (b"5 2 0 1 4 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 1 -2 3 0\n", "proof line 1 has a RAT hint, which this checker does not read"),
        (b"5 2 0 1 5 0\n", "proof line 1 names clause 5, which is not there"),
        (b"5 2 0 0 1 2 0\n", "proof line 1 names clause 0, which is not there"),
        (b"4 2 0 1 2 0\n", "proof line 1: numbers must rise"),
        (b"-5 2 0 1 2 0\n", "proof line 1: numbers must rise"),
        (b"5 2 0 1 2 0\n5 0 5 3 4 0\n", "proof line 2: numbers must rise"),
        (b"5 d 6 0\n" + SHORT, "proof line 1 deletes a clause that is not there"),
        (b"5 d 1 1 0\n" + SHORT, "proof line 1 deletes a clause that is not there"),
        (b"5 d 1 0\n" + SHORT, "proof line 2 names clause 1, which is not there"),
        (b"5 x 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 d x 0\n", "proof line 1 is not LRAT"),
        (b"5 2  0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 --2 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 +2 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 2_0 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 " + b"2" * 20 + b" 0 1 2 0\n", "proof line 1 is not LRAT"),
    ],
)
def test_a_bad_proof_is_rejected_with_its_line(proof, reason):
    with pytest.raises(Rejected) as caught:
        checker.check_lrat(SQUARE, checker.lines_of([proof]))
    assert str(caught.value) == reason


def test_literals_of_19_digits_are_read():
    long = b"5 2 " + b"1" * 19 + b" 0 1 2 0"
    assert checker.check_lrat(SQUARE, [long, b"6 2 0 1 2 0", b"7 0 6 3 4 0"]) == 3


def test_lines_are_put_together_from_blocks(monkeypatch):
    blocks = [b"5 2", b" 0 1 2 0", b"\n6 0 5 3 4 0\n"]
    assert list(checker.lines_of(blocks)) == [b"5 2 0 1 2 0", b"6 0 5 3 4 0"]
    monkeypatch.setattr(checker, "MAX_LINE", 10)
    with pytest.raises(Rejected, match="a proof line has more than 10 bytes"):
        list(checker.lines_of(blocks))
    monkeypatch.setattr(checker, "MAX_LINE", 11)
    assert len(list(checker.lines_of(blocks))) == 2


def test_the_held_clauses_are_bounded(monkeypatch):
    # 4 clauses of 2 literals are 48 places; the new ones are 11 and 10
    monkeypatch.setattr(checker, "MAX_HELD", 58)
    with pytest.raises(Rejected, match="proof line 1: more than 58 places are held"):
        checker.check_lrat(SQUARE, checker.lines_of([SHORT]))
    monkeypatch.setattr(checker, "MAX_HELD", 69)
    assert checker.check_lrat(SQUARE, checker.lines_of([SHORT])) == 2
    monkeypatch.setattr(checker, "MAX_HELD", 68)
    with pytest.raises(Rejected, match="proof line 2: more than 68 places are held"):
        checker.check_lrat(SQUARE, checker.lines_of([SHORT]))
    monkeypatch.setattr(checker, "MAX_HELD", 59)
    forgetful = [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 0 5 3 4 0"]
    assert checker.check_lrat(SQUARE, forgetful) == 3


def test_what_is_deleted_is_held_no_longer(monkeypatch):
    # 48 + 11, less 2 * 12, twice 2 + 10 more, and 10 for the empty clause
    lines = [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 2 9 0 5 0", b"7 2 9 0 5 0", b"8 0 5 3 4 0"]
    monkeypatch.setattr(checker, "MAX_HELD", 69)
    assert checker.check_lrat(SQUARE, lines) == 5
    monkeypatch.setattr(checker, "MAX_HELD", 68)
    with pytest.raises(Rejected, match="proof line 5: more than 68 places are held"):
        checker.check_lrat(SQUARE, lines)


def test_many_different_words_do_not_fill_the_memory():
    lines = [b"%d %d 2 0 1 2 0" % (k, k) for k in range(5, 1200)]
    assert checker.check_lrat(SQUARE, [*lines, b"1200 2 0 1 2 0", b"1201 0 1200 3 4 0"]) == 1197


GOOD = b"3 0 1 2 0\n"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"more": 1}, "lrat has unknown keys: 'more'"),
        ({"encoding": "other"}, "encoding must be plain or kernel"),
        ({"encoding": []}, "encoding must be plain or kernel"),
        ({"encoding": "plain"}, "the formula of this claim has another SHA-256"),
        ({"cnf_sha256": HEX}, "the formula of this claim has another SHA-256"),
        ({"cnf_sha256": "x"}, "cnf_sha256 is no SHA-256"),
        ({"proof_sha256": HEX}, "the proof file has another SHA-256"),
        ({"proof_sha256": 1}, "proof_sha256 must be a short string"),
        ({"proof_bytes": 9}, "the proof file is longer than the certificate says"),
        ({"proof_bytes": 11}, "the proof file is shorter than the certificate says"),
        ({"proof_bytes": -1}, "proof_bytes must be 0..2147483648, got -1"),
        ({"proof_bytes": 2**31 + 1}, "proof_bytes must be 0..2147483648, got 2147483649"),
        ({"packed": b""}, "the proof file ends early"),
        ({"packed": gzip.compress(GOOD)[:-1]}, "the proof file ends early"),
        ({"packed": gzip.compress(GOOD) + b"\0"}, "the proof file has more behind"),
        ({"packed": gzip.compress(GOOD) * 2}, "the proof file has more behind"),
        ({"packed": gzip.compress(gzip.compress(GOOD))},
         "the proof file is longer than the certificate says"),
        ({"packed": gzip.compress(b"3 0 2 1 0\n")}, "the proof file has another SHA-256"),
    ],
)  # fmt: skip
def test_a_bad_proof_file_is_rejected_with_its_reason(tmp_path, more, reason):
    assert proved(tmp_path, **more) == f"rejected: {reason}"


def test_a_proof_file_that_is_not_gzip_is_rejected(tmp_path):
    assert proved(tmp_path, packed=GOOD).startswith("rejected: the proof file is not gzip: Error")
    spoilt = bytearray(gzip.compress(GOOD))
    spoilt[-5] ^= 1
    assert "is not gzip" in proved(tmp_path, packed=bytes(spoilt))


def test_only_gzip_is_read_with_any_window(tmp_path):
    assert "is not gzip" in proved(tmp_path, packed=zlib.compress(GOOD))
    path = tmp_path / "far.gz"
    once = random.Random(2).randbytes(30_000)
    path.write_bytes(gzip.compress(once * 2))
    assert path.stat().st_size < 31_000
    assert b"".join(checker.unpacked(path, 60_000)) == once * 2


def test_a_proof_that_never_ends_is_rejected(tmp_path):
    document = minimum()
    document["evidence"] = [lrat(GOOD)]
    path = tmp_path / f"{document['evidence'][0]['proof_sha256']}.lrat.gz"
    for target in ("/dev/zero", tmp_path):
        path.symlink_to(target)
        assert words(document, tmp_path) == "rejected: the proof is no ordinary file"
        path.unlink()
    os.mkfifo(path)
    assert words(document, tmp_path) == "rejected: the proof is no ordinary file"


def test_a_proof_that_is_missing_is_rejected(tmp_path):
    document = minimum()
    document["evidence"] = [lrat(GOOD)]
    missing = "rejected: the proof file cannot be read: No such file or directory"
    assert words(document, tmp_path) == missing


def test_a_long_proof_is_unpacked_in_blocks(tmp_path):
    path = tmp_path / "x.gz"
    data = random.Random(1).randbytes(2**18) + bytes(5 * 2**20)
    path.write_bytes(gzip.compress(data))
    blocks = list(checker.unpacked(path, len(data)))
    assert b"".join(blocks) == data
    assert 2**16 < max(map(len, blocks)) <= 2**20
    path.write_bytes(gzip.compress(data) + bytes(2**17))
    with pytest.raises(Rejected, match="the proof file has more behind"):
        list(checker.unpacked(path, len(data)))


# --- the program -----------------------------------------------------------------------------


def run(*arguments):
    command = [sys.executable, "-I", "-S", checker.__file__, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_program_accepts_and_rejects(tmp_path):
    path, beside = tmp_path / "c.json", tmp_path / "p.json"
    path.write_text(json.dumps(solution()))
    code, said, _ = run(path)
    assert (code, said.partition("\n")[0]) == (0, "accepted: these presses solve it, with weight 3")
    beside.write_text(json.dumps(PAIR))
    rejected = "rejected: the puzzle beside it has another SHA-256\n"
    assert run(path, beside) == (1, rejected, "")


def test_the_program_says_what_it_cannot_do(tmp_path, capsys):
    assert checker.main([]) == 2
    assert checker.main(["--help"]) == 2
    assert checker.main(["a", "b", "c"]) == 2
    assert capsys.readouterr().err == "usage: python checker.py CERTIFICATE [PUZZLE]\n" * 3
    missing = tmp_path / "none.json"
    assert checker.main([str(missing)]) == 3
    assert capsys.readouterr().err == f"cannot read {missing}: No such file or directory\n"
    beside = tmp_path / "p.json"
    beside.write_text(json.dumps(solution()))
    assert checker.main([str(beside), str(missing)]) == 3
    beside.write_text("{}")
    capsys.readouterr()
    assert checker.main([str(beside)]) == 1
    needed = "certificate lacks claim, evidence, format, made_by, version"
    assert capsys.readouterr().out == f"rejected: {needed}\n"
    beside.write_text(json.dumps(solution()))
    assert checker.main([str(beside)]) == 0
    assert capsys.readouterr().out.startswith("accepted: these presses solve it")


def test_the_checker_runs_where_it_is_copied_to(tmp_path):
    copied, path = tmp_path / "anything.py", tmp_path / "c.json"
    copied.write_bytes(Path(checker.__file__).read_bytes())
    path.write_text(json.dumps(minimum()))
    command = [sys.executable, "-I", "-S", str(copied), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.startswith("accepted: the least weight is 1;")
