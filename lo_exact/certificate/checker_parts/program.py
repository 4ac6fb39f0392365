"""Command line program: read the files, check the certificate, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage, or another checker judges it.  3: a file cannot be
read.  4: too large for this checker.  What is printed first is the verdict's word; nothing else is
ever said before it.
Proves: nothing.  Trusts: every part above, and Python.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.claims import FORMS, judge_document
from lo_exact.certificate.checker_parts.reading import read_file
from lo_exact.certificate.checker_parts.verdict import Verdict, read_by, require, say, verdict_of


def judged(read: Callable[[], Any], folder: Path, beside: Callable[[], Any]) -> Verdict:
    """Return the verdict on the document that ``read`` returns; ``beside`` returns its puzzle."""
    return verdict_of(lambda: judge_document(read(), folder, beside()))


def check(path: Path, puzzle: Path | None = None) -> Verdict:
    """Check the certificate in a file, and return the verdict.

    Raises:
        OSError: When the certificate or the puzzle cannot be read.
    """

    def beside() -> Any:
        found = None if puzzle is None else read_file(puzzle)
        require(puzzle is None or type(found) is dict, "the puzzle beside it must be an object")
        return found

    return judged(lambda: read_file(path), path.parent, beside)


def main(arguments: list[str]) -> int:
    """Check the certificate named by the arguments, print the verdict, and return the exit code."""
    if arguments == ["--forms"]:
        for name, row in FORMS.items():
            print(f"{name}: proves {row.proves}; {read_by(['program', row.part])}")
        return 0
    if len(arguments) not in (1, 2) or arguments[0].startswith("-"):
        print("usage: python checker.py CERTIFICATE [PUZZLE] | --forms", file=sys.stderr)
        return 2
    gc.disable()  # there are no reference cycles, and searching for them takes a third of the time
    try:
        verdict = check(*map(Path, arguments))
    except OSError as error:
        print(f"cannot read {error.filename}: {error.strerror}", file=sys.stderr)
        return 3
    return say(verdict)
