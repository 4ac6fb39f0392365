"""Level objects of other games, with the minima that they publish."""

import pytest

from tests.formats.reading import minima, puzzles, refusal, weights

ALIEN = '{"N": 4, "c": 3, "target": [[2,2,2,1],[1,1,0,2],[1,0,1,2],[0,1,1,2]]}'
LEVEL = '{"id": 1, "gridSize": 2, "stateCount": 3, "initialState": [[1, 0], [2, 0]]}'


def test_alien_tiles_of_csplib():
    assert minima(ALIEN) == (10, 69, 729)
    assert weights('{"N":4,"c":3,"target":[[1,1,1,0],[1,0,0,2],[0,2,2,2],[1,0,0,2]]}') == [3]


def test_a_list_of_levels_is_many_puzzles():
    assert len(puzzles(f"export const levels = [\n{LEVEL},\n{LEVEL}\n];")) == 2
    assert weights(LEVEL) == weights("colours: 3\n\n10\n20")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LEVEL.replace("2, 0", "3, 0"), "the state must be 0..2"),
        (LEVEL.replace('"gridSize": 2', '"gridSize": 3'), "gridSize is 3"),
        (ALIEN.replace('"N": 4', '"N": 5'), "5"),
        (f"[{LEVEL}, 3]", "a level is an object"),
        (f"[{LEVEL}", "not JSON"),
    ],
)
def test_bad_levels_are_refused(text, problem):
    assert problem in refusal(text)
