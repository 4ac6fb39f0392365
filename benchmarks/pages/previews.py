"""Pages of days and levels: other sites show their pictures beside a link, then they open the game.

A browser sends nothing of what stands behind the # of an address, so each day and each level of the
ladder gets a page of its own: ``day/2026-11-28.html`` names the picture beside it and leads to
``../#day=2026-11-28``.  The boards come from the page's own scripts, which Node.js runs.

python -m benchmarks.pages.previews build/page [ADDRESS OF THE FOLDER]
"""

from __future__ import annotations

import datetime
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.records.collect import ROOT

GAME = ROOT / "lo_exact/service/page/game"
DAYS_AHEAD = 92
"""A site that is built once a quarter always has the picture of today."""
SIZE = (1200, 630)
PAPER, CASE, OFF, INK, SOFT, LIGHT = (
    "#13110e",
    "#1f1b16",
    "#3d372e",
    "#f3eee4",
    "#aaa294",
    "#ffc94a",
)
HEAT = ((112, 36, 18), (221, 107, 26), (255, 201, 90), (255, 252, 240))
SCRIPT = """
import { readFileSync } from "node:fs";
const game = process.argv[1];
const { answerTo } = await import(`${game}/solving/questions.js`);
const { layout } = await import(`${game}/solving/shapes.js`);
const { addressed } = await import(`${game}/address.js`);
const { FIRST_DAY, moved } = await import(`${game}/dates.js`);
const drawn = (name, { shape, state }, weight) =>
  ({ name, state, weight, ...shape, ...layout(shape) });
const days = [];
for (let day = FIRST_DAY; day <= process.argv[2]; day = moved(day, 1)) {
  const given = answerTo("day", { date: day });
  days.push(drawn(`day/${day}`, given, given.answer.weight));
}
const levels = JSON.parse(readFileSync(`${game}/levels.json`)).map(async ([address, least], k) =>
  drawn(`level/${k + 1}`, await addressed(address), least));
console.log(JSON.stringify([...days, ...await Promise.all(levels)]));
"""


def boards(last: datetime.date) -> list[dict[str, Any]]:
    """Return the boards of all levels and of the days to the last, and where their lights stand."""
    ran = subprocess.run(
        ["node", "--experimental-default-type=module", "--input-type=module", "-e", SCRIPT,
         str(GAME), last.isoformat()],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def colour(value: int, colours: int) -> Any:
    """Return a lamp's colour: amber, or for more than two colours the heat of its step."""
    if value == 0:
        return OFF
    if colours == 2:
        return LIGHT
    share = (value - 1) / (colours - 2) * 3
    k = min(2, int(share))
    return tuple(
        round(low + (share - k) * (high - low))
        for low, high in zip(HEAT[k], HEAT[k + 1], strict=True)
    )


def picture(board: dict[str, Any], title: str) -> bytes:
    """Draw the lamps in their case, and beside it the proved minimum."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    across = board["width"] / board["span"]
    side = min(500 / across, 500 / board["height"])
    left, top = 65 + (500 - side * across) / 2, 65 + (500 - side * board["height"]) / 2
    case = (left - 20, top - 20, left + side * across + 20, top + side * board["height"] + 20)
    draw.rounded_rectangle(case, 28, CASE)
    for (row, column), value in zip(board["spots"], board["state"], strict=True):
        x, y, gap = left + column / board["span"] * side, top + row * side, 0.06 * side
        lamp = (x + gap, y + gap, x + side - gap, y + side - gap)
        draw.rounded_rectangle(lamp, 0.2 * side, colour(value, board["colours"]))
        if value and board["colours"] > 2:
            middle = (x + side / 2, y + side / 2)
            font = ImageFont.load_default(0.4 * side)
            draw.text(middle, str(value), INK if value == 1 else PAPER, font, anchor="mm")
    draw.text((630, 70), "Lights out, proved", INK, ImageFont.load_default(34))
    draw.text((630, 190), title, INK, ImageFont.load_default(46))
    draw.text((622, 260), str(board["weight"]), LIGHT, ImageFont.load_default(190))
    words = "presses are enough: proved." if board["weight"] > 1 else "press is enough: proved."
    draw.text((630, 480), words, SOFT, ImageFont.load_default(34))
    written = io.BytesIO()
    image.quantize(128).save(written, "PNG", optimize=True)
    return written.getvalue()


def title_of(name: str) -> str:
    """Return the words for ``day/2026-11-28`` or ``level/7``."""
    kind, which = name.split("/")
    if kind == "level":
        return f"Level {which} of 60"
    day = datetime.date.fromisoformat(which)
    return f"{day:%A}, {day.day} {day:%B %Y}"


def page(name: str, address: str) -> str:
    """Return the page that names the picture and leads to the game."""
    kind, which = name.split("/")
    image = f"{address}{name}.png" if address else f"{which}.png"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f"<title>Lights out, proved: {title_of(name)}</title>",
            f'<meta property="og:title" content="Lights out, proved: {title_of(name)}">',
            '<meta property="og:description" content="Turn all lights off.">',
            f'<meta property="og:image" content="{image}">',
            '<meta name="twitter:card" content="summary_large_image">',
            f'<meta http-equiv="refresh" content="0; url=../#{kind}={which}">',
            "</head></html>\n",
        )
    )


def previews(address: str, last: datetime.date) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each page and picture."""
    for board in boards(last):
        yield f"{board['name']}.png", picture(board, title_of(board["name"]))
        yield f"{board['name']}.html", page(board["name"], address).encode()


def add_previews(folder: Path, address: str = "") -> None:
    """Write all of them beside the game, and into its first page the last day that has one."""
    if shutil.which("node") is None:
        print("no Node.js here: days and levels get no pictures for links", file=sys.stderr)
        return
    last = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(DAYS_AHEAD)
    for name, content in previews(address, last):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    first = folder / "index.html"
    text = first.read_text(encoding="utf-8")
    first.write_text(text.replace("<html", f'<html data-previews="{last}"', 1), encoding="utf-8")


if __name__ == "__main__":
    add_previews(Path(sys.argv[1]), *sys.argv[2:])
