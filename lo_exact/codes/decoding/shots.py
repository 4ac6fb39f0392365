"""Input and output of syndromes, detectors and observables, in Stim's and numpy's formats.

``.b8``, ``.01``, ``.npy`` and ``.npz`` are read here, ``.r8``, ``.hits``, ``.dets`` and
``.ptb64`` by Stim.  In ``.b8`` a shot is ceil(lights / 8) bytes with bit i in byte i // 8 at
place i % 8; in ``.01`` it is a line.  Large files are mapped, not read.  A file of bytes does not
say how wide its shots are: what does not divide, or has bits behind the last place, is refused; a
file of another code may still fit, so compare the numbers of shots where there are two files.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from lo_exact.codes.decoding.matrix import read_numpy_file
from lo_exact.errors import InputError, UsageError, printable, writing
from lo_exact.formats.files import read_text
from lo_exact.machine import write_bytes_atomically
from lo_exact.packages import require

KINDS = (".b8", ".01", ".npy", ".npz")
STIM_KINDS = (".r8", ".hits", ".dets", ".ptb64")
WRITTEN_KINDS = (".b8", ".01", ".npy", *STIM_KINDS)

Bits = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Shots:
    """A file of syndromes that is read in parts on demand."""

    count: int
    """Number of shots."""
    rows: Callable[[int, int], NDArray[Any]]
    """Function of low and high that returns these shots as (shots, lights)."""
    sha256: str
    """SHA-256 of the file."""


def read_shots(path: str, lights: int, colours: int = 2) -> Shots:
    """Open a file of syndromes; its extension selects the format.

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
    array: NDArray[Any] = (_lines if kind == ".01" else _only_array)(path, lights)
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


def read_bits(path: str, detectors: int, observables: int) -> Bits:
    """Read an array of zeros and ones of shape (shots, detectors + observables).

    Args:
        path: the file; its extension selects the format.
        detectors: number of detectors, first in each shot.
        observables: number of observables, after the detectors.

    Raises:
        InputError: When it does not hold such shots.
        MissingPackageError: When Stim is needed and not installed.
    """
    kind, width = os.path.splitext(path)[1], detectors + observables
    if kind not in (*KINDS, *STIM_KINDS):
        known = ", ".join((*KINDS, *STIM_KINDS))
        raise InputError(f"shots are read from {known} files", source=path)
    if kind in KINDS:
        shots = read_shots(path, width)
        return shots.rows(0, shots.count).astype(np.uint8)
    if not os.path.isfile(path):
        raise InputError("there is no such file", source=path)
    if kind == ".ptb64" and os.path.getsize(path) % (8 * width):
        raise InputError(
            f"{os.path.getsize(path)} bytes are no whole number of 64 shots of {width} bits",
            source=path,
        )
    try:
        found: NDArray[Any] = _stim(kind).read_shot_data_file(
            path=path, format=kind[1:], num_detectors=detectors, num_observables=observables
        )
    except ValueError as error:
        said = printable(" ".join(str(error).split()), 200)
        raise InputError(f"no shots of {width} bits: {said}", source=path) from None
    if not len(found):
        raise InputError("there is no shot in this file", source=path)
    return found.astype(np.uint8)


def why_not_written(
    path: str, *, force: bool, kinds: Sequence[str] = WRITTEN_KINDS, what: str = "predictions"
) -> str:
    """Return the reason why a file of this name cannot be written, or ``""``."""
    if os.path.splitext(path)[1] not in kinds:
        return f"{what} are written to {', '.join(kinds)} files"
    if os.path.exists(path) and not force:
        return f"{printable(path)} is there; --force replaces it"
    return ""


def write_observables(path: str, bits: Bits, *, force: bool = False) -> None:
    """Write an array of zeros and ones of shape (shots, observables) to a file, atomically.

    Raises:
        UsageError: When the file exists and ``force`` is not given.
        MissingPackageError: When Stim is needed and not installed.
    """
    if said := why_not_written(path, force=force):
        raise UsageError(said)
    kind = os.path.splitext(path)[1]

    def write(file: BinaryIO) -> None:
        if kind == ".b8":
            file.write(np.packbits(bits, axis=1, bitorder="little").tobytes())
        elif kind == ".01":
            lines = np.full((len(bits), bits.shape[1] + 1), ord("\n"), dtype=np.uint8)
            lines[:, :-1] = bits + ord("0")
            file.write(lines.tobytes())
        elif kind == ".npy":
            np.save(file, bits)
        else:
            with tempfile.TemporaryDirectory() as folder:
                draft = Path(folder) / "draft"
                _stim(kind).write_shot_data_file(
                    data=bits.astype(np.bool_), path=str(draft), format=kind[1:],
                    num_observables=bits.shape[1],
                )  # fmt: skip
                file.write(draft.read_bytes())

    if kind == ".ptb64" and len(bits) % 64:
        raise UsageError(f".ptb64 holds multiples of 64 shots, there are {len(bits)}")
    with writing(Path(path)):
        write_bytes_atomically(path, write)


def _stim(kind: str) -> Any:
    require(f"a {kind} file", "stim")
    return import_module("stim")
