"""Logical errors: compare predicted observable flips with the observed ones."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from lo_exact.codes.decoder import Decoder
from lo_exact.codes.decoding.shots import read_bits
from lo_exact.errors import InputError

BLOCK_SHOTS = 2**14
"""Shots that are decoded between two reports of progress."""

Z_95 = 1.959963984540054
"""Standard deviations that contain 95 % of the normal distribution."""

DEVIATIONS = 6.0
"""Standard deviations above the expected mean from which to warn: probability 10^-9."""

Bits = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ObservedShots:
    """Shots with their observed flips of observables."""

    shots: Bits
    """(shots, detectors) of 0 and 1."""
    truth: Bits | None
    """(shots, observables) of 0 and 1; None if unknown."""


@dataclass(frozen=True, eq=False)
class LogicalErrors:
    """Predicted observable flips, and the number of shots with a wrong prediction."""

    predictions: Bits
    """(shots, observables) of 0 and 1."""
    proved: int
    """Number of shots with a proved minimum."""
    weights: NDArray[np.float64]
    """(shots,) weight of the errors found."""
    wrong: int | None
    """Number of shots with a wrong prediction of an observable, or None if unknown."""


def read_observed(
    decoder: Decoder, shots: str, observed: str | None, *, appended: bool
) -> ObservedShots:
    """Read shots from a file, and the observed flips of observables if there are any.

    Args:
        decoder: gives the numbers of detectors and observables.
        shots: a file of detectors.
        observed: a file of observables.
        appended: whether observables follow the detectors of each shot.

    Raises:
        InputError: When a file does not fit, or their numbers of shots differ.
    """
    detectors, observables = decoder.num_detectors, decoder.num_observables
    if (appended or observed) and not observables:
        what = "observables" if detectors else "detectors: it is empty"
        raise InputError(f"the error model has no {what}")
    found = read_bits(shots, detectors, observables if appended else 0)
    if appended:
        return ObservedShots(found[:, :detectors], found[:, detectors:])
    if observed is None:
        return ObservedShots(found, None)
    truth = read_bits(observed, 0, observables)
    if len(truth) != len(found):
        raise InputError(
            f"{len(truth)} shots with {observables} observables, but {len(found)} with {detectors} "
            "detectors: the two files are not about the same shots, or not about this model",
            source=observed,
        )
    return ObservedShots(found, truth)


def logical_errors(
    decoder: Decoder, given: ObservedShots, report: Callable[[int, int], object] = lambda *_: None
) -> LogicalErrors:
    """Decode all shots, and count the predictions that differ from the observed flips.

    Args:
        decoder: the decoder of the model.
        given: the shots.
        report: called with the numbers of finished and of all shots.

    Raises:
        PuzzleError: When no errors explain a shot.
    """
    predictions = np.zeros((len(given.shots), decoder.num_observables), dtype=np.uint8)
    weights, proved = np.zeros(len(given.shots)), 0
    for low in range(0, len(given.shots), BLOCK_SHOTS):
        part = slice(low, low + BLOCK_SHOTS)
        predictions[part], weights[part] = decoder.decode_batch(
            given.shots[part], return_weights=True
        )
        proved += int(np.count_nonzero(decoder.proved))
        report(min(low + BLOCK_SHOTS, len(given.shots)), len(given.shots))
    wrong = None if given.truth is None else (predictions != given.truth).any(axis=1)
    return LogicalErrors(predictions, proved, weights, None if wrong is None else int(wrong.sum()))


def unlikely_weights(weights: NDArray[np.float64], costs: NDArray[np.float64]) -> str:
    """Return a warning if decoded errors weigh more than the model predicts, or ``""``.

    The errors that happened weigh at least as much as the lightest ones, and their mean weight over
    many shots is known.

    Args:
        weights: (shots,) weights of the lightest errors.
        costs: (errors,) ln((1 - p) / p); inf for impossible errors.
    """
    costs = costs[np.isfinite(costs)]
    chances = 1 / (1 + np.exp(costs))
    mean, variance = chances @ costs, (chances * (1 - chances)) @ costs**2
    if not weights.size or weights.mean() <= mean + DEVIATIONS * sqrt(variance / weights.size):
        return ""
    return (
        f"the lightest errors weigh {weights.mean():.4g} in the mean, but errors of this model "
        f"only {mean:.4g}: are these shots of another model?"
    )


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval for a probability; (0, 1) without trials.

    Wilson, J. Am. Stat. Assoc. 22 (1927) 209.  Where nothing or everything was a success, an end is
    exactly 0 or 1.
    """
    if not trials:
        return 0.0, 1.0
    share, squared = successes / trials, Z_95**2
    middle = share + squared / (2 * trials)
    half = Z_95 * sqrt(share * (1 - share) / trials + squared / (4 * trials**2))
    below = 0.0 if successes == 0 else (middle - half) / (1 + squared / trials)
    above = 1.0 if successes == trials else (middle + half) / (1 + squared / trials)
    return below, above
