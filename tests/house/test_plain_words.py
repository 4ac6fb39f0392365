"""Phrases of tests/house/plain_words.py stand nowhere in the prose."""

from tests.house.plain_words import ROOT, uses


def test_no_page_docstring_or_message_uses_a_phrase_that_readers_stumble_over():
    """Where this fails: the line says what to write instead."""
    assert list(uses(ROOT)) == []


def test_a_phrase_is_found_with_its_line_and_what_to_write(tmp_path):
    (tmp_path / "README.md").write_text("Fine.\n\nA matrix that falls apart.\n")
    assert list(uses(tmp_path)) == ["README.md:3: 'falls apart' -> has independent blocks"]
