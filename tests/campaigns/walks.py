"""Random levels through the search for walks, and the time it takes: run by hand.

python -m tests.campaigns.walks --count 2000            the search against plain search
python -m tests.campaigns.walks --times                 CPU seconds of boards of 30 to 400 cells
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

import numpy as np

from lo_exact.outcome import Watch
from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level import WalkLevel
from lo_exact.parity_walks.search.sat import search
from lo_exact.parity_walks.solve import fewest_steps, settle
from lo_exact.parity_walks.trails import as_letters, simulate
from tests.campaigns import frame
from tests.parity_walks.enumerated import fewest
from tests.parity_walks.random_levels import STYLES, Recipe, random_level
from tests.parity_walks.small_levels import small_level


def judge(rng: np.random.Generator, given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Judge the walk through the next random level."""
    chance = Random(int(rng.integers(2**62)))
    level = small_level(chance, given.most)
    if chance.random() < 0.5:
        level = level.ending(chance.choice([level.start, chance.randrange(len(level.cells))]))
    expected = fewest(level)
    yield "unsolvable" if expected < 0 else f"excess {_excess(level, expected)}", ""
    walked = fewest_steps(level)
    right = walked.steps == expected and not walked.stopped
    right = right and (expected < 0 or simulate(level, walked.walk).solves)
    yield walked.engine, "" if right else f"says {walked.steps}, plain search {expected}: {level}"


def _excess(level: WalkLevel, steps: int) -> int:
    return (steps - ground_of(level).parity.bound) // 4


def times(seed: int) -> None:
    """Print CPU seconds of the search, process start and imports left out."""
    chance = Random(seed)
    game = []
    for k in range(300):
        loops, filled = list(STYLES.values())[k % len(STYLES)]
        recipe = Recipe(8, 13, chance.randint(30, 92), loops, filled, 0.3 * (k % 3 == 0))
        game.append(_seconds(random_level(recipe, chance)))
    _report("30 to 92 cells in 8 x 13", game)
    for cells, count in ((200, 10), (400, 5)):
        side = int((2 * cells) ** 0.5) + 1
        for style, (loops, filled) in STYLES.items():
            recipe = Recipe(side, side, cells, loops, filled)
            found = [_seconds(random_level(recipe, chance)) for _ in range(count)]
            _report(f"{cells} cells, {style}", found)


def _report(name: str, seconds: list[float]) -> None:
    mean = sum(seconds) / len(seconds)
    print(f"{name}: {len(seconds)} levels, mean {mean:.3f} s, worst {max(seconds):.2f} s CPU")


def _seconds(level: WalkLevel) -> float:
    started = time.process_time()
    ground = ground_of(level)
    watch = Watch()
    walk = as_letters(watch.best) if settle(ground, watch) else ""
    if not walk and ground.empty_cells:
        walk = search(lambda *_: None, ground)
    seconds = time.process_time() - started
    assert simulate(level, walk or as_letters(watch.best)).solves
    return seconds


if __name__ == "__main__":
    if "--times" in sys.argv:
        times(seed=1)
    else:
        most = {"--most": {"type": int, "default": 12, "help": "cells of a level"}}
        sys.exit(frame.main(judge, __doc__, count=2000, options=most))
