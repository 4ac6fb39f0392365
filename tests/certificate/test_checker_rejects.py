"""What each rejection of the checker says."""

import pytest

from lo_exact.certificate import checker
from tests.certificate.checker_cases import (
    DELETE,
    FOUR,
    HEX,
    PAIR,
    certificate,
    changed,
    counted,
    covered,
    minimum,
    priced,
    solution,
    unsolvable,
    words,
)
from tests.truth.certificates.judge import named

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
    (priced, "evidence.0.by", "kernel", "evidence by 'kernel' cannot prove this claim"),
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
    (minimum, "evidence.1.more", 3, "evidence has unknown keys: 'more'"),
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
    evidence = [{"by": "walk"}]
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
