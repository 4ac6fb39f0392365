"""Command line program for certificates of one kind: read the file, check it, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage, or another checker judges it.  3: the file cannot
be read.  4: too large for this checker.
Proves: nothing.  Trusts: every part here, and Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.reading import read_file
from lo_exact.certificate.checker_parts.verdict import Verdict, read_by, say, verdict_of

JUDGES: dict[str, Callable[[Any, Path], str]] = {}  # name of a part -> its checking function


def check(path: Path) -> Verdict:
    """Check the certificate in a file, and return the verdict.

    Raises:
        OSError: When it cannot be read.
    """
    ((part, judge),) = JUDGES.items()
    judged_by = read_by(["single_program", part])
    return verdict_of(lambda: f"{judge(read_file(path), path.parent)}\n{judged_by}")


def main(arguments: list[str]) -> int:
    """Check the certificate named by the argument, print the verdict, and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(f"usage: python {Path(sys.argv[0]).name} CERTIFICATE", file=sys.stderr)
        return 2
    try:
        verdict = check(Path(arguments[0]))
    except OSError as error:
        print(f"cannot read {error.filename}: {error.strerror}", file=sys.stderr)
        return 3
    return say(verdict)
