"""Evidence by windows: enumeration as the judge, and what is refused."""

import json
import random

import numpy as np
import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import System
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim, puzzle_document
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import UsageError
from lo_exact.solver import minimum
from lo_exact.topology import matrix_puzzle
from tests.boards.puzzles import random_puzzle
from tests.certificate.in_process import check_certificate
from tests.truth.certificates.judge import enumerated


def cases(count):
    """Random puzzles, as the checker reads them, and the truth."""
    rng = random.Random(28)
    for _ in range(count):
        puzzle = random_puzzle(rng, 700, binary=rng.random() < 0.4)
        document = json.dumps(puzzle_document(puzzle))
        yield puzzle, System(json.loads(document)), enumerated(document)


def test_solutions_that_are_cheap_on_some_window_are_those_of_enumeration():
    rng, kinds, refused = random.Random(5), set(), 0
    for _, system, truth in cases(160):
        unknowns = len(system.columns)
        order = rng.sample(range(unknowns), unknowns)
        windows = [order] if rng.random() < 0.3 else [order[: unknowns - 1], order[1:]]
        windows = windows if unknowns > 1 else [order]
        levels = [rng.randrange(5) for _ in windows]

        def cheap(x, windows=windows, levels=levels, system=system):
            return any(
                sum(system.cost(j, x[j]) for j in window) <= level
                for window, level in zip(windows, levels, strict=True)
            )

        weights = sorted(weight for x, weight in truth.weights.items() if cheap(x))
        for limit in (0, 3, 60):
            within = [weight for weight in weights if weight <= limit]
            try:
                found = checker.visited(system, limit, windows, levels)
            except checker.Rejected:
                refused += 1
                continue
            right = (within[0], within.count(within[0])) if within else (None, 0)
            assert found == right
            kinds.add((system.colours, system.per_button, len(windows)))
    assert {(2, False, 2), (6, False, 1)} <= kinds
    assert {2, 3} <= {colours for colours, _, number in kinds if number == 2}
    assert 0 < refused < 240


@pytest.mark.parametrize("number", [4, pytest.param(60, marks=pytest.mark.large)])
def test_claims_are_accepted_and_stronger_ones_rejected(number, tmp_path):
    path, judged, windows = tmp_path / "c.json", 0, set()
    for puzzle, system, truth in cases(number):
        if not truth.weights or not all(system.prices) or min(truth.weights.values()) > 40:
            continue
        least, minima = min(truth.weights.values()), sorted(truth.minima)
        presses = tuple(x[: puzzle.buttons] for x in minima)
        claims = {
            "best": MinimumClaim(least, presses[:1]),
            "bound": LowerBoundClaim(least),
            "count": MinimumClaim(least, presses[:1], len(minima)),
        }
        written = {}
        for name, claim in claims.items():
            write_certificate(puzzle, claim, path, forms=["windows"])
            verdict = check_certificate(path)
            assert verdict.accepted, verdict.text
            assert "all cheap patterns on each" in verdict.text
            judged += 1
            written[name] = json.loads(path.read_text())
            windows.add(len(written[name]["evidence"][0]["windows"]))
        written["bound"]["claim"]["bound"] = least + 1
        path.write_text(json.dumps(written["bound"]))
        assert not check_certificate(path).accepted
        written["count"]["claim"]["count"] += 1
        path.write_text(json.dumps(written["count"]))
        assert "solutions have the least weight" in check_certificate(path).text
    assert judged > number // 2
    assert len(windows) > 1 + number // 60


@pytest.mark.parametrize(("change", "said"), [
    (lambda piece: piece["levels"].pop(), "levels do not fit windows"),
    (lambda piece: piece["levels"].append(0), "levels do not fit windows"),
    (lambda piece: piece["windows"][0].append(piece["windows"][0][0]), "an unknown stands twice"),
    (lambda piece: piece["levels"].insert(0, piece["levels"].pop(0) - 1), "may weigh 3"),
    (lambda piece: piece["windows"][0].append(99), "windows must be 0..29, got 99"),
    (lambda piece: piece.update(windows=[[0, 1]], levels=[9]), "does not determine"),
])  # fmt: skip
def test_evidence_that_proves_less_is_rejected(change, said, tmp_path):
    rng = np.random.default_rng(1)
    matrix = rng.integers(0, 2, (18, 30))
    puzzle = matrix_puzzle(matrix, matrix[:, 3] ^ matrix[:, 7] ^ matrix[:, 19] ^ matrix[:, 28])
    found = minimum(puzzle)
    path = tmp_path / "c.json"
    write_certificate(puzzle, MinimumClaim(4, (found.presses,)), path, forms=["windows"])
    document = json.loads(path.read_text())
    change(document["evidence"][0])
    path.write_text(json.dumps(document))
    verdict = check_certificate(path)
    assert not verdict.accepted
    assert said in verdict.text


@pytest.mark.parametrize(("colours", "lights"), [(2, 50), (3, 34)])
def test_a_dense_system_is_proved_by_windows_unasked(colours, lights, tmp_path):
    rng = np.random.default_rng(1)
    buttons = {2: 84, 3: 52}[colours]
    matrix = rng.integers(0, colours, (lights, buttons))
    presses = rng.integers(0, colours, buttons)
    puzzle = matrix_puzzle(matrix, -matrix @ presses % colours, colours=colours)
    found = minimum(puzzle)
    path = tmp_path / "c.json"
    write_certificate(puzzle, MinimumClaim(found.weight, (found.presses,)), path)
    (piece,) = json.loads(path.read_text())["evidence"]
    assert piece["by"] == "windows"
    assert len(piece["windows"]) > 1
    assert check_certificate(path).accepted


def test_more_than_the_checker_takes_is_refused_in_one_line(tmp_path):
    path = tmp_path / "c.json"
    colours = matrix_puzzle(np.array([[1, 1]]), [1], colours=257)
    with pytest.raises(UsageError, match="257 colours are more than 256"):
        write_certificate(colours, LowerBoundClaim(1), path, forms=["windows"])
    many = matrix_puzzle(np.ones((1, 400), dtype=np.int64), [1])
    with pytest.raises(UsageError, match=r"too many solutions|are longer than 268435456"):
        write_certificate(many, LowerBoundClaim(8), path, forms=["windows"])


def test_bounds_are_kept(monkeypatch):
    system = System(puzzle_document(matrix_puzzle(np.eye(4, dtype=np.int64), [1] * 4)))
    windows, levels = [[0, 1, 2, 3]], [4]
    assert checker.visited(system, 4, windows, levels) == (4, 1)
    for name in ("MAX_PATTERNS", "MAX_PATTERN_BITS", "MAX_TRIED"):
        with monkeypatch.context() as patch:
            patch.setattr(checker, name, 8)
            with pytest.raises(checker.TooLarge, match="are beyond this checker's bound"):
                checker.visited(system, 4, windows, levels)
