"""Command ``lo-exact levels``: grade a set of levels and print it on pages."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import LIMIT_REACHED, Talk, print_json, text_table
from lo_exact.commands.shared.many import Files, files_in
from lo_exact.commands.shared.options import (
    How,
    Json,
    Quietly,
    Reading,
    TimeLimit,
    checked_picture,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import INTERRUPTED, LimitReached, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.byhand.levels.grade import LevelGrade
    from lo_exact.puzzle import Puzzle

WORDS = """\
minima: shortest solutions; nullity: independent patterns of presses that change nothing
chase: what light chasing adds to the minimum, double presses left out; 'at once': no second pass
forced: presses that every solution makes"""
"""Legend printed below the table of grades."""

MAX_LEVELS = 10_000
"""Largest number of levels in one run."""

Graded = Annotated[
    bool,
    typer.Option(
        "--grade",
        help="Also print how many minima there are, the nullity, what light chasing needs, and how "
        "many presses are forced.",
    ),
]
Solutions = Annotated[
    bool, typer.Option("--solutions", help="Print the presses of a minimum below each level.")
]


@dataclass(frozen=True, eq=False)
class NamedLevel:
    """Level with the name under which it is listed."""

    name: str
    puzzle: "Puzzle"


@grouped
def levels(
    files: Files,
    *,
    grade: Graded = False,
    solutions: Solutions = False,
    sheet: Annotated[
        str | None,
        typer.Option(
            "--sheet",
            metavar="FILE",
            callback=checked_picture,
            help="Draw all boards with their names on pages, then the answers: FILE.pdf, or "
            "FILE.svg and FILE.png with FILE-2, FILE-3, ... for more pages.",
        ),
    ] = None,
    worksheet: Annotated[
        bool,
        typer.Option(
            "--worksheet",
            help="With --sheet: a pupil's page: the rule, name and date, fewest presses, and an "
            "empty grid beside each board to mark presses in.",
        ),
    ] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="With --sheet: the pages' title.")
    ] = None,
    json: Json = False,
    time_limit: TimeLimit = None,
    how: How,
    talk: Quietly,
) -> int:
    """List levels with their proved minima; grade them; print them as pages.

    --grade adds columns, which are explained below the table: minima, nullity, chase, forced. The
    time limit is for each level; without
    a proved minimum the exit code is 4.

    Example: lo-exact levels data/boards/all-on-5x5.txt --grade
    """
    if sheet is None and (worksheet or title is not None):
        raise UsageError("--worksheet and --title are for pages: give --sheet FILE")
    named = _read_levels(files, how)
    grades = _graded(named, time_limit, talk)
    interrupted = bool(grades) and grades[-1].solution.stopped == "interrupted"
    is_cut, named = len(grades) < len(named), named[: len(grades)]
    if json:
        print_json(
            {
                "levels": [
                    {"name": level.name, **found.to_json()}
                    for level, found in zip(named, grades, strict=True)
                ]
            }
        )
    else:
        _print_levels(named, grades, graded=grade, solutions=solutions)
    if interrupted:
        return INTERRUPTED
    if sheet is not None:
        _draw_pages(sheet, named, grades, title or "", empty_grids=worksheet, talk=talk)
    stopped = is_cut or any(found.solution.stopped for found in grades)
    return LIMIT_REACHED if stopped else 0


def _read_levels(files: Sequence[str], how: Reading) -> list[NamedLevel]:
    """Read all levels of the given files, and give each a name.

    Raises:
        InputError: When one cannot be read.
        UsageError: When a level has counters, or there are too many.
    """
    from lo_exact.counters import of_colours
    from lo_exact.formats.reading import read_parts

    options, form = how.options()
    found: list[NamedLevel] = []
    for file in (name for given in files for name in files_in(given)):
        parts = read_parts(file, options=options, format=form)
        if len(found) + len(parts) > MAX_LEVELS:
            raise UsageError(f"at most {MAX_LEVELS} levels in one run; give fewer files")
        stem = Path(file).stem if os.path.exists(file) else "level"
        for number, part in enumerate(parts, start=1):
            puzzle = of_colours(part.read(), "a level")
            name = puzzle.layout.title or (stem if len(parts) == 1 else f"{stem} #{number}")
            found.append(NamedLevel(printable(name, 60), puzzle))
    return found


def _graded(
    named: Sequence[NamedLevel], time_limit: float | None, talk: Talk
) -> list["LevelGrade"]:
    """Grade the levels one by one, and stop after the level that Ctrl-C interrupts."""
    from lo_exact.byhand.levels.grade import grade_level

    found: list[LevelGrade] = []
    for number, level in enumerate(named, start=1):
        try:
            found.append(grade_level(level.puzzle, time_limit=seconds_allowed(time_limit)))
        except LimitReached:  # raised by the time limit of the whole command
            break
        talk.tick(f"{number} of {len(named)} levels")
        if found[-1].solution.stopped == "interrupted":
            break
    talk.end_progress()
    return found


def _print_levels(
    named: Sequence[NamedLevel],
    grades: Sequence["LevelGrade"],
    *,
    graded: bool,
    solutions: bool,
) -> None:
    head = ["name", "board", "minimum"]
    head += ["minima", "nullity", "chase", "forced"] if graded else []
    rows = [head]
    for level, found in zip(named, grades, strict=True):
        row = [level.name, _size(level.puzzle), _minimum(found)]
        rows.append(row + (_more(found) if graded else []))
    lines = text_table(rows).splitlines()
    print(lines[0])
    for line, level, found in zip(lines[1:], named, grades, strict=True):
        print(line)
        if solutions and found.solution.presses is not None:
            print(f"    {_listed(level.puzzle, found.solution.presses)}")
    if graded:
        print(f"\n{WORDS}")


def _size(puzzle: "Puzzle") -> str:
    rows, columns = puzzle.layout.shape
    return f"{rows} x {columns}" if puzzle.layout.is_grid else f"{puzzle.lights} lights"


def _minimum(found: "LevelGrade") -> str:
    solution = found.solution
    if solution.status.value == "infeasible":
        return "unsolvable"
    if solution.weight is None:
        return "unknown"
    if solution.status.value != "optimal":
        return f"{solution.lower_bound}..{solution.weight}"
    return str(solution.weight)


def _more(found: "LevelGrade") -> list[str]:
    """Return the table cells of a level's grade, with ``-`` for unknown values."""
    minima, extra = found.solution.minimum_solutions, found.chase_extra
    chase = "-" if extra is None else f"+{extra}{', at once' if found.chased_at_once else ''}"
    return [
        "-" if minima is None else str(minima),
        str(found.nullity),
        chase,
        "-" if found.forced is None else str(found.forced),
    ]


def _listed(puzzle: "Puzzle", presses: Sequence[int]) -> str:
    """Return presses as names, like A1 B3, with a count for buttons pressed several times."""
    from lo_exact.solver.button_names import button_words

    names = button_words(puzzle)
    words = [
        names[j] if times == 1 else f"{names[j]} x{times}"
        for j, times in enumerate(presses)
        if times
    ]
    return " ".join(words) if words else "no presses"


def _draw_pages(
    path: str,
    named: Sequence[NamedLevel],
    grades: Sequence["LevelGrade"],
    title: str,
    *,
    empty_grids: bool,
    talk: Talk,
) -> None:
    from lo_exact.byhand.levels.pages import LevelCard, level_pages
    from lo_exact.commands.shared.render import cost
    from lo_exact.pictures.write import write_pages

    cards = []
    ordered = sorted(zip(named, grades, strict=True), key=lambda pair: pair[1].difficulty)
    for level, found in ordered:
        solution, about = found.solution, _minimum(found)
        if solution.status.value == "optimal" and solution.weight is not None:
            about = cost(level.puzzle.objective, solution.weight)
        cards.append(LevelCard(level.puzzle, level.name, about, solution.presses))
    boards, answers = level_pages(cards, title=title, empty_grids=empty_grids)
    files = write_pages([*boards, *answers], path)
    said = f"pages with boards: {len(boards)}, with answers: {len(answers)}"
    talk.say(f"drawn: {', '.join(files)} ({said})")
