"""Pages of days and levels: the boards are those of the game, and each names its picture."""

import datetime
import io
import json
import shutil

import pytest

from benchmarks.pages import previews
from tests.cli_runner import skip_without_slice

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
LAST = datetime.date(2026, 11, 24)


@pytest.mark.parametrize("first", [60, pytest.param(1, marks=pytest.mark.large)])
def test_every_day_and_level_has_a_page_and_a_picture(first, tmp_path, monkeypatch):
    """A picture takes a tenth of a second: only those of the last levels are drawn."""
    skip_without_slice(["serve"])
    image = pytest.importorskip("PIL.Image")
    monkeypatch.setattr(
        previews, "DAYS_AHEAD", (LAST - datetime.datetime.now(datetime.UTC).date()).days
    )
    draw, wanted = previews.picture, {f"Level {k} of 60" for k in range(first, 61)}
    monkeypatch.setattr(
        previews, "picture", lambda board, title: draw(board, title) if title in wanted else b""
    )
    (tmp_path / "index.html").write_text('<html lang="en">')
    previews.add_previews(tmp_path, "https://example.org/play/")
    assert (tmp_path / "index.html").read_text() == '<html data-previews="2026-11-24" lang="en">'
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*")}
    names = ["day/2026-11-23", "day/2026-11-24", *(f"level/{k}" for k in range(1, 61))]
    assert made == {f"{name}.{kind}" for name in names for kind in ("html", "png")}
    page = (tmp_path / "day/2026-11-24.html").read_text()
    assert 'content="https://example.org/play/day/2026-11-24.png"' in page
    assert 'content="0; url=../#day=2026-11-24"' in page
    with image.open(tmp_path / "level/60.png") as drawn:
        assert drawn.size == (1200, 630)


def test_the_boards_are_those_of_the_game():
    skip_without_slice(["serve"])
    boards = {board["name"]: board for board in previews.boards(LAST)}
    levels = json.loads((previews.GAME / "levels.json").read_text(encoding="utf-8"))
    for number, (address, least) in enumerate(levels, start=1):
        board = boards[f"level/{number}"]
        assert "".join(map(str, board["state"])) == address.split(",")[-1]
        assert board["weight"] == least
    assert boards["day/2026-11-23"]["weight"] == 10


def test_a_lit_lamp_is_bright_where_it_stands():
    image = pytest.importorskip("PIL.Image")
    board = {"width": 2, "height": 1, "span": 1, "spots": [[0, 0], [0, 1]], "state": [1, 0],
             "colours": 2, "weight": 1}  # fmt: skip
    drawn = image.open(io.BytesIO(previews.picture(board, "two lights"))).convert("L")
    assert drawn.getpixel((190, 315)) > 150 > 90 > drawn.getpixel((440, 315))


def test_without_node_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    previews.add_previews(tmp_path)
    assert "no Node.js here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
