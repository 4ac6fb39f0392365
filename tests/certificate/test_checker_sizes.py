"""Every refusal for a size is a verdict of its own kind, and the programs end with 4.

The table provokes each call of `bounded` in the parts, with those of slices (`too_large.py` beside
their tests); a call that nothing provokes fails a test.
"""

import ast
import json
import traceback
from importlib import import_module
from pathlib import Path

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.certify import certify_solution
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.draft import LowerBoundClaim
from lo_exact.certificate.write import BeyondCheckerError, write_certificate
from lo_exact.solver import minimum
from tests.boards.puzzles import grid_puzzle
from tests.certificate.checker_cases import PAIR, PROGRAMS, counted
from tests.certificate.checker_cases import minimum as minimum_of_a_pair
from tests.cli_runner import run

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
PROOF = [b"5 2 0 1 2 0", b"6 0 5 3 4 0"]
THREE_BITS = [0b001, 0b010, 0b100, 0b111]


def certificate(program, document, **change):
    read = program.read_json(json.dumps({**document, **change}).encode())
    program.Certificate(read, Path(), None).judge()


def formula(program):
    program.Formula(program.System(PAIR), 1, [], None)


def file_of(program):
    program.read_file(ROOT / "data/certificates/all-on-5x5.json")


def groups(program):
    """Four groups with equal columns, and the pairs of their sums."""
    made = [program.Group([(column, 1)]) for column in (1, 2, 1, 2)]
    for group in made:
        group.tabulate()
    list(program.pairs(made[:2], made[2:], 2, -2, -4))


def four_groups(program):
    puzzle = {**PAIR, "lights": 0, "buttons": [[], []], "state": "", "target": ""}
    system = program.System(puzzle)
    document = {"particular": "0", "generators": ["1", "2"], "orders": [2, 2]}
    program.light(system, program.Kernel(system, document), ["1", "2", "0", "0"], [0, 0], 0)


def pairs_of_equal_columns(program):
    """Four groups of one unknown each, that find the one solution of weight 0."""
    puzzle = {**PAIR, "buttons": [[0], [1], [0], [1]], "state": "0"}
    system = program.System(puzzle)
    document = {"particular": "0", "generators": ["5", "a"], "orders": [2, 2]}
    program.light(system, program.Kernel(system, document), ["1", "2", "4", "8"], [0, 0], 0)


def visited(program):
    program.visited(program.System(PAIR), 3, [[0, 1, 2]], [3])


def swept(program):
    program.sweep(program.System(PAIR), [0, 1, 2], 3)


def walked(program, document):
    system = program.System(document["puzzle"])
    program.walk(system, program.Kernel(system, document["kernel"]))


def two_vectors(program):
    system = program.System(PAIR)
    for _ in range(2):
        system.presses("0", "presses")


def tree(program, cuts, nodes):
    document = {"by": "tree", "scale": 1, "cuts": cuts, "nodes": nodes}
    program.Tree(program.System(PAIR), document).judge(0, [])


def moats(program):
    evidence = [{"by": "moats", "scale": 1, "sets": [[0]], "heights": [1]}]
    claim = {"kind": "lower bound", "bound": 1, "puzzle_sha256": program.System(PAIR).sha256}
    document = minimum_of_a_pair()
    del document["kernel"]
    certificate(program, document, claim=claim, evidence=evidence)


PROVOKED = [
    (checker, {"MAX_FILE": 9}, file_of),
    (checker, {}, lambda p: p.read_json(b"9" * 4001)),
    (checker, {"MAX_PLACES": 1}, lambda p: p.System(PAIR)),
    (checker, {"MAX_VECTORS": 5}, two_vectors),
    (checker, {}, lambda p: p.integers([2**1024 + 1], "x", 1)),
    (checker, {"MAX_STEPS": 2}, lambda p: certificate(p, minimum_of_a_pair())),
    (checker, {"MAX_PIECES": 1}, lambda p: certificate(p, minimum_of_a_pair())),
    (checker, {"MAX_ROW_BITS": 1}, lambda p: p.rows_of_bits([1, 2])),
    (checker, {"MAX_STEPS": 0}, lambda p: p.rows_of_bits([3, 3])),
    (checker, {"MAX_ROW_BITS": 0}, lambda p: p.rank_of_lights([[], [(0, 1)], [(0, 1)]])),
    (checker, {"MAX_STEPS": 0}, lambda p: p.rank_of_lights([[(0, 1)], [(0, 1)]])),
    (checker, {"MAX_ROW_NUMBERS": 1}, lambda p: p.span_exponent([{0: 1, 1: 1}], 3, 1)),
    (checker, {"MAX_STEPS": 0}, lambda p: p.span_exponent([{0: 1}], 3, 1)),
    (checker, {"MAX_ELEMENTS": 1}, lambda p: walked(p, counted())),
    (checker, {"MAX_BITS": 1}, lambda p: walked(p, counted())),
    (checker, {"MAX_MOATS": 1}, moats),
    (checker, {"MAX_HEIGHT": 0}, moats),
    (checker, {"MAX_PLACES_HELD": 2}, lambda p: tree(p, [[[0], []]], [])),
    (checker, {"MAX_PLACES_HELD": 5}, lambda p: tree(p, [], [[[], "branch", 0]])),
    # x0 + x1 + x2 and x2 end at the same unknown: 2 + 2 bits in front of it, and what is kept in
    # their place is x0 + x1 + x2 and x0 + x1: 3 + 2 bits, 5 unknowns, one step
    (checker, {"MAX_EQUATION_BITS": 3}, swept),
    (checker, {"MAX_EQUATION_BITS": 4}, swept),
    (checker, {"MAX_EQUATION_PLACES": 4}, swept),
    (checker, {"MAX_SWEEP": 0}, swept),
    (checker, {"MAX_SWEEP": 1}, swept),
    (checker, {"MAX_STATES": 1}, swept),
    (checker, {"MAX_PATTERNS": 2}, visited),
    (checker, {"MAX_PATTERN_BITS": 14}, visited),
    # sets of at most one of three unknowns: 8 + 6 + 4 + 2 steps
    (checker, {"MAX_TRIED": 19}, visited),
    (checker, {"Group.max_rank": 1}, lambda p: p.Group([(1, 1), (2, 1)])),
    (checker, {}, lambda p: p.Group([(1, 2**31)])),
    (checker, {"Group.max_sums": 1}, four_groups),
    (checker, {"MAX_LISTED": 0}, groups),
    (checker, {"MAX_PAIRS": 0}, groups),
    (checker, {"MAX_WEIGHTS": 0}, pairs_of_equal_columns),
    (checker, {"MAX_LITERALS": 1}, formula),
    (checker, {"MAX_CLAUSES": 1}, formula),
    (checker, {"MAX_LINE": 3}, lambda p: list(p.lines_of([b"12345\n123456"]))),
    (checker, {"MAX_LOOKS": 1}, lambda p: p.check_lrat(CLAUSES, PROOF)),
    (checker, {"MAX_HELD": 1}, lambda p: p.check_lrat(CLAUSES, PROOF)),
]
for path in sorted((ROOT / "tests").glob("*/too_large.py")):
    PROVOKED += import_module(f"tests.{path.parent.name}.too_large").PROVOKED


def where_bounded(error):
    """Return the line of the call of `bounded` behind an exception."""
    frames = traceback.extract_tb(error.__traceback__)
    at = next(i for i, frame in enumerate(frames) if frame.name == "bounded")
    return frames[at - 1].lineno


def calls_of_bounded(program):
    """Yield (lines, (part, how far behind its head, text)) of each call."""
    heads = {part.line: name for name, part in program.PARTS.items()}
    for node in ast.walk(ast.parse(Path(program.__file__).read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "bounded":
            head = max(line for line in heads if line <= node.lineno)
            place = (heads[head], node.lineno - head, ast.unparse(node))
            yield range(node.lineno, node.end_lineno + 1), place


def patched(monkeypatch, program, values):
    for name, value in values.items():
        monkeypatch.setattr(f"{program.__name__}.{name}", value)


@pytest.mark.parametrize("row", range(len(PROVOKED)))
def test_what_is_too_large_is_a_kind_of_its_own(row, monkeypatch):
    program, values, provoke = PROVOKED[row]
    patched(monkeypatch, program, values)
    verdict = program.verdict_of(lambda: provoke(program))
    assert verdict.kind is program.Kind.TOO_LARGE, verdict
    assert not verdict.accepted


@pytest.mark.large
def test_every_bound_of_the_parts_is_provoked(monkeypatch):
    met = set()
    for program, values, provoke in PROVOKED:
        with monkeypatch.context() as patching:
            patched(patching, program, values)
            with pytest.raises(program.TooLarge) as refusal:
                provoke(program)
        line = where_bounded(refusal.value)
        met |= {call for span, call in calls_of_bounded(program) if line in span}
    there = {call for program in PROGRAMS for _, call in calls_of_bounded(program)}
    assert met == there


def test_no_bound_is_a_mere_rejection():
    """A constant MAX_... is compared in calls of `bounded` alone, or handed to `size`."""
    for program in PROGRAMS:
        for node in ast.walk(ast.parse(Path(program.__file__).read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("require", "number"):
                used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                assert not {name for name in used if name.startswith("MAX_")}, ast.unparse(node)


def test_memory_that_runs_out_is_a_size_as_well():
    def exhausted():
        raise MemoryError

    assert checker.verdict_of(exhausted).kind is checker.Kind.TOO_LARGE


def of_eleven_pieces(path):
    write_certificate(grid_puzzle(5, 5), LowerBoundClaim(15), path, forms=["walk"])
    document = json.loads(path.read_text())
    document["evidence"] = [{"by": "walk"}] * 11
    path.write_text(json.dumps(document))
    return str(path)


def test_the_programs_end_with_4(tmp_path, capsys):
    path = of_eleven_pieces(tmp_path / "c.json")
    assert checker.main([path]) == 4
    said = "too-large: there are more than 10 pieces of evidence\n"
    assert capsys.readouterr().out == said
    verdict = check_in_fresh_process(path)
    assert (verdict.kind, verdict.accepted) == (checker.Kind.TOO_LARGE, False)
    ran = run("check", path)
    assert (ran.code, ran.out) == (4, said)
    answer = json.loads(run("check", path, "--json").out)
    assert (answer["accepted"], answer["kind"]) == (False, "too-large")


def test_what_is_too_large_is_no_bug_of_ours(monkeypatch):
    refused = checker.Verdict(checker.Kind.TOO_LARGE, "any words at all")
    monkeypatch.setattr("lo_exact.certificate.certify.check_in_fresh_process", lambda *_: refused)
    with pytest.raises(BeyondCheckerError, match="no certificate shows it: any words at all"):
        certify_solution(minimum(grid_puzzle(2, 2)))
