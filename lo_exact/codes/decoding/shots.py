"""Reader of syndrome files: packed bits (``.b8``), lines of 0 and 1 (``.01``), numpy arrays.

The first two are Stim's: in ``.b8`` a shot is ceil(lights / 8) bytes with bit i in byte i // 8 at
place i % 8; in ``.01`` it is a line.  Large files are mapped, not read.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.codes.decoding.matrix import read_numpy_file
from lo_exact.errors import InputError
from lo_exact.formats.files import read_text

KINDS = (".b8", ".01", ".npy", ".npz")


@dataclass(frozen=True, eq=False)
class Shots:
    """A file of syndromes that is read in parts on demand."""

    count: int
    """How many."""
    rows: Callable[[int, int], NDArray[Any]]
    """Takes low and high; returns these shots as (shots, lights)."""
    sha256: str
    """Of the file."""


def read_shots(path: str, lights: int, colours: int = 2) -> Shots:
    """Open a file of syndromes.

    Raises:
        InputError: When it does not hold such syndromes.
    """
    shots = _opened_shots(path, lights, colours)
    if not shots.count:
        raise InputError("there is no shot in this file", source=path)
    return shots


def _opened_shots(path: str, lights: int, colours: int) -> Shots:
    kind = os.path.splitext(path)[1]
    if kind not in KINDS:
        raise InputError(f"syndromes are read from {', '.join(KINDS)} files", source=path)
    if not os.path.isfile(path):
        raise InputError("there is no such file", source=path)
    if kind == ".b8":
        return _packed_shots(path, lights)
    if kind == ".01":
        array: NDArray[Any] = _lines(path, lights)
    else:
        array = _only_array(path, lights)
    if array.dtype.kind not in "biu":
        raise InputError(f"syndromes are whole numbers, got {array.dtype}", source=path)

    def rows(low: int, high: int) -> NDArray[Any]:
        part = np.asarray(array[low:high])
        if part.size and (part.min() < 0 or part.max() >= colours):
            bad = low + int(((part < 0) | (part >= colours)).any(axis=1).argmax())
            raise InputError(f"shot {bad} has a number outside 0..{colours - 1}", source=path)
        return part

    return Shots(len(array), rows, _digest(path))


def _packed_shots(path: str, lights: int) -> Shots:
    each, size = -(-lights // 8), os.path.getsize(path)
    if each == 0 or size % each:
        raise InputError(
            f"{size} bytes are no whole number of shots of {each} bytes ({lights} lights)",
            source=path,
        )
    array = np.memmap(path, dtype=np.uint8, mode="r") if size else np.zeros(0, dtype=np.uint8)
    packed = array.reshape(-1, each)

    def rows(low: int, high: int) -> NDArray[Any]:
        bits = np.unpackbits(packed[low:high], axis=1, bitorder="little")
        if bits[:, lights:].any():
            bad = low + int(bits[:, lights:].any(axis=1).argmax())
            raise InputError(f"shot {bad} has bits behind its {lights} lights", source=path)
        return bits[:, :lights]

    return Shots(len(packed), rows, _digest(path))


def _lines(path: str, lights: int) -> NDArray[np.uint8]:
    lines = read_text(path).splitlines()
    for number, line in enumerate(lines, start=1):
        strange = next((k for k, ch in enumerate(line, start=1) if ch not in "01"), 0)
        if strange:
            raise InputError(
                f"a shot is 0 and 1, got {line[strange - 1]!a}", source=path, line=number,
                column=strange,
            )  # fmt: skip
        if len(line) != lights:
            raise InputError(
                f"a line has {lights} values here, got {len(line)}", source=path, line=number
            )
    flat = np.frombuffer("".join(lines).encode(), dtype=np.uint8) - ord("0")
    return flat.reshape(len(lines), lights)


def _only_array(path: str, lights: int) -> NDArray[Any]:
    arrays = [array for array in read_numpy_file(path).values() if array.ndim == 2]
    if len(arrays) != 1 or arrays[0].shape[1] != lights:
        raise InputError(f"one array of rows of {lights} lights is wanted", source=path)
    return arrays[0]


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
