"""The checker of distances counts all of its work, so that no file makes it work for hours."""

import json
import random
import resource
import subprocess
import sys
import time

import pytest

from lo_exact.certificate import distance_checker
from lo_exact.certificate.distance_checker import Kind
from tests.marks import with_large

SECONDS_PROMISED = 1800
WORKED = 3 * 10**6


def certificate(code, sides, *, claimed=1, kind="at least"):
    return {
        "format": "lo-exact distance certificate", "version": 1, "made_by": {},
        "claim": {"kind": kind, "distance": claimed,
                  "code_sha256": distance_checker.sha256_of(code)},
        "code": code, "sides": sides,
    }  # fmt: skip


def verdict(document):
    data = json.dumps(document).encode()
    return distance_checker.verdict_of(
        lambda: distance_checker.judge_code(distance_checker.read_json(data))
    )


def rows(size, number, weight):
    rng = random.Random(1)
    return [sorted(rng.sample(range(size), weight)) for _ in range(number)]


def searched(limit, symmetries=()):
    return {"limit": limit, "nodes": 1, "symmetries": [*symmetries]}


def classical(size, checks, limit, symmetries=()):
    return certificate({"n": size, "rows": checks}, [searched(limit, symmetries)])


def css(size, x, limit):
    return certificate({"n": size, "x": x, "z": []}, [searched(limit)] * 2)


def shifts():
    return [[*range(k, 1300), *range(k)] for k in range(64)]


def circulant():
    return [sorted({(i + j) % 1300 for j in (0, 1, 5, 17, 40, 100, 301)}) for i in range(1300)]


WORK = {
    "dense rows are flipped": lambda: classical(600, rows(600, 300, 300), 6),
    "a column is on every check": lambda: classical(
        20_000, [[0, i, i + 1] for i in range(1, 19_999)], 19_999
    ),
    "rows fill in": lambda: classical(20_000, rows(20_000, 20_000, 4), 1),
    "trivial rows are reduced": lambda: css(20_000, rows(20_000, 16_000, 4), 1),
    "labels have many columns": lambda: css(20_000, [[i, i + 1] for i in range(19_999)], 1),
    "cycles are long": lambda: certificate(
        {
            "n": 20_000,
            "rows": [
                sorted((2 * i, 2 * ((i + 1) % 10**4), 2 * i + 1, 2 * ((i + 100) % 10**4) + 1))
                for i in range(10**4)
            ],
            "observables": [[0, *range(1, 200, 2)]],
            "trivial": [],
        },
        [{"cycles": 100}],
    ),
    "64 symmetries of a dense span": lambda: classical(1300, circulant(), 8, shifts()),
}


@pytest.mark.parametrize("made", with_large(WORK, {
    "a column is on every check", "trivial rows are reduced", "labels have many columns",
    "cycles are long",
}))  # fmt: skip
def test_work_without_end_is_too_large_within_a_share_of_the_time_promised(made, monkeypatch):
    """Files of 250 to 500 kB; the share of the steps takes that share of the time at most."""
    monkeypatch.setattr(distance_checker, "MAX_STEPS", WORKED)
    share = SECONDS_PROMISED * WORKED / 10**10
    code = WORK[made]()
    began = time.process_time()
    distance_checker.read_json(json.dumps(code).encode())
    reading = time.process_time() - began
    said = verdict(code)
    assert (said.kind, said.text) == (
        Kind.TOO_LARGE, f"judging this takes more than {WORKED} steps",
    )  # fmt: skip
    assert time.process_time() - began < share + 4 * reading + 0.6


def test_a_chosen_column_costs_the_entries_of_its_checks_there_and_back():
    work = distance_checker.Work()
    side = distance_checker.CodeSide(work, 3, [[0, 1, 2]], [])
    before = work.steps
    assert distance_checker.refuted(side, 1, [[0], [1], [2]]) == 3
    # of each root 2 steps to take it from the free ones, and 60 + 2 (4 + 3) to choose it
    assert work.steps - before == 3 * (2 + 74)


def test_even_empty_rows_are_bounded():
    assert distance_checker.MAX_ROWS < 10**6
    said = verdict(classical(1, [[]] * (distance_checker.MAX_ROWS + 1), 0))
    assert (said.kind, said.text) == (Kind.TOO_LARGE, "rows has more than 524288 rows")


@pytest.mark.parametrize("columns", [1500, 3000])
def test_a_long_repetition_code_is_accepted(columns):
    """The search goes as deep as there are columns."""
    code = {"n": columns, "rows": [[i, i + 1] for i in range(columns - 1)]}
    side = {"limit": columns - 1, "nodes": 2 * columns - 3 + 1, "symmetries": []}
    word = {"word": [*range(columns)]}
    said = verdict(certificate(code, [side | word], claimed=columns, kind="distance"))
    assert said.text.startswith(f"the distance is {columns}\n"), said.text[:200]


def endless_distance(path):
    rows = [[0, i, i + 1] for i in range(1, 19_999)]
    code = {"n": 20_000, "rows": rows}
    claim = {"kind": "at least", "distance": 1, "code_sha256": distance_checker.sha256_of(code)}
    path.write_text(json.dumps({
        "format": "lo-exact distance certificate", "version": 1, "made_by": {}, "claim": claim,
        "code": code, "sides": [{"limit": 19_999, "nodes": 1, "symmetries": []}],
    }))  # fmt: skip


@pytest.mark.large
@pytest.mark.parametrize(
    ("stdout", "code", "said"),
    [
        ("", 4, "too-large: judging this takes more than 1 s of processor time\n"),
        (">&-", 4, ""),
        (">/dev/full", 3, ""),
    ],
)
def test_a_file_alone_says_too_large_when_its_time_is_over(stdout, code, said, tmp_path):
    """A limit from outside that is lower than its own stays; no signal, and never a rejection."""
    path = tmp_path / "bomb.json"
    endless_distance(path)
    command = [sys.executable, "-I", distance_checker.__file__, str(path)]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {stdout}', "sh", *command], capture_output=True, text=True,
        check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 60)),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (code, said)
