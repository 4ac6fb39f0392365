"""Formulas written for other solvers, and what they say judged, on the command line."""

import gzip
import json

import pytest

from lo_exact.formats import read_puzzle
from lo_exact.outcome import Status
from lo_exact.solution import Solution
from tests.cli_runner import ALL_ON, ROOT, run

EXPORTS = ["cnf", "xor", "wcnf", "opb", "lp", "mps"]


@pytest.mark.parametrize("kernel", [[], ["--kernel"]])
@pytest.mark.parametrize("name", EXPORTS)
def test_every_format_is_written(name, kernel):
    ran = run("export", ALL_ON, "--format", name, *kernel)
    assert (ran.code, ran.err) == (0, "")
    assert "1d6c9176132eeacdd5e04b435ea64878072377af65035dcac318a581cafcbcff" in ran.out


def test_a_minimum_of_rc2_is_judged(tmp_path):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    path = tmp_path / "board.wcnf"
    path.write_text(run("export", ALL_ON, "--format", "wcnf").out)
    with RC2(WCNF(from_file=str(path))) as rc2:
        values = rc2.compute()
        assert rc2.cost == 15
    answer = f"s OPTIMUM FOUND\nv {' '.join(map(str, values))} 0\n"
    ran = run("import-answer", ALL_ON, "--format", "wcnf", text=answer)
    assert (ran.code, ran.out) == (0, "right: a minimum solution (15)\n")
    flipped = (
        answer.replace("v -1 ", "v 1 ") if "v -1 " in answer else answer.replace("v 1 ", "v -1 ")
    )
    ran = run("import-answer", ALL_ON, "--format", "wcnf", "--json", text=flipped)
    assert ran.code == 1
    assert json.loads(ran.out)["verdict"] == "not a solution"


@pytest.mark.parametrize(
    ("bound", "code"), [(["--bound", "14"], 0), (["--bound", "15"], 1), ([], 1)]
)
def test_unsatisfiable_is_judged_with_the_bound(bound, code):
    ran = run("import-answer", ALL_ON, *bound, text="s UNSATISFIABLE\n")
    assert ran.code == code
    assert ran.out.startswith("right: " if code == 0 else "wrong: ")


@pytest.mark.parametrize("text", ["", "hello\n", "v 1 2 x y 0\n", "s UNKNOWN\n"])
def test_an_answer_that_says_nothing_is_bad_input(text):
    ran = run("import-answer", ALL_ON, text=text)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


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


def test_the_stored_answer_is_a_solution():
    ran = run("import-answer", ALL_ON, "-a", str(ROOT / "data/answers/all-on-5x5.txt"))
    assert ran.code == 0
    assert ran.out.startswith("right: a")


def test_values_beyond_the_bound_are_wrong(tmp_path):
    """A solution of 15 was called right for a formula that allows 14."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    path = tmp_path / "board.cnf"
    path.write_text(run("export", ALL_ON, "--format", "cnf").out)
    with Solver("cadical153", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve()
        values = " ".join(map(str, solver.get_model()))
    said = f"s SATISFIABLE\nv {values} 0\n"
    assert run("import-answer", ALL_ON, text=said).code == 0
    ran = run("import-answer", ALL_ON, "--bound", "14", text=said)
    assert (ran.code, "and the formula allows 14 at most" in ran.out) == (1, True)
    ran = run("import-answer", ALL_ON, text=said.replace("SATISFIABLE", "UNSATISFIABLE"))
    assert (ran.code, "has values and says UNSATISFIABLE" in ran.err) == (3, True)


@pytest.mark.parametrize(("bound", "verdict"), [(4, "unsolvable"), (5, "open")])
def test_nothing_known_is_no_proof_that_none_weighs_so_little(monkeypatch, bound, verdict):
    """A minimum that was stopped before it had presses counted as unsolvable."""
    puzzle = read_puzzle(ALL_ON)
    stopped = Solution(puzzle, Status.UNKNOWN, lower_bound=5, engine="x", stopped="no memory")
    monkeypatch.setattr("lo_exact.solver.minimum", lambda asked: stopped)
    ran = run("import-answer", ALL_ON, "--bound", str(bound), "--json", text="s UNSATISFIABLE\n")
    assert json.loads(ran.out)["verdict"] == verdict
    assert ran.code == (verdict == "open")
