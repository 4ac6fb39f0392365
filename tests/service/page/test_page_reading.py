"""Texts that the page reads by itself: it reads them as the library does, or not at all."""

import json
import shutil
import subprocess

import numpy as np
import pytest

import lo_exact
from lo_exact.errors import LoExactError
from lo_exact.formats import parse_puzzle, write_puzzle
from lo_exact.formats.format_table import FORMATS
from tests.service.page.test_page_game import GAME
from tests.service.page.test_page_solver import made, puzzle_of
from tests.service.serving import ROOT

APART = json.loads((ROOT / "tests/formats/kept_apart.json").read_text(encoding="utf-8"))
SHARED = "Lights out, proved · 3 × 3\n⬛🟨⬛\n🟨🟨🟨\n⬛🟨⬛\n🟡💡↩️⚪\n3, least 1\n"
SCRIPT = """
import { readFileSync } from "node:fs";
globalThis.document = { documentElement: { dataset: {} } };
const { readText } = await import(process.argv[1] + "/reading.js");
const { boardText } = await import(process.argv[1] + "/writing.js");
const { effects } = await import(process.argv[1] + "/solving/shapes.js");
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map((text) => {
  const found = readText(text);
  if (!found) return null;
  const { shape, state } = found;
  return { shape, state, all: effects(shape), text: boardText(shape, state) };
})));
"""


def by_the_page(texts):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here: apt-get install nodejs")
    ran = subprocess.run(
        [node, "--experimental-default-type=module", "--input-type=module", "-e", SCRIPT, GAME],
        input=json.dumps(texts), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def same(found, puzzle) -> bool:
    """Say whether lights, buttons, what they change, and the goal are those of a puzzle."""
    shape, state = found["shape"], found["state"]
    lights = [place for place, value in enumerate(state) if value is not None]
    number = {place: k for k, place in enumerate(lights)}
    buttons = [lights_ for lights_ in found["all"] if lights_ is not None]
    matrix = np.zeros((len(lights), len(buttons)), dtype=np.int64)
    for column, changes in enumerate(buttons):
        for place, amount in changes:
            matrix[number[place], column] = amount
    goal = shape.get("goal") or [0] * len(state)
    target = [-1 if goal[place] is None else goal[place] for place in lights]
    return (
        shape["colours"] == puzzle.colours
        and matrix.tolist() == puzzle.activation.to_dense().tolist()
        and [state[place] for place in lights] == puzzle.state.tolist()
        and target == puzzle.target.tolist()
        and shape.get("uniform", False) == puzzle.uniform
    )


def texts_of_boards(count: int) -> list[str]:
    """Return boards by chance as the library writes them, in every format that can."""
    chance = np.random.default_rng(11)
    found = []
    while len(found) < count:
        board = made(chance)
        if board["rule"] == "hex":
            continue  # the library draws it with places between
        puzzle = puzzle_of(board)
        if board["rule"] == "cube" and len(board["holes"]):
            continue
        for name in ("board", "flip", "json"):
            try:
                found.append(write_puzzle(puzzle, name))
            except LoExactError:
                continue
    return found


@pytest.mark.parametrize("number", [100, pytest.param(600, marks=pytest.mark.large)])
def test_what_the_page_reads_it_reads_as_the_library_does(number):
    texts = [row.example for row in FORMATS] + [one["text"] for one in APART]
    texts += texts_of_boards(number)
    read = 0
    for text, found in zip(texts, by_the_page(texts), strict=True):
        if found is None:
            continue
        read += 1
        assert same(found, parse_puzzle(text)), text
        # and what the page writes of it the library reads as the same puzzle
        assert parse_puzzle(found["text"]).sha256 == parse_puzzle(text).sha256, text
    assert read > number * 5 // 12


def test_the_page_reads_what_it_shares():
    (found,) = by_the_page([SHARED])
    assert found["state"] == [0, 1, 0, 1, 1, 1, 0, 1, 0]
    assert lo_exact.minimum(parse_puzzle(found["text"])).weight == 1


def test_what_is_not_certain_is_left_to_the_server():
    texts = [
        "", "hello", "0 1 1 0", "10101 01010", "##?\n...", "123\n45", "target: 1\n\n#..\n...",
        "[.#] (7) {1,2}", "{", '{"state": [[0, 9]], "colours": 2}', "colours: 1\n\n00", "##.\n#",
    ]  # fmt: skip
    assert dict(zip(texts, by_the_page(texts), strict=True)) == dict.fromkeys(texts)
