"""Shards made apart, killed and repeated merge to the same histogram, and to nothing less."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from tests.cli_runner import command, environment, run

FIVE = ("--size", "4x4", "--colours", "5")
TABLE = ("--size", "4x4", "--colours", "3", "--neighbourhood", "row+column")
CUBE = ("--size", "3x3", "--neighbourhood", "cube")


def plan(folder, *words, of=4, code=0):
    ran = run("shard", "plan", "--of", str(of), "--json", str(folder), *words)
    assert ran.code == code, ran.err
    return json.loads(ran.out) if not code else ran.err


def merged(folder, code=0):
    ran = run("shard", "merge", str(folder))
    assert (ran.code, ran.err.count("\n")) == (code, 1 if code else 0), ran.err
    return ran.err if code else ran.out


def test_plan_run_merge(tmp_path):
    words = ("histogram", *FIVE, "--json")
    assert plan(tmp_path, *words)["shards"] == [[0, 62], [62, 125], [125, 188], [188, 251]]
    for index in (2, 0, 3):
        ran = run("shard", "run", str(tmp_path), "--index", str(index))
        assert ran.code == 0, ran.err
        assert f"shard {index} of 4: parts " in ran.out
    assert "parts 62 to 124 of 251 are missing" in merged(tmp_path, 4)
    run("shard", "run", str(tmp_path), "--index", "1")
    done, single = merged(tmp_path), run(*words).out
    assert sum(json.loads(done)["histogram"]) == 5**14
    assert without_time(done) == without_time(single)
    # the same again is done already; another question does not fit into the folder
    assert run("shard", "run", str(tmp_path), "--index", "1").code == 0
    assert plan(tmp_path, *words)["units"] == 251
    assert "another plan is in" in plan(tmp_path, *words, of=5, code=2)
    foreign = run("histogram", *CUBE, "--ledger", str(tmp_path))
    assert (foreign.code, "the plan is a record of another puzzle" in foreign.err) == (3, True)


def without_time(text):
    return re.sub(r'"seconds": [0-9.]+', "", text)


@pytest.mark.parametrize("form", ["text", "csv", "bfile"])
def test_every_form_is_that_of_a_single_run(tmp_path, form):
    words = ("histogram", *FIVE, "--format", form)
    plan(tmp_path, *words, of=2)
    for index in (0, 1):
        run("shard", "run", str(tmp_path), "--index", str(index), "--jobs", "2", "-q")
    assert merged(tmp_path) == run(*words).out


@pytest.mark.large
def test_hardest_in_pieces_is_hardest(tmp_path):
    words = ("hardest", "--size", "5x5", "--colours", "3", "--json")
    plan(tmp_path, *words, of=3)
    for index in range(3):
        run("shard", "run", str(tmp_path), "--index", str(index))
    done, single = merged(tmp_path), run(*words).out
    # OEIS A079875, J. Scherphuis
    assert (json.loads(done)["weight"], json.loads(done)["boards"]) == (24, 2147985)
    assert without_time(done) == without_time(single)


def test_a_changed_folder_is_refused(tmp_path):
    plan(tmp_path, "histogram", *FIVE, of=2)
    for index in (0, 1):
        run("shard", "run", str(tmp_path), "--index", str(index))
    piece, text = tmp_path / "0-125.jsonl", (tmp_path / "0-125.jsonl").read_text()
    piece.write_text(text.replace('[3,"', '[3,"1', 1))
    assert "0-125.jsonl:1: not a record" in merged(tmp_path, 3)
    piece.write_text("")
    assert "parts 0 to 124 of 251 are missing" in merged(tmp_path, 4)
    piece.write_text(text)
    shutil.copy(tmp_path / "plan.json", tmp_path / "kept")
    for content in (
        "",
        "[]",
        "{}",
        "\x00",
        '{"format": "lo-exact plan 1", "command": [], "of": 1}',
    ):
        (tmp_path / "plan.json").write_text(content)
        assert "plan" in merged(tmp_path, 3)
    shutil.copy(tmp_path / "kept", tmp_path / "plan.json")
    assert "251" not in merged(tmp_path)


def test_bad_usage(tmp_path):
    folder = str(tmp_path / "new")
    assert run("shard", "run", folder, "--index", "0").code == 3
    assert run("shard", "merge", folder).code == 3
    assert run("shard", "plan", "--of", "2", folder, "histogram").code == 2
    assert "called 'solve'" in plan(folder, "solve", "all-on-5x5", code=2)
    assert "--of is 251 at most here" in plan(folder, "histogram", *FIVE, of=252, code=2)
    assert plan(folder, "histogram", *FIVE, of=1000000000, code=2)
    assert plan(folder, "histogram", "--size", "30x30", of=2, code=4)
    assert "nothing to cut" in plan(folder, "histogram", *TABLE, of=2, code=2)
    assert "nothing to cut" in plan(folder, "hardest", "--size", "5x5", of=2, code=2)
    assert not (tmp_path / "new").exists()
    plan(folder, "histogram", *FIVE, of=2)
    assert "--index is 0 to 1" in run("shard", "run", folder, "--index", "2").err
    assert run("hardest").code == 2
    assert run("histogram", "--size", "4x4", "--plot", "picture.gif").code == 2
    assert run("hardest", "--size", "4by4").code == 3
    for task in ("banana", "run 5", "run -1", "run ²"):
        assert run("histogram", *FIVE, "--task", task).code == 2
    for ledger in ("", "/dev/zero", str(tmp_path / "none" / "ledger")):
        ran = run("histogram", *FIVE, "--ledger", ledger)
        assert (ran.code, ran.err.count("\n")) == (3, 1)


def test_the_commands_print_the_answer_alone(tmp_path):
    ran = run("hardest", "--size", "5x5", "--json")
    found = json.loads(ran.out)
    assert (found["weight"], found["boards"], found["status"]) == (15, 7350, "optimal")
    assert ran.err == ""
    ran = run("hardest", "--size", "4x4")
    assert ran.out.startswith(
        "optimal: the hardest boards need 7 presses; 32 boards need that many presses"
    )
    picture = tmp_path / "h.svg"
    ran = run("histogram", "--size", "4x4", "--format", "bfile", "--plot", str(picture))
    assert ran.out.splitlines()[-1] == "7 32"
    assert picture.read_text().startswith("<svg")
    ran = run("hardest", "--size", "19x19", "--time-limit", "0.2", "--json", "-q")
    assert ran.code == 4
    assert json.loads(ran.out)["status"] == "feasible"
    ran = run("hardest", "data/boards/alien-tiles-4x4-c3.txt", "--json")
    assert json.loads(ran.out)["weight"] == 10
    ran = run("certify", "data/claims/plus-19x19.toml", "--json", "--evidence", str(tmp_path))
    assert ran.code == 1
    assert json.loads(ran.out)["claims"][0]["verdict"] == "false"
    assert (tmp_path / "plus-19x19.evidence.json").is_file()


@pytest.mark.large
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


@pytest.mark.large
def test_hardest_stopped_by_ctrl_c_prints_a_proved_interval():
    words = command("hardest", "--size", "30x30", "--json")
    child = subprocess.Popen(
        words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stderr.readline()  # the first line of progress: it is at work
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "Traceback" not in err
    found = json.loads(out)
    # the mean weight of a coset is 450 at most; a claimed interval of this program's is 412 to 440
    assert found["lower_bound"] <= 440
    assert found["upper_bound"] == 450
