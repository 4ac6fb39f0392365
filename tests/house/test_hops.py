"""A small board's answer stays a short way: few files, few hops between them, few modules."""

from tests.house.hops import journey

MOST_HOPS = 200
MOST_FILES = 54
MOST_MODULES = 70


def test_a_5x5_takes_few_hops_and_enters_the_ways_once():
    found = journey("min", "data/boards/all-on-5x5.txt")
    assert len(found.hops) <= MOST_HOPS
    assert len(found.files) <= MOST_FILES
    assert len(found.modules) <= MOST_MODULES
    entered = [there for _, there, function in found.hops if function == "run_ways"]
    assert entered == ["solver/running.py"]
    calls = [here for here, there, _ in found.hops if there == "solver/ways.py"]
    assert set(calls) <= {"solver/running.py", "solver/parts.py"}
