"""Many boards of one matrix: `minimum_batch`, tables and their making included.

    python -m benchmarks.batches

CPU seconds and wall-clock seconds of one call, arrays in, arrays out, every answer proved and
multiplied out in the call.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from benchmarks.boards import Board
from benchmarks.codes import Matrix, bicycle, puzzle_of, toric
from benchmarks.cost import Meter
from benchmarks.record import append, stamp
from lo_exact.puzzle import Puzzle
from lo_exact.solver.batch.batch import minimum_batch

Bits = NDArray[np.uint8]


def boards(side: int, count: int) -> tuple[Puzzle, Bits]:
    """Return random solvable boards."""
    puzzle = Board("plus", side, 2, 1).puzzle()
    presses = np.random.default_rng(1).integers(0, 2, (count, puzzle.buttons), dtype=np.uint8)
    return puzzle, _times(presses, puzzle.activation.to_dense())


def shots(checks: Matrix, rate: float, count: int) -> tuple[Puzzle, Bits]:
    """Return syndromes of independent errors."""
    rng = np.random.default_rng(1)
    errors = (rng.random((count, checks.shape[1]), dtype=np.float32) < rate).astype(np.uint8)
    puzzle = puzzle_of(checks, np.zeros(len(checks), dtype=np.int64))
    return puzzle, _times(errors, checks)


def _times(vectors: Bits, matrix: Matrix) -> Bits:
    # at most 255 ones a row
    return np.asarray(vectors @ matrix.T.astype(np.uint8) % 2)


MEASURED = {
    "5 x 5": lambda: boards(5, 10**6),
    "toric 4 x 4, rate 0.05": lambda: shots(toric(4), 0.05, 10**6),
    "[[72,12,6]], rate 0.01": lambda: shots(bicycle(72), 0.01, 20_000),
    "[[72,12,6]], rate 0.03": lambda: shots(bicycle(72), 0.03, 20_000),
    "[[144,12,12]], rate 0.01": lambda: shots(bicycle(144), 0.01, 20_000),
    "[[144,12,12]], rate 0.03": lambda: shots(bicycle(144), 0.03, 2_000),
}


def main() -> None:
    """Measure, print and record everything."""
    here = stamp()
    for what, make in MEASURED.items():
        puzzle, states = make()
        meter, began = Meter(), time.perf_counter()
        answers = minimum_batch(puzzle, states)
        wall, cpu = time.perf_counter() - began, meter.seconds()
        assert answers.proved == len(states)
        row = {
            "what": what, "boards": len(states), "cpu_seconds": round(cpu, 4),
            "wall_seconds": round(wall, 4), "methods": answers.methods,
        }  # fmt: skip
        micro = cpu / len(states) * 1e6
        print(f"{what:26} {len(states):8} {cpu:8.3f} s CPU {wall:8.3f} s {micro:9.2f} us a board")
        append("batches", row, here)


if __name__ == "__main__":
    main()
