"""Texts as people, programs and judges write them, by authors who never saw the reader.

What is read has the board that its author wrote beside it; what is refused, his reason.
"""

import json
from pathlib import Path

import pytest

from lo_exact.errors import LoExactError
from tests.formats.reading import puzzle, puzzles

TEXTS = json.loads(Path(__file__).with_name("prose.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", TEXTS["read"])
def test_the_board_of_its_author_is_read(kind):
    found = puzzle(TEXTS["read"][kind]["text"])
    rows = [
        "".join("~" if light < 0 else str(found.state[light]) for light in row)
        for row in found.layout.light_at.tolist()
    ]
    assert rows == TEXTS["read"][kind]["rows"]


@pytest.mark.parametrize("kind", TEXTS["refused"])
def test_what_means_another_puzzle_is_refused(kind):
    with pytest.raises(LoExactError):
        puzzles(TEXTS["refused"][kind]["text"])
