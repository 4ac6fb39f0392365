"""What stands in comments, names and counts of all formats may make another puzzle."""

import json
from pathlib import Path

import pytest

from lo_exact.formats.reading import parse_puzzle
from tests.formats.reading import is_refused, read_or_refusal

TEXTS = json.loads(Path(__file__).with_name("remarks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", TEXTS["read"])
def test_harmless_words_beside_a_board_change_nothing(kind):
    assert read_or_refusal(TEXTS["read"][kind]) == ["101", "010", "110"]


@pytest.mark.parametrize("kind", TEXTS["graphs"])
def test_harmless_words_beside_a_graph_change_nothing(kind):
    assert parse_puzzle(TEXTS["graphs"][kind]).sha256 == parse_puzzle("a b\nb cat\n").sha256


@pytest.mark.parametrize("kind", TEXTS["refused"])
def test_what_may_make_another_puzzle_is_refused(kind):
    assert is_refused(TEXTS["refused"][kind])
