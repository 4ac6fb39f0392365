"""The list of engines, and what is said when a package is missing."""

import json
from importlib.util import find_spec

from tests.cli_runner import ALL_ON, run


def test_engines_lists_all_tables_and_every_engine_passes_its_test():
    ran = run("engines", "--json")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert {row["name"] for row in answer["encodings"]} >= {"xor", "chain", "slack", "kernel"}
    assert {row["name"] for row in answer["backends"]} >= {"cadical", "rc2", "cbc", "highs"}
    assert answer["compiled_loops"]["found"] == bool(find_spec("numba"))
    for row in answer["engines"]:
        assert row["self_test"] == "ok" or row["self_test"].startswith("not installed")


def test_a_missing_package_is_named_with_its_install_line_and_ends_with_5(without):
    without("pycryptosat")
    ran = run("min", ALL_ON, "--engine", "xor:cryptominisat")
    assert (ran.code, ran.out, ran.err.count("\n")) == (5, "", 1)
    assert ran.err.endswith("needs pycryptosat: pip install 'pycryptosat>=5.11.21'\n")
    assert run("min", ALL_ON).code == 0
