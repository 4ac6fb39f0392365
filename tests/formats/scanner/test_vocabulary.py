"""The words of vocabulary.toml are patterns, and none stands twice in an idea."""

import re
from collections import Counter

from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for

PLAIN = re.compile(r"[^\W\d_][^\W_' -]*(?:[ '-][^\W_]+)*")
"""A word, or several, without signs of a pattern."""


def without_groups(pattern):
    """Return a pattern with NUL for escapes and groups, so that bars part whole words."""
    pattern = re.sub(r"\\.", "\0", pattern)
    while (shorter := re.sub(r"\([^()]*\)", "\0", pattern)) != pattern:
        pattern = shorter
    return pattern


def test_each_string_is_a_pattern_of_its_own():
    strings = [words for table in VOCABULARY.values() for idea in table.values() for words in idea]
    assert len(strings) > 1000
    assert [words for words in strings if not re.compile(words)] == []


def test_no_idea_has_a_word_twice():
    twice = []
    for use, table in VOCABULARY.items():
        for idea in table.keys() - {"ways"}:  # four patterns, which are not joined
            found = Counter(
                filter(PLAIN.fullmatch, without_groups(words_for(use, idea)).split("|"))
            )
            twice += [(use, idea, word) for word, count in found.items() if count > 1]
    assert twice == []


def test_words_of_some_ideas_are_joined_in_their_order():
    assert words_for("sentences", "B") == "but"
    assert words_for("sentence_signs", "l", "r") == "左|右"
