"""The page of the atlas in a browser: what the table and a board's lines say, from the disk."""

import json
import os
import shutil
from collections import Counter

import pytest

from benchmarks.pages.atlas import scripts
from benchmarks.records.atlas import load_atlas
from benchmarks.records.collect import ROOT

pytest.importorskip(
    "playwright.sync_api", reason="the page's tests need playwright: pip install playwright"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def test_a_script_of_data_holds_the_atlas_and_the_records():
    made = dict(scripts())
    assert len(made) == 15
    text = made["records/atlas/plus-plane.js"]
    data = json.loads(text.removeprefix('atlas.data["plus-plane"]=').removesuffix(";\n"))
    five = load_atlas("plus", "plane")[5, 5]
    assert [5, 5, five["quiet"], five["all_on"]] in data["boards"]
    assert data["hardest"]["5x5"]["2"] == "15"
    assert data["hardest"]["19x19"]["2"] == "165 to 173"
    assert data["hardest"]["3x4"] == data["hardest"]["4x3"]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    folder = tmp_path_factory.mktemp("atlas")
    (folder / "atlas").mkdir()
    for name, text in scripts():
        (folder / name.removeprefix("records/")).write_text(text, encoding="ascii")
    shutil.copy(ROOT / "docs/records/atlas.js", folder)
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    body = '<meta charset="utf-8"><div id="atlas-table"></div><script src="atlas.js"></script>'
    (folder / "atlas.html").write_text(body, encoding="ascii")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=args)
        page = browser.new_page()
        page.goto((folder / "atlas.html").as_uri())
        page.wait_for_selector("td")
        yield page
        browser.close()


def cell(page, rows, columns):
    return page.locator("tbody tr").nth(rows - 1).locator("td").nth(columns - 1)


@pytest.mark.large
def test_the_table_shows_what_is_known(page):
    assert cell(page, 5, 5).inner_text() == "2^2"
    assert cell(page, 4, 3).inner_text() == "1"
    assert "all lights on: 15 presses, 4 minimum solutions" in page.locator("pre").inner_text()
    page.select_option("select >> nth=3", "hardest")
    assert cell(page, 6, 6).inner_text() == "36"
    assert cell(page, 19, 19).inner_text() == "165 to 173"
    page.select_option("select >> nth=3", "all-on minimum")
    assert cell(page, 3, 5).inner_text() == cell(page, 5, 3).inner_text()
    cell(page, 14, 14).click()
    assert "14 x 14" in page.locator("pre").inner_text()
    assert "56 presses, 2 minimum solutions" in page.locator("pre").inner_text()


@pytest.mark.large
def test_the_group_for_a_composite_number_of_colours_is_that_of_its_prime_powers(page):
    """Plus on the plane: the number of patterns mod 12 of 3 x 5 is that of the atlas's line."""
    page.select_option("select >> nth=3", "quiet patterns")
    for colours in (4, 6, 12):
        page.select_option("select >> nth=2", str(colours))
        text = cell(page, 3, 5).inner_text()
        number = 1
        for part in text.split(" · "):
            order, _, many = part.partition("^")
            number *= int(order) ** int(many or 1)
        assert number == quiet_patterns(load_atlas("plus", "plane")[3, 5]["quiet"], colours)


def quiet_patterns(parts, colours):
    divisors = dict(zip((2, 4, 8, 3, 9, 5, 7, 11), parts, strict=True))
    primes = Counter({2: 0, 3: 0, 5: 0, 7: 0, 11: 0})
    for divisor, count in divisors.items():
        if colours % divisor == 0:
            primes[next(p for p in primes if divisor % p == 0)] += count
    number = 1
    for prime, count in primes.items():
        number *= prime**count
    return number
