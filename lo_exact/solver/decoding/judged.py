"""Answers to shots multiplied out again, wherever they were kept on the way.

Of two colours many shots are multiplied out at once, and only what is pressed is looked at: 2 us
for 10 errors out of 1,677.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import InputError
from lo_exact.outcome import Status
from lo_exact.puzzle import System
from lo_exact.solver.batch.answers import CODES, Syndromes
from lo_exact.solver.batch.linear import unpacked

WITH_PRESSES = (CODES.index(Status.OPTIMAL), CODES.index(Status.FEASIBLE))
MAX_BYTES = 2**27
"""Of what is unpacked at once, if everything were pressed."""


def judge_shots(system: System, rows: NDArray[Any], low: int, syndromes: Syndromes) -> None:
    """Look whether presses explain their shots and weigh what is said.

    Args:
        system: the checks, with any syndrome.
        rows: (shots,) records with status, weight, bound and presses.
        low: the number of the first shot.
        syndromes: (shots, lights) of 0..c-1.

    Raises:
        InputError: When they do not: whoever kept them did not keep what was found.
    """
    at = np.flatnonzero(np.isin(rows["status"], WITH_PRESSES))
    rows, syndromes = rows[at], syndromes[at]
    bounded = rows["bound"] <= rows["weight"]
    proved = rows["status"] == CODES.index(Status.OPTIMAL)
    bounded &= ~proved | (rows["bound"] == rows["weight"])
    right = bounded & (_bits_right if system.colours == 2 else _residues_right)(
        system, rows, syndromes
    )
    if not right.all():
        shot = low + int(at[np.flatnonzero(~right)[0]])
        raise InputError(
            f"the ledger's answer to shot {shot} is not one: multiplied out, its presses, weight "
            "and bound do not fit"
        )


def _bits_right(system: System, rows: NDArray[Any], syndromes: Syndromes) -> NDArray[np.bool_]:
    starts, lights = system.matrix.starts, system.matrix.rows
    each = max(8, MAX_BYTES // (system.unknowns + 8 * system.lights + 32 * lights.size + 1))
    right = np.ones(len(rows), dtype=bool)
    for low in range(0, len(rows), each):
        part = slice(low, low + each)
        packed = rows["presses"][part]
        shots = len(packed)
        shot, byte = np.nonzero(packed != 0)
        which, bit = np.nonzero(unpacked(packed[shot, byte][:, None], 8))
        inside = 8 * byte[which] + bit < system.unknowns
        shot, button = shot[which][inside], (8 * byte[which] + bit)[inside]
        weights = np.zeros(shots, dtype=np.int64)
        np.add.at(weights, shot, system.prices[button])
        # the places of each button's lights, one button behind the other
        counts = np.diff(starts)[button]
        ends = np.cumsum(counts)
        places = np.arange(counts.sum()) + np.repeat(starts[button] - ends + counts, counts)
        cells = np.repeat(shot, counts) * system.lights + lights[places]
        changed = np.bincount(cells, minlength=shots * system.lights).reshape(shots, -1) % 2
        right[part] = (changed == syndromes[part]).all(axis=1) & (weights == rows["weight"][part])
    return right


def _residues_right(system: System, rows: NDArray[Any], syndromes: Syndromes) -> NDArray[np.bool_]:
    return np.array(
        [
            bool(((row["presses"] >= 0) & (row["presses"] < system.colours)).all())
            and system.weight(row["presses"]) == row["weight"]
            and np.array_equal(system.matrix.dot(row["presses"]), syndrome)
            for row, syndrome in zip(rows, syndromes, strict=True)
        ],
        dtype=bool,
    )
