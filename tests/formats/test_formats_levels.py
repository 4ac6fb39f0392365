"""Level objects of other games, with the minima that they publish."""

import json

import pytest

from tests.formats.reading import minima, puzzle, puzzles, refusal, weights
from tests.truth.enumeration import Truth

ALIEN = '{"N": 4, "c": 3, "target": [[2,2,2,1],[1,1,0,2],[1,0,1,2],[0,1,1,2]]}'
LEVEL = '{"id": 1, "gridSize": 2, "stateCount": 3, "initialState": [[1, 0], [2, 0]]}'


def test_alien_tiles_of_csplib():
    assert minima(ALIEN) == (10, 69, 729)
    assert weights('{"N":4,"c":3,"target":[[1,1,1,0],[1,0,0,2],[0,2,2,2],[1,0,0,2]]}') == [3]


LARGE = [
    (7, 4, "1101131/1030020/1030020/3212222/1030020/1030020/0333313", 6),
    (10, 3, "1021100000/1020100100/0222022022/1212022022/1020100100/"
     "2100211211/0210022022/1020100100/1022200100/0101011211", 17),
]  # fmt: skip
"""Targets of a benchmark of problem 27, with the clicks that made them: no fewer do."""


@pytest.mark.parametrize(("side", "colours", "drawn", "clicks"), LARGE)
def test_alien_tiles_of_a_benchmark_beyond_4_x_4(side, colours, drawn, clicks):
    target = [list(map(int, row)) for row in drawn.split("/")]
    text = json.dumps({"name": "x", "N": side, "c": colours, "target": target, "known": clicks})
    assert weights(text) == [clicks]


def test_what_a_level_says_of_its_answer_is_not_believed():
    """A level that is published as 11 moves needs 5: its generator counts one solution of many."""
    level = {"gridSize": 4, "stateCount": 2, "optimalMoves": 11}
    level["initialState"] = [[1, 0, 0, 1], [0, 1, 0, 0], [1, 1, 1, 0], [1, 1, 0, 1]]
    assert weights(json.dumps(level).replace("optimal", "target")) == [5]
    assert weights(json.dumps(level)) == [5] == [Truth(puzzle(json.dumps(level))).weight]


def test_a_list_of_levels_is_many_puzzles():
    assert len(puzzles(f"export const levels = [\n{LEVEL},\n{LEVEL}\n];")) == 2
    assert weights(LEVEL) == weights("colours: 3\n\n10\n20")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LEVEL.replace("2, 0", "3, 0"), "a colour must be 0..2"),
        (LEVEL.replace('"gridSize": 2', '"gridSize": 3'), "the text says 3 x 3"),
        (ALIEN.replace('"N": 4', '"N": 5'), "5"),
        (f"[{LEVEL}", "no board in this text"),
    ],
)
def test_bad_levels_are_refused(text, problem):
    assert problem in refusal(text)


@pytest.mark.parametrize(
    ("level", "key", "value", "problem"),
    [
        (LEVEL, "targetState", [[1, 1], [1, 1]], "what its name 'targetState' says"),
        (LEVEL, "wrap", True, "beside the board stands 'wrap'"),
        (ALIEN, "initial", [[1]], "a level of Alien Tiles has no key 'initial'"),
    ],
)
def test_a_level_with_other_rules_is_refused(level, key, value, problem):
    """What such a key asks for was left out, and another puzzle answered."""
    assert problem in refusal(json.dumps(json.loads(level) | {key: value}))
