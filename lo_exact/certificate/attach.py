"""Take a proof that another solver made, instead of asking CaDiCaL.

The solver reads ``formula_of_claim(...).dimacs()``; its LRAT proof, in text form, comes back.  The
proof is followed to its empty clause before it is taken, so a wrong one is refused at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lo_exact.certificate.checker import Rejected, check_lrat
from lo_exact.certificate.draft import Prove
from lo_exact.certificate.proof import Proof, write_proof_lines
from lo_exact.errors import InputError, printable

Clause = tuple[int, ...]


def foreign_proof(path: Path | str) -> Prove:
    """Return what gives `write_certificate` the proof in a file as its ``prover``.

    Raises:
        InputError: When called, if the file is no proof of the formula.
    """
    source = Path(path)

    def prove(clauses: Sequence[Clause], folder: str) -> Proof:
        lines = list(_lrat_lines(source))
        try:
            check_lrat(list(clauses), (line[:-1] for line in lines))
        except Rejected as reason:
            raise InputError(f"this proof does not prove it: {reason}", source=str(path)) from None
        return write_proof_lines(lines, Path(folder), f"taken from {printable(source.name, 80)}")

    return prove


def _lrat_lines(path: Path) -> Iterator[bytes]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None
    words = next((line.split() for line in lines if line[:1] not in (b"c", b"")), [])
    if not words or any(not word.lstrip(b"-").isdigit() for word in words if word != b"d"):
        raise InputError("this is no LRAT proof in text form", source=str(path))
    if words[0] == b"d" or (words.count(b"0") == 1 and words[1:2] != [b"d"]):
        raise InputError(
            "this is a DRAT proof, which has no hints: drat-trim -L makes LRAT of it",
            source=str(path),
        )
    for line in lines:
        words = line.split()
        if words and words[0] != b"c":
            yield b" ".join(words) + b"\n"
            if words[1:2] == [b"0"]:
                return
