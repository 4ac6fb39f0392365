"""The program for distances of codes: read the file, judge, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage.  3: the file cannot be read.  4: too large for this
checker.
Proves: nothing.  Trusts: every part above, and Python.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lo_exact.certificate.checker_parts.reading import read_file
from lo_exact.certificate.checker_parts.verdict import Verdict, read_by, say, verdict_of
from lo_exact.codes.checker_parts.code_claims import judge_code


def check(path: Path) -> Verdict:
    """Judge the certificate in a file.

    Raises:
        OSError: When it cannot be read.
    """
    judged_by = read_by(["code_program"])
    return verdict_of(lambda: f"{judge_code(read_file(path))}\n{judged_by}")


def main(arguments: list[str]) -> int:
    """Judge the named certificate, print the verdict, and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python distance_checker.py CERTIFICATE", file=sys.stderr)
        return 2
    try:
        verdict = check(Path(arguments[0]))
    except OSError as error:
        print(f"cannot read {error.filename}: {error.strerror}", file=sys.stderr)
        return 3
    return say(verdict)
