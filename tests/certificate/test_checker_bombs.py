"""Small certificates that cost much are judged or refused within 2 GB and a minute.

Those that take seconds are marked as large; test_checker_sizes.py provokes every bound at once.
"""

import gzip
import hashlib
import json
import resource
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from lo_exact.certificate import check, checker, counters_checker
from tests.certificate.checker_cases import PROGRAMS
from tests.cli_runner import skip_without_slice
from tests.marks import with_large

BOMBS = Path(__file__).resolve().parents[2] / "data/bombs"
MEMORY = 2 * 2**30
CPU_SECONDS = 60


def judged(path: Path, program=checker) -> str:
    """Run a checker alone within the promise; return what it says."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))

    done = subprocess.run(
        [sys.executable, "-I", program.__file__, str(path)], capture_output=True, text=True,
        check=False, preexec_fn=limited,
    )  # fmt: skip
    assert done.returncode in (0, 1, 4), (done.returncode, done.stderr[-500:])
    return done.stdout


SAID = {
    "halves_22": "rejected: a solution has weight 0",
    "splits_rank_18000": "accepted: ",
    "sweep_keys_10": "too-large: the sweep is beyond this checker's bound",
    "tree_boxes": "too-large: more than 50000000 unknowns in open boxes",
}


@pytest.mark.parametrize("name", with_large(SAID, {"halves_22", "sweep_keys_10", "tree_boxes"}))
def test_bombs_that_were_met(name, tmp_path):
    skip_without_slice([f"form:{name.partition('_')[0]}"])
    path = tmp_path / f"{name}.json"
    path.write_bytes(gzip.decompress((BOMBS / f"{name}.json.gz").read_bytes()))
    program = counters_checker if "splits" in name else checker
    assert judged(path, program).startswith(SAID[name])


def certificate(lights, buttons, evidence, *, on=0, colours=2, claim=None, **more):
    """A certificate about a board whose first ``on`` lights are on, as its file's text."""
    zeros = "0" * -(-lights // 4) if colours == 2 else [0] * lights
    state = f"{(1 << on) - 1:0{-(-lights // 4)}x}" if colours == 2 and lights else zeros
    puzzle = {
        "colours": colours, "lights": lights, "buttons": buttons, "state": state, "target": zeros,
        "uniform": False, "objective": "presses", **more.pop("puzzle", {}),
    }  # fmt: skip
    claim = {"kind": "lower bound", "bound": 1, **(claim or {})}
    claim["puzzle_sha256"] = checker.System(puzzle).sha256
    return {
        "format": "lo-exact certificate", "version": 1, "made_by": {}, "puzzle": puzzle,
        "claim": claim, "evidence": [evidence], **more,
    }  # fmt: skip


def limits_of(program) -> tuple[int, ...]:
    """The soft limits of memory and time that a program sets for itself."""
    tail = Path(program.__file__).read_text().split('if __name__ == "__main__":')[1]
    tail = "import resource as r\n" + tail.replace(
        "sys.exit(main(sys.argv[1:]))",
        "print(r.getrlimit(r.RLIMIT_AS)[0], r.getrlimit(r.RLIMIT_CPU)[0])",
    ).replace("\n    ", "\n")
    source = f"from {program.__name__} import *\n{tail}"
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    return (*map(int, done.stdout.split()),)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_each_file_alone_keeps_to_the_memory_and_the_time_that_are_promised(program):
    assert limits_of(program) == (2 * 2**30, 1800)


def wide_cuts():
    cuts = [[[0], [0]]] * 5000
    return certificate(1, [[0]] * 20_000, {"by": "tree", "scale": 1, "cuts": cuts, "nodes": []})


def long_equations():
    buttons = [[] for _ in range(300_000)] + [[*range(20_000)]]
    sweep = {"by": "sweep", "order": [*range(len(buttons))]}
    return certificate(20_000, buttons, sweep, on=20_000)


def dense_equations():
    buttons = [
        sorted({(i * i * 31 + j * j * (i + 7)) % 1500 for j in range(400)}) for i in range(1500)
    ]
    return certificate(1500, buttons, {"by": "sweep", "order": [*range(1500)]}, on=700)


def many_patterns():
    zeros = "0" * 2**14
    kernel = {"particular": zeros, "generators": [zeros] * 1000, "orders": [2] * 1000}
    return certificate(0, [[]] * 2**16, {"by": "walk"}, kernel=kernel)


def many_minima():
    minima = ["0" * 2**14] * 1000
    claim = {"kind": "minimum", "weight": 0, "minima": minima}
    found = certificate(0, [[]] * 2**16, {"by": "walk"}, claim=claim)
    del found["claim"]["bound"]
    return found


def many_colours():
    sweep = {"by": "sweep", "order": [*range(100)]}
    return certificate(1, [[0]] * 100, sweep, colours=2**31, claim={"bound": 2**40})


def sums_all_different():
    half = [2**k for k in range(20)]
    groups = [f"{((1 << 20) - 1) << 20 * k:020x}" for k in range(4)]
    kernel = {
        "particular": "0" * 20, "generators": [f"{1 << j:020x}" for j in range(80)],
        "orders": [2] * 80,
    }  # fmt: skip
    halves = {"by": "halves", "groups": groups, "thresholds": [-(2**39), -(2**39)]}
    more = {"objective": "prices", "prices": half * 4}
    return certificate(0, [[]] * 80, halves, kernel=kernel, puzzle=more)


def many_buttons(number=2**22):
    return certificate(number, [[]] * number, {"by": "covering", "scale": 1, "shares": []})


def a_thousand_times_deep():
    return certificate(1, [[0]], {"by": "x"}, made_by={"a": "b"}) | {"kernel": nested(900)}


def nested(depth):
    return [] if depth == 0 else [nested(depth - 1)]


def long_counts():
    """A sweep whose sums have two ways each, a thousand times over."""
    buttons = [[0]] * 2000
    return certificate(
        1, buttons, {"by": "sweep", "order": [*range(2000)]}, claim={"bound": 2000}, on=1
    )


OWN = {
    wide_cuts: "too-large: more than 50000000 unknowns in cuts",
    long_equations: "too-large: the equations hold too many bits",
    dense_equations: "accepted: ",
    many_patterns: "too-large: more than 50000000 numbers in presses and patterns",
    many_minima: "too-large: more than 50000000 numbers in presses and patterns",
    many_colours: "too-large: the sweep is beyond this checker's bound",
    sums_all_different: "",
    many_buttons: "rejected: there must be 4194304 shares",
    a_thousand_times_deep: "rejected: ",
    long_counts: "",
}


LONG = {wide_cuts, long_equations, many_patterns, many_minima, many_buttons, sums_all_different}


@pytest.mark.parametrize("make", with_large(OWN, LONG), ids=lambda make: make.__name__)
def test_bombs_of_our_own(make, tmp_path):
    path = tmp_path / "bomb.json"
    path.write_text(json.dumps(make(), separators=(",", ":")))
    said = judged(path)
    assert said.startswith(OWN[make]), said[:200]
    assert "more memory than there is" not in said


@pytest.mark.parametrize("size", with_large([2**5, 2**9], {2**9}))
def test_a_proof_that_unpacks_to_one_endless_line(size, tmp_path):
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"1" * 2**20
    packed = b"".join(packing.compress(block) for _ in range(size)) + packing.flush()
    name = hashlib.sha256()
    for _ in range(size):
        name.update(block)
    formula = checker.Formula(
        checker.System(certificate(0, [], {"by": "x"})["puzzle"]), 0, [], None
    )
    cnf = hashlib.sha256(b"".join(formula.dimacs())).hexdigest()
    proof = {
        "by": "lrat", "encoding": "plain", "cnf_sha256": cnf, "proof_sha256": name.hexdigest(),
        "proof_bytes": size * 2**20,
    }  # fmt: skip
    (tmp_path / f"{name.hexdigest()}.lrat.gz").write_bytes(packed)
    path = tmp_path / "bomb.json"
    path.write_text(json.dumps(certificate(0, [], proof)))
    assert judged(path).startswith("too-large: a proof line has more than 16777216 bytes")


@pytest.mark.large
def test_the_command_judges_within_the_limits_that_are_promised(tmp_path, monkeypatch):
    path = tmp_path / "good.json"
    path.write_text(json.dumps(many_buttons(2**19)))
    monkeypatch.setattr(check, "LIMITS", (0.125, 1800))
    said = check.check_in_fresh_process(path)
    assert (said.kind.value, "memory" in said.text) == ("too-large", True)
    slow = tmp_path / "halves_22.json"
    slow.write_bytes(gzip.decompress((BOMBS / "halves_22.json.gz").read_bytes()))
    monkeypatch.setattr(check, "LIMITS", (2, 1))
    said = check.check_in_fresh_process(slow)
    assert (said.kind.value, "processor" in said.text) == ("too-large", True)
