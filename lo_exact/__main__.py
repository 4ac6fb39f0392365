"""Entry of the console script ``lo-exact`` and of ``python -m lo_exact``."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn


def _open_closed_streams() -> None:
    """Give closed standard streams the null device, so that no other file gets their numbers."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            mode = "r" if number == 0 else "w"
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _start_quickly() -> None:
    """Spare a small board what only large ones could need.

    Nothing here multiplies floating-point matrices, so OpenBLAS, which numpy loads, needs no thread
    for each core.  Imports make some 10^5 objects that stay, so the collector looks for garbage
    after more of them than by default.  Both together are a fifth of a small board's time; a
    library must not decide them for its user, so they stand here only.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000, 20, 20)


def _leave(code: str | int | None) -> NoReturn:
    """Exit without freeing every object first, which takes a seventh of a small board's time.

    What is registered for the exit is run, and where a thread still runs, or something cannot be
    written any more, Python's own way out is taken.
    """
    if isinstance(code, int) and threading.active_count() == 1:
        with suppress(OSError, ValueError):
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    sys.exit(code)


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        _start_quickly()
        _open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            # a name that the terminal cannot print is escaped, never a crash
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        from lo_exact.cli import app

        app(prog_name="lo-exact")
    except KeyboardInterrupt:
        _leave(130)
    except SystemExit as end:
        _leave(end.code)


if __name__ == "__main__":
    main()
