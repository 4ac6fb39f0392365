"""LRAT proofs of unsatisfiability, made by CaDiCaL 1.9.5 from python-sat.

`prove_contradiction` runs the solver and writes the proof.  It takes and returns plain data, so it
can run in a child process.  The low-level module of python-sat allows the options ``frat`` and
``binary`` to be set before tracing starts.  So the solver logs a FRAT proof with hints.  That
interface is private.  So the first use in a process proves a tiny contradiction and checks it, and
reports clearly if the interface has changed.  CaDiCaL 1.9.5 never needs RAT lines: every clause it
adds follows by unit propagation.

`lrat_lines` turns the FRAT proof into an LRAT proof without the lines that it does not need.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from math import inf
from pathlib import Path
from typing import Any, BinaryIO

from lo_exact.certificate.checker import Rejected, check_lrat
from lo_exact.errors import DisagreementError, LimitReached, SolverError, writing
from lo_exact.packages import require

_DELETE_AT_ONCE = 100
"""Clauses that one deletion line of a proof names, or a few more."""


def lrat_lines(clauses: Sequence[Clause], frat: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of the LRAT proof obtained from a FRAT proof.

    FRAT logs the solver's actions: ``o`` original clauses, ``a`` added ones with the hints that
    prove them (``l``), ``d`` deletions, ``f`` the clauses left.  LRAT wants the originals numbered
    1..m, so all clauses are renumbered.  Going back from the empty clause finds the lines it needs,
    often half, and the last use of each clause.  There the clause is deleted, which keeps the
    checker's memory small.

    Costs two passes over the file and 8 bytes a hint.  FRAT: Baek, Carneiro, Heule (2021); LRAT:
    Cruz-Filipe et al. (2017).

    Args:
        clauses: The formula's clauses, in the solver's order.
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
                yield (b"%d d %s 0\n" % (written, " ".join(map(str, gone)).encode()))
                gone = []
        if at == count:
            return


def _read_hints(clauses: Sequence[Clause], frat: BinaryIO) -> tuple[array[int], array[int]]:
    """Return the hints of all added clauses, in one array, and the end of each clause's hints.

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
    """Return the added clauses that the proof needs, and the last use of each clause."""
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


Clause = tuple[int, ...]

_CONFLICTS_AT_ONCE = 5000
"""Conflicts between two checks of the time limit."""

_MOVED = (
    "python-sat's CaDiCaL no longer writes proofs the way lo-exact asks for them ({}); "
    "install python-sat 1.9, or leave out LRAT proofs"
)


@dataclass(frozen=True)
class Proof:
    """Compressed proof file ``SHA256.lrat.gz``, named by the SHA-256 of the unpacked text."""

    sha256: str
    """SHA-256 of the unpacked text, as 64 hex digits."""
    size: int
    """Unpacked size in bytes."""
    maker: str
    """Name of the solver that made it."""


def prove_contradiction(
    tell: Callable[..., object],
    clauses: Sequence[Clause],
    folder: str,
    seconds: float = inf,
) -> Proof:
    """Prove clauses unsatisfiable and write the LRAT proof into a folder.

    Args:
        tell: Not used; callers in a child process get one.
        clauses: The formula; no clause is empty or has a literal twice.
        folder: Folder for the proof file.
        seconds: CPU time limit of the solver.

    Raises:
        MissingPackageError: When python-sat is not installed.
        SolverError: When its proof interface has changed.
        LimitReached: When the time limit is reached.
        InputError: When the proof cannot be written.
        DisagreementError: When the clauses can be satisfied.
    """
    _self_test()
    with writing(folder), _traced(clauses, seconds) as frat:
        return write_proof_lines(lrat_lines(clauses, frat), Path(folder), _solver_version())


def write_proof_lines(lines: Iterable[bytes], folder: Path, maker: str) -> Proof:
    """Write the lines of a proof into a compressed file that is named by their SHA-256."""
    name, size = hashlib.sha256(), 0
    handle, draft = tempfile.mkstemp(dir=folder, suffix=".lrat.gz.part")
    try:
        with (
            os.fdopen(handle, "wb") as file,
            gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed,
        ):
            for line in lines:
                packed.write(line)
                name.update(line)
                size += len(line)
        path = folder / f"{name.hexdigest()}.lrat.gz"
        Path(draft).chmod(0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return Proof(name.hexdigest(), size, maker)


def _solver_version() -> str:
    try:
        return f"CaDiCaL 1.9.5 in python-sat {version('python-sat')}"
    except PackageNotFoundError:
        return "CaDiCaL 1.9.5 in python-sat"


@contextmanager
def _traced(clauses: Sequence[Clause], seconds: float) -> Iterator[BinaryIO]:
    """Solve the clauses with CaDiCaL and yield the FRAT proof file, positioned at its start."""
    require("an LRAT proof", "pysat")
    solvers: Any = import_module("pysolvers")
    stop = time.process_time() + seconds
    with tempfile.TemporaryFile() as file:
        try:
            solver = solvers.cadical195_new()
            try:
                for option, value in (("frat", 1), ("binary", 0)):
                    solvers.cadical195_set(solver, option, value)
                solvers.cadical195_tracepr(solver, file)
                for clause in clauses:
                    solvers.cadical195_add_cl(solver, list(clause))
                answer = 0
                while not answer:
                    if time.process_time() > stop:
                        raise LimitReached(f"no proof within {seconds:.0f} s of processor time")
                    solvers.cadical195_cbudget(solver, _CONFLICTS_AT_ONCE)
                    answer = solvers.cadical195_solve_lim(solver, [], 0)
                file.flush()
            finally:
                # deleting the solver writes the rest of the proof; the file stays open
                solvers.cadical195_del(solver, file)
        except (AttributeError, TypeError) as error:
            raise SolverError(_MOVED.format(error)) from None
        if answer > 0:
            raise DisagreementError(
                "CaDiCaL satisfies the formula that the claim says nothing does"
            )
        file.seek(0)
        yield file


@lru_cache(maxsize=1)
def _self_test() -> None:
    """Prove a small pigeonhole formula unsatisfiable and check the proof."""
    clauses: list[Clause] = [(7,), (1, 2), (3, 4), (5, 6), (-7, -1, -3), (-1, -5), (-3, -5)]
    clauses += [(-2, -4), (-2, -6), (-4, -6)]
    try:
        with _traced(clauses, inf) as frat:
            check_lrat(clauses, (line[:-1] for line in lrat_lines(clauses, frat)))
    except Rejected as reason:
        raise SolverError(_MOVED.format(reason)) from None
    except SolverError as error:
        text = str(error)
        raise SolverError(text if "install" in text else _MOVED.format(text)) from None
