"""Circuits of others against `cuts` and PyMatching: ``python -m tests.campaigns.circuits DIR``.

DIR holds circuits (``.stim``) and error models (``.dem``), whoever made them.  Of each, ``--shots``
shots are drawn.  `Decoder` must prove every one, its errors multiplied out must be the syndrome and
weigh what it says, and `cuts` must prove the same weight.  Where no error flips more than two
detectors PyMatching, which rounds weights in its own way, is asked about the same matrix: its
matching must not weigh less, nor 0.1 % more.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import stim

from lo_exact import Decoder
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System

MATCHED = 1.001


def judged(path, shots):
    """Return a line about a file; raise an AssertionError where answers differ."""
    if path.suffix == ".stim":
        model = stim.Circuit.from_file(path).detector_error_model()
    else:
        model = stim.DetectorErrorModel.from_file(path)
    decoder = Decoder.from_detector_error_model(path)
    drawn = model.compile_sampler(seed=1).sample(shots)[0].astype(np.uint8)
    decoder.decode(drawn[0])
    begun = time.process_time()
    decoder.decode_batch(drawn)
    each = (time.process_time() - begun) / shots
    matrix, prices = decoder._tables.sparse, decoder._tables.prices
    matching = None
    if matrix.reach()[1] <= 2:
        import pymatching

        matching = pymatching.Matching(matrix.to_dense().astype(np.uint8), weights=prices)
    for shot in drawn:
        decoder.decode(shot)
        assert decoder.proved
        seen = shot ^ decoder._seen
        system = System(matrix, seen.astype(np.int64), prices)
        pressed = np.isin(decoder._columns, decoder.errors)
        pressed ^= np.isin(decoder._columns, decoder._turned)
        assert system.solves(pressed.astype(np.int64))
        weight = int(prices[pressed].sum())
        assert find_engine("cuts").minimise(system, Wanted(), Watch()).weight == weight
        if matching is not None:
            _, other = matching.decode(seen, return_weight=True)
            assert weight <= other + 0.5 <= weight * MATCHED + 1, (weight, other)
    kind = "cuts and PyMatching" if matching is not None else "cuts"
    size = f"{model.num_detectors} detectors, {matrix.shape[1]} errors"
    return f"{path.name}: {size}: {shots} shots equal to {kind}; {1e6 * each:.0f} us each"


def main():
    """Judge all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shots", type=int, default=30)
    asked = parser.parse_args()
    paths = sorted(path for path in asked.folder.iterdir() if path.suffix in (".stim", ".dem"))
    for path in paths:
        print(judged(path, asked.shots), flush=True)
    print(f"{len(paths)} files, none different")


if __name__ == "__main__":
    main()
