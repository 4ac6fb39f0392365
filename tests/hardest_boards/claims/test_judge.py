"""Claims are read strictly, judged by proof, and a wrong one is never certified."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from lo_exact.certificate.checker import check
from lo_exact.errors import InputError
from lo_exact.hardest_boards.claims.certificates import MAX_VISITED
from lo_exact.hardest_boards.claims.evidence import (
    as_rows,
    as_text,
    evidence_document,
    write_evidence,
)
from lo_exact.hardest_boards.claims.files import read_claim
from lo_exact.hardest_boards.claims.judge import ClaimAnswer, Means, judge_claim
from lo_exact.hardest_boards.claims.repeat_evidence import claim_beside
from tests.house.stated import check_stated

CLAIMS = Path(__file__).resolve().parents[3] / "data/claims"
SLOW = {"plus-9x9", "plus-16x16", "plus-23x23"}
"""The first two are proved in test_find.py too; the last takes a quarter of a minute."""

FALSE = {"plus-19x19", "plus-5x5-A079873", "plus-5x5-A079873-term-7", "cube-A079876"}


def names() -> list[str]:
    return sorted(path.stem for path in CLAIMS.glob("*.toml"))


@pytest.mark.parametrize("name", names())
def test_every_claim_is_read_and_named_as_its_file(name):
    claim = read_claim(CLAIMS / f"{name}.toml")
    assert claim.name == name
    assert claim.said
    assert claim.source


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.large if name == "plus-29x29" else ())
    for name in sorted(set(names()) - SLOW)
])  # fmt: skip
def test_verdicts(name):
    verdict = judge_claim(read_claim(CLAIMS / f"{name}.toml"), Means())
    assert verdict.answer is (ClaimAnswer.FALSE if name in FALSE else ClaimAnswer.TRUE)


def test_the_19x19_claim_is_refuted_by_the_averaging_bound_alone():
    verdict = judge_claim(read_claim(CLAIMS / "plus-19x19.toml"), Means())
    assert (verdict.method, verdict.found) == ("averaging bound", "at most 181")
    assert verdict.seconds < 5


def test_bounds_are_true_false_or_open(tmp_path):
    def answer(lower, upper, size="5x5", **means):
        path = tmp_path / "claim.toml"
        path.write_text(
            f'id="b"\nstatement="bounds"\nlower={lower}\nupper={upper}\nsource="s"\ndate="d"\n'
            f'[puzzle]\nsize="{size}"\n'
        )
        return judge_claim(read_claim(path), Means(**means)).answer

    assert answer(0, 25) is answer(15, 15) is ClaimAnswer.TRUE
    assert answer(16, 25) is answer(0, 14) is answer(9, 8) is ClaimAnswer.FALSE
    assert answer(170, 172, "19x19", time_limit=0.2) is ClaimAnswer.OPEN


def test_a_claim_of_no_hardest_board_is_false_at_once(tmp_path):
    path = tmp_path / "claim.toml"
    path.write_text(
        'id="b"\nstatement="hardest"\nweight=99999\nboards=0\nsource="s"\ndate="d"\n'
        '[puzzle]\nsize="40x40"\n'
    )
    verdict = judge_claim(read_claim(path), Means())
    assert (verdict.answer, verdict.found) == (ClaimAnswer.FALSE, "1 board at least is the hardest")
    assert verdict.seconds < 1


@pytest.mark.large
def test_zeros_at_the_end_of_a_histogram_say_nothing(tmp_path):
    """A true histogram that ends with zeros was called false."""
    text = (CLAIMS / "plus-5x5-histogram.toml").read_text()
    path = tmp_path / "claim.toml"
    path.write_text(text.replace("82614, 7350,", "82614, 7350, 0, 0,"))
    claim = read_claim(path)
    assert claim.histogram[-2:] == (0, 0)
    verdict = judge_claim(claim, Means())
    assert verdict.answer is ClaimAnswer.TRUE
    write_evidence(verdict, tmp_path)
    assert claim_beside(str(path), None)[1]().accepted


# --- mutations ----------------------------------------------------------------

MUTABLE = [
    "plus-4x4",
    "plus-5x5",
    "plus-5x5-histogram",
    "plus-11x11",
    "plus-14x14",
    "plus-17x17",
    "plus-24x24",
    "alien-tiles-4x4-c3",
    "all-on-5x5",
    "all-pressed-5x5",
    "hard-boards-5x5",
]
COUNTS = {"plus-4x4": 32, "plus-5x5": 7350, "alien-tiles-4x4-c3": 168}
"""Counts that the claims do not make, added to them; they are enumerated elsewhere."""


def mutated(name: str, random: np.random.Generator) -> str:
    """Return the claim's text with one number made wrong."""
    text = (CLAIMS / f"{name}.toml").read_text()
    values = tomllib.loads(text)
    if name in COUNTS and "boards" not in values:
        text = text.replace("source =", f"boards = {COUNTS[name]}\nsource =", 1)
        values = tomllib.loads(text)
    keys = [k for k in ("weight", "boards", "minimum_solutions", "histogram") if k in values]
    key = keys[int(random.integers(len(keys)))]
    step = int(random.choice([-1, 1]))
    if key != "histogram":
        return text.replace(f"{key} = {values[key]}", f"{key} = {values[key] + step}", 1)
    terms = list(values["histogram"])
    at = int(random.integers(len(terms)))
    change = int(random.integers(4))
    if change == 0:
        terms[at] += step
    elif change == 1:
        terms = [*terms[:at], *terms[at + 1 :]]
    elif change == 2:
        terms.append(1)
    else:  # the same sum, so only the terms can tell
        terms[at] += 1
        terms[at - 1] -= 1
    start, end = text.index("histogram = ["), text.index("]", text.index("histogram = ["))
    return text[:start] + f"histogram = {terms}" + text[end + 1 :]


@pytest.mark.parametrize("claims", [20, pytest.param(200, marks=pytest.mark.large)])
def test_mutated_claims_are_never_certified(claims, tmp_path):
    random = np.random.default_rng(7)
    path = tmp_path / "claim.toml"
    for case in range(claims):
        text = mutated(MUTABLE[case % len(MUTABLE)], random)
        path.write_text(text)
        assert judge_claim(read_claim(path), Means()).answer is ClaimAnswer.FALSE, text


# --- reading ------------------------------------------------------------------

GOOD = """id = "a"
statement = "hardest"
weight = 7
source = "s"
date = "d"

[puzzle]
size = "4x4"
"""


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("weight = 7", "weight = ", ":3:", "no TOML"),
        ("weight = 7", 'weight = "7"', ":3:", "a number"),
        ("weight = 7", "weight = true", ":3:", "a number"),
        ("weight = 7", "weight = -1", ":3:", "a number"),
        ("weight = 7", "", ":2:", "needs the key weight"),
        ("weight = 7", "weight = 7\nlower = 2", ":4:", "no meaning for hardest"),
        ('"hardest"', '"easiest"', ":2:", "hardest, bounds, term"),
        ('id = "a"', 'id = "../a"', ":1:", "letters, digits"),
        ('id = "a"', "", "", "needs the key id"),
        ('source = "s"', 'source = ""', ":4:", "a text"),
        ('size = "4x4"', 'size = "4"', ":7:", "written like 5x7"),
        ('size = "4x4"', 'size = "99999x9999"', ":7:", "are refused"),
        ('size = "4x4"', 'size = "4x4"\ncolours = 2.0', ":9:", "a number"),
        ('size = "4x4"', 'size = "4x4"\ncolours = 1', ":7:", "colours"),
        ('size = "4x4"', 'size = "4x4"\nfile = "b.txt"', ":7:", "either"),
        ('size = "4x4"', 'file = "nothing.txt"', ":7:", "cannot be read"),
        ('size = "4x4"', 'size = "4x4"\nrule = "x"', ":9:", "no meaning"),
        ("[puzzle]", "[board]", "", "needs the key puzzle"),
        ('size = "4x4"', 'size = "4x4"\nneighbourhood = "emperor"', ":7:", "emperor"),
    ],
)
def test_bad_claims_are_refused_with_file_and_line(tmp_path, old, new, where, what):
    path = tmp_path / "claim.toml"
    path.write_text(GOOD)
    assert read_claim(path).weight == 7
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_claim(path)
    message = str(caught.value)
    assert message.startswith(f"{path}{where}"), message
    assert what in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ('["01", "1"]', "4 lights, the state has 3"),
        ('["01", "12"]', "colours are 0 to 1"),
        ("[0, 1, 1, true]", "colours are"),
        ('["01", "1x"]', "digits"),
        ("[]", "list of rows"),
        ('"0110"', "list of rows"),
    ],
)
def test_bad_states_are_refused(tmp_path, state, what):
    path = tmp_path / "claim.toml"
    path.write_text(
        f'id="a"\nstatement="minimum"\nweight=1\nstate={state}\nsource="s"\ndate="d"\n'
        '[puzzle]\nsize="2x2"\n'
    )
    with pytest.raises(InputError, match=what):
        read_claim(path)


def test_an_unsolvable_board_makes_a_claim_false(tmp_path):
    path = tmp_path / "claim.toml"
    path.write_text(
        'id="a"\nstatement="boards"\nweight=1\nsource="s"\ndate="d"\n'
        'states=[[1,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0]]\n[puzzle]\nsize="4x4"\n'
    )
    verdict = judge_claim(read_claim(path), Means())
    assert (verdict.answer, verdict.found) == (ClaimAnswer.FALSE, "unsolvable")


def test_a_puzzle_may_stand_in_a_file_beside(tmp_path):
    (tmp_path / "board.txt").write_text("....\n....\n....\n....\n")
    path = tmp_path / "claim.toml"
    path.write_text(GOOD.replace('size = "4x4"', 'file = "board.txt"'))
    assert judge_claim(read_claim(path), Means()).answer is ClaimAnswer.TRUE


# --- evidence -----------------------------------------------------------------


def test_evidence_is_written_beside_and_depends_on_nothing_but_the_claim(tmp_path):
    path = tmp_path / "plus-14x14.toml"
    path.write_text((CLAIMS / "plus-14x14.toml").read_text())
    verdicts = [judge_claim(read_claim(path), Means()) for _ in range(2)]
    assert evidence_document(verdicts[0]) == evidence_document(verdicts[1])
    written = write_evidence(verdicts[0])
    assert written == tmp_path / "plus-14x14.evidence.json"
    document = json.loads(written.read_text())
    assert document["verdict"] == "true"
    assert document["puzzle_sha256"] == verdicts[0].claim.puzzle.sha256
    before = written.stat().st_mtime_ns
    write_evidence(verdicts[1])
    assert written.stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["plus-4x4", "all-on-5x5", "plus-14x14"])
def test_boards_of_the_evidence_are_accepted_by_the_certificate_checker(tmp_path, name):
    path = tmp_path / f"{name}.toml"
    path.write_text((CLAIMS / f"{name}.toml").read_text())
    written = write_evidence(judge_claim(read_claim(path), Means()))
    listed = json.loads(written.read_text())["certificates"]
    assert listed == [f"{name}.certificate.json"]
    document = json.loads((tmp_path / listed[0]).read_text())
    assert check(tmp_path / listed[0]).accepted
    document["claim"]["weight"] += 1
    (tmp_path / "wrong.json").write_text(json.dumps(document))
    assert not check(tmp_path / "wrong.json").accepted


def test_an_unsolvable_board_has_a_certificate_too(tmp_path):
    path = tmp_path / "claim.toml"
    path.write_text(
        'id="a"\nstatement="boards"\nweight=1\nsource="s"\ndate="d"\n'
        'states=[["1000","0000","0000","0000"],["0000","0000","0000","0000"]]\n'
        '[puzzle]\nsize="4x4"\n'
    )
    listed = json.loads(write_evidence(judge_claim(read_claim(path), Means())).read_text())
    assert listed["certificates"] == ["claim.1.certificate.json", "claim.2.certificate.json"]


def test_the_table_has_a_line_for_each_claim():
    verdicts = [
        judge_claim(read_claim(CLAIMS / f"{n}.toml"), Means()) for n in ("plus-4x4", "plus-19x19")
    ]
    lines = as_text(verdicts).splitlines()
    assert lines[0].split() == [
        "claim",
        "source",
        "claimed",
        "found",
        "verdict",
        "method",
        "seconds",
    ]
    assert " true " in lines[1]
    assert " false " in lines[2]
    assert [row["verdict"] for row in as_rows(verdicts)] == ["true", "false"]


def test_the_page_states_the_limit_of_certified_claims():
    check_stated(
        "docs/records/corrections.md", r"if the board has at most (2\^\d+) solutions", MAX_VISITED
    )
