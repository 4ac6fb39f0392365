"""Answers to shots multiplied out again, wherever they were kept on the way.

Of two colours many shots are multiplied out at once: a button is a row of bits, one for each shot,
and what a light changes by is the sum mod 2 of the rows of its buttons.
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
MAX_BYTES = 2**26
"""Of what is unpacked at once."""


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
    by_light = system.matrix.transpose()
    lights = np.flatnonzero(np.diff(by_light.starts))
    first = by_light.starts[lights]
    each = max(8, MAX_BYTES // (8 * system.unknowns + by_light.entries // 8 + 1))
    right = np.ones(len(rows), dtype=bool)
    for low in range(0, len(rows), each):
        part = slice(low, low + each)
        pressed = unpacked(rows["presses"][part], system.unknowns)
        shots = len(pressed)
        reached = np.zeros((system.lights, -(-shots // 8)), dtype=np.uint8)
        if lights.size:
            buttons = np.packbits(pressed.T, axis=1)[by_light.rows]
            reached[lights] = np.bitwise_xor.reduceat(buttons, first, axis=0)
        said = np.packbits(syndromes[part].astype(np.uint8).T, axis=1)
        wrong = np.unpackbits(np.bitwise_or.reduce(reached ^ said, axis=0), count=shots)
        right[part] = (wrong == 0) & (pressed @ system.prices == rows["weight"][part])
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
