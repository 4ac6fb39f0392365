"""The b-file of A075464: as OEIS wants it, as far as nothing is missing."""

import json
from pathlib import Path

from benchmarks.all_on import RESULTS, b_file

PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published.json"


def test_the_b_file_ends_before_the_first_gap():
    assert b_file({}) == ""
    assert b_file({1: {"weight": 1}, 2: {"weight": 4}, 4: {"weight": 4}}) == "1 1\n2 4\n"


def test_the_b_file_of_what_is_kept_begins_with_the_published_values():
    kept = {entry["n"]: entry for entry in json.loads(RESULTS.read_text())["boards"]}
    values = json.loads(PUBLISHED.read_text())["A075464_all_on_minimum_n1_54"]["values"]
    lines = b_file(kept).splitlines()
    assert lines[:54] == [f"{n} {value}" for n, value in enumerate(values, start=1)]
    assert (lines[78], lines[94]) == ("79 2629", "95 4095")
    assert len(lines) == 122
