"""How the checker reads: JSON, vectors, and the puzzle as a system."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Kind, Rejected
from lo_exact.certificate.draft import puzzle_document
from tests.certificate.checker_cases import (
    FOUR,
    HOPELESS,
    PAIR,
    PROGRAMS,
    case,
    certificate,
    solution,
    words,
)
from tests.truth.certificates.judge import named


def test_an_ignored_light_has_target_0():
    puzzle = {**PAIR, "ignored": [0], "target": "1"}
    document = certificate({**PAIR, "ignored": [0]}, {"kind": "unsolvable"}, [])
    document["puzzle"] = puzzle
    assert words(document) == "rejected: the target of an ignored light must be 0"


def test_lights_that_do_not_matter_are_dropped():
    puzzle = {**HOPELESS, "ignored": [0]}
    kernel = {"particular": [0], "generators": [[1]], "orders": [4]}
    document = certificate(puzzle, {"kind": "solutions", "count": 4}, [{"by": "kernel"}], kernel)
    assert words(document).startswith("number of solutions: 4\n")


def test_the_shift_of_a_uniform_target_is_an_unknown_that_costs_nothing():
    puzzle = {**HOPELESS, "uniform": True}
    kernel = {"particular": [0, 3], "generators": [[1, 2]], "orders": [4]}
    claim = {"kind": "minimum", "weight": 0, "count": 1, "minima": [[0, 3]]}
    document = certificate(puzzle, claim, [{"by": "walk"}], kernel)
    assert words(document).startswith("the least weight is 0")


def test_a_uniform_target_of_no_lights_has_no_shift():
    puzzle = {**HOPELESS, "uniform": True, "ignored": [0]}
    claim = {"kind": "solution", "weight": 0, "presses": [0]}
    assert words(certificate(puzzle, claim, [])).startswith("these presses solve it")


def test_a_button_costs_its_price_once_when_buttons_count():
    claim = {"kind": "solution", "weight": 1, "presses": [0, 3]}
    document = certificate({**FOUR, "objective": "buttons"}, claim, [])
    assert words(document).startswith("these presses solve it, with weight 1")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a":1,"a":1}', "a key stands twice in one JSON object"),
        (b'[{"b":{"a":1,"a":2}}]', "a key stands twice in one JSON object"),
        (b"[1.0]", "1.0 is not an integer"),
        (b"[1e5]", "1e5 is not an integer"),
        (b"[NaN]", "NaN is not an integer"),
        (b"[-Infinity]", "-Infinity is not an integer"),
        (b"[0." + b"1" * 40 + b"]", "0.111111111111111111 is not an integer"),
        (b"1" * 4001, "a number has more than 4000 digits"),
        (b"{} {}", "this is not JSON: Extra data: line 1 column 4 (char 3)"),
        (b"", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
    ],
)
def test_json_is_read_strictly(data, reason):
    with pytest.raises(Rejected) as caught:
        checker.read_json(data)
    assert str(caught.value) == reason


@pytest.mark.parametrize("data", [b"\xff", b"\xef\xbb\xbf{}", b"[" * 10**5, '"a"'.encode("utf-16")])
def test_what_is_no_utf8_json_is_rejected(data):
    with pytest.raises(Rejected, match="this is not JSON: "):
        checker.read_json(data)


def test_numbers_of_4000_digits_are_read():
    assert checker.read_json(b"[" + b"7" * 4000 + b"]") == [int("7" * 4000)]


def test_a_file_beyond_the_bound_is_rejected(tmp_path, monkeypatch):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(solution()))
    monkeypatch.setattr(checker, "MAX_FILE", path.stat().st_size)
    assert checker.check(path).accepted
    monkeypatch.setattr(checker, "MAX_FILE", path.stat().st_size - 1)
    said = f"c.json has more than {path.stat().st_size - 1} bytes"
    assert checker.check(path) == (Kind.TOO_LARGE, said)


@pytest.mark.parametrize(
    ("value", "length", "read"),
    [("", 0, []), ("13", 5, [1, 1, 0, 0, 1]), ("08", 5, [0, 0, 0, 1, 0]), ("1", 1, [1])],
)
def test_a_vector_of_two_colours_is_a_hex_number(value, length, read):
    assert checker.vector(value, "v", length, 2) == read


@pytest.mark.parametrize("seed", range(40))
def test_puzzle_and_hash_are_read_as_the_library_does(seed):
    puzzle, _, truth, system, _ = case(seed)
    assert system.sha256 == puzzle.sha256 == named(puzzle_document(puzzle))
    for x in list(truth.weights)[:20]:
        assert system.image(list(x)) == system.need
        assert system.weight(list(x)) == truth.weights[x]


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        (program, kind)
        for program in PROGRAMS
        for kind in ("", "distance_", "walk_")
        if f"{kind}checker.py" != Path(program.__file__).name.replace("counters_", "")
    ],
    ids=str,
)
def test_a_certificate_for_another_checker_names_it(program, kind, tmp_path):
    path = tmp_path / "given.json"
    path.write_text(
        json.dumps({"format": f"lo-exact {kind.replace('_', ' ')}certificate", "version": 1})
    )
    ran = subprocess.run(
        [sys.executable, program.__file__, path], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    how = f"lo-exact check FILE --write-checker {kind}checker.py"
    assert ran.stdout == f"for another checker: write it by {how}\n"
