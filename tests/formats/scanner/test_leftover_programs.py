"""Whole programs and data files with one board: read where nothing in them changes the board."""

import json
from pathlib import Path

import pytest

from tests.formats.scanner.test_leftover import boards
from tests.marks import in_blocks

TEXTS = json.loads(Path(__file__).with_name("programs.json").read_text(encoding="utf-8"))
"""Programs in eight languages and data files; those that may mean another board."""


@pytest.mark.parametrize("kind", TEXTS["read"])
def test_the_board_that_a_program_declares_is_read(kind):
    assert boards(TEXTS["read"][kind]["text"]) == [TEXTS["read"][kind]["rows"]]


@pytest.mark.parametrize("texts", in_blocks(TEXTS["refused"]))
def test_a_program_that_may_change_its_board_is_refused(texts):
    assert not {text: found for text in texts if (found := boards(text)) is not None}
