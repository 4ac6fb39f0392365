"""Files whose lines end as on Windows: the same answers, the same refusals at the same places."""

import re
import shutil
from pathlib import Path

import pytest

from lo_exact.formats.format_table import FORMATS
from tests.cli_runner import ALL_ON, ROOT, Ran, run

ALIST = (
    "7 3\n3 4\n1 1 2 1 2 2 3\n4 4 4\n1 0 0\n2 0 0\n1 2 0\n3 0 0\n1 3 0\n2 3 0\n1 2 3\n"
    "1 3 5 7\n2 3 6 7\n4 5 6 7\n"
)
"""The Hamming code of length 7."""

MTX = "%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 1\n1 2 1\n2 2 1\n2 3 1\n"
DEM = "error(0.1) D0\nerror(0.2) D0 D1 L0\n\nerror(0.1) D1\n"


SECONDS = re.compile(r"[0-9]+\.[0-9]+ *$", re.MULTILINE)
"""The last column of what `certify` prints."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


CASES = {
    # files by name, and the command that reads them
    "board": ({"b.txt": text_of("data/boards/all-on-5x5.txt")}, ["min", "b.txt"]),
    "corrupted board": ({"b.txt": "010\n0q0\n"}, ["min", "b.txt"]),
    "lines of settings": (
        {"b.txt": "neighbourhood: king\ncolours: 3\n\n012\n210\n"}, ["min", "b.txt"],
    ),
    "presses": (
        {"p.txt": text_of("data/answers/all-on-5x5.txt")},
        ["judge", ALL_ON, "p.txt", "--format", "cnf"],
    ),
    "named presses": ({"p.txt": "A1 B1\nC3\n"}, ["press", ALL_ON, "p.txt"]),
    "levels": ({"l.txt": text_of("data/levels/half-played.txt")}, ["walk", "l.txt"]),
    "a walk": (
        {"l.txt": text_of("data/levels/published.txt"), "w.txt": "RLRR\nLLLL\n"},
        ["walk", "check", "l.txt", "w.txt", "--only", "needs-four"],
    ),
    "a claim": ({"c.toml": text_of("data/claims/plus-4x4.toml")}, ["certify", "c.toml"]),
    "alist": ({"h.alist": ALIST}, ["distance", "h.alist"]),
    "mtx": ({"h.mtx": MTX, "s.01": "10\n11\n"}, ["decode", "h.mtx", "s.01", "-o", "a.npz"]),
    "dem": ({"m.dem": DEM, "s.01": "10\n11\n"}, ["decode", "m.dem", "s.01", "-o", "a.npz"]),
    "corrupted shots": (
        {"h.mtx": MTX, "s.01": "10\n12\n"}, ["decode", "h.mtx", "s.01", "-o", "a.npz"],
    ),
    "certificate": (
        {"c.json": text_of("data/certificates/all-on-5x5.json")}, ["check", "c.json"],
    ),
}  # fmt: skip


def asked(files: dict[str, bytes], words: list[str], folder: Path, monkeypatch) -> Ran:
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name, data in files.items():
        Path(name).write_bytes(data)
    ran = run(*words, *["-q"] * (words[0] == "decode"))
    return Ran(ran.code, SECONDS.sub("", ran.out), ran.err)


@pytest.mark.parametrize("name", CASES)
def test_every_reader_takes_both_ends_of_lines(name, tmp_path, monkeypatch):
    files, words = CASES[name]
    texts = {file: text.encode() for file, text in files.items()}
    other = {file: text.replace(b"\n", b"\r\n") for file, text in texts.items()}
    here = asked(texts, words, tmp_path / "here", monkeypatch)
    there = asked(other, words, tmp_path / "there", monkeypatch)
    assert here == there
    assert here.code == (3 if name.startswith("corrupted") else 0), here


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_every_format_takes_both_ends_of_lines(row, tmp_path, monkeypatch):
    text = str(row.example).encode()
    words = ["show", "b.txt", "--as", row.name, *(["--counters"] if row.counters else [])]
    here = asked({"b.txt": text}, words, tmp_path / "here", monkeypatch)
    there = asked({"b.txt": text.replace(b"\n", b"\r\n")}, words, tmp_path / "there", monkeypatch)
    assert here == there


def test_a_ledger_that_was_copied_with_other_ends_of_lines_is_the_same(tmp_path):
    plan = tmp_path / "plan"
    shutil.copytree(ROOT / "data/ledgers/lights-out-2000", plan)
    for path in plan.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("shard", "merge", str(plan)) == run(
        "shard", "merge", str(ROOT / "data/ledgers/lights-out-2000")
    )
