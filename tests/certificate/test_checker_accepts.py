"""The checker accepts true claims, and says in words what is proved."""

from tests.certificate.checker_cases import (
    DELETE,
    FOUR,
    PAIR,
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


def test_a_minimum_is_accepted_and_said_in_words():
    assert words(minimum()) == (
        "the least weight is 1; number of solutions that have it: 2, all listed\n"
        "proved by a walk through all 2 solutions\n"
        "proved by a walk through all 2 solutions\n"
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
    del document["claim"]["count"], document["kernel"]
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
