"""LRAT proof check: each line's clause must follow from the clauses that its hints name.

Proves: that some clauses contradict each other: the proof ends with the empty clause.
Does not prove: what the clauses have to do with a puzzle; the formula's part does.
Trusts: ``zlib``, which unpacks the file.  A wrong proof, or a cut one, is rejected.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.reading import digest, size
from lo_exact.certificate.checker_parts.verdict import Rejected, bounded, require

MAX_PROOF = 2**31
"""Bytes of a proof, unpacked (about 3 MB/s)."""

MAX_LINE = 2**24
"""Bytes of one line of a proof."""

MAX_HELD = 10**8
"""Places stored at a time: a clause of k literals takes k + 10 (about 1 GB)."""

MAX_LOOKS = 10**10
"""Literals that are read for all hints of a proof."""

Clause = tuple[int, ...]


def check_lrat_file(clauses: list[Clause], given: dict[str, Any], folder: Path) -> int:
    """Check the proof file that a certificate names, and return its number of lines."""
    length = size(given["proof_bytes"], "proof_bytes", 0, MAX_PROOF)
    stated = digest(given["proof_sha256"], "proof_sha256")
    path = folder / f"{stated}.lrat.gz"
    name = hashlib.sha256()
    for block in unpacked(path, length):
        name.update(block)
    require(name.hexdigest() == stated, "the proof file has another SHA-256")
    return check_lrat(clauses, lines_of(unpacked(path, length)))


def unpacked(path: Path, length: int) -> Iterator[bytes]:
    """Yield the unpacked blocks of a gzip file with exactly one member of ``length`` bytes."""
    require(path.exists(), f"the proof file is missing: {path.name} must lie beside")
    require(path.is_file(), "the proof is no ordinary file")
    try:
        with path.open("rb") as file:
            inflate = zlib.decompressobj(31)
            left = length
            while not inflate.eof:
                packed = inflate.unconsumed_tail or file.read(2**16)
                require(bool(packed), "the proof file ends early")
                block = inflate.decompress(packed, 2**20)
                left -= len(block)
                require(left >= 0, "the proof file is longer than the certificate says")
                yield block
            require(left == 0, "the proof file is shorter than the certificate says")
            require(not inflate.unused_data and not file.read(1), "the proof file has more behind")
    except zlib.error as error:
        raise Rejected(f"the proof file is not gzip: {error}") from None
    except OSError as error:
        raise Rejected(f"the proof file cannot be read: {error.strerror}") from None


def lines_of(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines in a sequence of blocks of bytes, without line feeds."""
    rest = b""
    for block in blocks:
        *lines, rest = (rest + block).split(b"\n")
        bounded(len(rest) <= MAX_LINE, f"a proof line has more than {MAX_LINE} bytes")
        yield from lines
    require(not rest, "the proof's last line is cut off")


def check_lrat(clauses: list[Clause], lines: Iterable[bytes]) -> int:
    """Check an LRAT proof up to the empty clause, and return its number of lines.

    ``ID LITERALS 0 HINTS 0`` adds a clause.  Suppose all its literals false; then each clause the
    hints name has one literal left, which must be true, and the last has none left: contradiction.
    ``ID d IDS 0`` forgets clauses.  Negative hints (RAT) are refused: no formula here needs them.
    """
    known: dict[int, Clause] = dict(enumerate(clauses, start=1))
    held, last, done = sum(map(len, clauses)) + 10 * len(clauses), len(clauses), False
    shared: dict[bytes, int] = {}
    looks = 0
    for at, line in enumerate(lines, start=1):
        where = f"proof line {at}"
        require(not done, f"{where} stands behind the empty clause")
        require(not line.endswith(b"\r"), f"{where} ends with CR LF")
        words = line.split(b" ")
        require(len(words) > 2 and words[-1] == b"0", f"{where} does not end with 0")
        if words[1] == b"d":
            for word in words[2:-1]:
                gone = known.pop(_integer(word, where), None)
                require(gone is not None, f"{where} deletes a clause that is not there")
                held -= len(gone or ()) + 10
            continue
        try:
            numbers = [shared[word] for word in words]
        except KeyError:
            for word in words:
                shared.setdefault(word, _integer(word, where))
            numbers = [shared[word] for word in words]
            if len(shared) > 10**6:
                shared.clear()
        end = numbers.index(0)
        require(end < len(numbers) - 1, f"{where} has no hints")
        new, clause = numbers[0], tuple(numbers[1:end])
        require(new > last, f"{where}: numbers must rise")
        # Assume that the new clause is false.  Each hinted clause must then have at most one
        # literal that is not false.  That literal must be true: add its negation to `false`.  The
        # order of the hints matters; a hint with two literals that are not false is rejected.
        false = set(clause)
        for hint in numbers[end + 1 : -1]:
            if hint not in known:
                require(hint >= 0, f"{where} has a RAT hint, which this checker does not read")
                raise Rejected(f"{where} names clause {hint}, which is not there")
            looks += len(known[hint])
            bounded(looks <= MAX_LOOKS, f"{where}: more than {MAX_LOOKS} literals are looked at")
            left = [literal for literal in known[hint] if literal not in false]
            if not left:
                break
            require(len(left) == 1, f"{where}: hint {hint} leaves {len(left)} literals")
            false.add(-left[0])
        else:
            raise Rejected(f"{where}: the hints end without a contradiction")
        known[new], last, done = clause, new, not clause
        held += len(clause) + 10
        bounded(held <= MAX_HELD, f"{where}: more than {MAX_HELD} places are held")
    require(done, "the proof ends without the empty clause")
    return at


def _integer(word: bytes, where: str) -> int:
    require(word.removeprefix(b"-").isdigit() and len(word) < 20, f"{where} is not LRAT")
    return int(word)
