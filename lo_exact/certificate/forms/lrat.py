"""Evidence by LRAT: an unsatisfiability proof by CaDiCaL, with hints for each step.

Three encodings: ``kernel`` (few variables, all solutions spanned before), ``plain`` (the puzzle as
it is) and ``raw`` (the same without a weight: that nothing solves the puzzle).  The search for the
proof takes as long as it takes; the caller's prover keeps the time.
"""

from dataclasses import dataclass

from lo_exact.algebra import Coset
from lo_exact.certificate.claims import Claim, LowerBoundClaim, MinimumClaim, UnsolvableClaim
from lo_exact.certificate.cnf import Cnf, claim_formula
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.errors import UsageError
from lo_exact.puzzle import System


def formula(system: System, claim: Claim, coset: Coset | None) -> Cnf:
    """Return the formula whose unsatisfiability proves a claim, in kernel encoding given a coset.

    Raises:
        UsageError: When the claim is about anything else, or not all counted minima are listed.
    """
    if isinstance(claim, UnsolvableClaim):
        return claim_formula(system, None)
    if isinstance(claim, LowerBoundClaim):
        return claim_formula(system, claim.bound - 1, coset=coset)
    if not isinstance(claim, MinimumClaim):
        raise UsageError("solutions are not counted by formulas")
    if claim.count < 0:
        return claim_formula(system, claim.weight - 1, coset=coset)
    if claim.count != len(claim.minima):
        raise UsageError(
            f"a formula proves the number of minima only when all are listed: "
            f"{len(claim.minima)} of {claim.count} are"
        )
    return claim_formula(system, claim.weight, blocked=claim.minima, coset=coset)


@dataclass(frozen=True)
class Lrat:
    """LRAT evidence in one of the encodings ``raw``, ``plain`` and ``kernel``."""

    encoding: str

    def refusal(self, draft: Draft) -> str:
        """Return why the encoding does not fit the kind of claim, or ``""``."""
        if isinstance(draft.claim, UnsolvableClaim) == (self.encoding == "raw"):
            return ""
        return f"evidence by lrat-{self.encoding} does not fit this claim"

    def too_dear(self, draft: Draft) -> str:
        """Return why an LRAT proof is not written by default, or ``""``."""
        if self.encoding != "kernel":
            return "a proof in plain encoding takes minutes for a board of side 16"
        return "" if draft.all_listed else "not all minima are listed"

    def write(self, draft: Draft) -> dict[str, Json]:
        """Prove the formula unsatisfiable, write the proof file, and return the evidence."""
        coset = draft.coset if self.encoding == "kernel" else None
        written = formula(draft.system, draft.claim, coset)
        proof = draft.prove(written.clauses, str(draft.folder))
        draft.proofs.append(draft.folder / f"{proof.sha256}.lrat.gz")
        draft.used[f"proof {len(draft.proofs)}"] = proof.maker
        return {
            "by": "lrat",
            "encoding": self.encoding,
            "cnf_sha256": written.sha256,
            "proof_sha256": proof.sha256,
            "proof_bytes": proof.size,
        }
