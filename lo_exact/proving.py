"""From a solution to its certificate: what to claim, proofs in a child process, a fresh check.

A minimum is claimed with the solutions that were listed and their number where it was counted, an
unsolvable board by its witness; presses that were not proved minimal are claimed to solve the
puzzle, no more.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from math import inf
from pathlib import Path

from lo_exact.backends.worker import call_in_child
from lo_exact.certificate.attach import foreign_proof
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.claims import Claim, MinimumClaim, SolutionClaim, UnsolvableClaim
from lo_exact.certificate.cnf import Clause
from lo_exact.certificate.proof import Proof
from lo_exact.certificate.write import Written, write_certificate
from lo_exact.errors import LimitReached, SolverError
from lo_exact.outcome import Status, Watch
from lo_exact.solution import Solution


def claim_of(solution: Solution) -> Claim:
    """Return the strongest claim that a solution makes.

    Raises:
        LimitReached: When nothing is known that could be claimed.
    """
    if solution.status is Status.OPTIMAL:
        minima = solution.solutions or (solution.presses,)
        return MinimumClaim(solution.weight, minima, solution.minimum_solutions)
    if solution.status is Status.INFEASIBLE:
        rows = solution.puzzle.matters.tolist()
        return UnsolvableClaim(tuple(solution.witness[light] for light in rows))
    if solution.status is Status.FEASIBLE:
        return SolutionClaim(solution.presses)
    raise LimitReached("nothing is known yet, so there is nothing to certify")


def write_proof(
    solution: Solution,
    path: Path | str,
    *,
    forms: Sequence[str] = (),
    embed: bool = True,
    proof: Path | str | None = None,
    time_limit: float = inf,
) -> Written:
    """Write the certificate of a solution, its proofs beside it; CaDiCaL runs in a child process.

    Args:
        solution: What was found out.
        path: The certificate's file.
        forms: names of `lo_exact.certificate.write.FORMS`; empty for those that cost little.
        embed: whether the puzzle itself is written.
        proof: an LRAT or DRAT proof that another solver made; our own is made when None.
        time_limit: wall-clock seconds for all proofs together.

    Raises:
        LimitReached: When the time is over, or nothing is known.
        UsageError: When a form does not fit the claim.
    """
    watch = Watch(time_limit)

    def in_child(clauses: Sequence[Clause], folder: str) -> Proof:
        name = "lo_exact.certificate.proof:prove"
        made: Proof = call_in_child(name, clauses, folder, watch.remaining(), watch=watch)
        return made

    claim = claim_of(solution)
    prover = in_child if proof is None else foreign_proof(proof)
    return write_certificate(solution.puzzle, claim, path, forms=forms, embed=embed, prover=prover)


def certify(
    solution: Solution,
    path: Path | str = "",
    *,
    forms: Sequence[str] = (),
    embed: bool = True,
    proof: Path | str | None = None,
    time_limit: float = inf,
) -> str:
    """Write the certificate and let a fresh process judge it; return the claim in its words.

    Args:
        solution: What was found out.
        path: The certificate's file; a temporary one when empty.
        forms: as for `write_proof`.
        embed: as for `write_proof`.
        proof: as for `write_proof`.
        time_limit: as for `write_proof`.

    Raises:
        SolverError: When the certificate is rejected: then the solution is not to be believed.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(path) if path else Path(folder) / "certificate.json"
        write_proof(solution, target, forms=forms, embed=embed, proof=proof, time_limit=time_limit)
        verdict = check_in_fresh_process(target, None if embed else solution.puzzle)
    if not verdict.accepted:
        raise SolverError(f"the checker rejects this answer, please report it: {verdict.text}")
    return verdict.text
