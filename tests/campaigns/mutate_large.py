"""Change evidence about boards with many quiet patterns; no false claim may be accepted.

    python -m tests.campaigns.mutate_large --count 5000 --seed 1 [--form halves] [--seconds 600]

A case is a random board with 12 to 24 independent quiet patterns (12 for proofs), or, with
``--form large``, an all-on board whose groups have rank 25 to 34.  Its minimum and its number of
minima are known: by a plain walk through all solutions, or from the published results.  Each of 20
changes states a claim that is false (a larger bound, another number of minima, a solution that is
not a minimum) and changes the evidence; one in five leaves the claim true, as a control.
"""

import copy
import gzip
import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path

import numpy as np

from lo_exact.algebra.sparse import from_dense
from lo_exact.certificate import checker
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle
from lo_exact.topology import grid_puzzle
from tests.campaigns import frame
from tests.truth.certificates.judge import PROOF
from tests.truth.certificates.mutations import mutate_proof, spoil

EACH = 20
"""Changes of one certificate."""

FORMS = ("halves", "lrat-plain", "lrat-kernel", "large")

ROOT = Path(__file__).resolve().parents[2]


def eliminated(rows, buttons):
    """Solve rows (bits of the buttons, and above them the wanted bit) over GF(2).

    Returns:
        One solution as a number, or -1, and independent vectors of the null space.
    """
    pivots = {}
    for row in rows:
        for column, other in pivots.items():
            if row >> column & 1:
                row ^= other
        low = row & (1 << buttons) - 1
        if low:
            column = low.bit_length() - 1
            for key, other in pivots.items():
                if other >> column & 1:
                    pivots[key] = other ^ row
            pivots[column] = row
        elif row:
            return -1, []
    start = sum(1 << column for column, row in pivots.items() if row >> buttons & 1)
    free = [j for j in range(buttons) if j not in pivots]
    patterns = [
        1 << j | sum(1 << column for column, row in pivots.items() if row >> j & 1) for j in free
    ]
    return start, patterns


def rows_of(puzzle):
    """The equations of a puzzle of two colours as numbers."""
    wanted = (puzzle.target - puzzle.state) % 2
    dense = puzzle.activation.to_dense()
    return [
        sum(1 << j for j in np.flatnonzero(row).tolist()) | int(want) << puzzle.buttons
        for row, want in zip(dense, wanted.tolist(), strict=True)
    ]


def words(value, buttons):
    """A number as 64-bit words."""
    size = -(-buttons // 64) * 8
    return np.frombuffer(value.to_bytes(size, "little"), dtype=np.uint64)


def all_weights(start, patterns, buttons):
    """The least weight of all solutions, how many have it, one of them, and a heavier one or None.

    Every solution is made, by doubling: half a million at a time.
    """
    inner = np.array([words(start, buttons)])
    for pattern in patterns[:19]:
        inner = np.concatenate([inner, inner ^ words(pattern, buttons)])
    least, many, best, heavier = buttons + 1, 0, None, None
    outer = [0]
    for pattern in patterns[19:]:
        outer += [value ^ pattern for value in outer]
    for value in outer:
        made = inner ^ words(value, buttons)
        weights = np.bitwise_count(made).sum(axis=1)
        lowest = int(weights.min())
        heavy = np.flatnonzero(weights > min(lowest, least))
        if len(heavy):
            heavier = made[heavy[np.argmin(weights[heavy])]]
        if lowest < least:
            least, many, best = lowest, 0, made[np.argmin(weights)]
        many += int((weights == least).sum()) if lowest == least else 0
    presses = [
        None if x is None else bits(int.from_bytes(x.tobytes(), "little"), buttons)
        for x in (best, heavier)
    ]
    return least, many, *presses


def enumerated_board(rng, form):
    """A random board of two colours, its least weight, how many solutions have it, and two."""
    while True:
        if form.startswith("lrat"):
            buttons, lights = rng.randrange(18, 25), rng.randrange(6, 12)
            dense = [[rng.randrange(2) for _ in range(buttons)] for _ in range(lights)]
            state = np.array([rng.randrange(2) for _ in range(lights)])
            puzzle = Puzzle(from_dense(dense, 2), state, np.zeros(lights, dtype=np.int64))
        else:
            rows, columns = rng.randrange(9, 31), rng.randrange(9, 31)
            topology = rng.choice(["plane", "torus"])
            state = np.array([[rng.randrange(2)] * columns for _ in range(rows)])
            state[rng.randrange(rows)] = rng.randrange(2)
            puzzle = grid_puzzle(state, topology=topology)
        start, patterns = eliminated(rows_of(puzzle), puzzle.buttons)
        if start >= 0 and 12 <= len(patterns) <= (14 if form.startswith("lrat") else 24):
            return puzzle, *all_weights(start, patterns, puzzle.buttons)


def published_board(rng):
    """An all-on board whose groups have high rank, as in the published results."""
    boards = json.loads((ROOT / "data/results/all-on-minima.json").read_text())["boards"]
    found = rng.choice([b for b in boards if 46 <= b["nullity"] <= 68])
    side = found["n"]
    puzzle = grid_puzzle(np.ones((side, side), dtype=np.int64))
    presses = int(found["presses"], 16)  # the first button is the highest bit
    least = bits(presses, side * side)[::-1]
    _, patterns = eliminated(rows_of(puzzle), puzzle.buttons)
    heavier = tuple(np.array(least) ^ np.array(bits(patterns[0], side * side)))
    return puzzle, found["weight"], found["minimum_solutions"], least, heavier


def bits(value, size):
    """The bits of a number, the lowest first."""
    return tuple(value >> j & 1 for j in range(size))


def good_case(rng, form, folder):
    """A certificate that is right, and what is known of its board."""
    by = form if form.startswith("lrat") else "halves"
    path = folder / "case.json"
    while True:
        puzzle, least, many, best, heavier = (
            published_board(rng) if form == "large" else enumerated_board(rng, form)
        )
        claims = [MinimumClaim(least, (best,)), LowerBoundClaim(least, best)]
        if by == "halves" or many == 1:
            claims += [MinimumClaim(least, (best,), many)]
        try:
            written = write_certificate(puzzle, rng.choice(claims), path, forms=(by,))
        except UsageError:  # a board without such groups, or with too many pairs
            continue
        case = {**json.loads(path.read_text()), PROOF: b""}
        for proof in written.proofs:
            case[PROOF] = gzip.decompress(proof.read_bytes())
            proof.unlink()
        return case, least, many, heavier


def lie(rng, case, least, many, heavier):
    """Make the claim false."""
    claim = case["claim"]
    kinds = ["bound", "another"] if heavier is not None else ["bound"]
    kind = rng.choice([*kinds, *["count"] * 2 * ("count" in claim)])
    if kind == "count":
        claim["count"] = max(many + rng.choice([-2, -1, 1, 2]), 1)
        if claim["count"] == many:
            claim["count"] += 1
    elif kind == "another":
        presses = sum(int(v) << j for j, v in enumerate(heavier))
        hexed = f"{presses:0{-(-len(heavier) // 4)}x}"
        weight = presses.bit_count()
        case["claim"] = {"kind": "minimum", "puzzle_sha256": claim["puzzle_sha256"],
                         "weight": weight, "minima": [hexed]}  # fmt: skip
        if rng.random() < 0.5:
            case["claim"]["count"] = rng.choice([1, many])
    else:
        case["claim"] = {"kind": "lower bound", "puzzle_sha256": claim["puzzle_sha256"],
                         "bound": least + rng.choice([1, 1, 2, 10])}  # fmt: skip
    return kind


def change_halves(rng, piece, case):
    """Move thresholds, or unknowns between the groups, so that something might be left out."""
    kind = rng.choice(["thresholds", "apart", "moved", "dropped", "doubled", "kernel"])
    groups = [int(group, 16) for group in piece["groups"]]
    digits = len(piece["groups"][0])
    if kind == "thresholds":
        piece["thresholds"][rng.randrange(2)] += rng.choice([1, 2, 5, 1000, -1])
    elif kind == "apart":
        by = rng.choice([1, 2, 3, 50, 10**6, -1, -10])
        piece["thresholds"] = [piece["thresholds"][0] + by, piece["thresholds"][1] - by]
    elif kind == "kernel":
        generators = case["kernel"]["generators"]
        at = rng.randrange(len(generators))
        how = rng.choice(["drop", "twice", "sum"])
        if how == "drop":
            del generators[at], case["kernel"]["orders"][at]
        elif how == "twice":
            generators[at] = rng.choice(generators)
        else:
            other = int(rng.choice(generators), 16) ^ int(generators[at], 16)
            generators[at] = f"{other:0{len(generators[at])}x}"
    else:
        source, aim = rng.sample(range(4), 2)
        members = [j for j in range(4 * digits) if groups[source] >> j & 1]
        for j in rng.sample(members, min(len(members), rng.choice([1, 1, 2, 5, 40]))):
            groups[source] ^= (kind != "doubled") << j
            groups[aim] |= (kind != "dropped") << j
        piece["groups"] = [f"{group:0{digits}x}" for group in groups]
    return kind


def change(rng, case):
    """Change the evidence; return how."""
    piece = case["evidence"][0]
    if rng.random() < 0.15:
        spoil(rng, case["evidence"])
        return "anything"
    if piece["by"] == "halves":
        return change_halves(rng, piece, case)
    if rng.random() < 0.15:
        piece["encoding"] = rng.choice(["plain", "kernel"])
        return "encoding"
    return mutate_proof(rng, case)


def judged(case, folder, program):
    """What a checker says of a case."""
    proof = case[PROOF]
    if proof:
        digest = hashlib.sha256(proof).hexdigest()
        (folder / f"{digest}.lrat.gz").write_bytes(gzip.compress(proof, 1))
    path = folder / "mutant.json"
    path.write_text(json.dumps({key: value for key, value in case.items() if key != PROOF}))
    try:
        return program.check(path)
    finally:
        for left in folder.glob("*.lrat.gz"):
            left.unlink()


def judge(rng, given):
    """Change one certificate 20 times."""
    source = random.Random(int(rng.integers(2**62)))
    form = source.choice(FORMS[:-1]) if given.form == "any" else given.form
    program = checker
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good, least, many, heavier = good_case(source, form, folder)
        verdict = judged(good, folder, program)
        yield f"{form:12} as it is", "" if verdict.accepted else f"rejected: {verdict.text}"
        for _ in range(EACH):
            case = copy.deepcopy(good)
            control = source.random() < 0.2
            kind = "true" if control else lie(source, case, least, many, heavier)
            how = change(source, case) if source.random() < 0.9 else "nothing"
            verdict = judged(case, folder, program)
            wrong = verdict.accepted and not control
            text = json.dumps({k: v for k, v in case.items() if k != PROOF}) if wrong else ""
            end = "accepted" if verdict.accepted else "rejected"
            yield f"{form:12} {kind:8} {how:12} {end}", text[:2000]


if __name__ == "__main__":
    options = {"--form": {"choices": [*FORMS, "any"], "default": "any"}}
    sys.exit(frame.main(judge, __doc__, count=5000, options=options))
