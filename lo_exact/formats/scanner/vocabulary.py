"""Words that the scanner knows, in 16 languages: the tables of vocabulary.toml."""

import tomllib
from pathlib import Path

VOCABULARY: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
"""Words as patterns: one string a language, by use and idea."""


def words_for(use: str, *ideas: str) -> str:
    """Return a regex that matches any word under the given keys of a table, by default all keys."""
    table = VOCABULARY[use]
    return "|".join(words for idea in ideas or table for words in table[idea])
