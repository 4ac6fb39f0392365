"""Certificates of solutions: choice of the claim, writing, and a check in a fresh process.

The facts come from the solver; the evidence is made here, from elimination and CaDiCaL alone.
Nothing is believed: what the evidence does not prove, the checker rejects.

A minimum is claimed with the solutions that were listed and their number where it was counted, an
unsolvable board by its witness.  Where a search was stopped, presses are claimed to solve the
puzzle, and the largest lower bound for which evidence can be found is claimed beside them.

What is still proved when the evidence shows less than the answer is decided here, in `still_proved`
and `with_evidence`: a library user and the command line get the same `Solution`.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.checker import Kind
from lo_exact.certificate.draft import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    Prove,
    SolutionClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.certificate.forms.moats import moats_bound
from lo_exact.certificate.proof import Clause, Proof
from lo_exact.certificate.write import BeyondCheckerError, Written, provable, write_certificate
from lo_exact.counters import Counters
from lo_exact.errors import LimitReached, SolverError, UsageError
from lo_exact.outcome import Status, Watch
from lo_exact.processes.worker import call_in_child
from lo_exact.solution import Solution

MINIMUM_SECONDS = 60.0
"""Seconds to search for a proof of a minimum if no form is requested."""

BOUND_SECONDS = 10.0
"""Seconds to search for proofs of a lower bound after a stopped search."""


@dataclass(frozen=True)
class Certified:
    """Accepted certificate, with the verdict of the checker in a fresh process."""

    text: str
    """The claim in words."""
    claim: Claim
    """Claim that the certificate proves."""
    solution: Solution
    """The part of the answer that it proves."""
    written: Written
    """Files of the certificate."""


@dataclass(frozen=True)
class Evidenced:
    """Solution with the messages from writing and checking its certificate."""

    solution: Solution
    """The part of the solution that is proved."""
    said: tuple[str, ...]
    """Messages about the certificate, in sentences."""


def claim_of(solution: Solution) -> Claim:
    """Return the strongest claim that can be made about a solution.

    Raises:
        LimitReached: When there is nothing to claim.
    """
    if solution.status is Status.OPTIMAL:
        assert solution.weight is not None
        assert solution.presses is not None
        count = -1 if solution.minimum_solutions is None else solution.minimum_solutions
        return MinimumClaim(solution.weight, solution.solutions or (solution.presses,), count)
    if solution.status is Status.INFEASIBLE:
        if isinstance(solution.puzzle, Counters):
            return UnsolvableClaim()
        assert solution.witness is not None
        rows = solution.puzzle.matters.tolist()
        return UnsolvableClaim(tuple(solution.witness[light] for light in rows))
    if solution.stopped and solution.lower_bound:
        return LowerBoundClaim(solution.lower_bound, solution.presses or ())
    if solution.presses is not None:
        return SolutionClaim(solution.presses)
    raise LimitReached("nothing is known yet, so there is nothing to certify")


def write_proof(
    solution: Solution,
    path: Path | str,
    *,
    forms: Sequence[str] = (),
    time_limit: float = inf,
) -> Written:
    """Write the certificate of a solution; if it needs LRAT proofs, run CaDiCaL in a child process.

    After a stopped search, the claim is the largest lower bound for which evidence is found; it may
    be smaller than the search's own, or larger.  A minimum is treated in the same way if it has too
    many solutions to visit, no form was named, and no proof is found within `MINIMUM_SECONDS`.

    Args:
        solution: The answer.
        path: The certificate's file.
        forms: names of `lo_exact.certificate.forms.form_table.FORMS`; empty for a cheap one.
        time_limit: wall-clock seconds for all proofs together; the bound of a stopped search
            gets `BOUND_SECONDS`, after Ctrl-C none.

    Raises:
        LimitReached: When the time limit is reached, or there is nothing to claim.
        UsageError: When a form does not fit the claim.
    """
    puzzle = solution.puzzle
    claim, whole = claim_of(solution), Watch(time_limit)
    if isinstance(puzzle, Counters):
        return _write_counters(puzzle, claim, path, forms=forms, seconds=time_limit)
    why_less = ""
    if isinstance(claim, MinimumClaim) and not forms:
        seconds = min(time_limit, MINIMUM_SECONDS)
        try:
            return write_certificate(
                puzzle, claim, path, prover=_prover(seconds), watch=Watch(seconds)
            )
        except (LimitReached, UsageError) as reason:  # out of time, too large, or too many minima
            why_less = str(reason)
            claim = LowerBoundClaim(claim.weight, claim.minima[0])
    time_limit = max(whole.remaining(), 0.0)
    prover, watch = _prover(time_limit), Watch(time_limit)
    if not isinstance(claim, LowerBoundClaim):
        return write_certificate(puzzle, claim, path, forms=forms, prover=prover, watch=watch)
    if forms:
        if "covering" in forms:
            claim = replace(claim, bound=covering_shares(puzzle.system).bound)
        elif "moats" in forms and puzzle.colours == 2:
            claim = replace(claim, bound=moats_bound(puzzle.system, watch))
        return write_certificate(puzzle, claim, path, forms=forms, prover=prover, watch=watch)
    seconds = 0.0 if solution.stopped == "interrupted" else min(time_limit, BOUND_SECONDS)
    target = Path(path)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        best = provable(puzzle, claim, Path(folder), _prover, seconds)

        def found(clauses: Sequence[Clause], into: str) -> Proof:
            assert best.proof is not None
            name = f"{best.proof.sha256}.lrat.gz"
            os.replace(Path(folder) / name, Path(into) / name)
            return best.proof

        written = write_certificate(puzzle, best.claim, target, forms=[best.form], prover=found)
    return replace(written, why_less=why_less)


def _write_counters(
    puzzle: Counters,
    claim: Claim,
    path: Path | str,
    *,
    forms: Sequence[str],
    seconds: float,
) -> Written:
    """Write a counter puzzle's certificate; drop the count of minima if proving it hits a limit."""
    if isinstance(claim, MinimumClaim) and claim.count != -1 and not forms:
        watch = Watch(min(seconds, MINIMUM_SECONDS))
        try:
            return write_certificate(puzzle, claim, path, watch=watch)
        except LimitReached:
            claim = MinimumClaim(claim.weight, claim.minima[:1])
    watch = Watch(seconds)
    return write_certificate(puzzle, claim, path, forms=forms, watch=watch)


def _prover(seconds: float) -> Prove:
    """Return a function that writes LRAT proofs in a child process, within a number of seconds."""
    watch = Watch(seconds)

    def in_child(clauses: Sequence[Clause], folder: str) -> Proof:
        name = "lo_exact.certificate.proof:prove_contradiction"
        place = str(Path(folder).absolute())  # the child may work in another folder
        made: Proof = call_in_child(name, clauses, place, watch.remaining(), watch=watch)
        return made

    return in_child


def certify_solution(
    solution: Solution,
    path: Path | str = "",
    *,
    forms: Sequence[str] = (),
    time_limit: float = inf,
) -> Certified:
    """Write the certificate of a solution and check it in a fresh process.

    Args:
        solution: The answer.
        path: The certificate's file; a temporary one when empty.
        forms: as for `write_proof`.
        time_limit: as for `write_proof`.

    Raises:
        BeyondCheckerError: When it exceeds the checker's limits; it may still be correct.
        SolverError: When the certificate is rejected, so the solution cannot be trusted.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(path) if path else Path(folder) / "certificate.json"
        written = write_proof(solution, target, forms=forms, time_limit=time_limit)
        verdict = check_in_fresh_process(target)
    if verdict.kind is Kind.TOO_LARGE:
        raise BeyondCheckerError(f"no certificate shows it: {verdict.text}")
    if not verdict.accepted:
        raise SolverError(f"the checker rejects this answer, please report it: {verdict.text}")
    proved = still_proved(solution, written.claim, checked=True)
    return Certified(verdict.text, written.claim, proved, written)


def with_evidence(
    solution: Solution,
    path: Path | str = "",
    *,
    checked: bool,
    forms: Sequence[str] = (),
    time_limit: float = inf,
) -> Evidenced:
    """Write and optionally check a solution's certificate; return the solution and messages.

    After Ctrl-C nothing is written: the answer stays, or where it had to be checked, what was not.

    Args:
        solution: The answer.
        path: The certificate's file; empty for a check only.
        checked: whether a fresh process must accept it.
        forms: as for `write_proof`.
        time_limit: wall-clock seconds for search and certificate together; the certificate gets
            `BOUND_SECONDS` at least, and unlimited time for requested forms.

    Raises:
        SolverError: When the certificate is rejected.
        OSError: When it cannot be written.
    """
    left = inf if forms else max(time_limit - solution.seconds, BOUND_SECONDS)
    try:
        if checked:
            judged = certify_solution(solution, path, forms=forms, time_limit=left)
            written = judged.written
            said = [f"a fresh process checked: {judged.text}"]
        else:
            written = write_proof(solution, path, forms=forms, time_limit=left)
            said = []
        claim = written.claim
        if path:
            beside = "".join(f"; with {proof_file}" for proof_file in written.proofs)
            said.append(f"certificate {path}: {', '.join(written.forms) or 'the presses'}{beside}")
    except BeyondCheckerError as beyond:
        stopped = replace(solution, stopped=solution.stopped or str(beyond))
        return Evidenced(_without_proof(stopped, 0) if checked else stopped, (str(beyond),))
    except KeyboardInterrupt:
        stopped = replace(solution, stopped="interrupted")
        proved = _without_proof(stopped, 0) if checked else stopped
        return Evidenced(proved, ("interrupted: no certificate was written",))
    less: tuple[str, ...] = ()
    if solution.minimum_solutions is not None and not _counted(claim):
        less = ("the certificate does not show how many minimum solutions there are",)
    shown, known = _bounds(solution, claim)
    if shown < known:
        why = f": {written.why_less}" if written.why_less else ""
        less = (f"the certificate shows a lower bound of {shown} only, not of {known}{why}",)
    return Evidenced(still_proved(solution, claim, checked=checked), (*said, *less))


def still_proved(solution: Solution, claim: Claim, *, checked: bool) -> Solution:
    """Raise a solution's lower bound to the claim's; if ``checked``, drop what the claim lacks.

    Args:
        solution: The answer.
        claim: The claim of the certificate.
        checked: whether only the certificate counts.

    Returns:
        The answer; the lower bound is the certificate's if that is larger, and also if it is
        smaller and only the certificate counts: then a minimum is no longer proved.
    """
    if checked and solution.minimum_solutions is not None and not _counted(claim):
        stopped = "counted, but no certificate shows how many minimum solutions there are"
        solution = replace(
            solution, minimum_solutions=None, solutions=(), stopped=solution.stopped or stopped
        )
    shown, known = _bounds(solution, claim)
    if shown == known or not (checked or shown > known):
        return solution
    if checked and solution.status is Status.OPTIMAL:
        stopped = "proved, but no certificate shows it"
        solution = _without_proof(replace(solution, stopped=stopped), shown)
    return replace(solution, lower_bound=shown)


def _counted(claim: Claim) -> bool:
    return isinstance(claim, MinimumClaim) and claim.count != -1


def _bounds(solution: Solution, claim: Claim) -> tuple[int, int]:
    """Return the lower bound in the claim and the lower bound in the solution."""
    known = solution.lower_bound or 0
    if isinstance(claim, LowerBoundClaim):
        return claim.bound, known
    return (0 if isinstance(claim, SolutionClaim) else known), known


def _without_proof(solution: Solution, lower_bound: int) -> Solution:
    """Return a solution without its proof of minimality, with the given lower bound."""
    if solution.status is not Status.OPTIMAL:
        return solution
    return replace(
        solution, status=Status.FEASIBLE, lower_bound=lower_bound, minimum_solutions=None,
        solutions=(), canonical=False,
    )  # fmt: skip
