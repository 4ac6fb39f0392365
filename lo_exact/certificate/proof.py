"""LRAT proofs by CaDiCaL 1.9.5, the one inside python-sat.

Its low-level module lets the options ``frat`` and ``binary`` be set before tracing starts, so the
solver logs a FRAT proof with hints, which is turned into LRAT.  That is a private interface; so the
first use in a process proves a tiny contradiction and checks it, and says clearly if it moved.
CaDiCaL 1.9.5 never needs RAT lines: every clause it adds follows by unit propagation.

`prove_contradiction` takes plain data and returns plain data: it can run in a child process.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import time
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
from lo_exact.certificate.lrat import lrat_lines
from lo_exact.errors import (
    DisagreementError,
    InputError,
    LimitReached,
    SolverError,
)
from lo_exact.packages import require

Clause = tuple[int, ...]

_CONFLICTS_AT_ONCE = 5000
_MOVED = (
    "python-sat's CaDiCaL no longer writes proofs the way lo-exact asks for them ({}); "
    "install python-sat 1.9, or leave out LRAT proofs"
)


@dataclass(frozen=True)
class Proof:
    """A proof file: ``SHA256.lrat.gz``, where the name is that of the unpacked text.

    Attributes:
        sha256: 64 hex digits.
        size: bytes, unpacked.
        maker: which solver made it.
    """

    sha256: str
    size: int
    maker: str


def prove_contradiction(
    tell: Callable[..., object],
    clauses: Sequence[Clause],
    folder: str,
    seconds: float = inf,
) -> Proof:
    """Prove clauses contradictory and write the LRAT proof into a folder.

    Args:
        tell: Not used; callers in a child process get one.
        clauses: The formula; no clause is empty or has a literal twice.
        folder: Where the proof file goes.
        seconds: Processor time the solver may take.

    Raises:
        MissingPackageError: When python-sat is not there.
        SolverError: When its proof interface has moved.
        LimitReached: When the time is over.
        InputError: When the proof cannot be written.
        DisagreementError: When the clauses can be satisfied.
    """
    _self_test()
    try:
        with _traced(clauses, seconds) as frat:
            return write_proof_lines(lrat_lines(clauses, frat), Path(folder), _solver_version())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"a proof cannot be written: {reason}", source=folder) from None


def write_proof_lines(lines: Iterable[bytes], folder: Path, maker: str) -> Proof:
    """Write a proof's lines into a folder, compressed, under the name of their SHA-256."""
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
    """Solve, and give the FRAT proof at its start."""
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
                # what it still holds is written when it goes; the file stays open
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
    """Prove that three pigeons and a fact do not fit into two holes, and check it."""
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
