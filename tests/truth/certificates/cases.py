"""Good certificates of random claims about random small puzzles."""

import gzip
import json

from lo_exact.certificate.draft import (
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
    puzzle_document,
)
from lo_exact.certificate.forms.covering import covering_shares
from lo_exact.certificate.forms.moats import moats_bound
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.outcome import Watch
from tests.boards.puzzles import random_puzzle
from tests.truth.certificates.counters import claims_about, random_counters
from tests.truth.certificates.formula import formula_written_apart
from tests.truth.certificates.judge import PROOF, enumerated, limit_of, numbers, span


def random_case(rng, folder, *, counters=0.2):
    """A good certificate: its document, its proof's bytes, and the formulas of its claim.

    ``counters`` is the chance that it is about counters.
    """
    if rng.random() < counters:
        return random_counters_case(rng, folder)
    binary = rng.random() < 0.35
    puzzle = random_puzzle(rng, binary=binary)
    path = folder / "case.json"
    truth = enumerated(json.dumps(puzzle_document(puzzle)))
    claim, forms = random_claim(rng, puzzle, truth)
    if binary and isinstance(claim, MinimumClaim | LowerBoundClaim) and forms != ("covering",):
        forms = ("walk",)
    if binary and fits_a_tree(claim) and rng.random() < 0.5:
        forms = ("tree",)
    written = write_certificate(puzzle, claim, path, forms=forms)
    case = json.loads(path.read_text())
    if binary and forms == ("walk",):
        prices = enumerated(json.dumps(case["puzzle"])).prices
        halves = random_halves(rng, case["kernel"], prices, limit_of(case["claim"]))
        case["evidence"] = [halves] if halves else case["evidence"]
    case[PROOF] = b""
    for proof in written.proofs:
        case[PROOF] = gzip.decompress(proof.read_bytes())
        proof.unlink()
    if written.proofs:
        case["clauses"] = {
            encoding: formula_written_apart(puzzle, claim, kernel=encoding == "kernel").clauses
            for encoding in ("plain", "kernel")
        }
    return case


def random_moats_case(rng, folder):
    """A good certificate by moats: a bound, or a minimum where the bound is that."""
    while True:
        puzzle = random_puzzle(rng, binary=rng.random() < 0.7)
        document = puzzle_document(puzzle)
        weights = enumerated(json.dumps(document)).weights if puzzle.colours == 2 else {}
        if weights and puzzle.buttons:
            break
    bound = moats_bound(puzzle.system, Watch())
    known = rng.choice([(), rng.choice(list(weights))])
    least = min(weights, key=weights.get)
    claims = [LowerBoundClaim(bound, known), LowerBoundClaim(rng.randrange(bound + 1), known)]
    if weights[least] == bound:
        claims += [MinimumClaim(bound, (least,))] * 2
    path = folder / "case.json"
    write_certificate(puzzle, rng.choice(claims), path, forms=("moats",))
    return {**json.loads(path.read_text()), PROOF: b""}


def random_case_by(form, rng, folder):
    """A good certificate about a minimum or a bound, by a form that some random puzzles have."""
    path = folder / "case.json"
    while True:
        puzzle = random_puzzle(rng, binary=rng.random() < 0.5)
        truth = enumerated(json.dumps(puzzle_document(puzzle)))
        if not truth.weights:
            continue
        minima = tuple(sorted(truth.minima))
        least = truth.weights[minima[0]]
        claims = [
            LowerBoundClaim(least - rng.randrange(2) if least else 0),
            MinimumClaim(least, minima[:1]),
            MinimumClaim(least, minima[:5], len(minima)),
        ]
        try:
            write_certificate(puzzle, rng.choice(claims), path, forms=(form,))
        except UsageError:  # prices, colours or weights that it is not for
            continue
        return {**json.loads(path.read_text()), PROOF: b""}


def fits_a_tree(claim):
    """Whether branch and cut proves such a claim: where minima are counted, all are listed."""
    if isinstance(claim, MinimumClaim):
        return claim.count in (-1, len(claim.minima))
    return isinstance(claim, LowerBoundClaim)


def random_counters_case(rng, folder):
    """A good certificate of counters."""
    puzzle = random_counters(rng)
    claims, _ = claims_about(rng, puzzle)
    path = folder / "case.json"
    write_certificate(puzzle, rng.choice(claims), path)
    return {**json.loads(path.read_text()), PROOF: b""}


def random_halves(rng, kernel, prices, limit):
    """Halves evidence with groups at random; None when none were found."""
    length = len(prices)
    generators = [numbers(g, length, 2) for g in kernel["generators"]]
    start = numbers(kernel["particular"], length, 2)
    if max(prices, default=0) >= 2**28:
        return None
    owner = [0] * length
    for _ in range(5):
        # a first half: unknowns that tell more apart than those before; some of the others
        first, told = [], 1
        for j in rng.sample(range(length), length):
            forms = {tuple(g[i] for i in [*first, j]) for g in span(generators, length)}
            if len(forms) > told or (told == 2 ** len(generators) and rng.random() < 0.2):
                first, told = [*first, j], len(forms)
        # unknowns in no generator may be left out
        owner = [rng.choice([0, 1] if j in first else [2, 3] if any(g[j] for g in generators)
                            else [0, 2, 4]) for j in range(length)]  # fmt: skip
        second = [j for j in range(length) if owner[j] in (2, 3)]
        forms = {tuple(g[j] for j in second) for g in span(generators, length)}
        if len(forms) == 2 ** len(generators):
            break
    else:
        return None
    groups = []
    for group in range(4):
        members = [j for j in range(length) if owner[j] == group]
        digits = -(-length // 4)
        groups.append(f"{sum(1 << j for j in members):0{digits}x}"[:digits])
    free = sum(prices[j] * (1 - 2 * start[j]) for j in range(length) if owner[j] == 4)
    aim, size = sum(prices) - 2 * limit - free, sum(prices) + 2
    first = rng.choice([aim // 2, 0, rng.randrange(-size, size + 1)])
    spare = rng.choice([1, 1, 1, 0, -rng.randrange(size)])
    return {"by": "halves", "groups": groups, "thresholds": [first, aim - first + spare]}


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
    prices = set(puzzle.system.prices.tolist())
    windows = ("windows",) if all(prices) and min(truth.weights.values()) < 60 else ("sweep",)
    proof = rng.choice(
        [
            ("walk",), ("sweep",), windows, ("lrat-plain",), ("lrat-kernel",),
            ("walk", "lrat-kernel"),
        ]
    )  # fmt: skip
    if kind == 2:
        known = rng.choice([(), rng.choice(list(truth.weights))])
        if rng.random() < 0.5:
            return LowerBoundClaim(covering_shares(puzzle.system).bound, known), ("covering",)
        return LowerBoundClaim(least - rng.randrange(2) if least else 0, known), proof
    if kind == 3:
        return MinimumClaim(least, minima[:1]), proof
    if len(minima) > 40:
        proof = ("walk",)
        return MinimumClaim(least, minima[:5], len(minima)), proof
    return MinimumClaim(least, minima, len(minima)), proof
