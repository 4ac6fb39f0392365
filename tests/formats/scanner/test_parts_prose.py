"""Texts as people, programs and judges write them, by authors who never saw the reader.

What is read has the board that its author wrote beside it; what is refused, his reason.
"""

import json
from pathlib import Path

import pytest

from tests.formats.reading import is_refused, read_or_refusal
from tests.marks import in_blocks

TEXTS = json.loads(Path(__file__).with_name("prose.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kinds", in_blocks(TEXTS["read"]))
def test_the_board_of_its_author_is_read(kinds):
    wrong = {}
    for kind in kinds:
        found = read_or_refusal(TEXTS["read"][kind]["text"])
        if found != TEXTS["read"][kind]["rows"]:
            wrong[kind] = found
    assert not wrong


@pytest.mark.parametrize("kinds", in_blocks(TEXTS["refused"]))
def test_what_means_another_puzzle_is_refused(kinds):
    assert not [kind for kind in kinds if not is_refused(TEXTS["refused"][kind]["text"])]
