"""From CaDiCaL's FRAT proofs, with hints, to LRAT proofs without what is not needed.

FRAT logs what the solver did: ``o`` original clauses, ``a`` added ones with the hints that prove
them (``l``), ``d`` deletions, ``f`` what is left.  LRAT wants the originals numbered 1..m, so all
clauses are numbered anew.  Going back from the empty clause finds the lines it needs, often half,
and where each clause is used last: there it is deleted, which keeps the checker's memory small.

Costs two passes over the file and 8 bytes a hint.
FRAT: Baek, Carneiro, Heule (2021); LRAT: Cruz-Filipe et al. (2017).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from lo_exact.errors import SolverError

Clause = tuple[int, ...]

_DELETE_AT_ONCE = 100


def lrat_lines(clauses: Sequence[Clause], frat: BinaryIO) -> Iterator[bytes]:
    """Yield the LRAT proof that a FRAT proof holds, line by line.

    Args:
        clauses: The formula's clauses, in the order in which the solver got them.
        frat: The FRAT proof, in text form with hints, at its start.

    Raises:
        SolverError: When the file is not such a proof, or does not reach the empty clause.
    """
    hints, ends = _read_hints(clauses, frat)
    count = len(ends)
    needed, last_use = _needed(len(clauses), hints, ends)
    frat.seek(0)
    new_number = array("q", bytes(8 * (len(clauses) + count + 1)))
    new_number[: len(clauses) + 1] = array("q", range(len(clauses) + 1))
    written, gone, at = len(clauses), list[int](), 0
    for line in frat:
        if not line.startswith(b"a"):
            continue
        at += 1
        if needed[at]:
            written += 1
            new_number[len(clauses) + at] = written
            used = hints[ends[at - 2] if at > 1 else 0 : ends[at - 1]]
            literals = line.split(b" l ")[0].split()[2:]
            named = " ".join(str(new_number[h]) for h in used)
            yield b"%d %s %s 0\n" % (written, b" ".join(literals), named.encode())
            gone += [new_number[h] for h in dict.fromkeys(used) if last_use[h] == at]
            if len(gone) >= _DELETE_AT_ONCE and at < count:
                yield _deletion(written, gone)
                gone = []
        if at == count:
            return


def _deletion(number: int, gone: Iterable[int]) -> bytes:
    return b"%d d %s 0\n" % (number, " ".join(map(str, gone)).encode())


def _read_hints(clauses: Sequence[Clause], frat: BinaryIO) -> tuple[array[int], array[int]]:
    """Return all hints up to the empty clause, flat, and where each added clause's hints end.

    Original clause k is called k, the i-th added one len(clauses) + i.
    """
    numbers: dict[bytes, int] = {}
    hints, ends = array("q"), array("q")
    seen = 0
    for line in frat:
        words = line.split()
        kind = words[0] if words else b""
        if kind == b"o":
            literals = sorted(map(int, words[2:-1]))
            if seen >= len(clauses) or literals != sorted(clauses[seen]):
                raise SolverError(f"the proof's clause {seen + 1} is not the formula's")
            seen += 1
            numbers[words[1]] = seen
        elif kind == b"a":
            try:
                split = words.index(b"l")
                hints.extend([numbers[word] for word in words[split + 1 : -1]])
            except (ValueError, KeyError):
                raise SolverError("the solver's proof has a line without its hints") from None
            ends.append(len(hints))
            numbers[words[1]] = len(clauses) + len(ends)
            if words[2] == b"0":
                return hints, ends
        elif kind == b"d":
            numbers.pop(words[1], None)
        elif kind != b"f":
            raise SolverError(f"the solver's proof has a line of unknown kind {kind[:10]!r}")
    raise SolverError("the solver's proof ends without the empty clause")


def _needed(originals: int, hints: array[int], ends: array[int]) -> tuple[bytearray, array[int]]:
    """Return which added clauses are needed, and the added clause that uses each clause last."""
    count = len(ends)
    needed = bytearray(count + 1)
    last_use = array("q", bytes(8 * (originals + count + 1)))
    needed[count] = 1
    for at in range(count, 0, -1):
        if not needed[at]:
            continue
        for hint in hints[ends[at - 2] if at > 1 else 0 : ends[at - 1]]:
            if not last_use[hint]:
                last_use[hint] = at
                if hint > originals:
                    needed[hint - originals] = 1
    return needed, last_use
