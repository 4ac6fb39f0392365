"""Entry of the console script ``lo-exact`` and of ``python -m lo_exact``."""

from __future__ import annotations

import os
import sys


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


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        _open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            # a name that the terminal cannot print is escaped, never a crash
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        from lo_exact.cli import app

        app(prog_name="lo-exact")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
