"""``lo-exact min``: the proved minimum."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import give_evidence, replied, seconds_allowed
from lo_exact.commands.shared.many import takes_puzzles
from lo_exact.commands.shared.options import (
    Bitmap,
    Certificate,
    Certify,
    ClusterAddress,
    EngineName,
    ExpectSolvable,
    ForeignProof,
    Forms,
    Ledger,
    Memory,
    Picture,
    Pieces,
    Quiet,
    StepBoards,
    Steps,
    Task,
    TimeLimit,
    Verbose,
    can_be_written,
    memory_allowed,
    where_of,
)
from lo_exact.commands.shared.reply import Reply
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

Count = Annotated[bool, typer.Option("--count", help="Count the minimum solutions, exactly.")]
Canonical = Annotated[
    bool, typer.Option("--canonical", help="The lexicographically least minimum, for certain.")
]

Checkpoint = Annotated[
    str | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        callback=can_be_written,
        help="Visit all solutions, or pairs with quarters; keep every minute how far that is.",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")]


@takes_puzzles
def minimum(
    puzzle: "AnyPuzzle",
    engine: EngineName = "auto",
    time_limit: TimeLimit = None,
    memory: Memory = None,
    count: Count = False,
    canonical: Canonical = False,
    steps: Steps = False,
    boards: StepBoards = False,
    picture: Picture = None,
    certificate: Certificate = None,
    certify: Certify = False,
    form: Forms = None,
    proof: ForeignProof = None,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    ledger: Ledger = None,
    cluster: ClusterAddress = "",
    pieces: Pieces = 0,
    task: Task = "",
    expect_solvable: ExpectSolvable = False,
    pbm: Bitmap = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> Reply:
    """Find the fewest presses, prove that no fewer do, and draw them.

    An unsolvable board, proved so, is an answer too. When the time limit or Ctrl-C comes first,
    the best presses so far and a proved lower bound are printed, never "optimal". With --ledger,
    --pieces or --cluster all solutions are visited, in pieces.

    Example: lo-exact min data/boards/all-on-5x5.txt --count
    """
    from pathlib import Path

    from lo_exact import solver
    from lo_exact.commands.shared.render import minima_sentence

    if resume and checkpoint is None:
        raise UsageError("--resume goes on from a checkpoint: give --checkpoint FILE")
    where = None
    if ledger is not None or cluster or pieces or task:
        where = where_of(1, cluster, ledger, pieces, task)
        if checkpoint is not None:
            raise UsageError("--checkpoint is for one machine: with --ledger pieces are kept")
    talk = Talk(quiet=quiet, verbose=verbose)
    solution = solver.minimum(
        puzzle,
        engine=engine,
        time_limit=seconds_allowed(time_limit),
        count=count,
        canonical=canonical,
        checkpoint=None if checkpoint is None else Path(checkpoint),
        resume=resume,
        where=where,
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
    sentences = [minima_sentence(solution)] if solution.minimum_solutions else []
    reply = replied(
        solution, talk, sentences=sentences, expect_solvable=expect_solvable, steps=steps,
        boards=boards, bitmap=pbm,
    )  # fmt: skip
    if picture is not None:
        from lo_exact.commands.shared.picturing import draw_picture, solution_scene

        draw_picture(picture, lambda: solution_scene(solution, steps=steps), talk)
    return reply
