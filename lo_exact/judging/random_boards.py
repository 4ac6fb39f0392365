"""Random boards for comparing answers: grids in a range of sizes, or matrices."""

import re
from collections.abc import Iterator
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.options import Reading, number_range, seconds_allowed
from lo_exact.errors import UsageError, printable

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle
    from lo_exact.topology.random_puzzles import Range

RandomCount = Annotated[
    int | None, typer.Option("--random", min=1, metavar="N", help="Make N random boards.")
]

ANSWER_SECONDS = 60.0
"""Seconds for one answer to one board, unless ``--time-limit`` says otherwise."""


def seconds_each(time_limit: float | None) -> float:
    """Return the time limit of each answer in wall-clock seconds, with a default if none is set."""
    seconds = seconds_allowed(time_limit)
    return ANSWER_SECONDS if seconds == inf else seconds


def random_boards(
    how: Reading,
    count: int,
    seed: int | None,
    *,
    size: str | None = None,
    colours: str | None = None,
    plain: bool = False,
) -> "Iterator[Puzzle]":
    """Return random boards; ``--size`` and ``--colours`` can be ranges.

    Equal arguments yield equal boards.

    Args:
        how: the reading options.
        count: number of boards.
        seed: seed of all boards; None: 0.
        size: default sizes of grids; None for matrices, if no rule is given.
        colours: default numbers of colours; None for 2 to 9.
        plain: whether matrices have one target and no prices.

    Raises:
        UsageError: When an option is about a file, a range is invalid, or rules are given for
            matrices.
    """
    from lo_exact.topology import seeded
    from lo_exact.topology.random_puzzles import Range, random_matrix_puzzles

    rules = {name: how.said[name] for name in ("neighbourhood", "topology", "target", "objective")}
    how.refuse_others(
        (*rules, "size", "colours"), "says how FILE is read, and random boards have none"
    )
    rng = seeded(seed or 0)
    size, colours = how.said["size"] or size, how.said["colours"] or colours
    palette = Range(2, 9) if colours is None else number_range("--colours", colours)
    if size is not None:
        return islice(_random_grids(rng, *_sizes(size), palette, rules), count)
    if any(rules.values()):
        raise UsageError("rules like --neighbourhood need --size: without it, matrices are random")
    return islice(random_matrix_puzzles(rng, colours=palette, plain=plain), count)


def _random_grids(
    rng: Any, rows: "Range", columns: "Range", colours: "Range", how: dict[str, Any]
) -> Iterator["Puzzle"]:
    """Yield grids endlessly: three in four are solvable by construction, the others arbitrary."""
    from lo_exact.formats import ReadOptions, parse_puzzle
    from lo_exact.topology import random_board, random_solvable

    while True:
        size = f"{rows.draw(rng)}x{columns.draw(rng)}"
        options = ReadOptions(size=size, colours=colours.draw(rng), **how)
        rules = parse_puzzle("state: 0", options=options)
        make = random_board if rng.random() < 0.25 else random_solvable
        yield make(rules, rng)


def _sizes(text: str) -> tuple["Range", "Range"]:
    """Parse ``5x5`` or ``2x2..6x6`` into ranges of rows and of columns."""
    from lo_exact.topology.random_puzzles import Range

    part = r"([0-9]{1,4})x([0-9]{1,4})"
    found = re.fullmatch(rf"{part}(?:\.\.{part})?", text, re.ASCII)
    if not found:
        raise UsageError(f"--size wants RxC or RxC..RxC, got {printable(text)!r}")
    low = int(found[1]), int(found[2])
    high = (int(found[3]), int(found[4])) if found[3] else low
    if low[0] > high[0] or low[1] > high[1] or 0 in low:
        raise UsageError(f"--size {text}: the range is empty")
    return Range(low[0], high[0]), Range(low[1], high[1])
