"""Forge the evidence of claims, and see that ``check`` notices.

    python -m tests.campaigns.claims --count 1000 --seed 1

A case is a random claim about a small puzzle, true or false, judged, and its evidence changed in 20
ways: one value, or the verdict and one to three values with it.  What holds and leaves nothing out
must be true by enumeration of all presses, written here.
"""

import copy
import itertools
import json
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from lo_exact.certificate.checker import Kind
from lo_exact.hardest_boards.claims.evidence import evidence_document
from lo_exact.hardest_boards.claims.files import read_claim
from lo_exact.hardest_boards.claims.judge import Means, judge_claim
from lo_exact.hardest_boards.claims.repeat_evidence import check_evidence
from tests.campaigns import frame
from tests.campaigns.spoilt_values import changed, places
from tests.certificate.in_process import check_certificate

EACH = 20
"""Mutations of one claim's evidence."""

PUZZLES = (
    ("2x2", "plus", "plane", 2), ("2x3", "plus", "plane", 2), ("3x3", "plus", "plane", 2),
    ("3x3", "plus", "torus", 2), ("3x4", "plus", "plane", 2), ("2x5", "plus", "plane", 2),
    ("3x3", "king", "plane", 2), ("3x3", "cross", "plane", 2), ("3x4", "plus", "torus", 2),
    ("1x8", "plus", "plane", 2), ("2x2", "plus", "plane", 3), ("2x3", "plus", "plane", 3),
)  # fmt: skip
"""Size, neighbourhood, topology, colours: at most 4096 ways to press each."""


def least_presses(puzzle):
    """Return {board: (least number of presses, how many presses have it)}, by all presses."""
    c, rows = puzzle.colours, puzzle.activation.to_dense().tolist()
    found = {}
    for presses in itertools.product(range(c), repeat=puzzle.buttons):
        board = tuple(-sum(a * x for a, x in zip(row, presses, strict=True)) % c for row in rows)
        weight, ways = sum(presses), 0
        least, ways = found.get(board, (weight, 0))
        if weight <= least:
            found[board] = weight, 1 + (ways if weight == least else 0)
    return found


def random_claim(rng, boards, lights, colours):
    """Return the keys of a claim near the truth, and whether it is true."""
    counts = Counter(weight for weight, _ in boards.values())
    most = max(counts)
    statement = rng.choice(["hardest"] * 4 + ["bounds", "term", "histogram", "minimum", "boards"])
    off = rng.choice([0, 0, 0, 1, -1])
    keys = {"statement": statement}
    if statement == "hardest":
        keys["weight"] = max(0, most + off)
        right = keys["weight"] == most
        if rng.random() < 0.6:
            keys["boards"] = rng.choice([counts[most], counts[most], counts[most] + 1, 0, 1])
            right = right and keys["boards"] == counts[most]
    elif statement == "bounds":
        keys["lower"] = max(0, most + rng.choice([-3, -1, 0, 1]))
        keys["upper"] = max(0, most + rng.choice([3, 1, 0, -1]))
        right = keys["lower"] <= most <= keys["upper"]
    elif statement == "term":
        keys["weight"] = rng.randint(0, most + 1)
        keys["boards"] = max(0, counts[keys["weight"]] + off)
        right = keys["boards"] == counts[keys["weight"]]
    elif statement == "histogram":
        terms = [counts[weight] for weight in range(most + 1)]
        terms[rng.randrange(len(terms))] += max(0, off)
        right = off <= 0
        keys["histogram"] = terms + [0] * rng.choice([0, 0, 2])
    else:
        chosen = [rng.choice(sorted(boards)) for _ in range(1 if statement == "minimum" else 2)]
        if rng.random() < 0.2:
            chosen[0] = tuple(rng.randrange(colours) for _ in range(lights))
        found = [boards.get(board, (-1, 0)) for board in chosen]
        keys["weight"] = max(0, found[-1][0] + off)
        right = all(weight == keys["weight"] for weight, _ in found)
        keys["state" if statement == "minimum" else "states"] = (
            list(chosen[0]) if statement == "minimum" else [*map(list, chosen)]
        )
        if statement == "minimum" and rng.random() < 0.5:
            keys["minimum_solutions"] = max(0, found[0][1] + rng.choice([0, 0, 1]))
            right = right and keys["minimum_solutions"] == found[0][1]
    return keys, right


def forged(rng, good):
    """Return the evidence with one value changed, or the verdict turned round and some with it."""
    document = copy.deepcopy(good)
    if rng.random() < 0.5:
        changed(rng, document, rng.choice([*places(document)]))
        return document, "one value"
    document["verdict"] = {"true": "false", "false": "true"}[document["verdict"]]
    for _ in range(rng.randrange(4)):
        if document["evidence"]:
            changed(rng, document["evidence"], rng.choice([*places(document["evidence"])]))
    return document, "the verdict and more"


def wrongly_held(verdict, document, right, most):
    """Return what is said to hold and does not, or ""."""
    if verdict.kind is Kind.REJECTED:
        return ""
    first, *lines = verdict.text.splitlines()
    if verdict.accepted and not first.endswith(", is " + ("true" if right else "false")):
        return first
    for line in lines:
        bound = re.fullmatch(r"holds: (?:so )?no board needs more than (\d+)", line)
        if bound and int(bound[1]) < most:
            return line
        bound = re.match(r"holds: some board needs (\d+)", line)
        if bound and int(bound[1]) > most:
            return line
    if not verdict.accepted or "\nnot repeated: " in verdict.text:
        return ""
    evidence = document["evidence"]
    fit = evidence.get("lower_bound", 0) <= most <= evidence.get("upper_bound", most)
    return "" if fit else "bounds"


def one_claim(rng, given):
    """Judge a random claim, then forge its evidence many times."""
    rng = random.Random(int(rng.integers(2**62)))
    size, rule, topology, colours = rng.choice(PUZZLES)
    about = {"size": size, "neighbourhood": rule, "topology": topology, "colours": colours}
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "claim.toml"
        evidence = path.with_name("claim.evidence.json")
        puzzle_text = "\n[puzzle]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in about.items())

        def claim_of(keys):
            keys = {"id": "claim", "source": "s", "date": "d", **keys}
            path.write_text(
                "".join(f"{k} = {json.dumps(v)}\n" for k, v in keys.items()) + puzzle_text
            )
            return read_claim(path)

        puzzle = claim_of({"statement": "hardest", "weight": 0}).puzzle
        boards = least_presses(puzzle)
        most = max(weight for weight, _ in boards.values())
        keys, right = random_claim(rng, boards, puzzle.lights, colours)
        verdict = judge_claim(claim_of(keys), Means())
        if verdict.answer.value != ("true" if right else "false"):
            yield "claims judged", f"{verdict.answer} of {path.read_text()}"
            return
        good = json.loads(json.dumps(evidence_document(verdict)))
        evidence.write_text(json.dumps(good))
        verdict = check_evidence(evidence, read_claim(path), check_certificate)
        wrong = wrongly_held(verdict, good, right, most)
        if not wrong and verdict.kind is Kind.REJECTED:
            wrong = verdict.text
        yield f"{keys['statement']} claims judged", wrong and f"{wrong} {path.read_text()}"
        for _ in range(EACH):
            document, kind = forged(rng, good)
            if document == good and repr(document) == repr(good):
                continue
            evidence.write_text(json.dumps(document))
            verdict = check_evidence(evidence, read_claim(path), check_certificate)
            wrong = wrongly_held(verdict, document, right, most)
            seen = verdict.kind.value
            yield f"{kind}: {seen}", wrong and f"{wrong}: {path.read_text()}{json.dumps(document)}"


if __name__ == "__main__":
    sys.exit(frame.main(one_claim, __doc__, count=1000))
