"""Hardest boards and histograms for people: a sentence, a table, CSV, b-file lines, a picture.

Bars are on a logarithmic scale, as the counts span many powers of ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

import numpy as np

from lo_exact.hardest.answer import Hardest, Histogram
from lo_exact.outcome import Status
from lo_exact.pictures.inks import DOT, FAINT, LINE, WORDS
from lo_exact.pictures.marks import Bars, Lines, Mark, Words, points
from lo_exact.pictures.scene import Scene
from lo_exact.puzzle import Objective


def hardest_sentence(found: Hardest) -> str:
    """Say the largest minimum, or the interval, and how many boards have it."""
    objective = found.puzzle.objective
    if found.status is not Status.OPTIMAL:
        return (
            f"feasible: the hardest boards need {_cost(objective, found.lower_bound)} or more; "
            f"proved: none needs more than {found.upper_bound}"
        )
    many = "their number was not counted"
    if found.boards >= 0:
        many = f"{found.boards} board{'' if found.boards == 1 else 's'} need that many presses"
        many = many.replace("1 board need ", "1 board needs ") if found.boards == 1 else many
    return f"optimal: the hardest boards need {_cost(objective, found.weight)}; {many}"


def _cost(objective: Objective, weight: int) -> str:
    if objective is Objective.PRICES:
        return f"a price of {weight}"
    unit = {Objective.PRESSES: ("press", "presses"), Objective.BUTTONS: ("button", "buttons")}
    return f"{weight} {unit[objective][weight != 1]}"


def as_table(found: Histogram) -> str:
    """Return a table with a bar for each minimum; the last line has the number of boards."""
    terms = found.listed
    width = max(len("boards"), len(str(found.boards)))
    largest = max(terms)
    lines = [f"{'minimum':>7}  {'boards':>{width}}"]
    for weight, count in enumerate(terms):
        bar = "#" * -(-count * 40 // largest)
        lines.append(f"{weight:>7}  {count:>{width}}  {bar}".rstrip())
    lines.append(f"{'all':>7}  {found.boards:>{width}}")
    return "\n".join(lines) + "\n"


def as_csv(found: Histogram) -> str:
    """Return ``minimum,boards`` lines."""
    lines = [f"{weight},{count}" for weight, count in enumerate(found.listed)]
    return "\n".join(["minimum,boards", *lines]) + "\n"


def as_bfile(found: Histogram) -> str:
    """Return ``n a(n)`` lines, n from 0."""
    return "".join(f"{weight} {count}\n" for weight, count in enumerate(found.listed))


def histogram_scene(found: Histogram, title: str) -> Scene:
    """Return the picture of a histogram; a minimum that no board has gets no bar.

    Args:
        found: the histogram.
        title: any text.
    """
    return bars_scene(
        found.listed,
        title=title,
        along="minimum (boards, logarithmic)",
        description=f"{found.boards} boards by their minimum.",
    )


WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 44, 52


def bars_scene(
    counts: Sequence[int], *, title: str = "", along: str = "", description: str = ""
) -> Scene:
    """Return bars of counts; a count of 0 has none.

    Args:
        counts: how many of 0, 1, 2, ...; Python integers of any size.
        title: stands at the top.
        along: stands below: what is counted by.
        description: what it shows.
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
