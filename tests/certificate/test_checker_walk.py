"""The checker's walk through all solutions, against enumeration."""

import math

import pytest

from lo_exact.certificate import checker
from tests.certificate.checker_cases import FOUR, case, certificate, minimum, words


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_the_walk_finds_what_enumeration_finds(first):
    for seed in range(first, first + 20):
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
