"""Decoding of all shots in a file, split into resumable pieces.

What a piece gives is one record of fixed length for each shot, packed; when all are there, the
arrays are written as one ``.npz`` file.

Answers to shots multiplied out again, wherever they were kept on the way.

Of two colours many shots are multiplied out at once, and only what is pressed is looked at: 2 us
for 10 errors out of 1,677.
"""

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any
from zlib import compress, decompress

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.codes.decoding.shots import Shots
from lo_exact.errors import InputError, writing
from lo_exact.machine import write_bytes_atomically
from lo_exact.outcome import Progress, Status, Watch
from lo_exact.puzzle import Puzzle, System
from lo_exact.runners.collect import collect
from lo_exact.runners.work import HERE, Order, Record, Where, Work
from lo_exact.solver.batch.answers import CODES, Syndromes
from lo_exact.solver.batch.batch import Batch, syndromes_of
from lo_exact.solver.batch.linear import unpacked

WITH_PRESSES = (CODES.index(Status.OPTIMAL), CODES.index(Status.FEASIBLE))
MAX_BYTES = 2**27
"""Largest size of the entries unpacked together, in bytes, as if all buttons were pressed."""


def judge_shots(system: System, rows: NDArray[Any], low: int, syndromes: Syndromes) -> None:
    """Check that presses explain their syndromes and have the stated weights; raise otherwise.

    Args:
        system: the checks, with any syndrome.
        rows: (shots,) records with status, weight, bound and presses.
        low: number of the first shot.
        syndromes: (shots, lights) of 0..c-1.

    Raises:
        InputError: When they do not, since the file was changed or belongs to another run.
    """
    at = np.flatnonzero(np.isin(rows["status"], WITH_PRESSES))
    rows, syndromes = rows[at], syndromes[at]
    proved = rows["status"] == CODES.index(Status.OPTIMAL)
    bounded = np.where(proved, rows["bound"] == rows["weight"], rows["bound"] <= rows["weight"])
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
        # indices of each button's lights, concatenated button by button
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


MAX_PIECE_SHOTS = 2**14
"""Largest number of shots in a piece, which is also what a killed run can lose."""


@dataclass(frozen=True)
class Summary:
    """Counts and weights of the answers to all shots in a file."""

    shots: int
    """Number of shots."""
    proved: int
    """Number of shots with a proved answer."""
    unsolvable: int
    """Number of shots proved to have no explanation."""
    weights: IntArray
    """The weights of the proved minima."""
    methods: dict[str, int] = field(default_factory=dict)
    """Number of shots that each method answered."""


def decode_file(
    puzzle: Puzzle,
    shots: Shots,
    target: Path,
    *,
    scale: int = 1,
    turned: Sequence[int] = (),
    where: Where = HERE,
    time_limit: float = inf,
    report: Callable[[Progress], None] | None = None,
) -> Summary:
    """Decode all shots of a file, and write the answers to another file.

    Args:
        puzzle: the checks; a shot is the change wanted of the lights.
        shots: the syndromes.
        target: the ``.npz`` file for the answers.
        scale: factor of the prices, stored with the answers.
        turned: buttons expected to be pressed, whose price is for not pressing; a piece's answers
            list deviations from this, the file lists the presses.
        where: processes that compute, and storage of the pieces.
        time_limit: wall-clock seconds for each shot.
        report: called with the numbers of finished and of all shots.

    Raises:
        InputError: When the ledger belongs to another task, or holds wrong answers.
    """
    expected = np.zeros(puzzle.buttons, dtype=np.int64)
    expected[list(turned)] = 1
    work = decoding_work(puzzle, shots, scale, time_limit, expected)
    records = collect(work, where, Watch(report=report))
    rows = _rows(records, puzzle.colours, puzzle.system.unknowns)
    for low in range(0, len(rows), MAX_PIECE_SHOTS):
        part = rows[low : low + MAX_PIECE_SHOTS]
        judge_shots(
            puzzle.system, part, low, _syndromes(puzzle, shots, low, low + len(part), expected)
        )
    rows = _as_pressed(rows, puzzle, expected)
    _write(target, rows, puzzle, scale)
    methods = [Counter[str](record.result["methods"]) for record in records]
    return _summary(rows, sum(methods, Counter[str]()))


def decoding_work(
    puzzle: Puzzle, shots: Shots, scale: int, time_limit: float, expected: IntArray
) -> Work:
    """Return the task of decoding a file of shots, in pieces that can be stopped and resumed."""
    bare = replace(puzzle)  # a copy without cached results
    order = Order(
        "decoding", f"{__name__}:prepared_batch", f"{__name__}:answer_shots",
        {
            "puzzle": puzzle.sha256, "syndromes": shots.sha256, "scale": scale,
            "time_limit": repr(time_limit),
        } | ({"turned": np.flatnonzero(expected).tolist()} if expected.any() else {}),
        (bare, shots.count, time_limit), "shots", shots.count,
    )  # fmt: skip

    def given(low: int, high: int) -> Any:
        syndromes = _syndromes(puzzle, shots, low, high, expected)
        if puzzle.colours > 2:
            return syndromes
        return np.packbits(syndromes.astype(np.uint8), axis=1)

    return Work(order, largest=MAX_PIECE_SHOTS, given=given)


def _syndromes(puzzle: Puzzle, shots: Shots, low: int, high: int, expected: IntArray) -> Syndromes:
    # a shot is the change that each light needs, so the state is the target minus the shot
    missing = shots.rows(low, high).astype(np.int64) - puzzle.activation.dot(expected)
    states = (puzzle.target - missing) % puzzle.colours
    return syndromes_of(puzzle, states)


def prepared_batch(spec: tuple[Puzzle, int, float]) -> Batch:
    """Return the decoding tables of a puzzle; called once in each worker process."""
    puzzle, shots, time_limit = spec
    return Batch(puzzle.system, shots, 1, time_limit)


def answer_shots(
    batch: Batch, low: int, high: int, given: NDArray[Any], check: Callable[[int], None]
) -> dict[str, Any]:
    """Decode a range of shots; return the methods used, and a record for each shot."""
    syndromes: Syndromes = given
    if batch.system.colours == 2:
        syndromes = np.unpackbits(given.astype(np.uint8), axis=1, count=batch.system.lights)
    answers = batch.minima(syndromes, lambda: check(0))
    rows = np.zeros(len(answers), dtype=_record(answers.colours, answers.buttons))
    rows["status"], rows["weight"] = answers.status, answers.weights
    rows["bound"], rows["presses"] = answers.bounds, answers.presses
    return {
        "methods": dict(sorted(answers.methods.items())),
        "answers": b64encode(compress(rows.tobytes(), 1)).decode("ascii"),
    }


def _record(colours: int, buttons: int) -> np.dtype[Any]:
    """Return the numpy record type of the answer to one shot."""
    size = -(-buttons // 8) if colours == 2 else buttons
    kind = "u1" if colours == 2 else "<i8"
    return np.dtype(
        [("status", "u1"), ("weight", "<i8"), ("bound", "<i8"), ("presses", kind, (size,))]
    )


def _rows(records: Sequence[Record], colours: int, buttons: int) -> NDArray[Any]:
    parts = [decompress(b64decode(record.result["answers"])) for record in records]
    return np.frombuffer(b"".join(parts), dtype=_record(colours, buttons))


def _as_pressed(rows: NDArray[Any], puzzle: Puzzle, expected: IntArray) -> NDArray[Any]:
    """Convert two-colour answers from presses relative to ``expected`` to absolute presses."""
    if not expected.any():
        return rows
    found = rows.copy()
    at = np.isin(rows["status"], WITH_PRESSES)
    found["presses"][at] ^= np.packbits(expected.astype(np.uint8), bitorder="little")
    usual = int(expected @ puzzle.system.prices[: expected.size])
    found["weight"][at] -= usual
    found["bound"][rows["status"] != CODES.index(Status.INFEASIBLE)] -= usual
    return found


def _write(target: Path, rows: NDArray[Any], puzzle: Puzzle, scale: int) -> None:
    """Write the answers to all shots as arrays into an ``.npz`` file, atomically."""
    arrays: dict[str, Any] = {
        "status": rows["status"],
        "weights": rows["weight"],
        "bounds": rows["bound"],
        "presses": rows["presses"],
        "colours": np.array(puzzle.colours),
        "buttons": np.array(puzzle.system.unknowns),
        "scale": np.array(scale),
    }
    with writing(target):
        write_bytes_atomically(target, lambda file: np.savez(file, **arrays))


def _summary(rows: NDArray[Any], methods: Counter[str]) -> Summary:
    optimal = rows["status"] == CODES.index(Status.OPTIMAL)
    unsolvable = int(np.count_nonzero(rows["status"] == CODES.index(Status.INFEASIBLE)))
    return Summary(
        len(rows),
        int(np.count_nonzero(optimal)) + unsolvable,
        unsolvable,
        rows["weight"][optimal].astype(np.int64),
        dict(sorted(methods.items())),
    )
