"""Formulas written for other solvers."""

import hashlib
import json

import pytest

from tests.cli_runner import ALL_ON, run

EXPORTS = ["cnf", "xor", "wcnf", "opb", "lp", "mps"]


@pytest.mark.parametrize("kernel", [[], ["--kernel"]])
@pytest.mark.parametrize("name", EXPORTS)
def test_every_format_is_written(name, kernel):
    ran = run("export", ALL_ON, "--format", name, *kernel)
    assert (ran.code, ran.err) == (0, "")
    assert "1d6c9176132eeacdd5e04b435ea64878072377af65035dcac318a581cafcbcff" in ran.out


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "nothing"],
        ["--format", "lp", "--bound", "3"],
        ["--refutation", "--bound", "3"],
        ["--refutation", "--format", "lp"],
    ],
)
def test_bad_usage_is_one_line(options):
    ran = run("export", ALL_ON, *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_refutation_is_the_formula_of_the_certificate(tmp_path):
    formula = run("export", ALL_ON, "--refutation", "--kernel").out
    assert formula.startswith("p cnf ")
    ours = tmp_path / "ours.json"
    run("min", ALL_ON, "--certificate", str(ours), "--form", "lrat-kernel", "-q")
    (evidence,) = json.loads(ours.read_text())["evidence"]
    assert evidence["cnf_sha256"] == hashlib.sha256(formula.encode()).hexdigest()
