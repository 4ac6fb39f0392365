"""Random levels through every walk engine, and the time one takes: run by hand.

python -m tests.campaigns.walks --count 2000            every engine against plain search
python -m tests.campaigns.walks --times                 CPU seconds of boards of 30 to 400 cells
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from lo_exact.outcome import Watch
from lo_exact.walk.graph.ground import ground_of
from lo_exact.walk.graph.trails import as_letters, simulate
from lo_exact.walk.levels.level import Level
from lo_exact.walk.making import Recipe, random_level
from lo_exact.walk.search.engines import run_here
from lo_exact.walk.search.table import ENGINES, find_engine
from lo_exact.walk.solve import fewest_steps, settle
from lo_exact.walk.styles import STYLES
from tests.boards.levels import small_level
from tests.truth.walks import fewest


def compare(count: int, seed: int, most: int) -> int:
    """Return how many answers differ from plain search."""
    chance = Random(seed)
    wrong = 0
    seen: Counter[str] = Counter()
    for _ in range(count):
        level = small_level(chance, most)
        expected = fewest(level)
        seen["unsolvable" if expected < 0 else f"excess {_excess(level, expected)}"] += 1
        for name in ("auto", *(engine.name for engine in ENGINES)):
            walked = fewest_steps(level, engine=name)
            right = walked.steps == expected and not walked.stopped
            if not right or (expected >= 0 and not simulate(level, walked.walk).solves):
                wrong += 1
                print(f"{name} says {walked.steps}, plain search {expected}: {level}")
    print(
        f"{count} levels of up to {most} cells, {wrong} wrong answers; {dict(sorted(seen.items()))}"
    )
    return wrong


def _excess(level: Level, steps: int) -> int:
    return (steps - ground_of(level).parity.bound) // 4


def times(seed: int, engine: str) -> None:
    """Print CPU seconds of one engine, process start and imports left out."""
    chance = Random(seed)
    game = []
    for k in range(300):
        loops, filled = list(STYLES.values())[k % len(STYLES)]
        recipe = Recipe(8, 13, chance.randint(30, 92), loops, filled, 0.3 * (k % 3 == 0))
        game.append(_seconds(random_level(recipe, chance), engine))
    _report("30 to 92 cells in 8 x 13", game)
    for cells, count in ((200, 10), (400, 5)):
        side = int((2 * cells) ** 0.5) + 1
        for style, (loops, filled) in STYLES.items():
            recipe = Recipe(side, side, cells, loops, filled)
            found = [_seconds(random_level(recipe, chance), engine) for _ in range(count)]
            _report(f"{cells} cells, {style}", found)


def _report(name: str, seconds: list[float]) -> None:
    mean = sum(seconds) / len(seconds)
    print(f"{name}: {len(seconds)} levels, mean {mean:.3f} s, worst {max(seconds):.2f} s CPU")


def _seconds(level: Level, engine: str) -> float:
    started = time.process_time()
    ground = ground_of(level)
    watch = Watch()
    walk = as_letters(watch.best) if settle(ground, watch) else ""
    if not walk and ground.empty_cells:
        walk = run_here(find_engine(engine), ground, watch)
    seconds = time.process_time() - started
    assert simulate(level, walk or as_letters(watch.best)).solves
    return seconds


def main() -> int:
    """Run what was asked for; 1 when an answer was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12, help="cells of a level")
    parser.add_argument("--engine", default="sat", help="whose times")
    parser.add_argument("--times", action="store_true")
    asked = parser.parse_args()
    if asked.times:
        times(asked.seed, asked.engine)
        return 0
    return int(compare(asked.count, asked.seed, asked.most) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
