"""Phrases of tests/house/plain_words.py stand nowhere in the prose; sentences are short."""

import ast
import re

from tests.house.architecture import PACKAGE, files, parsed
from tests.house.plain_words import ROOT, long_sentences, sentences, uses


def test_no_page_docstring_or_message_uses_a_phrase_that_readers_stumble_over():
    """Where this fails: the line says what to write instead."""
    assert list(uses(ROOT)) == []


def test_a_phrase_is_found_with_its_line_and_what_to_write(tmp_path):
    (tmp_path / "README.md").write_text("Fine.\n\nA matrix that falls apart.\n")
    assert list(uses(tmp_path)) == ["README.md:3: 'falls apart' -> has independent blocks"]


def test_no_sentence_outside_proofs_is_long():
    """Where this fails: one idea a sentence."""
    assert list(long_sentences(ROOT)) == []


def test_a_sentence_ends_at_its_point_and_a_proof_is_none():
    page = (
        "# Head\n\nOne `a. B` two [three](x.md). Four\nfive. *Proof.* Six. Seven. ∎ Eight\n\n"
        "```text\nNine. Ten\n```\n\n- eleven\n- twelve\n\n| thirteen | fourteen. Fifteen |\n"
    )
    found = [sentence for sentence in sentences(page) if sentence]
    assert found[:4] == ["# Head", "One CODE two three.", "Four five.", "Eight"]
    assert found[4:] == ["eleven", "twelve", "thirteen", "fourteen.", "Fifteen"]


def test_a_long_sentence_is_found_with_its_page(tmp_path):
    (tmp_path / "README.md").write_text("A short one. " + "Word " * 31 + "\n")
    assert list(long_sentences(tmp_path)) == ["README.md: 31: " + " ".join(["Word"] * 31)]


def test_every_page_opens_with_what_the_reader_can_do_after_it():
    pages = sorted((ROOT / "docs").rglob("*.md"))
    silent = [
        page.name
        for page in pages
        if ".ja" not in page.name and not re.search(r"(After this page y|Y)ou ", opening(page))
    ]
    assert pages
    assert silent == []


def opening(page):
    """Return the first paragraph below the title."""
    return page.read_text(encoding="utf-8").split("\n\n")[1]


def test_the_first_line_of_a_docstring_begins_with_a_verb_or_a_noun():
    """A stranger reads it alone: no ``What ...`` that answers a question nobody asked."""
    riddle = re.compile(r"(What|Whether|How|Who|Where|So|Once)\b")
    found = [
        f"{path.relative_to(PACKAGE)}: {said.splitlines()[0]}"
        for path in files()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and riddle.match(said := ast.get_docstring(node) or "")
    ]
    assert not found
