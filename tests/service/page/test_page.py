"""The view Solver end to end: what a person does, in the system's Chromium."""

import json
import re
import time
from math import dist

import pytest

from tests.service.page.conftest import SOLVER, playwright
from tests.service.serving import ROOT, hard, start

expect = playwright.expect
PAGE = ROOT / "lo_exact/service/page"
ON = "/".join(["#####"] * 5)


def solve(page, text: str) -> None:
    page.click("#solve")
    expect(page.locator("#number")).to_have_text(re.compile(text), timeout=30_000)


def proof_and_picture(page) -> None:
    """Have the board solved; its certificate can be kept, its picture is drawn."""
    solve(page, "15 presses")
    page.click("text=Certificate")
    kept = page.get_by_role("link", name="Download the certificate")
    expect(kept).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        kept.click()
    assert json.loads(download.value.path().read_text())["claim"]["weight"] == 15
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Picture").click()
    expect(opened.value.locator("svg").first).to_be_visible()


def take(
    page, text: str, said: str | re.Pattern[str] = re.compile("Understood|読みました")
) -> None:
    page.fill("[data-panel=solve] textarea", text)
    # what was said of a text before is not taken for the answer
    page.evaluate("document.getElementById('sentence').textContent = ''")
    page.click("#take")
    expect(page.locator("#sentence")).to_contain_text(said)


def lights(page) -> str:
    """Return what is drawn: # on, . off, ~ no light, rows by /."""
    rows = page.locator("#board [role=row]").evaluate_all(
        """rows => rows.map((row) => [...row.children].map(({ classList: has }) =>
        (has.contains("gone") ? "~" : has.contains("lit") ? "#" : ".")).join(""))"""
    )
    return "/".join(rows)


def light(page, row: int, column: int):
    return page.locator(f"#board [role=row]:nth-of-type({row + 1}) > .lamp").nth(column)


def pressed(page, sign: str = "pressed") -> set[tuple[int, int]]:
    """Return the places with a press drawn on them, or another sign."""
    rows = page.locator("#board [role=row]").evaluate_all(
        f"""rows => rows.map((row) => [...row.children].map((b) =>
        b.classList.contains("{sign}")))"""
    )
    return {(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value}


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
    page.get_by_role("button", name="All off").click()
    first, last = light(page, 2, 0).bounding_box(), light(page, 2, 4).bounding_box()
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()  # dragging paints a row
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=12)
    page.mouse.up()
    light(page, 4, 4).click()
    light(page, 4, 4).click()  # on, and off again
    board = lights(page)
    assert board == "...../...../#####/...../....."
    solve(page, "press")
    expect(page.locator("#sentence")).to_contain_text("proved")
    drawn = pressed(page)
    assert put_out(board, drawn) == "...../...../...../...../....."
    weight = int(page.text_content("#number").split()[0])
    assert len(drawn) == weight
    for step in range(weight):
        assert page.text_content("#step") == f"{step} of {weight}"
        page.get_by_label("Step on").click()
        assert len(pressed(page)) == weight - step - 1
    assert lights(page) == "...../...../...../...../....."
    page.get_by_label("Step back").click()
    assert len(pressed(page)) == 1


def test_an_edit_takes_the_old_answer_off_the_board(open_page):
    page = open_page()
    solve(page, "15 presses")
    assert len(pressed(page)) == 15
    light(page, 0, 0).click()
    assert pressed(page) == set()
    expect(page.locator("#number")).to_have_text("Solver")
    page.click("#undo")
    assert lights(page) == ON


def test_an_unsolvable_board_shows_why(open_page):
    page = open_page("/#solve/5,5,2,plus,plane,1" + "0" * 24)
    solve(page, "Impossible")
    marks = pressed(page, "diamond")
    # what the sentence says, checked by hand: every plus meets an even number of marks
    for r in range(5):
        for c in range(5):
            plus = {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
            assert len(plus & marks) % 2 == 0
    assert (0, 0) in marks


def bounds(page) -> tuple[int, int]:
    expect(page.locator("#number")).to_have_text(re.compile(r"\d{2,}–\d{2,}"), timeout=30_000)
    low, high = map(int, page.text_content("#number").split("–"))
    return low, high


def test_stop_keeps_the_best(open_page):
    page = open_page()
    take(page, hard(40))
    page.click("#solve")
    _, best = bounds(page)
    began = time.monotonic()
    page.click("#stop")
    expect(page.locator("#sentence")).to_contain_text("the server proved in its time")
    assert time.monotonic() - began < 3
    bound, kept = bounds(page)
    assert bound <= kept <= best
    assert len(pressed(page)) == kept
    expect(page.locator("#solve")).to_be_visible()


def test_the_server_is_killed_and_comes_back_during_a_live_search(open_page, tmp_path):
    first = start(tmp_path / "jobs.sqlite3")
    page = open_page(server=first, expected=("ERR_",))
    take(page, hard(41))
    page.select_option("#seconds", "10")
    page.click("#solve")
    bounds(page)
    first.kill()
    expect(page.locator("#sentence")).to_contain_text("does not answer", timeout=30_000)
    second = start(tmp_path / "jobs.sqlite3", port=first.port)
    try:
        said = page.locator("#sentence")
        expect(said).to_contain_text("the server proved in its time", timeout=60_000)
        assert len(pressed(page)) == bounds(page)[1]
    finally:
        second.end()


def test_everything_can_be_done_with_keys_alone(open_page):
    page = open_page()
    page.locator("nav [data-view=solve]").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.dataset.place") == "0"
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
    expect(page.locator("#number")).to_have_text("15 presses")
    page.get_by_role("button", name="Plays").focus()
    page.keyboard.press("Enter")
    light(page, 2, 2).focus()
    page.keyboard.press("Enter")
    assert lights(page) == "#####/##.##/#...#/##.##/#####"
    expect(page.locator("body")).to_have_attribute("data-view", "play")


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
    expect(page.locator("#number")).to_have_text("Impossible")
    assert page.evaluate(wide) == 360
    take(page, hard(42))
    assert page.evaluate(wide) == 360  # the board scrolls in its frame, not the page
    assert "scrolls" in page.get_attribute(".case", "class")
    assert light(page, 0, 0).bounding_box()["width"] >= 20
    for name in ("#solve", "#undo", "#take"):
        assert page.locator(name).bounding_box()["height"] >= 36


def test_japanese_says_everything_in_japanese(open_page):
    page = open_page(locale="ja-JP")
    assert page.get_attribute("html", "lang") == "ja"
    solve(page, "15 手")
    page.click("text=最短の解すべて")
    expect(page.locator("#sentence")).to_contain_text("4 通り")
    assert page.locator(".answers .answer").count() == 4
    text = page.inner_text("main")
    for part in ("Flip", "JSON", "English", "ID"):
        text = text.replace(part, "")
    assert re.findall(r"[A-Za-z]{3,}", text) == []


def test_every_format_of_the_library_has_words():
    from lo_exact.formats.format_table import FORMATS

    words = json.loads((PAGE / "game/words/en.json").read_text(encoding="utf-8"))
    named = {key.removeprefix("format.") for key in words if key.startswith("format.")}
    assert named <= {row.name for row in FORMATS}


def test_quiet_patterns_and_all_shortest_answers_are_drawn(open_page):
    page = open_page()
    page.click("#quiet")
    expect(page.locator("#sentence")).to_contain_text("when pressed: 2.")
    page.locator(".answers .answer").first.click()
    dark = "/".join(["....."] * 5)
    assert put_out(dark, pressed(page)) == dark
    assert lights(page) == ON  # the board as it is
    solve(page, "15 presses")
    page.click("text=All shortest answers")
    expect(page.locator("#sentence")).to_contain_text("4 shortest answers")
    seen = set()
    for number in range(4):
        page.locator(".answers .answer").nth(number).click()
        drawn = pressed(page)
        assert len(drawn) == 15
        assert put_out(ON, drawn) == dark
        seen.add(frozenset(drawn))
    assert len(seen) == 4


def test_a_certificate_is_kept_and_a_picture_drawn(open_page):
    proof_and_picture(open_page())


def settled_address(page) -> str:
    """Return the page's address once it stays the same for a second: boards are packed first."""
    last = ""
    while page.url != last:
        last = page.url
        page.wait_for_timeout(1000)
    return last


def test_a_link_holds_the_board_and_the_server_never_sees_it(open_page, served):
    page = open_page("/#set/5,5,2,plus,plane," + "1" * 25)
    for name, value, there in (("colours", "3", "5,5,3,plus"), ("rows", "4", "4,5,3,plus")):
        page.fill(f"#{name}", value)
        page.locator(f"#{name}").press("Tab")
        expect(page).to_have_url(re.compile(there))
    page.select_option("#surface", "torus")
    page.select_option("#rule", "own")
    page.locator("#stencil button").nth(0).click()
    expect(page.locator("#stencil button").nth(0)).to_have_text("1")
    page.get_by_role("button", name="Takes lights away").click()
    light(page, 0, 0).click()
    page.get_by_role("button", name="Draws").click()
    page.get_by_role("button", name="All off").click()
    light(page, 2, 3).click()
    expect(page).to_have_url(re.compile("#set/b="))
    asked = []
    other = open_page(settled_address(page).removeprefix(served.home))
    other.on("request", lambda request: asked.append(request.url))
    assert lights(other) == lights(page) == "~..../...../...#./....."
    for name, value in (("surface", "torus"), ("colours", "3"), ("rule", "own"), ("rows", "4")):
        assert other.input_value(f"#{name}") == value
    written = [one.input_value("[data-panel=set] textarea >> nth=0") for one in (page, other)]
    assert written[0] == written[1]
    assert other.locator("#stencil button").nth(0).text_content() == "1"
    assert not any("#" in url or "b=" in url for url in asked)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3x1:dd8,e", "Understood as a Flip game ID."),
        ('{"colours": 3, "state": [[0, 1, 2], [null, 1, 0]]}', "Understood."),
        ("size: 3x3\n\n0x1ff", "Understood."),
        ("colours: 12\n\n11 0 3\n4 5 10\n", "Understood."),
        ("graph: undirected\nstate: a=1 b=0 c=1 d=0\n\na b\nb c\nc d\n",
         "Understood as a list of edges."),
        ("legend: o=0 x=1\n\nxox\nooo\n", "Understood as board text."),
        ("p edge 3 2\ne 1 2\ne 2 3\n", "Understood as a DIMACS graph."),
        ("alist", None),
    ],
)  # fmt: skip
def test_what_was_pasted_is_named_and_solved(open_page, text, said):
    page = open_page(expected=("422",))
    if said is None:
        take(page, text, "There is no board in this text.")
        return
    take(page, text, said)
    solve(page, "press|Impossible")


def test_a_machine_shows_its_goal_and_is_played(open_page):
    page = open_page()
    take(page, "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}")
    goal = page.locator(".lamp").evaluate_all("all => all.map((l) => l.classList.contains('goal'))")
    assert [place for place, wanted in enumerate(goal) if wanted] == [1, 2]
    solve(page, "2 presses")
    drawn = page.locator(".lamp.pressed").evaluate_all("all => all.map((l) => +l.dataset.place)")
    page.click("nav [data-view=play]")
    expect(page.locator("#sentence")).to_contain_text("where the corner has a dot")
    for place in drawn:
        page.click(f'[data-place="{place}"]')
    expect(page.locator("#number")).to_have_text("Solved")


def test_a_graph_is_drawn_with_its_edges_and_names(open_page):
    page = open_page()
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")]
    written = "".join(f"{one} {other}\n" for one, other in edges)
    take(page, f"graph: undirected\nstate: a=1 b=0 c=0 d=0\n\n{written}")
    assert page.locator("#board .edges line").count() == len(edges)
    assert page.locator("#board .edges path").count() == 0  # no arrows
    assert page.locator("#board .lamp i").all_text_contents() == ["a", "b", "c", "d"]
    middles = {}
    for place, name in enumerate("abcd"):
        box = page.locator(f'[data-place="{place}"]').bounding_box()
        middles[name] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drawn = page.locator("#board .edges line").evaluate_all(
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
    page.locator('[data-place="0"]').focus()
    page.keyboard.press("ArrowRight")  # the next vertex, wherever it stands
    assert page.evaluate("document.activeElement.dataset.place") == "1"
    assert "b," in page.locator('[data-place="1"]').get_attribute("aria-label")
    take(page, "graph: directed\nstate: a=1 b=0 c=0\n\na b\nb c\nc a\n")
    assert page.locator("#board .edges path").count() == 3
    page.go_back()
    expect(page.locator("#board .lamp i")).to_have_count(4)
    page.go_back()
    expect(page.locator("#board .edges")).to_have_count(0)
    assert lights(page) == ON


def test_a_graph_that_was_played_on_is_solved_as_it_is_drawn(open_page):
    page = open_page()
    take(page, "graph: undirected\nstate: a=0 b=0 c=0 d=0\n\na b\nb c\nc d\n")
    solve(page, "All off")
    page.get_by_role("button", name="Draws").click()
    for place in (0, 1, 2):
        page.click(f'[data-place="{place}"]')
    solve(page, "1 press")
    assert page.locator(".lamp.pressed").get_attribute("data-place") == "1"
    page.click('[data-place="3"]')
    assert pressed(page) == set()


def test_a_bad_text_is_said_with_its_place(open_page):
    page = open_page(expected=("422",))
    take(page, "###\n#?#\n", "Line 2: ? (does not matter)")
    assert lights(page) == ON


def test_holes_are_no_lights(open_page):
    page = open_page()
    page.get_by_role("button", name="Takes lights away").click()
    light(page, 2, 2).click()
    solve(page, "press|Impossible")
    assert lights(page) == "#####/#####/##~##/#####/#####"


def test_a_board_of_50_x_50_is_drawn_and_painted_quickly(open_page):
    page = open_page("/#set/5,5,2,plus,plane," + "1" * 25)
    for name in ("#rows", "#columns"):
        page.fill(name, "50")
        page.locator(name).press("Tab")
    expect(page.locator("#board .lamp")).to_have_count(2500)
    assert "#" in lights(page).split("/")[49][5:]
    page.get_by_role("button", name="Draws").click()
    spent = min(
        page.evaluate(
            """async () => {
          const began = performance.now();
          const named = (words) => [...document.querySelectorAll("[data-panel=set] button")]
            .find((one) => one.textContent === words);
          for (const words of ["All on", "All off", "All on"]) named(words).click();
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return performance.now() - began;
        }"""
        )
        for _ in range(5)
    )  # the least: others may want the processor as well
    assert spent < 3000, spent


def test_the_form_that_was_leads_to_the_solver_with_its_links(open_page, served):
    page = open_page("/ask/")
    expect(page.locator("body")).to_have_attribute("data-view", "solve")
    page = open_page("/ask/#b=" + packed("###\n...\n"))
    assert lights(page) == "###/..."
    assert page.url.startswith(f"{served.home}/#solve/")


def packed(text: str) -> str:
    """Return a text as the form's links held it."""
    import base64
    import zlib

    return base64.urlsafe_b64encode(zlib.compress(text.encode())[2:-4]).decode().rstrip("=")


def test_the_page_solves_without_a_server_what_it_can(open_page):
    page = open_page(SOLVER)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    solve(page, "15 presses")
    page.click("text=All shortest answers")
    expect(page.locator(".answers .answer")).to_have_count(4)
    assert not [url for url in asked if "/v1/" in url]


@pytest.mark.skipif(
    not (ROOT / "build/pyodide/pyodide.mjs").exists(), reason="make pyodide fetches Pyodide"
)
def test_check_it_yourself_accepts_a_certificate_in_the_browser_and_refuses_a_changed_one(
    open_page, served
):
    job = served.post("#####\n" * 5, certificate=True).json
    document = served.get(job["links"]["certificate"]).json
    page = open_page(viewport={"width": 360, "height": 740})
    page.route("**/certificate", lambda route: route.fulfill(body=json.dumps(document)))
    for weight, said in ((15, "Accepted"), (14, "Rejected")):
        document["claim"]["weight"] = weight
        solve(page, "15 presses")
        page.click("text=Certificate")
        page.get_by_role("button", name="Check it yourself").click(timeout=30_000)
        expect(page.locator("#number")).to_have_text(said, timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("[data-panel=solve] pre")).to_be_visible()
