"""The checkers are their parts, joined; each part stands alone and says what it is worth."""

import ast
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from join_checkers import CHECKERS, FOLDER, PACKAGE, joined_checker, read_part
from lo_exact.certificate import checker, counters_checker
from lo_exact.certificate.certify import write_certificate
from lo_exact.certificate.draft import LowerBoundClaim
from tests.boards.puzzles import grid_puzzle
from tests.cli_runner import TAKEN_OUT, skip_without_slice

FILES = [path for path in PACKAGE.glob("**/checker_parts/**/*.py") if path.stem != "__init__"]
NAMES = sorted(path.stem for path in FILES)
MOST_LINES = 736
"""Lines of code that a sceptic reads for one form of evidence."""
MOST_LINES_PLAIN = 649
"""The same for proofs of plain formulas, which need no list of all solutions."""
MOST_LINES_CLAIM = 962
"""The same for the evidence of a claim about all boards."""


@pytest.mark.parametrize("name", CHECKERS)
def test_a_checker_is_its_parts_byte_for_byte(name):
    """Where this fails: make checkers."""
    assert (FOLDER / name).read_text() == joined_checker(name)


def test_a_checkout_that_was_never_installed_says_so_in_one_line(tmp_path):
    shutil.copytree(
        FOLDER.parent, tmp_path / "lo_exact", ignore=shutil.ignore_patterns("*checker.py")
    )
    board = Path(__file__).parents[2] / "data/certificates/all-on-5x5.json"
    done = subprocess.run(
        [sys.executable, "-m", "lo_exact", "check", str(board)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("lo-exact: this checkout was never installed")
    assert done.stderr.count("\n") == 1


def test_every_part_is_joined_somewhere():
    joined = {part for parts, *_ in CHECKERS.values() for part in parts.split()}
    assert joined == set(NAMES) or TAKEN_OUT.exists()  # the core keeps what two slices join
    assert joined <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_imports_the_standard_library_and_parts_alone(name):
    part = read_part(name)
    modules = {word.partition(" ")[0].partition(".")[0] for word in part.modules}
    modules |= {module.partition(".")[0] for module in part.names}
    modules |= {  # nothing is imported further down
        "a module inside"
        for node in ast.walk(ast.parse(part.body))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert modules <= sys.stdlib_module_names
    (path,) = (path for path in FILES if path.stem == name)
    import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))


@pytest.mark.parametrize("name", NAMES)
def test_a_part_says_what_it_proves_and_what_it_trusts(name):
    about = read_part(name).about
    assert "Proves: " in about
    assert "Trusts: " in about


@pytest.mark.parametrize("program", [checker, counters_checker])
def test_the_table_of_parts_is_true(program):
    lines = Path(program.__file__).read_text().splitlines()
    for name, part in program.PARTS.items():
        assert lines[part.line - 1].strip("-# ") == name
        assert part.lines > 5


@pytest.mark.parametrize("program", [checker, counters_checker])
def test_no_form_of_evidence_takes_more_lines_than_somebody_reads(program, capsys):
    assert program.main(["--forms"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == list(program.FORMS)
    for name, row in program.FORMS.items():
        for unread in ("bits", "residues"):
            words = program.read_by(["program", row.part], unread).split()
            assert int(words[2]) <= MOST_LINES, name


def test_a_proof_of_a_plain_formula_is_read_without_the_kernel(tmp_path):
    path = tmp_path / "c.json"
    write_certificate(grid_puzzle(2, 2), LowerBoundClaim(4), path, forms=["lrat-plain"])
    words = checker.check(path).text.splitlines()[-1].split()
    assert int(words[2]) <= MOST_LINES_PLAIN
    assert not {"solutions,", "bits,", "residues,"} & set(words)
    write_certificate(grid_puzzle(2, 2), LowerBoundClaim(4), path, forms=["lrat-kernel"])
    words = checker.check(path).text.splitlines()[-1].split()
    assert {"solutions,", "bits,"} <= set(words)
    assert "residues," not in words


def test_what_judged_stands_in_the_verdict(capsys):
    path = Path(__file__).parents[2] / "data/certificates/all-on-5x5.json"
    assert checker.main([str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("judged by ")
    assert "walk" in last
    assert "residues" not in last  # two colours


def test_evidence_of_claims_is_read_without_forms_of_certificates():
    skip_without_slice(["certify"])
    path = Path(__file__).parents[2] / "data/claims/plus-9x9.evidence.json"
    words = checker.check(path).text.splitlines()[-1].split()
    assert int(words[2]) <= MOST_LINES_CLAIM
    assert {"boards,", "flat_spectra,", "published,"} <= set(words)
    assert not {"walk,", "kernel,", "solutions,"} & set(words)


def test_a_part_out_of_order_is_noticed(monkeypatch):
    monkeypatch.setitem(CHECKERS, "checker.py", ("verdict puzzle reading", "x", "y"))
    with pytest.raises(ValueError, match="puzzle stands before a part that it uses"):
        joined_checker("checker.py")
