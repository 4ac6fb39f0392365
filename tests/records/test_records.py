"""The set of records: its form, where it comes from, and that a changed record is noticed."""

import json

import jsonschema
import pytest

from benchmarks.records.check import faults
from benchmarks.records.collect import RECORDS, SOURCES, collected, digits_of, in_hexadecimal, load

SCHEMA = json.loads((RECORDS / "schema.json").read_text(encoding="utf-8"))
EVERY = [record for name in SOURCES for record in load(name)]


def test_every_record_is_as_the_schema_says_and_has_a_name_of_its_own():
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert [str(e.message) for record in EVERY for e in validator.iter_errors(record)] == []
    assert len({record["id"] for record in EVERY}) == len(EVERY)


@pytest.mark.parametrize("name", SOURCES)
def test_the_records_are_those_made_from_the_data(name):
    """Where this fails: make records."""
    assert collected(name, history=False) == load(name)


def small(record):
    asked = record["question"]
    return asked.get("rows", 99) * asked.get("columns", 99) <= 150 or asked.get("n", 999) < 60


def test_presses_of_small_records_multiply_out():
    checked = [record for record in EVERY if small(record)]
    assert len(checked) > 100
    assert {record["question"]["kind"] for record in checked} == {"minimum", "hardest", "distance"}
    assert [list(faults(record)) for record in checked] == [[]] * len(checked)


@pytest.mark.parametrize(
    "name", ["all-on 5x5", "hardest plus 4x4", "distance bb:3,3:1+x+y:1+x^2+y^2"]
)
def test_a_record_that_was_changed_has_a_fault(name):
    (record,) = (one for one in EVERY if one["id"] == name)
    assert list(faults(record)) == []
    assert list(faults(record | {"value": record["value"] + 1}))
    turned = f"{int(record['presses'], 16) ^ 6:x}"  # another word, often of the same weight
    assert list(faults(record | {"presses": turned}))


def test_digits_come_back():
    for base, digits in ((2, [0, 1, 1, 0]), (6, [0, 5, 3]), (12, [11, 0])):
        assert digits_of(in_hexadecimal(digits, base), base, len(digits)) == digits
