"""Machines of Advent of Code 2025, day 10: the published sample, edges; part one."""

import pytest

from lo_exact import solver
from tests.formats.reading import puzzle, refusal, weights

SAMPLE = """\
[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}
[...#.] (0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}
[.###.#] (0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}
"""


def test_the_sample_of_the_site_gives_7():
    assert weights(SAMPLE) == [2, 3, 2]


def test_the_first_machine_has_two_minima():
    assert solver.count(puzzle(SAMPLE.splitlines()[0])).minimum_solutions == 2


@pytest.mark.parametrize(("line", "fewest"), [("[#] (0) {0}", 1), ("[#.] (1) {1,0}", None)])
def test_small_machines(line, fewest):
    assert weights(line) == [fewest]


def test_pasted_lines_may_be_indented_end_in_crlf_and_have_an_empty_one_last():
    pasted = "".join(f"    {line}\r\n" for line in SAMPLE.splitlines()) + "\r\n"
    assert weights(pasted) == [2, 3, 2]


def test_equal_buttons_both_count_and_a_light_may_have_none():
    assert solver.count(puzzle("[#.] (0) (0) {2,0}")).minimum_solutions == 2
    assert weights("[.#] (0) {0,1}") == [None]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[.#] (2) {1,1}", "1:7: a light must be 0..1"),
        ("[.#] (1) {1}", "2 lights and 1 numbers"),
        ("[.#] (1,1) {1,1}", "names a light twice"),
        ("[.#] (1) {1,-1}", "a machine is"),
        ("[.#] (1) {1,,1}", "a number must be"),
        ("[.#] (1) {1,9999999999}", "0..2147483647"),
        ("[.#] (1) {1,1} more", "a machine is"),
    ],
)
def test_bad_machines_are_refused_at_their_place(line, problem):
    assert problem in refusal(line)


def test_the_third_line_is_refused_and_the_others_are_not():
    lines = SAMPLE.splitlines()
    lines[2] = "[.###.#] (9) {10,11,11,5,10,5}"
    assert refusal("\n".join(lines)).startswith("3:11: ")
