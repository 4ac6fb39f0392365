"""Plan file of a command divided into pieces, which `shard` runs by number.

The plan holds the command's words and what its pieces belong to.  Pieces are files beside it.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lo_exact.errors import InputError, UsageError, writing
from lo_exact.runners.ledger import PLAN
from lo_exact.runners.work import Order

FORMAT = "lo-exact plan 1"
_LARGEST = 2**20


@dataclass(frozen=True)
class PiecesPlan:
    """Command divided into pieces."""

    words: tuple[str, ...]
    """The command."""
    of: int
    """How many pieces."""
    order: Order | None = None
    """What they belong to; None in a plan that was read."""


def write_plan(folder: Path, plan: PiecesPlan) -> None:
    """Write a plan into a new folder.

    Raises:
        UsageError: When the folder holds another plan.
    """
    order = plan.order
    assert order is not None
    content: dict[str, Any] = {
        "format": FORMAT, "meaning": order.meaning, "command": list(plan.words), "of": plan.of,
        "kind": order.kind, "about": order.about, "units": order.units,
    }  # fmt: skip
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    path, text = folder / PLAN, json.dumps(content, indent=1) + "\n"
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise UsageError(f"another plan is in {folder}: take another folder, or remove it")
    aside = folder / f".{PLAN}.{os.getpid()}.aside"
    with writing(path):
        try:
            aside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(aside, path)
        except OSError:
            aside.unlink(missing_ok=True)
            raise


def read_plan(folder: Path) -> PiecesPlan:
    """Read the plan of a folder.

    Raises:
        InputError: When there is none.
    """
    path = folder / PLAN
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(_LARGEST))
        words, of = value["command"], value["of"]
        right = value["format"] == FORMAT and type(of) is int and of > 0
        if not right or not words or not all(isinstance(word, str) for word in words):
            raise ValueError("no plan")
    except OSError as error:
        raise InputError(f"no plan can be read: {error.strerror}", source=str(path)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"wanted a {FORMAT}, got something else", source=str(path)) from None
    return PiecesPlan(tuple(words), of)
