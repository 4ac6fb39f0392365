"""``lo-exact make``: boards of one colour, random ones, and those solved by given presses."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.options import Quiet, Seed
from lo_exact.commands.shared.reading import (
    Colours,
    Neighbourhood,
    ObjectiveName,
    Size,
    Target,
    Topology,
    read,
)
from lo_exact.commands.shared.talk import Talk
from lo_exact.commands.shared.writing import FormatName, write
from lo_exact.errors import UsageError, printable
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

KINDS = ("full", "random", "unsolvable", "pressed")


Kind = Annotated[
    str,
    typer.Argument(
        autocompletion=completing(KINDS), help=f"{', '.join(KINDS[:-1])} or {KINDS[-1]}."
    ),
]
Like = Annotated[
    str | None, typer.Option("--like", metavar="FILE", help="Take the rules of this puzzle.")
]
Colour = Annotated[
    int | None, typer.Option("--colour", metavar="C", help="The colour of a full board, 1.")
]
Presses = Annotated[
    str | None,
    typer.Option("--presses", metavar="FILE", help="What solves a pressed board; - is stdin."),
]


def make(
    kind: Kind,
    size: Size = None,
    like: Like = None,
    colour: Colour = None,
    presses: Presses = None,
    seed: Seed = None,
    colours: Colours = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    target: Target = None,
    objective: ObjectiveName = None,
    format: FormatName = "board",
    quiet: Quiet = False,
) -> int:
    """Make a board: full of one colour, random, random but unsolvable, or solved by given presses.

    Random boards are solvable for certain. The rules are those of a grid of --size, or of the
    puzzle --like FILE. Without --seed, one is chosen and said.

    Example: lo-exact make random --size 5x5 --seed 7
    """
    if kind not in KINDS:
        raise UsageError(f"a board is {', '.join(KINDS)}; got {printable(kind, 40)!r}")
    for option, value, only in (
        ("--colour", colour, ("full",)),
        ("--presses", presses, ("pressed",)),
        ("--seed", seed, ("random", "unsolvable")),
    ):
        if value is not None and kind not in only:
            raise UsageError(f"{option} says nothing about a board that is {kind}")
    how: dict[str, Any] = {
        "size": size,
        "colours": colours,
        "neighbourhood": neighbourhood,
        "topology": topology,
        "target": target,
        "objective": objective,
    }
    rules = _grid(how) if like is None else read(like, **how)
    if kind == "full":
        made = _full(rules, colour)
    elif kind == "pressed":
        made = _pressed(rules, presses)
    else:
        made = _random(rules, seed, Talk(quiet=quiet), unsolvable=kind == "unsolvable")
    print(write(made, format), end="")
    return 0


def _grid(how: dict[str, Any]) -> "Puzzle":
    from lo_exact.formats import ReadOptions, parse_puzzle

    if how["size"] is None:
        raise UsageError("a board needs --size ROWSxCOLUMNS, or --like FILE")
    return parse_puzzle("state: 0", options=ReadOptions(**how))


def _full(rules: "Puzzle", colour: int | None) -> "Puzzle":
    from lo_exact.topology import one_colour

    return one_colour(rules, 1 if colour is None else colour)


def _pressed(rules: "Puzzle", presses: str | None) -> "Puzzle":
    from lo_exact.formats import read_text
    from lo_exact.formats.board import read_presses
    from lo_exact.topology import pressed

    if presses is None:
        raise UsageError("a pressed board needs --presses FILE")
    return pressed(rules, read_presses(read_text(presses), rules, source=presses))


def _random(rules: "Puzzle", seed: int | None, talk: Talk, *, unsolvable: bool) -> "Puzzle":
    import secrets

    from lo_exact.topology import random_solvable, random_unsolvable, seeded

    if seed is None:
        seed = secrets.randbits(32)
        talk.say(f"seed {seed}")
    return (random_unsolvable if unsolvable else random_solvable)(rules, seeded(seed))
