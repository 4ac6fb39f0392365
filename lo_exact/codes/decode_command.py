"""Command ``lo-exact decode``: provably lightest errors for many syndromes of one check matrix."""

from decimal import ROUND_CEILING, Decimal
from math import isinf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import Talk, print_json
from lo_exact.commands.shared.options import (
    How,
    Json,
    Quietly,
    Reading,
    WhereRun,
    can_be_written,
    seconds,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import LimitReached, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.codes.decoding.run import Summary
    from lo_exact.puzzle import Puzzle

MatrixFile = Annotated[
    str,
    typer.Argument(
        metavar="MATRIX",
        help="A check matrix in any format, a .dem or .stim file; a board takes --as board.",
    ),
]
ShotsFile = Annotated[
    str,
    typer.Argument(
        metavar="SYNDROMES",
        help="One a row: .b8, .01, .npy, .npz; with observables .r8, .hits, .dets, .ptb64 too.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=can_be_written, help="The answers, an .npz file."
    ),
]
Priors = Annotated[
    str | None,
    typer.Option("--priors", metavar="FILE", help="A probability for each error: .npy or .npz."),
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
        help="Time limit for each syndrome.",
    ),
]

Observed = Annotated[
    str | None,
    typer.Option("--obs-in", metavar="FILE", help="True observables: count logical errors."),
]
Predicted = Annotated[
    str | None,
    typer.Option(
        "--obs-out",
        metavar="FILE",
        callback=can_be_written,
        help="Write predicted observables to FILE.",
    ),
]
Appended = Annotated[
    bool, typer.Option("--obs-appended", help="Each shot ends with its observables.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file of --output or --obs-out.")]


@grouped
def decode(
    matrix: MatrixFile,
    syndromes: ShotsFile,
    *,
    output: Output = None,
    obs_in: Observed = None,
    obs_out: Predicted = None,
    obs_appended: Appended = False,
    force: Force = False,
    priors: Priors = None,
    scale: Scale = None,
    how: How,
    where: WhereRun,
    time_limit: ShotLimit = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Decode shots: find for each syndrome a lightest set of errors, and prove it.

    Give --output to write the errors of each shot. With an error model or a circuit (.dem, .stim),
    give --obs-out instead to write the predicted observables; --obs-in or --obs-appended counts
    logical errors (with Wilson's 95 % interval).

    The file of --output has the arrays status (0: a bound, 1: an answer and a bound, 2: proved
    minimum, 3: nothing explains the syndrome), weights, bounds, and presses (8 errors a byte,
    lowest bit first). --ledger saves answers during the run; repeat the command to resume.

    Example: lo-exact decode checks.npz syndromes.b8 -o answers.npz
    """
    from pathlib import Path

    from lo_exact.codes.decoding.observed import unlikely_weights
    from lo_exact.codes.decoding.run import decode_file
    from lo_exact.codes.decoding.shots import read_shots, why_not_written
    from lo_exact.formats.expected import what_was_read
    from lo_exact.runners.work import Where

    if obs_in or obs_out or obs_appended:
        if output is not None or priors is not None or where != Where():
            raise UsageError(
                "--output, --priors and options of long work are not for shots with observables"
            )
        how.options()
        if any(value for name, value in how.said.items() if (name, value) != ("read_as", "dem")):
            raise UsageError("with observables, --as dem is the only option of reading")
        return _observed(
            matrix, syndromes, obs_in, obs_out, is_model=bool(how.said["read_as"]),
            appended=obs_appended, force=force, scale=scale,
            time_limit=seconds_allowed(time_limit), json=json, talk=talk,
        )  # fmt: skip
    if output is None:
        raise UsageError("answers go to --output FILE.npz, or predictions to --obs-out FILE")
    if why := why_not_written(output, force=force, kinds=(".npz",), what="answers"):
        raise UsageError(f"--output: {why}")
    puzzle, used_scale, ratio, turned = _read(matrix, priors, scale, how)
    shots = read_shots(syndromes, puzzle.lights, puzzle.colours)
    try:
        summary = decode_file(
            puzzle,
            shots,
            Path(output),
            scale=used_scale,
            turned=turned,
            where=where,
            time_limit=seconds_allowed(time_limit),
            report=lambda moment: talk.tick(f"{moment.done} of {moment.total} syndromes"),
        )
    except KeyboardInterrupt:
        if where.ledger is not None:
            talk.say(f"answers so far: {printable(str(where.ledger))}; the same command resumes")
        raise
    talk.end_progress()
    if turned and priors is not None:
        talk.say(
            f"{len(turned)} errors of probability above 0.5 are expected: their prices are negative"
        )
    if priors is None and puzzle.layout.note:
        talk.say(puzzle.layout.note)
    if used_scale > 1:
        costs = puzzle.system.prices / used_scale
        costs[list(turned)] *= -1
        if strange := unlikely_weights(summary.weights / used_scale, costs):
            talk.say(strange)
    if json:
        print_json({"read_from": what_was_read(puzzle)} | _as_json(summary, used_scale, ratio))
    else:
        print(f"read as a {what_was_read(puzzle)}")
        print(_in_words(summary, used_scale, ratio))
    if summary.proved < summary.shots:
        raise LimitReached(
            f"{summary.shots - summary.proved} of {summary.shots} syndromes are not proved"
        )
    return 0


def _observed(
    model: str,
    shots: str,
    obs_in: str | None,
    obs_out: str | None,
    *,
    is_model: bool,
    appended: bool,
    force: bool,
    scale: int | None,
    time_limit: float,
    json: bool,
    talk: Talk,
) -> int:
    """Predict observables, write them to a file, and count logical errors."""
    from lo_exact.codes.decoder import PRICE_SCALE, Decoder
    from lo_exact.codes.decoding.observed import (
        logical_errors,
        read_observed,
        unlikely_weights,
        wilson_interval,
    )
    from lo_exact.codes.decoding.shots import why_not_written, write_observables
    from lo_exact.codes.dem import error_model_text
    from lo_exact.formats.board.places import in_source

    if not is_model and not model.endswith((".dem", ".stim")):
        raise UsageError("observables are those of an error model (.dem) or a circuit (.stim)")
    if obs_in and appended:
        raise UsageError("observables are appended, or in --obs-in, not both")
    if force and not obs_out:
        raise UsageError("--force is for --obs-out")
    if obs_out and (why := why_not_written(obs_out, force=force)):
        raise UsageError(f"--obs-out: {why}")
    with in_source(model):
        decoder = Decoder.from_detector_error_model(
            error_model_text(model), scale=scale or PRICE_SCALE, time_limit=time_limit
        )
    given = read_observed(decoder, shots, obs_in, appended=appended)
    found = logical_errors(decoder, given, lambda done, of: talk.tick(f"{done} of {of} shots"))
    talk.end_progress()
    if obs_out:
        write_observables(obs_out, found.predictions, force=force)
    if strange := unlikely_weights(found.weights, decoder.weights):
        talk.say(strange)
    count = len(found.predictions)
    said: dict[str, Any] = {
        "shots": count, "proved": found.proved, "scale": scale or PRICE_SCALE,
    }  # fmt: skip
    text = f"{count} shots: {found.proved} proved"
    if found.wrong is not None:
        low, high = wilson_interval(found.wrong, count)
        said |= {"logical_errors": found.wrong, "interval": [low, high], "method": "Wilson, 95 %"}
        text += f"\nlogical errors: {found.wrong} of {count}"
        text += f"; the rate is {low:.3g} to {high:.3g} (Wilson, 95 %)"
    if json:
        print_json(said)
    else:
        print(text)
    if found.proved < count:
        raise LimitReached(f"{count - found.proved} of {count} shots are not proved")
    return 0


def _read(
    matrix: str, priors: str | None, scale: int | None, how: Reading
) -> "tuple[Puzzle, int, float, tuple[int, ...]]":
    """Read matrix and priors; return the puzzle, price scale, rounding ratio, inverted buttons."""
    from dataclasses import replace

    from lo_exact.codes import dem
    from lo_exact.codes.decoding.matrix import SCALE, prices_of, read_matrix, read_probabilities
    from lo_exact.puzzle import Objective

    puzzle = read_matrix(matrix, *how.options())
    if priors is None:
        if scale is not None:
            raise UsageError("--scale is for --priors")
        of_model = puzzle.objective is Objective.PRICES and bool(puzzle.layout.note)
        return puzzle, dem.SCALE if of_model else 1, 1.0, puzzle.layout.turned
    priced = prices_of(read_probabilities(priors, puzzle.buttons), scale or SCALE)
    puzzle = replace(puzzle, objective=Objective.PRICES, prices=priced.prices)
    return puzzle, priced.scale, priced.ratio, priced.turned


def _in_words(summary: "Summary", scale: int, ratio: float) -> str:
    none = f" ({summary.unsolvable} of them explained by no error)" if summary.unsolvable else ""
    of_all = "" if summary.proved == summary.shots else f" of {summary.shots}"
    lines = [f"{summary.proved}{of_all} solved and proved{none}."]
    if summary.weights.size:
        least, mean, most = (f"{one / scale:.6g}" for one in _weights(summary))
        unit = f", whole numbers divided by the scale {scale}" if scale > 1 else ""
        lines.append(f"weights: {least} to {most}, mean {mean}{unit}")
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
    return "\n".join(lines)


def _weights(summary: "Summary") -> tuple[int, float, int]:
    """Return the least, mean and largest weight of the proved answers; at least one must exist."""
    found = summary.weights
    return int(found.min()), float(found.mean()), int(found.max())


def _as_json(summary: "Summary", scale: int, ratio: float) -> dict[str, Any]:
    return {
        "syndromes": summary.shots,
        "proved": summary.proved,
        "unsolvable": summary.unsolvable,
        "scale": scale,
        "methods": summary.methods,
        **(
            {"weights": dict(zip(("least", "mean", "most"), _weights(summary), strict=True))}
            if summary.weights.size
            else {}
        ),
        **({"cost_ratio": None if isinf(ratio) else ratio} if ratio > 1 else {}),
    }
