"""Certificates for the boards in the evidence of a claim, checked in a fresh process.

The checker imports the standard library alone and visits all solutions of a board, so its verdict
does not depend on the rest of the program.  It takes a second for 2^20 solutions.  For more than
`MAX_VISITED` solutions no certificate is written; the enumeration that made the evidence remains.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from lo_exact.algebra import eliminate
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.draft import Claim as BoardClaim
from lo_exact.certificate.draft import MinimumClaim, UnsolvableClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import DisagreementError
from lo_exact.hardest_boards.claims.files import claim_puzzle
from lo_exact.hardest_boards.claims.judge import ClaimAnswer, Verdict
from lo_exact.puzzle import Puzzle

MAX_VISITED = 2**22
"""Solutions of a board with a certificate: the checker walks through 2^20 in about a second."""


@dataclass(frozen=True)
class Board:
    """A board in the evidence of a claim, with its claimed minimum."""

    puzzle: Puzzle
    claim: BoardClaim


def boards_of(verdict: Verdict) -> list[Board]:
    """Return the boards that a verdict's evidence contains, each with its claimed minimum."""
    claim, evidence = verdict.claim, verdict.evidence
    example = evidence.get("example")
    if example:
        presses = tuple(example["presses"])
        minimum = MinimumClaim(evidence["lower_bound"], (presses,))
        return [Board(claim_puzzle(claim, tuple(example["state"])), minimum)]
    # in a claim about all boards, "boards" is a number
    listed = evidence.get("boards", []) if claim.states else []
    return [_shown(claim_puzzle(claim, tuple(one["state"])), one) for one in listed]


def _shown(puzzle: Puzzle, one: dict[str, Any]) -> Board:
    if "witness" in one:
        return Board(puzzle, UnsolvableClaim(tuple(one["witness"])))
    return Board(puzzle, MinimumClaim(one["weight"], (tuple(one["presses"]),)))


def refuting_board(verdict: Verdict) -> Board | None:
    """Return a single board that refutes a false claim, or None.

    A board that needs more presses than is claimed of all boards; or one of the claim's boards that
    is unsolvable, or whose minimum is another one.
    """
    claim = verdict.claim
    if verdict.answer is not ClaimAnswer.FALSE:
        return None
    highest = {"hardest": claim.weight, "bounds": claim.upper}.get(claim.statement)
    for board in boards_of(verdict):
        if isinstance(board.claim, UnsolvableClaim):
            return board
        weight = board.claim.weight if isinstance(board.claim, MinimumClaim) else -1
        if weight > highest if highest is not None else weight != claim.weight:
            return board
    return None


def write_certificates(verdict: Verdict, folder: Path) -> list[Path]:
    """Write a certificate for each board of the evidence, check it, and return the files.

    Args:
        verdict: a judged claim.
        folder: folder for the files ``NAME.certificate.json``, or ``NAME.1.certificate.json``, ....

    Raises:
        DisagreementError: When the checker rejects one.
    """
    shown = boards_of(verdict)
    stem = verdict.claim.path.stem
    written = []
    for number, board in enumerate(shown, start=1):
        minimum = isinstance(board.claim, MinimumClaim)
        if minimum and (prod(eliminate(board.puzzle.system.matrix).kernel.orders)) > MAX_VISITED:
            continue
        name = (
            f"{stem}.certificate.json" if len(shown) == 1 else f"{stem}.{number}.certificate.json"
        )
        forms: Sequence[str] = ("walk",) if minimum else ("witness",)
        path = write_certificate(board.puzzle, board.claim, folder / name, forms=forms).path
        judged = check_in_fresh_process(path, board.puzzle)
        if not judged.accepted:
            raise DisagreementError(f"the checker rejects {path}: {judged.text}")
        written.append(path)
    return written
