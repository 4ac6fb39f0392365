"""Reader and writer of files of detectors and observables in Stim's formats.

``.b8``, ``.01``, ``.npy`` and ``.npz`` are read here, ``.r8``, ``.hits``, ``.dets`` and
``.ptb64`` by Stim.  A file of bytes does not say how wide its shots are: what does not divide, or
has bits behind the last place, is refused; a file of another code may still fit, so
compare the numbers of shots where there are two files.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from lo_exact.codes.decoding.shots import KINDS, read_shots
from lo_exact.errors import InputError, UsageError, printable, writing
from lo_exact.formats.files import write_bytes_atomically
from lo_exact.packages import require

STIM_KINDS = (".r8", ".hits", ".dets", ".ptb64")
WRITTEN_KINDS = (".b8", ".01", ".npy", *STIM_KINDS)

Bits = NDArray[np.uint8]


def read_bits(path: str, detectors: int, observables: int) -> Bits:
    """Read an array of zeros and ones of shape (shots, detectors + observables).

    Args:
        path: the file; its ending says its format.
        detectors: of each shot, first.
        observables: of each shot, behind them.

    Raises:
        InputError: When it does not hold such shots.
        MissingPackageError: When Stim is wanted and not installed.
    """
    kind, width = os.path.splitext(path)[1], detectors + observables
    if kind in KINDS or kind not in STIM_KINDS:
        if kind not in KINDS:
            known = ", ".join((*KINDS, *STIM_KINDS))
            raise InputError(f"shots are read from {known} files", source=path)
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
        UsageError: When something is there already and ``force`` is not given.
        MissingPackageError: When Stim is wanted and not installed.
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


def _stim(kind: str) -> ModuleType:
    require(f"a {kind} file", "stim")
    import stim

    module: ModuleType = stim
    return module
