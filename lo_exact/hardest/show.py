"""Hardest boards and histograms for people: a sentence, a table, CSV, b-file lines, a picture.

Bars are on a logarithmic scale, as the counts span many powers of ten.
"""

from __future__ import annotations

from lo_exact.hardest.answer import Hardest, Histogram
from lo_exact.outcome import Status
from lo_exact.pictures import Scene
from lo_exact.pictures.bars import bars_scene
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
        many = f"{found.boards} board{'' if found.boards == 1 else 's'} need so much"
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
