"""Certificates judged in this process, which is quicker than a fresh one."""

import json
from importlib import import_module
from pathlib import Path

from lo_exact.certificate.check import checker_for
from lo_exact.certificate.checker import Kind, Verdict
from lo_exact.certificate.draft import puzzle_document


def check_certificate(path, puzzle=None):
    """Judge a certificate about a puzzle; its proofs lie beside it.

    Raises:
        InputError: When the file cannot be read.
    """
    path = Path(path)
    beside = None if puzzle is None else json.loads(json.dumps(puzzle_document(puzzle)))
    name = checker_for(path, puzzle).removesuffix(".py")
    judge = import_module(f"lo_exact.certificate.{name if 'counters' in name else 'checker'}")
    found = judge.judged(lambda: judge.read_file(path), path.parent, lambda: beside)
    return Verdict(Kind(found.kind.value), found.text)
