"""The pages about certificates: what they show is accepted, their formulas are the bytes."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import solve_linear
from lo_exact.certificate import checker
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS, FORMS
from lo_exact.engines.engine_table import OWN_ENGINES, engines_of_slices
from tests.boards.puzzles import grid_puzzle
from tests.certificate.in_process import check_certificate
from tests.cli_runner import skip_without_slice
from tests.truth.certificates.formula import claim_formula

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = "".join(
    (DOCS / f"{page}.md").read_text()
    for page in ("certificates", "certificate-format", "certificate-forms")
)
CERTIFICATES = re.findall(r"<!-- certificate -->\n```json\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("text", CERTIFICATES)
def test_the_certificates_made_by_hand_are_accepted(text, tmp_path):
    for evidence in json.loads(text)["evidence"]:
        skip_without_slice([f"form:{evidence['by']}"])
    path = tmp_path / "c.json"
    path.write_text(text)
    assert check_certificate(path).accepted


def test_what_the_program_prints_is_shown(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(CERTIFICATES[0])
    assert f"accepted: {checker.check(path).text}\n" in TEXT
    assert len(CERTIFICATES) == 4


def test_the_drawn_quiet_patterns_and_presses_are_those_of_the_5x5_board():
    puzzle = grid_puzzle(5, 5)
    part = TEXT.split("## A certificate by hand: the 5x5 board")[1]
    blocks = re.findall(r"```\n(.*?)```", part, re.DOTALL)[:2]
    quiet, presses = ([re.findall(r"[.#]", row) for row in b.splitlines()] for b in blocks)
    x = [int(mark == "#") for row in presses for mark in row]
    assert puzzle.system.solves(np.array(x))
    covers = []
    for k in (0, 5, 10):
        pattern = np.array([int(mark == "#") for row in quiet for mark in row[k : k + 5]])
        assert pattern.any()
        assert not puzzle.activation.dot(pattern).any()
        covers.append([int((pattern * x).sum()), int((pattern * (1 - np.array(x))).sum())])
    said = re.findall(r"covers (\d) pressed and (\d) unpressed|covers (\d) and (\d)", part)[:3]
    assert covers == [[int(n) for n in numbers if n] for numbers in said]


def test_the_shown_formulas_are_the_bytes():
    puzzle = grid_puzzle(1, 2)
    coset = solve_linear(puzzle.system.matrix, puzzle.system.syndrome)
    block = re.search(r"```\n(p cnf 5 15\n.*?)```", TEXT, re.DOTALL).group(1)
    shown = "".join(re.split(r"  +", line)[0] + "\n" for line in block.splitlines() if line)
    blocked = ((1, 0), (0, 1))
    plain = claim_formula(puzzle.system, 1, blocked=blocked).dimacs()
    kernel = claim_formula(puzzle.system, 1, blocked=blocked, coset=coset).dimacs()
    assert shown == (plain + kernel).decode()


def test_the_bounds_are_those_of_the_checker():
    said = re.search(r"## Bounds of the checker.*?A malicious", TEXT, re.DOTALL).group(0)
    assert "| a file | 64 MiB of JSON, ten pieces of evidence |" in said
    assert (checker.MAX_FILE, checker.MAX_PIECES) == (64 * 2**20, 10)
    assert "| a puzzle | 2^22 lights, 2^22 buttons " in said
    assert checker.MAX_PLACES == 2**22
    assert "5 * 10^7 numbers in all, 10^9 steps of multiplying out" in said
    assert "| elimination | 10^9 steps |" in said
    assert (checker.MAX_VECTORS, checker.MAX_STEPS) == (5 * 10**7, 10**9)
    assert "| walks | 2^26 solutions, 2^40 bits " in said
    assert (checker.MAX_ELEMENTS, checker.MAX_BITS) == (2**26, 2**40)
    assert (
        "| halves | groups of rank 24 and 2^26 sums in all, 2^22 of them listed; for each half "
        "2^28 pairs and 2^20 different weights |" in said
    )
    assert checker.MAX_WEIGHTS == 2**20
    assert (checker.Group.max_rank, checker.Group.max_sums) == (24, 2**26)
    assert (checker.MAX_LISTED, checker.MAX_PAIRS) == (2**22, 2**28)
    assert (
        "| sweeps | 2^20 sums and 2^32 bits at a time, 2^27 steps; equations of 2^32 bits and "
        "5 * 10^7 unknowns |" in said
    )
    assert (checker.MAX_STATES, checker.MAX_SWEEP) == (2**20, 2**27)
    assert (checker.MAX_SUM_BITS, checker.MAX_EQUATION_BITS) == (2**32, 2**32)
    assert "| windows | 2^20 parts of patterns listed, 2^32 bits of their sums, " in said
    assert (checker.MAX_PATTERNS, checker.MAX_PATTERN_BITS) == (2**20, 2**32)
    assert checker.MAX_TRIED == 2**28
    assert "| trees | 5 * 10^7 unknowns in their cuts, as many in open boxes |" in said
    assert checker.MAX_EQUATION_PLACES == checker.MAX_PLACES_HELD == 5 * 10**7
    assert "| formulas | 2 * 10^6 variables and clauses, 2 * 10^7 literals |" in said
    assert (checker.MAX_CLAUSES, checker.MAX_LITERALS) == (2 * 10**6, 2 * 10**7)
    assert "| proofs | 2^31 bytes, 10^8 places held at a time " in said
    assert "10^10 literals looked at |" in said
    assert (checker.MAX_PROOF, checker.MAX_HELD, checker.MAX_LOOKS) == (2**31, 10**8, 10**10)


def test_the_keys_of_the_grammar_are_those_of_the_library():
    shown = json.loads(CERTIFICATES[1])
    assert set(shown["puzzle"]) | {"amounts", "ignored", "prices"} == set(
        re.findall(r'"(\w+)"\??:', TEXT.split("puzzle      = ")[1].split("claim  ")[0])
    )


def test_every_engine_stands_in_the_table_of_evidence_and_no_other():
    rows = TEXT.split("## Which engine leaves which evidence")[1].split("\n## ")[0].splitlines()
    cells = [row.split("|")[1:-1] for row in rows if row.startswith("| `")]
    named = [name for row in cells for name in re.findall(r"`([^`]+)`", row[0])]
    assert sorted(named) == sorted(
        [*(engine.name for engine in (*OWN_ENGINES, *engines_of_slices())), "ENCODING:BACKEND"]
    )
    forms = {name for row in cells for name in re.findall(r"`([a-z]+)`", row[1])}
    known = [*COUNTERS_FORMS, *(form.name.split("-")[0] for form in FORMS)]
    assert forms <= set(known)
    assert all(row[1].strip() and row[2].strip() for row in cells)
