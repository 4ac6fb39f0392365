"""Registers: one way to find a row, and the names that help texts tell are those of the rows."""

import pytest

from lo_exact import registers
from lo_exact.backends.backend_table import find_backend
from lo_exact.encodings.encoding_table import find_encoding
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import PuzzleError, UsageError
from lo_exact.exports.export_table import EXPORTS, find_export
from lo_exact.formats.format_table import FORMATS, find_format
from lo_exact.puzzle import Objective
from lo_exact.topology import RULES, SURFACES, find_surface
from lo_exact.topology.rules import find_rule


def test_help_tells_the_names_of_the_registers():
    assert list(registers.TOPOLOGIES) == list(SURFACES)
    assert list(registers.NEIGHBOURHOODS) == [rule.name for rule in RULES]
    assert list(registers.OBJECTIVES) == [objective.value for objective in Objective]
    assert list(registers.EXPORTS) == [export.name for export in EXPORTS]


@pytest.mark.parametrize(
    ("look", "wrong", "right", "kind"),
    [
        (find_engine, "coste", "coset", "engine"),
        (find_engine, "atuo", "auto", "engine"),
        (find_engine, "xor:criptominisat", "xor:cryptominisat", "engine"),
        (find_encoding, "chian", "chain", "encoding"),
        (find_backend, "cadicla", "cadical", "backend"),
        (find_format, "jason", "json", "format"),
        (find_export, "wncf", "wcnf", "export format"),
    ],
)
def test_a_name_that_is_nearly_right_is_told(look, wrong, right, kind):
    with pytest.raises(UsageError) as told:
        look(wrong)
    said = str(told.value)
    assert said.startswith(f"no {kind} is called '{wrong}'; ")
    assert said.endswith(f"; did you mean {right}?")


@pytest.mark.parametrize(
    ("look", "wrong", "right"), [(find_surface, "tours", "torus"), (find_rule, "knihgt", "knight")]
)
def test_rules_and_surfaces_are_told_too(look, wrong, right):
    with pytest.raises(PuzzleError, match=rf"got '{wrong}'; did you mean {right}\?$"):
        look(wrong)


def test_a_name_unlike_all_others_is_answered_by_the_names_alone():
    with pytest.raises(UsageError) as told:
        find_format("spreadsheet")
    listed = f"lo-exact formats lists all {len(FORMATS)}"
    assert str(told.value) == f"no format is called 'spreadsheet'; {listed}"
    with pytest.raises(UsageError, match=r"no encoding is called 'x'; there are [a-z]+, "):
        find_encoding("x")


def test_a_hostile_name_is_shortened_and_escaped():
    with pytest.raises(UsageError) as told:
        find_export("\x1b[31m" + "x" * 10**6)
    assert "\x1b" not in str(told.value)
    assert len(str(told.value)) < 200


def test_names_are_completed():
    assert registers.completing(registers.TOPOLOGIES)(incomplete="p") == ["plane", "projective"]
