"""Command ``lo-exact make``: full boards, random boards, toys, and sets of levels."""

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import Talk
from lo_exact.commands.shared.options import FormatName, HowToMake, Quietly, Reading, Seed
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import InputError, UsageError, printable, writing
from lo_exact.formats.format_table import find_format
from lo_exact.registers import TOYS, completing

if TYPE_CHECKING:
    from lo_exact.byhand.levels.random_levels import AnsweredLevel
    from lo_exact.puzzle import Puzzle

ENDINGS = {"json": "json", "mtx": "mtx"}
"""File extensions of formats; others use txt."""

KINDS = ("full", "random", "unsolvable", "pressed")


Kind = Annotated[
    str | None,
    typer.Argument(
        metavar="KIND",
        autocompletion=completing(KINDS),
        help=f"{', '.join(KINDS[:-1])} or {KINDS[-1]}.",
    ),
]
Like = Annotated[
    str | None, typer.Option("--like", metavar="FILE", help="Take the rules of this puzzle.")
]
Colour = Annotated[
    int | None,
    typer.Option("--colour", metavar="C", help="The colour of a full board (default 1)."),
]
Presses = Annotated[
    str | None,
    typer.Option(
        "--presses",
        metavar="PRESSES",
        help="With pressed: places like 'A1 B2', or a file. With --count: A..B, the least and the "
        "largest minimum; levels are spread evenly.",
    ),
]
Count = Annotated[
    int | None, typer.Option("--count", min=1, metavar="N", help="Make N random levels.")
]
Graded = Annotated[
    bool,
    typer.Option("--grade", help="With --count: levels.json has each board, minima and grade."),
]
Folder = Annotated[
    str | None, typer.Option("--out", metavar="DIR", help="With --count: the new folder for them.")
]


@grouped
def make(
    kind: Kind = None,
    *,
    like: Like = None,
    toy: Annotated[
        str | None,
        typer.Option(
            "--toy",
            metavar="NAME",
            autocompletion=completing(TOYS),
            help=f"The board of a toy: {', '.join(TOYS)}.",
        ),
    ] = None,
    colour: Colour = None,
    presses: Presses = None,
    count: Count = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="With --count: levels with one minimum solution only.")
    ] = False,
    grade: Graded = False,
    out: Folder = None,
    seed: Seed = None,
    how: HowToMake,
    format: FormatName = "board",
    talk: Quietly,
) -> int:
    """Make a board: full of one colour, random, random but unsolvable, or solved by given presses.

    Random boards are always solvable. Size and rules come from --size, --like FILE or --toy NAME;
    --toy alone makes the toy's starting board. Without --seed, a seed is chosen and printed.

    --count N writes N random boards into a new folder, easiest first; their proved minimum is in
    --presses A..B. The folder is created only if all are found. Its levels.json lists them with
    their presses, and every command reads it.

    Example: lo-exact make random --size 5x5 --seed 7
    """
    if kind is None and toy is None and count is None:
        raise UsageError(f"which board? {', '.join(KINDS)}, or --toy NAME")
    if kind is not None and kind not in KINDS:
        raise UsageError(f"a board is {', '.join(KINDS)}; got {printable(kind, 40)!r}")
    if toy is not None and (like is not None or how.said["size"] is not None):
        raise UsageError("--toy says the rules and the size: leave out --like and --size")
    if count is None and (unique or grade or out is not None):
        raise UsageError("--unique, --grade and --out are for levels: say how many with --count N")
    if count is not None and kind not in (None, "random"):
        raise UsageError("levels are random boards: --count is for make random")
    for option, value, only in (
        ("--colour", colour, ("full",)),
        ("--presses", presses, ("pressed",)),
        ("--seed", seed, ("random", "unsolvable")),
    ):
        if value is not None and kind not in only and count is None:
            raise UsageError(f"{option} does not apply to a {kind} board; leave it out")
    rules = _rules(toy, like, how)
    if count is not None:
        if colour is not None:
            raise UsageError("--colour does not apply to levels (--count); leave it out")
        return _levels(
            rules, talk, count=count, presses=presses, seed=seed, unique=unique, graded=grade,
            out=out, format=format,
        )  # fmt: skip
    if kind is None:
        made = rules
    elif kind == "full":
        from lo_exact.topology import one_colour

        made = one_colour(rules, 1 if colour is None else colour)
    elif kind == "pressed":
        made = _pressed(rules, presses, talk)
    else:
        made = _random(rules, seed, talk, unsolvable=kind == "unsolvable")
    print(find_format(format).write(made), end="")
    return 0


def _levels(
    rules: "Puzzle",
    talk: Talk,
    *,
    count: int,
    presses: str | None,
    seed: int | None,
    unique: bool,
    graded: bool,
    out: str | None,
    format: str,
) -> int:
    from lo_exact.byhand.levels.random_levels import make_levels
    from lo_exact.commands.shared.options import number_range

    if out is None:
        raise UsageError("levels are written into a folder: say which with --out DIR")
    _check_folder(out)
    if not find_format(format).is_written:
        raise UsageError(f"{format} is read only: levels are written as board or json")
    asked = None if presses is None else number_range("--presses", presses)
    made = make_levels(
        rules,
        count,
        presses=None if asked is None else (asked.low, asked.high),
        seed=_seed(seed, talk),
        unique=unique,
    )
    _write_levels(made, out, format, graded=graded)
    weights = [level.weight for level in made]
    print(f"{len(made)} levels of {min(weights)} to {max(weights)} presses: {out}")
    return 0


def _rules(toy: str | None, like: str | None, how: Reading) -> "Puzzle":
    """Return a board with the rules of the toy, of the file ``like``, or of the options ``how``."""
    from lo_exact.formats import parse_puzzle
    from lo_exact.formats.apply_options import apply_options
    from lo_exact.topology.toys import find_toy

    options, form = how.options()
    if toy is not None:
        return apply_options(find_toy(toy).puzzle(), options)
    if like is not None:
        return how.puzzle(like)
    if options.size is None:
        raise UsageError("a board needs --size ROWSxCOLUMNS, or --like FILE")
    return parse_puzzle("state: 0", options=options, format=form)


def _seed(seed: int | None, talk: Talk) -> int:
    import secrets

    if seed is None:
        seed = secrets.randbits(32)
        talk.say(f"seed {seed}")
    return seed


def _pressed(rules: "Puzzle", presses: str | None, talk: Talk) -> "Puzzle":
    from lo_exact.byhand.hint_command import read_pressed
    from lo_exact.topology import pressed

    if presses is None:
        raise UsageError("a pressed board needs --presses, like 'A1 B2' or a FILE")
    return pressed(rules, read_pressed([presses], rules, talk, by_solving=False))


def _random(rules: "Puzzle", seed: int | None, talk: Talk, *, unsolvable: bool) -> "Puzzle":
    from lo_exact.topology import random_solvable, random_unsolvable, seeded

    make = random_unsolvable if unsolvable else random_solvable
    return make(rules, seeded(_seed(seed, talk)))


def _check_folder(name: str) -> None:
    """Raise an error unless the output folder is empty, or can be created.

    Raises:
        InputError: When it exists and is not empty, or its parent is not a folder.
    """
    folder = Path(name)
    said = f"--out {printable(name)}"
    if "\0" in name or not name:
        raise UsageError("--out wants the name of a folder")
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise InputError(f"{said}: this exists and is not an empty folder; name a new one")
    if not os.access(folder.absolute().parent, os.W_OK):
        raise InputError(f"{said}: the parent folder is missing or not writable")


def _write_levels(
    levels: Sequence["AnsweredLevel"], name: str, format: str, *, graded: bool
) -> None:
    """Write levels as files 001.txt, 002.txt, ... and a levels.json that lists them.

    Raises:
        InputError: When the folder cannot be written; nothing is left behind.
        UsageError: When the format cannot hold a level.
    """
    from lo_exact.byhand.levels.grade import grade_level
    from lo_exact.formats import write_puzzle
    from lo_exact.solution import presses_rows

    digits = max(3, len(str(len(levels))))
    ending = ENDINGS.get(format, "txt")
    target = Path(name)
    aside = target.absolute().with_name(f".{target.absolute().name}.{os.getpid()}.aside")
    listed = []
    with writing(f"--out {name}"):
        aside.mkdir()
        try:
            for number, level in enumerate(levels, start=1):
                file = f"{number:0{digits}}.{ending}"
                (aside / file).write_text(
                    write_puzzle(level.puzzle, format), encoding="utf-8", newline="\n"
                )
                known = {} if level.minima is None else {"minimum_solutions": level.minima}
                known |= grade_level(level.puzzle).to_json() if graded else {}
                listed.append(
                    {
                        "file": file,
                        "weight": level.weight,
                        **known,
                        "presses": presses_rows(level.puzzle.layout, level.presses),
                        "puzzle": json.loads(write_puzzle(level.puzzle, "json")),
                        "puzzle_sha256": level.puzzle.sha256,
                    }
                )
            text = "[\n" + ",\n".join(map(json.dumps, listed)) + "\n]\n"
            (aside / "levels.json").write_text(text, encoding="utf-8", newline="\n")
            os.replace(aside, target)  # replaces an empty folder, or creates one
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
