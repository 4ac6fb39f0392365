"""Entry of the console script ``lo-exact`` and of ``python -m lo_exact``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        for stream in (sys.stdout, sys.stderr):
            # a name that the terminal cannot print is escaped, never a crash
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        from lo_exact.cli import app

        app(prog_name="lo-exact")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
