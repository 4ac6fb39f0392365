"""Whole programs and data files with one board: read where nothing in them changes the board."""

import json
from pathlib import Path

import pytest

from tests.formats.scanner.test_leftover import boards

TEXTS = json.loads(Path(__file__).with_name("programs.json").read_text(encoding="utf-8"))
"""Programs in eight languages and data files; those that may mean another board."""


@pytest.mark.parametrize("kind", TEXTS["read"])
def test_the_board_that_a_program_declares_is_read(kind):
    assert boards(TEXTS["read"][kind]["text"]) == [TEXTS["read"][kind]["rows"]]


@pytest.mark.parametrize("text", TEXTS["refused"])
def test_a_program_that_may_change_its_board_is_refused(text):
    assert boards(text) is None
