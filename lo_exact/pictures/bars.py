"""Bar charts of counts on a logarithmic scale."""

from collections.abc import Sequence
from math import log10

import numpy as np

from lo_exact.pictures.marks import DOT, FAINT, LINE, WORDS, Bars, Lines, Mark, Words, points
from lo_exact.pictures.scene import Scene

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 44, 52


def bars_scene(
    counts: Sequence[int], *, title: str = "", along: str = "", description: str = ""
) -> Scene:
    """Return a bar chart of counts, without a bar for a count of 0.

    Args:
        counts: number for each of 0, 1, 2, ...; Python integers of any size.
        title: text at the top.
        along: label of the horizontal axis.
        description: description of the picture.
    """
    powers = log10(max([1, *counts])) + 0.3
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = wide / max(len(counts), 1)
    every = max(1, -(-int(powers) // 10))
    levels = [(p, TOP + high - high * p / powers) for p in range(0, int(powers) + 1, every)]
    boxes, words = [], []
    for value, count in enumerate(counts):
        if count:
            tall = max(high * log10(count) / powers, 1.5)
            boxes.append((LEFT + step * (value + 0.1), TOP + high - tall, step * 0.8, tall))
            words.append(f"{value}: {count}")
    label = max(1, -(-len(counts) // 24))
    named = range(0, len(counts), label)
    marks: tuple[Mark, ...] = (
        Lines(np.array([(LEFT, y, WIDTH - RIGHT, y) for _, y in levels]), LINE),
        Words(points([(LEFT - 6, y + 4) for _, y in levels]),
              tuple(f"1e{p}" if p > 3 else str(10**p) for p, _ in levels), 12, FAINT, "end"),
        Bars(np.array(boxes, dtype=np.float64).reshape(-1, 4), DOT, tuple(words)),
        Words(points([(LEFT + step * (v + 0.5), HEIGHT - BOTTOM + 16) for v in named]),
              tuple(map(str, named)), 12, FAINT),
        Words(points([(LEFT + wide / 2, HEIGHT - 12)]), (along,), 12, FAINT),
        Words(points([(WIDTH / 2, 24)]), (title,), 15, WORDS, bold=True),
    )  # fmt: skip
    return Scene(WIDTH, HEIGHT, marks, title, description)
