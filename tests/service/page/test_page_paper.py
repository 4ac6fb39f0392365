"""The QR code on paper, read as a phone reads it."""

import io
import json
import shutil
import subprocess

import numpy as np
import pytest

from tests.service.page.test_page_game import GAME
from tests.service.page.test_page_why import DAYS, SHAPE

SCRIPT = """
import { readFileSync } from "node:fs";
const { squares } = await import(process.argv[1]);
const codes = JSON.parse(readFileSync(0)).map(squares);
console.log(JSON.stringify(codes.map((code) => code?.map((row) => row.map(Number)) ?? null)));
"""


def read(picture: np.ndarray) -> list[str]:
    """Return the texts of all codes in a grey picture."""
    reader = pytest.importorskip("zxingcpp", reason="pip install zxing-cpp reads codes")
    return [
        found.text for found in reader.read_barcodes(picture, formats=reader.BarcodeFormat.QRCode)
    ]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_every_length_to_666_bytes_is_read_and_longer_ones_are_refused():
    chance = np.random.default_rng(3)
    lengths = [*range(1, 667, 7), 666, 667, 5000]  # all of 20 versions
    texts = ["".join(chance.choice(list("0123456789abc,#/.:"), size=n)) for n in lengths]
    texts.append("ライツアウト #")
    command = ["node", "--input-type=module", "--eval", SCRIPT, str(GAME / "views/qr.js")]
    ran = subprocess.run(
        command, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    sizes = set()
    for text, code in zip(texts, json.loads(ran.stdout), strict=True):
        assert (code is None) == (len(text) > 666)
        if code is None:
            continue
        sizes.add(len(code))
        dark = np.kron(np.pad(np.array(code, dtype=np.uint8), 4), np.ones((4, 4), dtype=np.uint8))
        assert read(255 * (1 - dark)) == [text]
    assert sizes == {17 + 4 * version for version in range(1, 21)}


@pytest.mark.parametrize("view", ["play", "why"])
def test_the_code_on_paper_leads_to_the_board(open_page, browser, tmp_path, view):
    page = open_page(f"/#{SHAPE},{DAYS['2026-11-23']}")
    page.wait_for_selector("body[data-paper=yes]")
    page.click(f"nav [data-view={view}]")
    paper = tmp_path / "board.pdf"
    page.pdf(path=paper, format="A4", print_background=False)
    viewer = browser.new_page(viewport={"width": 1200, "height": 1600})
    viewer.goto(f"{paper.as_uri()}#toolbar=0&navpanes=0&view=Fit")
    found: list[str] = []
    for _ in range(50):
        image = pytest.importorskip("PIL.Image").open(io.BytesIO(viewer.screenshot()))
        found = read(np.asarray(image.convert("L")))
        if found:
            break
        viewer.wait_for_timeout(200)
    viewer.close()
    assert found == [page.url.replace(f"#{view}/", "#")]
