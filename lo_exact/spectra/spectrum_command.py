"""Commands ``lo-exact spectrum`` (solutions by weight) and ``lo-exact sample`` (random minima)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    NO,
    Reply,
    draw_picture,
    listed_reply,
    text_table,
)
from lo_exact.commands.shared.many import takes_puzzles, takes_puzzles_or_checks
from lo_exact.commands.shared.options import (
    ExpectSolvable,
    Memory,
    Picture,
    Talking,
    TimeLimit,
    memory_allowed,
    seconds_allowed,
)
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle


@takes_puzzles_or_checks
def spectrum(
    puzzle: "AnyPuzzle",
    *,
    picture: Picture = None,
    time_limit: TimeLimit = None,
    memory: Memory = None,
    expect_solvable: ExpectSolvable = False,
    talk: Talking,
) -> Reply:
    """Count the solutions of each weight exactly, or refuse if it would take too long.

    For a board, the first line of the table is the minimum and how many solutions have it. With
    --classical FILE is a check matrix: the words of its code are counted, each by the number of its
    symbols that are not 0. Boards with few solutions, narrow boards with any number of them, and
    boards of two colours and small rank can be counted.

    Example: lo-exact spectrum data/boards/all-on-5x5.txt
    """
    from lo_exact.commands.shared.render import cost
    from lo_exact.formats.expected import what_was_read
    from lo_exact.pictures.sheets import bars_scene
    from lo_exact.puzzle import Objective, Puzzle
    from lo_exact.spectra.spectrum import spectrum as counted

    read_from = what_was_read(puzzle)
    is_code = read_from.endswith("check matrix") and not puzzle.state.any()
    if is_code and isinstance(puzzle, Puzzle) and puzzle.colours > 2:
        # the weight of a codeword is its number of nonzero symbols
        puzzle = replace(puzzle, objective=Objective.BUTTONS)
    counts = "word" if is_code else "solution"
    found = counted(
        puzzle, time_limit=seconds_allowed(time_limit), memory=memory_allowed(memory),
        report=talk.progress(puzzle.objective),
    )  # fmt: skip
    talk.end_progress()
    read_as = f"read as a {read_from}"
    talk.detail(f"{found.seconds:.3f} s")

    def text() -> list[str]:
        if not found.counts:
            return [read_as, phrase(10)]
        rows = [
            [str(w) if is_code else cost(puzzle.objective, w), str(n)]
            for w, n in found.counts.items()
        ]
        said = f"{found.solutions} {counts}{'s' * (found.solutions != 1)} in all"
        return [read_as, said, text_table([["weight", f"{counts}s"], *rows], indent=2)]

    most = max(found.counts, default=0)
    draw_picture(
        picture,
        lambda: bars_scene(
            [found.counts.get(weight, 0) for weight in range(most + 1)],
            title=f"{found.solutions} {counts}s", along=f"weight ({counts}s, logarithmic)",
            description=f"{found.solutions} {counts}s by their weight.",
        ),
        talk,
    )  # fmt: skip
    unsolvable = not found.counts
    code = NO if expect_solvable and unsolvable else 0

    def as_json() -> dict[str, Any]:
        return {"read_from": read_from} | found.to_json()

    return Reply(code, as_json, text, min(found.counts, default=None), not unsolvable)


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
    """Pick random minimum solutions: each is exactly as likely as any other.

    Solutions are picked with repetition, by exact numbers of ways, not by trial. Equal seeds give
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
