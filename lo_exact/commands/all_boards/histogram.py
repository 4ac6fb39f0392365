"""``lo-exact histogram``: how many boards need how many presses."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, print_json, seconds_allowed
from lo_exact.commands.shared.asking import Jobs, Ledger, Rules, asked
from lo_exact.commands.shared.options import Json, Quiet, TimeLimit, Verbose, can_be_written
from lo_exact.commands.shared.reading import Colours, Neighbourhood, ObjectiveName, Size, Topology
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from lo_exact.hardest import Histogram


class Form(Enum):
    """How the histogram is printed."""

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
        "--plot",
        metavar="FILE",
        callback=can_be_written,
        help="Also draw it: FILE.svg, or FILE.png where matplotlib is installed.",
    ),
]


def histogram(
    file: Rules = "",
    size: Size = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    colours: Colours = None,
    objective: ObjectiveName = None,
    json: Json = False,
    format: FormName = Form.TEXT,
    plot: Plot = None,
    jobs: Jobs = 1,
    ledger: Ledger = None,
    time_limit: TimeLimit = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Count the solvable boards by their minimum, exactly; refuse with the cost if too expensive.

    Example: lo-exact histogram --size 4x4
    """
    from pathlib import Path

    from lo_exact.hardest import histogram as count_boards

    if plot is not None and not plot.endswith((".svg", ".png")):
        raise UsageError(f"--plot draws .svg or .png files, got {plot}")
    puzzle = asked(file, size, colours, neighbourhood, topology, objective)
    talk = Talk(quiet=quiet, verbose=verbose)
    found = count_boards(
        puzzle,
        jobs=jobs,
        ledger=None if ledger is None else Path(ledger),
        time_limit=seconds_allowed(time_limit),
        report=talk.progress(puzzle.objective),
    )
    talk.end_progress()
    talk.detail(f"{found.method}, {found.seconds:.3f} s")
    if plot is not None:
        title = file or f"{size} {neighbourhood or 'plus'} {topology or ''}".strip()
        _draw(found, f"{title}, {puzzle.colours} colours", Path(plot))
        talk.say(f"drawn: {plot}")
    print_histogram(found, Form.JSON if json else format)
    return 0


def print_histogram(found: "Histogram", form: Form) -> None:
    """Print a histogram in a form."""
    from lo_exact.hardest.show.listing import as_bfile, as_csv, as_table

    if form is Form.JSON:
        print_json(found.to_json())
        return
    allow_long_numbers()
    print({Form.TEXT: as_table, Form.CSV: as_csv, Form.BFILE: as_bfile}[form](found), end="")


def _draw(found: "Histogram", title: str, path: "Path") -> None:
    from lo_exact.hardest.show.plot import as_svg, write_png

    if path.suffix == ".png":
        write_png(found, title, path)
    else:
        path.write_text(as_svg(found, title), encoding="utf-8")
