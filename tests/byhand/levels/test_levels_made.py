"""Sets of levels and toys: what was promised of each, and nothing by halves."""

import json

import pytest

from lo_exact.formats import read_puzzle
from tests.cli_runner import run, skip_without_slice


def made(folder, *words):
    return run("make", "--out", str(folder), "--seed", "3", *words)


def test_levels_have_the_minima_that_were_asked_for_by_enumeration(tmp_path):
    folder = tmp_path / "levels"
    ran = made(folder, "random", "--size", "3x4", "--count", "12", "--unique", "--presses", "3..5")
    assert ran.code == 0, ran.err
    listed = json.loads((folder / "levels.json").read_text())
    assert [entry["file"] for entry in listed] == [f"{k:03}.txt" for k in range(1, 13)]
    assert len({entry["puzzle_sha256"] for entry in listed}) == 12
    for entry in listed:
        puzzle = read_puzzle(folder / entry["file"])
        weights = enumeration_weights(puzzle)
        assert entry["weight"] == min(weights)
        assert 3 <= min(weights) <= 5
        assert weights.count(min(weights)) == entry["minimum_solutions"] == 1
        assert puzzle.sha256 == entry["puzzle_sha256"]
    assert {path.name for path in tmp_path.iterdir()} == {"levels"}


def enumeration_weights(puzzle):
    """Return the weights of all solutions of a board of two colours."""
    columns = [
        sum(1 << int(i) for i in puzzle.activation.column(j)[0]) for j in range(puzzle.buttons)
    ]
    wanted = sum(1 << i for i, lit in enumerate(puzzle.state.tolist()) if lit)
    reached = {0: [0]}
    for column in columns:
        grown = {board: list(weights) for board, weights in reached.items()}
        for board, weights in reached.items():
            grown.setdefault(board ^ column, []).extend(w + 1 for w in weights)
        reached = grown
    return reached[wanted]


def test_equal_seeds_give_equal_levels_in_any_format(tmp_path):
    words = ("--toy", "2000", "--count", "3", "--presses", "4")
    for name, form in (("a", "board"), ("b", "json"), ("c", "board")):
        assert made(tmp_path / name, *words, "--format", form).code == 0
    listed = [
        [entry["puzzle_sha256"] for entry in json.loads((tmp_path / n / "levels.json").read_text())]
        for n in "abc"
    ]
    assert listed[0] == listed[1] == listed[2]
    assert read_puzzle(tmp_path / "c" / "002.txt").sha256 == listed[0][1]
    assert {f.suffix for f in (tmp_path / "b").iterdir()} == {".json"}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--presses", "5..3"), 2, "the range is empty"),
        (("--presses", "3-5"), 2, "a range like"),
        (("--presses", "0..99"), 2, "--presses is 0..12"),
        pytest.param(
            ("--presses", "12"),
            2,
            "boards in a row needs 12..12 presses",
            marks=pytest.mark.large,
        ),
        (("--colour", "1"), 2, "does not apply to levels"),
        (("--objective", "buttons"), 2, "objective must be presses"),
        (("--format", "graphml"), 2, "graphml is read only"),
        (("--format", "nothing"), 2, "no format is called"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_left_behind(tmp_path, words, code, said):
    skip_without_slice(["hardest"])
    ran = made(tmp_path / "levels", "random", "--size", "3x4", "--count", "5", *words)
    assert (ran.code, ran.err.count("\n"), ran.out) == (code, 1, "")
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("keep me")
    ran = made(tmp_path, "--size", "3x3", "--count", "1")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert made(tmp_path / "no" / "such", "--size", "3x3", "--count", "1").code == 3


@pytest.mark.parametrize(
    "words",
    [
        (), ("--count", "3"), ("--size", "3x3", "--count", "3"), ("--toy", "mrelin"),
        ("full", "--size", "3x3", "--unique"), ("full", "--size", "3x3", "--out", "x"),
        ("--toy", "mini", "--size", "3x3"),
        ("full", "--size", "3x3", "--count", "2"), ("--toy", "merlin", "--colours", "3"),
    ],
)  # fmt: skip
def test_clumsy_words_are_one_line(words):
    ran = run("make", *words)
    assert ran.code in (2, 3)
    assert (ran.err.count("\n"), ran.out) == (1, "")


def test_a_toy_is_made_as_it_starts_and_gives_its_rules():
    merlin = run("make", "--toy", "merlin")
    assert "neighbourhood: merlin" in merlin.out
    assert run("min", "-", text=merlin.out).out.startswith("optimal: ")
    cube = run("make", "random", "--toy", "cube", "--seed", "1")
    assert run("prove", "-", text=cube.out).code == 0
    assert "did you mean merlin" in run("make", "--toy", "mrelin").err


def test_the_list_of_levels_is_read_again_with_names_and_presses(tmp_path):
    folder = tmp_path / "levels"
    assert made(folder, "--size", "3x4", "--count", "5", "--presses", "2..6").code == 0
    listed = json.loads((folder / "levels.json").read_text())
    for entry in listed:
        puzzle = read_puzzle(folder / entry["file"])
        presses = [press for row in entry["presses"] for press in row]
        assert sum(presses) == entry["weight"]
        assert (puzzle.activation.to_dense() @ presses % 2 == puzzle.state).all()
    answers = run("min", str(folder / "levels.json"), "--json").out.splitlines()
    values = [json.loads(line) for line in answers]
    assert [value["weight"] for value in values[:-1]] == [entry["weight"] for entry in listed]
    assert [value["title"] for value in values[:-1]] == [f"{k:03}" for k in range(1, 6)]
    assert [value["claimed"] for value in values[:-1]] == [entry["weight"] for entry in listed]
    assert values[-1]["puzzles"] == 5
    # a folder stands for its boards: the list of them is not read a second time
    assert json.loads(run("min", str(folder), "--json").out.splitlines()[-1]) == values[-1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"weight": ', '"weight": -', "weight"),
        ('"target": 0', '"target": 1', "puzzle_sha256"),
        ('"colours": 2', '"colours": "two"', "colours"),
    ],
)
def test_a_changed_list_of_levels_is_refused_with_its_place(tmp_path, old, new, said):
    skip_without_slice(["hardest"])
    folder = tmp_path / "levels"
    assert made(folder, "--size", "3x4", "--count", "1").code == 0
    text = (folder / "levels.json").read_text()
    changed = tmp_path / "changed.json"
    changed.write_text(text.replace(old, new))
    ran = run("min", str(changed))
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert f"{changed}:2:" in ran.err
    assert said in ran.err
