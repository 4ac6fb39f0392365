"""A set of levels as a folder: there as a whole, or not at all."""

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lo_exact.errors import InputError, UsageError, printable

if TYPE_CHECKING:
    from lo_exact.solver.levels import Level

ENDINGS = {"json": "json", "npz": "npz", "pbm": "pbm", "dzn": "dzn", "mtx": "mtx", "alist": "alist"}
"""How the names of files in a format end; else they end in txt."""


def check_folder(name: str) -> None:
    """Refuse a folder that holds something, or that cannot be made, before anything is searched.

    Raises:
        InputError: When it is there and not empty, or its parent is none.
    """
    folder = Path(name)
    said = f"--out {printable(name)}"
    if "\0" in name or not name:
        raise UsageError("--out wants the name of a folder")
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise InputError(f"{said}: something is there; it is left alone")
    if not os.access(folder.absolute().parent, os.W_OK):
        raise InputError(f"{said}: the folder cannot be made there")


def write_levels(levels: Sequence["Level"], name: str, format_name: str) -> None:
    """Write levels as 001.txt, 002.txt, ... and levels.json, which lists them.

    Raises:
        InputError: When the folder cannot be written; nothing is left behind.
        UsageError: When the format cannot hold a level.
    """
    from lo_exact.formats import encode_puzzle

    digits = max(3, len(str(len(levels))))
    ending = ENDINGS.get(format_name, "txt")
    target = Path(name)
    aside = target.absolute().with_name(f".{target.absolute().name}.{os.getpid()}.aside")
    listed = []
    try:
        aside.mkdir()
        try:
            for number, level in enumerate(levels, start=1):
                file = f"{number:0{digits}}.{ending}"
                (aside / file).write_bytes(encode_puzzle(level.puzzle, format_name))
                known = {} if level.minima is None else {"minimum_solutions": level.minima}
                listed.append(
                    {"file": file, "weight": level.weight, **known,
                     "puzzle_sha256": level.puzzle.sha256}
                )  # fmt: skip
            text = "[\n" + ",\n".join(map(json.dumps, listed)) + "\n]\n"
            (aside / "levels.json").write_text(text, encoding="utf-8")
            os.replace(aside, target)  # onto an empty folder, or where none is
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--out {printable(name)}: cannot be written: {reason}") from None
