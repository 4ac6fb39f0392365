"""``lo-exact all``: every minimum solution."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import give_evidence, replied, seconds_allowed
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Certificate,
    Certify,
    EngineName,
    ExpectSolvable,
    ForeignProof,
    Forms,
    Limit,
    Memory,
    Quiet,
    TimeLimit,
    Verbose,
    memory_allowed,
)
from lo_exact.commands.shared.picturing import Picture, draw_picture, solution_scene
from lo_exact.commands.shared.reply import Reply
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

SHOWN = 1000
"""How many are shown unless ``--limit`` says otherwise; their number is exact in any case."""


Every = Annotated[
    bool, typer.Option("--every", help="Every solution, not only the minima, with its weight.")
]


@takes_puzzles
def all_minima(
    puzzle: "AnyPuzzle",
    every: Every = False,
    picture: Picture = None,
    engine: EngineName = "auto",
    time_limit: TimeLimit = None,
    memory: Memory = None,
    limit: Limit = None,
    certificate: Certificate = None,
    certify: Certify = False,
    form: Forms = None,
    proof: ForeignProof = None,
    expect_solvable: ExpectSolvable = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> Reply:
    """Draw every minimum solution, in lexicographic order, and count them exactly.

    With --every all solutions of the board, by weight, and how many there are of each weight. At
    most 1000 are drawn unless --limit says otherwise: the first ones, or, of more than 5000 minima,
    some of them in no order, and it is said which. The count is exact in any case.

    Example: lo-exact all data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import minima_sentence
    from lo_exact.outcome import Status

    talk = Talk(quiet=quiet, verbose=verbose)
    if every:
        from lo_exact.commands.shared.every import reply_every

        if certificate is not None or certify:
            raise UsageError("a certificate is about the minimum: leave --every out")
        shown = SHOWN if limit is None else limit
        return reply_every(puzzle, talk, limit=shown, picture=picture)
    solution = solver.all_minima(
        puzzle,
        limit=SHOWN if limit is None else limit,
        engine=engine,
        time_limit=seconds_allowed(time_limit),
        memory=memory_allowed(memory),
        report=talk.progress(puzzle.objective),
    )
    solution = give_evidence(
        solution,
        talk,
        certificate=certificate,
        certify=certify,
        forms=form or (),
        proof=proof,
        time_limit=seconds_allowed(time_limit),
    )
    total, shown = solution.minimum_solutions or 0, len(solution.solutions)
    sentences = [minima_sentence(solution)] if total > 0 else []
    if solution.status is Status.OPTIMAL and solution.stopped and shown:
        sentences = [f"{shown} minimum solutions were found until then; there may be more"]
    if shown < total:
        which = f"the first {shown} of {total}" if solution.ordered else f"some {shown} of {total}"
        talk.say(f"{which} minimum solutions shown; --limit {total} shows all")
    draw_picture(picture, lambda: solution_scene(solution), talk)
    return replied(solution, talk, sentences=sentences, expect_solvable=expect_solvable)
