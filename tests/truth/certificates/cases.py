"""Good certificates of random claims about random small puzzles."""

import gzip
import json

from lo_exact.certificate.claims import (
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.covering import covering
from lo_exact.certificate.document import puzzle_document
from lo_exact.certificate.write import formula_of_claim, write_certificate
from tests.boards.puzzles import random_puzzle
from tests.truth.certificates.judge import PROOF, enumerated


def random_case(rng, folder):
    """A good certificate: its document, its proof's bytes, and the formulas of its claim."""
    puzzle = random_puzzle(rng)
    path = folder / "case.json"
    truth = enumerated(json.dumps(puzzle_document(puzzle)))
    claim, forms = random_claim(rng, puzzle, truth)
    written = write_certificate(puzzle, claim, path, forms=forms)
    case = json.loads(path.read_text())
    case[PROOF] = b""
    for proof in written.proofs:
        case[PROOF] = gzip.decompress(proof.read_bytes())
        proof.unlink()
    if written.proofs:
        case["clauses"] = {
            encoding: formula_of_claim(puzzle, claim, kernel=encoding == "kernel").clauses
            for encoding in ("plain", "kernel")
        }
    return case


def random_claim(rng, puzzle, truth):
    if not truth.weights:
        return UnsolvableClaim(), ("witness",)
    kind = rng.randrange(6)
    if kind == 0:
        return SolutionClaim(rng.choice(list(truth.weights))), ()
    if kind == 1:
        return SolutionsClaim(), ("kernel",)
    minima = tuple(sorted(truth.minima))
    least = truth.weights[minima[0]]
    proof = rng.choice([("walk",), ("lrat-plain",), ("lrat-kernel",), ("walk", "lrat-kernel")])
    if kind == 2:
        known = rng.choice([(), rng.choice(list(truth.weights))])
        if rng.random() < 0.5:
            return LowerBoundClaim(covering(puzzle.system).bound, known), ("covering",)
        return LowerBoundClaim(least - rng.randrange(2) if least else 0, known), proof
    few = puzzle.colours == 2 and len(truth.weights) <= 64
    if few and rng.random() < 0.4:
        proof = ("overlaps",)
    if kind == 3:
        return MinimumClaim(least, minima[:1]), proof
    if len(minima) > 40:
        proof = ("walk",)
        return MinimumClaim(least, minima[:5], len(minima)), proof
    return MinimumClaim(least, minima, len(minima)), proof
