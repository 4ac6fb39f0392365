"""The crawler of the site: what it must find, on a toy site; and the site's own table of pages."""

import re
from pathlib import Path

from benchmarks.pages.crawl import dead
from benchmarks.records.collect import ROOT

GOOD = '<h1 id="top">A</h1><a href="b.html#there">b</a><a href="#top">up</a><a href="sub/">s</a>'


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
