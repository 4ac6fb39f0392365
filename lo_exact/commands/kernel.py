"""``lo-exact kernel``: nullity and quiet patterns."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, Limit, Quiet
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk, coloured

if TYPE_CHECKING:
    from lo_exact.algebra import Kernel
    from lo_exact.puzzle import Puzzle

SHOWN = 20

Count = Annotated[bool, typer.Option("--count", help="Only their number; none is made.")]


@takes_puzzle
def kernel(
    puzzle: "Puzzle",
    json: Json = False,
    count: Count = False,
    limit: Limit = None,
    quiet: Quiet = False,
) -> int:
    """Draw the quiet patterns: presses that change nothing, one for each independent one.

    Their number is the nullity; it says how many solutions every solvable board has. At most 20
    are drawn unless --limit says otherwise.

    Example: lo-exact kernel data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.drawing import print_presses
    from lo_exact.commands.shared.render import kernel_sentence

    found, words = solver.quiet_patterns(puzzle, SHOWN if limit is None else limit)
    if json:
        print_json(_as_json(puzzle, found, [] if count else [list(word) for word in words]))
        return 0
    allow_long_numbers()
    print(kernel_sentence(found))
    if count:
        return 0
    shown = 0
    for pattern in words:
        print()
        presses = pattern[: puzzle.buttons] if puzzle.uniform else pattern
        print_presses(puzzle, presses, colour=coloured())
        if puzzle.uniform:
            print(f"(every light that matters changes by {pattern[-1]})")
        shown += 1
    total = len(found.orders)
    if shown < total:
        Talk(quiet=quiet).say(f"{shown} of {total} shown; --limit {total} shows all")
    return 0


def _as_json(puzzle: "Puzzle", found: "Kernel", patterns: list[list[int]]) -> dict[str, object]:
    from lo_exact.solution import presses_rows

    value: dict[str, object] = {
        "nullity": len(found.orders),
        "orders": list(found.orders),
        "solutions_total": found.size,
        "quiet_patterns": [
            presses_rows(puzzle.layout, tuple(p[: puzzle.buttons])) for p in patterns
        ],
    }
    if puzzle.uniform:
        value["shifts"] = [pattern[-1] for pattern in patterns]
    if any(order != puzzle.colours for order in found.orders):
        # composite c: patterns that come back to nothing before c repeats have no dimension
        del value["nullity"]
    return value | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
