"""The writer knows the checker's bounds: what it writes is not refused for its size."""

import json

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.certificate import checker, write
from lo_exact.certificate.bounds import multiplying_steps, too_much_work
from lo_exact.certificate.certify import with_evidence
from lo_exact.certificate.draft import MinimumClaim, all_solutions, puzzle_document
from lo_exact.certificate.write import BeyondCheckerError, write_certificate
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum
from lo_exact.topology import grid_puzzle
from tests.certificate.in_process import check_certificate


def random_puzzle(rng, colours):
    lights, buttons = (int(v) for v in rng.integers(1, 7, 2))
    matrix = rng.integers(0, colours, (lights, buttons)) * (rng.random((lights, buttons)) < 0.6)
    state = -matrix @ rng.integers(0, colours, buttons) % colours
    return Puzzle(from_dense(matrix, colours), state, np.zeros(lights, dtype=np.int64))


@pytest.mark.parametrize("colours", [2, 3, 4, 6, 12])
def test_what_is_written_is_accepted_wherever_the_bounds_are(colours, tmp_path, monkeypatch):
    rng = np.random.default_rng(colours)
    refused = written = 0
    for number in range(30):
        puzzle = random_puzzle(rng, colours)
        found = minimum(puzzle)
        claim = MinimumClaim(found.weight, (found.presses,))
        monkeypatch.setattr(checker, "MAX_STEPS", int(rng.integers(1, 160)))
        monkeypatch.setattr(checker, "MAX_ROW_BITS", int(rng.integers(1, 40)))
        monkeypatch.setattr(checker, "MAX_ROW_NUMBERS", int(rng.integers(1, 40)))
        path = tmp_path / f"{number}.json"
        try:
            write_certificate(puzzle, claim, path, forms=["walk"])
        except BeyondCheckerError:
            refused += 1
            assert not path.exists()
        else:
            written += 1
            assert check_certificate(path).accepted
    assert refused > 3
    assert written > 3


@pytest.mark.parametrize("colours", [2, 3])
def test_nothing_small_is_refused(colours):
    for n in range(1, 12):
        puzzle = grid_puzzle(np.zeros((n, n), dtype=int), colours=colours)
        assert too_much_work(puzzle.system, (), all_solutions(puzzle)) == ""


def test_steps_are_counted_as_the_checker_counts_them():
    rng = np.random.default_rng(1)
    for colours in (2, 3, 12):
        puzzle = random_puzzle(rng, colours)
        system = checker.System(json.loads(json.dumps(puzzle_document(puzzle))))
        for _ in range(5):
            x = rng.integers(0, colours, puzzle.buttons)
            before = system.steps
            system.image(x.tolist())
            assert multiplying_steps(puzzle.system.matrix, [x]) == system.steps - before


def test_too_many_lights_are_said_before_anything_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(checker, "MAX_PLACES", 24)
    made = with_evidence(
        minimum(grid_puzzle(np.ones((5, 5), dtype=int))), tmp_path / "c.json", checked=False
    )
    said = "no certificate was written: the checker reads at most 24 lights and buttons"
    assert made.said == (said,)
    assert made.solution.status is Status.OPTIMAL
    assert not list(tmp_path.iterdir())


def test_where_all_solutions_are_too_large_a_bound_is_shown_and_the_reason_said(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(checker, "MAX_ROW_BITS", 0)
    path = tmp_path / "c.json"
    made = with_evidence(minimum(grid_puzzle(np.ones((5, 5), dtype=int))), path, checked=False)
    assert json.loads(path.read_text())["claim"]["kind"] == "lower bound"
    assert check_certificate(path).accepted
    assert made.solution.status is Status.OPTIMAL
    reason = "the elimination holds too many bits"
    assert all(reason in said for said in made.said[1:])


def test_a_tree_that_is_more_work_than_allowed_is_not_written(tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    matrix = rng.integers(0, 2, (4, 8)) * (rng.random((4, 8)) < 0.5)
    puzzle = Puzzle(from_dense(matrix, 2), matrix.sum(axis=1) % 2, np.zeros(4, dtype=np.int64))
    found = minimum(puzzle)
    claim = MinimumClaim(found.weight, (found.presses,))
    path = tmp_path / "c.json"
    write_certificate(puzzle, claim, path, forms=["tree"])
    assert check_certificate(path).accepted
    monkeypatch.setattr(write, "SMALL_TREE", 0)
    judged = checker.Certificate(json.loads(path.read_text()), tmp_path, None)
    judged.judge()
    enough = judged.system.steps
    assert multiplying_steps(puzzle.system.matrix, [np.array(found.presses)]) < enough
    path.unlink()
    monkeypatch.setattr(checker, "MAX_STEPS", enough - 1)
    with pytest.raises(BeyondCheckerError, match="no certificate was written: "):
        write_certificate(puzzle, claim, path, forms=["tree"])
    assert not path.exists()
