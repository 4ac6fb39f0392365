"""Answers stay a short way: few files, few hops between them, few modules."""

import pytest

from tests.house.hops import journey

MOST_HOPS = {
    ("min", "data/boards/all-on-5x5.txt"): 160,
    ("all", "data/boards/all-on-5x5.txt"): 187,
    ("distance", "bb:6,6:x^3+y+y^2:y^3+x+x^2"): 131,
    ("check", "data/certificates/all-on-5x5.json"): 30,
}
MOST_FILES = 39
MOST_MODULES = 58
MOST_MODULES_OF_CHECK = 30


@pytest.mark.parametrize("command", MOST_HOPS, ids=lambda command: command[0])
def test_an_answer_takes_few_hops(command):
    assert len(journey(*command).hops) <= MOST_HOPS[command]


def test_a_5x5_enters_few_files_and_the_ways_once():
    found = journey("min", "data/boards/all-on-5x5.txt")
    assert len(found.files) <= MOST_FILES
    assert len(found.modules) <= MOST_MODULES
    entered = [there for _, there, function in found.hops if function == "run_ways"]
    assert entered == ["solver/running.py"]
    calls = [here for here, there, _ in found.hops if there == "solver/running.py"]
    assert set(calls) <= {"solver/parts.py", "solver/questions.py"}


@pytest.mark.parametrize("text", ["colors: 3\n\n102\n210\n", "topology: torus\n\n##.\n.#.\n..#\n"])
def test_a_board_with_a_header_needs_no_words(text, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(text)
    modules = journey("min", str(path)).modules
    assert not [name for name in modules if "scanner" in name]


def test_a_certificate_is_checked_with_little_of_the_package():
    found = journey("check", "data/certificates/all-on-5x5.json")
    assert len(found.modules) <= MOST_MODULES_OF_CHECK
