"""LRAT proofs: from CaDiCaL's FRAT, from other people's LRAT, and spoilt ones."""

import gzip
import io
import json
import random

import pytest

from lo_exact.certificate import checker, proof
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.proof import lrat_lines, prove_contradiction
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import (
    DisagreementError,
    LimitReached,
    MissingPackageError,
    SolverError,
)
from tests.boards.puzzles import grid_puzzle
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.judge import refutes

SQUARE = [(1, 2), (-1, 2), (1, -2), (-1, -2)]


def pigeons(count):
    """``count`` pigeons in one hole fewer: a contradiction that needs some search."""
    holes = count - 1
    sits = [[p * holes + h + 1 for h in range(holes)] for p in range(count)]
    clauses = [tuple(row) for row in sits]
    for h in range(holes):
        clauses += [(-sits[p][h], -sits[q][h]) for p in range(count) for q in range(p)]
    return clauses


def random_contradiction(rng):
    """Random clauses of 1 to 4 literals, until plain counting finds no assignment."""
    variables = rng.randrange(2, 8)
    clauses = []
    left = list(range(2**variables))
    while left:
        chosen = rng.sample(range(variables), min(variables, rng.choice([1, 2, 3, 3, 3, 4])))
        clause = tuple((v + 1) * rng.choice([-1, 1]) for v in chosen)
        clauses.append(clause)
        left = [a for a in left if any((a >> abs(x) - 1 & 1) == (x > 0) for x in clause)]
    return clauses


def proved(clauses, folder):
    """The LRAT proof that CaDiCaL makes, unpacked."""
    made = prove_contradiction(lambda *_: None, clauses, str(folder))
    return gzip.decompress((folder / f"{made.sha256}.lrat.gz").read_bytes())


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_proofs_with_unit_clauses_are_numbered_rightly(first, tmp_path):
    for seed in range(first, first + 15):
        clauses = random_contradiction(random.Random(seed))
        text = proved(clauses, tmp_path)
        assert checker.check_lrat(clauses, checker.lines_of([text])) == text.count(b"\n")
        assert refutes(clauses, text)


def test_proofs_of_some_length_are_found_and_hold(tmp_path):
    clauses = pigeons(6)
    text = proved(clauses, tmp_path)
    assert checker.check_lrat(clauses, checker.lines_of([text])) == text.count(b"\n") > 50
    assert b" d " in text


def test_equal_formulas_give_equal_files(tmp_path):
    once = prove_contradiction(lambda *_: None, pigeons(5), str(tmp_path))
    packed = (tmp_path / f"{once.sha256}.lrat.gz").read_bytes()
    again = prove_contradiction(lambda *_: None, pigeons(5), str(tmp_path))
    assert again == once
    assert (tmp_path / f"{once.sha256}.lrat.gz").read_bytes() == packed
    assert len(list(tmp_path.iterdir())) == 1


def test_a_formula_that_can_be_satisfied_is_a_disagreement(tmp_path):
    with pytest.raises(DisagreementError, match="CaDiCaL satisfies the formula"):
        prove_contradiction(lambda *_: None, SQUARE[:3], str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_search_stops_at_its_limit(tmp_path):
    with pytest.raises(LimitReached, match="no proof within 0 s"):
        prove_contradiction(lambda *_: None, pigeons(9), str(tmp_path), 0.0)
    assert not list(tmp_path.iterdir())


# --- FRAT ------------------------------------------------------------------------------------

FRAT = (
    b"o 1 1 2 0\no 2 -1 2 0\no 3 1 -2 0\no 4 -1 -2 0\n"
    b"a 7 1 2 0 l 1 0\n"  # not needed
    b"a 9 2 0 l 1 2 0\nd 1 1 2 0\n"
    b"a 12 0 l 9 3 4 0\nf 9 2 0\n"
)


def test_frat_becomes_lrat_without_what_is_not_needed():
    lines = list(lrat_lines(SQUARE, io.BytesIO(FRAT)))
    assert lines == [b"5 2 0 1 2 0\n", b"6 0 5 3 4 0\n"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"o 2 -1 2", b"o 2 1 2", "the proof's clause 2 is not the formula's"),
        (b"o 4", b"o 4 -1 -2 0\no 5", "the proof's clause 5 is not the formula's"),
        (b" l 9 3 4 0", b"", "the solver's proof has a line without its hints"),
        (b"l 9 3", b"l 8 3", "the solver's proof has a line without its hints"),
        (b"d 1 ", b"r 1 ", "the solver's proof has a line of unknown kind b'r'"),
        (b"a 12 0", b"a 12 1 0", "the solver's proof ends without the empty clause"),
        (FRAT, b"", "the solver's proof ends without the empty clause"),
    ],
)
def test_other_frat_is_an_error(old, new, reason):
    with pytest.raises(SolverError) as caught:
        list(lrat_lines(SQUARE, io.BytesIO(FRAT.replace(old, new))))
    assert str(caught.value) == reason


@pytest.fixture
def fresh_self_test():
    proof._self_test.cache_clear()
    yield
    proof._self_test.cache_clear()


class Moved:
    """A solver module that stands in for a python-sat of another kind."""

    def __init__(self, **functions):
        import pysolvers

        self._real = pysolvers
        self._other = functions

    def __getattr__(self, name):
        if name in self._other:
            return self._other[name]
        if name == "cadical195_tracepr" and "gone" in self._other:
            raise AttributeError("module 'pysolvers' has no attribute 'cadical195_tracepr'")
        return getattr(self._real, name)


@pytest.mark.parametrize(
    "other",
    [
        Moved(gone=True),
        Moved(cadical195_set=lambda *_: None),
        Moved(cadical195_tracepr=lambda *_: None),
    ],
)
def test_an_interface_that_moved_is_said(other, monkeypatch, tmp_path, fresh_self_test):
    monkeypatch.setattr(proof, "import_module", lambda name: other)
    with pytest.raises(SolverError, match="no longer writes proofs the way lo-exact asks for them"):
        prove_contradiction(lambda *_: None, SQUARE, str(tmp_path))


def test_without_python_sat_the_install_line_is_said(without, tmp_path, fresh_self_test):
    without("pysat")
    with pytest.raises(MissingPackageError, match=r"pip install 'python-sat>=1\.9"):
        prove_contradiction(lambda *_: None, SQUARE, str(tmp_path))


# --- spoilt proofs ---------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path):
    """All-on 5x5 with an LRAT proof: (path of the certificate, path of the proof)."""
    presses = tuple(map(int, "0110101110001111101111000"))
    path = tmp_path / "c.json"
    claim = MinimumClaim(15, (presses,))
    written = write_certificate(grid_puzzle(5, 5), claim, path, forms=("lrat-plain",))
    assert check_certificate(path).accepted
    return path, written.proofs[0]


def renamed(path, old, text):
    """Put another proof in place, with its true name and length in the certificate."""
    import hashlib

    document = json.loads(path.read_text())
    name = hashlib.sha256(text).hexdigest()
    document["evidence"][0].update(proof_sha256=name, proof_bytes=len(text))
    path.write_text(json.dumps(document))
    old.with_name(f"{name}.lrat.gz").write_bytes(gzip.compress(text))


def spoilt(text, how):
    lines = text.splitlines(keepends=True)
    middle = len(lines) // 2
    if how == "cut":
        return text[: len(text) * 9 // 10]
    if how == "dropped":
        middle = next(i for i in range(middle, len(lines)) if b" d " not in lines[i])
        return b"".join(lines[:middle] + lines[middle + 1 :])
    if how == "hint":
        words = lines[-1].split()
        return b"".join(lines[:-1]) + b" ".join([*words[:2], b"1", *words[3:]]) + b"\n"
    if how == "crlf":
        return text.replace(b"\n", b"\r\n")
    if how == "gzipped":
        return gzip.compress(text)
    return b""


SPOILT = [
    ("cut", "the proof's last line is cut off"),
    ("dropped", "which is not there"),
    ("hint", "proof line "),
    ("crlf", "proof line 1 ends with CR LF"),
    ("gzipped", "proof line 1 "),
    ("empty", "the proof ends without the empty clause"),
]


@pytest.mark.parametrize(("how", "reason"), SPOILT)
def test_a_spoilt_proof_with_its_own_name_is_rejected(certificate, how, reason):
    path, old = certificate
    renamed(path, old, spoilt(gzip.decompress(old.read_bytes()), how))
    verdict = check_certificate(path)
    assert not verdict.accepted
    assert reason in verdict.text


@pytest.mark.parametrize("how", [how for how, _ in SPOILT])
def test_a_spoilt_proof_under_the_old_name_is_rejected(certificate, how):
    path, old = certificate
    old.write_bytes(gzip.compress(spoilt(gzip.decompress(old.read_bytes()), how)))
    verdict = check_certificate(path)
    assert not verdict.accepted
    assert verdict.text.startswith("the proof file ")


def test_a_proof_of_another_board_is_rejected(certificate, tmp_path):
    path, old = certificate
    other = tmp_path / "other.json"
    written = write_certificate(grid_puzzle(5, 4), LowerBoundClaim(3), other, forms=("lrat-plain",))
    renamed(path, old, gzip.decompress(written.proofs[0].read_bytes()))
    assert not check_certificate(path).accepted
