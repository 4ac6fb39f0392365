"""Spoil certificates and see that the checker notices: ``make mutate``.

    python -m tests.campaigns.mutate --count 5000 --seed 1 [--only halves]

A case is a certificate of a random small puzzle, changed in 20 ways.  A changed claim must be
rejected.  Changed evidence (or a changed puzzle, named by its new hash) may be accepted only when
the judge of tests/truth/certificates agrees that it still proves the claim.
"""

import copy
import gzip
import itertools
import json
import random
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

from lo_exact.certificate import checker, counters_checker
from tests.campaigns import frame
from tests.truth.certificates.cases import (
    random_case,
    random_case_by,
    random_moats_case,
)  # fmt: skip
from tests.truth.certificates.judge import PROOF, proves
from tests.truth.certificates.mutations import (
    mutate_claim,
    mutate_evidence,
    mutate_proof,
    mutate_puzzle,
    mutate_whole,
)

EACH = 20
"""Mutations of one certificate."""

SPECIAL = {
    "moats": random_moats_case,
    "windows": partial(random_case_by, "windows"),
}  # fmt: skip
"""Forms of evidence that few random cases have, and what makes cases of them."""


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
    puzzle = document.get("puzzle")
    of_counters = type(puzzle) is dict and puzzle.get("colours", 0) is None
    try:
        return (counters_checker if of_counters else checker).check(path)
    finally:
        for proof in paths:
            proof.unlink(missing_ok=True)


def campaign(count, seed, *, each=EACH, only=None, counters=0.2):
    """Run so many mutations; return {(kind, accepted): number}.

    Args:
        count: how many.
        seed: of all random choices.
        each: mutations of one certificate.
        only: the form of evidence that certificates are to have, if not any.
        counters: the share of certificates that are about counters.

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
                case_rng = random.Random(f"case {seed} {number}")
                if only in SPECIAL:
                    good = SPECIAL[only](case_rng, folder)
                else:
                    good = random_case(case_rng, folder, counters=counters)
                while only and [piece["by"] for piece in good["evidence"]] != [only]:
                    good = random_case(rng, folder, counters=counters)
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


def judge(rng, given):
    """Mutate one certificate many times."""
    seed = int(rng.integers(2**62))
    found = campaign(EACH, seed, each=EACH, only=given.only, counters=given.counters)
    for (kind, verdict), times in found.items():
        yield from [(f"{kind:24} {verdict}", "")] * times


if __name__ == "__main__":
    options = {
        "--only": {"help": "certificates with this form of evidence, such as halves"},
        "--counters": {"type": float, "default": 0.2, "help": "their share, 0 to 1"},
    }
    sys.exit(frame.main(judge, __doc__, count=5000, options=options))
