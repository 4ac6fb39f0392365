"""Logical errors of exact and approximate decoders on the same shots, through sinter's interface.

    python -m benchmarks.logical_errors                    all circuits, half an hour
    python -m benchmarks.logical_errors --only 3 --part 100   distance 3, a hundredth of the shots
    python -m benchmarks.logical_errors --plot    docs/tutorial/logical-errors.svg, the tables

Rotated surface codes with depolarization after gates and d rounds: 10^6, 10^5 and 10^4 shots of one
seed for d = 3, 5 and 7.  Every decoder gets the same packed shots from `decode_shots_bit_packed`,
as sinter hands them out; Tesseract and BP+OSD, which are slow, the first tenth.  What is counted is
shots with a wrong observable, and those where a decoder and ours predict otherwise.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.plot import Point, log_plot
from benchmarks.record import append, read, stamp

RATES = (0.003, 0.005, 0.008)
SHOTS = {3: 1_000_000, 5: 100_000, 7: 10_000}
SLOW = ("tesseract", "bposd", "lo-exact-class")
SLOW_PART = 10
PLOT = Path(__file__).parents[1] / "docs" / "tutorial" / "logical-errors.svg"
CLASSES_UP_TO = 3
"""Classes of errors are refused at larger distances."""


def decoders() -> dict[str, Any]:
    """Return what is installed, ours first."""
    import sinter

    from lo_exact.sinter import sinter_decoders

    found: dict[str, Any] = dict(sinter_decoders())
    for name in ("pymatching", "pymatching-correlated"):
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
    parser.add_argument("--decoders", help="their names, with commas; lo-exact among them")
    parser.add_argument("--plot", action="store_true", help="draw the latest results")
    asked = parser.parse_args()
    if asked.plot:
        draw()
        return
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
                if asked.decoders and name not in asked.decoders.split(","):
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


def draw() -> None:
    """Write the plot of the latest results, and print the table of the page."""
    latest = {(row["distance"], row["rate"], row["decoder"]): row for row in read("logical_errors")}
    lines: dict[str, list[Point]] = {}
    for distance in SHOTS:
        for name in ("lo-exact", "pymatching"):
            rows = [latest[distance, rate, name] for rate in RATES]
            lines[f"{name}, d = {distance}"] = [
                Point(1000 * row["rate"], row["errors"] / row["shots"], False)
                for row in rows
                if row["errors"]
            ]
    plot = log_plot(
        "Logical errors a shot, rotated surface code", "depolarization after gates, per thousand",
        lines, 0, lambda power: f"1e{power}",
    )  # fmt: skip
    PLOT.write_text(plot, encoding="utf-8")
    print(compared(latest, ("lo-exact", "pymatching-correlated", "pymatching")))
    print(compared(latest, ("lo-exact", "lo-exact-class", "tesseract", "bposd")))


def _rounded(microseconds: float) -> str:
    return f"{microseconds:,.{0 if microseconds >= 100 else 1 if microseconds >= 1 else 2}f}"


def compared(
    latest: Mapping[tuple[int, float, str], Mapping[str, Any]], names: tuple[str, ...]
) -> str:
    """Return the table of decoders that were given the same shots: errors, and time of each."""
    lines = []
    for distance, rate in sorted({(distance, rate) for distance, rate, _ in latest}):
        rows = [latest.get((distance, rate, name)) for name in names]
        others = [row for row in rows[1:] if row is not None]
        if rows[0] is None or not others:
            continue
        errors = [f"{others[0]['errors_of_ours']:,}"]
        errors += ["–" if row is None else f"{row['errors']:,}" for row in rows[1:]]
        times = ["–" if row is None else _rounded(row["microseconds"]) for row in rows]
        lines.append(
            f"| {distance} | {rate} | {others[0]['shots']:,} | {' | '.join(errors + times)} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
