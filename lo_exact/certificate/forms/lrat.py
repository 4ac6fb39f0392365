"""Evidence by LRAT: an unsatisfiability proof by CaDiCaL, with hints for each step.

Three encodings: ``kernel`` (few variables, after all solutions are spanned), ``plain`` (the puzzle
itself) and ``raw`` (the same without a weight: that nothing solves the puzzle).  The search for the
proof has no time limit here; the caller's prover has one.
"""

import hashlib
from dataclasses import dataclass

from lo_exact.certificate import checker
from lo_exact.certificate.draft import (
    Draft,
    Json,
    LowerBoundClaim,
    MinimumClaim,
    UnsolvableClaim,
    kernel_document,
    puzzle_document,
)
from lo_exact.errors import UsageError, refuse_use


def formula(draft: Draft, *, kernel: bool) -> checker.Formula:
    """Return the formula whose unsatisfiability proves a claim, as the checker builds it.

    Args:
        draft: The claim, with the shift in its presses.
        kernel: Whether the parameters of all solutions are the variables.

    Raises:
        UsageError: When the claim is of another kind, not all counted minima are listed, or
            the formula is too large for the checker.
    """
    claim = draft.claim
    refuse_use(
        not isinstance(claim, UnsolvableClaim | MinimumClaim | LowerBoundClaim),
        "solutions are not counted by formulas",
    )
    refuse_use(
        not draft.all_listed, "a formula proves the number of minima only when all are listed"
    )
    try:
        system = checker.System(puzzle_document(draft.puzzle))
        if isinstance(claim, UnsolvableClaim):
            return checker.Formula(system, None, [], None)
        spanned = checker.Kernel(system, kernel_document(draft.coset)) if kernel else None
        return checker.Formula(system, draft.limit, list(map(list, draft.blocked)), spanned)
    except checker.Rejected as reason:
        raise UsageError(str(reason)) from None


@dataclass(frozen=True)
class Lrat:
    """LRAT evidence in one of the encodings ``raw``, ``plain`` and ``kernel``."""

    encoding: str

    def refusal(self, draft: Draft) -> str:
        """Return the reason why the encoding does not fit the kind of claim, or ``""``."""
        if isinstance(draft.claim, UnsolvableClaim) == (self.encoding == "raw"):
            return ""
        return f"evidence by lrat-{self.encoding} does not fit this claim"

    def too_dear(self, draft: Draft) -> str:
        """Return the reason why an LRAT proof is not written by default, or ``""``."""
        if self.encoding != "kernel":
            return "a proof in plain encoding takes minutes for a board of side 16"
        return "" if draft.all_listed else "not all minima are listed"

    def write(self, draft: Draft) -> dict[str, Json]:
        """Prove the claim's formula unsatisfiable, write the proof file and return the evidence."""
        written = formula(draft, kernel=self.encoding == "kernel")
        proof = draft.prove(written.clauses, str(draft.folder))
        draft.proofs.append(draft.folder / f"{proof.sha256}.lrat.gz")
        draft.used[f"proof {len(draft.proofs)}"] = proof.maker
        return {
            "by": "lrat",
            "encoding": self.encoding,
            "cnf_sha256": hashlib.sha256(b"".join(written.dimacs())).hexdigest(),
            "proof_sha256": proof.sha256,
            "proof_bytes": proof.size,
        }
