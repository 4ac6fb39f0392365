"""The page end to end: what a person does, in the system's Chromium."""

import json
import re
import time
from importlib import resources
from math import dist

import pytest

from tests.service.page.conftest import playwright
from tests.service.serving import ROOT, hard, start

expect = playwright.expect
PAGE = ROOT / "lo_exact/service/page"
ALL_ON = "#####\n" * 5


def proof_and_picture(page) -> None:
    """Have the board on the form solved; its certificate can be kept, its picture is drawn."""
    page.click("#solve")
    status(page, "15 presses")
    page.click("#proof")
    expect(page.locator("#files a").first).to_be_visible()
    with page.expect_download() as download:
        page.locator("#files a").first.click()
    assert json.loads(download.value.path().read_text())["claim"]["weight"] == 15
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Picture").click()
    expect(opened.value.locator("svg").first).to_be_visible()


def status(page, text: str) -> None:
    expect(page.locator("#status")).to_contain_text(text, timeout=30_000)


def take(page, text: str) -> None:
    page.fill("#text", text)
    # what was said of a text before is not taken for the answer
    page.evaluate("document.querySelector('#text-status').textContent = ''")
    page.click("#take")
    expect(page.locator("#text-status")).to_contain_text(re.compile("Understood|読みました"))


def lights(page) -> str:
    """Return what is drawn: # on, . off, ~ no light, rows by /."""
    names = page.locator("#grid .light").evaluate_all("all => all.map((b) => b.className)")
    columns = int(page.get_attribute("#grid", "aria-colcount"))
    glyphs = ["~" if "gone" in name else "." if " c0" in name else "#" for name in names]
    return "/".join("".join(glyphs[k : k + columns]) for k in range(0, len(glyphs), columns))


def light(page, row: int, column: int):
    return page.locator(f'[data-at="{row},{column}"]')


def pressed(page) -> set[tuple[int, int]]:
    """Return the places with a press drawn on them."""
    found = page.locator("#grid .light:has(.press)").evaluate_all(
        "all => all.map((b) => b.dataset.at)"
    )
    return {tuple(map(int, at.split(","))) for at in found}


def put_out(board: str, presses: set[tuple[int, int]]) -> str:
    """Press the plus rule by hand."""
    rows = [[glyph == "#" for glyph in row] for row in board.split("/")]
    for r, c in presses:
        for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
                rows[y][x] = not rows[y][x]
    return "/".join("".join(".#"[v] for v in row) for row in rows)


def test_draw_solve_and_step_through_until_all_lights_are_off(open_page):
    page = open_page()
    page.click("#clear")
    first, last = light(page, 2, 0).bounding_box(), light(page, 2, 4).bounding_box()
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()  # dragging paints a row
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=12)
    page.mouse.up()
    light(page, 4, 4).click()
    light(page, 4, 4).click()  # on, and off again
    board = lights(page)
    assert board == "...../...../#####/...../....."
    page.click("#solve")
    status(page, "proved")
    drawn = pressed(page)
    assert put_out(board, drawn) == "...../...../...../...../....."
    weight = int(page.text_content("#status").split()[0])
    assert len(drawn) == weight
    for step in range(weight):
        assert page.text_content("#step") == f"{step} of {weight}"
        page.click("#next")
        assert len(pressed(page)) == weight - step - 1
    assert page.text_content("#step") == "Done!"
    assert lights(page) == "...../...../...../...../....."
    page.click("#back")
    assert len(pressed(page)) == 1


def test_an_edit_takes_the_old_answer_off_the_board(open_page):
    page = open_page()
    page.click("#solve")
    status(page, "15 presses")
    assert len(pressed(page)) == 15
    light(page, 0, 0).click()
    assert pressed(page) == set()
    assert page.text_content("#status") == ""
    page.click("#undo")
    assert lights(page) == "/".join(["#####"] * 5)


def test_an_unsolvable_board_shows_why(open_page):
    page = open_page()
    take(page, "#....\n.....\n.....\n.....\n.....\n")
    page.click("#solve")
    status(page, "Impossible")
    marks = {
        tuple(map(int, at.split(",")))
        for at in page.locator("#grid .light:has(.mark)").evaluate_all(
            "all => all.map((b) => b.dataset.at)"
        )
    }
    # what the sentence says, checked by hand: every plus meets an even number of marks
    for r in range(5):
        for c in range(5):
            plus = {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
            assert len(plus & marks) % 2 == 0
    assert (0, 0) in marks


def test_stop_keeps_the_best(open_page, served):
    page = open_page()
    take(page, hard(40))
    page.click("#solve")
    expect(page.locator("#bound")).to_have_text(re.compile(r"\d{2,}"), timeout=30_000)
    expect(page.locator("#best")).to_have_text(re.compile(r"\d{2,}"), timeout=30_000)
    best = int(page.text_content("#best"))
    began = time.monotonic()
    page.click("#stop")
    status(page, "do it; nobody can do it with fewer than")
    assert time.monotonic() - began < 3
    kept, bound = map(int, re.findall(r"\d+", page.text_content("#status")))
    assert bound <= kept <= best
    assert len(pressed(page)) == kept
    expect(page.locator("#solve")).to_be_visible()


def test_the_server_is_killed_and_comes_back_during_a_live_search(open_page, tmp_path):
    first = start(tmp_path / "jobs.sqlite3")
    page = open_page(server=first, expected=("ERR_",))
    take(page, hard(41))
    page.select_option("#seconds", "10")
    page.click("#solve")
    expect(page.locator("#best")).to_have_text(re.compile(r"\d{2,}"), timeout=30_000)
    first.kill()
    status(page, "does not answer")
    second = start(tmp_path / "jobs.sqlite3", port=first.port)
    try:
        status(page, "Looking")
        status(page, "nobody can do it with fewer than")  # after ten seconds more
        kept = int(page.text_content("#status").split()[0])
        assert len(pressed(page)) == kept
    finally:
        second.end()


def test_everything_can_be_done_with_keys_alone(open_page):
    page = open_page()
    page.locator('[data-mode="draw"]').focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.dataset.at") == "0,0"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("End")
    page.keyboard.press("0")
    assert lights(page) == "#####/#.##./#####/#####/#####"
    page.keyboard.press("Control+z")
    assert lights(page) == "#####/#.###/#####/#####/#####"
    page.keyboard.press("Control+z")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "solve":
            break
    page.keyboard.press("Enter")
    status(page, "15 presses")
    page.locator('[data-mode="draw"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.get_attribute('[data-mode="play"]', "aria-checked") == "true"
    light(page, 2, 2).focus()
    page.keyboard.press("Enter")
    assert lights(page) == "#####/##.##/#...#/##.##/#####"
    expect(page.locator("#counter")).to_contain_text("1 press")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_of_360_pixels_shows_everything_and_touch_paints(open_page, scheme):
    page = open_page(
        viewport={"width": 360, "height": 740}, has_touch=True, color_scheme=scheme
    )  # fmt: skip
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 360
    light(page, 0, 0).tap()
    assert lights(page).startswith(".####/")
    page.tap("#solve")
    status(page, "Impossible")
    assert page.evaluate(wide) == 360
    take(page, hard(42))
    assert page.evaluate(wide) == 360  # the board scrolls in its frame, not the page
    assert light(page, 0, 0).bounding_box()["width"] >= 12
    for name in ("#solve", "#undo", "#take", "#rows"):
        assert page.locator(name).bounding_box()["height"] >= 36


def test_japanese_says_everything_in_japanese(open_page):
    page = open_page(locale="ja-JP")
    assert page.get_attribute("html", "lang") == "ja"
    page.click("#solve")
    status(page, "15回が最少です")
    page.click("#all")
    status(page, "4 通り")
    assert page.locator("#gallery button").count() == 4
    text = page.inner_text("main")
    kept = ("Flip ID", "JSON", "English", "ID")
    for part in kept:
        text = text.replace(part, "")
    assert re.findall(r"[A-Za-z]{3,}", text) == []
    page.select_option("#language", "en")
    status(page, "4 shortest answers")
    expect(page.locator("#solve")).to_have_text("Solve")


def test_the_two_languages_have_the_same_words_and_the_page_uses_no_others():
    english, japanese = (json.loads((PAGE / f"{name}.json").read_text()) for name in ("en", "ja"))
    assert {k for k in english if not k.endswith(".one")} == set(japanese)
    for key, text in japanese.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), key
    sources = "".join(
        path.read_text() for path in PAGE.iterdir() if path.suffix in (".js", ".html")
    )
    used = set(re.findall(r'data-(?:word|label)="([^"]+)"', sources))
    used |= set(re.findall(r'(?:word|counted)\("([\w.]+)"', sources))
    assert used <= set(english) | {"on"}, used - set(english)
    from lo_exact.formats.format_table import FORMATS

    assert {k for k in english if k[:7] == "format."} <= {f"format.{row.name}" for row in FORMATS}
    for key in english:
        parts = key.removesuffix(".one").split(".")
        assert f'"{parts[0]}' in sources or f"{parts[0]}." in sources, f"nobody says {key}"


def test_gallery_quiet_patterns_and_a_certificate(open_page, served):
    page = open_page()
    page.click("#kernel")
    status(page, "2 independent patterns")
    page.locator("#gallery button").first.click()
    pattern = pressed(page)
    assert put_out("/".join(["....."] * 5), pattern) == "/".join(["....."] * 5)
    page.click("#solve")
    status(page, "15 presses")
    page.click("#all")
    status(page, "4 shortest answers")
    seen = set()
    for number in range(4):
        page.locator("#gallery button").nth(number).click()
        drawn = pressed(page)
        assert len(drawn) == 15
        assert put_out("/".join(["#####"] * 5), drawn) == "/".join(["....."] * 5)
        seen.add(frozenset(drawn))
    assert len(seen) == 4
    page.click("#proof")
    expect(page.locator("#files a").first).to_be_visible()
    with page.expect_download() as download:
        page.locator("#files a").first.click()
    document = json.loads(download.value.path().read_text())
    assert document["claim"]["weight"] == 15


def test_a_link_holds_the_board_and_the_server_never_sees_it(open_page, served):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.fill("#colours", "3")
    page.locator("#colours").press("Tab")
    page.select_option("#topology", "torus")
    page.select_option("#rule", "own")
    page.locator("#stencil-grid button").nth(0).click()
    page.click("#clear")
    light(page, 2, 3).click()
    page.click("#share")
    expect(page.locator("#text-status")).to_contain_text("copied")
    link = page.evaluate("location.href")
    asked = []
    other = open_page(link.removeprefix(served.home))
    other.on("request", lambda request: asked.append(request.url))
    assert light(other, 2, 3).get_attribute("class").split()[1] == "c1"
    assert other.input_value("#topology") == "torus"
    assert other.input_value("#colours") == "3"
    assert other.input_value("#rule") == "own"
    other.click("#write")
    text = other.input_value("#text")
    page.click("#write")
    mine = page.input_value("#text")
    assert text.split("\n\n")[1] == mine.split("\n\n")[1]
    pattern = "all => all.map((b) => b.textContent)"
    places = other.locator("#stencil-grid button").evaluate_all(pattern)
    assert places == page.locator("#stencil-grid button").evaluate_all(pattern)
    assert places[0] == "1"
    assert not any("#" in url or "b=" in url for url in asked)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3x1:dd8,e", "a Flip game ID"),
        ('{"colours": 3, "state": [[0, 1, 2], [null, 1, 0]]}', "JSON"),
        ("graph: undirected\nstate: a=1 b=0 c=1 d=0\n\na b\nb c\nc d\n", "a list of edges"),
        ("size: 3x3\n\n0x1ff", "board text"),
        ("colours: 12\n\n11 0 3\n4 5 10\n", "board text"),
    ],
)
def test_what_was_pasted_is_named_and_solved(open_page, text, said):
    page = open_page()
    take(page, text)
    expect(page.locator("#text-status")).to_have_text(f"Understood as {said}.")
    page.click("#solve")
    status(page, "")
    expect(page.locator("#status")).to_have_text(re.compile("proved|Impossible"), timeout=30_000)


def test_a_graph_is_drawn_with_its_edges_and_names(open_page):
    page = open_page()
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")]
    written = "".join(f"{one} {other}\n" for one, other in edges)
    take(page, f"graph: undirected\nstate: a=1 b=0 c=0 d=0\n\n{written}")
    assert page.locator("#grid .edges line").count() == len(edges)
    assert page.locator("#grid .edges path").count() == 0  # no arrows
    assert page.locator("#grid .name").all_text_contents() == ["a", "b", "c", "d"]
    middles = {}
    for name, place in zip("abcd", ((0, 0), (0, 1), (1, 0), (1, 1)), strict=True):
        box = light(page, *place).bounding_box()
        middles[name] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drawn = page.locator("#grid .edges line").evaluate_all(
        "all => all.map((l) => [[l.x1, l.y1], [l.x2, l.y2]].map(([x, y]) => "
        "{ const p = l.ownerSVGElement.createSVGPoint(); p.x = x.baseVal.value; "
        "p.y = y.baseVal.value; const q = p.matrixTransform(l.getScreenCTM()); "
        "return [q.x, q.y]; }))"
    )
    nearest = {
        frozenset(min(middles, key=lambda n: dist(middles[n], end)) for end in ends)
        for ends in drawn
    }
    assert nearest == {frozenset(edge) for edge in edges}
    assert all(
        dist(end, middles[n]) < 3
        for ends in drawn
        for end in ends
        for n in [min(middles, key=lambda n: dist(middles[n], end))]
    )
    light(page, 0, 0).focus()
    page.keyboard.press("ArrowDown")  # the next vertex, wherever it stands
    assert page.evaluate("document.activeElement.dataset.at") == "0,1"
    assert "b," in light(page, 0, 1).get_attribute("aria-label")
    take(page, "graph: directed\nstate: a=1 b=0 c=0\n\na b\nb c\nc a\n")
    assert page.locator("#grid .edges path").count() == 3
    page.click("#undo")
    assert page.locator("#grid .name").count() == 4
    page.click("#undo")
    assert lights(page) == "/".join(["#####"] * 5)
    assert page.locator("#grid .edges").count() == 0


def test_a_graph_that_was_played_on_is_solved_as_it_is_drawn(open_page):
    page = open_page()
    take(page, "graph: undirected\nstate: a=0 b=0 c=0 d=0\n\na b\nb c\nc d\n")
    page.click("#solve")
    status(page, "this is the goal already")
    page.click('[data-mode="play"]')
    light(page, 0, 1).click()
    assert lights(page) == "##/#."
    page.click("#solve")
    status(page, "1 press")
    assert pressed(page) == {(0, 1)}
    page.click('[data-mode="draw"]')
    light(page, 1, 1).click()
    assert lights(page) == "##/##"
    assert pressed(page) == set()


def test_a_bad_text_is_said_with_its_place(open_page):
    page = open_page(expected=("422",))
    page.fill("#text", "###\n#?#\n")
    page.click("#take")
    expect(page.locator("#text-status")).to_contain_text("2:2:")
    assert lights(page) == "/".join(["#####"] * 5)


def test_holes_are_no_lights(open_page):
    page = open_page()
    page.click('[data-mode="hole"]')
    light(page, 2, 2).click()
    expect(page.locator("#understood")).to_contain_text("24 lights")
    page.click("#solve")
    expect(page.locator("#status")).to_have_text(re.compile("proved|Impossible"))
    assert lights(page) == "#####/#####/##~##/#####/#####"


def test_a_board_of_50_x_50_is_drawn_and_painted_quickly(open_page):
    page = open_page()
    for name in ("#rows", "#columns"):
        page.fill(name, "50")
        page.locator(name).press("Tab")
    expect(page.locator("#grid .light")).to_have_count(2500)
    expect(page.locator("#understood")).to_contain_text("2500 lights")
    expect(page.locator("#random")).to_be_enabled()
    page.click("#random")
    assert "#" in lights(page).split("/")[49][5:]
    # of a new shape the buttons are not known yet: no random presses of the old one
    assert page.evaluate(
        """() => {
          const field = document.getElementById("columns");
          field.value = "49";
          field.dispatchEvent(new Event("change"));
          return document.getElementById("random").disabled;
        }"""
    )
    page.fill("#columns", "50")
    page.locator("#columns").press("Tab")
    spent = min(
        page.evaluate(
            """async () => {
          const began = performance.now();
          for (const id of ["fill", "clear", "fill"]) document.getElementById(id).click();
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return performance.now() - began;
        }"""
        )
        for _ in range(5)
    )  # the least: others may want the processor as well
    assert spent < 3000, spent


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page, scheme):
    core = pytest.importorskip(
        "axe_playwright_python", reason="axe-core comes with pip install axe-playwright-python"
    )
    source = (resources.files(core) / "axe.min.js").read_text()
    page = open_page(color_scheme=scheme)
    page.fill("#colours", "4")
    page.locator("#colours").press("Tab")
    page.click("#solve")
    expect(page.locator("#status")).to_have_text(re.compile("proved|Impossible"))
    page.evaluate(source)
    found = page.evaluate("axe.run()")
    serious = [
        (v["id"], [node["target"] for node in v["nodes"]][:3])
        for v in found["violations"] if v["impact"] in ("serious", "critical")
    ]  # fmt: skip
    assert serious == []


def test_by_hand_shows_the_table_and_this_board(open_page):
    page = open_page()
    page.click("#chase")
    expect(page.locator("#gallery tr")).to_have_count(8)
    expect(page.locator("#gallery")).to_contain_text("a chase leaves ●○○○●: begin with ○○○●●")


@pytest.mark.skipif(
    not (ROOT / "build/pyodide/pyodide.mjs").exists(), reason="make pyodide fetches Pyodide"
)
def test_check_it_yourself_accepts_a_certificate_in_the_browser_and_refuses_a_changed_one(
    open_page, served
):
    job = served.post(ALL_ON, certificate=True).json
    page = open_page(f"/check/check.html#{job['id']}", viewport={"width": 360, "height": 740})
    page.click("#start")
    expect(page.locator("#verdict")).to_have_text("Accepted", timeout=120_000)
    expect(page.locator("#text")).to_contain_text("the least weight is 15")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    document = served.get(job["links"]["certificate"]).json
    document["claim"]["weight"] = 14
    page.route("**/certificate", lambda route: route.fulfill(body=json.dumps(document), status=200))
    page.click("#start")
    expect(page.locator("#verdict")).to_have_text("Rejected", timeout=120_000)
