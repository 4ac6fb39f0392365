"""Temporary folders of child processes, and removal of abandoned ones.

A guardian removes the folders of children however their parent ended.  Where parent, child and
guardian were all killed (no memory left, power gone) the folder stays, and the next start removes
it.  A child holds a lock in its folder as long as it runs, so a folder whose lock is free is
abandoned.
"""

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from lo_exact import machine

PREFIX = "lo-exact-"

YOUNG_SECONDS = 60.0
"""Age in seconds below which a folder may not be locked yet."""

HELD = ".held"
"""Name of the locked file in a folder, since Windows cannot lock folders."""

_looked_in: set[str] = set()


def made() -> str:
    """Create a temporary folder and return its path; on the first call, remove abandoned ones."""
    folder = tempfile.gettempdir()
    if folder not in _looked_in:
        _looked_in.add(folder)
        remove_left(folder)
    return tempfile.mkdtemp(prefix=PREFIX)


def hold(folder: str) -> int:
    """Lock a folder and return the descriptor of the lock, or -1 if it cannot be locked."""
    try:
        held = os.open(os.path.join(folder, HELD), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # the folder is gone, or belongs to another user
        return -1
    if machine.lock_file(held):
        return held
    os.close(held)
    return -1


def remove_left(folder: str) -> None:
    """Remove abandoned temporary folders of this program, which no process has locked."""
    with contextlib.suppress(OSError):
        for left in Path(folder).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                _remove_unheld(left)


def _remove_unheld(folder: Path) -> None:
    about = folder.lstat()
    ours = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    if folder.is_symlink() or not folder.is_dir() or not ours:
        return
    if time.time() - about.st_mtime < YOUNG_SECONDS:
        return
    held = hold(str(folder))
    if held >= 0:
        os.close(held)  # Windows cannot remove an open file; an abandoned folder needs no lock
        shutil.rmtree(folder, ignore_errors=True)
