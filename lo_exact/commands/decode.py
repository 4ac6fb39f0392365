"""``lo-exact decode``: many syndromes of one check matrix, each with its proved minimum."""

from decimal import ROUND_CEILING, Decimal
from math import isinf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json, Quietly, can_be_written, seconds, seconds_allowed
from lo_exact.commands.shared.quick import grouped
from lo_exact.commands.shared.where import WhereRun
from lo_exact.errors import LimitReached, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle
    from lo_exact.solver.decoding.run import Summary

MatrixFile = Annotated[
    str, typer.Argument(metavar="MATRIX", help="Checks x buttons: .npy, .npz, or a puzzle file.")
]
ShotsFile = Annotated[
    str, typer.Argument(metavar="SYNDROMES", help="One a row: .b8, .01, .npy or .npz.")
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=can_be_written, help="The answers, an .npz file."
    ),
]
Priors = Annotated[
    str | None,
    typer.Option("--priors", metavar="FILE", help="A probability for each button: .npy or .npz."),
]
Scale = Annotated[
    int | None, typer.Option("--scale", min=1, metavar="D", help="Prices are D times ln((1-p)/p).")
]
ShotLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="For each syndrome, where it takes long.",
    ),
]

SHOWN = 30


@grouped
def decode(
    matrix: MatrixFile,
    syndromes: ShotsFile,
    output: Output,
    *,
    priors: Priors = None,
    scale: Scale = None,
    where: WhereRun,
    time_limit: ShotLimit = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Find for each syndrome the lightest presses that explain it, or the most likely ones.

    FILE gets the arrays status (2: proved minimum, 3: nothing explains it, 1: presses and a bound,
    0: a bound), weights, bounds, and presses (bit j in byte j // 8 at place j % 8). With --ledger
    answers are kept as they come; the same command again resumes a run that was stopped or killed.

    Example: lo-exact decode checks.npz shots.b8 -o answers.npz
    """
    from pathlib import Path

    from lo_exact.solver.decoding.run import decode_file
    from lo_exact.solver.decoding.shots import read_shots

    if not output.endswith(".npz"):
        raise UsageError("--output is an .npz file")
    puzzle, used_scale, ratio = _read(matrix, priors, scale)
    shots = read_shots(syndromes, puzzle.lights, puzzle.colours)
    try:
        summary = decode_file(
            puzzle,
            shots,
            Path(output),
            scale=used_scale,
            where=where,
            time_limit=seconds_allowed(time_limit),
            report=lambda moment: talk.tick(f"{moment.done} of {moment.total} syndromes"),
        )
    except KeyboardInterrupt:
        if where.ledger is not None:
            talk.say(f"answers so far: {printable(str(where.ledger))}; the same command resumes")
        raise
    talk.end_progress()
    if priors is None and puzzle.layout.note:
        talk.say(puzzle.layout.note)
    if json:
        print_json(_as_json(summary, used_scale, ratio))
    else:
        print(_in_words(summary, ratio))
    if summary.proved < summary.shots:
        missing = summary.shots - summary.proved
        raise LimitReached(f"{missing} of {summary.shots} syndromes are not proved")
    return 0


def _read(matrix: str, priors: str | None, scale: int | None) -> "tuple[Puzzle, int, float]":
    """Return the puzzle, the scale of its prices, and what is said about likelihoods (1: exact)."""
    from dataclasses import replace

    from lo_exact.puzzle import Objective
    from lo_exact.solver.decoding.matrix import read_matrix, read_probabilities
    from lo_exact.solver.decoding.prices import SCALE, prices_of

    puzzle = read_matrix(matrix)
    if priors is None:
        if scale is not None:
            raise UsageError("--scale is for --priors")
        return puzzle, 1, 1.0
    priced = prices_of(read_probabilities(priors, puzzle.buttons), scale or SCALE)
    puzzle = replace(puzzle, objective=Objective.PRICES, prices=priced.prices)
    return puzzle, priced.scale, priced.ratio


def _in_words(summary: "Summary", ratio: float) -> str:
    lines = [
        f"{summary.shots} syndromes: {summary.proved} proved, {summary.unsolvable} of them without "
        "any explanation"
    ]
    if isinf(ratio):
        lines.append(
            "minimal for the whole-number prices, but one of them is 0 for a cost above 0: nothing "
            "is said about likelihoods; take a larger --scale"
        )
    elif ratio > 1:
        said = Decimal(ratio).quantize(Decimal("1e-9"), ROUND_CEILING)
        lines.append(
            "minimal for the whole-number prices; no explanation has a log-likelihood cost below "
            f"1 / {said} of it"
        )
    elif summary.weights:
        lines.append("weight  syndromes")
        listed = list(summary.weights.items())
        lines += [f"{weight:6}  {count}" for weight, count in listed[:SHOWN]]
        if len(listed) > SHOWN:
            lines.append(f"   ...  {sum(count for _, count in listed[SHOWN:])}")
    return "\n".join(lines)


def _as_json(summary: "Summary", scale: int, ratio: float) -> dict[str, Any]:
    value: dict[str, Any] = {
        "syndromes": summary.shots,
        "proved": summary.proved,
        "unsolvable": summary.unsolvable,
        "weights": {str(weight): count for weight, count in summary.weights.items()},
        "methods": summary.methods,
    }
    if ratio <= 1:
        return value
    return value | {"scale": scale, "likelihood_ratio": None if isinf(ratio) else ratio}
