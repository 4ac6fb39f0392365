"""Command ``lo-exact table``: tables of nullities or of numbers of solutions."""

from enum import Enum
from typing import Annotated

import typer

from lo_exact.commands.shared.answer import LIMIT_REACHED, allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, RuleNames, TimeLimit, seconds_allowed
from lo_exact.commands.shared.quick import grouped


class What(Enum):
    """Kinds of values that a table can show."""

    NULLITY = "nullity"
    SOLUTIONS = "solutions"


Subject = Annotated[What, typer.Argument(metavar="WHAT", help="nullity or solutions.")]
Sizes = Annotated[
    str, typer.Option("--sizes", metavar="LIST", help="Like 3x3..9x9, 3x3..3x9, or 3x3,4x7.")
]
ColourList = Annotated[str, typer.Option("--colours", metavar="LIST", help="Like 2..21, or 2,3,5.")]
Colour = Annotated[
    int | None,
    typer.Option(
        "--colour",
        min=0,
        metavar="K",
        help="With solutions: the colour of all lights; default c - 1.",
    ),
]


@grouped
def table(
    what: Subject = What.NULLITY,
    *,
    sizes: Sizes = "3x3..9x9",
    colours: ColourList = "2..9",
    how: RuleNames,
    colour: Colour = None,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> int:
    """Print a whole table: a line for each size, a column for each number of colours.

    nullity: the number of independent quiet patterns (presses that change nothing); 0 means that
    every board of that size can be solved; "-": not defined for this composite number of colours.
    solutions: of the board with all lights in the last colour; 0 means unsolvable.

    Example: lo-exact table nullity --sizes 3x3..9x9 --colours 2,3,5,7
    """
    from lo_exact.byhand.size_tables import (
        TableWanted,
        read_colour_range,
        read_sizes,
        size_table,
    )

    rule, surface = how.said["neighbourhood"] or "plus", how.said["topology"] or "plane"
    wanted = TableWanted(read_sizes(sizes), read_colour_range(colours), rule, surface)
    seconds = seconds_allowed(time_limit)
    found = size_table(what.value, wanted, colour, time_limit=seconds)
    allow_long_numbers()
    if json:
        print_json(found.to_json())
    else:
        print(found)
    return LIMIT_REACHED if found.stopped else 0
