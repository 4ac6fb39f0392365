"""Version of the code, and a number that is increased when stored answers may be out of date.

There are two, because they change for different reasons.  The version names the code: the release
from a tag ``vX.Y.Z``, else ``RELEASE.devN+gHASH`` with the number of commits and the last one.  A
built package holds it in ``built.json``; a checkout asks git when it is needed, which takes about
10 ms.  ``MEANING`` is the version of what answers mean.  Ledgers and the service's stored answers
depend on it, so an upgrade keeps them until a result would differ.

`pyproject.toml` loads this file alone, so it imports nothing of ours.
"""

import json
import subprocess
from functools import cache
from pathlib import Path

RELEASE = "0.1.0"
"""The release that this code becomes; raised in the commit after a tag."""

MEANING = 1
"""Increased when an answer, a ledger's record or a stored result of older code may differ from
what this code would give: a wrong answer was fixed, or a record has other fields."""

_HERE = Path(__file__).resolve().parent
BUILT = "built.json"


@cache
def version() -> str:
    """Return the version of this code (PEP 440).

    Example:
        >>> version().split(".")[0].isdigit()
        True
    """
    return _identity()[0]


@cache
def commit() -> str:
    """Return the commit that this code was built from, or ``""`` if it is unknown."""
    return _identity()[1]


@cache
def _identity() -> tuple[str, str]:
    try:
        built = json.loads((_HERE / BUILT).read_text(encoding="utf-8"))
        return str(built["version"]), str(built["commit"])
    except (OSError, ValueError, KeyError, TypeError):
        return _of_checkout(_HERE.parent)


def _of_checkout(root: Path) -> tuple[str, str]:
    """Return version and commit from git, or a version without a commit if git fails."""
    unknown = f"{RELEASE}.dev0", ""
    # ignore the git repository of a project that contains this package
    if not (root / ".git").exists():
        return unknown
    try:
        head = _git(root, "log", "-1", "--format=%H %D", "--decorate-refs=refs/tags/v*")
        number = _git(root, "rev-list", "--count", "HEAD")
    except (OSError, subprocess.SubprocessError):
        return unknown
    found, _, tags = head.partition(" ")
    if f"tag: v{RELEASE}" in tags.split(", "):
        return RELEASE, found
    return f"{RELEASE}.dev{number}+g{found[:9]}", found


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *words],
        capture_output=True, text=True, check=True, timeout=10, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout.strip()
