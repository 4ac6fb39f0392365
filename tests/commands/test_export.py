"""Formulas written for other solvers."""

import gzip

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


def test_a_proof_made_elsewhere_is_taken_into_a_certificate(tmp_path):
    ran = run("export", ALL_ON, "--refutation", "--kernel")
    assert ran.out.startswith("p cnf ")
    ours = tmp_path / "ours.json"
    run("min", ALL_ON, "--certificate", str(ours), "--form", "lrat-kernel", "-q")
    (packed,) = tmp_path.glob("*.lrat.gz")
    proof = tmp_path / "proof.lrat"
    proof.write_bytes(gzip.decompress(packed.read_bytes()))
    taken = str(tmp_path / "taken.json")
    asked = ["min", ALL_ON, "--certificate", taken, "--form", "lrat-kernel", "--proof"]
    assert run(*asked, str(proof), "-q").code == 0
    assert run("check", taken).code == 0
    proof.write_bytes(b"1 1 0 2 3 0\n")
    assert run(*asked, str(proof), "-q").code == 3
    assert run("min", ALL_ON, "--proof", str(proof)).code == 2
