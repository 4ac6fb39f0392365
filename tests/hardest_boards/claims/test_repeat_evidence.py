"""The evidence of claims is judged by the checker: what holds, what does not, what is left."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from argparse import Namespace
from functools import cache
from pathlib import Path

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Kind
from lo_exact.hardest_boards.claims.evidence import evidence_document
from lo_exact.hardest_boards.claims.files import read_claim
from lo_exact.hardest_boards.claims.judge import Means, judge_claim
from lo_exact.hardest_boards.claims.repeat_evidence import check_evidence
from tests.campaigns.claims import one_claim
from tests.campaigns.frame import run_block
from tests.certificate.in_process import check_certificate
from tests.cli_runner import run

CLAIMS = Path(__file__).resolve().parents[3] / "data/claims"


@pytest.fixture(autouse=True, scope="module")
def _boards_are_counted_once():
    """The histogram of all boards of 5 x 5 takes a second, and depends on the columns alone."""
    counted = cache(checker.board_counts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "board_counts", lambda columns: [*counted(tuple(columns))])
        yield


def lines_of(verdict, word):
    """Return the lines of a verdict that begin with a word."""
    lines = verdict.text.splitlines()
    return [line.removeprefix(f"{word}: ") for line in lines if line.startswith(f"{word}: ")]


def judged(path):
    """Judge evidence beside its claim, in this process."""
    name = path.name.removesuffix(".toml").removesuffix(".evidence.json")
    claim = read_claim(path.with_name(f"{name}.toml"))
    return check_evidence(path.with_name(f"{name}.evidence.json"), claim, check_certificate)


def half(names):
    """Return names for `parametrize`, every second one as a large test."""
    return [
        pytest.param(name, marks=pytest.mark.large if i % 2 else ()) for i, name in enumerate(names)
    ]


LONG = {"plus-16x16", "plus-23x23", "plus-29x29", "plus-5x5-A079873-term-7"}
"""Half a second and more."""
NOT_REPEATED = {"alien-tiles-4x4-c3", "lights-out-2000-A079875"}
"""Of more colours than plain Python repeats."""


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=pytest.mark.large if path.stem in LONG else ())
    for path in sorted(CLAIMS.glob("*.toml"))
])  # fmt: skip
def test_all_evidence_of_the_repository_holds(path):
    verdict = judged(path)
    assert verdict.kind.value == ("too-large" if path.stem in NOT_REPEATED else "accepted")
    plain = "plain Python repeats two colours, presses and one target only"
    assert (plain in lines_of(verdict, "not repeated")) == (path.stem in NOT_REPEATED)
    assert bool(lines_of(verdict, "holds")) == (path.stem not in NOT_REPEATED)


def test_what_the_verdict_rests_on_is_repeated_or_named():
    verdict = judged(CLAIMS / "plus-9x9.evidence.json")
    assert verdict.text.startswith("the claim plus-9x9, the hardest board needs 37, is true\n")
    assert lines_of(verdict, "not repeated") == []
    assert "no board's spectrum has a peak of 6 or less" in lines_of(verdict, "holds")
    assert "so no board needs more than 37" in lines_of(verdict, "holds")
    verdict = judged(CLAIMS / "plus-4x4.toml")  # the bound was counted; all boards are reached
    assert verdict.accepted
    assert "of all 4096 boards, 32 need 7, none more" in lines_of(verdict, "holds")
    verdict = judged(CLAIMS / "plus-14x14.toml")
    assert verdict.accepted  # the claim does not say how many are the hardest
    assert lines_of(verdict, "not repeated") == ["the number of hardest boards"]
    verdict = judged(CLAIMS / "lights-out-2000-A079875.toml")  # three colours
    assert "the histogram" in lines_of(verdict, "not repeated")
    assert verdict.text.partition("\n")[0] == (
        "that the claim lights-out-2000-A079875, a histogram of 25 terms, is true also rests on "
        "what is not repeated"
    )


def test_the_checker_judges_evidence_as_a_file_of_its_own(tmp_path):
    """Three lines of a sceptic: write the checker, run it, with Python alone."""
    program = tmp_path / "judge.py"
    assert run("check", "--write-checker", str(program)).code == 0
    evidence = CLAIMS / "plus-9x9.evidence.json"
    command = [sys.executable, "-I", "-S", str(program), str(evidence)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"accepted: {judged(evidence).text}\n"


def changed_evidence(folder: Path, name: str, change) -> Path:
    for suffix in (".toml", ".evidence.json"):
        shutil.copy(CLAIMS / f"{name}{suffix}", folder)
    path = folder / f"{name}.evidence.json"
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    return path


def put(*keys, value):
    def change(document):
        at = document
        for key in keys[:-1]:
            at = at[key]
        at[keys[-1]] = value

    return change


WRONG = {
    "a lighter example": ("plus-5x5", put("evidence", "lower_bound", value=16)),
    "another board": ("plus-5x5", put("evidence", "example", "state", value=[1] * 25)),
    "a bound too low": ("plus-5x5", put("evidence", "averaging_bound", value=14)),
    "classes": ("plus-14x14", put("evidence", "free_buttons", value=51)),
    "a peak that exists": ("plus-14x14", put("evidence", "refutations", 0, "peak", value=2)),
    "a chain that is none": (
        "plus-14x14",
        put("evidence", "refutations", 0, "basis", value=["3", "1", "2", "4"]),
    ),
    "a depth beyond the chain": ("plus-14x14", put("evidence", "refutations", 0, "depth", value=5)),
    "a verdict": ("plus-5x5", put("verdict", value="false")),
    "a verdict about a board": ("all-on-5x5", put("verdict", value="false")),
    "minima of a board": ("all-on-5x5", put("evidence", "boards", 0, "minimum_solutions", value=5)),
    "a verdict by a number that is not said": (
        "plus-5x5",
        lambda d: d.update(verdict="false") or d["evidence"].update(boards=None),
    ),
    "a verdict by no boards at all": (
        "plus-5x5",
        lambda d: d.update(verdict="false", found="15") or d["evidence"].update(boards=None),
    ),
    "a verdict by an upper bound below the example": (
        "plus-5x5",
        lambda d: d.update(verdict="false") or d["evidence"].update(upper_bound=14, boards=None),
    ),
    "what was found": ("plus-5x5", put("found", value="15, 7351 boards")),
    "an open verdict where it is known": ("plus-9x9", put("verdict", value="open")),
    "a histogram": ("plus-5x5-histogram", put("evidence", "histogram", 3, value=1)),
}


@pytest.mark.parametrize("name", half(WRONG))
def test_a_change_does_not_hold(name, tmp_path):
    claim, change = WRONG[name]
    assert judged(changed_evidence(tmp_path, claim, change)).kind is Kind.REJECTED


def test_an_upper_bound_that_no_refutation_shows_is_left(tmp_path):
    path = changed_evidence(tmp_path, "plus-9x9", lambda d: d["evidence"]["refutations"].pop())
    verdict = judged(path)
    assert verdict.kind is Kind.TOO_LARGE
    assert lines_of(verdict, "not repeated") == ["that no board needs more than 37"]


def test_a_lower_bound_without_its_board_is_left(tmp_path):
    """A claim was said to hold that nothing but a number spoke for."""
    path = changed_evidence(tmp_path, "plus-5x5", put("evidence", "example", value=None))
    verdict = judged(path)
    assert verdict.accepted  # all boards were reached
    assert "that some board needs 15" in lines_of(verdict, "not repeated")


BAD = {
    "no hardest board": lambda d: d.update(verdict="false") or d["evidence"].update(boards=0),
    "hardest boards that are true": put("evidence", "boards", value=True),
    "a verdict that is none": put("verdict", value="maybe"),
    "evidence of another kind": lambda d: d.update(verdict="false", evidence={"histogram": [1]}),
    "evidence of two kinds": put("evidence", "histogram", value=[1]),
    "a negative depth": put(
        "evidence", "refutations", value=[{"basis": [], "peak": 0, "depth": -1}]
    ),
    "another statement": put("claim", "statement", value="bounds"),
    "another weight": put("claim", "weight", value=16),
    "another board": put("puzzle", "state", value="1000000"),
    "buttons that change other lights": put("puzzle", "buttons", 0, value=[0, 1]),
    "another version": put("version", value=1),
    "quiet patterns that are none": put("evidence", "quiet_patterns", 0, value="0000001"),
    "a quiet pattern missing": lambda d: d["evidence"]["quiet_patterns"].pop(),
    "a key that nobody knows": put("proof", value="it is so"),
    "an upper bound without its classes": lambda d: d["evidence"].pop("class_sizes"),
    "another claim's": put("claim_sha256", value="0" * 64),
    "another puzzle's": put("puzzle_sha256", value="0" * 64),
    "another format": put("format", value="lo-exact claim evidence 9"),
    "no evidence": put("evidence", value=[]),
    "a state of words": put("evidence", "example", "state", value="on"),
    "presses too many": put("evidence", "example", "presses", value=[0] * 26),
    "presses of two": put("evidence", "example", "presses", value=[2] * 25),
    "a vector of letters": put("evidence", "refutations", value=[{"basis": ["q"], "peak": 0}]),
    "a huge number": put("evidence", "example", "state", value=[10**30] * 25),
}


@pytest.mark.parametrize("name", half(BAD))
def test_what_is_no_evidence_is_refused(name, tmp_path):
    assert judged(changed_evidence(tmp_path, "plus-5x5", BAD[name])).kind is Kind.REJECTED


CLAIM = """id = "claim"
statement = "hardest"
weight = 15
boards = {boards}
source = "s"
date = "d"

[puzzle]
size = "5x5"
"""


@pytest.mark.large
@pytest.mark.parametrize("boards", [7350, 7351, 1])
def test_no_board_counted_holds_for_no_verdict(boards, tmp_path):
    """A true claim called false, and a false one called true, were said to hold."""
    path = tmp_path / "claim.toml"
    path.write_text(CLAIM.format(boards=boards))
    verdict = judge_claim(read_claim(path), Means())
    assert verdict.answer.value == ("true" if boards == 7350 else "false")
    document = evidence_document(verdict)
    for answer in ("true", "false"):
        for counted in (0, None, boards, False):
            document["verdict"], document["evidence"]["boards"] = answer, counted
            (tmp_path / "claim.evidence.json").write_text(json.dumps(document))
            told = run("check", str(path), "--json")
            said = json.loads(told.out) if told.out else {}
            assert told.code in (0, 1)
            if told.code == 0:  # all boards are reached, so the file's number is not needed
                assert answer == ("true" if boards == 7350 else "false")
                assert said["accepted"]


def test_forged_evidence_of_random_claims_never_holds_wrongly():
    tally, wrong = run_block(one_claim, Namespace(seed=3), 0, 6)
    assert wrong == ""
    assert tally["the verdict and more: rejected"] > 10
    assert tally["one value: rejected"] > 10


@pytest.mark.large
def test_a_wrong_histogram_that_cannot_be_is_broken(tmp_path):
    def moved(document):
        document["evidence"]["histogram"][3] += 1
        document["evidence"]["histogram"][4] -= 1

    verdict = judged(changed_evidence(tmp_path, "plus-5x5-histogram", moved))
    assert verdict.text == "this does not hold: the histogram"
    path = changed_evidence(tmp_path, "alien-tiles-4x4-c3", put("evidence", "boards", value=0))
    assert judged(path).text == "boards must be 1 or more, got 0"


@pytest.mark.large
def test_exit_codes(tmp_path):
    nine, three = CLAIMS / "plus-9x9.toml", CLAIMS / "lights-out-2000-A079875.toml"
    nine, three = str(nine), str(three)
    assert run("check", nine).code == 0
    assert run("check", three).code == 4
    wrong = changed_evidence(tmp_path, *WRONG["a verdict"])
    told = run("check", str(wrong), "--json")
    assert told.code == 1
    assert json.loads(told.out)["text"] == "the verdict, false, does not follow"
    assert run("check", str(tmp_path / "none.toml")).code == 3


TRUE_CLAIMS = [
    ("4x4", 'statement="hardest"\nweight=7'),
    ("5x5", 'statement="hardest"\nweight=15\nboards=7350'),
    ("6x6", 'statement="hardest"\nweight=36'),
    ("3x3", 'statement="hardest"\nweight=9'),
    ("5x5", 'statement="bounds"\nlower=10\nupper=20'),
    ("4x4", 'statement="bounds"\nlower=4\nupper=16'),
    ("5x5", 'statement="minimum"\nweight=15\nstate=["11111","11111","11111","11111","11111"]'),
    ("3x3", 'statement="minimum"\nweight=5\nstate=["111","111","111"]'),
    ("5x5", 'statement="term"\nweight=1\nboards=25'),
    ("2x2", 'statement="histogram"\nhistogram=[1,4,6,4,1]'),
]
FALSE_CLAIMS = [
    ("4x4", 'statement="hardest"\nweight=1'),
    ("5x5", 'statement="hardest"\nweight=14'),
    ("6x6", 'statement="hardest"\nweight=35'),
    ("5x5", 'statement="hardest"\nweight=16'),
    ("5x5", 'statement="hardest"\nweight=15\nboards=7000'),
    ("4x4", 'statement="bounds"\nlower=8\nupper=16'),
    ("5x5", 'statement="minimum"\nweight=14\nstate=["11111","11111","11111","11111","11111"]'),
    ("5x5", 'statement="minimum"\nweight=5\nstate=["10000","00000","00000","00000","00000"]'),
    ("5x5", 'statement="term"\nweight=1\nboards=24'),
    ("2x2", 'statement="histogram"\nhistogram=[1,4,6,5]'),
]
REFUTED_BY_A_BOARD = {0: 7, 1: 15, 2: 36, 6: 15, 7: None}
"""Of the false ones: the minimum of the board shown, None for one that is unsolvable."""


@pytest.mark.parametrize("kind", ["true", "false"])
@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=pytest.mark.large if n in (1, 3, 4, 7, 8) else ()) for n in range(10)],
)
def test_claims_are_judged_shown_and_repeated_by_python_alone(kind, number, tmp_path):
    size, said = (TRUE_CLAIMS if kind == "true" else FALSE_CLAIMS)[number]
    path = tmp_path / "claim.toml"
    path.write_text(f'id="claim"\n{said}\nsource="s"\ndate="d"\n[puzzle]\nsize="{size}"\n')
    ran = run("certify", str(path))
    assert ran.code == (0 if kind == "true" else 1), ran.err
    shown = kind == "false" and number in REFUTED_BY_A_BOARD
    assert ("is false: this board" in ran.out) == shown
    if shown:
        needs = REFUTED_BY_A_BOARD[number]
        assert (f"needs {needs} presses" if needs else "is unsolvable") in ran.out
        checked = run("check", str(tmp_path / "claim.certificate.json"))
        assert checked.code == 0
        assert (f"the least weight is {needs}" if needs else "no presses solve it") in checked.out
    again = run("check", str(path))
    assert again.code == 0, again.out
    assert again.out.partition("\n")[0].endswith(f", is {kind}")
