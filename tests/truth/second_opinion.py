"""Compare our LRAT checker with ACL2's formally verified one, on good and on spoilt proofs.

    python tests/truth/second_opinion.py --good 50 --bad 50 --seed 1

Needs acl2 and acl2-books (3.5 GB), so it is run by hand.  Prints one line for each proof; ends with
1 when they disagree other than where ours is stricter on purpose.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lo_exact.certificate import checker
from lo_exact.certificate.cnf import Cnf
from tests.truth.certificates.cases import random_case
from tests.truth.certificates.judge import PROOF
from tests.truth.certificates.mutations import mutate_proof

ACL2 = '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)\n(lrat-check "f" "p")\n'


def ours(clauses, proof):
    """Our verdict: "" or the reason."""
    try:
        checker.check_lrat(clauses, checker.lines_of([proof]))
    except checker.Rejected as reason:
        return str(reason)
    return ""


def acl2_verifies(clauses, proof):
    variables = max((abs(x) for clause in clauses for x in clause), default=0)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "f").write_bytes(Cnf(variables, tuple(clauses)).dimacs())
        (Path(name) / "p").write_bytes(proof)
        done = subprocess.run(
            ["acl2"], input=ACL2, capture_output=True, text=True, cwd=name, check=False
        )
    return "\ns VERIFIED" in done.stdout


def proofs(seed):
    """Yield (formula, good proof, spoilt proof), the proofs of more than a line."""
    with tempfile.TemporaryDirectory() as name:
        number = 0
        while True:
            number += 1
            rng = random.Random(f"{seed} {number}")
            case = random_case(rng, Path(name))
            if case[PROOF].count(b"\n") < 2:
                continue
            encoding = [p["encoding"] for p in case["evidence"] if p["by"] == "lrat"][-1]
            clauses, good = case["clauses"][encoding], case[PROOF]
            how = mutate_proof(rng, case)
            yield clauses, good, case[PROOF], how


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--good", type=int, default=50)
    parser.add_argument("--bad", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wanted = {"good": given.good, "bad": given.bad}
    tally = Counter()
    for clauses, good, spoilt, how in proofs(given.seed):
        for kind, proof in (("good", good), ("bad", spoilt)):
            if not wanted[kind] or (kind == "bad" and spoilt == good):
                continue
            wanted[kind] -= 1
            reason, theirs = ours(clauses, proof), acl2_verifies(clauses, proof)
            verdict = "agree" if (reason == "") == theirs else "DISAGREE"
            if verdict != "agree" and reason:
                verdict = "stricter"
            tally[kind, verdict, theirs] += 1
            what = how if kind == "bad" else f"{len(clauses)} clauses"
            lines = proof.count(b"\n")
            said = reason or "accepted"
            print(f"{kind:4} {verdict:8} acl2 {'yes' if theirs else 'no ':3} {lines:4} lines  "
                  f"{what:16} {said}", flush=True)  # fmt: skip
        if not any(wanted.values()):
            break
    print(dict(tally))
    sys.exit(any(verdict == "DISAGREE" for _, verdict, _ in tally))


if __name__ == "__main__":
    main()
