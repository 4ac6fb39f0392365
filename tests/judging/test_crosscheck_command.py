"""Engines compared."""

import json

import pytest

from tests.cli_runner import ALL_ON, run


def test_crosscheck_compares_the_engines_asked_for():
    names = ["coset", "exhaustive", "slack:highs", "chain:rc2"]
    asked = [word for name in names for word in ("--engine", name)]
    ran = run("crosscheck", "-", *asked, "--json", text="111\n111\n111\n")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert [row["engine"] for row in answer["engines"]] == names
    assert {row["weight"] for row in answer["engines"]} == {5}
    counted = {row["engine"]: row["minimum_solutions"] for row in answer["engines"]}
    assert counted == dict.fromkeys(names, 1) | {"slack:highs": None}
    assert answer["proved"] == 4


@pytest.mark.parametrize(
    "options",
    [
        [],
        [ALL_ON, "--random", "3"],
        ["--random", "3", "--size", "5"],
        ["--random", "3", "--size", "5x5..2x2"],
        ["--random", "3", "--colours", "9..2"],
        ["--random", "3", "--neighbourhood", "king"],
        ["--random", "3", "--legend", "x=on"],
        [ALL_ON, "--jobs", "2"],
    ],
)
def test_crosscheck_refuses_bad_usage(options):
    ran = run("crosscheck", *options)
    assert (ran.code, ran.out) == (2, "")


def test_a_disagreement_is_saved_and_ends_with_1(monkeypatch, tmp_path):
    from dataclasses import replace

    from lo_exact import solver
    from lo_exact.judging import crosscheck

    def lying(puzzle, *, engine, **options):
        found = solver.minimum(puzzle, engine=engine, **options)
        return replace(found, weight=4, lower_bound=4) if engine == "exhaustive" else found

    monkeypatch.setattr(crosscheck, "minimum", lying)
    monkeypatch.chdir(tmp_path)
    ran = run(
        "crosscheck", "-", "--engine", "coset", "--engine", "exhaustive", text="111\n111\n111\n"
    )
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    (path,) = tmp_path.glob("lo-exact-disagreement-*.json")
    assert path.name in ran.err
    saved = json.loads(path.read_text())
    assert {row["weight"] for row in saved["answers"]} == {4, 5}
    board = tmp_path / "board.json"
    board.write_text(json.dumps(saved["puzzle"]))
    shown = json.loads(run("show", str(board), "--json").out)
    assert shown["puzzle_sha256"] == saved["puzzle_sha256"]
