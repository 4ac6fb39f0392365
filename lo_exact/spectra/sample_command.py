"""``lo-exact sample``: minimum solutions by chance."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import Reply
from lo_exact.commands.shared.listed import listed_reply
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    ExpectSolvable,
    Memory,
    Picture,
    Talking,
    TimeLimit,
    memory_allowed,
    seconds_allowed,
)

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

Minima = Annotated[
    int, typer.Option("--minima", min=1, max=10**6, metavar="N", help="How many to draw.")
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="S", help="Equal seeds give equal samples.")
]


@takes_puzzles
def sample(
    puzzle: "AnyPuzzle",
    *,
    minima: Minima = 1,
    seed: Seed = 0,
    picture: Picture = None,
    time_limit: TimeLimit = None,
    memory: Memory = None,
    expect_solvable: ExpectSolvable = False,
    talk: Talking,
) -> Reply:
    """Draw random minimum solutions: each is exactly as likely as any other.

    Solutions are drawn with repetition, by exact numbers of ways, not by trial. Equal seeds give
    equal samples; the seed is 0 unless you say otherwise.

    Example: lo-exact sample data/boards/all-on-5x5.txt --minima 3 --seed 1
    """
    from lo_exact.spectra.spectrum import sample_minima

    found = sample_minima(
        puzzle, minima, seed=seed, time_limit=seconds_allowed(time_limit),
        memory=memory_allowed(memory), report=talk.progress(puzzle.objective),
    )  # fmt: skip
    talk.end_progress()
    return listed_reply(found, talk, limit=minima, picture=picture, expect_solvable=expect_solvable)
