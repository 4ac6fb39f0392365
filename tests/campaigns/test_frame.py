"""The frame of campaigns ends at the first failure, and says how to find it again."""

from argparse import Namespace

from tests.campaigns import frame
from tests.campaigns.frame import BLOCK_CASES, run, run_block


def right(rng, given):
    yield f"below {given.top}", ""
    assert rng.integers(given.top) < given.top


def wrong_at_seven(rng, given):
    yield "drawn", "seven" if rng.integers(given.top) == 7 else ""


def given(count, **more):
    return Namespace(count=count, seed=3, jobs=2, seconds=0.0, top=10, keep=False, **more)


def test_every_case_is_judged_and_counted(capsys):
    assert run(right, given(2 * BLOCK_CASES + 1)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["51", "below", "10"]
    assert said[1].startswith("51 cases, none wrong, ")


def test_a_failure_ends_it_and_is_printed_with_its_place(capsys):
    assert run(wrong_at_seven, given(500)) == 1
    said = capsys.readouterr().out
    assert said.startswith("WRONG seed 3, block ")
    assert said.endswith(": drawn: seven\n")


def test_blocks_are_streams_of_their_own_and_the_same_each_time():
    found = [run_block(wrong_at_seven, given(1), block, 100)[1] for block in (0, 1, 0)]
    assert found[0] == found[2] != found[1]


def test_a_run_that_is_kept_is_added_and_the_next_seed_is_another(tmp_path, monkeypatch, capsys):
    file = tmp_path / "campaigns.jsonl"
    file.touch()
    monkeypatch.setattr(frame, "RESULTS", file)
    monkeypatch.setattr(frame.subprocess, "run", lambda *_, **__: Namespace(stdout="abc\n"))
    monkeypatch.setattr(frame.sys, "argv", ["test_frame", "--count", "3", "--keep"])
    for _ in range(2):
        assert frame.main(right, "A campaign.", count=5, options={"--top": {"default": 10}}) == 0
    first, second = frame.kept()
    assert (first["campaign"], first["cases"], first["commit"]) == ("test_frame", 3, "abc")
    assert first["seen"] == {"below 10": 3}
    assert (first["seed"], second["seed"]) == (1, 2)
