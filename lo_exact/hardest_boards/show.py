"""Output of hardest boards and histograms: sentence, table, CSV, b-file lines, picture."""

from lo_exact.hardest_boards.answer import Hardest, Histogram
from lo_exact.languages.phrases import phrase
from lo_exact.outcome import Status
from lo_exact.pictures.scene import Scene
from lo_exact.pictures.sheets import bars_scene
from lo_exact.puzzle import Objective


def hardest_sentence(found: Hardest) -> str:
    """Return a sentence with the largest minimum, or its bounds, and how many boards need it."""
    objective = found.puzzle.objective
    number = {Objective.PRESSES: 1, Objective.BUTTONS: 2, Objective.PRICES: 3}[objective]
    least = phrase(number, n=found.lower_bound)
    if found.status is not Status.OPTIMAL:
        return phrase(180, least=least, most=found.upper_bound)
    many = phrase(182) if found.boards < 0 else phrase(183, n=found.boards)
    return phrase(181, cost=least, many=many)


def as_table(found: Histogram) -> str:
    """Return a text table with a bar for each minimum; the last line is the number of boards."""
    width = max(len("boards"), len(str(found.boards)))
    largest = max(found.terms.values())
    lines = [f"{'minimum':>7}  {'boards':>{width}}"]
    for weight, count in enumerate(found.listed):
        bar = "#" * -(-count * 40 // largest)
        lines.append(f"{weight:>7}  {count:>{width}}  {bar}".rstrip())
    lines.append(f"{'all':>7}  {found.boards:>{width}}")
    return "\n".join(lines) + "\n"


def as_csv(found: Histogram) -> str:
    """Return a histogram as CSV lines ``minimum,boards``."""
    lines = [f"{weight},{count}" for weight, count in enumerate(found.listed)]
    return "\n".join(["minimum,boards", *lines]) + "\n"


def as_bfile(found: Histogram) -> str:
    """Return a histogram as OEIS b-file lines ``n a(n)``, with n from 0."""
    return "".join(f"{weight} {count}\n" for weight, count in enumerate(found.listed))


def histogram_scene(found: Histogram, title: str) -> Scene:
    """Return a bar chart of a histogram; a minimum that no board has gets no bar.

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
