"""``lo-exact all``: every minimum solution."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import exit_code, give_evidence, print_answer, seconds_allowed
from lo_exact.commands.shared.options import (
    Certificate,
    Certify,
    EngineName,
    ExpectSolvable,
    ForeignProof,
    Forms,
    Json,
    Limit,
    Quiet,
    TimeLimit,
    Verbose,
)
from lo_exact.commands.shared.picturing import Picture, draw_picture, solution_scene
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

SHOWN = 1000
"""How many are shown unless ``--limit`` says otherwise; their number is exact in any case."""


Every = Annotated[
    bool, typer.Option("--every", help="Every solution, not only the minima, with its weight.")
]


@takes_puzzle
def all_minima(
    puzzle: "Puzzle",
    json: Json = False,
    every: Every = False,
    picture: Picture = None,
    engine: EngineName = "auto",
    time_limit: TimeLimit = None,
    limit: Limit = None,
    certificate: Certificate = None,
    certify: Certify = False,
    form: Forms = None,
    proof: ForeignProof = None,
    expect_solvable: ExpectSolvable = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Draw every minimum solution, in lexicographic order, and count them exactly.

    With --every all solutions of the board, by weight, and how many there are of each weight. At
    most 1000 are drawn unless --limit says otherwise; the count is exact in any case.

    Example: lo-exact all data/boards/all-on-5x5.txt
    """
    from lo_exact import solver
    from lo_exact.commands.shared.render import minima_sentence

    talk = Talk(quiet=quiet, verbose=verbose)
    if every:
        from lo_exact.commands.shared.every import print_every

        if certificate is not None or certify:
            raise UsageError("a certificate is about the minimum: leave --every out")
        shown = SHOWN if limit is None else limit
        return print_every(puzzle, talk, as_json=json, limit=shown, picture=picture)
    solution = solver.all_minima(
        puzzle,
        limit=SHOWN if limit is None else limit,
        engine=engine,
        time_limit=seconds_allowed(time_limit),
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
    print_answer(
        solution, talk, as_json=json, sentences=[minima_sentence(solution)] if total > 0 else []
    )
    if shown < total:
        talk.say(f"{shown} of {total} minimum solutions shown; --limit {total} shows all")
    draw_picture(picture, lambda: solution_scene(solution), talk)
    return exit_code(solution, expect_solvable=expect_solvable)
