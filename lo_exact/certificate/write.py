"""Write a certificate: a claim about a puzzle, and every form of evidence that is wanted.

The facts come from whoever solved the puzzle; the evidence is made here, from elimination and
CaDiCaL alone.  Nothing is believed: what the evidence does not prove, the checker rejects.
"""

from __future__ import annotations

import json
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path

import numpy as np

from lo_exact import __version__
from lo_exact.algebra import Coset
from lo_exact.algebra.elimination.clock import looking
from lo_exact.certificate.bounds import too_many_places, too_much_work, why_refused
from lo_exact.certificate.checker import MAX_FILE
from lo_exact.certificate.claims import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
    with_shift,
)
from lo_exact.certificate.cnf import Clause, Cnf, claim_formula
from lo_exact.certificate.counters.claim import counters_claim, counters_evidence
from lo_exact.certificate.document import (
    Json,
    claim_document,
    document_text,
    kernel_document,
    puzzle_document,
)
from lo_exact.certificate.evidence import (
    MAX_OVERLAPS,
    MAX_VISITED,
    all_solutions,
    can_be_visited,
    overlaps_evidence,
    witness_evidence,
)
from lo_exact.certificate.forms.covering import covering, covering_evidence
from lo_exact.certificate.forms.halves import halves_evidence, why_no_halves
from lo_exact.certificate.forms.sweep import sweep_evidence, why_no_sweep
from lo_exact.certificate.forms.tree import fits_a_tree, tree_evidence
from lo_exact.certificate.proof import Proof, prove
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle, System
from lo_exact.registers import meant

FORMS = (
    "witness", "kernel", "walk", "overlaps", "covering", "halves", "sweep", "tree", "splits",
    "lrat-kernel", "lrat-plain",
)  # fmt: skip
"""Every form of evidence, by name."""

SPANNED = frozenset({"kernel", "walk", "overlaps", "halves", "lrat-kernel"})
"""Forms that hold all solutions, which the checker eliminates for."""

CHEAP_PROOF = 2**10
"""Up to so many solutions an LRAT proof is written beside the visit of all solutions unasked."""

LARGE = 2**16
"""Larger boards whose solutions are visited get no other evidence unasked: it takes as long."""

SMALL_TREE = 2**20
"""Bytes; a tree in a larger certificate may be more work than the checker does, and is tried."""

Prove = Callable[[Sequence[Clause], str], Proof]


class BeyondCheckerError(LimitReached):
    """A certificate that the checker would refuse for its size, whatever it proves."""


@dataclass(frozen=True)
class Written:
    """The files of a certificate.

    Attributes:
        path: the certificate.
        proofs: the proof files beside it.
        forms: which forms of evidence it has.
        claim: what it claims.
        why_less: why it does not claim more; ``""`` where that was not tried.
    """

    path: Path
    proofs: tuple[Path, ...]
    forms: tuple[str, ...]
    claim: Claim
    why_less: str = ""


def write_certificate(
    puzzle: AnyPuzzle,
    claim: Claim,
    path: Path | str,
    *,
    forms: Sequence[str] = (),
    embed: bool = True,
    prover: Prove | None = None,
    watch: Watch | None = None,
) -> Written:
    """Write the certificate of a claim into a file, and its proofs beside it.

    Args:
        puzzle: What the claim is about.
        claim: The claim.
        path: The certificate's file; it is replaced in one step.
        forms: Names of `FORMS` that fit the claim; empty for those that cost little.
        embed: Whether the puzzle itself is written; otherwise the checker needs it beside.
        prover: Proves clauses contradictory into a folder; given when a child process is to do it.
        watch: The clock of what is searched for here: trees and splits.

    Raises:
        BeyondCheckerError: When it would be larger than the checker reads.
        UsageError: When the claim is refuted on the way, or a form does not fit it.
        LimitReached: When the time is over.
    """
    path = Path(path)
    if isinstance(puzzle, Counters):
        return _write_counters(puzzle, claim, path, forms, watch or Watch(), embed=embed)
    draft = _Draft(puzzle, with_shift(puzzle, claim), path.parent, prover or _prove_here)
    draft.watch = watch or draft.watch
    if reason := too_many_places(puzzle):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    chosen = tuple(dict.fromkeys(forms)) or draft.cheap_forms()
    spanned = bool(set(chosen) & SPANNED)
    coset = draft.coset if spanned else None
    if reason := too_much_work(puzzle.system, draft.claimed, coset):
        raise BeyondCheckerError(f"no certificate was written: {reason}")
    evidence = [draft.evidence(form) for form in chosen]
    document: dict[str, Json] = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"lo-exact": __version__, "python": platform.python_version(), **draft.used},
        "claim": draft.claim_document(),
    }
    if embed:
        document["puzzle"] = puzzle_document(puzzle)
    if spanned:
        document["kernel"] = kernel_document(draft.coset)
    document["evidence"] = evidence
    _save(path, document, puzzle)
    return Written(path, tuple(draft.proofs), chosen, draft.claim)


def _write_counters(
    puzzle: Counters, claim: Claim, path: Path, forms: Sequence[str], watch: Watch, *, embed: bool
) -> Written:
    """Write a certificate of counters."""
    shown = counters_evidence(puzzle, claim, tuple(dict.fromkeys(forms)), watch)
    solutions = max((one.solutions for one in shown), default=0)
    document: dict[str, Json] = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"lo-exact": __version__, "python": platform.python_version()},
        "claim": counters_claim(puzzle, claim, solutions),
    }
    if embed:
        document["puzzle"] = puzzle_document(puzzle)
    document["evidence"] = [one.piece for one in shown]
    _save(path, document, puzzle)
    return Written(path, (), tuple(one.piece["by"] for one in shown), claim)


def _save(path: Path, document: dict[str, Json], puzzle: AnyPuzzle) -> None:
    """Replace a file by a document in one step; large trees are judged before."""
    text = document_text(document)
    if len(text) > MAX_FILE:
        raise BeyondCheckerError(
            f"no certificate was written: it would have {len(text)} bytes, the checker reads "
            f"{MAX_FILE}"
        )
    trees = {"tree", "splits"} & {piece["by"] for piece in document["evidence"]}
    if trees and len(text) > SMALL_TREE:
        embedded = "puzzle" in document
        beside = None if embedded else json.loads(document_text(puzzle_document(puzzle)))
        if reason := why_refused(json.loads(text), path.parent, beside):
            raise BeyondCheckerError(f"no certificate was written: {reason}")
    _replace(path, text)


def formula_of_claim(puzzle: Puzzle, claim: Claim, *, kernel: bool) -> Cnf:
    """Return the formula whose contradiction proves a claim, for other people's solvers.

    Raises:
        UsageError: When the claim is not about a minimum, or the formula would be too large.
    """
    coset = all_solutions(puzzle) if kernel else None
    return _formula(puzzle.system, with_shift(puzzle, claim), coset)


def _formula(system: System, claim: Claim, coset: Coset | None) -> Cnf:
    if isinstance(claim, LowerBoundClaim):
        return claim_formula(system, claim.bound - 1, coset=coset)
    if not isinstance(claim, MinimumClaim):
        raise UsageError("only minima and lower bounds are proved by formulas")
    if claim.count < 0:
        return claim_formula(system, claim.weight - 1, coset=coset)
    if claim.count != len(claim.minima):
        raise UsageError(
            f"a formula proves the number of minima only when all are listed: "
            f"{len(claim.minima)} of {claim.count} are"
        )
    return claim_formula(system, claim.weight, blocked=claim.minima, coset=coset)


class _Draft:
    """A certificate being written, with what several forms share."""

    def __init__(self, puzzle: Puzzle, claim: Claim, folder: Path, prove: Prove):
        self.puzzle, self.claim, self.folder, self.prove = puzzle, claim, folder, prove
        self.watch = Watch()
        self.proofs: list[Path] = []
        self.used: dict[str, str] = {}
        if isinstance(claim, SolutionClaim | LowerBoundClaim):
            unclaimed = isinstance(claim, LowerBoundClaim) and not claim.presses
            self._solved([] if unclaimed else [claim.presses])
        elif isinstance(claim, MinimumClaim):
            self._solved(claim.minima)
            if not claim.minima or -1 < claim.count < len(claim.minima):
                raise UsageError(f"{len(claim.minima)} minima are listed, {claim.count} counted")

    def _solved(self, listed: Sequence[tuple[int, ...]]) -> None:
        if not all(self.puzzle.system.solves(np.array(x, dtype=np.int64)) for x in listed):
            raise UsageError("the presses of the claim do not solve the puzzle")

    @cached_property
    def coset(self) -> Coset:
        with looking(self.watch.check):
            return all_solutions(self.puzzle)

    @property
    def claimed(self) -> Sequence[tuple[int, ...]]:
        """The solutions that the claim lists."""
        if isinstance(self.claim, MinimumClaim):
            return self.claim.minima
        if isinstance(self.claim, SolutionClaim | LowerBoundClaim):
            return [self.claim.presses] if self.claim.presses else []
        return []

    def claim_document(self) -> dict[str, Json]:
        counted = isinstance(self.claim, SolutionsClaim)
        solutions = self.coset.kernel.size if counted else 0
        return claim_document(self.puzzle, self.claim, solutions)

    def cheap_forms(self) -> tuple[str, ...]:
        """Return the forms of evidence that cost little; one at least."""
        if isinstance(self.claim, SolutionClaim):
            return ()
        if isinstance(self.claim, UnsolvableClaim):
            return ("witness",)
        if isinstance(self.claim, SolutionsClaim):
            return ("kernel",)
        if self._fits_a_tree():
            return ("tree",)
        kernel = self.coset.kernel
        visitable = can_be_visited(self.puzzle.system, kernel)
        if visitable and self.puzzle.system.unknowns > LARGE:
            return ("walk",)
        forms = ["walk"] if visitable else []
        if not visitable and not why_no_halves(self.puzzle.system):
            return ("halves",)
        if not visitable and not why_no_sweep(self.puzzle.system, self.coset):
            return ("sweep",)
        listed = True
        if isinstance(self.claim, MinimumClaim):
            if self.puzzle.colours == 2 and len(kernel.orders) <= MAX_OVERLAPS:
                forms.append("overlaps")
            listed = self.claim.count in (-1, len(self.claim.minima))
        if listed and (kernel.size <= CHEAP_PROOF or not visitable):
            forms.append("lrat-kernel")
        return tuple(forms or ["walk"])

    def evidence(self, form: str) -> dict[str, Json]:
        """Return the evidence of one form."""
        if form not in FORMS:
            raise UsageError(
                f"no form of evidence is called {form!r}; there are {', '.join(FORMS)}"
                f"{meant(form, FORMS)}"
            )
        if form == "witness" and isinstance(self.claim, UnsolvableClaim):
            witness = np.array(self.claim.witness, dtype=np.int64)
            return witness_evidence(self.puzzle, witness)
        if form == "kernel" and isinstance(self.claim, SolutionsClaim):
            return {"by": "kernel"}
        if isinstance(self.claim, MinimumClaim | LowerBoundClaim):
            if form == "walk":
                return self._visit()
            if form == "covering":
                return self._covering()
            if form == "halves":
                return halves_evidence(self.puzzle.system, self.coset, self._limit())
            if form == "sweep":
                return sweep_evidence(self.puzzle.system, self.coset)
            if form == "tree":
                return self._tree()
            if form.startswith("lrat"):
                return self._lrat(form.removeprefix("lrat-"))
            if form == "overlaps" and isinstance(self.claim, MinimumClaim):
                first = np.array(self.claim.minima[0], dtype=np.int64)
                return overlaps_evidence(self.puzzle.system, self.coset, first)
        raise UsageError(f"evidence by {form} does not fit this claim")

    def _limit(self) -> int:
        """Return the weight up to which all solutions must be found to prove the claim."""
        if isinstance(self.claim, MinimumClaim):
            return self.claim.weight - (self.claim.count < 0)
        assert isinstance(self.claim, LowerBoundClaim)
        return self.claim.bound - 1

    def _fits_a_tree(self) -> bool:
        """Whether there are too many solutions to visit, few are claimed, and checks are light."""
        many = prod(self.puzzle.system.elimination.orders) > MAX_VISITED
        every = not isinstance(self.claim, MinimumClaim) or (
            self.claim.count in (-1, len(self.claim.minima))
        )
        return many and every and fits_a_tree(self.puzzle)

    def _tree(self) -> dict[str, Json]:
        claim = self.claim
        if isinstance(claim, LowerBoundClaim):
            return tree_evidence(self.puzzle, claim.bound - 1, (), self.watch)
        assert isinstance(claim, MinimumClaim)
        if claim.count == -1:
            return tree_evidence(self.puzzle, claim.weight - 1, (), self.watch)
        if claim.count != len(claim.minima):
            raise UsageError("a tree proves the number of minima only when all are listed")
        return tree_evidence(self.puzzle, claim.weight, claim.minima, self.watch)

    def _covering(self) -> dict[str, Json]:
        claim = self.claim
        if isinstance(claim, MinimumClaim):
            if claim.count != -1:
                raise UsageError("a covering proves no number of minima")
            if (shown := covering(self.puzzle.system).bound) < claim.weight:
                raise UsageError(f"a covering shows a bound of {shown} here, not of {claim.weight}")
        return covering_evidence(self.puzzle)

    def _visit(self) -> dict[str, Json]:
        if not can_be_visited(self.puzzle.system, self.coset.kernel):
            size = self.coset.kernel.size
            raise UsageError(f"the checker does not walk through {size} solutions of such a length")
        return {"by": "walk"}

    def _lrat(self, encoding: str) -> dict[str, Json]:
        coset = self.coset if encoding == "kernel" else None
        formula = _formula(self.puzzle.system, self.claim, coset)
        proof = self.prove(formula.clauses, str(self.folder))
        self.proofs.append(self.folder / f"{proof.sha256}.lrat.gz")
        self.used[f"proof {len(self.proofs)}"] = proof.maker
        return {
            "by": "lrat",
            "encoding": encoding,
            "cnf_sha256": formula.sha256,
            "proof_sha256": proof.sha256,
            "proof_bytes": proof.size,
        }


def _prove_here(clauses: Sequence[Clause], folder: str) -> Proof:
    return prove(lambda *_: None, clauses, folder)


def _replace(path: Path, text: str) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(draft).chmod(0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
