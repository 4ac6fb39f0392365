"""What the checker is tested on: certificates made by hand, and random puzzles."""

import copy
import hashlib
import json
import random
from importlib import import_module
from pathlib import Path

from join_checkers import CHECKERS
from lo_exact.algebra import Coset, solve_linear
from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected
from lo_exact.certificate.draft import kernel_document, puzzle_document
from tests.boards.puzzles import random_puzzle
from tests.truth.certificates.judge import Enumerated, named

PROGRAMS = [import_module(f"lo_exact.certificate.{name[:-3]}") for name in CHECKERS]
"""All checkers, those of slices too."""

# one light with three buttons, the third also changes the second light: x0 + x1 + x2 = 1, x2 = 0
PAIR = {
    "colours": 2,
    "lights": 2,
    "buttons": [[0], [0], [0, 1]],
    "state": "1",
    "target": "0",
    "uniform": False,
    "objective": "presses",
}

# 2 x0 + x1 = 3 (mod 4); the kernel is the multiples of (1, 2)
FOUR = {
    "colours": 4,
    "lights": 1,
    "buttons": [[0], [0]],
    "amounts": [[2], [1]],
    "state": [1],
    "target": [0],
    "uniform": False,
    "objective": "presses",
}

# 2 x0 = 1 (mod 4)
HOPELESS = {**FOUR, "buttons": [[0]], "amounts": [[2]], "state": [3]}

PRICED = {**PAIR, "objective": "prices", "prices": [5, 3, 0]}


def certificate(puzzle, claim, evidence, kernel=None):
    document = {
        "format": "lo-exact certificate",
        "version": 1,
        "made_by": {"hand": "1"},
        "claim": {"puzzle_sha256": named(puzzle), **claim},
        "puzzle": puzzle,
        "evidence": evidence,
    }
    return document if kernel is None else {**document, "kernel": kernel}


def minimum(puzzle=PAIR):
    kernel = {"particular": "1", "generators": ["3"], "orders": [2]}
    claim = {"kind": "minimum", "weight": 1, "count": 2, "minima": ["1", "2"]}
    evidence = [{"by": "walk"}, {"by": "walk"}]
    return copy.deepcopy(certificate(puzzle, claim, evidence, kernel))


def counted():
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "solutions", "count": 4}
    return copy.deepcopy(certificate(FOUR, claim, [{"by": "kernel"}], kernel))


def unsolvable():
    evidence = [{"by": "witness", "witness": [2]}]
    return copy.deepcopy(certificate(HOPELESS, {"kind": "unsolvable"}, evidence))


def solution():
    claim = {"kind": "solution", "weight": 3, "presses": [0, 3]}
    return copy.deepcopy(certificate(FOUR, claim, []))


def priced():
    kernel = {"particular": "1", "generators": ["3"], "orders": [2]}
    claim = {"kind": "lower bound", "bound": 3}
    return copy.deepcopy(certificate(PRICED, claim, [{"by": "walk"}], kernel))


def covered():
    # 2 x0 + 2 x1 = 3, x1 + 2 x2 = 4 (mod 5): shares 1 and 1 cost 2, 3 and 2
    puzzle = {
        "colours": 5,
        "lights": 2,
        "buttons": [[0], [0, 1], [1]],
        "amounts": [[2], [2, 1], [2]],
        "state": [2, 1],
        "target": [0, 0],
        "uniform": False,
        "objective": "prices",
        "prices": [2, 3, 2],
    }
    claim = {"kind": "lower bound", "bound": 7, "weight": 12, "presses": [0, 4, 0]}
    evidence = [{"by": "covering", "scale": 1, "shares": [1, 1]}]
    return copy.deepcopy(certificate(puzzle, claim, evidence))


def words(document, folder=Path("/nonexistent"), beside=None):
    """What the checker says about a document: the claim, or the reason of the rejection."""
    text = json.dumps(document)
    try:
        return checker.Certificate(checker.read_json(text.encode()), folder, beside).judge()
    except Rejected as reason:
        return f"rejected: {reason}"


DELETE = object()


def changed(document, path, value):
    """Set or delete what a path like "claim.minima.0" leads to."""
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    place = document
    for key in way:
        place = place[key]
    if value is DELETE:
        del place[last]
    elif type(place) is list and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return document


HEX = "0123456789abcdef" * 4


def case(seed, largest=1000):
    """A random solvable puzzle: its document, its enumeration, its system and kernel."""
    rng = random.Random(seed)
    while True:
        puzzle = random_puzzle(rng, largest)
        coset = solve_linear(puzzle.system.matrix, puzzle.system.syndrome)
        if isinstance(coset, Coset):
            document = puzzle_document(puzzle)
            system = checker.System(document)
            kernel = checker.Kernel(system, kernel_document(coset))
            return puzzle, coset, Enumerated(document), system, kernel


def lrat(proof, **more):
    return {
        "by": "lrat",
        "encoding": "kernel",
        "cnf_sha256": hashlib.sha256(b"p cnf 1 2\n1 0\n-1 0\n").hexdigest(),
        "proof_sha256": hashlib.sha256(proof).hexdigest(),
        "proof_bytes": len(proof),
        **more,
    }
