"""Numbers out of range, in every numeric option of every command.

The options come from the commands themselves: those whose value is written as a number or a size.
"""

import shlex
import signal
import tracemalloc
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lo_exact.cli import all_commands, built
from tests.cli_runner import ROOT, is_taken_out, run
from tests.marks import with_large

NUMBERS = ["0", "-1", str(2**31), str(2**63), str(10**30), "inf", "nan"]
HANGS = 60
"""Seconds."""

WRITTEN = {
    **dict.fromkeys(["SECONDS", "N", "C", "T", "S", "W", "D", "K", "L", "I", "LIST", "P"], "{}"),
    "SIZE": "{}MiB", "RxC": "{}x2", "A..B": "0..{}",
}  # fmt: skip
"""How the numbers of an option are written, by what its help calls its value."""

USAGE = "Usage:", "Try "
BOARD = "board.txt"
LINES = {
    # a command that answers
    **dict.fromkeys(["min", "solve", "all", "count", "spectrum", "sample", "prove"], BOARD),
    **dict.fromkeys(["kernel", "show", "plan", "chase", "hint", "explain", "matrix"], BOARD),
    "distance": "bb:2,2:x+y:x+y",
    "decode": "h.npy s.npy -o o.npz --priors p.npy",
    "make": "random --size 2x2",
    "levels": f"{BOARD} --grade",
    "crosscheck": f"{BOARD} --engine coset",
    "referee": f"'cat answer.txt' {BOARD}",
    "judge": f"{BOARD} answer.txt",
    "press": f"{BOARD} answer.txt",
    "table": "nullity --sizes 2x2",
    "export": f"{BOARD} --format lp",
    "hardest": "--size 2x2",
    "histogram": "--size 2x2",
    "certify": str(ROOT / "data/claims/plus-4x4.toml"),
    "shard plan": "--of 1 new histogram --size 4x4",
    "shard run": "plan --index 0",
    "walk solve": "level.txt",
}
WITHOUT = {"serve": "it does not end", "help": "", "check": "", "version": ""}
"""Commands that are not crossed, and why where they have numbers."""
if is_taken_out("histogram"):
    WITHOUT["shard"] = "its pieces are those of a histogram here"
LINES = {
    name: line
    for name, line in LINES.items()
    if not any(is_taken_out(word) for word in (*name.split(), *line.split()))
    and name.split()[0] not in WITHOUT
}


def leaves():
    for row in all_commands():
        command = built(row)
        inner = getattr(command, "commands", None) or {"": command}
        yield from ((f"{row.name} {name}".strip(), inner[name]) for name in inner)


CROSSED = {name: command for name, command in leaves() if name.split()[0] not in WITHOUT}


def numeric(command):
    """Return (option, how its numbers are written)."""
    return [
        (given.opts[0], WRITTEN[given.metavar])
        for given in command.params
        if given.param_type_name == "option" and given.metavar in WRITTEN
    ]


def test_every_command_with_a_numeric_option_is_crossed():
    assert {name for name, command in CROSSED.items() if numeric(command)} == set(LINES)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / BOARD).write_text("11\n10\n")
    (tmp_path / "answer.txt").write_text("10\n00\n")
    (tmp_path / "level.txt").write_text("S.\n..\n")
    for name, values in {"h": [[1, 1, 0], [0, 1, 1]], "s": [[1, 0]], "p": [0.1, 0.2, 0.3]}.items():
        np.save(tmp_path / f"{name}.npy", np.array(values))
    if not is_taken_out("histogram"):
        assert run("shard", "plan", "--of", "1", "plan", "histogram", "--size", "4x4").code == 0


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.large)])
@pytest.mark.parametrize("name", with_large(LINES, {"certify"}))
@pytest.mark.usefixtures("folder")
def test_numbers_out_of_range_are_answered_or_refused_in_one_line(name, every):
    def hangs(*_):
        raise AssertionError("it hangs")

    words = [*name.split(), *shlex.split(LINES[name])]
    before = signal.signal(signal.SIGALRM, hangs)
    try:
        assert run(*words).code == 0
        cases = [*product(numeric(CROSSED[name]), NUMBERS)]
        for (option, written), number in cases[::every]:  # NUMBERS are odd in number
            rest = words
            if option in words:
                at = words.index(option)
                rest = [*words[:at], *words[at + 2 :]]
            first = [*rest[: len(name.split())], f"{option}={written.format(number)}"]
            signal.alarm(HANGS)
            ran = run(*first, *rest[len(name.split()) :])
            told = [line for line in ran.err.splitlines() if not line.startswith(USAGE)]
            assert ran.code in (0, 1, 2, 3, 4), (option, number, ran)
            assert ran.code in (0, 1, 4) or len(list(filter(None, told))) == 1, (
                option,
                number,
                ran,
            )
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_histogram_of_many_colours_is_refused_before_it_takes_memory():
    tracemalloc.start()
    try:
        ran = run("histogram", "--size", "2x2", "--colours", str(2**31))
        assert tracemalloc.get_traced_memory()[1] < 2**25
    finally:
        tracemalloc.stop()
    assert ran.code == 4
    assert ran.err == "lo-exact: a histogram of more than 4194304 weights is refused\n"


@pytest.mark.parametrize("seed", range(4))
def test_probabilities_above_one_half_are_decoded_as_by_enumeration(folder, seed):
    rng = np.random.default_rng(seed)
    checks = rng.integers(0, 2, (3, 5))
    chances = rng.choice([0.01, 0.1, 0.3, 0.6, 0.8, 0.97], 5)
    shots = np.array(list(product((0, 1), repeat=3)))
    np.save("h.npy", checks)
    np.save("p.npy", chances)
    np.save("s.npy", shots)
    model = [
        f"error({chance}) " + " ".join(f"D{light}" for light in np.flatnonzero(column))
        for chance, column in zip(chances, checks.T, strict=True)
    ]
    Path("m.dem").write_text("\n".join([*model, "detector D2"]))
    for given, scale in (["m.dem", 1000], ["h.npy --priors p.npy", 2**20]):
        assert run("decode", *f"{given} s.npy -o o.npz --force".split()).code == 0
        with np.load("o.npz") as file:
            found = dict(file)
        prices = np.rint(scale * np.log((1 - chances) / chances)).astype(int)
        for k, shot in enumerate(shots):
            explained = [
                int(np.dot(errors, prices))
                for errors in product((0, 1), repeat=5)
                if not ((checks @ errors - shot) % 2).any()
            ]
            assert (found["status"][k] == 3) == (not explained)
            if explained:
                errors = np.unpackbits(found["presses"][k], bitorder="little")[:5]
                assert not ((checks @ errors - shot) % 2).any()
                assert found["weights"][k] == found["bounds"][k] == min(explained)
                assert errors @ prices == min(explained)
