"""Commands ``lo-exact hardest`` (largest minimum) and ``histogram`` (boards by minimum)."""

import os
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import (
    LIMIT_REACHED,
    Talk,
    allow_long_numbers,
    coloured,
    draw_picture,
    print_json,
)
from lo_exact.commands.shared.options import (
    Json,
    Picture,
    Rules,
    RulesOfSize,
    Talking,
    TimeLimit,
    WhereRun,
    checked_picture,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import INTERRUPTED, writing
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.hardest_boards.answer import Hardest, Histogram
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle


Effort = Annotated[
    int,
    typer.Option("--effort", min=1, metavar="N", help="Search N times longer for a proof."),
]


Count = Annotated[
    bool, typer.Option("--count", help="Count the hardest boards, however long it takes.")
]


@grouped
def hardest(
    file: Rules = "",
    *,
    how: RulesOfSize,
    json: Json = False,
    count: Count = False,
    effort: Effort = 1,
    evidence: Annotated[
        str | None,
        typer.Option(
            "--evidence",
            metavar="FOLDER",
            help="Write the claim, its evidence and a certificate into FOLDER.",
        ),
    ] = None,
    picture: Picture = None,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Talking,
) -> int:
    """Find the hardest board: the largest minimum over all solvable boards, and how many have it.

    The answer is proved, and an example board is printed, its minimum proved on its own. If no
    proof is found in time, a proved interval is printed; the exit code is 4 (130 after Ctrl-C).

    With --evidence, the answer is written as a claim (hardest.toml, hardest.puzzle.json) with its
    evidence, which `lo-exact check FOLDER/hardest.toml` judges.

    Example: lo-exact hardest --size 5x5
    """
    from lo_exact.commands.shared.render import cost, draw_lights, draw_solution
    from lo_exact.hardest_boards.find import hardest as find_hardest
    from lo_exact.hardest_boards.show import hardest_sentence
    from lo_exact.outcome import Status

    puzzle = how.rules(file)
    say_what_was_read(file, puzzle, talk)
    if evidence is not None:
        with writing(evidence):
            os.makedirs(evidence, exist_ok=True)
    found = find_hardest(
        puzzle,
        effort=effort,
        count=count,
        where=where,
        time_limit=seconds_allowed(time_limit),
        report=talk.progress(puzzle.objective),
    )
    talk.end_progress()
    talk.detail(f"{found.method}, {found.seconds:.3f} s")
    if picture is not None and not found.state:
        talk.say("no picture: no example board is known")
    elif picture is not None:
        draw_picture(picture, lambda: _scene(found), talk)
    if evidence is not None:
        from pathlib import Path

        from lo_exact.hardest_boards.claims.write_claims import write_as_claim

        talk.say(f"evidence: {write_as_claim(found, Path(evidence))}")
    if json:
        print_json(found.to_json())
    else:
        allow_long_numbers()
        print(hardest_sentence(found))
        print(phrase(184, method=found.method))
        if found.state:
            print(f"\n{phrase(185, cost=cost(puzzle.objective, found.lower_bound))}")
            print(draw_lights(puzzle, found.state, colour=coloured()))
            print(f"\n{phrase(186)}")
            print(draw_solution(puzzle, found.presses, colour=coloured()))
    if found.stopped:
        talk.say("interrupted: the interval above is proved")
        return INTERRUPTED
    return 0 if found.status is Status.OPTIMAL else LIMIT_REACHED


def _scene(found: "Hardest") -> "Scene":
    import numpy as np

    from lo_exact.commands.shared.figures import board_figure
    from lo_exact.hardest_boards.show import hardest_sentence
    from lo_exact.topology import with_state

    puzzle = with_state(found.puzzle, np.array(found.state, dtype=np.int64))
    return board_figure(puzzle, found.presses, title=hardest_sentence(found))


def say_what_was_read(file: str, puzzle: "Puzzle", talk: Talk) -> None:
    """Report how a file was interpreted: rows of 0 and 1 can be a board or a check matrix."""
    from lo_exact.formats.expected import what_was_read

    if file:
        talk.say(f"all boards with the lights and buttons of {file}: a {what_was_read(puzzle)}")


class Form(Enum):
    """Output format of a histogram."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    BFILE = "bfile"


@grouped
def histogram(
    file: Rules = "",
    *,
    how: RulesOfSize,
    json: Json = False,
    format: Annotated[
        Form,
        typer.Option("--format", help="text, json, csv, or bfile (lines n a(n), as in the OEIS)."),
    ] = Form.TEXT,
    picture: Annotated[
        str | None,
        typer.Option(
            "--picture",
            "--plot",
            metavar="FILE",
            callback=checked_picture,
            help="Also draw a picture: FILE.svg, FILE.pdf or FILE.png.",
        ),
    ] = None,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Talking,
) -> int:
    """Count the solvable boards by their minimum, exactly, or print the estimated cost.

    Example: lo-exact histogram --size 4x4
    """
    from lo_exact.hardest_boards.find import histogram as count_boards
    from lo_exact.hardest_boards.show import histogram_scene

    puzzle = how.rules(file)
    say_what_was_read(file, puzzle, talk)
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
    draw_picture(
        picture, lambda: histogram_scene(found, f"{title}, {puzzle.colours} colours"), talk
    )
    print_histogram(found, Form.JSON if json else format)
    return 0


def print_histogram(found: "Histogram", form: Form) -> None:
    """Print a histogram in the requested output format."""
    from lo_exact.hardest_boards.show import as_bfile, as_csv, as_table

    if form is Form.JSON:
        print_json(found.to_json())
        return
    allow_long_numbers()
    print({Form.TEXT: as_table, Form.CSV: as_csv, Form.BFILE: as_bfile}[form](found), end="")
