"""Matrices known by their rule against the same matrices written out."""

import pickle
import random

import numpy as np
import pytest

from lo_exact.algebra.packed import BitRows, constant, difference
from lo_exact.algebra.sparse import MAX_REMEMBERED
from lo_exact.topology import STENCILS, SURFACES, Grid, Stencil, grid_puzzle
from lo_exact.topology.grid import stencil_matrix, written_matrix

SURFACE_NAMES = ("plane", "cylinder", "torus")


def boards(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        size, colours = (rng.randint(1, 7), rng.randint(1, 7)), rng.randint(2, 12)
        stencil = rng.choice([*STENCILS.values(), None]) or Stencil(
            tuple(
                (r, c, rng.randrange(1, colours))
                for r in range(-3, 4) for c in range(-2, 3) if rng.random() < 0.2
            ) or ((1, 1, 1),)
        )  # fmt: skip
        surface = SURFACES[rng.choice(SURFACE_NAMES)]
        full = np.ones(size, dtype=bool)
        yield rng, (Grid(full, full), stencil, surface, colours)


def test_entries_are_those_of_the_matrix_written_out():
    for _, board in boards(1, 300):
        known, written = stencil_matrix(*board), written_matrix(*board)
        assert known.shape == written.shape
        assert known.entries == written.entries
        assert known.reach() == written.reach()
        assert known.empty_rows() == written.empty_rows()
        assert np.array_equal(known.to_dense(), written.to_dense())
        assert np.array_equal(pickle.loads(pickle.dumps(known)).to_dense(), written.to_dense())


def test_entries_are_given_in_pieces_without_the_whole(monkeypatch):
    monkeypatch.setattr("lo_exact.algebra.uniform_matrix._PLACES", 10)
    for _, board in boards(3, 300):
        known, written = stencil_matrix(*board), written_matrix(*board)
        found = np.concatenate([np.zeros(0, dtype=np.int64), *known.pieces()])
        assert found.tolist() == np.concatenate(list(written.pieces())).tolist()
        assert "_written" not in known.__dict__


def test_a_matrix_reduced_is_the_matrix_of_the_smaller_modulus():
    full = np.ones((4, 5), dtype=bool)
    board = Grid(full, full), Stencil(((0, 0, 3), (0, 1, 4), (1, 0, 6))), SURFACES["torus"], 12
    for divisor in (2, 3, 4, 6):
        assert np.array_equal(
            stencil_matrix(*board).reduce(divisor).to_dense(),
            written_matrix(*board).reduce(divisor).to_dense(),
        )


def test_multiplying_out_needs_no_entries():
    for rng, board in boards(2, 300):
        known, written = stencil_matrix(*board), written_matrix(*board)
        colours, shape = board[3], board[0].shape
        vector = np.array([rng.randrange(colours) for _ in range(known.shape[0])])
        assert np.array_equal(known.dot(vector), written.dot(vector))
        assert np.array_equal(known.left_dot(vector), written.left_dot(vector))
        assert "_written" not in known.__dict__
        drawn = vector.reshape(shape)
        if colours > 2:
            continue
        packed = BitRows.of(drawn)
        for backwards, expected in ((False, written.dot(vector)), (True, written.left_dot(vector))):
            rows = list(known.reached(packed, backwards=backwards))
            rows = [[int(bit) for bit in format(row, f"0{shape[1]}b")] for row in rows]
            assert np.array_equal(np.array(rows).ravel(), expected)
        assert known.maps(packed, BitRows.of(written.dot(vector).reshape(shape)))
        assert not known.maps(packed, BitRows.of(1 - written.dot(vector).reshape(shape)))


def test_a_witness_is_believed_only_when_it_separates():
    full = np.ones((3, 3), dtype=bool)
    matrix = stencil_matrix(Grid(full, full), STENCILS["cross"], SURFACES["plane"], 2)
    corner = BitRows(3, [0b100, 0, 0])
    assert matrix.separates(BitRows(3, [0b101, 0b010, 0b101]), corner) is False
    quiet = BitRows(3, [0b010, 0b101, 0b010])
    assert not matrix.dot(quiet.array()).any() or not matrix.separates(quiet, corner)
    for bits in range(1, 512):
        rows = BitRows(3, [bits >> 6, bits >> 3 & 7, bits & 7])
        expected = not matrix.left_dot(rows.array()).any() and bool(rows.array()[0])
        assert matrix.separates(rows, corner) == expected


def test_packed_rows_read_like_a_tuple_and_like_an_array():
    values = np.random.default_rng(2).integers(0, 2, (5, 13))
    packed = BitRows.of(values)
    listed = tuple(values.ravel().tolist())
    assert tuple(packed) == listed == tuple(packed[k] for k in range(65))
    assert packed == listed
    assert packed[-1] == listed[-1]
    assert packed[3:9] == listed[3:9]
    assert len(packed) == packed.size == 65
    assert np.array_equal(np.asarray(packed), values.ravel())
    assert packed.weight() == sum(listed)
    with pytest.raises(IndexError):
        packed[65]
    lit = constant((5, 13), 1)
    assert tuple(difference(lit, packed)) == tuple(1 - value for value in listed)


def test_small_boards_of_one_kind_share_their_matrix_and_its_elimination():
    first, second = (grid_puzzle(state) for state in (np.zeros((5, 5), int), np.ones((5, 5), int)))
    assert first.activation is second.activation
    assert first.system.elimination is second.system.elimination
    torus = grid_puzzle(np.zeros((5, 5), int), topology="torus")
    more = grid_puzzle(np.zeros((5, 5), int), colours=3)
    assert len({id(p.system.elimination) for p in (first, torus, more)}) == 3


def test_large_matrices_are_not_remembered():
    side = int(np.sqrt(MAX_REMEMBERED)) + 1
    first, second = (grid_puzzle(np.zeros((side, side), int)) for _ in range(2))
    assert first.system.elimination is not second.system.elimination
