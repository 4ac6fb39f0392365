"""Random small puzzles, and good certificates of claims about them."""

import gzip
import json

import numpy as np

from lo_exact.algebra.sparse import from_entries
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
from lo_exact.puzzle import Objective, Puzzle
from tests.truth.certificates.judge import PROOF, enumerated


def random_puzzle(rng, largest=4000):
    """A puzzle with at most ``largest`` press vectors, in general not square and with holes."""
    c = rng.choice([2, 2, 2, 2, 3, 3, 4, 5, 6, 8, 9, 12])
    lights, most = rng.randrange(7), 0
    while c ** (most + 1) <= largest:
        most += 1
    buttons = rng.randrange(most + 1)
    share = rng.choice([0.2, 0.5, 0.8])
    places = [
        (i, j, rng.choice([1, rng.randrange(c)]))
        for i in range(lights)
        for j in range(buttons)
        if rng.random() < share
    ]
    i, j, v = np.array(places, dtype=np.int64).reshape(-1, 3).T
    matrix = from_entries((lights, buttons), c, i, j, v)
    target = np.array(
        [rng.choice([0, 0, rng.randrange(c), -1]) for _ in range(lights)], dtype=np.int64
    )
    if rng.random() < 0.75:
        x = np.array([rng.randrange(c) for _ in range(buttons)], dtype=np.int64)
        state = (np.where(target < 0, 0, target) - matrix.dot(x)) % c
    else:
        state = np.array([rng.randrange(c) for _ in range(lights)], dtype=np.int64)
    objective = rng.choice(list(Objective))
    prices = [rng.choice([0, 1, 1, 2, 7, 2**31]) for _ in range(buttons)]
    return Puzzle(
        matrix,
        state,
        target,
        uniform=rng.random() < 0.2,
        objective=objective,
        prices=np.array(prices if objective is Objective.PRICES else [], dtype=np.int64),
    )


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
