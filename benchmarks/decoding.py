"""Microseconds a shot of `lo_exact.Decoder`, with PyMatching and Tesseract beside.

    python -m benchmarks.decoding                 all families, some minutes
    python -m benchmarks.decoding --only surface  those whose names begin so

CPU time of one thread, all shots in one call, compiled code loaded before, the least of three runs;
then 500 shots one by one through `decode`.  Shots that the search leaves open (`open`) are handed
over to `cuts` by `decode_batch`; what that takes in its child process is not in the microseconds.
Circuits of the surface code have depolarization after gates alone; tori have noisy checks, as many
rounds as they are wide; bicycle codes have independent errors on qubits.  The first shots are asked
of `cuts` too, and weights must be equal.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.record import append, stamp
from lo_exact import Decoder
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.moats.moat_tables import compile_shots
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System

SURFACES = (
    (3, 0.003, 20_000), (3, 0.005, 20_000), (3, 0.008, 20_000), (5, 0.003, 3_000),
    (5, 0.005, 3_000), (5, 0.008, 2_000), (7, 0.003, 1_000), (7, 0.005, 600), (7, 0.008, 300),
)  # fmt: skip
BICYCLES = {72: (6, 6, 1, 2), 144: (12, 6, 1, 2), 288: (12, 12, 2, 7)}
"""Sides of the torus, and the two powers of y beside x^3; the other polynomial is y^3 + x + x^2."""

RATES = ((72, 0.02, 5_000), (72, 0.05, 5_000), (72, 0.08, 5_000), (72, 0.1, 2_000),
         (144, 0.02, 3_000), (144, 0.05, 1_000), (144, 0.08, 300), (144, 0.1, 200),
         (288, 0.02, 2_000), (288, 0.05, 300))  # fmt: skip
TORI = ((6, 0.02, 2_000), (8, 0.02, 500))
GROSS = ((0.001, 300), (0.002, 100), (0.003, 20))
ONE_BY_ONE = 500
RIVAL_SHOTS, RIVAL_SECONDS = 100, 10.0
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


def torus(side: int) -> np.ndarray:
    """Return the detectors of a toric code with noisy checks, (side^3, 3 side^3) of 0 and 1."""
    place = np.arange(side**3).reshape(side, side, side)
    columns = np.zeros((side**3, 3, side**3), dtype=np.uint8)
    for axis in range(3):  # errors of qubits, in space; of measurements, in time
        for at, beside in zip(place.ravel(), np.roll(place, 1, axis).ravel(), strict=True):
            columns[at, axis, at] ^= 1
            columns[beside, axis, at] ^= 1
    return columns.reshape(side**3, -1)


def model_of(matrix: np.ndarray, rate: float) -> Any:
    """Return the error model of a check matrix, each error with one observable, for rivals."""
    import stim

    lines = [
        f"error({rate}) " + " ".join(f"D{row}" for row in np.flatnonzero(column)) + " L0"
        for column in matrix.T
    ]
    return stim.DetectorErrorModel("\n".join(lines))


def families() -> Iterator[tuple[str, Any, Any, np.ndarray]]:
    """Yield a name, a function that makes a decoder, an error model for rivals, and shots."""
    import stim

    from benchmarks import gross

    for distance, rate, count in SURFACES:
        circuit = stim.Circuit.generated(
            "surface_code:rotated_memory_z", distance=distance, rounds=distance,
            after_clifford_depolarization=rate,
        )  # fmt: skip
        model = circuit.detector_error_model(decompose_errors=True)
        shots = circuit.compile_detector_sampler(seed=1).sample(count)
        made = partial(Decoder.from_detector_error_model, model)
        yield f"surface {distance} {rate}", made, model, shots
    rng = np.random.default_rng(1)
    for qubits, rate, count in RATES:
        matrix = bicycle(qubits)
        errors = rng.random((count, qubits)) < rate
        shots = (errors @ matrix.T % 2).astype(np.uint8)
        made = partial(Decoder.from_check_matrix, matrix)
        yield f"bicycle {qubits} {rate}", made, model_of(matrix, rate), shots
    for side, rate, count in TORI:
        matrix = torus(side)
        shots = ((rng.random((count, matrix.shape[1])) < rate) @ matrix.T % 2).astype(np.uint8)
        made = partial(Decoder.from_check_matrix, matrix)
        yield f"torus {side} {rate}", made, model_of(matrix, rate), shots
    polynomials = [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)]
    for rate, count in GROSS:
        circuit = gross.memory((12, 6), *polynomials, 12, rate)
        model = circuit.detector_error_model()
        shots = circuit.compile_detector_sampler(seed=1).sample(count)
        made = partial(Decoder.from_detector_error_model, model)
        yield f"gross circuit {rate}", made, model, shots


def equal_to_cuts(decoder: Decoder, shots: np.ndarray) -> int:
    """Return for how many shots `cuts` proves the same weight."""
    equal = 0
    for shot in shots:
        _, weight = decoder.decode(shot, return_weight=True)
        tables = decoder._tables
        system = System(tables.sparse, shot.astype(np.int64), tables.prices)
        outcome = find_engine("cuts").minimise(system, Wanted(), Watch())
        equal += outcome.weight == round(weight * decoder._scale)
    return equal


def main() -> None:
    """Measure and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the beginning of a name")
    asked = parser.parse_args()
    run = stamp()
    for name, make, model, shots in families():
        if not name.startswith(asked.only):
            continue
        bits, times = shots.astype(np.uint8), []
        decoder = make()
        for loading in compile_shots():
            loading.join()
        decoder.decode(bits[0])
        for _ in range(3):
            begun = time.process_time()
            found = decoder._tables.shots(bits, decoder._nodes, with_presses=False)
            times.append(time.process_time() - begun)
        result: dict[str, Any] = {
            "what": name, "shots": len(shots), "open": int((found.status < 2).sum()),
            "microseconds": round(1e6 * min(times) / len(shots), 2),
        }  # fmt: skip
        first = bits[:ONE_BY_ONE][found.status[:ONE_BY_ONE] >= 2]  # those that the search answers
        begun = time.process_time()
        decoder._tables.shots(first, decoder._nodes, with_presses=False)
        result["same_in_batch"] = round(1e6 * (time.process_time() - begun) / len(first), 2)
        times = []
        for shot in first:
            begun = time.process_time()
            decoder.decode(shot)
            times.append(time.process_time() - begun)
        result |= {
            "one_by_one": round(1e6 * float(np.mean(times)), 2),
            "one_by_one_p99": round(1e6 * float(np.percentile(times, 99)), 1),
            "asked_of_cuts": min(ASKED_OF_CUTS, len(first)),
            "equal_to_cuts": equal_to_cuts(decoder, first[:ASKED_OF_CUTS]),
            **rivals(name, model, shots),
        }  # fmt: skip
        print(result, flush=True)
        append("decoding", result, run)


def rivals(name: str, model: Any, shots: np.ndarray) -> dict[str, float]:
    """Return microseconds a shot of the decoders that do not prove, where they are installed."""
    found: dict[str, float] = {}
    if name.startswith(("surface", "torus")):
        import pymatching

        matching = pymatching.Matching.from_detector_error_model(model)
        matching.decode_batch(shots[:1])
        begun = time.process_time()
        matching.decode_batch(shots)
        found["pymatching_us"] = round(1e6 * (time.process_time() - begun) / len(shots), 2)
    try:
        from tesseract_decoder import make_tesseract_sinter_decoders_dict
    except ImportError:
        return found
    some = np.packbits(shots[:RIVAL_SHOTS], axis=1, bitorder="little")
    rival = make_tesseract_sinter_decoders_dict()["tesseract-short-beam"]
    ready = rival.compile_decoder_for_dem(dem=model)
    begun, done = time.process_time(), 0
    while done < len(some) and time.process_time() - begun < RIVAL_SECONDS:
        part = some[done : done + 10]
        ready.decode_shots_bit_packed(bit_packed_detection_event_data=part)
        done += len(part)
    found["tesseract_us"] = round(1e6 * (time.process_time() - begun) / done, 1)
    found["tesseract_shots"] = done
    return found


if __name__ == "__main__":
    main()
