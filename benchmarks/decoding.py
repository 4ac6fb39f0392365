"""Microseconds a shot of `lo_exact.Decoder`, with PyMatching beside where it can.

    python -m benchmarks.decoding                 all families, some minutes
    python -m benchmarks.decoding --only surface  those whose names begin so

CPU seconds of one thread, all shots in one call, compiled code loaded before; then 500 shots one by
one.  Circuits of the surface code have depolarization after gates alone; bicycle codes have
independent errors on qubits.  The first shots are asked of `cuts` too, and weights must be equal.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.record import append, stamp
from lo_exact import Decoder
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System

SURFACES = (
    (3, 0.003, 20_000), (3, 0.005, 20_000), (3, 0.008, 20_000), (5, 0.003, 3_000),
    (5, 0.005, 3_000), (5, 0.008, 1_000), (7, 0.003, 600), (7, 0.005, 200),
)  # fmt: skip
BICYCLES = {72: (6, 6, 1, 2), 144: (12, 6, 1, 2), 288: (12, 12, 2, 7)}
"""Sides of the torus, and the two powers of y beside x^3; the other polynomial is y^3 + x + x^2."""

RATES = ((72, 0.02, 5_000), (72, 0.05, 5_000), (72, 0.1, 2_000), (144, 0.02, 3_000),
         (144, 0.05, 1_000), (288, 0.02, 2_000))  # fmt: skip
ONE_BY_ONE = 500
ASKED_OF_CUTS = 5


def bicycle(qubits: int) -> np.ndarray:
    """Return the X checks of a bivariate bicycle code, (qubits / 2, qubits) of 0 and 1."""
    rows, columns, first, second = BICYCLES[qubits]
    x = np.kron(np.roll(np.eye(rows, dtype=int), 1, axis=1), np.eye(columns, dtype=int))
    y = np.kron(np.eye(rows, dtype=int), np.roll(np.eye(columns, dtype=int), 1, axis=1))
    power = np.linalg.matrix_power
    a = power(x, 3) + power(y, first) + power(y, second)
    b = power(y, 3) + x + power(x, 2)
    return np.hstack([a, b]) % 2


def families() -> Iterator[tuple[str, Any, Any, np.ndarray]]:
    """Yield a name, a decoder, PyMatching's where it can, and shots."""
    import pymatching
    import stim

    for distance, rate, count in SURFACES:
        circuit = stim.Circuit.generated(
            "surface_code:rotated_memory_z", distance=distance, rounds=distance,
            after_clifford_depolarization=rate,
        )  # fmt: skip
        model = circuit.detector_error_model(decompose_errors=True)
        shots = circuit.compile_detector_sampler(seed=1).sample(count)
        matching = pymatching.Matching.from_detector_error_model(model)
        yield (
            f"surface {distance} {rate}", Decoder.from_detector_error_model(model), matching, shots
        )  # fmt: skip
    rng = np.random.default_rng(1)
    for qubits, rate, count in RATES:
        matrix = bicycle(qubits)
        errors = rng.random((count, qubits)) < rate
        shots = (errors @ matrix.T % 2).astype(np.uint8)
        yield f"bicycle {qubits} {rate}", Decoder.from_check_matrix(matrix), None, shots


def equal_to_cuts(decoder: Decoder, shots: np.ndarray) -> int:
    """Return for how many shots `cuts` proves the same weight."""
    equal = 0
    for shot in shots:
        _, weight = decoder.decode(shot, return_weight=True)
        tables = decoder._tables
        system = System(tables._sparse, shot.astype(np.int64), tables._prices)
        outcome = find_engine("cuts").minimise(system, Wanted(), Watch())
        equal += outcome.weight == round(weight * decoder._scale)
    return equal


def main() -> None:
    """Measure and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the beginning of a name")
    asked = parser.parse_args()
    run = stamp()
    for name, decoder, matching, shots in families():
        if not name.startswith(asked.only):
            continue
        decoder.decode(shots[0])
        begun = time.process_time()
        decoder.decode_batch(shots)
        each = (time.process_time() - begun) / len(shots)
        proved = int(decoder.proved.sum())
        times = []
        for shot in shots[:ONE_BY_ONE]:
            begun = time.process_time()
            decoder.decode(shot)
            times.append(time.process_time() - begun)
        result: dict[str, Any] = {
            "what": name, "shots": len(shots), "proved": proved,
            "microseconds": round(1e6 * each, 1),
            "one_by_one": round(1e6 * float(np.mean(times)), 1),
            "one_by_one_p99": round(1e6 * float(np.percentile(times, 99)), 1),
            "asked_of_cuts": min(ASKED_OF_CUTS, len(shots)),
            "equal_to_cuts": equal_to_cuts(decoder, shots[:ASKED_OF_CUTS]),
        }  # fmt: skip
        if matching is not None:
            begun = time.process_time()
            matching.decode_batch(shots)
            result["pymatching"] = round(1e6 * (time.process_time() - begun) / len(shots), 2)
        print(result, flush=True)
        append("decoding", result, run)


if __name__ == "__main__":
    main()
