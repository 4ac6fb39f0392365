"""What people do with the game's views: on paper, by keys, by ear, in frames, from pictures."""

import base64
import io
import re
import subprocess
import sys

import numpy as np
import pytest
from scipy.ndimage import center_of_mass, label

from tests.service.page.conftest import playwright
from tests.service.page.test_page_game import CORNER, lamp, lit, plainly_served
from tests.service.page.test_page_why import DAYS, LATER, PLUS, SHAPE, by_chasing
from tests.service.serving import ROOT, start

expect = playwright.expect
pytestmark = pytest.mark.large  # a browser each
BOARD = DAYS["2026-11-23"]
ON = [k for k, value in enumerate(BOARD) if value == "1"]


def pixels(png: bytes) -> np.ndarray:
    """Return (height, width) of grey, 0 black, 255 white."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png))
    return np.asarray(image.convert("L"))


def given(page, png: bytes) -> None:
    """Paste a picture."""
    page.evaluate(
        """(text) => {
            const bytes = Uint8Array.from(atob(text), (ch) => ch.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], "board.png", {type: "image/png"}));
            document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data}));
        }""",
        base64.b64encode(png).decode(),
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lights_are_seen_on_a_page_of_pdf(open_page, browser, tmp_path, scheme):
    """Paper has no backgrounds: the middles of lit squares are black, of others white."""
    page = open_page(f"/#{SHAPE},{BOARD}", color_scheme=scheme)
    paper = tmp_path / "board.pdf"
    page.wait_for_selector("body[data-paper=yes]")
    page.evaluate("document.getElementById('code').style.visibility = 'hidden'")
    page.pdf(path=paper, format="A4", print_background=False)
    viewer = browser.new_page(viewport={"width": 900, "height": 1200})
    viewer.goto(f"{paper.as_uri()}#toolbar=0&navpanes=0&view=Fit")
    for _ in range(50):
        seen = pixels(viewer.screenshot())
        white = seen > 250
        if white.sum() > seen.size / 3 and (seen < 60).sum() > 2_000:
            break
        viewer.wait_for_timeout(200)
    viewer.close()
    # the discs are the only places with black around them on all sides for a while
    rows, columns = np.nonzero(white)
    sheet = seen[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    dark = np.asarray(sheet < 60)
    solid = dark.copy()
    for step in range(1, len(sheet) // 100):
        for axis in (0, 1):
            solid &= np.roll(dark, step, axis) & np.roll(dark, -step, axis)
    names, count = label(solid)
    assert count == len(ON)
    centres = np.array(center_of_mass(solid, names, range(1, count + 1)))
    first, last = centres.min(axis=0), centres.max(axis=0)
    found = np.rint((centres - first) / (last - first) * 4).astype(int)
    assert sorted(int(5 * r + c) for r, c in found) == ON  # BOARD has lights in every border


def test_a_worksheet_has_six_boards_and_their_answers(open_page):
    page = open_page(f"/#{CORNER}")
    page.evaluate("window.print = () => {}")
    page.click("[data-view=set]")
    page.get_by_text("Print six boards").click()
    expect(page.locator("#sheet figure")).to_have_count(12)
    boards, answers = (
        page.locator(f"#sheet .{kind}").evaluate_all(
            """all => all.map((svg) => [...svg.querySelectorAll("rect")].map((r) =>
            +(r.nextElementSibling?.localName === "circle")).join(""))"""
        )
        for kind in ("paper-lights", "presses")
    )
    counts = page.locator("#sheet .boards").nth(1).locator("figcaption").all_text_contents()
    for board, answer, said in zip(boards, answers, counts, strict=True):
        every = by_chasing(board)
        assert tuple(map(int, answer)) in every
        assert re.findall(r"\d+", said)[1] == str(min(map(sum, every)))


def test_a_whole_game_by_keys_alone_and_by_ear(open_page):
    page = open_page(f"/#{SHAPE},{BOARD}")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className.includes('lamp')"):
            break
    at, said = 0, []
    for left in range(9, -1, -1):
        page.keyboard.press("h")
        expect(page.locator("#spoken")).to_contain_text("It is part of a shortest answer.")
        row, column = map(int, re.findall(r"\d+", page.text_content("#spoken"))[:2])
        goal = 5 * (row - 1) + column - 1
        page.keyboard.press("Home")
        for _ in range(abs(goal // 5 - at // 5)):
            page.keyboard.press("ArrowDown" if goal > at else "ArrowUp")
        for _ in range(goal % 5):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        at = goal
        heard = f"Good press. {left} to go. {{n}} light" if left else "10 presses. Nobody"
        expect(page.locator("#spoken")).to_contain_text(heard.split("{")[0])
        said.append(page.text_content("#spoken"))
        if left:
            assert f"{len(lit(page))} light" in said[-1]
    expect(page.locator("#number")).to_have_text("Solved")
    page.keyboard.press("Control+z")
    expect(page.locator("#number")).to_have_text("1")
    page.keyboard.press("?")
    expect(page.locator("#spoken")).to_contain_text(f"row {at // 5 + 1}, column 5")


@pytest.mark.parametrize("board", [f"{SHAPE},{BOARD}", "4,6,3,plus,plane,100200010012000120021111"])
def test_light_chasing_runs_on_the_board_to_its_end(open_page, board):
    page = open_page(f"/#{board}")
    expect(page.locator("#number")).to_have_text(re.compile(r"^\d+$"))
    page.click("[data-view=hand]")
    page.get_by_label("Speed").fill("10")
    page.get_by_role("button", name="Next row").click()
    columns = int(board.split(",")[1])
    assert all(k >= columns for k in lit(page))  # the first row is chased
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#sentence")).to_contain_text("All off, by hand", timeout=60_000)
    assert lit(page) == []
    page.click("[data-view=play]")
    assert lit(page) == [k for k, v in enumerate(board.split(",")[-1]) if v != "0"]


def test_a_board_with_too_many_answers_has_bounds_with_regions(open_page):
    """Each region is all the buttons of one lit light, and no two share a button."""
    page = open_page("/#12,12,3,plus,torus," + "12" * 72)
    expect(page.locator("#unit")).to_have_text("presses needed")
    low, high = map(int, page.text_content("#number").split("–"))
    page.click("[data-view=why]")
    expect(page.locator("#number")).to_have_text(f"Why at least {low}")
    marks = page.locator("#board .lamp").evaluate_all("all => all.map((l) => l.dataset.region)")
    regions: dict[str, set[tuple[int, int]]] = {}
    for place, mark in enumerate(marks):
        if mark is not None:
            regions.setdefault(mark, set()).add(divmod(place, 12))
    least = 0
    for places in regions.values():
        middles = [
            (r, c)
            for r, c in places
            if places == {((r + down) % 12, (c + right) % 12) for down, right in PLUS}
        ]
        assert len(middles) == 1
        light = 1 if middles[0][1] % 2 == 0 else 2
        least += 3 - light  # each press of the region adds 1
    assert 0 < low == least <= high


@pytest.mark.parametrize("scale", [1, 2])
def test_a_screenshot_that_is_pasted_becomes_the_board(open_page, scale):
    page = open_page(f"/#{SHAPE},{BOARD}", device_scale_factor=scale)
    picture = page.locator(".case").screenshot(animations="disabled")
    page.evaluate(f"location.hash = '{CORNER}'")
    expect(page.locator("#number")).to_have_text("1")
    given(page, picture)
    expect(page.locator("#sentence")).to_contain_text("Read from the picture: 5 × 5.")
    assert lit(page) == ON


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screenshot_of_the_whole_page_is_read_where_it_is_dropped(open_page, scheme):
    page = open_page(
        f"/#solve/{SHAPE},{BOARD}",
        color_scheme=scheme,
        viewport={"width": 360, "height": 740},
        device_scale_factor=2,
    )
    picture = page.screenshot(animations="disabled")
    page.evaluate(f"location.hash = 'solve/{CORNER}'")
    expect(page.locator(".lamp.lit")).to_have_count(3)
    given(page, picture)
    expect(page.locator("#sentence")).to_contain_text("Read from the picture: 5 × 5.")
    expect(page.locator("body")).to_have_attribute("data-view", "solve")
    assert lit(page) == ON
    held = io.BytesIO()
    pytest.importorskip("PIL.Image").new("RGB", (90, 90), "red").save(held, "PNG")
    given(page, held.getvalue())
    expect(page.locator("[data-panel=solve] .corners")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_places_without_a_lamp_are_holes_of_a_board_read_from_a_picture(open_page, scheme):
    # six faces of 2 x 2 around a net of 6 x 8: 24 places are empty
    cube = "101100001011011010001001"
    page = open_page(f"/#6,8,2,cube,plane,{cube}", color_scheme=scheme)
    picture = page.locator(".case").screenshot(animations="disabled")
    page.evaluate(f"location.hash = '{CORNER}'")
    expect(page.locator(".lamp.lit")).to_have_count(3)
    given(page, picture)
    expect(page.locator("#sentence")).to_contain_text("Read from the picture: 6 × 8.")
    expect(page.locator(".lamp.gone")).to_have_count(24)
    expect(page.locator(".lamp.lit")).to_have_count(cube.count("1"))


def test_a_drawn_picture_becomes_the_board_and_another_is_refused(open_page):
    drawing = pytest.importorskip("PIL.Image")
    image = drawing.new("RGB", (7 * 40 + 30, 4 * 40 + 30), "white")
    lights = np.random.default_rng(4).integers(2, size=(4, 7))
    lights[0, 0], lights[0, 1] = 0, 1
    for (r, c), value in np.ndenumerate(lights):
        at = (20 + 40 * c, 20 + 40 * r, 50 + 40 * c, 50 + 40 * r)
        image.paste((255, 210, 0) if value else (60, 60, 70), at)
    page = open_page(f"/#{CORNER}")
    for picture, said in ((image, "4 × 7"), (drawing.new("RGB", (90, 90), "red"), "No board")):
        held = io.BytesIO()
        picture.save(held, "PNG")
        given(page, held.getvalue())
        expect(page.locator("#sentence")).to_contain_text(said)
        assert lit(page) == np.flatnonzero(lights).tolist()


def test_another_sites_page_may_frame_the_game_alone(open_page, browser, served, tmp_path):
    page = open_page("/?embed#" + CORNER)
    assert page.locator("header").is_hidden()
    home = served.home
    for name, paths in {"one": [f"?embed#{CORNER}"], "two": ["", "ask/?embed"]}.items():
        frames = "".join(f'<iframe src="{home}/{path}" height=600></iframe>' for path in paths)
        (tmp_path / f"{name}.html").write_text(f"<!doctype html>{frames}", encoding="utf-8")
    with plainly_served(tmp_path) as elsewhere:
        other = browser.new_page()
        other.goto(f"{elsewhere}/one.html")
        inside = other.frame_locator("iframe")
        inside.locator('[data-place="0"]').click()
        expect(inside.locator("#number")).to_have_text("Perfect")
        other.goto(f"{elsewhere}/two.html")
        other.wait_for_timeout(1000)
        assert [frame.url.split(":")[0] for frame in other.frames[1:]] == ["chrome-error"] * 2
        other.close()


def test_the_game_in_a_folder_behind_a_proxy(open_page, tmp_path):
    running = start(tmp_path / "jobs.sqlite3", "--workers", "1", "--root-path", "/lights")
    try:
        page = open_page(f"/lights/#{CORNER}", server=running)
        for view in ("why", "hand", "days", "set", "solve", "play"):
            page.click(f"nav [data-view={view}]")
            expect(page.locator(f"[data-panel={view}] > *").first).to_be_attached()
        lamp(page, 0).click()
        expect(page.locator("#number")).to_have_text("Solved")
        assert page.evaluate("performance.getEntriesByType('resource').every((r) => "
                             "new URL(r.name).pathname.startsWith('/lights/'))")  # fmt: skip
    finally:
        running.end()


def test_japanese_in_every_view(open_page):
    page = open_page(f"/#{SHAPE},{BOARD}", locale="ja-JP")
    seen = set()
    for view in ("play", "why", "hand", "days", "set", "solve"):
        page.click(f"nav [data-view={view}]")
        expect(page.locator(f"[data-panel={view}] > *").first).to_be_visible()
        said = page.evaluate(
            """() => [...document.querySelectorAll("body *:not(textarea):not(option)")]
            .filter((e) => !e.closest("#language, #paper, script, noscript"))
            .flatMap((e) => [e.ariaLabel, e.title, ...[...e.childNodes]
                .filter((n) => n.nodeType === 3).map((n) => n.data)]).filter(Boolean)"""
        )
        seen |= {text.strip() for text in said if re.search("[A-Za-z]{2,}", text)}
    for name in ("Language / 言語", "XL-25", "Flip", "ID", "JSON"):
        seen = {text.replace(name, "") for text in seen}
    assert [text for text in seen if re.search("[A-Za-z]{2,}", text)] == []


def test_a_phone_sees_all_of_play_and_nothing_is_wider(open_page):
    page = open_page(
        f"/#{SHAPE},{BOARD}", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    bottom = page.locator("#new").bounding_box()
    assert bottom["y"] + bottom["height"] < page.locator("nav").bounding_box()["y"]
    where = page.locator(".case").bounding_box()
    for view in ("why", "hand", "days", "set", "solve", "play"):
        page.tap(f"nav [data-view={view}]")
        expect(page.locator(f"[data-panel={view}] > *").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        days = view == "days"  # which need the room
        assert page.locator(".case").bounding_box() == (None if days else where)
    page.locator(".lamp").first.tap()
    expect(page.locator("#undo")).to_be_enabled()


def test_toys_are_played_from_the_gallery(open_page):
    page = open_page(f"/#{CORNER}")
    for name, lights in (("Cube", 54), ("Merlin", 9), ("Hexagons", 36)):
        page.click("[data-view=set]")
        page.locator(".gallery a", has_text=name).click()
        expect(page.locator("#board .lamp")).to_have_count(lights)
        page.click("[data-view=play]")
        expect(page.locator("#number")).to_have_text(re.compile(r"^\d+$"))
        for left in range(int(page.text_content("#number")) - 1, -1, -1):
            page.keyboard.press("h")
            page.locator(".lamp.hint").click()
            expect(page.locator("#number")).to_have_text(str(left) if left else "Solved")


def test_share_copies_the_result_and_a_link(open_page, served):
    page = open_page(f"/#{CORNER}", permissions=["clipboard-read", "clipboard-write"])
    lamp(page, 24).click()
    lamp(page, 24).click()
    lamp(page, 0).click()
    expect(page.locator("#number")).to_have_text("Solved")
    page.click("#share")
    expect(page.locator("#sentence")).to_have_text("Copied.")
    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert lines[1:6] == ["🟨🟨⬛⬛⬛", "🟨⬛⬛⬛⬛", *["⬛" * 5] * 3]
    assert lines[6:8] == ["⚪🟡🟡", "3, least 1"]
    assert lines[8] == f"{served.home}/#{CORNER}"


def test_the_larger_puzzles_of_a_day_stay_and_are_kept_as_solved(open_page):
    page = open_page("/#day=2026-11-24,7", now=LATER)
    recorded = {  # on the first day; a failure means that the archive has changed: mend the code
        "2027-01-01,7": "1001100100011100011010100111100101011100011001001",
        "2027-01-01,9": "111011100101001011001111000011001000100001111100"
        "101001010110010010101100000001101",
        "2026-11-24,9": "000000100100001100111000011110010001111111000001"
        "011001111111010101101101000001111",
        "2026-11-24,7": "1010101100000000001011110111011100101100010100011",
    }
    for day, board in recorded.items():
        page.evaluate(f"location.hash = 'day={day}'")
        expect(page.locator("#board .lamp")).to_have_count(len(board))
        assert lit(page) == [k for k, value in enumerate(board) if value == "1"]
    for left in range(16, 0, -1):
        expect(page.locator("#undo")).to_be_enabled(enabled=left < 16)
        page.click("#hint")
        page.locator(".lamp.hint").click()
    page.click("nav [data-view=days]")
    expect(page.locator(".day").nth(1)).to_contain_text("solved in 16")


def test_a_walk_is_played_and_its_number_is_the_commands(open_page, tmp_path):
    """The page follows all walks backwards; `lo-exact walk` proves by parity."""
    page = open_page("/#walk=3,4,S....##.....")
    level = tmp_path / "level.txt"
    for name, cells in (("0", "S...\n.##.\n....\n"), ("3", "..S..\n.#.#.\n.....\n")):
        level.write_text(cells, encoding="utf-8")
        said = subprocess.run(
            [sys.executable, "-m", "lo_exact", "walk", level],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        least = re.findall(r"optimal: (\d+) steps", said)[0]
        page.click(f"[data-level='{name}']")
        expect(page.locator("#number")).to_have_text(least)
    lamp(page, 12).click()  # far from the ring
    expect(page.locator("#sentence")).to_contain_text("Only a light beside the ring")
    for left in range(int(least) - 1, -1, -1):
        page.click("#hint")
        page.locator(".lamp.hint").click()
        expect(page.locator("#number")).to_have_text(str(left) if left else "Solved")
    page.click("[data-view=why]")
    expect(page.locator("[data-panel=why]")).to_contain_text(f"{13 * 2**13:,}")
    page.reload()
    expect(page.locator("#number")).to_have_text(f"Why {least} is the least")
    page.click("nav [data-view=play]")
    expect(page.locator("#number")).to_have_text("Solved")


@pytest.mark.parametrize("by", ["mouse", "touch", "keys"])
def test_corners_are_dragged_around_a_board_that_was_not_found(open_page, by):
    """Squares without gaps in a busy picture: no bands are found, the corners say where it is."""
    drawing = pytest.importorskip("PIL.Image")
    chance = np.random.default_rng(8)
    noise = chance.integers(90, 130, size=(400, 600, 3)).astype(np.uint8)
    board = np.array([[1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 0, 1]])
    noise[100:280, 150:390] = np.kron(board * 200 + 30, np.ones((60, 60)))[:, :, None]
    held = io.BytesIO()
    drawing.fromarray(noise).save(held, "PNG")
    page = open_page(f"/#{CORNER}", has_touch=True)
    given(page, held.getvalue())
    expect(page.locator("#sentence")).to_contain_text("Drag the corners around it")
    box = page.locator(".corners canvas").bounding_box()
    for name, (x, y) in (("Upper left", (150, 100)), ("Lower right", (390, 280))):
        handle = page.get_by_label(f"{name} corner")
        corner = handle.bounding_box()
        start = {"x": corner["x"] + corner["width"] / 2, "y": corner["y"] + corner["height"] / 2}
        end = {"x": box["x"] + box["width"] * x / 600, "y": box["y"] + box["height"] * y / 400}
        if by == "mouse":
            page.mouse.move(**start)
            page.mouse.down()
            page.mouse.move(**end)
            page.mouse.up()
        elif by == "touch":
            finger = page.context.new_cdp_session(page)
            for kind, points in (("Start", [start]), ("Move", [end]), ("End", [])):
                finger.send(
                    "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points}
                )
        else:  # half a hundredth of the picture a press
            for along, way, side in (
                ("x", ("Left", "Right"), "width"),
                ("y", ("Up", "Down"), "height"),
            ):
                steps = round((end[along] - start[along]) / box[side] * 200)
                for _ in range(abs(steps)):
                    handle.press(f"Arrow{way[steps > 0]}")
    page.locator(".picture").get_by_label("Rows").fill("3")
    page.locator(".picture").get_by_label("Columns").fill("4")
    page.locator(".picture").get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#sentence")).to_contain_text("3 × 4")
    assert lit(page) == np.flatnonzero(board).tolist()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_press_moves_the_board_of_a_phone_below_a_long_rule(open_page, language):
    for level in (30, 35, 41):
        page = open_page(f"/#level={level}", viewport={"width": 360, "height": 740})
        page.select_option("#language", language)
        expect(page.locator("#sentence")).to_contain_text(str(level))
        before = page.locator(".case").bounding_box()
        page.locator(".lamp:not(.gone)").nth(2).click()
        expect(page.locator("#undo")).to_be_enabled()
        expect(page.locator("#sentence")).not_to_contain_text(str(level))
        assert page.locator(".case").bounding_box() == before
