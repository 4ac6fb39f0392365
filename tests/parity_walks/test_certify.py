"""Certificates of walks: accepted when true, rejected when anything about them is not."""

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Solver

from lo_exact.certificate import walk_checker
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.certificate.walk_checker import Board, Level, Rejected, formula
from lo_exact.errors import DisagreementError, InputError, UsageError
from lo_exact.outcome import Status
from lo_exact.parity_walks.certify import (
    level_sha256,
    needed_cuts,
    refute_walks,
    shorter_walk_clauses,
    write_walk_certificate,
)
from lo_exact.parity_walks.cuts import near_cuts
from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level_text import level_rows, read_levels
from lo_exact.parity_walks.search.encoding import at_least, end_at
from lo_exact.parity_walks.solve import fewest_steps
from tests.marks import with_large
from tests.parity_walks.enumerated import fewest
from tests.parity_walks.shortest import shortest_counts
from tests.parity_walks.small_levels import solvable_levels

ROOT = Path(__file__).resolve().parents[2]
LEVELS = {
    level.name: level
    for file in sorted((ROOT / "data/levels").glob("*.txt"))
    for level in read_levels(file.read_text())
}
NAMES = [
    "drawing-1", "level-302", "method-1", "needs-four", "needs-three", "block", "cut-off",
    "corridor-1", "braided-3", "mixed-2", "half-played-2",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("certificates")
    for name in NAMES:
        write_walk_certificate(fewest_steps(LEVELS[name]), made / f"{name}.json")
    return made


def judged(folder, document):
    path = folder / "changed.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return walk_checker.check(path)


@pytest.mark.parametrize("name", with_large(NAMES, set(NAMES) - {*NAMES[1::4], "cut-off"}))
def test_a_certificate_is_accepted_by_the_checker_alone(folder, name):
    done = subprocess.run(
        [sys.executable, "-I", "-S", walk_checker.__file__, str(folder / f"{name}.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    steps = fewest_steps(LEVELS[name]).steps
    said = "no walk paints every cell" if steps < 0 else f"the fewest steps are {steps}, "
    assert done.stdout.startswith(f"accepted: {said}")
    assert check_in_fresh_process(folder / f"{name}.json").accepted


@pytest.mark.parametrize("name", [n for n in NAMES if n != "cut-off"])
def test_a_claim_that_is_not_true_is_rejected(folder, name):
    document = json.loads((folder / f"{name}.json").read_text())
    claim = document["claim"]
    steps, walk = claim["steps"], claim["walk"]
    lies = [
        ("4 steps fewer", {"steps": steps - 4}),
        ("4 steps fewer, walk cut", {"steps": steps - 4, "walk": walk[:-4]}),
        ("4 steps more", {"steps": steps + 4}),
        ("1 step fewer", {"steps": steps - 1, "walk": walk[:-1]}),
        ("another step", {"walk": ("L" if walk[0] != "L" else "R") + walk[1:]}),
        ("another letter", {"walk": "X" + walk[1:]}),
        ("another level", {"level_sha256": "0" * 64}),
        ("another kind", {"kind": "few steps"}),
        ("a longer walk", {"steps": steps + 4, "walk": walk + back_and_forth(name, walk)}),
    ]
    for what, changes in lies:
        verdict = judged(folder, document | {"claim": claim | changes})
        assert not verdict.accepted, what
    for at in range(len(walk)):
        other = "URDL"[("URDL".index(walk[at]) + 1) % 4]
        changed = claim | {"walk": walk[:at] + other + walk[at + 1 :]}
        assert not judged(folder, document | {"claim": changed}).accepted


def back_and_forth(name, walk):
    """Four steps that change nothing."""
    level = LEVELS[name]
    row, column = level.cells[level.start]
    for letter in walk:
        down, right = walk_checker.STEPS[letter]
        row, column = row + down, column + right
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[walk[-1]]
    return (back + walk[-1]) * 2


def test_a_cut_made_stronger_than_true_is_rejected(folder):
    document = json.loads((folder / "drawing-1.json").read_text())
    cuts = document["evidence"]["cuts"]
    tried = 0
    for k, cut in enumerate(cuts):
        for edge in cut:
            stronger = [e for e in cut if e != edge]
            changed = [*cuts[:k], stronger, *cuts[k + 1 :]]
            evidence = document["evidence"] | {"cuts": changed}
            verdict = judged(folder, document | {"evidence": evidence})
            assert not verdict.accepted
            assert "cut any empty cell off" in verdict.text or "another SHA-256" in verdict.text
            tried += "cut any empty cell off" in verdict.text
    assert tried > 100


def test_a_stronger_cut_is_rejected_even_where_its_formula_has_a_proof(folder, tmp_path):
    """The empty cut contradicts everything at once; only its meaning gives it away."""
    level = LEVELS["level-302"]
    ground = ground_of(level)
    document = json.loads((folder / "level-302.json").read_text())
    useless = [[0]]
    clauses = shorter_walk_clauses(ground, 3, [(0,)])
    text = b"".join(walk_checker.dimacs(clauses))
    evidence = document["evidence"] | {
        "cuts": useless,
        "cnf_sha256": hashlib.sha256(text).hexdigest(),
    }
    verdict = judged(folder, document | {"evidence": evidence})
    assert verdict.text == "a cut does not cut any empty cell off: it claims too much"


def test_a_level_made_harder_or_easier_is_rejected(folder):
    document = json.loads((folder / "level-302.json").read_text())
    rows = document["level"]
    chance = Random(3)
    for r, row in enumerate(rows):
        for c, glyph in enumerate(row):
            for other in chance.sample(sorted(set("#.*Ss") - {glyph}), 1):
                changed = [*rows[:r], row[:c] + other + row[c + 1 :], *rows[r + 1 :]]
                assert not judged(folder, document | {"level": changed}).accepted
                if {glyph, other} & {"S", "s"}:
                    continue
                level = read_levels("\n".join(changed))[0]
                claim = document["claim"] | {"level_sha256": level_sha256(level)}
                verdict = judged(folder, document | {"level": changed, "claim": claim})
                if verdict.accepted:  # a painted cell that nobody reaches changes nothing
                    assert other == "*"
                    assert fewest_steps(level).steps == 57


BROKEN = {
    "not JSON": lambda text: text[:-5],
    "two values": lambda text: text + "{}",
    "a key twice": lambda text: text.replace('"version"', '"version":1,"version"', 1),
    "another version": lambda text: text.replace('"version":1', '"version":2', 1),
    "true for one": lambda text: text.replace('"version":1', '"version":true', 1),
    "a fraction": lambda text: text.replace('"version":1', '"version":1.0', 1),
    "an unknown key": lambda text: text.replace('"version"', '"more":1,"version"', 1),
    "no level": lambda text: text.replace('"level"', '"levels"', 1),
    "another format": lambda text: text.replace("walk certificate", "certificate", 1),
    "not an object": lambda text: f"[{text}]",
    "not UTF-8": lambda text: text.replace("lo-exact", "lo-ex\udcffact", 1),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_no_certificate_is_rejected(folder, what):
    text = (folder / "level-302.json").read_text()
    assert '"version":1' in text
    path = folder / "changed.json"
    path.write_bytes(BROKEN[what](text).encode("utf-8", "surrogateescape"))
    assert not walk_checker.check(path).accepted


def test_a_proof_that_is_not_what_it_was_is_rejected(folder, tmp_path):
    document = json.loads((folder / "level-302.json").read_text())
    name = document["evidence"]["proof_sha256"]
    proof = gzip.decompress((folder / f"{name}.lrat.gz").read_bytes())
    lines = proof.splitlines(keepends=True)
    chance = Random(1)
    changed = {
        "empty": b"",
        "last line gone": b"".join(lines[:-1]),
        "first line gone": b"".join(lines[1:]),
        "last tenth gone": proof[: -len(proof) // 10],
        "carriage returns": proof.replace(b"\n", b"\r\n"),
        "more behind": proof + b"999999 d 1 0\n",
        "no line feed": proof[:-1],
        "not numbers": proof.replace(b" 0", b" x", 1),
    }
    for k in range(10):
        at = chance.randrange(len(lines))
        words = lines[at].split()
        if words[1] != b"d":
            middle = words.index(b"0")
            word = chance.randrange(middle + 1, len(words) - 1)
            words[word] = b"%d" % chance.randint(1, 500)
            changed[f"hint {k}"] = b"".join(
                [*lines[:at], b" ".join(words) + b"\n", *lines[at + 1 :]]
            )
    for what, content in changed.items():
        accepted = content_judged(document, content, tmp_path)
        if what.startswith("hint"):
            assert accepted is still_a_proof(content), what
        else:
            assert not accepted, what
    packed = tmp_path / f"{name}.lrat.gz"
    path = tmp_path / "same.json"
    path.write_text(json.dumps(document))
    for content in (b"", b"no gzip", gzip.compress(gzip.compress(proof)), gzip.compress(proof) * 2):
        packed.write_bytes(content)
        assert not walk_checker.check(path).accepted
    packed.unlink()
    os.mkfifo(packed)
    assert "the proof is no ordinary file" in walk_checker.check(path).text
    packed.unlink()
    assert "the proof file is missing" in walk_checker.check(path).text


def content_judged(document, content, folder):
    """Whether a proof with this content, named and sized truly, is accepted."""
    name = hashlib.sha256(content).hexdigest()
    (folder / f"{name}.lrat.gz").write_bytes(gzip.compress(content))
    evidence = document["evidence"] | {"proof_sha256": name, "proof_bytes": len(content)}
    path = folder / "certificate.json"
    path.write_text(json.dumps(document | {"evidence": evidence}))
    return walk_checker.check(path).accepted


@cache
def formula_of_level_302():
    ground = ground_of(LEVELS["level-302"])
    return shorter_walk_clauses(ground, 3, needed_cuts(ground, 3))


def still_a_proof(content):
    """Whether the hints of every line prove it, followed here with plain sets."""
    known = dict(enumerate(map(set, formula_of_level_302()), start=1))
    for line in content.decode().splitlines():
        name, *words = line.split()
        if words[0] == "d":
            for gone in words[1:-1]:
                del known[int(gone)]
            continue
        numbers = list(map(int, words))
        end = numbers.index(0)
        clause, hints = set(numbers[:end]), numbers[end + 1 : -1]
        true = {-literal for literal in clause}
        for hint in hints:
            left = {literal for literal in known.get(hint, {0, 1}) if -literal not in true}
            if len(left) > 1:
                return False
            true |= left
            if not left:
                break
        else:
            return False
        known[int(name)] = clause
    return set() in known.values()


def test_the_checkers_formula_holds_for_every_shortest_solution():
    """Written from the level by the checker's own code, and equal to the solver's side."""
    for level in solvable_levels(21, 60):
        ground = ground_of(level)
        board = Board(Level(level_rows(level)))
        assert board.bound == ground.parity.bound
        excess = (fewest(level) - board.bound) // 4
        cuts = [list(cut.edges) for cut in near_cuts(ground)]
        clauses = formula(board, excess, cuts)
        assert clauses == shorter_walk_clauses(ground, excess, [tuple(cut) for cut in cuts])
        with Solver("glucose4", bootstrap_with=clauses) as oracle:
            for counts, end in shortest_counts(level):
                chosen = [end_at(ground, end)]
                for e, m in enumerate(counts):
                    chosen += [at_least(e, j) if j <= m else -at_least(e, j) for j in range(1, 5)]
                assert oracle.solve(assumptions=chosen)


def test_certificates_of_random_levels_are_accepted(tmp_path):
    for level in solvable_levels(22, 30):
        walked = fewest_steps(level)
        assert walked.steps == fewest(level)
        assert walk_checker.check(write_walk_certificate(walked, tmp_path / "c.json")).accepted


def test_an_unsolvable_level_is_not_claimed_solvable_nor_the_other_way(folder):
    document = json.loads((folder / "cut-off.json").read_text())
    solvable = read_levels("S.*.")[0]
    claim = document["claim"] | {"level_sha256": level_sha256(solvable)}
    verdict = judged(folder, document | {"level": level_rows(solvable), "claim": claim})
    assert "the level is solvable" in verdict.text
    alone = fewest_steps(read_levels("s#.")[0].renamed("", None))
    assert alone.status is Status.INFEASIBLE
    for text in ("s", "s#", "S#.", "s#*"):
        walked = fewest_steps(read_levels(text)[0])
        assert walked.status is Status.INFEASIBLE
        assert walk_checker.check(write_walk_certificate(walked, folder / "u.json")).accepted


def test_nothing_to_paint_needs_no_step(tmp_path):
    walked = fewest_steps(read_levels("S**")[0])
    assert walk_checker.check(write_walk_certificate(walked, tmp_path / "c.json")).accepted


def test_only_proved_answers_have_certificates(tmp_path):
    open_one = fewest_steps(LEVELS["large-1"], time_limit=0.0)
    with pytest.raises(UsageError):
        write_walk_certificate(open_one, tmp_path / "c.json")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(DisagreementError):
        refute_walks(print, ground_of(LEVELS["needs-three"]), 13, str(tmp_path))


def test_the_checker_says_what_it_wants():
    for arguments, code in (([], 2), (["-h"], 2), (["a", "b"], 2), (["no-such-file.json"], 3)):
        done = subprocess.run(
            [sys.executable, "-I", walk_checker.__file__, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (code, "")
        assert "Traceback" not in done.stderr
    with pytest.raises(InputError):
        check_in_fresh_process("no-such-file.json")


@pytest.mark.parametrize(
    "value",
    [
        5, [], [""], ["S", ".."], ["S", 3], ["SS"], [".."], ["Sx"], ["S" + "." * 250_000],
        ["S" + "." * 3000],
    ],
)  # fmt: skip
def test_the_checker_refuses_bad_levels(value):
    with pytest.raises(Rejected):
        Board(Level(value))


def test_the_certificate_in_the_docs_is_accepted(tmp_path):
    text = (ROOT / "docs/walks.md").read_text()
    blocks = re.findall(r"<!-- certificate -->\n```json\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 1
    path = tmp_path / "docs.json"
    path.write_text(blocks[0])
    verdict = walk_checker.check(path)
    assert verdict.accepted
    assert verdict.text.rpartition("\n")[0] == (
        "the fewest steps are 10, and this walk has them\nproved by parity alone\n"
        "level: 9 cells, SHA-256 "
        "c7ba09dce7bf53b85958682d6382a8dd5e10e73bc9fa64259338b51b12445a57"
    )


@pytest.mark.parametrize("name", ["drawing-1", "level-302"])
def test_the_certificates_of_the_collection_are_accepted(name):
    path = ROOT / f"data/levels/certificates/{name}.json"
    assert walk_checker.check(path).accepted
    assert json.loads(path.read_text())["level"] == level_rows(LEVELS[name])


def ended(seed, count):
    """Levels with an end that can be, of every kind of proof."""
    chance = Random(seed)
    for level in solvable_levels(seed, 200, 8):
        wanted = level.ending(chance.choice([level.start, chance.randrange(len(level.cells))]))
        if count and (fewest(wanted) >= 0 or chance.random() < 0.2):
            count -= 1
            yield wanted


@pytest.mark.parametrize("level", list(ended(7, 25)))
def test_a_claim_about_an_end_is_accepted_and_about_another_end_rejected(level, tmp_path):
    walked = fewest_steps(level)
    document = json.loads(write_walk_certificate(walked, tmp_path / "end.json").read_text())
    assert document["claim"]["end"] == list(level.cells[level.end])
    verdict = judged(tmp_path, document)
    assert verdict.accepted, verdict.text
    assert "end" in verdict.text
    truths = {cell: fewest(level.ending(cell)) for cell in range(-1, len(level.cells))}
    for cell, truth in truths.items():
        changed = json.loads(json.dumps(document))
        if cell < 0:
            del changed["claim"]["end"]
        else:
            changed["claim"]["end"] = list(level.cells[cell])
        ends = cell in (-1, walked.end)
        true = truth == walked.steps and (ends or walked.steps < 0)
        if judged(tmp_path, changed).accepted:
            assert true, (cell, truth)
    for wrong in ([0], [-1, 0], [99, 0], "A1", None, [0, 0, 0], [True, 0]):
        claim = document["claim"] | {"end": wrong}
        assert not judged(tmp_path, document | {"claim": claim}).accepted


@pytest.mark.parametrize("level", [one for one in ended(8, 40) if fewest(one) > 0])
def test_the_checkers_formula_holds_for_every_shortest_solution_with_its_end(level):
    ground = ground_of(level)
    board = Board(Level(level_rows(level)), level.cells[level.end])
    excess = (fewest(level) - board.bound) // 4
    clauses = formula(board, excess, [])
    assert clauses == shorter_walk_clauses(ground, excess, [])
    if excess:
        with Solver(name="cadical195", bootstrap_with=formula(board, excess - 1, [])) as solver:
            shorter = solver.solve()
        assert shorter in (True, False)  # pieces may satisfy it; cuts forbid them
    for counts, end in shortest_counts(level):
        fixed = [
            at_least(e, t) * (1 if counts[e] >= t else -1)
            for e in range(len(counts))
            for t in range(1, 5)
        ]
        with Solver(name="cadical195", bootstrap_with=clauses) as solver:
            assert solver.solve(assumptions=[*fixed, end_at(ground, end)])
