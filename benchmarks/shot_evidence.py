"""Evidence of shots by moats: how many they prove, bytes of evidence, and the checker's time.

    python -m benchmarks.shot_evidence            all families, ten minutes
    python -m benchmarks.shot_evidence --part 10  a tenth of the shots

Shots with errors only.  A certificate holds the whole matrix; its evidence alone is counted in
bytes, as JSON without blanks.  The checker reads the certificate, names the puzzle by its hash,
multiplies presses out and adds moats up.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.decoding import RATES, bicycle
from benchmarks.record import append, stamp
from lo_exact import Decoder
from lo_exact.certificate.checker import check
from lo_exact.certificate.draft import MinimumClaim
from lo_exact.certificate.forms.moats import moats_bound
from lo_exact.certificate.write import write_certificate
from lo_exact.outcome import Watch
from lo_exact.puzzle import Objective, Puzzle

SURFACES = ((3, 0.005), (5, 0.005), (7, 0.005))
SHOTS = 1000


def judged(name: str, decoder: Decoder, shots: np.ndarray) -> dict[str, object]:
    """Write and check the certificates of shots; return what they take."""
    tables = decoder._tables
    nothing = np.zeros(shots.shape[1], dtype=np.int64)
    sizes, seconds, proved = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shot.json"
        for shot in shots:
            puzzle = Puzzle(
                tables.sparse, shot.astype(np.int64), nothing,
                prices=tables.prices, objective=Objective.PRICES,
            )  # fmt: skip
            _, weight = decoder.decode(shot, return_weight=True)
            least = round(weight * decoder._scale)
            if moats_bound(puzzle.system, Watch()) < least:
                continue
            presses = np.zeros(tables.shape[1], dtype=np.int64)
            presses[decoder._last_pressed()] = 1
            claim = MinimumClaim(least, (tuple(presses.tolist()),))
            write_certificate(puzzle, claim, path, forms=["moats"])
            begun = time.process_time()
            verdict = check(path)
            seconds.append(time.process_time() - begun)
            assert verdict.accepted, verdict.text
            (evidence,) = json.loads(path.read_text())["evidence"]
            sizes.append(len(json.dumps(evidence, separators=(",", ":"))))
            proved += 1
    return {
        "what": name, "shots": len(shots), "by_moats": proved,
        "bytes_mean": round(float(np.mean(sizes)), 1), "bytes_most": max(sizes),
        "checker_ms": round(1000 * float(np.mean(seconds)), 2),
        "checker_ms_most": round(1000 * max(seconds), 2),
    }  # fmt: skip


def main() -> None:
    """Measure and record."""
    import stim

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="one of so many shots")
    count = SHOTS // parser.parse_args().part
    run = stamp()
    for distance, rate in SURFACES:
        circuit = stim.Circuit.generated(
            "surface_code:rotated_memory_z", distance=distance, rounds=distance,
            after_clifford_depolarization=rate,
        )  # fmt: skip
        shots = circuit.compile_detector_sampler(seed=6).sample(4 * count)
        shots = shots[shots.any(axis=1)][:count].astype(np.uint8)
        decoder = Decoder.from_detector_error_model(circuit.detector_error_model())
        result = judged(f"surface {distance} {rate}", decoder, shots)
        print(result, flush=True)
        append("shot_evidence", result, run)
    rng = np.random.default_rng(6)
    for qubits, rate, _ in RATES:
        if rate != 0.02:
            continue
        matrix = bicycle(qubits)
        shots = ((rng.random((2 * count, qubits)) < rate) @ matrix.T % 2).astype(np.uint8)
        shots = shots[shots.any(axis=1)][:count]
        result = judged(f"bicycle {qubits} {rate}", Decoder.from_check_matrix(matrix), shots)
        print(result, flush=True)
        append("shot_evidence", result, run)


if __name__ == "__main__":
    main()
