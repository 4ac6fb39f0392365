"""LRAT proofs as the checker reads them: good, spoilt, endless."""

import gzip
import hashlib
import os
import random
import zlib

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Rejected
from tests.certificate.checker_cases import HEX, lrat, minimum, priced, words

SQUARE = [(1, 2), (-1, 2), (1, -2), (-1, -2)]

SHORT = b"5 2 0 1 2 0\n6 0 5 3 4 0\n"


def proved(folder, proof=b"3 0 1 2 0\n", packed=None, **more):
    """What the checker says about the pair of PAIR's minima with an LRAT proof."""
    document = minimum()
    document["evidence"] = [lrat(proof, **more)]
    name = document["evidence"][0]["proof_sha256"]
    if type(name) is str:
        path = folder / f"{name}.lrat.gz"
        path.write_bytes(gzip.compress(proof) if packed is None else packed)
    return words(document, folder)


def test_an_lrat_proof_is_accepted(tmp_path):
    assert "proved by an LRAT proof of 1 lines that a formula of 2 clauses (kernel encoding) " in (
        proved(tmp_path)
    )


def test_an_lrat_proof_may_forget_clauses(tmp_path):
    assert checker.check_lrat(SQUARE, [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 0 5 3 4 0"]) == 3


def test_a_lower_bound_is_proved_by_lrat(tmp_path):
    """The class of the first two costs 5 or 3: over 2 anyway, and 3 only if z is true."""
    document = priced()
    document["evidence"] = [lrat(GOOD)]
    evidence = document["evidence"][0]
    (tmp_path / f"{evidence['proof_sha256']}.lrat.gz").write_bytes(gzip.compress(GOOD))
    evidence["cnf_sha256"] = hashlib.sha256(b"p cnf 2 2\n2 0\n-2 0\n").hexdigest()
    said = (
        "no solution has a weight below 3\nproved by an LRAT proof of 1 lines that a formula of 2"
    )
    assert words(document, tmp_path).startswith(said)
    document["claim"]["bound"] = 4
    evidence["cnf_sha256"] = hashlib.sha256(b"p cnf 1 1\n1 0\n").hexdigest()
    assert words(document, tmp_path) == (
        "rejected: proof line 1 names clause 2, which is not there"
    )


def test_hints_behind_the_contradiction_are_not_needed(tmp_path):
    assert checker.check_lrat(SQUARE, [b"5 2 0 1 2 3 0", b"9 0 5 3 4 1 0"]) == 2


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (SHORT + b"7 0 5 3 4 0\n", "proof line 3 stands behind the empty clause"),
        (SHORT.replace(b"\n", b"\r\n"), "proof line 1 ends with CR LF"),
        (SHORT[:12], "the proof ends without the empty clause"),
        (SHORT[12:], "proof line 1 names clause 5, which is not there"),
        (SHORT[:-3], "the proof's last line is cut off"),
        (b"", "the proof ends without the empty clause"),
        (b"\n" + SHORT, "proof line 1 does not end with 0"),
        (b"5 2 0 1 2\n", "proof line 1 does not end with 0"),
        (b"5 0\n", "proof line 1 does not end with 0"),
        (b"5 2 0\n", "proof line 1 has no hints"),
        (b"5 2 0 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 2 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 3 0\n", "proof line 1: hint 3 leaves 2 literals"),
        (b"5 2 0 1 4 0\n", "proof line 1: the hints end without a contradiction"),
        (b"5 2 0 1 -2 3 0\n", "proof line 1 has a RAT hint, which this checker does not read"),
        (b"5 2 0 1 5 0\n", "proof line 1 names clause 5, which is not there"),
        (b"5 2 0 0 1 2 0\n", "proof line 1 names clause 0, which is not there"),
        (b"4 2 0 1 2 0\n", "proof line 1: numbers must rise"),
        (b"-5 2 0 1 2 0\n", "proof line 1: numbers must rise"),
        (b"5 2 0 1 2 0\n5 0 5 3 4 0\n", "proof line 2: numbers must rise"),
        (b"5 d 6 0\n" + SHORT, "proof line 1 deletes a clause that is not there"),
        (b"5 d 1 1 0\n" + SHORT, "proof line 1 deletes a clause that is not there"),
        (b"5 d 1 0\n" + SHORT, "proof line 2 names clause 1, which is not there"),
        (b"5 x 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 d x 0\n", "proof line 1 is not LRAT"),
        (b"5 2  0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 --2 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 +2 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 2_0 0 1 2 0\n", "proof line 1 is not LRAT"),
        (b"5 " + b"2" * 20 + b" 0 1 2 0\n", "proof line 1 is not LRAT"),
    ],
)
def test_a_bad_proof_is_rejected_with_its_line(proof, reason):
    with pytest.raises(Rejected) as caught:
        checker.check_lrat(SQUARE, checker.lines_of([proof]))
    assert str(caught.value) == reason


def test_literals_of_19_digits_are_read():
    long = b"5 2 " + b"1" * 19 + b" 0 1 2 0"
    assert checker.check_lrat(SQUARE, [long, b"6 2 0 1 2 0", b"7 0 6 3 4 0"]) == 3


def test_lines_are_put_together_from_blocks(monkeypatch):
    blocks = [b"5 2", b" 0 1 2 0", b"\n6 0 5 3 4 0\n"]
    assert list(checker.lines_of(blocks)) == [b"5 2 0 1 2 0", b"6 0 5 3 4 0"]
    monkeypatch.setattr(checker, "MAX_LINE", 10)
    with pytest.raises(Rejected, match="a proof line has more than 10 bytes"):
        list(checker.lines_of(blocks))
    monkeypatch.setattr(checker, "MAX_LINE", 11)
    assert len(list(checker.lines_of(blocks))) == 2


def test_the_held_clauses_are_bounded(monkeypatch):
    # 4 clauses of 2 literals are 48 places; the new ones are 11 and 10
    monkeypatch.setattr(checker, "MAX_HELD", 58)
    with pytest.raises(Rejected, match="proof line 1: more than 58 places are held"):
        checker.check_lrat(SQUARE, checker.lines_of([SHORT]))
    monkeypatch.setattr(checker, "MAX_HELD", 69)
    assert checker.check_lrat(SQUARE, checker.lines_of([SHORT])) == 2
    monkeypatch.setattr(checker, "MAX_HELD", 68)
    with pytest.raises(Rejected, match="proof line 2: more than 68 places are held"):
        checker.check_lrat(SQUARE, checker.lines_of([SHORT]))
    monkeypatch.setattr(checker, "MAX_HELD", 59)
    forgetful = [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 0 5 3 4 0"]
    assert checker.check_lrat(SQUARE, forgetful) == 3


def test_what_is_deleted_is_held_no_longer(monkeypatch):
    # 48 + 11, less 2 * 12, twice 2 + 10 more, and 10 for the empty clause
    lines = [b"5 2 0 1 2 0", b"5 d 1 2 0", b"6 2 9 0 5 0", b"7 2 9 0 5 0", b"8 0 5 3 4 0"]
    monkeypatch.setattr(checker, "MAX_HELD", 69)
    assert checker.check_lrat(SQUARE, lines) == 5
    monkeypatch.setattr(checker, "MAX_HELD", 68)
    with pytest.raises(Rejected, match="proof line 5: more than 68 places are held"):
        checker.check_lrat(SQUARE, lines)


def test_many_different_words_do_not_fill_the_memory():
    lines = [b"%d %d 2 0 1 2 0" % (k, k) for k in range(5, 1200)]
    assert checker.check_lrat(SQUARE, [*lines, b"1200 2 0 1 2 0", b"1201 0 1200 3 4 0"]) == 1197


GOOD = b"3 0 1 2 0\n"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"more": 1}, "lrat has unknown keys: 'more'"),
        ({"encoding": "other"}, "encoding must be raw, plain or kernel"),
        ({"encoding": []}, "encoding must be raw, plain or kernel"),
        ({"encoding": "plain"}, "the formula of this claim has another SHA-256"),
        ({"cnf_sha256": HEX}, "the formula of this claim has another SHA-256"),
        ({"cnf_sha256": "x"}, "cnf_sha256 is no SHA-256"),
        ({"proof_sha256": HEX}, "the proof file has another SHA-256"),
        ({"proof_sha256": 1}, "proof_sha256 must be a short string"),
        ({"proof_bytes": 9}, "the proof file is longer than the certificate says"),
        ({"proof_bytes": 11}, "the proof file is shorter than the certificate says"),
        ({"proof_bytes": -1}, "proof_bytes must be 0..2147483648, got -1"),
        ({"proof_bytes": 2**31 + 1}, "proof_bytes must be 0..2147483648, got 2147483649"),
        ({"packed": b""}, "the proof file ends early"),
        ({"packed": gzip.compress(GOOD)[:-1]}, "the proof file ends early"),
        ({"packed": gzip.compress(GOOD) + b"\0"}, "the proof file has more behind"),
        ({"packed": gzip.compress(GOOD) * 2}, "the proof file has more behind"),
        ({"packed": gzip.compress(gzip.compress(GOOD))},
         "the proof file is longer than the certificate says"),
        ({"packed": gzip.compress(b"3 0 2 1 0\n")}, "the proof file has another SHA-256"),
    ],
)  # fmt: skip
def test_a_bad_proof_file_is_rejected_with_its_reason(tmp_path, more, reason):
    assert proved(tmp_path, **more) == f"rejected: {reason}"


def test_a_proof_file_that_is_not_gzip_is_rejected(tmp_path):
    assert proved(tmp_path, packed=GOOD).startswith("rejected: the proof file is not gzip: Error")
    spoilt = bytearray(gzip.compress(GOOD))
    spoilt[-5] ^= 1
    assert "is not gzip" in proved(tmp_path, packed=bytes(spoilt))


def test_only_gzip_is_read_with_any_window(tmp_path):
    assert "is not gzip" in proved(tmp_path, packed=zlib.compress(GOOD))
    path = tmp_path / "far.gz"
    once = random.Random(2).randbytes(30_000)
    path.write_bytes(gzip.compress(once * 2))
    assert path.stat().st_size < 31_000
    assert b"".join(checker.unpacked(path, 60_000)) == once * 2


def test_a_proof_that_never_ends_is_rejected(tmp_path):
    document = minimum()
    document["evidence"] = [lrat(GOOD)]
    path = tmp_path / f"{document['evidence'][0]['proof_sha256']}.lrat.gz"
    for target in ("/dev/zero", tmp_path):
        path.symlink_to(target)
        assert words(document, tmp_path) == "rejected: the proof is no ordinary file"
        path.unlink()
    os.mkfifo(path)
    assert words(document, tmp_path) == "rejected: the proof is no ordinary file"


def test_a_proof_that_is_missing_is_rejected(tmp_path):
    document = minimum()
    document["evidence"] = [lrat(GOOD)]
    name = f"{document['evidence'][0]['proof_sha256']}.lrat.gz"
    missing = f"rejected: the proof file is missing: {name} must lie beside"
    assert words(document, tmp_path) == missing


def test_a_long_proof_is_unpacked_in_blocks(tmp_path):
    path = tmp_path / "x.gz"
    data = random.Random(1).randbytes(2**18) + bytes(5 * 2**20)
    path.write_bytes(gzip.compress(data))
    blocks = list(checker.unpacked(path, len(data)))
    assert b"".join(blocks) == data
    assert 2**16 < max(map(len, blocks)) <= 2**20
    path.write_bytes(gzip.compress(data) + bytes(2**17))
    with pytest.raises(Rejected, match="the proof file has more behind"):
        list(checker.unpacked(path, len(data)))
