"""Phrases of tests/house/plain_words.py stand nowhere in the prose."""

import ast
import re

from tests.house.architecture import PACKAGE, files
from tests.house.plain_words import ROOT, uses


def test_no_page_docstring_or_message_uses_a_phrase_that_readers_stumble_over():
    """Where this fails: the line says what to write instead."""
    assert list(uses(ROOT)) == []


def test_a_phrase_is_found_with_its_line_and_what_to_write(tmp_path):
    (tmp_path / "README.md").write_text("Fine.\n\nA matrix that falls apart.\n")
    assert list(uses(tmp_path)) == ["README.md:3: 'falls apart' -> has independent blocks"]


def test_the_first_line_of_a_docstring_begins_with_a_verb_or_a_noun():
    """A stranger reads it alone: no ``What ...`` that answers a question nobody asked."""
    riddle = re.compile(r"(What|Whether|How|Who|Where|So|Once)\b")
    found = [
        f"{path.relative_to(PACKAGE)}: {said.splitlines()[0]}"
        for path in files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and riddle.match(said := ast.get_docstring(node) or "")
    ]
    assert not found
