"""Run the stand-alone checker on a claim's evidence; compare the evidence with the claim's file.

``checker.py`` sees only the evidence file.  Here the claim that the file names is read as well, and
must agree: its values, the bytes of its file, and its puzzle.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.checker import Kind, Verdict
from lo_exact.errors import UsageError
from lo_exact.formats import read_text
from lo_exact.hardest_boards.claims.evidence import claim_values
from lo_exact.hardest_boards.claims.files import SUFFIX, Claim, claim_file, read_claim
from lo_exact.puzzle import Puzzle

Judge = Callable[[Path, Puzzle], Verdict]


def claim_beside(certificate: str, puzzle: str | None) -> tuple[str, Callable[[], Verdict]]:
    """Return the path of a claim's evidence file, and a function that checks the evidence.

    Args:
        certificate: the claim, or its evidence if ``puzzle`` is the claim.
        puzzle: the claim, or None.

    Raises:
        UsageError: When a puzzle is given besides a claim.
    """
    if certificate.endswith(".toml"):
        if puzzle is not None:
            raise UsageError("a claim names its puzzle: leave PUZZLE out")
        claim = claim_file(certificate)
        evidence = claim.with_suffix(SUFFIX)
    else:
        claim, evidence = claim_file(puzzle or ""), claim_file(certificate)
    return str(evidence), lambda: check_evidence(evidence, read_claim(claim))


def check_evidence(evidence: Path, claim: Claim, judge: Judge = check_in_fresh_process) -> Verdict:
    """Check evidence, and compare the claim in it with the given claim.

    Args:
        evidence: its file.
        claim: the claim.
        judge: function that checks evidence about a puzzle.

    Raises:
        InputError: When a file cannot be read.
    """
    try:
        document: Any = json.loads(read_text(evidence))
    except (ValueError, RecursionError):
        return judge(evidence, claim.puzzle)  # not JSON: raise the checker's error
    if isinstance(document, dict):
        about = document.get("claim"), document.get("claim_sha256")
        wanted = claim_values(claim), hashlib.sha256(claim.path.read_bytes()).hexdigest()
        if repr(about) != repr(wanted):
            return Verdict(Kind.REJECTED, f"this is not the evidence of {claim.path.name}")
    return judge(evidence, claim.puzzle)
