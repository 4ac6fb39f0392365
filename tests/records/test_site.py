"""The crawler of the site: what it must find, on a toy site; and the site's own table of pages."""

import os
import re
import shutil
from pathlib import Path

import pytest

from benchmarks.pages import hook
from benchmarks.pages.crawl import dead
from benchmarks.records.collect import ROOT

GOOD = '<h1 id="top">A</h1><a href="b.html#there">b</a><a href="#top">up</a><a href="sub/">s</a>'


MOST_PAGES = 40
"""As the crawler counts them: with the paper, the game and the page for an address that is not."""


def test_dead_links_and_what_is_fetched_from_elsewhere_are_found(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.html").write_text(GOOD)
    (tmp_path / "b.html").write_text('<p id="there"><a href="https://example.org/">out</a>')
    (tmp_path / "sub/index.html").write_text(
        '<a href="../a.html">a</a><img src="data:x"><a hidden href="ask/">of a service</a>'
    )
    assert dead(tmp_path) == []
    (tmp_path / "b.html").write_text(
        '<a href="c.html">c</a><a href="a.html#no">n</a><script src="https://x.org/s.js"></script>'
        '<link rel="stylesheet" href="//fonts.example/f.css">'
    )
    assert dead(tmp_path) == [
        "a.html: b.html#there, no such place",
        "b.html: c.html",
        "b.html: a.html#no, no such place",
        "b.html: fetches https://x.org/s.js",
        "b.html: fetches //fonts.example/f.css",
    ]


def test_every_page_of_docs_stands_in_the_menu_once():
    listed = re.findall(r"([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    made = {"paper.md"}  # while the site is built
    pages = {p.relative_to(ROOT / "docs").as_posix() for p in Path(ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(pages | made)
    assert len(listed) + len({"play/index.html", "404.html"}) <= MOST_PAGES


def test_the_program_behind_the_board_of_the_front_page_reads_what_follows_the_sign(tmp_path):
    (tmp_path / "play.html").write_text("<p>")
    (tmp_path / "a.html").write_text('<iframe src="play.html?embed#5,5,2"></iframe>')
    assert dead(tmp_path) == []


@pytest.mark.parametrize(
    ("source", "foot"), [("", ""), ("https://x.org/y", ' · <a href="https://x.org/y">source</a>')]
)
def test_the_foot_of_a_page_links_the_source_where_one_is_named(source, foot):
    config = hook.on_config({"extra": {"source": source}})
    assert re.fullmatch(
        rf"lo-exact [0-9]\S+ · MIT licence · data CC0 1.0{re.escape(foot)}", config["copyright"]
    )
    assert config["repo_url"] == (source or None)


def test_the_search_knows_a_size_however_it_is_written(tmp_path):
    index = tmp_path / "search_index.json"
    index.write_text('{"text": "19 x 19 or 19x19, x 3, 2 x y"}')
    hook.one_word_sizes(index)
    assert index.read_text() == '{"text": "19x19 or 19x19, x 3, 2 x y"}'


def test_pages_in_markdown_outside_docs_are_copied_as_text():
    assert hook.copied(ROOT / "CHANGELOG.md") == "files/CHANGELOG.md.txt"
    assert hook.copied(ROOT / "data/README.md") == "files/data/README.md.txt"
    assert hook.copied(ROOT / "data/boards/all-on-5x5.txt") == "files/data/boards/all-on-5x5.txt"


THEIRS = """
window.asked = [];
window.Worker = class extends EventTarget {
  postMessage(message) {
    asked.push(message.data);
    const items = message.data.includes("+noth") ? [] : [1];
    this.dispatchEvent(new MessageEvent("message", { data: { type: 3, data: { items } } }));
  }
};
"""
"""A worker that notes what it is asked, and finds no page with all words where one is "nothing"."""


@pytest.mark.large
@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("print worksheets", ["+print* +worksheet*"]),
        ("Distance of a code", ["+distanc* +code*"]),
        ("hexagon", ["hexagon"]),
        ("God's number", ["+god* +number*"]),
        ("hardest 19 x 19", ["+hardest* +19x19*"]),
        ("19 x 19", ["+19x19*"]),
        ("what is it", ["what is it"]),
        ("+exit +codes", ["+exit +codes"]),
        ("nothing here", ["+noth* +here*", "nothing here"]),
    ],
)
def test_the_search_of_the_site_requires_all_words_where_some_page_has_them(browser, typed, asked):
    page = browser.new_page()
    page.set_content("<p>")
    for script in (THEIRS, (ROOT / "docs/search.js").read_text("utf-8")):
        page.add_script_tag(content=script)
    answers = page.evaluate(
        """(typed) => {
          const worker = new Worker("search");
          const answers = [];
          worker.addEventListener("message", (event) => answers.push(event.data.data.items.length));
          worker.postMessage({ type: 2, data: typed });
          return answers;
        }""",
        typed,
    )
    assert page.evaluate("asked") == asked
    assert answers == [1]


@pytest.fixture(scope="module")
def browser():
    reason = "the page's tests need playwright: pip install playwright"
    playwright = pytest.importorskip("playwright.sync_api", reason=reason)
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as running:
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = running.chromium.launch(executable_path=program, args=args)
        yield browser
        browser.close()
