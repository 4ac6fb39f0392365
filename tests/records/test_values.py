"""No number of docs/records, docs/explain/hardest.md and docs/benchmarks stands by hand."""

import json
import re
from math import comb

import pytest

from benchmarks.distances import growth_of_nodes
from benchmarks.pages.paper import PAPER, made
from benchmarks.pages.tables import pages
from benchmarks.pages.values import VALUES, filled, loose
from benchmarks.plots import plots
from benchmarks.records.collect import RECORDS, ROOT, load
from benchmarks.report import DOCS, PAGES, SECTIONS, written

BY_HAND = {
    "atlas.md": ("2 to 12 colours", "2, 4, 8, 3, 9, 5, 7 and 11", "from 2 to 12"),
    "corrections.md": (
        "141 is a lower bound by counting",
        "that we found needs 165. The right value is between 165 and 173",
        "needs 20 presses",
        "the right number, 49",
        "needs 49 presses",
        "disproves 197",
        "Cody 44757",
        "181 by",
        "174 by the parity",
        "173 by exhaus",
        # lists of others, counted by us: facts of the published texts
        "206 levels, 96 of",
        "lists 91",
        "120 levels and",
        "49 of them take fewer",
        "with 26 clicks",
        "Puzzle 11 of",
        "with 14 a board that needs 15 is drawn",
        "model 7-592",
        "buttons from 1 to 54",
        "Lit are 11, 12, 13, 15, 17 and 18 of face 2, and 37, 38, 40, 42, 43 and 44 of face 5",
        "The manual presses 14, 15, 40 and 41",
        "4 presses, the only",
        "20 times for each of 1,000 random claims",
    ),
    "hardest.md": (
        "9 to 11",  # how an interval is written
        "For 19 x 19, free is 1 and ⌊L/2⌋ is 180, so no board needs more than 181 presses",
        "the published value 197",
        "classes of 4, 8 and 8, nullity 2: 6 · 70 · 70 / 4 = 7350",
        "the cube of 54 buttons",
        "some chain has 14 changes, so no board needs more than 174",
        "| 10K − 1 | 8 |",
        "| 30K − 1 | 10 |",
        "With more than 22 quiet",
        "24 such boards",
    ),
    "decoding.md": ("*99 %*: 99 of 100", "at most 100 shots"),
    "oeis.md": ("n = 95 (2^62 solutions, about 4 · 10^9 pairs) takes an hour and 20 GB",),
    "boards.md": ("A. Zymolka, 2003", "problem 27", "the torus of side 60"),
    "why-trust.md": ("2 to 12 colours", "more than 15 presses"),
    "codes.md": ("more than 0.1 s", '"4 of 12"', "with probability 0.1"),
    "paper.md": (
        "n = 79, with",
        "the code of length 168",
        "[255,37]",
        "up to n = 130",
        "100 buttons",
        "150 and",
        "200 and",
        "200 buttons",
        "In 20 s",
        "80 buttons",
        "n = 95, with",
        "n = 95 took an hour and 20 GB",
        "n² / 64 word",
        "A board of 100,000 x 100,000",
        "Theory 63 (",
        "Intelligencer 11 (",
        "Nature 627 (",
    ),
}
"""Phrases with numbers that are no results: what a word means, constants, steps of a proof."""


BENCHMARKS = sorted((DOCS / "benchmarks").glob("*.md"))


@pytest.mark.parametrize("path", [*pages(), *BENCHMARKS, PAPER], ids=lambda path: path.name)
def test_no_number_of_a_page_stands_by_hand(path):
    """Where this fails: make the number a row of VALUES, or say why it is no result."""
    assert list(loose(path.read_text("utf-8"), BY_HAND.get(path.name, ()))) == []


def test_a_number_by_hand_is_seen():
    assert list(loose("It took 17 s, and 3.5 GB, for 9 x 9 with 2^36 solutions.")) == ["17", "3.5"]
    assert list(loose("`17` ```\n17\n``` <!-- = repeats -->17<!-- . --> ![17](17.svg)")) == ["17"]


def test_the_worked_examples_of_the_pages_are_right():
    assert comb(4, 2) * comb(8, 4) ** 2 // 4 == 7350
    assert 10**10 / 8 / 1e9 == 1.25


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_tables_of_the_benchmarks_are_those_made_from_the_results(path):
    """Where this fails: make pages writes them anew."""
    text = path.read_text("utf-8")
    assert written(text) == text


def test_the_paper_is_the_one_made_from_the_data():
    """Where this fails: make pages writes it anew."""
    text = PAPER.read_text("utf-8")
    assert made(text) == text


def test_every_section_stands_on_a_page():
    texts = "".join(path.read_text("utf-8") for path in PAGES)
    assert [name for name in SECTIONS if f"<!-- begin {name} -->" not in texts] == []


def test_the_plots_are_those_made_from_the_results():
    made = {f"{name}.svg": drawn for name, drawn in plots()}
    assert {path.name for path in (DOCS / "benchmarks").glob("*.svg")} == set(made)
    for name, drawn in made.items():
        assert (DOCS / "benchmarks" / name).read_text("utf-8") == drawn, name
    assert (DOCS / "distances-growth.svg").read_text("utf-8") == growth_of_nodes()
    shown = "".join(path.read_text("utf-8") for path in BENCHMARKS)
    assert [name for name in made if f"]({name})" not in shown] == []


def test_a_number_is_made_from_the_data():
    text = "<!-- = hardest 5x5 -->0<!-- . -->, <!-- = bound 123 upper -->?<!-- . -->"
    assert filled(text) == text.replace("0", "15", 1).replace("?", "6809")
    assert VALUES["all-on"]("terms") == "129"


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "docs/index.md", "docs/index.ja.md"])
def test_the_first_pages_say_the_numbers_of_the_data(name):
    text = (ROOT / name).read_text("utf-8")
    (line,) = (line for line in text.splitlines() if "[A075464]" in line)
    for key in ("published", "terms"):
        assert f" {VALUES['all-on'](key)}" in line
    wrong = json.loads((RECORDS / "corrections.json").read_text("utf-8"))["corrections"]
    assert len(wrong) == 4
    assert re.search(r"[Ff]our (wrong |published )?values|値のうち 4 つ", text)


def test_corrections_say_what_the_data_says():
    rows = json.loads((RECORDS / "corrections.json").read_text("utf-8"))["corrections"]
    right = {row["of"]: row["right"] for row in rows}
    terms = {}
    for name in ("a079873", "a079876"):
        text = (ROOT / f"data/oeis/{name}/b{name[1:]}.txt").read_text("ascii")
        terms[name] = dict(line.split() for line in text.splitlines())
    assert right["A079873(7)"] == terms["a079873"]["7"]
    assert right["A079876(30)"] == f"30, on {terms['a079876']['30']} positions"
    (hard,) = (record for record in load("hardest") if record["id"] == "hardest plus 19x19")
    assert right["hardest plus 19x19"] == f"at most {hard['interval'][1]}"
    assert right["Cody 44757"] == "9"  # the page's example prints it
    page = (ROOT / "docs/records/corrections.md").read_text("utf-8")
    assert [row["command"] for row in rows if f"$ {row['command']}" not in page] == []
