"""Check matrices and syndromes of codes from the literature: what `sparse_codes` is measured on.

Bivariate bicycle codes (Bravyi et al., Nature 627, 2024), rotated surface code memories out of
Stim, toric codes, triangular colour codes, and the (3, 5) array codes and (155, 64) code of Tanner,
Sridhara and Fuja (2001).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.boards import Board
from benchmarks.gross import logical, memory
from lo_exact.algebra import from_dense, from_entries
from lo_exact.codes.decoding.matrix import prices_of
from lo_exact.puzzle import Objective, Puzzle

Matrix = NDArray[np.int64]

BICYCLES = {
    72: ((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)]),
    144: ((12, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)]),
    288: ((12, 12), [(3, 0), (0, 2), (0, 7)], [(0, 3), (1, 0), (2, 0)]),
}


@dataclass(frozen=True, eq=False)
class Instance:
    """One syndrome.

    Attributes:
        family: whose figures it belongs to.
        name: within the family.
        puzzle: the syndrome as a board.
        seed: which of its rate it is.
    """

    family: str
    name: str
    puzzle: Puzzle
    seed: int = 0


def bicycle(length: int) -> Matrix:
    """Return the X checks of a bicycle code."""
    (rows, columns), *polynomials = BICYCLES[length]
    place = np.arange(rows * columns).reshape(rows, columns)
    blocks = []
    for polynomial in polynomials:
        block = np.zeros((place.size, place.size), dtype=np.int64)
        for x, y in polynomial:
            block[place.ravel(), np.roll(place, (-x, -y), axis=(0, 1)).ravel()] ^= 1
        blocks.append(block)
    return np.hstack(blocks)


def toric(side: int) -> Matrix:
    """Return the vertex checks of the toric code, two edges a vertex."""
    place = np.arange(side * side).reshape(side, side)
    checks = np.zeros((side * side, 2 * side * side), dtype=np.int64)
    for axis in (0, 1):
        edges = place.ravel() + axis * side * side
        checks[place.ravel(), edges] ^= 1
        checks[np.roll(place, -1, axis=axis).ravel(), edges] ^= 1
    return checks


def circulants(size: int, shifts: list[list[int]]) -> Matrix:
    """Return an array of shifted identity matrices."""
    eye = np.eye(size, dtype=np.int64)
    return np.block([[np.roll(eye, shift, axis=1) for shift in row] for row in shifts])


def tanner() -> Matrix:
    """Return the (155, 64) code of distance 20."""
    return circulants(31, [[5**i * 2**j % 31 for j in range(5)] for i in range(3)])


def array_code(prime: int, columns: int, rows: int) -> Matrix:
    """Return Fan's array code."""
    return circulants(prime, [[i * j % prime for j in range(columns)] for i in range(rows)])


def puzzle_of(checks: Matrix, syndrome: Matrix) -> Puzzle:
    """Return a syndrome as a board with equal prices."""
    zeros = np.zeros(checks.shape[0], dtype=np.int64)
    return Puzzle(from_dense(checks, 2), syndrome.astype(np.int64), zeros)


def flipped(
    family: str, checks: Matrix, rates: tuple[float, ...], count: int
) -> Iterator[Instance]:
    """Yield syndromes of independent errors."""
    for rate in rates:
        for seed in range(count):
            rng = np.random.default_rng([seed, round(rate * 10_000)])
            errors = (rng.random(checks.shape[1]) < rate).astype(np.int64)
            yield Instance(family, f"{rate} {seed}", puzzle_of(checks, checks @ errors % 2), seed)


def noisy(family: str, checks: Matrix, levels: tuple[float, ...], count: int) -> Iterator[Instance]:
    """Yield words over the white Gaussian noise channel, at signal-to-noise ratios a bit in dB.

    The syndrome is that of the signs; a button costs its log-likelihood ratio, times 1000.
    """
    n = checks.shape[1]
    for level in levels:
        for seed in range(count):
            rng = np.random.default_rng([seed, round(level * 100)])
            power = 2 * (1 - checks.shape[0] / n) * 10 ** (level / 10)  # 1 / variance
            heard = 1 + rng.normal(0, power**-0.5, n)
            puzzle = puzzle_of(checks, checks @ (heard < 0).astype(np.int64) % 2)
            prices = np.maximum(np.rint(np.abs(2000 * power * heard)), 1).astype(np.int64)
            puzzle = replace(puzzle, objective=Objective.PRICES, prices=prices)
            yield Instance(family, f"{level} dB {seed}", puzzle, seed)


def surface(
    distance: int, rates: tuple[float, ...], count: int, *, priced: bool
) -> Iterator[Instance]:
    """Yield shots of a surface code memory, all prices 1 or those of the error model."""
    import stim

    family = f"surface circuit d={distance}" + (" priced" if priced else "")
    for rate in rates:
        circuit = stim.Circuit.generated(
            "surface_code:rotated_memory_z",
            distance=distance,
            rounds=distance,
            after_clifford_depolarization=rate,
            before_measure_flip_probability=rate,
            after_reset_flip_probability=rate,
            before_round_data_depolarization=rate,
        )
        yield from shots(family, f"{rate}", circuit, count, priced=priced)


def gross(rates: tuple[float, ...], count: int) -> Iterator[Instance]:
    """Yield shots of the [[144,12,12]] code's memory, prices of the error model."""
    for rate in rates:
        circuit = memory(*BICYCLES[144], 12, rate)
        yield from shots("gross code circuit", f"{rate}", circuit, count, priced=True)


def distances() -> Iterator[Instance]:
    """Yield boards whose minimum is the least logical error that one logical operator sees."""
    for length, name in ((72, "[[72,12,6]]"), (144, "[[144,12,12]]")):
        checks = bicycle(length)
        half = length // 2
        other = np.hstack([checks[:, half:].reshape(half, half).T, checks[:, :half].T])
        rows = np.vstack([checks, logical(checks, other)])
        syndrome = np.zeros(half + 1, dtype=np.int64)
        syndrome[-1] = 1
        yield Instance("distances", name, puzzle_of(rows, syndrome))


def shots(family: str, name: str, circuit: Any, count: int, *, priced: bool) -> Iterator[Instance]:
    """Yield shots of a Stim circuit: independent errors of its error model."""
    errors = [e for e in circuit.detector_error_model().flattened() if e.type == "error"]
    entries = [
        (t.val, j)
        for j, e in enumerate(errors)
        for t in e.targets_copy()
        if t.is_relative_detector_id()
    ]
    rows, columns = np.array(entries).T
    shape = (circuit.num_detectors, len(errors))
    matrix = from_entries(shape, 2, rows, columns, np.ones(len(rows)))
    rates_of = np.array([e.args_copy()[0] for e in errors])
    for seed in range(count):
        rng = np.random.default_rng([seed, len(errors), shape[0]])
        happened = (rng.random(len(errors)) < rates_of).astype(np.int64)
        zeros = np.zeros(shape[0], dtype=np.int64)
        puzzle = Puzzle(matrix, matrix.dot(happened), zeros)
        if priced:
            prices = prices_of(rates_of, 1000).prices
            puzzle = replace(puzzle, objective=Objective.PRICES, prices=prices)
        yield Instance(family, f"{name} {seed}", puzzle, seed)


def colour_codes(distances: tuple[int, ...], count: int) -> Iterator[Instance]:
    """Yield syndromes of triangular colour codes."""
    for distance in distances:
        for seed in range(count):
            puzzle = Board("colour-code", distance, 2, seed).puzzle()
            yield Instance("colour codes", f"d={distance} {seed}", puzzle, seed)


def instances(count: int) -> Iterator[Instance]:
    """Yield everything that is compared.

    Args:
        count: syndromes of each code and rate.
    """
    for length, name in ((72, "[[72,12,6]]"), (144, "[[144,12,12]]"), (288, "[[288,12,18]]")):
        yield from flipped(f"bicycle {name}", bicycle(length), (0.02, 0.05, 0.08, 0.1), count)
    for distance in (3, 5, 7):
        for priced in (False, True):
            yield from surface(distance, (0.001, 0.003, 0.006), count, priced=priced)
    yield from gross((0.001, 0.002, 0.003, 0.006), count)
    yield from distances()
    yield from flipped("toric 10", toric(10), (0.05, 0.1), count)
    yield from flipped("toric 30", toric(30), (0.05, 0.1), count)
    yield from colour_codes((9, 15, 21, 31), count)
    yield from flipped("Tanner (155,64)", tanner(), (0.03, 0.06), count)
    yield from noisy("Tanner (155,64) noise", tanner(), (1.0, 2.0, 3.0), count)
    yield from flipped("array (3,17)", array_code(17, 17, 3), (0.02, 0.04), count)
    yield from flipped("array (4,23)", array_code(23, 23, 4), (0.01, 0.02), count)
