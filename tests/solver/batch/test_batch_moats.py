"""Boards that tables leave are answered by moats where they are many."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.compiled import has_numba
from lo_exact.puzzle import System
from lo_exact.solver.batch import batch
from lo_exact.solver.batch.batch import Batch


@pytest.mark.skipif(not has_numba(), reason="numba is not installed")
@pytest.mark.parametrize("nodes", [2**11, 2])
@pytest.mark.parametrize(
    ("limit", "pay"), [("MOATS_PAY", 20 * 60), ("MOATS_PAY_ON_CODES", 20 * 30)]
)
def test_moats_and_engines_prove_the_same_weights(monkeypatch, nodes, limit, pay):
    monkeypatch.setattr(batch, limit, pay)
    monkeypatch.setattr(batch, "CODE_NODES", nodes)
    rng = np.random.default_rng(7)
    matrix = np.zeros((30, 60), dtype=np.int64)
    for j in range(60):
        matrix[rng.choice(30, 3, replace=False), j] = 1
    prices = rng.integers(1, 5, 60)
    syndromes = (rng.random((20, 60)) < 0.05).astype(np.int64) @ matrix.T % 2
    syndromes[19] = syndromes[0]
    system = System(from_dense(matrix, 2), np.zeros(30, dtype=np.int64), prices)
    many, few = (Batch(system, boards).minima(syndromes.astype(np.uint8)) for boards in (20, 19))
    assert many.proved == few.proved == 20
    assert many.weights.tolist() == few.weights.tolist()
    assert (many.pressed() @ matrix.T % 2 == syndromes).all()
    assert (many.pressed() @ prices == many.weights).all()
    assert many.methods.get("moats", 0) + many.methods.get("engines", 0) == 20
    assert "moats" not in few.methods
    assert (many.methods.get("moats") == 20) == (nodes > 2)


@pytest.mark.skipif(not has_numba(), reason="numba is not installed")
def test_boards_of_a_matrix_that_is_no_sparse_code_go_to_engines_sooner(monkeypatch):
    """As many lights as buttons: the limit for codes does not hold, nor their nodes."""
    monkeypatch.setattr(batch, "MOATS_PAY_ON_CODES", 1)
    rng = np.random.default_rng(8)
    matrix = np.tril(rng.integers(0, 2, (24, 24)))
    matrix[:, 20:] = matrix[:, :4]
    syndromes = rng.integers(0, 2, (3, 24)) @ matrix.T % 2
    system = System(
        from_dense(matrix, 2), np.zeros(24, dtype=np.int64), np.ones(24, dtype=np.int64)
    )
    answers = Batch(system, 3).minima(syndromes.astype(np.uint8))
    assert answers.proved == 3
    assert "moats" not in answers.methods
