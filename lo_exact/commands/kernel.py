"""Command ``lo-exact kernel``: nullity and quiet patterns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, coloured, draw_picture, print_json
from lo_exact.commands.shared.options import Json, Limit, Picture, Quietly, takes_rules
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.algebra import Kernel
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle

SHOWN, SHOWN_OF_ALL = 20, 1000


All = Annotated[
    bool,
    typer.Option("--all", help="Every pattern except the empty one, not only independent ones."),
]
Eigenvalue = Annotated[
    int | None,
    typer.Option(
        "--eigenvalue", metavar="L", help="Patterns x with A x = L x, instead of A x = 0."
    ),
]

Count = Annotated[bool, typer.Option("--count", help="Print only their number.")]


@takes_rules
def kernel(
    puzzle: "Puzzle",
    *,
    json: Json = False,
    all: All = False,
    eigenvalue: Eigenvalue = None,
    count: Count = False,
    limit: Limit = None,
    picture: Picture = None,
    talk: Quietly,
) -> int:
    """Draw a basis of the quiet patterns: sets of presses that together change nothing.

    Their number n is the nullity. With a prime number c of colours every solvable board has c^n
    solutions. With --eigenvalue 1 and two colours they are the boards solved by pressing exactly
    the lit buttons. The lightest pattern: lo-exact distance FILE --as board. --limit changes
    how many are drawn (20, or 1000 with --all).

    Without a file: lo-exact kernel --size 5x5.

    Example: lo-exact kernel data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import presses_lines
    from lo_exact.solver.patterns import all_patterns, eigen_kernel

    found = solver.kernel(puzzle) if eigenvalue is None else eigen_kernel(puzzle, eigenvalue)
    total = found.size - 1 if all else len(found.orders)
    shown = (SHOWN_OF_ALL if all else SHOWN) if limit is None else limit
    shown = 0 if count else shown
    if all or eigenvalue is not None:
        patterns = (all_patterns(found)[1:] if all else found.generators)[:shown].tolist()
    else:  # one by one: a very large board has too many patterns to store
        patterns = list(solver.quiet_patterns(puzzle, shown))
    shifts = puzzle.uniform and eigenvalue is None
    allow_long_numbers()
    if json:
        value = _as_json(puzzle, found, patterns, shifts=shifts, eigenvalue=eigenvalue, all=all)
        print_json(value)
    else:
        print(_sentence(found, eigenvalue))
        for pattern in patterns:
            buttons = pattern[: puzzle.buttons] if len(pattern) > puzzle.buttons else pattern
            print()
            for line in presses_lines(puzzle, buttons, colour=coloured()):
                print(line)
            if shifts:
                print(f"(every light that matters changes by {pattern[-1]})")
    if not count:
        scene = lambda: _scene(puzzle, found, patterns, all, eigenvalue)  # noqa: E731
        draw_picture(picture, scene, talk)
    if len(patterns) < total and not count:
        talk.say(phrase(67, shown=len(patterns), total=total))
    return 0


def _scene(
    puzzle: "Puzzle",
    found: "Kernel",
    patterns: "Sequence[Sequence[int]]",
    all: bool,
    eigenvalue: int | None,
) -> "Scene":
    from lo_exact.commands.shared import figures

    count = len(patterns)
    captions = [str(k + 1) for k in range(count)] if all else figures.kernel_captions(found, count)
    presses = [pattern[: puzzle.buttons] for pattern in patterns]
    title = _sentence(found, eigenvalue)
    return figures.patterns_figure(puzzle, presses, captions, title, lit=eigenvalue is not None)


def _sentence(found: "Kernel", eigenvalue: int | None) -> str:
    from lo_exact.commands.shared.render import kernel_sentence

    if eigenvalue is None:
        return kernel_sentence(found)
    return phrase(66, n=len(found.orders), value=eigenvalue, total=found.size - 1)


def _as_json(
    puzzle: "Puzzle",
    found: "Kernel",
    patterns: "Sequence[Sequence[int]]",
    *,
    shifts: bool,
    eigenvalue: int | None,
    all: bool,
) -> dict[str, object]:
    from lo_exact.solution import presses_rows

    value: dict[str, object] = {
        "nullity": len(found.orders),
        "orders": list(found.orders),
        "solutions_total": found.size,
        "patterns" if all or eigenvalue is not None else "quiet_patterns": [
            presses_rows(puzzle.layout, tuple(p[: puzzle.buttons])) for p in patterns
        ],
    }
    if eigenvalue is not None:
        value = {"eigenvalue": eigenvalue} | value
        del value["solutions_total"]  # the size counts eigenpatterns, not solutions
    if shifts:
        value["shifts"] = [pattern[-1] for pattern in patterns]
    if any(order != puzzle.colours for order in found.orders):
        # a kernel with patterns of smaller order, for composite c, has no dimension
        del value["nullity"]
    return value | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
