"""What can be asked of an answer: objective, target, engine, time, ledgers."""

import json

import pytest

from tests.cli_runner import ALL_ON, run


def test_the_objective_can_be_asked_anew():
    ran = run("min", "-", "--colours", "3", "--objective", "buttons", text="1\n")
    assert ran.out.startswith("optimal: 1 button,")
    ran = run("min", "-", "--colours", "3", text="1\n")
    assert ran.out.startswith("optimal: 2 presses,")


def test_any_uniform_colour_as_target():
    ran = run("min", ALL_ON, "--target", "any")
    assert ran.out.startswith("optimal: 0 presses")


def test_an_engine_can_be_named_and_verbose_says_it():
    ran = run("min", ALL_ON, "--engine", "slack:highs", "-v")
    assert ran.out.startswith("optimal: 15 presses")
    assert "engine slack:highs" in ran.err
    ran = run("min", ALL_ON, "--engine", "nothing")
    assert (ran.code, ran.out) == (2, "")
    assert "no engine is called 'nothing'" in ran.err


def test_a_time_limit_gives_a_status_and_a_bound_and_exit_code_4(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text(run("make", "random", "--size", "14x14", "--seed", "5").out)
    ran = run("min", str(board), "--engine", "slack:cbc", "--time-limit", "1", "--json")
    assert ran.code == 4
    answer = json.loads(ran.out)
    assert answer["status"] in ("feasible", "unknown")
    truth = json.loads(run("min", str(board), "--json").out)
    assert truth["status"] == "optimal"
    assert answer["lower_bound"] <= truth["weight"] <= answer.get("weight", truth["weight"])
    assert (
        "optimal" not in run("min", str(board), "--engine", "slack:cbc", "--time-limit", "0.2").out
    )


@pytest.mark.parametrize("seconds", ["-1", "nan", "x", ""])
def test_a_time_limit_must_be_seconds(seconds):
    ran = run("min", ALL_ON, "--time-limit", seconds)
    assert (ran.code, ran.out) == (2, "")


def test_a_long_search_is_taken_up_where_it_stopped(tmp_path):
    board, ledger = tmp_path / "board.txt", str(tmp_path / "search.jsonl")
    board.write_text(run("make", "random", "--size", "30x30", "--seed", "5").out)
    whole = json.loads(run("min", str(board), "--json", "--count").out)
    asked = ["min", str(board), "--ledger", ledger, "--json", "--count", "-q"]
    stopped = run(*asked, "--time-limit", "0")
    assert stopped.code == 4
    done = json.loads(run(*asked).out)
    for key in ("status", "weight", "presses", "minimum_solutions"):
        assert done[key] == whole[key]
    ran = run("min", ALL_ON, "--ledger", ledger, "--count")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--ledger", "/no/such/folder/search.jsonl"], 3),
        (["--ledger", "search.jsonl", "--engine", "slack:highs"], 2),
    ],
)
def test_ledgers_refuse_bad_usage(options, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("min", ALL_ON, *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
