"""Check of a certificate's LRAT proofs by an external checker.

The formula, built by our checker from the puzzle, and the proof are written as plain files, and the
other checker is run on them.  Only a line ``s VERIFIED`` counts, whatever the exit code.
"""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Certificate, Rejected
from lo_exact.certificate.document import puzzle_document
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, MissingPackageError, SolverError, UsageError, printable

_VERIFIED = re.compile(r"^[cs] VERIFIED\b", re.MULTILINE)


@dataclass(frozen=True)
class Opinion:
    """Verdict of an external checker on one proof."""

    verified: bool
    """Whether it printed ``s VERIFIED`` (or ``c VERIFIED``)."""
    said: str
    """Its last line, or why it was not asked."""


def external_opinions(
    path: Path | str,
    command: Sequence[str],
    puzzle: AnyPuzzle | None = None,
    *,
    seconds: float = 3600,
) -> list[Opinion]:
    """Run an external checker on every LRAT proof: ``COMMAND formula.cnf proof.lrat``.

    Args:
        path: The certificate; its proofs lie beside it.
        command: The program and its first arguments.
        puzzle: The puzzle, when it is not inside the certificate.
        seconds: Wall-clock limit for each proof.

    Raises:
        InputError: When the certificate cannot be read.
        UsageError: When the certificate is wrong before any proof, or has none.
        MissingPackageError: When there is no such program.
        SolverError: When it does not end in time.
    """
    program = shutil.which(command[0]) if command else None
    if program is None:
        raise MissingPackageError(f"there is no program {printable(' '.join(command)) or '(none)'}")
    asked = [str(Path(program).absolute()), *command[1:], "formula.cnf", "proof.lrat"]
    path = Path(path)
    beside = None if puzzle is None else json.loads(json.dumps(puzzle_document(puzzle)))
    try:
        certificate = Certificate(checker.read_file(path), path.parent, beside)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None
    except Rejected as reason:
        raise UsageError(f"the certificate is rejected before its proofs: {reason}") from None
    proofs = [
        piece
        for piece in certificate.evidence
        if isinstance(piece, dict) and piece.get("by") == "lrat"
    ]
    if not proofs:
        raise UsageError("the certificate has no LRAT proof that another checker could read")
    opinions = []
    for piece in proofs:
        with tempfile.TemporaryDirectory() as name:
            try:
                _write_plain(certificate, piece, Path(name))
            except Rejected as reason:
                opinions.append(Opinion(False, str(reason)))
                continue
            opinions.append(_ask(asked, name, seconds))
    return opinions


def _write_plain(certificate: Certificate, piece: dict[str, object], folder: Path) -> None:
    """Write the formula and the unpacked proof as formula.cnf and proof.lrat."""
    formula = checker.formula_of(certificate, piece.get("encoding"))
    with (folder / "formula.cnf").open("wb") as file:
        file.writelines(formula.dimacs())
    name = checker.digest(piece.get("proof_sha256"), "proof_sha256")
    size = checker.size(piece.get("proof_bytes"), "proof_bytes", 0, checker.MAX_PROOF)
    with (folder / "proof.lrat").open("wb") as file:
        file.writelines(checker.unpacked(certificate.folder / f"{name}.lrat.gz", size))


def _ask(command: list[str], folder: str, seconds: float) -> Opinion:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            cwd=folder,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SolverError(f"{command[0]} did not end within {seconds:.0f} s") from None
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return Opinion(bool(_VERIFIED.search(done.stdout)), printable(lines[-1]) if lines else "")
