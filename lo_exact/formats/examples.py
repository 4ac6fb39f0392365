"""Example files of the package, found by name if no file of that name exists.

A board's name alone is enough, with or without its ending: ``all-on-5x5``; so is a claim's where a
claim is read, and a certificate's where one is checked.  Everything else is named as the project
keeps it: ``data/levels/published.txt``.  A file of the user comes first.
"""

import os
from pathlib import Path

_PREFIX = "data/"
_PACKAGE = Path(__file__).resolve().parents[1]


def path_or_example(name: str | Path, kind: str = "boards/*") -> str:
    """Return the path as written if it exists, otherwise the path of the example with this name.

    A name that is neither stays as it is; opening it fails.

    Args:
        name: The path or name that the user typed.
        kind: Pattern, below data/, of the examples found by their bare names.
    """
    said = str(name)
    if said == "-" or os.path.lexists(said.replace("\0", "")):
        return said
    found = examples(kind).get(said.replace(os.sep, "/"))
    return said if found is None else str(found)


def examples(kind: str = "boards/*") -> dict[str, Path]:
    """Return the paths of the example files by name, and by short name if they match ``kind``."""
    shipped = _PACKAGE / "data"  # in the package, or next to it in a checkout
    root = shipped if shipped.is_dir() else _PACKAGE.parent / "data"
    named = {
        f"{_PREFIX}{path.relative_to(root).as_posix()}": path
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
    bare = sorted(root.glob(kind))
    return {path.stem: path for path in bare} | {path.name: path for path in bare} | named


def is_example(path: Path) -> bool:
    """Return whether a path is inside the package, where no output file may be written."""
    return path.resolve().is_relative_to(_PACKAGE)
