"""Logical errors of exact and approximate decoders on the same shots, through sinter's interface.

    python -m benchmarks.logical_errors                    all circuits, half an hour
    python -m benchmarks.logical_errors --only 3 --part 100   distance 3, a hundredth of the shots

Rotated surface codes with depolarization after gates and d rounds: 10^6, 10^5 and 10^4 shots of one
seed for d = 3, 5 and 7.  Every decoder gets the same packed shots from `decode_shots_bit_packed`,
as sinter hands them out; Tesseract and BP+OSD, which are slow, the first tenth.  What is counted is
shots with a wrong observable, and those where a decoder and ours predict otherwise.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from benchmarks.record import append, stamp

RATES = (0.003, 0.005, 0.008)
SHOTS = {3: 1_000_000, 5: 100_000, 7: 10_000}
SLOW = ("tesseract", "bposd", "lo-exact-class")
SLOW_PART = 10
CLASSES_UP_TO = 3
"""Classes of errors are refused at larger distances."""


def decoders() -> dict[str, Any]:
    """Return what is installed, ours first."""
    import sinter

    from lo_exact.sinter import sinter_decoders

    found: dict[str, Any] = dict(sinter_decoders())
    for name in ("pymatching", "pymatching-correlated"):
        if name in sinter.BUILT_IN_DECODERS:
            found[name] = sinter.BUILT_IN_DECODERS[name]
    try:
        from tesseract_decoder import make_tesseract_sinter_decoders_dict

        found["tesseract"] = make_tesseract_sinter_decoders_dict()["tesseract-short-beam"]
    except ImportError:
        print("Tesseract is not installed and left out")
    try:
        from stimbposd import SinterDecoder_BPOSD

        found["bposd"] = SinterDecoder_BPOSD()
    except ImportError:
        print("BP+OSD (stimbposd) is not installed and left out")
    return found


def main() -> None:
    """Count and record."""
    import stim

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=int, default=0, help="one distance")
    parser.add_argument("--part", type=int, default=1, help="one of so many shots")
    asked = parser.parse_args()
    run = stamp()
    for distance, count in SHOTS.items():
        for rate in RATES:
            if asked.only not in (0, distance):
                continue
            circuit = stim.Circuit.generated(
                "surface_code:rotated_memory_z", distance=distance, rounds=distance,
                after_clifford_depolarization=rate,
            )  # fmt: skip
            model = circuit.detector_error_model(decompose_errors=True)
            shots, truth = circuit.compile_detector_sampler(seed=27).sample(
                count // asked.part, separate_observables=True, bit_packed=True
            )
            ours = np.zeros(0, dtype=np.uint8)
            for name, decoder in decoders().items():
                if name == "lo-exact-class" and distance > CLASSES_UP_TO:
                    continue
                part = len(shots) // (SLOW_PART if name in SLOW else 1)
                ready = decoder.compile_decoder_for_dem(dem=model)
                ready.decode_shots_bit_packed(bit_packed_detection_event_data=shots[:1].copy())
                begun = time.process_time()
                predicted = ready.decode_shots_bit_packed(
                    bit_packed_detection_event_data=shots[:part]
                )
                spent = time.process_time() - begun
                if name == "lo-exact":
                    ours = predicted
                result = {
                    "distance": distance, "rate": rate, "decoder": name, "shots": part,
                    "errors": int((predicted != truth[:part]).any(axis=1).sum()),
                    "errors_of_ours": int((ours[:part] != truth[:part]).any(axis=1).sum()),
                    "otherwise": int((predicted != ours[:part]).any(axis=1).sum()),
                    "microseconds": round(1e6 * spent / part, 2),
                }  # fmt: skip
                if name == "lo-exact":
                    result["proved"] = int(ready.decoder.proved.sum())
                print(result, flush=True)
                append("logical_errors", result, run)


if __name__ == "__main__":
    main()
