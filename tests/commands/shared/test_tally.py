"""Answers in the forms of contests, and folders in place of files."""

import itertools

import pytest

from tests.cli_runner import run

TWO = "2\n2 2\n1 0\n0 1\n2 3\n1 1 1\n0 1 0\n"
UNSOLVABLE = "#...\n....\n....\n....\n"


def fewest(rows):
    """The fewest presses of a small board, by trying all."""
    height, width = len(rows), len(rows[0])
    places = list(itertools.product(range(height), range(width)))
    for count in range(len(places) + 1):
        for pressed in itertools.combinations(places, count):
            if all(
                (rows[r][c] + sum(abs(r - y) + abs(c - x) < 2 for y, x in pressed)) % 2 == 0
                for r, c in places
            ):
                return count
    return None


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_a_judges_file_is_answered_as_the_judge_wants(jobs):
    ran = run("min", "-", "--answer-format", "judge", *jobs, text=TWO)
    assert ran.code == 0
    first, second = ran.out.split("PUZZLE #")[1:]
    boards = [[1, 0], [0, 1]], [[1, 1, 1], [0, 1, 0]]
    for number, (text, board) in enumerate(zip((first, second), boards, strict=True), start=1):
        head, *rows = text.split("\n")[:-1]
        assert head == str(number)
        presses = [list(map(int, row.split())) for row in rows]
        assert [len(row) for row in presses] == [len(row) for row in board]
        assert sum(map(sum, presses)) == fewest(board)


def test_cases_have_a_line_each_and_nothing_else():
    ran = run("min", "-", "--answer-format", "case", text=TWO)
    numbers = [fewest([[1, 0], [0, 1]]), fewest([[1, 1, 1], [0, 1, 0]])]
    assert ran.out == "".join(f"Case #{k}: {n}\n" for k, n in enumerate(numbers, start=1))
    assert (
        run("min", "-", "--answer-format", "case", text=UNSOLVABLE).out == "Case #1: IMPOSSIBLE\n"
    )
    unsolved = run("min", "-", "--answer-format", "judge", text=UNSOLVABLE)
    assert unsolved.out == "PUZZLE #1\nIMPOSSIBLE\n"


@pytest.mark.parametrize(
    "said", [["--answer-format", "poj"], ["--answer-format", "case", "--json"]]
)
def test_a_form_that_is_not_there_is_refused_in_one_line(said):
    ran = run("min", "-", *said, text=TWO)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_questions_that_no_contest_asks_are_refused():
    ran = run("kernel", "-", "--answer-format", "case", text="##\n")
    assert ran.code == 2
    ran = run("show", "-", "--answer-format", "case", text="##\n")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_folder_stands_for_its_files(tmp_path):
    (tmp_path / "b.txt").write_text(TWO)
    (tmp_path / "a.txt").write_text("##\n")
    (tmp_path / ".hidden").write_text("no board")
    ran = run("min", str(tmp_path), "-q")
    assert ran.code == 0
    assert [line.split(":")[0] for line in ran.out.splitlines() if "optimal" in line] == [
        f"{tmp_path}/a.txt #1", f"{tmp_path}/b.txt #1", f"{tmp_path}/b.txt #2",
    ]  # fmt: skip
    (tmp_path / "none").mkdir()
    ran = run("min", str(tmp_path / "none"))
    assert (ran.code, ran.err.count("\n")) == (3, 1)
