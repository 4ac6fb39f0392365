"""Judge certificates, here or in a fresh process that has loaded nothing but the checker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected, Verdict
from lo_exact.certificate.document import puzzle_document
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, SolverError

BEYOND_TABLES = ("a group has a rank above 24", f"more than {checker.Group.max_sums} sums")
"""What checker.py says of halves that wide_checker.py takes."""


def check_certificate(path: Path | str, puzzle: AnyPuzzle | None = None) -> Verdict:
    """Judge a certificate.

    Args:
        path: The certificate; its proofs lie beside it.
        puzzle: What it must be about; needed when the puzzle is not inside.

    Raises:
        InputError: When the file cannot be read.
    """
    path = Path(path)
    beside = None if puzzle is None else json.loads(json.dumps(puzzle_document(puzzle)))
    try:
        document = checker.read_file(path)
        return Verdict(True, checker.Certificate(document, path.parent, beside).judge())
    except Rejected as reason:
        return Verdict(False, str(reason))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None


def check_in_fresh_process(path: Path | str, puzzle: AnyPuzzle | None = None) -> Verdict:
    """Judge a certificate as a stranger would: ``python checker.py CERTIFICATE [PUZZLE]``.

    Where that is beyond its tables, the checker with numpy is asked.

    Raises:
        InputError: When the file cannot be read.
        SolverError: When the checker itself fails.
    """
    verdict = _fresh([checker.__file__], path, puzzle)
    if not verdict.accepted and verdict.text.startswith(BEYOND_TABLES):
        return _fresh(["-m", "lo_exact.certificate.wide_checker"], path, puzzle)
    return verdict


def _fresh(program: list[str], path: Path | str, puzzle: AnyPuzzle | None) -> Verdict:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", *program, str(Path(path).absolute())]
        if puzzle is not None:
            beside = Path(folder) / "puzzle.json"
            beside.write_text(json.dumps(puzzle_document(puzzle)), encoding="utf-8")
            command.append(str(beside))
        # one thread: several only wait for each other where cores are few
        one = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=one)
    word, _, text = done.stdout.partition(": ")
    if (done.returncode, word) in ((0, "accepted"), (1, "rejected")):
        return Verdict(done.returncode == 0, text.rstrip("\n"))
    said = done.stderr.strip().splitlines()
    if done.returncode == 3:
        raise InputError(said[-1], source=str(path))
    raise SolverError(f"the checker failed: {said[-1] if said else done.returncode}")
