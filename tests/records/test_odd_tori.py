"""The certificates of odd tori, and the judge beside them, which stands alone."""

import json
import shutil
import subprocess
import sys

import pytest

from benchmarks.all_on import TORI
from benchmarks.records.collect import ROOT

FOLDER = ROOT / "data" / "records" / "odd-tori"


def judged(path):
    """Return what the judge, copied to another folder, says of a certificate."""
    judge = path.parent / "judge.py"
    shutil.copy(FOLDER / "judge.py", judge)
    done = subprocess.run(
        [sys.executable, "-I", str(judge), str(path)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.partition("\n")[0]


def changed(tmp_path, change):
    """Return the file of a small torus's certificate that was changed."""
    document = json.loads((FOLDER / "15.json").read_text(encoding="ascii"))
    change(document)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(document))
    return path


def test_the_judge_accepts_a_small_torus_alone(tmp_path):
    said = "accepted: the least weight is 45; number of solutions that have it: 10, 1 listed"
    assert judged(changed(tmp_path, lambda document: None)) == (0, said)


def forget_a_form(document):
    document["evidence"][0]["forms"].pop()


def claim_one_less(document):
    document["claim"]["count"] -= 1


def turn_no_torus(document):
    moved = document["evidence"][0]["symmetries"][0]
    moved[0], moved[1] = moved[1], moved[0]


@pytest.mark.parametrize("change", [forget_a_form, claim_one_less, turn_no_torus])
def test_the_judge_rejects_what_was_changed(change, tmp_path):
    code, said = judged(changed(tmp_path, change))
    assert (code, said.partition(":")[0]) == (1, "rejected")


def test_certificates_claim_what_the_records_say():
    known = {
        entry["n"]: entry
        for entry in json.loads(TORI.read_text(encoding="utf-8"))["boards"]
        if entry.get("by") == "orbits"
    }
    assert sorted(known) == [31, 33, 93, 99]
    for n, entry in known.items():
        claim = json.loads((FOLDER / f"{n}.json").read_text(encoding="ascii"))["claim"]
        assert (claim["weight"], claim["count"]) == (entry["weight"], entry["minimum_solutions"])


@pytest.mark.large
def test_the_judge_accepts_the_torus_of_31(tmp_path):
    """Two minutes; 33, 93 and 99 take longer in the same way."""
    path = tmp_path / "31.json"
    shutil.copy(FOLDER / "31.json", path)
    assert judged(path)[0] == 0
