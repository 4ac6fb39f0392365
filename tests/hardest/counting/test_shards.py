"""Shards made apart, killed and repeated merge to the same histogram, and to nothing less."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from itertools import pairwise

import pytest

from lo_exact.hardest.counting.shards import shard_range
from tests.cli_runner import command, environment, run

ALIEN = ("--size", "4x4", "--colours", "3", "--neighbourhood", "row+column")
# I. Gent, S. Linton, B. Smith (2000): the largest is 10; all terms by breadth-first search
ALIEN_TERMS = [1, 16, 136, 784, 3211, 9136, 16186, 16288, 10411, 2712, 168]
CUBE = ("--size", "3x3", "--neighbourhood", "cube")


@pytest.mark.parametrize(("parts", "of"), [(1, 1), (1, 5), (10, 3), (243, 7), (5, 5), (2**70, 9)])
def test_shards_cover_all_parts_once(parts, of):
    ranges = [shard_range(parts, index, of) for index in range(of)]
    assert ranges[0][0] == 0
    assert ranges[-1][1] == parts
    assert all(a[1] == b[0] for a, b in pairwise(ranges))
    sizes = [high - low for low, high in ranges]
    assert max(sizes) - min(sizes) <= 1


def test_plan_run_merge(tmp_path):
    plan = json.loads(run("shard", "plan", *ALIEN, "--of", "4", "--json").out)
    assert [low for low, _ in plan["shards"]] == [0, 60, 121, 182]
    ledgers = [str(tmp_path / f"{index}.jsonl") for index in range(4)]
    for index in (2, 0, 3, 1):
        ran = run(
            "shard", "run", *ALIEN, "--of", "4", "--index", str(index), "--ledger", ledgers[index]
        )
        assert ran.code == 0, ran.err
        assert f"parts {plan['shards'][index][0]} to" in ran.out
    done = run("shard", "merge", *ALIEN, "--json", *ledgers)
    assert json.loads(done.out)["histogram"] == ALIEN_TERMS
    # a ledger given twice holds the same records, a missing one leaves a gap
    assert run("shard", "merge", *ALIEN, "--format", "csv", *ledgers, ledgers[0]).code == 0
    short = run("shard", "merge", *ALIEN, *ledgers[:3])
    assert short.code == 4
    assert "parts 182 to 242 of 243 are missing" in short.err
    foreign = run("shard", "merge", "--size", "4x4", *ledgers)
    assert foreign.code == 3
    assert foreign.err.count("\n") == 1
    assert run("shard", "merge", *ALIEN, str(tmp_path / "none")).code == 3
    endless = run("shard", "merge", *ALIEN, "/dev/zero")
    assert (endless.code, endless.err.count("\n")) == (3, 1)


def test_overlapping_shards_are_refused(tmp_path):
    ledgers = []
    for index, of in ((0, 2), (1, 3), (2, 3)):
        ledgers.append(str(tmp_path / f"{index}-{of}.jsonl"))
        run("shard", "run", *ALIEN, "--of", str(of), "--index", str(index), "--ledger", ledgers[-1])
    ran = run("shard", "merge", *ALIEN, *ledgers)
    assert ran.code == 6
    assert "parts 81 to 120 are in the ledger twice" in ran.err


def test_bad_usage():
    assert run("shard", "run", *ALIEN, "--of", "2", "--index", "2", "--ledger", "x").code == 2
    assert run("shard", "plan", "--of", "2").code == 2
    for of in ("244", "1000000000"):
        ran = run("shard", "plan", *ALIEN, "--of", of)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "--of is 243 at most here" in ran.err
    assert run("shard", "plan", "--size", "30x30", "--of", "2").code == 4
    assert run("hardest").code == 2
    assert run("histogram", "--size", "4x4", "--plot", "picture.gif").code == 2
    assert run("hardest", "--size", "4by4").code == 3


def test_the_commands_print_the_answer_alone(tmp_path):
    ran = run("hardest", "--size", "5x5", "--json")
    found = json.loads(ran.out)
    assert (found["weight"], found["boards"], found["status"]) == (15, 7350, "optimal")
    assert ran.err == ""
    ran = run("hardest", "--size", "4x4")
    assert ran.out.startswith("optimal: the hardest boards need 7 presses; 32 boards need so much")
    picture = tmp_path / "h.svg"
    ran = run("histogram", "--size", "4x4", "--format", "bfile", "--plot", str(picture))
    assert ran.out.splitlines()[-1] == "7 32"
    assert picture.read_text().startswith("<svg")
    ran = run("hardest", "--size", "19x19", "--time-limit", "1", "--json", "-q")
    assert ran.code == 4
    assert json.loads(ran.out)["status"] == "feasible"
    ran = run("hardest", "data/boards/alien-tiles-4x4-c3.txt", "--json")
    assert json.loads(ran.out)["weight"] == 10
    ran = run("certify", "data/claims/plus-19x19.toml", "--json", "--evidence", str(tmp_path))
    assert ran.code == 1
    assert json.loads(ran.out)["claims"][0]["verdict"] == "false"
    assert (tmp_path / "plus-19x19.evidence.json").is_file()


def test_two_processes_stopped_by_ctrl_c_go_on_from_the_ledger(tmp_path):
    ledger = tmp_path / "cube.jsonl"
    words = command("histogram", *CUBE, "--jobs", "2", "--ledger", str(ledger), "--json", "-q")
    child = subprocess.Popen(
        words,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    begun = time.monotonic()
    while not (ledger.exists() and ledger.stat().st_size) and time.monotonic() - begun < 60:
        time.sleep(0.05)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
    before = ledger.read_bytes()
    assert before.count(b"\n") >= 1
    done = subprocess.run(
        words, env=environment(), capture_output=True, check=True, timeout=300, text=True
    )
    assert json.loads(done.stdout)["histogram"][-1] == 2985984
    assert ledger.read_bytes().startswith(before)


def test_hardest_stopped_by_ctrl_c_prints_a_proved_interval():
    words = command("hardest", "--size", "30x30", "--json", "-q")
    child = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(2.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err
    found = json.loads(out)
    # the mean weight of a coset is 450 at most; a claimed interval of this program's is 412 to 440
    assert found["lower_bound"] <= 440
    assert found["upper_bound"] == 450
