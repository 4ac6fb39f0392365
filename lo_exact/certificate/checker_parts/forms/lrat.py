"""Evidence by LRAT: a proof that the formula "there is a better solution" is unsatisfiable.

Proves: a minimum, its number where all minima are listed, or a lower bound; of a puzzle that cannot
be solved, that there is no solution at all (encoding "raw").  The formula is built
here from the puzzle ("formula"), and the proof is followed line by line ("proof").
Does not prove: a number of minima that are not all listed.
Trusts: the parts "formula" and "proof"; in kernel encoding also "solutions".  Nothing is believed
about the solver that found the proof.
"""

from __future__ import annotations

import hashlib
from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.formula import Formula
from lo_exact.certificate.checker_parts.proof import check_lrat_file
from lo_exact.certificate.checker_parts.reading import digest, fields
from lo_exact.certificate.checker_parts.solutions import kernel_of
from lo_exact.certificate.checker_parts.verdict import require


@form("lrat", f"unsolvable, {MINIMA}")
def judge_lrat(certificate: Certificate, piece: Any) -> str:
    """Check LRAT evidence: build the formula, compare its SHA-256, and check the proof."""
    given = fields(piece, "lrat", "by encoding cnf_sha256 proof_sha256 proof_bytes")
    formula = formula_of(certificate, given["encoding"])
    name = hashlib.sha256()
    for line in formula.dimacs():
        name.update(line)
    stated = digest(given["cnf_sha256"], "cnf_sha256")
    require(name.hexdigest() == stated, "the formula of this claim has another SHA-256")
    lines = check_lrat_file(formula.clauses, given, certificate.folder)
    return (
        f"an LRAT proof of {lines} lines that a formula of {len(formula.clauses)} clauses "
        f"({given['encoding']} encoding) has no solution"
    )


def formula_of(certificate: Certificate, encoding: Any) -> Formula:
    """Return the formula whose unsatisfiability proves the claim."""
    require(encoding in ("raw", "plain", "kernel"), "encoding must be raw, plain or kernel")
    unsolvable = certificate.kind == "unsolvable"
    require(unsolvable == (encoding == "raw"), "encoding raw, and no other, is of the unsolvable")
    if unsolvable:
        return Formula(certificate.system, None, [], None)
    kernel = kernel_of(certificate) if encoding == "kernel" else None
    all_listed = certificate.count in (-1, len(certificate.minima))
    require(all_listed, "a formula proves a count only if all are listed")
    blocked = certificate.minima if certificate.counted else []
    return Formula(certificate.system, certificate.limit, blocked, kernel)
