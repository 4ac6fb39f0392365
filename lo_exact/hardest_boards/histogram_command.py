"""``lo-exact histogram``: how many boards need how many presses."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, print_json
from lo_exact.commands.shared.options import (
    Json,
    Talking,
    TimeLimit,
    checked_picture,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.commands.shared.reading import Rules, RulesOfSize
from lo_exact.commands.shared.where import WhereRun
from lo_exact.commands.shared.writing import draw_picture

if TYPE_CHECKING:
    from lo_exact.hardest_boards.answer import Histogram
    from lo_exact.pictures import Scene


class Form(Enum):
    """The form in which the histogram is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    BFILE = "bfile"


FormName = Annotated[
    Form, typer.Option("--format", help="text, json, csv, or bfile (lines n a(n), as in the OEIS).")
]
Plot = Annotated[
    str | None,
    typer.Option(
        "--picture",
        "--plot",
        metavar="FILE",
        callback=checked_picture,
        help="Draw it, too: FILE.svg, FILE.pdf or FILE.png.",
    ),
]


@grouped
def histogram(
    file: Rules = "",
    *,
    how: RulesOfSize,
    json: Json = False,
    format: FormName = Form.TEXT,
    picture: Plot = None,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Talking,
) -> int:
    """Count the solvable boards by their minimum, exactly; refuse with the cost if too expensive.

    Example: lo-exact histogram --size 4x4
    """
    from lo_exact.hardest_boards.find import histogram as count_boards

    puzzle = how.rules(file)
    found = count_boards(
        puzzle,
        where=where,
        time_limit=seconds_allowed(time_limit),
        report=talk.progress(puzzle.objective),
    )
    talk.end_progress()
    talk.detail(f"{found.method}, {found.seconds:.3f} s")
    asked = how.said
    rule = f"{asked['size']} {asked['neighbourhood'] or 'plus'} {asked['topology'] or ''}"
    title = file or rule.strip()
    draw_picture(picture, lambda: _scene(found, f"{title}, {puzzle.colours} colours"), talk)
    print_histogram(found, Form.JSON if json else format)
    return 0


def print_histogram(found: "Histogram", form: Form) -> None:
    """Print a histogram in a form."""
    from lo_exact.hardest_boards.show import as_bfile, as_csv, as_table

    if form is Form.JSON:
        print_json(found.to_json())
        return
    allow_long_numbers()
    print({Form.TEXT: as_table, Form.CSV: as_csv, Form.BFILE: as_bfile}[form](found), end="")


def _scene(found: "Histogram", title: str) -> "Scene":
    from lo_exact.hardest_boards.show import histogram_scene

    return histogram_scene(found, title)
