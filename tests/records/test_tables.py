"""Every number in the tables of docs/records comes from the data."""

import pytest

from benchmarks.pages.tables import MARK, PAGES, TABLES, pages, written


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_the_tables_of_a_page_are_those_made_from_the_data(path):
    """Where this fails: make pages writes them anew."""
    assert written(path.read_text(encoding="utf-8")) == path.read_text(encoding="utf-8")


def test_every_table_stands_on_a_page_and_none_stands_by_hand():
    texts = [path.read_text(encoding="utf-8") for path in pages()]
    assert {match[2] for text in texts for match in MARK.finditer(text)} == set(TABLES)
    by_hand = [MARK.sub("", path.read_text(encoding="utf-8")) for path in PAGES.glob("*.md")]
    assert not any("|---" in text for text in by_hand)
