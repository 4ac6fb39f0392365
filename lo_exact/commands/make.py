"""``lo-exact make``: boards of one colour, random ones, and the board of given presses."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.options import Quiet, Seed
from lo_exact.commands.reading import (
    Colours,
    Neighbourhood,
    ObjectiveName,
    Size,
    Target,
    Topology,
    read,
)
from lo_exact.commands.talk import Talk
from lo_exact.commands.writing import FormatName, write
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

Rules = Annotated[
    str, typer.Argument(help="A puzzle whose rules are taken; otherwise --size gives a grid.")
]
Fill = Annotated[int | None, typer.Option("--fill", metavar="COLOUR", help="All of one colour.")]
Random = Annotated[bool, typer.Option("--random", help="Random, and certainly solvable.")]
Unsolvable = Annotated[bool, typer.Option("--unsolvable", help="Random, and certainly unsolvable.")]
Pressed = Annotated[
    str | None,
    typer.Option("--pressed", metavar="FILE", help="The board that these presses bring to target."),
]


def make(
    file: Rules = "",
    fill: Fill = None,
    random: Random = False,
    unsolvable: Unsolvable = False,
    pressed: Pressed = None,
    seed: Seed = None,
    size: Size = None,
    colours: Colours = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    target: Target = None,
    objective: ObjectiveName = None,
    format: FormatName = "board",
    quiet: Quiet = False,
) -> int:
    """Make a board: of one colour, random and solvable, random and unsolvable, or pressed.

    The rules are those of FILE, or of a grid of --size. Without --seed, one is chosen and said.

    Example: lo-exact make --size 5x5 --random --seed 7
    """
    ways = [fill is not None, random, unsolvable, pressed is not None]
    if sum(ways) != 1:
        raise UsageError("say one of --fill COLOUR, --random, --unsolvable, --pressed FILE")
    how: dict[str, Any] = {
        "size": size,
        "colours": colours,
        "neighbourhood": neighbourhood,
        "topology": topology,
        "target": target,
        "objective": objective,
    }
    rules = read(file, **how) if file else _grid(how)
    made = _made(rules, fill, pressed, unsolvable, seed, Talk(quiet=quiet))
    print(write(made, format), end="")
    return 0


def _grid(how: dict[str, Any]) -> "Puzzle":
    from lo_exact.formats import ReadOptions, parse_puzzle

    if how["size"] is None:
        raise UsageError("a board needs FILE or --size ROWSxCOLUMNS")
    return parse_puzzle("state: 0", options=ReadOptions(**how))


def _made(
    rules: "Puzzle",
    fill: int | None,
    pressed: str | None,
    unsolvable: bool,
    seed: int | None,
    talk: Talk,
) -> "Puzzle":
    import secrets

    from lo_exact import topology

    if fill is not None:
        return topology.one_colour(rules, fill)
    if pressed is not None:
        from lo_exact.boardtext import read_presses
        from lo_exact.formats import read_text

        return topology.pressed(rules, read_presses(read_text(pressed), rules, source=pressed))
    if seed is None:
        seed = secrets.randbits(32)
        talk.say(f"seed {seed}")
    generator = topology.seeded(seed)
    if unsolvable:
        return topology.random_unsolvable(rules, generator)
    return topology.random_solvable(rules, generator)
