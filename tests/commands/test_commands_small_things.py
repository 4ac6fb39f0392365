"""Small things a new user stumbles over."""

import pytest

from tests.cli_runner import ALL_ON, run

MATRIX = '{"graph": {"vertices": ["a"], "edges": []}, "state": [1]}'


@pytest.mark.parametrize(
    ("american", "ours"),
    [
        (["--colors", "3"], ["--colours", "3"]),
        (["--colors=3", "--neighborhood=king"], ["--colours", "3", "--neighbourhood", "king"]),
        (["--neighborhood", "x"], ["--neighbourhood", "x"]),
    ],
)
def test_american_spellings_of_options_are_taken(american, ours):
    first = run("show", "-", *american, "--json", text="11\n11\n")
    assert first.code == 0
    assert first.out == run("show", "-", *ours, "--json", text="11\n11\n").out
    assert run("make", "full", "--size", "2x2", "--color", "1").out == "11\n11\n"


def test_a_time_limit_with_a_unit_says_what_is_wanted():
    ran = run("min", ALL_ON, "--time-limit", "30s")
    assert ran.code == 2
    assert "wants seconds as a number" in ran.err
    assert "'30s'" in ran.err
    assert run("min", ALL_ON, "--time-limit", "30").code == 0


def test_an_engine_that_is_nearly_right_is_named():
    ran = run("min", ALL_ON, "--engine", "slack:hihgs")
    assert ran.code == 2
    assert "did you mean slack:highs?" in ran.err


def test_plan_takes_q_and_never_says_a_negative_memory():
    for text in ("1\n", MATRIX, "1" * 40 + "\n"):
        ran = run("plan", "-", "-q", text=text)
        assert ran.code == 0
        assert "-1" not in ran.out.replace("row-", "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("101\n0,1,0", "2:2"),
        ("1, 0, 1\n0 1 0", "1:2"),
    ],
)
def test_rows_with_commas_get_the_sentence_for_commas(text, place):
    ran = run("min", "-", text=text)
    assert ran.code == 3
    assert f"-:{place}: rows have no commas" in ran.err


def test_two_rows_of_two_with_a_comma_may_be_places():
    ran = run("min", "-", text="1, 0\n0 1")
    assert ran.code == 3
    assert "the text reads 2 ways: 2 x 2 board (--as literal) | lit places, " in ran.err
    assert run("min", "-", "--as", "literal", text="1, 0\n0 1").code == 0
    ran = run("min", "-", "--as", "board", text="1, 0\n0 1")
    assert ran.code == 3
    assert "-:1:2: rows have no commas" in ran.err
    ran = run("min", "-", "--size", "2x2", text="1, 0\n0 1")
    assert ran.code == 3
    assert "(--as literal) | lit places, (row, column) from 0 (--as places0)" in ran.err


def test_a_bad_glyph_is_reported_at_its_first_place():
    ran = run("min", "-", text="1z0\n0a1\n")
    assert ran.code == 3
    assert ran.err.startswith("lo-exact: -:1:2: ")
    assert "'z'" in ran.err


def test_edge_lists_refuse_control_characters_in_names():
    ran = run("min", "-", text="graph: undirected\nstate: a\x1b[31m=1 b=0\n\na\x1b[31m b\n")
    assert ran.code == 3
    assert "printable" in ran.err
    assert "\x1b" not in ran.err


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_names_in_comments_of_an_integer_program_are_those_of_its_rows(form):
    lines = run("export", "-", "--format", form, text="11\n11\n").out.splitlines()
    notes = [line for line in lines if "unknown 0," in line]
    assert len(notes) == 1
    assert notes[0].endswith("is x1")


def test_show_prints_json_when_asked():
    assert run("show", ALL_ON, "--json").out.startswith('{"state"')


@pytest.mark.parametrize(
    "words",
    [
        ["min", ALL_ON, "--pbm"],
        ["solve", ALL_ON, "--pbm"],
        ["min", ALL_ON, "--certificate"],
        ["min", ALL_ON, "--picture"],
        ["min", ALL_ON, "--ledger"],
        ["show", ALL_ON, "--output"],
        ["walk", "published", "--certificate"],
        ["decode", "checks.npy", "shots.b8", "--output"],
    ],
)
def test_a_dash_is_no_file_to_write(words, tmp_path, monkeypatch):
    """It would be a file of that name beside what is printed."""
    monkeypatch.chdir(tmp_path)
    ran = run(*words, "-")
    assert (ran.code, ran.out) == (2, "")
    said = f"lo-exact: {words[-1]} wants a file name, got - (a file named - is ./-)\n"
    assert ran.err.endswith(said)
    assert list(tmp_path.iterdir()) == []
