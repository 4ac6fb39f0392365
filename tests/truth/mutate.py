"""Spoil certificates and see that the checker notices.

    python tests/truth/mutate.py --count 100000 --seed 1

Each round takes a certificate of a random small puzzle and changes it.  A changed claim must be
rejected.  Changed evidence (or a changed puzzle, named by its new hash) may be accepted only when
the judge below agrees that it still proves the claim.  The judge enumerates all press vectors and
shares no code with the checker.
"""

import argparse
import copy
import gzip
import hashlib
import itertools
import json
import random
import struct
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from lo_exact.algebra.sparse import from_entries
from lo_exact.certificate import checker
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

PROOF = "\0proof"
"""Where a case keeps its unpacked proof, beside the document's keys."""


# --- the judge -------------------------------------------------------------------------------


def numbers(value, length, colours):
    """Read a vector of a certificate; no test has a long one."""
    assert 0 <= length < 10**6
    if colours > 2:
        assert len(value) == length
        return tuple(value)
    bits = int(value or "0", 16)
    assert bits < 2**length
    return tuple(bits >> j & 1 for j in range(length))


class Enumerated:
    """All solutions of a puzzle document, by trying all press vectors."""

    def __init__(self, document):
        c, self.lights = document["colours"], document["lights"]
        self.colours = c
        state = numbers(document["state"], self.lights, c)
        target = numbers(document["target"], self.lights, c)
        ignored = set(document.get("ignored", []))
        lists = document["buttons"]
        amounts = document.get("amounts", [[1] * len(b) for b in lists])
        self.matrix = [[0] * len(lists) for _ in range(self.lights)]
        for j, (lights, added) in enumerate(zip(lists, amounts, strict=True)):
            for light, amount in zip(lights, added, strict=True):
                self.matrix[light][j] = amount
        seen = [i for i in range(self.lights) if i not in ignored]
        self.uniform = document["uniform"] and bool(seen)
        self.seen, self.needed = seen, [(target[i] - state[i]) % c for i in range(self.lights)]
        prices = document.get("prices", [1] * len(lists))
        once = document["objective"] == "buttons"
        self.weights = {}
        for x in itertools.product(range(c), repeat=len(lists)):
            off = {
                (sum(a * v for a, v in zip(self.matrix[i], x, strict=True)) - self.needed[i]) % c
                for i in seen
            }
            if off <= {0} or (self.uniform and len(off) == 1):
                shift = tuple(off) if self.uniform else ()
                cost = sum(p * (v > 0 if once else v) for p, v in zip(prices, x, strict=True))
                self.weights[x + shift] = cost
        self.unknowns = len(lists) + self.uniform
        self.once = once
        self.prices = [*prices, 0][: self.unknowns]

    @property
    def minima(self):
        least = min(self.weights.values())
        return {x for x, weight in self.weights.items() if weight == least}


@lru_cache(maxsize=64)
def enumerated(text):
    return Enumerated(json.loads(text))


def named(document):
    """The SHA-256 of a puzzle document, from the definition in docs/certificates.md."""
    c, lights = document["colours"], document["lights"]
    target = list(numbers(document["target"], lights, c))
    for light in document.get("ignored", []):
        target[light] = -1
    lists = document["buttons"]
    amounts = document.get("amounts", [[1] * len(b) for b in lists])
    kind = ("presses", "buttons", "prices").index(document["objective"])
    flat = [c, lights, len(lists), *map(len, lists), *itertools.chain(*lists, *amounts)]
    flat += [*numbers(document["state"], lights, c), *target, int(document["uniform"]), kind]
    flat += document["prices"] if kind == 2 else []
    words = b"".join(struct.pack("<q", value) for value in flat)
    return hashlib.sha256(b"lo-exact puzzle 1\n" + words).hexdigest()


def proves(case):
    """Whether the evidence proves the claim, by enumeration."""
    claim, truth = case["claim"], enumerated(json.dumps(case["puzzle"]))
    if claim["puzzle_sha256"] != named(case["puzzle"]):
        return False
    c, kind = truth.colours, claim["kind"]

    def presses(value):
        return numbers(value, truth.unknowns, c)

    if kind == "solution":
        true = truth.weights.get(presses(claim["presses"])) == claim["weight"]
    elif kind == "unsolvable":
        true = not truth.weights
    elif kind == "solutions":
        true = len(truth.weights) == claim["count"]
    elif kind == "minimum":
        listed = [presses(x) for x in claim["minima"]]
        true = bool(listed) and len(set(listed)) == len(listed) and set(listed) <= truth.minima
        true = true and claim["weight"] == truth.weights[listed[0]]
        true = true and claim.get("count", len(truth.minima)) == len(truth.minima)
    else:
        true = claim["bound"] <= min(truth.weights.values(), default=claim["bound"])
        if "presses" in claim or "weight" in claim:
            true = true and truth.weights.get(presses(claim["presses"])) == claim["weight"]
    return true and all(shown(piece, case, truth) for piece in case["evidence"])


def shown(piece, case, truth):
    """Whether one piece of evidence is what it says it is."""
    c, by = truth.colours, piece["by"]
    if by == "witness":
        y = numbers(piece["witness"], truth.lights, c)
        quiet = all(
            sum(y[i] * truth.matrix[i][j] for i in truth.seen) % c == 0
            for j in range(truth.unknowns - truth.uniform)
        )
        even = not truth.uniform or sum(y[i] for i in truth.seen) % c == 0
        return quiet and even and sum(y[i] * truth.needed[i] for i in truth.seen) % c != 0
    if by in ("kernel", "walk", "overlaps") or piece.get("encoding") == "kernel":
        kernel = case["kernel"]
        start = numbers(kernel["particular"], truth.unknowns, c)
        steps = [numbers(g, truth.unknowns, c) for g in kernel["generators"]]
        reached = Counter(
            tuple((v + sum(k * g[j] for k, g in zip(z, steps, strict=True))) % c
                  for j, v in enumerate(start))
            for z in itertools.product(*map(range, kernel["orders"]))
        )  # fmt: skip
        if set(reached) != set(truth.weights) or set(reached.values()) != {1}:
            return False
    if by == "overlaps":
        x = numbers(case["claim"]["minima"][0], truth.unknowns, 2)
        for z, pair in enumerate(piece["counts"], start=1):
            covered = [0, 0]
            for j, v in enumerate(x):
                covered[1 - v] += truth.prices[j] * parity(z, [g[j] for g in steps])
            if covered != pair:
                return False
    if by == "covering":
        return covers(piece, case["claim"], truth)
    if by == "lrat":
        return refutes(case["clauses"][piece["encoding"]], case[PROOF])
    return True


def covers(piece, claim, truth):
    """Whether the shares are paid for by the prices, and prove the bound."""
    scale, shares = piece["scale"], piece["shares"]
    if scale < 1 or min(shares, default=0) < 0 or "count" in claim:
        return False

    def counted(number):
        return min(number, 1) if truth.once else number

    for j, price in enumerate(truth.prices[: truth.unknowns - truth.uniform]):
        if sum(shares[i] * counted(truth.matrix[i][j]) for i in truth.seen) > scale * price:
            return False
    if truth.uniform and any(shares[i] for i in truth.seen):
        return False
    total = sum(shares[i] * counted(truth.needed[i]) for i in truth.seen)
    return total > scale * (claim.get("bound", claim.get("weight")) - 1)


def parity(z, bits):
    return sum(bit for i, bit in enumerate(bits) if z >> i & 1) % 2


def refutes(clauses, proof):
    """Whether every line of a proof follows by unit propagation from all clauses then known."""
    known = dict(enumerate(clauses, start=1))
    for line in proof.decode().splitlines():
        words = line.split()
        if words[1] == "d":
            for word in words[2:-1]:
                del known[int(word)]
            continue
        clause = [int(word) for word in words[1 : words.index("0", 1)]]
        true = {-literal for literal in clause}
        grown, conflict = True, False
        while grown and not conflict:
            grown = False
            for other in known.values():
                left = {literal for literal in other if -literal not in true}
                if not left:
                    conflict = True
                    break
                if len(left) == 1 and not left <= true:
                    true |= left
                    grown = True
        if not conflict:
            return False
        known[int(words[0])] = clause
        if not clause:
            return True
    return False


# --- cases -----------------------------------------------------------------------------------


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


# --- mutations -------------------------------------------------------------------------------


def mutate_claim(rng, case):
    """Make the claim false, or bind it to something else; every such change must be rejected."""
    claim, puzzle = case["claim"], case["puzzle"]
    lies = ["hash"]
    lies += {
        "solution": ["weight"],
        "solutions": ["count"],
        "minimum": ["weight", "dropped", "added"],
        "lower bound": ["bound", "weight"] if "weight" in claim else ["bound"],
    }.get(claim["kind"], [])
    lies += ["count"] if "count" in claim else []
    lies += ["light"] if puzzle["lights"] else []
    lies += ["colours"]
    lie = rng.choice(lies)
    if lie in ("weight", "count"):
        claim[lie] += rng.choice([-1, 1])
    elif lie == "bound":
        truth = enumerated(json.dumps(puzzle))
        claim["bound"] = min(truth.weights.values()) + 1
    elif lie == "dropped":
        claim["minima"].pop(rng.randrange(len(claim["minima"])))
        claim["count"] = len(claim["minima"])
    elif lie == "added":
        c, length = puzzle["colours"], enumerated(json.dumps(puzzle)).unknowns
        more = rng.choice(claim["minima"])
        if rng.random() < 0.5 and length:
            more = flip(rng, more, c)
        claim["minima"].append(more)
        claim["count"] = len(enumerated(json.dumps(puzzle)).minima) + 1
    elif lie == "hash":
        claim["puzzle_sha256"] = flip_hex(rng, claim["puzzle_sha256"])
    elif lie == "light":
        puzzle["state"] = flip(rng, puzzle["state"], puzzle["colours"], puzzle["lights"])
    else:
        puzzle["colours"] += rng.choice([-1, 1, 2])
    return f"claim: {lie}"


def flip(rng, vector, c, length=0):
    """Change one number of a vector."""
    if c == 2:
        bit = rng.randrange(length or 4 * len(vector))
        return f"{int(vector, 16) ^ 1 << bit:0{len(vector)}x}"
    at = rng.randrange(len(vector))
    return [*vector[:at], (vector[at] + rng.randrange(1, c)) % c, *vector[at + 1 :]]


def flip_hex(rng, text):
    at = rng.randrange(len(text))
    other = rng.choice([d for d in "0123456789abcdef" if d != text[at]])
    return text[:at] + other + text[at + 1 :]


def mutate_puzzle(rng, case):
    """Change the puzzle and name it rightly: the evidence is about another one now."""
    puzzle = case["puzzle"]
    spoil(rng, puzzle)
    try:
        case["claim"]["puzzle_sha256"] = named(puzzle)
    except (AssertionError, KeyError, TypeError, ValueError, IndexError, struct.error):
        return "puzzle: broken"
    return "puzzle: another"


def mutate_evidence(rng, case):
    """Change something in the document that is neither claim nor puzzle."""
    part = rng.choice(["format", "version", "made_by", *["evidence", "kernel"] * 5])
    if part not in case:
        part = "evidence"
    if type(case[part]) in (dict, list) and case[part]:
        spoil(rng, case[part])
    else:
        case[part] = other_value(rng, case[part])
    return f"evidence: {part}"


def mutate_whole(rng, case):
    """Change anything at all in the document."""
    spoil(rng, case, skip=(PROOF, "clauses"))
    return "document"


def spoil(rng, value, skip=()):
    """Change one place inside a dict or list."""
    while True:
        if type(value) is dict:
            keys = [key for key in value if key not in skip]
            if not keys or rng.random() < 0.05:
                value[rng.choice(["extra", "by", "count"])] = rng.choice([0, [], "a"])
                return
            key = rng.choice(keys)
            if rng.random() < 0.05:
                del value[key]
                return
        else:
            if not value or rng.random() < 0.2:
                respoil_list(rng, value)
                return
            key = rng.randrange(len(value))
        if type(value[key]) in (dict, list) and rng.random() < 0.9:
            value = value[key]
        else:
            value[key] = other_value(rng, value[key])
            return


def respoil_list(rng, value):
    """Make a list longer, shorter, or of another order."""
    how = rng.randrange(4)
    at = rng.randrange(len(value) + 1)
    if how == 0 or not value:
        value.insert(at, copy.deepcopy(rng.choice(value)) if value else rng.choice([0, "0", []]))
    elif how == 1:
        value.pop(rng.randrange(len(value)))
    elif how == 2:
        rng.shuffle(value)
    else:
        value.reverse()


def other_value(rng, value):
    """Return something else, mostly of the same kind."""
    if rng.random() < 0.1:
        return rng.choice([None, True, False, 0, 1, -1, "", "0", [], {}, 1.0, 2**70, [value]])
    if type(value) is int:
        return rng.choice([value + 1, value - 1, -value, 2 * value, rng.randrange(13), 0, 1])
    if type(value) is bool:
        return not value
    if type(value) is str and value and not set(value) - set("0123456789abcdef"):
        return rng.choice(
            [flip_hex(rng, value), value[1:], value + "0", "0" + value, value.upper()]
        )
    if type(value) is str:
        words = ["walk", "kernel", "plain", "witness", "lrat", "overlaps", "presses", "buttons"]
        return rng.choice(
            [*words, "solution", "solutions", "lower bound", "unsolvable", value + "x"]
        )
    return rng.choice([0, "", [], {}])


def mutate_proof(rng, case):
    """Change the proof's text, and name it rightly in most cases."""
    lines = case[PROOF].split(b"\n")
    at = rng.randrange(max(len(lines) - 1, 1))
    how = rng.choice(["drop", "swap", "word", "byte", "cut", "twice", "crlf", "number"])
    words = lines[at].split(b" ")
    if how == "drop":
        del lines[at]
    elif how == "swap":
        to = rng.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif how == "twice":
        lines.insert(at, lines[at])
    elif how == "word":
        words.pop(rng.randrange(len(words)))
        lines[at] = b" ".join(words)
    elif how == "number":
        place = rng.randrange(len(words))
        change = rng.choice([-2, -1, 1, 2])
        if words[place].lstrip(b"-").isdigit():
            new = rng.choice([int(words[place]) + change, -int(words[place])])
            words[place] = str(new).encode()
        lines[at] = b" ".join(words)
    elif how == "crlf":
        lines[at] += b"\r"
    proof = b"\n".join(lines)
    if how == "byte" and proof:
        place = rng.randrange(len(proof))
        proof = proof[:place] + bytes([rng.randrange(256)]) + proof[place + 1 :]
    elif how == "cut":
        proof = proof[: rng.randrange(len(proof) + 1)]
    case[PROOF] = proof
    for piece in case["evidence"]:
        if piece["by"] == "lrat" and rng.random() < 0.9:
            piece["proof_sha256"] = hashlib.sha256(proof).hexdigest()
            piece["proof_bytes"] = len(proof)
    return f"proof: {how}"


# --- the campaign ----------------------------------------------------------------------------


def judged(case, folder):
    """What the checker says about a case."""
    document = {key: value for key, value in case.items() if key not in (PROOF, "clauses")}
    paths = []
    evidence = document.get("evidence")
    for piece in evidence if type(evidence) is list else []:
        name = piece.get("proof_sha256") if type(piece) is dict else None
        if type(name) is str and len(name) == 64 and name.isalnum():
            paths.append(folder / f"{name}.lrat.gz")
            paths[-1].write_bytes(gzip.compress(case[PROOF], 1))
    path = folder / "mutant.json"
    path.write_text(json.dumps(document))
    try:
        return checker.check(path)
    finally:
        for proof in paths:
            proof.unlink(missing_ok=True)


def campaign(count, seed, *, each=20):
    """Run so many mutations; return {(kind, accepted): number}.

    Raises:
        AssertionError: With the mutant, when the checker accepted what it must not.
    """
    tally = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in itertools.count():
            if sum(tally.values()) == count:
                break
            rng = random.Random(f"{seed} {number}")
            if number % each == 0:
                good = random_case(random.Random(f"case {seed} {number}"), folder)
                verdict = judged(good, folder)
                assert verdict.accepted, f"round {number}: a good one is rejected: {verdict.text}"
                assert proves(good), f"round {number}: the judge rejects a good one"
            case = copy.deepcopy(good)
            ways = [mutate_claim, mutate_evidence, mutate_puzzle, mutate_whole]
            way = rng.choice([*ways, *[mutate_proof] * 2 * bool(good[PROOF])])
            kind = way(rng, case)
            if case == good:
                continue
            verdict = judged(case, folder)
            tally[kind, "accepted" if verdict.accepted else "rejected"] += 1
            if verdict.accepted:
                text = json.dumps({k: v for k, v in case.items() if k != PROOF})
                assert way is not mutate_claim, f"round {number} ({kind}): accepted: {text}"
                assert proves(case), f"round {number} ({kind}): wrongly accepted: {text}"
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally = campaign(given.count, given.seed)
    for (kind, verdict), times in sorted(tally.items()):
        print(f"{kind:24} {verdict:9} {times:8}")
    accepted = sum(times for (_, verdict), times in tally.items() if verdict == "accepted")
    print(f"{sum(tally.values())} mutations, {accepted} accepted; the judge agrees with each")


if __name__ == "__main__":
    main()
