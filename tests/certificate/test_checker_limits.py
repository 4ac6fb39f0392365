"""What the checker counts, so that no certificate makes it work without end."""

import time

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected
from tests.certificate.checker_cases import (
    FOUR,
    certificate,
    counted,
    minimum,
    priced,
    solution,
    words,
)


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
