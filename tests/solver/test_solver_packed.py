"""Boards held packed are answered like the same boards held as arrays, which are eliminated."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from lo_exact import solver
from lo_exact.algebra.packed import BitRows
from lo_exact.errors import InputError, PuzzleError, SolverError
from lo_exact.formats import parse_puzzle
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective, PackedPuzzle
from lo_exact.solution import refuted, solved
from lo_exact.solver import parts
from lo_exact.topology import Grid, find_surface, grid_puzzle
from lo_exact.topology.grid import written_matrix
from lo_exact.topology.packed_board import packed_puzzle
from lo_exact.topology.rules import find_stencil

CASES = [
    (shape, rule, surface)
    for shape in ((5, 5), (34, 33), (41, 30))
    for rule, surface in (
        ("plus", "plane"), ("plus", "torus"), ("king", "cylinder"), ("x", "plane"),
        ("knight", "plane"), ("cross", "torus"),
    )
]  # fmt: skip


def both(shape, rule, surface, state, **how):
    """The puzzle packed and as arrays."""
    drawn = state.reshape(shape)
    how = {"neighbourhood": rule, "topology": surface} | how
    return packed_puzzle(BitRows.of(drawn), **how), grid_puzzle(drawn, **how)


@pytest.mark.parametrize(("shape", "rule", "surface"), CASES)
def test_packed_boards_are_answered_like_arrays(shape, rule, surface, eliminating):
    rng = np.random.default_rng(7)
    full = np.ones(shape, dtype=bool)
    matrix = written_matrix(Grid(full, full), find_stencil(rule), find_surface(surface), 2)
    places = shape[0] * shape[1]
    for state in (
        rng.integers(0, 2, places), matrix.dot(rng.integers(0, 2, places)),
    ):  # fmt: skip
        packed, arrays = both(shape, rule, surface, state)
        found = solver.solve(packed)
        expected = eliminating(solver.solve, arrays)
        assert (found.status, found.solutions_total) == (expected.status, expected.solutions_total)
        if found.status is Status.INFEASIBLE:
            witness = np.asarray(found.witness)
            assert not matrix.left_dot(witness).any()
            assert int(witness @ state) % 2
        else:
            presses = np.asarray(found.presses)
            assert np.array_equal(matrix.dot(presses), state)
            assert found.weight == presses.sum()
        assert solver.count_solutions(packed) == eliminating(solver.count_solutions, arrays)
        assert solver.kernel(packed).orders == eliminating(solver.kernel, arrays).orders


@pytest.mark.parametrize("objective", [Objective.PRESSES, Objective.BUTTONS])
def test_minima_of_packed_boards(objective):
    rng = np.random.default_rng(5)
    for shape in ((5, 5), (4, 4), (33, 34), (35, 40)):
        pressed = rng.integers(0, 2, shape[0] * shape[1])
        _, arrays = both(shape, "plus", "plane", pressed)
        state = arrays.activation.dot(pressed)
        packed, arrays = both(shape, "plus", "plane", state, objective=objective)
        found, expected = solver.count(packed), solver.count(arrays)
        assert found.status is Status.OPTIMAL
        assert (found.weight, found.minimum_solutions) == (
            expected.weight, expected.minimum_solutions,
        )  # fmt: skip
        assert tuple(found.presses) == tuple(expected.presses)


def test_a_packed_board_of_another_target():
    rng = np.random.default_rng(3)
    state = rng.integers(0, 2, 40 * 33)
    packed, arrays = both((40, 33), "plus", "plane", state, target=1)
    found, expected = solver.solve(packed), solver.solve(arrays)
    assert found.status is expected.status
    assert tuple(found.presses) == tuple(expected.presses)
    assert packed.sha256 == arrays.sha256


def test_wrong_packed_answers_are_never_passed_on():
    packed, _ = both((40, 40), "plus", "plane", np.ones(1600, dtype=np.int64))
    found = solver.solve(packed)
    assert isinstance(found.presses, BitRows)
    wrong = BitRows(40, [found.presses.rows[0] ^ 1, *found.presses.rows[1:]])
    with pytest.raises(SolverError, match="do not solve"):
        solved(packed, wrong, found.weight)
    with pytest.raises(SolverError, match="cost"):
        solved(packed, found.presses, found.weight + 1)
    with pytest.raises(SolverError, match="proves nothing"):
        refuted(packed, wrong)


def test_a_packed_board_is_changed_like_one_of_arrays_and_stays_packed():
    state = np.random.default_rng(4).integers(0, 2, 40 * 33)
    packed, arrays = both((40, 33), "plus", "plane", state)
    for change in (
        {"state": 1 - state}, {"objective": Objective.BUTTONS}, {"target": state * 0 + 1},
    ):  # fmt: skip
        changed = replace(packed, **change)
        assert isinstance(changed, PackedPuzzle)
        assert changed.sha256 == replace(arrays, **change).sha256
    assert packed.unpacked().sha256 == arrays.sha256
    for change in ({"uniform": True}, {"target": state}, {"objective": Objective.PRICES}):
        with pytest.raises(PuzzleError, match=r"unpacked\(\)"):
            replace(packed, **change)


def test_nothing_of_a_packed_board_is_an_array_until_it_is_read(monkeypatch):
    monkeypatch.setattr(parts, "MAX_ENTRIES", 100)  # left whole, as large boards are
    packed, arrays = both((40, 33), "plus", "plane", np.ones(1320, dtype=np.int64))
    solver.count(packed)
    assert not {"state", "target"} & set(vars(packed))
    assert not {"light_at", "button_at"} & set(vars(packed.layout))
    assert "syndrome" not in vars(packed.system)
    assert np.array_equal(packed.state, arrays.state)
    assert np.array_equal(packed.target, arrays.target)
    assert np.array_equal(packed.system.syndrome, arrays.system.syndrome)
    assert np.array_equal(packed.layout.light_at, arrays.layout.light_at)
    assert np.array_equal(packed.layout.button_at, arrays.layout.button_at)


@pytest.mark.parametrize("rule", ["row+column", "cube"])
def test_rules_that_are_no_stencil_are_not_packed(rule):
    with pytest.raises(PuzzleError, match="no rule of packed boards"):
        packed_puzzle(BitRows(3, [0, 0, 0]), neighbourhood=rule)


def drawing(state, glyphs):
    return "\n".join("".join(glyphs[v] for v in row) for row in state.tolist()) + "\n"


@pytest.mark.parametrize(
    ("colours", "glyphs"), [(2, ".#"), (2, "01"), (3, "012"), (10, "0123456789")]
)
def test_large_board_text_of_two_colours_is_read_packed(colours, glyphs):
    state = np.random.default_rng(1).integers(0, colours, (520, 513))
    puzzle = parse_puzzle(f"colours: {colours}\n\n{drawing(state, glyphs)}")
    assert isinstance(puzzle, PackedPuzzle) == (colours == 2)
    assert np.array_equal(puzzle.state, state.ravel())
    assert not puzzle.target.any()


def test_large_board_text_that_cannot_be_packed_is_read_all_the_same():
    state = np.random.default_rng(1).integers(0, 2, (520, 513))
    text = drawing(state, ".#")
    hole = parse_puzzle("~" + text[1:])
    assert (isinstance(hole, PackedPuzzle), hole.lights) == (False, 520 * 513 - 1)
    for header in ("target: any\n", "topology: klein\n", "prices: 2\n"):
        puzzle = parse_puzzle(header + "\n" + text)
        assert not isinstance(puzzle, PackedPuzzle)
        assert np.array_equal(puzzle.state, state.ravel())


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        pytest.param("q", "no glyph", marks=pytest.mark.large),
        ("3", "two ways"),
        ("", "equally long"),
    ],
)
def test_errors_in_large_board_text_have_their_places(wrong, problem):
    rows = drawing(np.zeros((520, 513), dtype=int), ".#").split("\n")
    text = "\n".join([*rows[:100], rows[100][:7] + wrong + rows[100][8:], *rows[101:]])
    with pytest.raises(InputError, match=problem) as refused:
        parse_puzzle(text)
    assert refused.value.line == (1 if wrong == "3" else 101)


def test_a_board_of_ten_million_lights_takes_megabytes():
    tracemalloc.start()
    puzzle = parse_puzzle("size: 4000x2500\nstate: 1\n")
    found = solver.solve(puzzle)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.status is not Status.INFEASIBLE
    assert peak < 20e6
    assert puzzle.system.solves(found.presses)


def test_boards_beyond_memory_are_refused_before_it_is_taken():
    with pytest.raises(InputError, match="GiB"):
        parse_puzzle("size: 1000000x1000000\nstate: 0\n")


@pytest.mark.parametrize(("shape", "rule", "surface"), CASES[::4])
def test_json_and_hashes_of_packed_boards_are_those_of_arrays(shape, rule, surface):
    state = np.random.default_rng(2).integers(0, 2, shape[0] * shape[1])
    packed, arrays = both(shape, rule, surface, state)
    assert packed.sha256 == arrays.sha256
    assert packed.canonical_bytes() == arrays.canonical_bytes()
    found, expected = solver.solve(packed).to_json(), solver.solve(arrays).to_json()
    ours = {"seconds", "presses", "weight", "witness"}  # another solution may be found
    assert {k: v for k, v in found.items() if k not in ours} == {
        k: v for k, v in expected.items() if k not in ours
    }
    for key in ("presses", "witness"):
        assert (key in found) == (key in expected)
        if key in found:
            assert np.array(found[key]).shape == shape
            assert {type(v) for row in found[key] for v in row} == {int}


def test_json_beyond_memory_is_refused_in_a_sentence(monkeypatch):
    packed, _ = both((40, 40), "plus", "plane", np.ones(1600, dtype=np.int64))
    found = solver.solve(packed)
    monkeypatch.setattr("lo_exact.solution.JSON_BYTES", 2**50)
    with pytest.raises(PuzzleError, match=r"^JSON of 1600 lights \(a bitmap, --pbm"):
        found.to_json()
