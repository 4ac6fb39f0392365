"""A long search written to a file now and then, so that it can be taken up again.

One JSON object on one line: what wrote it, its version, the puzzle's hash, what the search depends
on, the state, and a SHA-256 over all of these.  The file is written aside, flushed to the disk and
renamed, so a reader sees the old one or the new one whole, whatever kills the writer.  A torn,
changed or foreign file is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from lo_exact.errors import InputError

FORMAT = "lo-exact checkpoint"
VERSION = 1
_LARGEST = 2**28


def save(path: Path, puzzle_sha256: str, plan: dict[str, Any], state: dict[str, Any]) -> None:
    """Write a checkpoint.

    Args:
        path: the file; an older one is replaced.
        puzzle_sha256: hash of the puzzle the search belongs to.
        plan: what the state's meaning depends on; must be equal when it is read.
        state: how far the search is; JSON values.
    """
    content = {
        "format": FORMAT,
        "version": VERSION,
        "puzzle_sha256": puzzle_sha256,
        "plan": plan,
        "state": state,
    }
    aside = path.with_name(path.name + ".new")
    with aside.open("w", encoding="ascii") as file:
        file.write(json.dumps({**content, "sha256": _digest(content)}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def load(path: Path, puzzle_sha256: str, plan: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a checkpoint.

    Args:
        path: the file.
        puzzle_sha256: hash of the puzzle to be solved.
        plan: as given to `save`.

    Raises:
        InputError: When the file cannot be read, is torn, or belongs to something else.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST)
        content = json.loads(data)
    except OSError as error:
        raise InputError(
            f"the checkpoint cannot be read: {error.strerror}", source=source
        ) from None
    except (ValueError, RecursionError):
        raise InputError("the checkpoint is torn or no checkpoint", source=source) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"wanted a {FORMAT}, got something else", source=source)
    if content.get("version") != VERSION:
        raise InputError(
            f"the checkpoint must have version {VERSION}, got {str(content.get('version'))[:20]}",
            source=source,
        )
    digest = content.pop("sha256", "")
    if digest != _digest(content):
        raise InputError("the checkpoint is torn: its checksum is wrong", source=source)
    if content["puzzle_sha256"] != puzzle_sha256:
        raise InputError("the checkpoint belongs to another puzzle", source=source)
    if content["plan"] != json.loads(json.dumps(plan)):
        raise InputError("the checkpoint belongs to another search of this puzzle", source=source)
    state: dict[str, Any] = content["state"]
    return state


def _digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
