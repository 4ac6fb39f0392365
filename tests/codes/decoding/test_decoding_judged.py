"""Answers that were changed where they were kept are not believed."""

import hashlib
import json
from base64 import b64decode, b64encode
from zlib import compress, decompress

import numpy as np
import pytest

from tests.codes.decoding.test_decoding import run

SHOT = 5
"""The shot whose answer is changed."""


def asked(folder, colours):
    rng = np.random.default_rng(colours)
    matrix = folder / "m.txt"
    matrix.write_text(f"colours: {colours}\n000\n000\n")
    shots = rng.integers(0, colours, (40, 6))
    shots[SHOT] = 1, 1, 0, 1, 0, 0  # what the first button changes
    np.save(folder / "s.npy", shots)
    return "decode", matrix, folder / "s.npy", "--ledger", folder / "kept", "-q", "-o"


def edited(ledger, colours, change):
    """Change one answer in the ledger of 40 shots and sign its record again."""
    kind = ("u1", (1,)) if colours == 2 else ("<i8", (6,))
    fields = [("status", "u1"), ("weight", "<i8"), ("bound", "<i8"), ("presses", *kind)]
    lines = []
    for line in ledger.read_text().splitlines():
        value = json.loads(line)
        del value["sha256"]
        packed = decompress(b64decode(value["result"]["answers"]))
        rows = np.frombuffer(packed, dtype=np.dtype(fields)).copy()
        if value["low"] <= SHOT < value["high"]:
            change(rows[SHOT - value["low"]])
        value["result"]["answers"] = b64encode(compress(rows.tobytes())).decode()
        compact = json.dumps(value, separators=(",", ":"))
        value["sha256"] = hashlib.sha256(compact.encode()).hexdigest()
        lines.append(json.dumps(value, separators=(",", ":")) + "\n")
    ledger.write_text("".join(lines))


def press_another(row):
    row["presses"][0] ^= 1


def press_and_pay_another(row):
    row["weight"] += 1 - 2 * (int(row["presses"][0]) & 1)
    row["bound"] = row["weight"]
    row["presses"][0] ^= 1


def weigh_less(row):
    row["weight"] -= 1
    row["bound"] -= 1


def bound_less(row):
    row["bound"] -= 1


@pytest.mark.parametrize("colours", [2, 3])
@pytest.mark.parametrize("change", [press_another, press_and_pay_another, weigh_less, bound_less])
def test_an_answer_that_was_changed_in_a_ledger_is_refused(change, colours, tmp_path):
    words = asked(tmp_path, colours)
    assert run(*words, tmp_path / "a.npz").code == 0
    edited(tmp_path / "kept", colours, lambda row: None)
    assert run(*words, tmp_path / "b.npz").code == 0
    assert (tmp_path / "b.npz").read_bytes() == (tmp_path / "a.npz").read_bytes()
    edited(tmp_path / "kept", colours, change)
    ran = run(*words, tmp_path / "c.npz")
    assert (ran.code, f"answer to shot {SHOT} is not one" in ran.err) == (3, True), ran.err
    assert not (tmp_path / "c.npz").exists()
