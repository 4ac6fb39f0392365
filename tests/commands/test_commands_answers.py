"""Commands that answer, with answers known from published tables or plain enumeration."""

import json
import sys

from tests.cli_runner import ALL_ON, run

FOUR_MINIMA = {
    "\n".join(grid.split()).translate(str.maketrans("01", ".#"))
    for grid in (
        "01101 01110 00111 11011 11000",
        "00011 11011 11100 01110 10110",
        "11000 11011 00111 01110 01101",
        "10110 01110 11100 11011 00011",
    )
}
"""All minima of the 5 x 5 board with every light on: M. Hiroi, Puzzle DE Programming (2022)."""

CORNER = "#....\n.....\n.....\n.....\n.....\n"
"""Unsolvable on 5 x 5: the quiet patterns press the corner's light an odd number of times."""


def drawings(out: str) -> list[str]:
    """Return the blocks after the first, which is the sentence."""
    return [block.rstrip("\n") for block in out.split("\n\n")[1:]]


def test_min_draws_a_published_minimum_and_says_optimal():
    ran = run("min", ALL_ON)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("optimal: 15 presses, proved to be the minimum\n")
    assert set(drawings(ran.out)) < FOUR_MINIMA


def test_min_in_json_has_the_documented_keys_in_their_order():
    ran = run("min", ALL_ON, "--json", "--count", "--canonical")
    answer = json.loads(ran.out)
    assert list(answer) == [
        "status", "weight", "lower_bound", "presses", "minimum_solutions", "colours", "lights",
        "buttons", "engine", "seconds", "puzzle_sha256", "canonical",
    ]  # fmt: skip
    assert (answer["status"], answer["weight"], answer["lower_bound"]) == ("optimal", 15, 15)
    assert answer["minimum_solutions"] == 4
    drawn = ["".join(".#"[presses] for presses in row) for row in answer["presses"]]
    # "." (46) sorts after "#" (35): the lexicographically least presses are the greatest drawing
    assert "\n".join(drawn) == max(FOUR_MINIMA)
    assert answer["canonical"] is True


def test_all_gives_exactly_the_four_published_grids():
    ran = run("all", ALL_ON)
    assert ran.code == 0
    assert "4 minimum solutions\n" in ran.out
    listed = drawings(ran.out)
    assert len(listed) == 4
    assert set(listed) == FOUR_MINIMA


def test_all_with_a_limit_gives_the_first_in_lexicographic_order():
    graph = "graph: incidence\nstate: p=1 q=1\nbuttons: a b c d\n\na p\nb p\nc q\nd q\n"
    minima = [[0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0]]
    for limit in (1, 2, 3, 4):
        ran = run("all", "-", "--limit", str(limit), "--json", text=graph)
        answer = json.loads(ran.out)
        assert answer["minimum_solutions"] == 4
        assert answer.get("solutions", [answer["presses"]]) == minima[:limit]


def test_all_says_when_it_does_not_give_the_first():
    pairs = 13  # 2^13 = 8192 minima: one of two buttons for each light
    entries = [[k // 2, k, 1] for k in range(2 * pairs)]
    shape = {"lights": pairs, "buttons": 2 * pairs, "entries": entries}
    text = json.dumps({"activation": shape, "state": [1] * pairs})
    ran = run("all", "-", "--limit", "2", "--json", text=text)
    assert json.loads(ran.out)["minimum_solutions"] == 8192
    assert ran.err == "some 2 of 8192 minimum solutions shown; --limit 8192 shows all\n"


def test_all_with_a_limit_says_how_many_are_missing():
    ran = run("all", ALL_ON, "--limit", "3", "--json")
    answer = json.loads(ran.out)
    assert len(answer["solutions"]) == 3
    assert answer["minimum_solutions"] == 4
    assert ran.err == "the first 3 of 4 minimum solutions shown; --limit 4 shows all\n"
    assert run("all", ALL_ON, "--limit", "3", "-q").err == ""


def test_count_gives_both_numbers():
    ran = run("count", ALL_ON)
    assert ran.out == "4 solutions in all\n4 minimum solutions, with 15 presses\n"
    answer = json.loads(run("count", ALL_ON, "--json").out)
    assert (answer["solutions_total"], answer["minimum_solutions"]) == (4, 4)


def test_count_total_answers_at_once_however_many_there_are():
    board = "0" * 61
    ran = run("count", "-", "--total", text=f"{board}\n" * 61)
    # A159257: the 61 x 61 board has nullity 40
    assert (ran.code, ran.out) == (0, f"{2**40} solutions in all\n")
    row = run("make", "full", "--size", "120x121", "--neighbourhood", "[.]#").out
    answer = json.loads(run("count", "-", "--total", "--json", text=row).out)
    assert answer["solutions_total"] == 0
    assert run("count", "-", "--total", "--expect-solvable", text=CORNER).code == 1


def test_numbers_of_thousands_of_digits_are_printed():
    # one column, and a press changes the light to its right: none, so every press vector will do
    text = "neighbourhood: [.]#\n\n" + "0\n" * 20_000
    ran = run("count", "-", "--total", text=text)
    assert ran.code == 0
    assert len(ran.out) > 6000
    assert int(ran.out[:10]) == int(str_of_power(20_000)[:10])


def str_of_power(exponent: int) -> str:
    """Return 2^exponent in decimal, long as it may be."""
    sys.set_int_max_str_digits(0)
    return str(2**exponent)


def test_count_of_an_unsolvable_board_is_zero():
    ran = run("count", "-", text=CORNER)
    assert (ran.code, ran.out) == (0, "0 solutions in all\n")


def test_solve_gives_presses_and_does_not_call_them_minimal():
    ran = run("solve", ALL_ON, "--json")
    answer = json.loads(ran.out)
    assert (ran.code, answer["status"], answer["solutions_total"]) == (0, "feasible", 4)
    judged = run("judge", ALL_ON, "-", "--any-solution", text=ran.out)
    assert judged.code == 0
    assert "optimal" not in run("solve", ALL_ON).out


def test_an_unsolvable_board_is_an_answer_and_can_be_expected_not_to_be():
    ran = run("min", "-", text=CORNER)
    assert ran.code == 0
    assert ran.out.startswith("unsolvable: ")
    for name in ("min", "solve", "all", "count"):
        assert run(name, "-", "--expect-solvable", text=CORNER).code == 1
        assert run(name, ALL_ON, "--expect-solvable").code == 0


def test_prove_shows_the_witness_in_words_and_ends_with_1():
    ran = run("prove", "-", text=CORNER)
    assert ran.code == 1
    assert "An odd number of the 12 lights marked below are wrong." in ran.out
    assert "Every press changes an even number of the marked lights." in ran.out
    witness = json.loads(run("prove", "-", "--json", text=CORNER).out)["witness"]
    assert drawings(ran.out)[-1] == "\n".join(
        "".join(".#"[value] for value in row) for row in witness
    )
    # by hand: every button touches an even number of the witness's lights, one of them is lit
    lit = {(r, c) for r, row in enumerate(witness) for c, v in enumerate(row) if v}
    assert len(lit) == 12
    assert (0, 0) in lit
    for r in range(5):
        for c in range(5):
            touched = {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
            assert len(touched & lit) % 2 == 0


def test_prove_says_when_it_was_stopped():
    large = run("make", "full", "--size", "40x40").out
    words = ("--time-limit", "0", "--certify")
    ran = run("prove", "-", *words, text=large)
    assert ran.code == 4
    assert "no certificate: nothing is known that could be claimed" in ran.err
    assert ran.out.startswith("unknown: time limit reached after 0.")


def test_prove_of_a_solvable_board_shows_presses_that_solve_it():
    ran = run("prove", ALL_ON)
    assert ran.code == 0
    assert ran.out.startswith("solvable")
    answer = drawings(ran.out)[-1].translate(str.maketrans(".#", "01"))
    assert run("judge", ALL_ON, "-", "--any-solution", text=answer).code == 0


def test_kernel_draws_the_quiet_patterns():
    ran = run("kernel", ALL_ON)
    assert ran.out.startswith("nullity 2: ")
    assert "exactly 4 solutions" in ran.out
    assert len(drawings(ran.out)) == 2
    answer = json.loads(run("kernel", ALL_ON, "--json").out)
    assert (answer["nullity"], answer["orders"], answer["solutions_total"]) == (2, [2, 2], 4)
    ran = run("kernel", ALL_ON, "--limit", "1")
    assert len(drawings(ran.out)) == 1
    assert "1 of 2" in ran.err


def test_kernel_of_a_composite_number_of_colours_counts_solutions_instead():
    ran = run("kernel", "-", "--colours", "6", "--json", text="000\n000\n000\n")
    answer = json.loads(ran.out)
    assert (answer["solutions_total"], "nullity" in answer) == (1, True)
    answer = json.loads(run("kernel", "-", "--colours", "6", "--json", text="00000\n" * 5).out)
    # 5 x 5: nullity 2 for c = 2 and 3 for c = 3, so 2^2 * 3^3 solutions for c = 6
    assert answer["solutions_total"] == 108
    assert "nullity" not in answer


def test_show_says_what_was_understood():
    ran = run("show", ALL_ON)
    assert "5 x 5 grid: 25 lights, 25 buttons, 2 colours" in ran.out
    assert "3 to 5 lights (plus, plane)" in ran.out
    assert drawings(ran.out) == ["\n".join(["#####"] * 5)]
    answer = json.loads(run("show", ALL_ON, "--json").out)
    assert answer["state"] == [[1] * 5] * 5


def test_show_writes_any_format_and_reads_it_back():
    sha = json.loads(run("show", ALL_ON, "--json").out)["puzzle_sha256"]
    for name in ("board", "json", "flip"):
        text = run("show", ALL_ON, "--format", name).out
        assert json.loads(run("show", "-", "--json", text=text).out)["puzzle_sha256"] == sha
    assert run("show", ALL_ON, "--format", "nothing").code == 2
