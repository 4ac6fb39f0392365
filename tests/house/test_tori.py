"""The table of tori, all lights on: published nullities, and presses that are multiplied out."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.all_on import TORI

BOARDS = {e["n"]: e for e in json.loads(TORI.read_text(encoding="utf-8"))["boards"]}
PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published.json"


def test_nullities_are_the_published_ones():
    values = json.loads(PUBLISHED.read_text())["A165738_torus_nullity_n1_30"]["values"]
    assert [BOARDS[n]["nullity"] for n in range(1, 31)] == values


@pytest.mark.parametrize("n", [n for n, entry in BOARDS.items() if "refused" not in entry])
def test_the_presses_turn_every_light_off(n):
    presses = np.array(list(f"{int(BOARDS[n]['presses'], 16):0{n * n}b}"), dtype=int)
    x = presses.reshape(n, n)
    around = sum(np.roll(x, step, axis) for axis in (0, 1) for step in (1, -1))
    assert ((x + around) % 2 == 1).all()
    assert x.sum() == BOARDS[n]["weight"]


def test_every_press_pattern_of_the_5_x_5_torus_weighs_as_much_or_more():
    """All 2^25 patterns by the sums of their rows: 2^8 of them solve it."""
    best, number = 25, 0
    rows = np.arange(32)
    turned = [(rows << 1 | rows >> 4) & 31, (rows >> 1 | rows << 4) & 31]
    own = rows ^ turned[0] ^ turned[1]
    for first in range(32):
        for second in range(32):
            lines = [first, second]
            for _ in range(3):  # the line below is what the line before still needs
                lines.append(31 ^ int(own[lines[-1]]) ^ lines[-2])
            ends = [31 ^ int(own[lines[4]]) ^ lines[3], 31 ^ int(own[lines[0]]) ^ lines[1]]
            if ends == [lines[0], lines[4]]:
                weight = sum(line.bit_count() for line in lines)
                number = (number if weight >= best else 0) + (weight <= best)
                best = min(best, weight)
    assert (BOARDS[5]["weight"], BOARDS[5]["minimum_solutions"]) == (best, number)
