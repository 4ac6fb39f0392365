"""Command ``lo-exact table``: tables of nullities."""

from enum import Enum
from typing import Annotated

import typer

from lo_exact.commands.shared.answer import LIMIT_REACHED, allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, RuleNames, TimeLimit, seconds_allowed
from lo_exact.commands.shared.quick import grouped


class What(Enum):
    """Kinds of values that a table can show."""

    NULLITY = "nullity"


Subject = Annotated[What, typer.Argument(metavar="WHAT", help="nullity.")]
Sizes = Annotated[
    str, typer.Option("--sizes", metavar="LIST", help="Like 3x3..9x9, 3x3..3x9, or 3x3,4x7.")
]


@grouped
def table(
    what: Subject = What.NULLITY,
    *,
    sizes: Sizes = "3x3..9x9",
    colours: Annotated[
        str, typer.Option("--colours", metavar="LIST", help="Like 2..21, or 2,3,5.")
    ] = "2..9",
    how: RuleNames,
    json: Json = False,
    time_limit: TimeLimit = None,
) -> int:
    """Print a whole table: a line for each size, a column for each number of colours.

    nullity: the number of independent quiet patterns (presses that change nothing); 0 means that
    every board of that size can be solved; "-": not defined for this composite number of colours.

    Example: lo-exact table nullity --sizes 3x3..9x9 --colours 2,3,5,7
    """
    from lo_exact.byhand.size_tables import (
        nullities,
        read_colour_range,
        read_sizes,
    )

    rule, surface = how.said["neighbourhood"] or "plus", how.said["topology"] or "plane"
    found = nullities(
        read_sizes(sizes), read_colour_range(colours), neighbourhood=rule, topology=surface,
        time_limit=seconds_allowed(time_limit),
    )  # fmt: skip
    allow_long_numbers()
    if json:
        print_json(found.to_json())
    else:
        print(found)
    return LIMIT_REACHED if found.stopped else 0
