"""The frame of campaigns ends at the first failure, and says how to find it again."""

from argparse import Namespace

from tests.campaigns.frame import BLOCK_CASES, run, run_block


def right(rng, given):
    yield f"below {given.top}", ""
    assert rng.integers(given.top) < given.top


def wrong_at_seven(rng, given):
    yield "drawn", "seven" if rng.integers(given.top) == 7 else ""


def given(count, **more):
    return Namespace(count=count, seed=3, jobs=2, seconds=0.0, top=10, **more)


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
