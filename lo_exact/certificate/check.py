"""Check of certificates in a fresh process that runs only the stand-alone checker."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lo_exact import machine
from lo_exact.certificate import checker
from lo_exact.certificate.checker import EXIT_CODES, Kind, Verdict
from lo_exact.errors import InputError, SolverError

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

FOLDER = Path(__file__).parent

LIMITS: tuple[float, int] = checker.LIMITS
"""Limits of a check: gigabytes and CPU seconds, as in docs/certificate-format.md."""

_NAMED = re.compile(rb'"format"\s*:\s*"lo-exact ([a-z]+) certificate"')
"""Format of a certificate that contains its own subject, and names its checker."""

_COUNTERS = re.compile(rb'"colours"\s*:\s*null')


def check_in_fresh_process(path: Path | str, puzzle: AnyPuzzle | None = None) -> Verdict:
    """Check a certificate in a new process: ``python checker.py CERTIFICATE [PUZZLE]``.

    Which of the checkers is run follows from what the file is about.

    Raises:
        InputError: When the file cannot be read.
        SolverError: When the checker itself fails.
    """
    program = checker_for(path, puzzle)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", str(FOLDER / program), str(Path(path).absolute())]
        if puzzle is not None:
            from lo_exact.certificate.draft import puzzle_document

            beside = Path(folder) / "puzzle.json"
            beside.write_text(json.dumps(puzzle_document(puzzle)), encoding="utf-8")
            command.append(str(beside))
        # one thread, since several threads slow each other down on few cores
        one = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        gigabytes, seconds = LIMITS
        command = machine.with_limits(command, gigabytes, seconds)
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=one)
    word, _, text = done.stdout.partition(": ")
    for kind, code in EXIT_CODES.items():
        if (done.returncode, word) == (code, kind.value):
            return Verdict(kind, text.rstrip("\n"))
    said = done.stderr.strip().splitlines()
    if said and said[-1].startswith("MemoryError"):
        return Verdict(Kind.TOO_LARGE, f"judging this takes more memory than {gigabytes} GB")
    if done.returncode == 3:
        raise InputError(said[-1], source=str(path))
    raise SolverError(f"the checker failed: {said[-1] if said else done.returncode}")


def checker_for(path: Path | str, puzzle: AnyPuzzle | None = None) -> str:
    """Return the file name of the checker for a certificate, by its format and puzzle.

    Raises:
        InputError: When the file cannot be read.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(checker.MAX_FILE)  # the checker refuses larger files
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot be read: {reason}", source=str(path)) from None
    named = _NAMED.search(content)
    if named is not None and (FOLDER / f"{named[1].decode()}_checker.py").exists():
        return f"{named[1].decode()}_checker.py"
    of_counters = puzzle is not None and puzzle.colours is None
    return "counters_checker.py" if of_counters or _COUNTERS.search(content) else "checker.py"


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as a JSON object."""
    return {"accepted": verdict.accepted, "kind": verdict.kind.value, "text": verdict.text}
