"""Judge files: POJ 1222, POJ 3279 and their kin, and what reads two ways."""

import pytest

from lo_exact import solver
from lo_exact.errors import AmbiguousError, InputError
from lo_exact.formats import ReadOptions, contests
from tests.formats.reading import puzzle, readings_of, refusal, weights

POJ_1222 = """2
0 1 1 0 1 0
1 0 0 1 1 1
0 0 1 0 0 1
1 0 0 1 0 1
0 1 1 1 0 0
0 0 1 0 1 0
1 0 1 0 1 1
0 0 1 0 1 1
1 0 1 1 0 0
0 1 0 1 0 0
"""
POJ_3279 = "4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n"


def test_the_sample_of_poj_1222():
    assert weights(POJ_1222) == [13, 15]


def test_the_first_board_of_poj_1222_has_the_published_answer():
    first = "\n".join(POJ_1222.splitlines()[1:6])
    drawn = solver.minimum(puzzle(f"1\n{first}")).to_json()["presses"]
    published = ["101001", "110101", "001011", "100100", "010000"]
    assert ["".join(map(str, row)) for row in drawn] == published


def test_the_sample_of_poj_3279_has_the_lexicographically_least_answer():
    answer = solver.minimum(puzzle(POJ_3279))
    assert answer.weight == 4
    rows = ["".join(map(str, row)) for row in answer.to_json()["presses"]]
    assert rows == ["0000", "1001", "1001", "0000"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3\n0 1 0\n0 1 0\n0 0 0\n", [5]),
        ("3\n010\n010\n000\n", [5]),
        ("2\n4 4\n" + "0 0 0 0\n" * 4 + POJ_3279, [0, 4]),
        (POJ_3279 + "2 2\n1 1\n1 1\n0 0\n", [4, 4]),
        (POJ_3279.replace("\n", "\r\n"), [4]),
    ],
)
def test_sizes_counts_and_ends(text, expected):
    assert weights(text) == expected


def test_what_reads_two_ways_is_refused_with_both_readings():
    text = "2 2\n1 0\n0 1\n"
    assert weights(text) == [2]
    said = refusal(text, colours=3)
    assert "reads 2 ways" in said
    assert "--as judge" in said
    assert "--as board" in said
    assert puzzle(text, colours=3, form="board").lights == 6


def test_a_board_of_one_column_may_be_a_board_below_its_size():
    assert "--as judge" in refusal("1\n0\n")
    assert puzzle("1\n0\n", form="board").lights == 2
    assert puzzle("1\n0\n", form="judge").lights == 1
    assert "--as judge" in refusal("1\n1\n0\n")
    said = refusal("1\n0\n0\n")
    assert "--as judge" in said
    assert "--as board" in said
    assert puzzle("1\n0\n0\n", form="board").lights == 3
    assert puzzle("1\n0\n0\n", form="judge").lights == 1  # a board of one light, and the end


def test_what_a_judge_reads_in_two_ways_is_no_board_of_one_column_alone():
    """1, 1, 0: one board of one light and the end, or the number of boards and one board."""
    text = "1\n1\n0\n"
    with pytest.raises(InputError, match="the file reads 2 ways: boards below their sizes"):
        puzzle(text, form="judge")
    first, second = readings_of(text, ReadOptions())
    assert (first.form, [one.lights for one in first.puzzles]) == ("board", [3])
    assert (second.form, second.puzzles, second.wants) == ("judge", (), "more than --as")


@pytest.mark.parametrize(
    ("kind", "forms"), [(AmbiguousError, ["board", "judge"]), (InputError, ["board"])]
)
def test_a_refusal_is_ambiguous_by_its_kind_and_not_by_its_words(kind, forms, monkeypatch):
    def refuse(text, options):
        raise kind("the file reads 2 ways")

    monkeypatch.setattr(contests, "read_cases", refuse)
    assert [one.form for one in readings_of("1\n1\n0\n", ReadOptions())] == forms


@pytest.mark.parametrize("text", ["4 4\n1 0 0 1\n0 1 1 0\n", "3\n0 1\n1 0\n", "2 2\n1 0\n0 x\n"])
def test_incomplete_files_are_refused(text):
    assert refusal(text, form="judge")
    assert refusal(text)


def test_rows_with_and_without_blanks_have_their_own_places():
    text = "2 3\n1 1 0\n007\n"
    assert refusal(text, form="judge").startswith("3:3: a colour must be 0..1, got 7")
    assert refusal(text, form="judge", target="1 0/0 1").startswith("3:3: ")
